"""The table: one screen for any scene, and what its keys and the mouse do there.

Who may do what is the business of the `Chair`, and behind it of the `Table`.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from textual import events, work

from ludex.kernel import say, seat_name
from ludex.play.effects import Rejection
from ludex.play.seating import Sitting
from ludex.table import Form, Gesture
from ludex.tui.background import in_background
from ludex.tui.board.cursor import Way
from ludex.tui.board.gestures import once
from ludex.tui.board.selection import Intent, Meant, Said, Tried
from ludex.tui.board.spots import described, spot_of
from ludex.tui.board.widget import Board
from ludex.tui.host import host_of
from ludex.tui.services import Doors
from ludex.tui.table.actions import ActBar
from ludex.tui.table.advice import EXPLAINED, POINTED
from ludex.tui.table.dialogs import AskWord, Chooser, HowMuch
from ludex.tui.table.forms import filled, form_of, question
from ludex.tui.table.keys import KEYS, is_utmost
from ludex.tui.table.panels import help_page
from ludex.tui.table.turns import Turns

ACTIONS: Final = {name: key.action for key in KEYS for name in key.names}


class TableScreen(Turns):
    """One game being played by people at this terminal."""

    def __init__(self, sitting: Sitting[Any], doors: Doors, greeting: str = "") -> None:
        super().__init__(sitting, doors)
        self.greeting = greeting
        self.deeds: dict[str, Callable[[], None]] = {}

    def _deeds(self) -> dict[str, Callable[[], None]]:
        """What each action of KEYS does."""
        return {
            **{way.name.lower(): partial(self._move, way) for way in Way},
            **{f"pan_{way.name.lower()}": partial(self._pan, way) for way in Way},
            "press": self._press,
            "onward": partial(self._onward, 1),
            "backward": partial(self._onward, -1),
            "cancel": self._cancel,
            "obvious": lambda: self._intend(self.selection.simply()),
            "undo": lambda: self._travel("undo", "Taken back."),
            "redo": lambda: self._travel("redo", "Done again."),
            "hint": self._hint,
            "light": self._switch_light,
            "actions": self._list_actions,
            "explain": self._ask_why,
            "type": self._type,
            "belong": self._belong,
            "new": lambda: self._leave(
                lambda: host_of(self).begin_another(self.sitting.header)
            ),
            "restart": lambda: self._leave(
                lambda: host_of(self).sit(self.doors.restart(self.sitting))
            ),
            "leave": lambda: self._leave(lambda: host_of(self).go_back()),
            "log": self._toggle_log,
            "rules": self.rules_panel.toggle,
            "page_down": self.rules_panel.scroll_page_down,
            "page_up": self.rules_panel.scroll_page_up,
            "colours": self._colours,
            "dark": self._dark,
            "larger": lambda: self.board.zoomed(1),
            "smaller": lambda: self.board.zoomed(-1),
            "help": lambda: self.read(
                self.words("Keys"), help_page(self.letters, self.words)
            ),
        }

    def on_mount(self) -> None:
        """Show the table, and let the game begin."""
        self.open()
        self.say(self.greeting)
        self.deeds = self._deeds()
        self.settle()

    def on_resize(self) -> None:
        """Another size of the terminal."""
        if self.deeds:
            self.place_panels()
            self.show()

    def on_unmount(self) -> None:
        """However the screen goes away, the file is closed."""
        self.sitting.leave()

    # -- doing -------------------------------------------------------------------------

    def _intend(self, intent: Intent) -> None:
        match intent:
            case Meant((gesture,)):
                self.make(gesture)
            case Meant(gestures):
                title = described(
                    self.scene, spot_of(self.scene, gestures[0].pick or "")
                )
                self._choose(title, gestures)
            case Tried(picks, drop):
                self.tried(lambda: self.chair.drop(picks, drop))
            case Said(words):
                self.say(words)
                self.show()
            case None:
                self.show()

    def _choose(self, title: str, gestures: tuple[Gesture, ...]) -> None:
        def looked(gesture: Gesture) -> None:
            scene = self.chair.preview(self.scene, gesture)
            if scene is not None and gesture.drop is not None:
                self.preview = scene, gesture.drop
                self.show()

        def chosen(gesture: Gesture | None) -> None:
            self.preview = None
            if gesture is not None:
                self.make(gesture)
            else:
                self.show()

        self.app.push_screen(Chooser(title, gestures, looked), chosen)

    def make(self, gesture: Gesture) -> None:
        """Make the event of a gesture; ask for its amount, or whether all is meant, first."""

        def given(amount: int | None) -> None:
            if amount is not None:
                self.act(gesture.event.replace("{}", str(amount)))

        def sure(chosen: Gesture | None) -> None:
            if chosen is not None:
                self.act(chosen.event)

        form = form_of(gesture, self.scene.forms)
        if form is not None:
            self._fill(form)
        elif is_utmost(gesture, self.scene.gestures):
            sure_asked = self.words("Are you sure?")
            asked = Chooser(sure_asked, (gesture,), lambda _: None)
            self.app.push_screen(asked, sure)
        elif gesture.amount is None:
            self.act(gesture.event)
        else:
            self.app.push_screen(HowMuch(gesture.words, gesture.amount), given)

    def _fill(self, form: Form) -> None:
        def answered(answer: str | None) -> None:
            if answer:
                self.act(filled(form, answer))

        self.app.push_screen(AskWord(question(form)), answered)

    # -- keys and mouse ----------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Every key of the table; typed ahead of a question, it is not for the table."""
        if not self.is_current or self.do(event.key):
            event.stop()
            event.prevent_default()

    def on_act_bar_chosen(self, event: ActBar.Chosen) -> None:
        """A click on an action is its key."""
        self.do(event.key)

    def on_board_dragged(self, event: Board.Dragged) -> None:
        """The mouse: what was pressed is picked up, and dropped where it is let go."""
        if self.chair.curtain is not None:
            return
        self.selection.cancel()
        self.selection.point(event.spot)
        intent = self.selection.press()
        if intent is None and self.selection.held is not None:
            self.selection.point(event.to)
            intent = self.selection.press()
        self._intend(intent)

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """The mouse: a click picks and drops, a double click is the obvious move."""
        if self.chair.curtain is not None:
            return
        if not event.double:
            self.selection.point(event.spot)
            self._intend(self.selection.press())
        elif self.selection.held is not None:
            self._intend(self.selection.simply())

    def do(self, key: str) -> bool:
        """What a key stands for, the game's own letters first; False when for nothing."""
        action = ACTIONS.get(key)
        if self.chair.curtain is not None:
            if action == "press":
                self.chair.curtain = None
                self.show()
            elif action not in ("leave", "dark"):
                return False
        if self.chair.curtain is None and key in self.letters:
            self.make(self.letters[key])
        elif self.chair.curtain is None and key in self.lettered:
            words = "Not now: {action}"
            self.say(say("not_now", words, action=self.lettered[key]))
        elif key.isdigit() and self.chair.curtain is None and self.chair.shorthand:
            self._type(key)
        elif action is None:
            return False
        elif self.chair.curtain is None or action in ("leave", "dark"):
            self.deeds[action]()
        return True

    def _move(self, way: Way) -> None:
        self.lit, self.roams = None, True
        self.selection.move(way, self.board.next)
        self.show()

    def _pan(self, way: Way) -> None:
        self.board.pan(way)

    def _onward(self, step: int) -> None:
        self.roams = True
        self.selection.onward(step)
        self.show()

    def _press(self) -> None:
        if self.chair.is_waiting and self.stalled:
            self.settle()
        elif self.chair.is_waiting and not self.thinking:
            self.hurry.set()
        else:
            self._intend(self.selection.press())

    def _cancel(self) -> None:
        self.lit = None
        if self.rules_panel.display:
            self.rules_panel.toggle()
        elif self.selection.cancel():
            self.say("")
        self.show()

    def _travel(self, word: str, done: str) -> None:
        if self.is_held_up():
            return
        self.workers.cancel_group(self, "others")
        no = self.chair.go(word)
        if no is not None:
            self.say(say("no", "No: {reason}", reason=no.text), refused=True)
            return
        self.ended = False
        self.recap.forget()
        self.log_panel.tell(self.words(done))
        self.say(done)
        self.settle()

    def _list_actions(self) -> None:
        others = self.chair.of_others()
        who = self.words(seat_name(self.chair.viewer))
        own = [
            replace(one, words=f"{who}: {one.words}") if one.aside and others else one
            for one in self.scene.gestures
        ]
        gestures = [*own, *others]
        if not gestures:
            self.say("Nothing can be done now.")
            return
        named = tuple(
            Gesture(gesture.event, gesture.words, amount=gesture.amount)
            for gesture in sorted(once(gestures), key=lambda g: g.aside)
        )
        self._choose(self.words("Actions"), named)

    def _belong(self) -> None:
        """Light the next set of zones that the cursor's zone belongs to."""
        cursor = self.selection.cursor
        sets = [
            (label, zones)
            for label, keys in self.scene.highlights
            for zones in [frozenset(key.partition("#")[0] for key in keys)]
            if cursor is not None and cursor.zone in zones
        ]
        at = sets.index(self.lit) + 1 if self.lit in sets else 0
        self.lit = sets[at] if at < len(sets) else None
        if not sets:
            self.say("Nothing belongs together here.")
        self.show()

    def _leave(self, then: Callable[[], None]) -> None:
        """Get up; what a bot thinks about now it may think about again another day."""
        self.workers.cancel_node(self)
        then()

    def _toggle_log(self) -> None:
        self.log_panel.display = not self.log_panel.display

    def _colours(self) -> None:
        host_of(self).toggle_four()
        self.show()

    def _dark(self) -> None:
        host_of(self).toggle_dark()
        self.show()

    def _type(self, begun: str = "") -> None:
        """A move that is typed, as players of the field write it or in full."""

        def answered(text: str | None) -> None:
            if text:
                self.tried(lambda: self.chair.type(text))

        short = self.chair.shorthand
        question = short.about if short else "A move, as it is written"
        asked = AskWord(self.words(question), begun, goes_on=True)
        self.app.push_screen(asked, answered)

    # -- why ---------------------------------------------------------------------------

    def _ask_why(self) -> None:
        """Ask about the event that was refused last, or any other."""

        def answered(text: str | None) -> None:
            if text:
                self._explain(text)

        question = self.words("Why? A move, as it is written")
        asked = AskWord(question, self.chair.refused)
        self.app.push_screen(asked, answered)

    @work(exclusive=True, group="why")
    async def _explain(self, text: str) -> None:
        """Every guard of an event, on a page."""
        asked = self.chair.wonder(text)
        if isinstance(asked, Rejection):
            self.say(say("no", "No: {reason}", reason=asked.text), refused=True)
            return
        explained = partial(self.doors.explain, self.game, asked)
        lines = await in_background(explained)
        self.read(str(asked.event), "\n".join(lines))

    # -- advice ------------------------------------------------------------------------

    def _hint(self) -> None:
        advising = self.advising
        if self.table.is_over or self.table.turn != self.chair.viewer:
            self.say("There is nothing to advise now.")
        elif advising.hint is None:
            self.say("Thinking about a hint …")
            self._advise()
        elif advising.step == POINTED:
            advising.step = EXPLAINED
            hint = advising.hint
            where = hint.points[1] or hint.gesture.words
            words = "{where} {why} (h does it)"
            self.say(say("hint_where", words, where=where, why=hint.why))
            self.show()
        else:
            self.act(str(advising.hint.event))

    @work(exclusive=True, group="advice")
    async def _advise(self) -> None:
        if not await self.advising.ask(self.chair.viewer):
            return
        hint = self.advising.hint
        if hint is None:
            self.say(self.advising.why_no_hint)
            return
        which = hint.points[0] or hint.gesture.words
        self.say(say("hint_which", "{which} (h: more; assisted)", which=which))
        self.show()

    def _switch_light(self) -> None:
        self.advising.is_lit = not self.advising.is_lit
        if self.advising.is_lit:
            self.prove()
        self.show_head()
