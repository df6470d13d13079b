"""The base class of a program in Python that plays.

from ludex.players import Player

class First(Player):
    def choose(self, turn):
        return turn.legal[0]

First().run()
"""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from ludex.bots import View
from ludex.kernel import Seat, Unreadable
from ludex.players.programs.protocol import (
    BESTMOVE,
    GAME,
    GO,
    HELLO,
    LEGAL,
    OPTION,
    POSITION,
    QUIT,
    SEAT,
    TOLD,
    Turn,
)


class Player:
    """A program that plays: write `choose`, and call `run`."""

    name = ""
    """What it says when it is greeted; the name of its class, if it has none."""

    rules = ""
    """The file of the rulebook, where the game is one of a file; `view` needs it."""

    def choose(self, turn: Turn) -> str:
        """One of the legal moves."""
        raise NotImplementedError

    def view(self, turn: Turn) -> View[Any]:
        """Return the view of the program's seat as the rulebook's own state, with the legal events."""
        from ludex.registry import load  # noqa: PLC0415 - not every program looks

        game = load(self.rules or turn.game)
        shown = game.read_position(turn.position)
        if isinstance(shown, Unreadable):
            raise ValueError(str(shown))  # noqa: TRY004 - it is no bug of the caller
        events = [game.read(text) for text in turn.legal]
        legal = [event for event in events if not isinstance(event, Unreadable)]
        return View(Seat(turn.seat - 1), shown, legal)

    def run(self, heard: Iterable[str] | None = None, out: TextIO | None = None) -> None:
        """Listen and answer, until there is nothing more to hear."""
        said = out or sys.stdout
        for line in self._answers(sys.stdin if heard is None else heard):
            print(line, file=said, flush=True)

    def _answers(self, heard: Iterable[str]) -> Iterator[str]:
        turn = Turn()
        for line in heard:
            word, _, rest = line.rstrip("\r\n").partition(" ")
            if word == HELLO:
                yield f"{HELLO} {self.name or type(self).__name__}"
            elif word == QUIT:
                return
            elif word == GO:
                turn.seconds = float(rest)
                yield f"{BESTMOVE} {self.choose(turn)}"
                turn.told, turn.legal = [], []
            else:
                _take_in(turn, word, rest)


def _take_in(turn: Turn, word: str, rest: str) -> None:
    """A line that says how things stand; what nobody knows yet is passed over."""
    if word == GAME:
        turn.game, turn.options, turn.told, turn.legal = rest, {}, [], []
    elif word == OPTION:
        name, _, value = rest.partition(" ")
        turn.options[name] = value
    elif word == SEAT:
        turn.seat = int(rest)
    elif word == TOLD:
        turn.told.append(rest)
    elif word == POSITION:
        turn.position, turn.legal = rest, []
    elif word == LEGAL:
        turn.legal.append(rest)
