"""A program that reads a state and prints its move, started anew for every move.

Some documents describe their players so. How a state is written for it, and what move it is
that it prints, the game's companion knows.
"""

from time import monotonic
from typing import Final, Generic, TypeVar

from ludex.bots import View
from ludex.kernel import Dice, Event, Game, Unreadable
from ludex.players.programs.legality import demand_legal
from ludex.players.programs.pipe import FREE, Bounds, Failed, Pipe
from ludex.players.programs.program import GRACE
from ludex.registry import MoveFilter

S = TypeVar("S")

MOST_SAID: Final = 1_000_000
"""Bytes that it may print: a whole state, and more."""


class FilterProgram(Generic[S]):
    """Such a program at the table."""

    def __init__(
        self,
        game: Game[S],
        command: str,
        form: MoveFilter[S],
        seconds: float = 10.0,
        bounds: Bounds = FREE,
    ) -> None:
        self.game, self.command, self.seconds = game, command, seconds
        self._form, self._bounds = form, bounds
        self._pipe: Pipe | None = None

    def __call__(self, view: View[S], dice: Dice) -> Event[S]:
        """Its move; Failed says why there is none."""
        del dice  # a program throws its own
        given = self._form.write(view.shown)
        if isinstance(given, Unreadable):
            raise Failed(str(given))
        until = monotonic() + self.seconds + GRACE
        self._pipe = pipe = Pipe(self.command, self._bounds)
        try:
            pipe.say(given, until)
            pipe.end_input()
            said = pipe.all_said(until, MOST_SAID)
        finally:
            pipe.close()
        event = self._form.read(view.shown, said)
        if isinstance(event, Unreadable):
            raise Failed(f"prints no move: {event}")
        return demand_legal(self.game, view, event)

    def stop(self) -> None:
        """End it at once, from any thread, if it is thinking."""
        pipe = self._pipe
        if pipe is not None:
            pipe.let_go()

    def close(self) -> None:
        """Do nothing: it does not stay between moves."""
