"""Programs at web tables: each has a seat, and a thread waits for its answer.

The rules of this file:
1. No more programs run than the settings say. One that nobody waits for is ended when another
   needs its place: between two moves it may forget everything, so it is started anew.
2. A program is ended with its game, when its table is left, and with the server.
3. Guests are told what kind of fault a program has made, and never its words: those are for
   whoever runs the server, in the log.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from threading import Lock
from traceback import format_exc
from typing import Any

from ludex.bots import View
from ludex.players.programs.pipe import Failed, TimedOut
from ludex.players.programs.program import STARTING, Illegal, Program
from ludex.server.game_list import OfferedGame
from ludex.server.invited_programs import InvitedProgram, start_program
from ludex.server.settings import Settings
from ludex.server.store.threads import Threads
from ludex.server.workers.process import STOPPED, WorkerAnswer

LOG = logging.getLogger(__name__)
ProgramSeat = tuple[str, int]
"""A table and a seat."""

ENDING = 6.0
"""Seconds that a program which is ended may take to be gone."""


class ProgramFault(StrEnum):
    """The kinds of mistakes that a program makes."""

    ILLEGAL = "illegal"
    TIME = "time"
    FAILED = "failed"
    GONE = "gone"
    """It does not play here any more."""


class Programs:
    """The programs that are seated at tables of this process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._seated: OrderedDict[ProgramSeat, Program] = OrderedDict()
        """The seated programs; the one asked longest ago comes first."""

        self._busy: set[ProgramSeat] = set()
        self._lock = Lock()
        self._threads: Threads | None = None

    @property
    def seconds(self) -> float:
        """Return the seconds that a question may take in all: to start, to think, and to be ended."""
        return STARTING + self._settings.program_seconds + ENDING

    @property
    def running(self) -> int:
        """Return the number of programs that have a seat."""
        return len(self._seated)

    def leave(self, is_over: Callable[[str], bool]) -> None:
        """Let the programs at such tables get up, unless they are being asked."""
        with self._lock:
            places = [at for at in self._seated if at not in self._busy]
            left = [self._seated.pop(at) for at in places if is_over(at[0])]
        if left:
            self.threads.run(lambda: _ended(left))

    def close(self) -> None:
        """Everybody goes, whatever they think about."""
        with self._lock:
            everybody = list(self._seated.values())
        for one in everybody:
            one.stop()
        if self._threads is not None:
            self._threads.close()

    @property
    def threads(self) -> Threads:
        """Return as many threads as programs may run, and one for those that end."""
        if self._threads is None:
            self._threads = Threads(self._settings.programs + 1, "ludex-program")
        return self._threads

    # -- in a thread ------------------------------------------------------------------

    def sit(self, question: "ProgramQuestion") -> Program:
        """Return the program at a seat, and start it if it is not there."""
        with self._lock:
            self._busy.add(question.place)
            found = self._seated.get(question.place)
            if found is None:
                game, source = question.offered.game, question.offered.source
                found = start_program(game, source, question.program.text, self._settings)
                self._seated[question.place] = found
            self._seated.move_to_end(question.place)
            idle = [at for at in self._seated if at not in self._busy]
            more = max(0, len(self._seated) - self._settings.programs)
            spare = [self._seated.pop(at) for at in idle[:more]]
        _ended(spare)
        return found

    def answered(self, question: "ProgramQuestion", *, failed: bool) -> None:
        """Release the program after an answer; one that has failed gets up."""
        with self._lock:
            self._busy.discard(question.place)
            left = self._seated.pop(question.place, None) if failed else None
        if left is not None:
            _ended([left])

    def stop(self, place: ProgramSeat) -> None:
        """End the program at a seat, from any thread."""
        with self._lock:
            found = self._seated.get(place)
        if found is not None:
            found.stop()


def _ended(programs: list[Program]) -> None:
    for one in programs:
        one.stop()
        one.close()


@dataclass(frozen=True, slots=True)
class ProgramQuestion:
    """A question that a thread asks: the answer is an event, or what went wrong."""

    programs: Programs
    place: ProgramSeat
    program: InvitedProgram
    offered: OfferedGame
    view: View[Any]

    def __call__(self) -> str | ProgramFault:
        """Ask, and wait; nobody is harmed by what a program does."""
        fault = None
        try:
            player = self.programs.sit(self)
            return str(player.move(self.view))
        except Illegal as failed:
            fault, words = ProgramFault.ILLEGAL, str(failed)
        except TimedOut as failed:
            fault, words = ProgramFault.TIME, str(failed)
        except (Failed, ValueError) as failed:
            fault, words = ProgramFault.FAILED, str(failed)
        finally:
            self.programs.answered(self, failed=fault is not None)
        LOG.warning("player %s at %s: %s", self.program.name, self.offered.name, words)
        return fault


class ProgramWaiter:
    """Waits for a program's answer, as a thinker does for a thought."""

    async def think(
        self, work: Callable[[], Any], seconds: float, wanted: "asyncio.Future[Any]"
    ) -> WorkerAnswer:
        """Return what the program answers, while the answer is `wanted`."""
        assert isinstance(work, ProgramQuestion)
        reply = asyncio.wrap_future(work.programs.threads.run(work))
        await asyncio.wait((reply, wanted), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not reply.done():
            work.programs.stop(work.place)
            await asyncio.wait((reply,), timeout=ENDING)
        if not reply.done():
            return STOPPED
        try:
            return WorkerAnswer(reply.result())
        except Exception:  # noqa: BLE001  # it is told to whoever asked
            return WorkerAnswer(trouble=format_exc())

    def end(self) -> None:
        """Programs are ended by themselves."""
