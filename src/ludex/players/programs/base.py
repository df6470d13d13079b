"""The base class of a program in Python that plays.

from ludex.players import Player

class First(Player):
    def choose(self, turn):
        return turn.legal[0]

First().run()

It speaks the language of programs that play, lines of text, one thing a line:

    referee                               program
    hello ludex 1
                                          hello NAME
    game tic-tac-toe
    seat 2
    told 1 mark(2,2)
    position .../.X./...
    legal mark(1,1)
    legal mark(1,2)
    go 5
                                          bestmove mark(1,1)
    over 1
    quit

Everything that a program needs comes before each `go`: it may forget all it has heard before.
docs/protocol-players.md is the whole of it.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TextIO

from ludex.bots import View
from ludex.kernel import Seat, Unreadable


@dataclass(slots=True)
class Turn:
    """The knowledge of a program at its turn."""

    game: str = ""
    """The game's name."""

    options: dict[str, str] = field(default_factory=dict)
    """The options of its rules, if the referee sends them; the position is complete without them."""

    seat: int = 1
    """The seat of the program, counted from 1."""

    told: list[str] = field(default_factory=list)
    """The events since its last move, as far as its seat may know them: the seat (0 is chance) and
    the event."""

    position: str = ""
    """The position line of its view."""

    legal: list[str] = field(default_factory=list)
    """Its legal moves."""

    seconds: float = 0.0
    """Its time limit in seconds."""


class Player:
    """A program that plays: write `choose`, and call `run`."""

    name = ""
    """Its name in the answer to `hello`; the default is the name of its class."""

    rules = ""
    """The file of the rulebook, if the game is in a file; `view` needs it."""

    def choose(self, turn: Turn) -> str:
        """Return one of the legal moves."""
        raise NotImplementedError

    def view(self, turn: Turn) -> View[Any]:
        """Return the view of the program's seat as the rulebook's own state, with the legal events."""
        from ludex.language.position import read_position  # noqa: PLC0415 - as below
        from ludex.registry import load  # noqa: PLC0415 - not every program looks

        game = load(self.rules or turn.game)
        state = read_position(game, turn.position)
        if isinstance(state, Unreadable):
            raise ValueError(str(state))  # noqa: TRY004 - it is no bug of the caller
        events = [game.read(text) for text in turn.legal]
        legal = [event for event in events if not isinstance(event, Unreadable)]
        return View(Seat(turn.seat - 1), state, legal)

    def run(self, lines: Iterable[str] | None = None, out: TextIO | None = None) -> None:
        """Read and answer messages until the input ends."""
        output = out or sys.stdout
        for line in self._answers(sys.stdin if lines is None else lines):
            print(line, file=output, flush=True)

    def _answers(self, lines: Iterable[str]) -> Iterator[str]:
        """Answer what is asked; a line that nobody knows yet is passed over."""
        turn = Turn()
        for line in lines:
            word, _, rest = line.rstrip("\r\n").partition(" ")
            match word:
                case "hello":
                    yield f"hello {self.name or type(self).__name__}"
                case "game":
                    turn.game, turn.options, turn.told, turn.legal = rest, {}, [], []
                case "option":
                    name, _, value = rest.partition(" ")
                    turn.options[name] = value
                case "seat":
                    turn.seat = int(rest)
                case "position":
                    turn.position, turn.legal = rest, []
                case "told" | "legal":
                    getattr(turn, word).append(rest)
                case "go":
                    turn.seconds = float(rest)
                    yield f"bestmove {self.choose(turn)}"
                    turn.told, turn.legal = [], []
                case "quit":
                    return
