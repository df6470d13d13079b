"""The table: one screen for any scene, and what its keys and the mouse do there.

Who may do what is the business of the `LocalSeat`, and behind it of the `Table`.
"""

from dataclasses import replace
from functools import partial

from textual import events, work

from ludex.kernel import say, seat_name
from ludex.play.protocol.effects import Rejection
from ludex.play.seating import Sitting
from ludex.table import Gesture
from ludex.tui.background import in_background
from ludex.tui.board.cursor import Arrow
from ludex.tui.board.gestures import without_duplicates
from ludex.tui.board.selection import ChosenGestures, IllegalDrop, Intent, NoEffect
from ludex.tui.board.spots import describe_spot, spot_of
from ludex.tui.board.widget import BoardWidget
from ludex.tui.dialog import ask
from ludex.tui.host import host_of
from ludex.tui.services import Services
from ludex.tui.table.advice import EXPLAINED, POINTED
from ludex.tui.table.dialogs import Chooser, NumberDialog, WordDialog
from ludex.tui.table.forms import filled, form_of, question
from ludex.tui.table.keys import KEYS, is_utmost
from ludex.tui.table.panels import ActBar, help_page
from ludex.tui.table.turns import Turns

ACTIONS = {name: key.action for key in KEYS for name in key.names}


