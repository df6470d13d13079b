"""The turns at the table: a person acts, then bots and chance do, until the end.

Bots think beside the screen, which never freezes. Whoever leaves leaves at once: a bot that is
still thinking is stopped, and thinks again when the game is resumed.
"""

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from textual import work
from textual.content import Content

from ludex.kernel import CHANCE, Fault, say, seat_name
from ludex.parts.secret_dice import dice_for
from ludex.play.protocol.effects import QueryAnswer, Rejection
from ludex.play.seating import Sitting
from ludex.play.tempo import draw_tempo
from ludex.tui.background import in_background
from ludex.tui.board.spots import changed, emptied_zones
from ludex.tui.dialog import ask
from ludex.tui.services import Services
from ludex.tui.table.dialogs import Page
from ludex.tui.table.frame import TableFrame
from ludex.tui.table.panels import result_page
from ludex.tui.table.seat import Answered, NarratedEvent

OBJECTION_FACTOR = 4
"""So many times longer is the pause when a person may say something out of turn, and before
something is taken away that nobody has had time to look at."""

AFTER = ("n", "f2", "u", "ctrl+z", "q", "ctrl+r")
"""Keys that mean the same on the page of the result as at the table."""

USUAL = 0.5
"""The pause with which bots take as long as people do."""

FAILED_FOOT = "Enter ask it again   u undo   q leave   Esc look at the table"
NOTHING_LOST = "The game is saved. When you resume it, the program gets another chance."

FOOT = "n new deal   u undo   q leave   Esc look at the table"


class Turns(TableFrame):
    """A table where events happen."""

    def __init__(self, sitting: Sitting, services: Services) -> None:
        super().__init__(sitting, services)
        self.ended = False
        self.stalled = False
        """Has a program failed that was to act?"""

        self.tempo = dice_for(sitting.header.seed, 0, "tempo")
        """The pauses of bots, drawn from dice of their own."""

        self.hurry = asyncio.Event()
        """Has somebody seen enough?"""

    @abstractmethod
    def do(self, key: str) -> bool:
        """Do what a key stands for; False when for nothing."""

    def settle(self, *, more: bool = False) -> None:
        """Look at another state, then let others act."""
        self.advising.forget()
        self.seat.change()
        self.look(more=more)
        if self.advising.is_lit:
            self.prove()
        if self.table.is_over:
            self._end()
        elif self.seat.is_waiting:
            self._others()

    def read(
        self,
        title: str,
        page: Content | str,
        foot: str = "",
        keys: tuple[str, ...] = (),
    ) -> None:
        """Show a page over the table; some keys are for the table."""
        ask(self, Page(title, page, self.words(foot), keys), self.do)

    # -- a person ----------------------------------------------------------------------

    def act(self, event: str) -> None:
        """Make an event by its text."""
        self.tried(lambda: self.seat.act(event))

    def tried(self, deed: Callable[[], Answered]) -> None:
        """Do it; a refusal is shown in a line and changes nothing."""
        if self.is_held_up():
            return
        match deed():
            case Rejection(reason):
                self.say_no(reason)
                self.show()
            case QueryAnswer(title, text):
                self.read(title, text)
            case NarratedEvent() as done:
                self.workers.cancel_group(self, "others")
                self.recap.clear()
                self.tell(done)
                self.settle()

    def is_held_up(self) -> bool:
        """Is a bot about to act? Nobody else acts then; it is said."""
        if self.thinking:
            player = seat_name(self.table.turn)
            self.say(say("thinking", "{player} is thinking.", player=player), refused=True)
        return self.thinking

    # -- bots and chance ---------------------------------------------------------------

    @work(exclusive=True, group="others")
    async def _others(self) -> None:
        """Let them act; a fault in the rules would come out of a worker with all its frames."""
        try:
            await self._let_others()
        except Fault as fault:
            self.app.exit(return_code=1, message=fault)
        except ChildProcessError as failed:  # a program at the table
            self._failed(str(failed))

    def _failed(self, why: str) -> None:
        """Say that a program cannot go on: nothing is lost, and the player decides."""
        self.stalled = True
        player = seat_name(self.table.turn)
        notice = say("fails", "{player} cannot move: {why}", player=player, why=why)
        self.say(notice, refused=True)
        self.show_head()
        heading = self.words("A program has failed")
        page = f"{self.words(notice)}\n\n{self.words(NOTHING_LOST)}\n"
        self.read(heading, page, FAILED_FOOT, ("enter", *AFTER))

    async def _let_others(self) -> None:
        """Let them act one after the other; people see what was done before."""
        seat, more = self.seat, False
        self.stalled = False
        while seat.is_waiting:
            answered = await self._pause()
            begun = monotonic()
            self.thinking = True
            self.show_head()
            try:
                done = await in_background(seat.let_others)
                await asyncio.sleep(max(0.0, begun + answered - monotonic()))
            finally:
                self.thinking = False
            if done:
                self.tell(seat.narrate())
            if seat.is_waiting:
                self.look(more=more)
                more = True
        self.settle(more=more)

    async def _pause(self) -> float:
        """Give time to look; a key ends it. Return in how many seconds a bot's answer is shown then.

        Together they are what was drawn before the bot has thought: how long it takes tells
        nothing of its cards, unless somebody is in a hurry.
        """
        times, pause = self._worth_looking(), self.services.pause
        if not times:
            return 0.0
        answered, seconds = 0.0, pause * times
        if self.table.turn != CHANCE and pause:
            player = self.sitting.header.seats[self.table.turn]
            whole, answered = draw_tempo(self.game, player, self.tempo)
            before = (whole - answered) * pause / USUAL
            seconds = max(seconds, before) if times > 1 else before
        self.hurry.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.hurry.wait(), seconds)
            answered = 0.0
        self.unseen = frozenset()
        return answered

    def _worth_looking(self) -> int:
        """Return how many pauses the next to act has to wait.

        Chance waits only when it would change again what has just been changed, such as
        the cards on a board, and longer before it takes something away.
        """
        table, scene = self.table, self.scene
        if table.turn != CHANCE:
            may_speak = any(table.view(person).legal for person in table.people)
            return OBJECTION_FACTOR if may_speak else 1
        after = self.seat.scene_after_chance()
        occupied = {zone.key for zone in scene.zones if zone.pieces}
        if self.unseen & emptied_zones(scene, after):
            return OBJECTION_FACTOR
        return 1 if self.unseen & occupied & changed(scene, after) else 0

    # -- the end -----------------------------------------------------------------------

    def _end(self) -> None:
        if self.ended:
            return
        self.ended = True
        outcome = self.game.outcome(self.table.state)
        assert outcome is not None
        self.say(outcome.text)
        self.log_panel.write(self.words(outcome.text))
        page = result_page(self.table, self.words)
        self.read(self.words("The game is over"), page, FOOT, AFTER)

    # -- the light ---------------------------------------------------------------------

    @work(exclusive=True, group="light")
    async def prove(self) -> None:
        """Ask whether it can still be won."""
        self.advising.light = "…"
        if not await self.advising.prove(self.seat.viewer):
            self.advising.is_lit = False
            self.say("This game has no solver that can prove who wins.")
        self.show_head()
