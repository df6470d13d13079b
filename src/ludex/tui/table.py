"""The table: one screen for any scene.

The `Table` is the referee: everything that is accepted has been put on disk by it. This
screen shows what one person may see, asks, and lets bots and chance act with a pause.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from ludex.bots.advice import Advisor, Hint
from ludex.kernel import (
    CHANCE,
    ONLOOKER,
    Dice,
    Event,
    Gesture,
    History,
    Query,
    Refusal,
    Scene,
    Seat,
    Unreadable,
    seat_name,
)
from ludex.play.saying import announced
from ludex.play.sitting import Sitting
from ludex.tui.actbar import ActBar
from ludex.tui.board import Board
from ludex.tui.choosers import Chooser, HowMuch, Page
from ludex.tui.host import host_of
from ludex.tui.house import House
from ludex.tui.keys import KEYS, lettered
from ludex.tui.panels import LogPanel, RulesPanel, help_page, result_page
from ludex.tui.reach import Way
from ludex.tui.selection import Intent, Meant, Said, Selection, Tried
from ludex.tui.spots import Pointing, Spot, changed, described, spot_of

ACTIONS: Final = {name: key.action for key in KEYS for name in key.names}
ROOMY: Final = 112
"""Columns from which the log is open without being asked for."""

LIGHTS: Final = {True: "● can be won", False: "○ cannot be won", None: "? not known"}
AGAIN: Final = frozenset({"n", "f2", "u", "ctrl+z", "q", "s", "ctrl+r"})


class TableScreen(Screen[None]):
    """One game being played by people at this terminal."""

    DEFAULT_CSS = """
    TableScreen { layout: vertical; layers: base over; }
    TableScreen .over { dock: right; layer: over; border-left: tall $accent; }
    TableScreen #head, TableScreen #where, TableScreen #said { height: 1; padding: 0 1; }
    TableScreen #head { background: $primary; color: $text; text-style: bold; }
    TableScreen #where { background: $surface; color: $text-muted; }
    TableScreen #said { background: $surface; }
    TableScreen #said.refused { color: $text-error; text-style: bold; }
    TableScreen ActBar { padding: 0 1; background: $panel; }
    """

    AUTO_FOCUS = "#board"

    def __init__(self, sitting: Sitting[Any], house: House) -> None:
        super().__init__()
        self.sitting = sitting
        self.house = house
        self.table = sitting.table
        self.game = sitting.table.game
        self.selection = Selection()
        self.viewer = self._person()
        self.curtain: Seat | None = None
        """Who is to take the keyboard before anything is shown."""

        self.moved: frozenset[str] = frozenset()
        self.preview: tuple[Scene, str] | None = None
        self.thinking = False
        self.leaving: Callable[[], None] | None = None
        self.advisor: Advisor[Any] | None = None
        self.hint: Hint[Any] | None = None
        self.hints = 0
        self.light_on = False
        self.light: str = ""
        self.lit: tuple[str, frozenset[str]] | None = None
        self.letters: dict[str, Gesture] = {}
        self.ended = False

    def compose(self) -> ComposeResult:
        """A line above, the board, three lines below."""
        yield Static(id="head")
        with Horizontal(id="middle"):
            yield Board(id="board")
            yield LogPanel(id="log")
            yield RulesPanel(self.game, id="rules")
        yield Static(id="where")
        yield Static(id="said")
        yield ActBar(id="acts")

    def on_mount(self) -> None:
        """Show the table, and let the game begin."""
        self._log.display = self.app.size.width >= ROOMY
        for panel in (self._log, self._rules):
            panel.set_class(self.app.size.width < ROOMY, "over")
        self._rules.display = False
        for step in self.table.history.steps[-50:]:
            self._log.tell(str(step.event))
        self._settle()

    def on_unmount(self) -> None:
        """However the screen goes away, the file is closed."""
        self.sitting.leave()

    # -- parts -------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The picture."""
        return self.query_one("#board", Board)

    @property
    def _log(self) -> LogPanel:
        return self.query_one("#log", LogPanel)

    @property
    def _rules(self) -> RulesPanel:
        return self.query_one("#rules", RulesPanel)

    @property
    def scene(self) -> Scene:
        """What is shown."""
        return self.selection.scene

    # -- who looks ---------------------------------------------------------------------

    def _person(self) -> Seat:
        """Who looks: the person to act, or the first person when nobody is."""
        people = self.table.people
        if self.table.turn in people:
            return self.table.turn
        return people[0] if people else ONLOOKER

    def _change_seats(self) -> None:
        """Before another person's hidden things are shown, the keyboard is passed."""
        person = self._person()
        if person != self.viewer:
            several = len(self.table.people) > 1
            if several and self.table.hides and not self.table.is_over:
                self.curtain = person
            self.viewer = person

    # -- showing -----------------------------------------------------------------------

    def _settle(self) -> None:
        """The state is another: look at it, then let others act."""
        self.hint, self.hints, self.lit, self.preview = None, 0, None, None
        self._change_seats()
        before = self.scene if self.scene.zones else None
        scene = self.game.scene(self.table.state, self.viewer)
        self.moved = changed(before, scene)
        self.selection.look(scene)
        self.letters = lettered(self._buttons())
        self.show()
        self._relight()
        if self.table.is_over:
            self._end()
        else:
            self.ended = False
            if self.table.turn not in self.table.people:
                self._others()

    def show(self) -> None:
        """Draw everything that may have changed."""
        chosen, board = self.selection, self.board
        board.colours = host_of(self).palette
        if self.curtain is not None:
            who = seat_name(self.curtain)
            words = f"Pass the keyboard to {who}.\n\nEnter shows the table."
            board.show(Scene((), (), ""), Pointing(), words)
        else:
            scene, legal = self.scene, frozenset(chosen.targets)
            if self.preview is not None:
                scene, key = self.preview
                legal = frozenset({key})
            board.show(scene, self._pointing(legal), self._text())
        self._head()
        self.query_one("#where", Static).update(Content(self._where()))
        self.query_one("#acts", ActBar).offer(self._offers())

    def _pointing(self, legal: frozenset[str]) -> Pointing:
        lit = self.lit[1] if self.lit else frozenset()
        cursor = None if self.preview else self.selection.cursor
        return Pointing(
            cursor, self.selection.held, legal, self._hinted(), self.moved, lit
        )

    def _hinted(self) -> tuple[Spot, ...]:
        if self.hint is None:
            return ()
        gesture = self.hint.gesture
        keys = [gesture.pick] if self.hints == 1 else [gesture.pick, gesture.drop]
        found = [spot_of(self.scene, key) for key in keys if key]
        return tuple(spot for spot in found if spot is not None)

    def _text(self) -> str:
        return self.game.text(self.game.view(self.table.state, self.viewer))

    def _head(self) -> None:
        game, table = self.game, self.table
        title = f"{game.title}"
        status = self.scene.status
        if self.thinking and table.turn != CHANCE and not table.is_over:
            status = f"{seat_name(table.turn)} is thinking …"
        elif game.players[1] == 1 and not table.is_over:
            status = f"move {table.history.length}"
        elif len(table.people) == 1 and table.turn == self.viewer and not table.is_over:
            status = f"your turn ({seat_name(self.viewer)})"
        right = f"  {self.light}" if self.light_on else ""
        right += f"  seed {self.sitting.header.seed}"
        text = f"{title} · {status}"
        room = self.app.size.width - 2 - len(right)
        self.query_one("#head", Static).update(Content(f"{text[:room]:{room}}{right}"))

    def _where(self) -> str:
        if self.curtain is not None:
            return ""
        if self.lit is not None:
            return self.lit[0]
        here = described(self.scene, self.selection.cursor)
        if self.selection.held is not None:
            what = described(self.scene, self.selection.held)
            lit = len(self.selection.targets)
            return f"Holding {what}: {lit} place{'s' * (lit != 1)} lit   → {here}"
        return here

    def _offers(self) -> list[tuple[str, str, str]]:
        """What the foot of the table names: the game's own actions, then common keys."""
        if self.curtain is not None:
            return [("enter", "Enter", "shows the table"), ("q", "q", "quit")]
        own = [(letter, letter, g.words) for letter, g in self.letters.items()]
        common = [
            ("enter", "Enter", "drop" if self.selection.held else "pick"),
            ("tab", "Tab", "next"),
            ("u", "u", "undo"),
            ("h", "h", "hint"),
            ("a", "a", "actions"),
            ("n", "n", "new"),
            ("q", "q", "quit"),
            ("question_mark", "?", "keys"),
        ]
        places = bool(self.selection.grip.moves)
        return [*own, *common[0 if places or not own else 2 :]]

    def say(self, words: str, *, refused: bool = False) -> None:
        """One line to the player."""
        line = self.query_one("#said", Static)
        line.set_class(refused, "refused")
        line.update(Content(words))

    # -- what can be done --------------------------------------------------------------

    def _buttons(self) -> list[Gesture]:
        """Actions without a place; what is no move of the game is only in the list."""
        return [g for g in self.selection.grip.buttons if not self._is_aside(g)]

    def _is_aside(self, gesture: Gesture) -> bool:
        event = self.game.read(gesture.event.replace("{}", "0"))
        return isinstance(event, Event) and event.aside

    def _intend(self, intent: Intent) -> None:
        match intent:
            case Said(words):
                self.say(words)
            case Meant((gesture,)):
                self.make(gesture)
                return
            case Meant(gestures):
                self._choose(gestures)
                return
            case Tried(picks, drop):
                self._try(picks, drop)
                return
            case None:
                pass
        self.show()

    def _choose(self, gestures: tuple[Gesture, ...]) -> None:
        def chosen(gesture: Gesture | None) -> None:
            self.preview = None
            if gesture is None:
                self.show()
            else:
                self.make(gesture)

        title = described(self.scene, spot_of(self.scene, gestures[0].pick or ""))
        self.app.push_screen(Chooser(title, gestures, self._preview), chosen)

    def _preview(self, gesture: Gesture) -> None:
        """What the place would look like; only where nothing is hidden."""
        shown = self.game.view(self.table.state, self.viewer)
        event = self.game.read(gesture.event)
        if gesture.drop is None or isinstance(event, Unreadable) or self.table.hides:
            return
        then = self.game.unchecked().apply(shown, event)
        if isinstance(then, Refusal):
            return
        after = {zone.key: zone for zone in self.game.zones(then, self.viewer)}
        zones = tuple(
            after.get(zone.key, zone) if zone.key == gesture.drop else zone
            for zone in self.scene.zones
        )
        scene = Scene(zones, self.scene.gestures, self.scene.status)
        self.preview = scene, gesture.drop
        self.show()

    def make(self, gesture: Gesture) -> None:
        """Make the event of a gesture; ask for its amount first when it has one."""
        if gesture.amount is None:
            self.act(gesture.event)
            return

        def given(amount: int | None) -> None:
            if amount is not None:
                self.act(gesture.event.replace("{}", str(amount)))

        self.app.push_screen(HowMuch(gesture.words, gesture.amount), given)

    def _try(self, picks: tuple[str, ...], drop: str) -> None:
        """A drop that is not lit: the referee says why not."""
        shown = self.game.view(self.table.state, self.viewer)
        for pick in picks:
            event = self.game.meant(shown, pick, drop)
            if event is not None:
                self.act(str(event))
                return
        self.say("No: that does not go there.", refused=True)

    def act(self, text: str) -> None:
        """Make an event; a refusal is shown and changes nothing."""
        event = self.game.read(text)
        if isinstance(event, Unreadable):
            self.say(f"No: {event}", refused=True)
            return
        if isinstance(event, Query):
            self.app.push_screen(Page(event.name, event.answer(self.table.state)))
            return
        if self.thinking:
            self.say(f"{seat_name(self.table.turn)} is thinking.", refused=True)
            return
        before, own = self.table.history, event.seat(self.table.state)
        seat = own if own is not None and own in self.table.people else self.viewer
        refusal = self.table.act(seat, event)
        if refusal is not None:
            self.say(f"No: {refusal.text}", refused=True)
            self.show()
            return
        self._tell(before, seat, event)
        self._settle()

    def _tell(self, before: History[Any], seat: Seat, event: Event[Any]) -> None:
        """Everything that happens is said and kept in the log."""
        viewer = self.viewer
        words = announced(self.game, before.state, seat, event, viewer)
        told = self.game.told(before.state, event)
        for line in (words, *(f"  {sentence}" for sentence in told)):
            self._log.tell(line)
        self.say("  ".join((words, *told)))

    # -- bots and chance ---------------------------------------------------------------

    @work(exclusive=True, group="others")
    async def _others(self) -> None:
        table = self.table
        while not table.is_over and table.turn not in table.people:
            seat, before = table.turn, table.history
            self.thinking = True
            self._head()
            step = await asyncio.to_thread(next, table.advance(), None)
            self.thinking = False
            if self.leaving is not None:
                self.leaving()
                return
            if step is None:
                break
            self._tell(before, *step)
            if not table.is_over and table.turn not in table.people:
                self._watch()
                if seat != CHANCE:
                    waiting = any(table.view(person).legal for person in table.people)
                    await asyncio.sleep(self.house.pause * (4 if waiting else 1))
        self._settle()

    def _watch(self) -> None:
        """Show what another did, while more is to come."""
        before = self.scene
        scene = self.game.scene(self.table.state, self.viewer)
        self.moved = changed(before, scene)
        self.selection.look(scene)
        self.letters = lettered(self._buttons())
        self.show()

    # -- the end -----------------------------------------------------------------------

    def _end(self) -> None:
        if self.ended:
            return
        self.ended = True
        outcome = self.game.outcome(self.table.state)
        assert outcome is not None
        self.say(outcome.text)
        self._log.tell(outcome.text)

        def next_key(key: str | None) -> None:
            if key is not None:
                self.do(key)

        page = result_page(self.game, self.table.history, self.table.people)
        self.app.push_screen(Page("The game is over", page, " ".join(AGAIN)), next_key)

    # -- keys --------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Every key of the table."""
        if self.do(event.key):
            event.stop()
            event.prevent_default()

    def on_act_bar_chosen(self, event: ActBar.Chosen) -> None:
        """A click on an action is its key."""
        self.do(event.key)

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """The mouse: a click picks and drops, a double click is the obvious move."""
        if self.curtain is not None:
            return
        if event.double and self.selection.held is not None:
            self._intend(self.selection.simply())
            return
        if event.double:
            return
        self.selection.point(event.spot)
        self._intend(self.selection.press())

    def do(self, key: str) -> bool:
        """What a key stands for: the game's own letters first; False when for nothing."""
        if self.curtain is not None:
            if key in ("enter", "space"):
                self.curtain = None
                self.show()
            elif ACTIONS.get(key) in ("leave", "help", "dark"):
                getattr(self, f"key_does_{ACTIONS[key]}")()
            return True
        if key in self.letters:
            self.make(self.letters[key])
            return True
        action = ACTIONS.get(key)
        if action is None:
            return False
        getattr(self, f"key_does_{action}")()
        return True

    def _move(self, way: Way) -> None:
        self.lit = None
        self.selection.move(way, self.board.next)
        self.show()

    def key_does_up(self) -> None:
        self._move(Way.UP)

    def key_does_down(self) -> None:
        self._move(Way.DOWN)

    def key_does_left(self) -> None:
        self._move(Way.LEFT)

    def key_does_right(self) -> None:
        self._move(Way.RIGHT)

    def key_does_press(self) -> None:
        waits = self.table.turn not in self.table.people and not self.table.is_over
        if waits and not self.thinking:
            self._others()  # no need to wait for the pause
            return
        self._intend(self.selection.press())

    def key_does_onward(self) -> None:
        self.selection.onward(1)
        self.show()

    def key_does_backward(self) -> None:
        self.selection.onward(-1)
        self.show()

    def key_does_cancel(self) -> None:
        if self._rules.display:
            self._rules.display = False
        elif self.selection.cancel():
            self.say("")
        self.lit = None
        self.show()

    def key_does_obvious(self) -> None:
        self._intend(self.selection.simply())

    def key_does_undo(self) -> None:
        self._travel("undo", self.table.undo, "Taken back.")

    def key_does_redo(self) -> None:
        self._travel("redo", self.table.redo, "Done again.")

    def _travel(self, word: str, go: Callable[[], bool], done: str) -> None:
        if self.thinking:
            self.say(f"{seat_name(self.table.turn)} is thinking.", refused=True)
            return
        self.workers.cancel_group(self, "others")
        if go():
            self.say(done)
            self._log.tell(done)
            self._settle()
        else:
            self.say(f"No: Nothing to {word}", refused=True)

    def key_does_actions(self) -> None:
        gestures = [*self.scene.gestures, *self._of_others()]
        if not gestures:
            self.say("Nothing can be done now.")
            return
        last = sorted(gestures, key=self._is_aside)

        def chosen(gesture: Gesture | None) -> None:
            if gesture is not None:
                self.make(gesture)

        named = [
            Gesture(g.event, g.words, amount=g.amount) for g in dict.fromkeys(last)
        ]
        self.app.push_screen(Chooser("Actions", named, lambda _: None), chosen)

    def _of_others(self) -> list[Gesture]:
        """What other people at this keyboard can say out of turn."""
        state = self.table.state
        return [
            gesture
            for seat in self.table.people
            if seat != self.viewer
            for gesture in self.game.scene(state, seat).gestures
            if gesture.pick is None
        ]

    def key_does_belong(self) -> None:
        cursor = self.selection.cursor
        sets = [
            (label, frozenset(keys))
            for label, keys in self.scene.highlights
            if cursor is not None and cursor.zone in keys
        ]
        if not sets:
            self.say("Nothing here belongs together.")
            return
        at = sets.index(self.lit) + 1 if self.lit in sets else 0
        self.lit = sets[at] if at < len(sets) else None
        self.show()

    def key_does_new(self) -> None:
        self._leave(partial(host_of(self).begin_another, self.sitting.header))

    def key_does_restart(self) -> None:
        self._leave(partial(host_of(self).begin, self.sitting.header))

    def key_does_leave(self) -> None:
        self._leave(host_of(self).go_back)

    def _leave(self, then: Callable[[], None]) -> None:
        """Get up, but not while a bot is about to act: what it does must reach the file."""

        def going() -> None:
            self.sitting.leave()
            then()

        self.workers.cancel_group(self, "advice")
        if self.thinking:
            self.leaving = going
            self.say("One moment: a move is still being made.")
        else:
            self.workers.cancel_group(self, "others")
            going()

    def key_does_log(self) -> None:
        self._log.display = not self._log.display

    def key_does_rules(self) -> None:
        self._rules.open() if not self._rules.display else self._rules.close()

    def key_does_page_down(self) -> None:
        self._rules.scroll_page_down()

    def key_does_page_up(self) -> None:
        self._rules.scroll_page_up()

    def key_does_colours(self) -> None:
        host_of(self).four = not host_of(self).four
        self.show()

    def key_does_dark(self) -> None:
        host_of(self).toggle_dark()
        self.show()

    def key_does_larger(self) -> None:
        self.board.zoomed(1)

    def key_does_smaller(self) -> None:
        self.board.zoomed(-1)

    def key_does_pan_up(self) -> None:
        self.board.pan(Way.UP)

    def key_does_pan_down(self) -> None:
        self.board.pan(Way.DOWN)

    def key_does_pan_left(self) -> None:
        self.board.pan(Way.LEFT)

    def key_does_pan_right(self) -> None:
        self.board.pan(Way.RIGHT)

    def key_does_help(self) -> None:
        self.app.push_screen(Page("Keys", help_page(self.letters)))

    # -- advice ------------------------------------------------------------------------

    def key_does_hint(self) -> None:
        if self.table.is_over or self.table.turn != self.viewer:
            self.say("There is nothing to advise now.")
        elif self.hint is None:
            self.say("Thinking about a hint …")
            self._advise()
        elif self.hints < 2:
            self.hints = 2
            self.say(f"Hint: {self.hint.gesture.words}. {self.hint.why} (h does it)")
            self.show()
        else:
            self.act(str(self.hint.event))

    @work(exclusive=True, group="advice")
    async def _advise(self) -> None:
        history = self.table.history
        hint = await asyncio.to_thread(self._ask, history)
        if self.table.history is not history:
            return
        if hint is None:
            self.say("No hint: no way to win is known from here.")
            return
        self.table.advised()
        self.hint, self.hints = hint, 1
        spot = spot_of(self.scene, hint.gesture.pick or "")
        what = described(self.scene, spot) or hint.gesture.words
        self.say(f"Hint: {what} (h again tells more)")
        self.show()

    def _ask(self, history: History[Any]) -> Hint[Any] | None:
        dice = Dice(self.sitting.header.seed + history.length)
        return self._adviser().hint(self.table.view(self.viewer), dice)

    def _adviser(self) -> Advisor[Any]:
        if self.advisor is None:
            self.advisor = self.house.advisor(self.game)
        return self.advisor

    def key_does_light(self) -> None:
        self.light_on = not self.light_on
        self.light = ""
        self._relight()
        self._head()

    def _relight(self) -> None:
        if self.light_on:
            self.light = "…"
            self._prove()

    @work(exclusive=True, group="light")
    async def _prove(self) -> None:
        history, view = self.table.history, self.table.view(self.viewer)
        advisor = await asyncio.to_thread(self._adviser)
        if advisor.winnable is None:
            self.light_on = False
            self.say("In this game nobody can prove who wins.")
        elif not self.table.is_over:
            answer = await asyncio.to_thread(advisor.winnable, view)
            if self.table.history is history:
                self.table.advised()
                self.light = LIGHTS[answer]
        else:
            self.light = ""
        self._head()
