"""The table: one screen for any scene.

It shows what one person may see, asks what to do, and lets bots and chance act with a
pause. Who may do what is the business of the `Chair`, and behind it of the `Table`.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from textual import events, work
from textual.content import Content

from ludex.kernel import CHANCE, Gesture, seat_name
from ludex.play.sitting import Sitting
from ludex.tui.actbar import ActBar
from ludex.tui.advising import EXPLAINED, POINTED
from ludex.tui.board import Board
from ludex.tui.chair import Answer, Done, No
from ludex.tui.choosers import Chooser, HowMuch, Page
from ludex.tui.face import TableFace
from ludex.tui.host import host_of
from ludex.tui.house import House
from ludex.tui.keys import KEYS
from ludex.tui.panels import help_page, result_page
from ludex.tui.reach import Way
from ludex.tui.selection import Intent, Meant, Said, Tried
from ludex.tui.spots import described, spot_of

ACTIONS: Final = {name: key.action for key in KEYS for name in key.names}
PATIENCE: Final = 4
"""So many times longer is the pause when a person may say something out of turn."""

AFTER: Final = ("n", "f2", "u", "ctrl+z", "q", "s", "ctrl+r")
"""Keys that mean the same on the page of the result as at the table."""


class TableScreen(TableFace):
    """One game being played by people at this terminal."""

    def __init__(self, sitting: Sitting[Any], house: House) -> None:
        super().__init__(sitting, house)
        self.leaving: Callable[[], None] | None = None
        self.ended = False
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
            "undo": lambda: self._travel("undo", self.table.undo, "Taken back."),
            "redo": lambda: self._travel("redo", self.table.redo, "Done again."),
            "hint": self._hint,
            "light": self._switch_light,
            "actions": self._list_actions,
            "belong": self._belong,
            "new": lambda: self._leave(
                lambda: host_of(self).begin_another(self.sitting.header)
            ),
            "restart": lambda: self._leave(
                lambda: host_of(self).begin(self.sitting.header)
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
            "help": lambda: self._read("Keys", help_page(self.letters)),
        }

    def on_mount(self) -> None:
        """Show the table, and let the game begin."""
        self.open()
        self.deeds = self._deeds()
        self._settle()

    def on_resize(self) -> None:
        """Another size of the terminal."""
        if self.deeds:
            self.place_panels()
            self.show()

    def on_unmount(self) -> None:
        """However the screen goes away, the file is closed."""
        self.sitting.leave()

    # -- showing -----------------------------------------------------------------------

    def _settle(self) -> None:
        """The state is another: look at it, then let others act."""
        self.advising.forget()
        self.chair.change()
        self.look()
        if self.advising.is_lit:
            self._prove()
        if self.table.is_over:
            self._end()
        elif self.chair.is_waiting:
            self._others()

    def _read(self, title: str, page: Content | str) -> None:
        self.app.push_screen(Page(title, page))

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
                self._tried(lambda: self.chair.drop(picks, drop))
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
        """Make the event of a gesture; ask for its amount first when it has one."""

        def given(amount: int | None) -> None:
            if amount is not None:
                self.act(gesture.event.replace("{}", str(amount)))

        if gesture.amount is None:
            self.act(gesture.event)
        else:
            self.app.push_screen(HowMuch(gesture.words, gesture.amount), given)

    def act(self, event: str) -> None:
        """Make an event by its text."""
        self._tried(lambda: self.chair.act(event))

    def _tried(self, deed: Callable[[], Done | Answer | No]) -> None:
        """Do it; a refusal is shown in a line and changes nothing."""
        if self._is_thinking():
            return
        match deed():
            case No(reason):
                self.say(f"No: {reason}", refused=True)
                self.show()
            case Answer(title, text):
                self._read(title, text)
            case Done() as done:
                self.workers.cancel_group(self, "others")
                self.tell(done)
                self._settle()

    def _is_thinking(self) -> bool:
        """Nobody else acts while a bot is about to; it is said."""
        if self.thinking:
            self.say(f"{seat_name(self.table.turn)} is thinking.", refused=True)
        return self.thinking

    # -- bots and chance ---------------------------------------------------------------

    @work(exclusive=True, group="others")
    async def _others(self, *, hurry: bool = False) -> None:
        """Chance acts at once, a bot after a pause: people see what was done before."""
        table, chair = self.table, self.chair
        while chair.is_waiting:
            if table.turn != CHANCE and not hurry:
                waits = any(table.view(person).legal for person in table.people)
                await asyncio.sleep(self.house.pause * (PATIENCE if waits else 1))
            hurry = False
            self.thinking = True
            self.show_head()
            step = await asyncio.to_thread(next, table.advance(), None)
            self.thinking = False
            if step is not None:
                self.tell(chair.told())
            if self.leaving is not None:
                then, self.leaving = self.leaving, None
                then()
                return
            if chair.is_waiting:
                self.look()
        self._settle()

    def _end(self) -> None:
        if self.ended:
            return
        self.ended = True
        outcome = self.game.outcome(self.table.state)
        assert outcome is not None
        self.say(outcome.text)
        self.log_panel.tell(outcome.text)

        def next_key(key: str | None) -> None:
            if key is not None:
                self.do(key)

        page = result_page(self.game, self.table.history, self.table.people)
        foot = "n new deal   u undo   q leave   Esc look at the table"
        shown = Page("The game is over", page, foot, AFTER)
        self.app.push_screen(shown, next_key)

    # -- keys and mouse ----------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Every key of the table; typed ahead of a question, it is not for the table."""
        if not self.is_current or self.do(event.key):
            event.stop()
            event.prevent_default()

    def on_act_bar_chosen(self, event: ActBar.Chosen) -> None:
        """A click on an action is its key."""
        self.do(event.key)

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
        if self.chair.is_waiting and not self.thinking:
            self._others(hurry=True)  # no need to wait for the pause
        else:
            self._intend(self.selection.press())

    def _cancel(self) -> None:
        self.lit = None
        if self.rules_panel.display:
            self.rules_panel.toggle()
        elif self.selection.cancel():
            self.say("")
        self.show()

    def _travel(self, word: str, go: Callable[[], bool], done: str) -> None:
        if self._is_thinking():
            return
        self.workers.cancel_group(self, "others")
        if go():
            self.ended = False
            self.tell(Done((done,)))
            self._settle()
        else:
            self.say(f"No: Nothing to {word}", refused=True)

    def _list_actions(self) -> None:
        gestures = [*self.scene.gestures, *self.chair.of_others()]
        if not gestures:
            self.say("Nothing can be done now.")
            return
        named = tuple(
            Gesture(gesture.event, gesture.words, amount=gesture.amount)
            for gesture in sorted(dict.fromkeys(gestures), key=lambda g: g.aside)
        )
        self._choose("Actions", named)

    def _belong(self) -> None:
        """Light the next set of zones that the cursor's zone belongs to."""
        cursor = self.selection.cursor
        sets = [
            (label, frozenset(keys))
            for label, keys in self.scene.highlights
            if cursor is not None and cursor.zone in keys
        ]
        at = sets.index(self.lit) + 1 if self.lit in sets else 0
        self.lit = sets[at] if at < len(sets) else None
        if not sets:
            self.say("Nothing belongs together here.")
        self.show()

    def _leave(self, then: Callable[[], None]) -> None:
        """Get up, but not while a bot is about to act: what it does must reach the file."""
        self.workers.cancel_group(self, "advice")
        if self.thinking:
            self.leaving = then
            self.say("One moment: a move is still being made.")
        else:
            self.workers.cancel_group(self, "others")
            then()

    def _toggle_log(self) -> None:
        self.log_panel.display = not self.log_panel.display

    def _colours(self) -> None:
        host_of(self).toggle_four()
        self.show()

    def _dark(self) -> None:
        host_of(self).toggle_dark()
        self.show()

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
            self.say(f"{hint.points[1] or hint.gesture.words} {hint.why} (h does it)")
            self.show()
        else:
            self.act(str(advising.hint.event))

    @work(exclusive=True, group="advice")
    async def _advise(self) -> None:
        if not await self.advising.ask(self.chair.viewer):
            return
        hint = self.advising.hint
        if hint is None:
            self.say("No hint: no good way is known from here.")
            return
        self.say(f"{hint.points[0] or hint.gesture.words} (h again tells more)")
        self.show()

    def _switch_light(self) -> None:
        self.advising.is_lit = not self.advising.is_lit
        if self.advising.is_lit:
            self._prove()
        self.show_head()

    @work(exclusive=True, group="light")
    async def _prove(self) -> None:
        self.advising.light = "…"
        if not await self.advising.prove(self.chair.viewer):
            self.advising.is_lit = False
            self.say("In this game nobody can prove who wins.")
        self.show_head()
