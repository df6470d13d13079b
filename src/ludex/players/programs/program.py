"""A program that plays by the language of `speaking`, as a bot like any other.

It is started when it is first asked, and stays. When it fails, it is ended, and `Failed` says
why: what that costs is for whoever asked it to decide.
"""

import contextlib
from collections.abc import Iterable, Mapping
from time import monotonic
from typing import Final, Generic, TypeVar

from ludex.bots import View
from ludex.kernel import Dice, Event, Game, Unreadable, seat_number
from ludex.players.programs.legality import Illegal, demand_legal
from ludex.players.programs.pipe import FREE, Bounds, Failed, Pipe, TooLate
from ludex.players.programs.protocol import (
    BESTMOVE,
    GAME,
    GO,
    GREETING,
    HELLO,
    LEGAL,
    LONGEST_LINE,
    MOST_REMARKS,
    OPTION,
    OVER,
    POSITION,
    QUIT,
    SEAT,
    TOLD,
)

S = TypeVar("S")

STARTING: Final = 10.0
"""Seconds that a program has to say hello."""

GRACE: Final = 0.2
"""Seconds beyond its time that the pipes may take."""


class Program(Generic[S]):
    """A program at the table."""

    def __init__(
        self,
        game: Game[S],
        command: str,
        seconds: float = 10.0,
        options: Mapping[str, str] | None = None,
        bounds: Bounds = FREE,
    ) -> None:
        self.game, self.command, self.seconds = game, command, seconds
        self._bounds = bounds
        self.name = ""
        """What it calls itself."""

        self._options = dict(options or {})
        self._pipe: Pipe | None = None
        self._is_playing = False

    def __call__(self, view: View[S], dice: Dice) -> Event[S]:
        """Its move; Failed says why there is none."""
        del dice  # a program throws its own
        return self.move(view)

    def move(
        self, view: View[S], told: Iterable[str] = (), seconds: float | None = None
    ) -> Event[S]:
        """Its move, after it has been told what happened; within so many seconds."""
        allowed = self.seconds if seconds is None else seconds
        try:
            pipe = self._started()
            asked = self._question(pipe, view, told, allowed)
            until = monotonic() + allowed + GRACE
            pipe.say(asked, until)
            return self._understood(view, _answer(pipe, until))
        except Failed:
            self.close()
            raise

    def over(self, winners: Iterable[int] = ()) -> None:
        """The game has ended, and these seats (from 1) have won it."""
        if self._pipe is not None and self._is_playing:
            text = " ".join([OVER, *map(str, winners)]) + "\n"
            try:
                self._pipe.say(text, monotonic() + 1)
            except Failed:
                self.close()
        self._is_playing = False

    def close(self) -> None:
        """End the program, whatever it is doing."""
        if self._pipe is not None:
            with contextlib.suppress(Failed):
                self._pipe.say(f"{QUIT}\n", monotonic())
            self._pipe.close()
        self._pipe, self._is_playing = None, False

    def stop(self) -> None:
        """End it at once, from any thread: whoever waits for its move hears of it."""
        pipe = self._pipe
        if pipe is not None:
            pipe.let_go()

    def greet(self, patience: float = STARTING) -> str:
        """Start it, unless it runs; what it calls itself."""
        if self._pipe is None:
            self._pipe = pipe = Pipe(self.command, self._bounds)
            until = monotonic() + patience
            try:
                pipe.say(f"{GREETING}\n", until)
                self.name = _after(HELLO, pipe, until).strip()
            except TooLate:
                self.close()
                raise Failed(
                    f"has not said hello in {patience:g} s (a program that does not flush "
                    "what it prints is not heard)"
                ) from None
            except Failed as failed:
                self.close()
                raise type(failed)(f"{failed}, and has not said hello") from None
        return self.name

    def _started(self) -> Pipe:
        self.greet()
        assert self._pipe is not None
        return self._pipe

    def _question(self, pipe: Pipe, view: View[S], told: Iterable[str], seconds: float) -> str:
        if any(line.split(" ", 1)[0] == BESTMOVE for line in pipe.unheard()):
            raise Failed("moves without being asked")
        lines = []
        if not self._is_playing:
            lines += [f"{GAME} {self.game.name}"]
            lines += [f"{OPTION} {name} {value}" for name, value in self._options.items()]
            lines += [f"{SEAT} {seat_number(view.seat)}"]
            self._is_playing = True
        lines += [f"{TOLD} {each}" for each in told]
        lines += [f"{POSITION} {self.game.position(view.shown)}"]
        lines += [f"{LEGAL} {event}" for event in view.legal]
        lines += [f"{GO} {seconds:g}"]
        return "".join(f"{line}\n" for line in lines)

    def _understood(self, view: View[S], text: str) -> Event[S]:
        event = self.game.read(text)
        if isinstance(event, Unreadable):
            raise Illegal(f"answers {text[:80]!r}: {event}")
        return demand_legal(self.game, view, event)


def _answer(pipe: Pipe, until: float) -> str:
    return _after(BESTMOVE, pipe, until)


def _after(word: str, pipe: Pipe, until: float) -> str:
    """Return what follows a word; remarks before it are passed over."""
    for _ in range(MOST_REMARKS):
        first, _, rest = pipe.hear(until, LONGEST_LINE).strip().partition(" ")
        if first == word:
            return rest.strip()
    raise Failed(f"says {MOST_REMARKS:,} lines, but no {word}")