class TableScreen(Turns):
    """One game being played by people at this terminal."""

    def __init__(self, sitting: Sitting, services: Services, greeting: str = "") -> None:
        super().__init__(sitting, services)
        self.greeting = greeting
        self.has_begun = False

    def on_mount(self) -> None:
        """Show the table, and let the game begin."""
        self.open()
        self.say(self.greeting)
        self.has_begun = True
        self.settle()

    def on_resize(self) -> None:
        """Draw for another size of the terminal."""
        if self.has_begun:
            self.place_panels()
            self.show()

    def on_unmount(self) -> None:
        """Close the file, however the screen goes away."""
        self.sitting.leave()

    # -- doing -------------------------------------------------------------------------

    def _intend(self, intent: Intent) -> None:
        match intent:
            case ChosenGestures((gesture,)):
                self.make(gesture)
            case ChosenGestures(gestures):
                title = describe_spot(self.scene, spot_of(self.scene, gestures[0].pick or ""))
                self._choose(title, gestures)
            case IllegalDrop(picks, drop):
                self.tried(lambda: self.seat.drop(picks, drop))
            case NoEffect(words):
                self.say(words)
                self.show()
            case None:
                self.show()

    def _choose(self, title: str, gestures: tuple[Gesture, ...]) -> None:
        def looked(gesture: Gesture) -> None:
            scene = self.seat.preview(self.scene, gesture)
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
        form = form_of(gesture, self.scene.forms)
        if form is not None:
            ask(self, WordDialog(question(form)), lambda answer: self.act(filled(form, answer)))
        elif is_utmost(gesture, self.scene.gestures):
            chooser = Chooser(self.words("Are you sure?"), (gesture,), lambda _: None)
            ask(self, chooser, lambda chosen: self.act(chosen.event))
        elif gesture.amount is None:
            self.act(gesture.event)
        else:
            asked_amount = NumberDialog(gesture.words, gesture.amount)
            event = gesture.event
            ask(self, asked_amount, lambda n: self.act(event.replace("{}", str(int(n)))))

    # -- keys and mouse ----------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Do what a key says; typed ahead of a question, it is not for the table."""
        if not self.is_current or self.do(event.key):
            event.stop()
            event.prevent_default()

    def on_act_bar_chosen(self, event: ActBar.Chosen) -> None:
        """Take a click on an action for its key."""
        self.do(event.key)

    def on_board_widget_dragged(self, event: BoardWidget.Dragged) -> None:
        """Pick up what the mouse pressed, and drop it where it is let go."""
        if self.seat.curtain is not None:
            return
        self.selection.cancel()
        self.selection.point(event.spot)
        intent = self.selection.press()
        if intent is None and self.selection.picked is not None:
            self.selection.point(event.to)
            intent = self.selection.press()
        self._intend(intent)

    def on_board_widget_pointed(self, event: BoardWidget.Pointed) -> None:
        """Pick or drop by a click; a double click is the obvious move."""
        if self.seat.curtain is not None:
            return
        if not event.double:
            self.selection.point(event.spot)
            self._intend(self.selection.press())
        elif self.selection.picked is not None:
            self._intend(self.selection.play_obvious())

    def do(self, key: str) -> bool:
        """Do what a key stands for, the game's own letters first; False when for nothing."""
        action, is_hidden = ACTIONS.get(key), self.seat.curtain is not None
        if is_hidden and action not in ("press", "leave", "dark"):
            return False
        if key in self.letters and not is_hidden:
            self.make(self.letters[key])
        elif key in self.lettered and not is_hidden:
            self.say(say("not_now", "Not now: {action}", action=self.lettered[key]))
        elif key.isdigit() and self.seat.shorthand:
            self.do_type(key)
        elif action is None:
            return False
        else:
            getattr(self, f"do_{action}")(key)
        return True

    def do_move(self, key: str) -> None:
        self.lit, self.roams = None, True
        self.selection.move(Arrow[key.upper()], self.board.next)
        self.show()

    def do_pan(self, key: str) -> None:
        self.board.pan(Arrow[key.removeprefix("shift+").upper()])

    def do_onward(self, key: str) -> None:
        self.roams = True
        self.selection.go_on(1 if key == "tab" else -1)
        self.show()

    def do_press(self, _: str) -> None:
        if self.seat.curtain is not None:
            self.seat.curtain = None
            self.show()
        if self.seat.is_waiting and self.stalled:
            self.settle()
        elif self.seat.is_waiting and not self.thinking:
            self.hurry.set()
        else:
            self._intend(self.selection.press())

    def do_obvious(self, _: str) -> None:
        self._intend(self.selection.play_obvious())

    def do_cancel(self, _: str) -> None:
        self.lit = None
        if self.rules_panel.display:
            self.rules_panel.toggle()
        elif self.selection.cancel():
            self.say("")
        self.show()

    def do_undo(self, _: str) -> None:
        self._travel("undo", "Taken back.")

    def do_redo(self, _: str) -> None:
        self._travel("redo", "Done again.")

    def _travel(self, word: str, done: str) -> None:
        if self.is_held_up():
            return
        self.workers.cancel_group(self, "others")
        no = self.seat.go(word)
        if no is not None:
            self.say_no(no.text)
            return
        self.ended = False
        self.recap.clear()
        self.log_panel.write(self.words(done))
        self.say(done)
        self.settle()

    def do_actions(self, _: str) -> None:
        others = self.seat.of_others()
        player = self.words(seat_name(self.seat.viewer))
        own = [
            replace(one, words=f"{player}: {one.words}") if one.aside and others else one
            for one in self.scene.gestures
        ]
        gestures = [*own, *others]
        if not gestures:
            self.say("Nothing can be done now.")
            return
        named = tuple(
            Gesture(gesture.event, gesture.words, amount=gesture.amount)
            for gesture in sorted(without_duplicates(gestures), key=lambda g: g.aside)
        )
        self._choose(self.words("Actions"), named)

    def do_belong(self, _: str) -> None:
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
            self.say("No other place belongs to this one.")
        self.show()

    def do_new(self, _: str) -> None:
        self.workers.cancel_node(self)
        host_of(self).begin_another(self.sitting.header)

    def do_restart(self, _: str) -> None:
        self.workers.cancel_node(self)
        host_of(self).sit(self.services.restart(self.sitting))

    def do_leave(self, _: str) -> None:
        """Get up; what a bot thinks about now it may think about again another day."""
        self.workers.cancel_node(self)
        host_of(self).go_back()

    def do_log(self, _: str) -> None:
        self.log_panel.display = not self.log_panel.display

    def do_rules(self, _: str) -> None:
        self.rules_panel.toggle()

    def do_page(self, key: str) -> None:
        panel = self.rules_panel
        (panel.scroll_page_up if key == "pageup" else panel.scroll_page_down)()

    def do_colours(self, _: str) -> None:
        host_of(self).toggle_four()
        self.show()

    def do_dark(self, _: str) -> None:
        host_of(self).toggle_dark()
        self.show()

    def do_zoom(self, key: str) -> None:
        self.board.change_zoom(-1 if key == "minus" else 1)

    def do_help(self, _: str) -> None:
        self.read(self.words("Keys"), help_page(self.letters, self.words))

    def do_type(self, key: str) -> None:
        """Ask for a move, as players of the field write it or in full; a digit begins it."""
        short = self.seat.shorthand
        question = self.words(short.about if short else "Type a move")
        begun = key if key.isdigit() else ""
        dialog = WordDialog(question, begun, goes_on=True)
        ask(self, dialog, lambda text: self.tried(lambda: self.seat.type(text)))

    # -- why ---------------------------------------------------------------------------

    def do_explain(self, _: str) -> None:
        """Ask about the event that was refused last, or any other."""
        question = self.words("Why? Type a move")
        ask(self, WordDialog(question, self.seat.refused), self._explain)

    @work(exclusive=True, group="why")
    async def _explain(self, text: str) -> None:
        """Show every guard of an event, on a page."""
        request = self.seat.wonder(text)
        if isinstance(request, Rejection):
            self.say_no(request.text)
            return
        explained = partial(self.services.explain, self.game, request)
        lines = await in_background(explained)
        self.read(str(request.event), "\n".join(lines))

    # -- advice ------------------------------------------------------------------------

    def do_hint(self, _: str) -> None:
        advising = self.advising
        if self.table.is_over or self.table.turn != self.seat.viewer:
            self.say("There is no advice to give now.")
        elif advising.hint is None:
            self.say("Thinking about a hint …")
            self._advise()
        elif advising.step == POINTED:
            advising.step = EXPLAINED
            hint = advising.hint
            where = hint.points[1] or hint.gesture.words
            self.say(say("hint_where", "{where} {why} (h does it)", where=where, why=hint.why))
            self.show()
        else:
            self.act(str(advising.hint.event))

    @work(exclusive=True, group="advice")
    async def _advise(self) -> None:
        if not await self.advising.ask(self.seat.viewer):
            return
        hint = self.advising.hint
        if hint is None:
            self.say(self.advising.why_no_hint)
            return
        piece_label = hint.points[0] or hint.gesture.words
        self.say(say("hint_which", "{which} (h: more; assisted)", which=piece_label))
        self.show()

    def do_light(self, _: str) -> None:
        self.advising.is_lit = not self.advising.is_lit
        if self.advising.is_lit:
            self.prove()
        self.show_head()
