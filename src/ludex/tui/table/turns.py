"""What happens at the table: a person acts, then bots and chance do, until the end.

Bots think beside the screen, which never freezes. Whoever leaves leaves at once: a bot that is
still thinking is stopped, and thinks again when the game is resumed.
"""

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from textual import work
from textual.content import Content

from ludex.kernel import CHANCE, Fault, dice_for, say, seat_name
from ludex.play.effects import QueryAnswer, Rejection
from ludex.play.seating import Sitting
from ludex.play.tempo import draw_tempo
from ludex.tui.background import in_background
from ludex.tui.board.spots import changed, emptied
from ludex.tui.services import Doors
from ludex.tui.table.dialogs import Page
from ludex.tui.table.frame import TableFace
from ludex.tui.table.panels import result_page
from ludex.tui.table.seat import Done

PATIENCE: Final = 4
"""So many times longer is the pause when a person may say something out of turn, and before
something is taken away that nobody has had time to look at."""

AFTER: Final = ("n", "f2", "u", "ctrl+z", "q", "ctrl+r")
"""Keys that mean the same on the page of the result as at the table."""

USUAL: Final = 0.5
"""The pause with which bots take as long as people do."""

ASK: Final = "enter"
"""The key that asks a program once more."""

FAILED_FOOT: Final = "Enter ask it again   u undo   q leave   Esc look at the table"
NOTHING_LOST: Final = (
    "The game is saved: whenever it is resumed, the program is asked again."
)

FOOT: Final = "n new deal   u undo   q leave   Esc look at the table"


class Turns(TableFace):
    """A table where events happen."""

    def __init__(self, sitting: Sitting[Any], doors: Doors) -> None:
        super().__init__(sitting, doors)
        self.ended = False
        self.stalled = False
        """Has a program failed that was to act?"""

        self.tempo = dice_for(sitting.header.seed, 0, "tempo")
        """How long bots take is drawn from dice of its own."""

        self.hurry = asyncio.Event()
        """Has somebody seen enough?"""

    @abstractmethod
    def do(self, key: str) -> bool:
        """What a key stands for; False when for nothing."""

    def settle(self, *, more: bool = False) -> None:
        """The state is another: look at it, then let others act."""
        self.advising.forget()
        self.chair.change()
        self.look(more=more)
        if self.advising.is_lit:
            self.prove()
        if self.table.is_over:
            self._end()
        elif self.chair.is_waiting:
            self._others()

    def read(self, title: str, page: Content | str) -> None:
        """A page over the table."""
        self.app.push_screen(Page(title, page))

    # -- a person ----------------------------------------------------------------------

    def act(self, event: str) -> None:
        """Make an event by its text."""
        self.tried(lambda: self.chair.act(event))

    def tried(self, deed: Callable[[], Done | QueryAnswer | Rejection]) -> None:
        """Do it; a refusal is shown in a line and changes nothing."""
        if self.is_held_up():
            return
        match deed():
            case Rejection(reason):
                self.say(say("no", "No: {reason}", reason=reason), refused=True)
                self.show()
            case QueryAnswer(title, text):
                self.read(title, text)
            case Done() as done:
                self.workers.cancel_group(self, "others")
                self.recap.forget()
                self.tell(done)
                self.settle()

    def is_held_up(self) -> bool:
        """Nobody else acts while a bot is about to; it is said."""
        if self.thinking:
            who = seat_name(self.table.turn)
            self.say(say("thinking", "{player} is thinking.", player=who), refused=True)
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
        """A program cannot go on: nothing is lost, and whoever sits here decides."""
        self.stalled = True
        who = seat_name(self.table.turn)
        told = say("fails", "{player} cannot move: {why}", player=who, why=why)
        self.say(told, refused=True)
        self.show_head()

        def next_key(key: str | None) -> None:
            if key is not None:
                self.do(key)

        heading, foot = self.words("A program has failed"), self.words(FAILED_FOOT)
        page = Content(f"{self.words(told)}\n\n{self.words(NOTHING_LOST)}\n")
        self.app.push_screen(Page(heading, page, foot, (ASK, *AFTER)), next_key)

    async def _let_others(self) -> None:
        """One after the other; people see what was done before."""
        chair, more = self.chair, False
        self.stalled = False
        while chair.is_waiting:
            answered = await self._pause()
            begun = monotonic()
            self.thinking = True
            self.show_head()
            try:
                done = await in_background(chair.let_others)
                await asyncio.sleep(max(0.0, begun + answered - monotonic()))
            finally:
                self.thinking = False
            if done:
                self.tell(chair.told())
            if chair.is_waiting:
                self.look(more=more)
                more = True
        self.settle(more=more)

    async def _pause(self) -> float:
        """Time to look; a key ends it. How many seconds after it a bot's answer is shown.

        Together they are what was drawn before the bot has thought: how long it takes tells
        nothing of its cards, unless somebody is in a hurry.
        """
        times, pause = self._worth_looking(), self.doors.pause
        if not times:
            return 0.0
        answered, seconds = 0.0, pause * times
        if self.table.turn != CHANCE and pause:
            who = self.sitting.header.seats[self.table.turn]
            whole, answered = draw_tempo(self.game, who, self.tempo)
            before = (whole - answered) * pause / USUAL
            seconds = max(seconds, before) if times > 1 else before
        self.hurry.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.hurry.wait(), seconds)
            answered = 0.0
        self.unseen = frozenset()
        return answered

    def _worth_looking(self) -> int:
        """How many pauses the next to act has to wait.

        Chance waits only when it would change again what has just been changed, such as
        the cards on a board, and longer before it takes something away.
        """
        table, scene = self.table, self.scene
        if table.turn != CHANCE:
            may_speak = any(table.view(person).legal for person in table.people)
            return PATIENCE if may_speak else 1
        after = self.chair.scene_after_chance()
        shown = {zone.key for zone in scene.zones if zone.pieces}
        if self.unseen & emptied(scene, after):
            return PATIENCE
        return 1 if self.unseen & shown & changed(scene, after) else 0

    # -- the end -----------------------------------------------------------------------

    def _end(self) -> None:
        if self.ended:
            return
        self.ended = True
        outcome = self.game.outcome(self.table.state)
        assert outcome is not None
        self.say(outcome.text)
        self.log_panel.tell(self.words(outcome.text))

        def next_key(key: str | None) -> None:
            if key is not None:
                self.do(key)

        page = result_page(self.table, self.words)
        over, foot = self.words("The game is over"), self.words(FOOT)
        self.app.push_screen(Page(over, page, foot, AFTER), next_key)

    # -- the light ---------------------------------------------------------------------

    @work(exclusive=True, group="light")
    async def prove(self) -> None:
        """Ask whether it can still be won."""
        self.advising.light = "…"
        if not await self.advising.prove(self.chair.viewer):
            self.advising.is_lit = False
            self.say("In this game nobody can prove who wins.")
        self.show_head()
