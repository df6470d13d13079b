"""An engine: a game on packed states, with steps that are compiled for CPU and GPU alike.

A state is a row of whole numbers (int64), an event a number from 0 up. What an engine may do
is proved by the rulebook: `ludex check GAME --engine` compares the two event for event. It is
written as a handful of small functions (`Steps`); the loops over many games, the masks, the
simulations and the kernels are the same for all and stand in `loops` and `kernels`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ludex.kernel import AnyEvent, AnyGame, AnyState

Row: TypeAlias = npt.NDArray[np.int64]
Rows: TypeAlias = npt.NDArray[np.int64]
"""One state, and many of them."""

CHANCE = -1
OVER = -2
"""The actor, when it is none of the seats."""


@dataclass(frozen=True)
class Steps:
    """A game in six functions, each made by `ludex.compile.jit.step`.

    They work on the row that they are given, allocate nothing, and draw nothing but from
    `seed` and the count of draws before.
    """

    begin: Callable[[Row, int], int]
    """(state, seed): make the state that games begin with; how many draws that took. The row begins with
    the `head` of its engine, which tells the tables of a game apart."""
    actor: Callable[[Row], int]
    """(state): the seat that is to act, CHANCE, or OVER."""
    legal: Callable[[Row, Row], int]
    """(state, found): write the numbers of the legal moves, ascending; how many."""
    apply: Callable[[Row, int], None]
    """(state, action): do what is legal."""
    draw: Callable[[Row, int, int], int]
    """(state, seed, drawn): let chance act; how many draws there were then."""
    score: Callable[[Row, int], float]
    """(state, seat): what the seat has at the end."""
    observe: Callable[[Row, int, Row], None]
    """(state, seat, seen): what the seat may know, and nothing else."""
    choose: Callable[[Row, int, int, Row], int] | None = None
    """(state, seed, drawn, room): one legal move, all equally likely, with one draw; by default
    from the list of all."""


@dataclass(frozen=True, kw_only=True)
class Engine:
    """A game of certain rules, packed."""

    game: AnyGame
    rules: str
    """The start from which it plays, in the words of the command line: a preset, options."""
    words: int
    """Whole numbers in a state."""
    seen: int
    """Whole numbers in what a seat sees."""
    actions: int
    """Moves are numbered from 0 to one less."""
    most: int
    """Room for the moves that may be legal at once, and for what it takes to find them."""
    seats: int
    steps: Steps
    encode: Callable[[AnyState], Sequence[int]]
    decode: Callable[[Row], AnyState]
    event: Callable[[Row, int], AnyEvent]
    """The rulebook's event that a number stands for in a state."""
    action: Callable[[Row, AnyEvent], int]
    head: tuple[int, ...] = (0,)
    """The first numbers of a row when `begin` is called: the rules of a table. Loops are given
    them, and compiled once for all tables."""
    is_whole: bool = False
    """Is that a whole state? Then games begin with it, and nothing is left to do."""
    constant: bool = False
    """Does a number stand for the same event in every state?"""
    longest: int = 100_000
    """Moves after which a random game is cut off; where none goes on for ever, more than any
    game needs."""
    single: "Callable[[], Engine] | None" = None
    """The engine of one hand, where a game is several."""
    covers: Callable[[AnyState], bool] = lambda _: True
    """Does it know this state? Some begin only when the cards are dealt."""
    full: Callable[[Row], bool] | None = None
    """A step: would the game go on, if there were room in the row? Then it is cut off, and
    nobody acts."""
    room: int = 0
    """Room that `choose` needs, if it needs less than a list of all."""
    matches: Callable[[Row, AnyState], bool] | None = None
    """Is this the row of that state? Where it is quicker than to decode it."""
    chanced: Callable[[Row, Row], AnyEvent] | None = None
    """The chance event that led from one state to the next."""

    def rows(self, states: Sequence[AnyState]) -> Rows:
        """Pack states of the rulebook."""
        return np.array([self.encode(s) for s in states], np.int64).reshape(-1, self.words)

    def is_row_of(self, row: Row, s: AnyState) -> bool:
        """Is this the row of a state?"""
        if self.matches is not None:
            return self.matches(row, s)
        return bool(self.decode(row) == s)


def preset_of(game: AnyGame, rules: object) -> str:
    """Return the preset of these rules, or the rules."""
    return next((name for name, each in game.start.rules.items() if each == rules), str(rules))


def numbered(
    events: Sequence[AnyEvent],
) -> tuple[Callable[[Row, int], AnyEvent], Callable[[Row, AnyEvent], int]]:
    """Return the event of each number and the number of each event, the same in every state."""
    numbers = {event: number for number, event in enumerate(events)}

    def action(_row: Row, event: AnyEvent) -> int:
        if event not in numbers:
            raise ValueError(f"{event} has no number")
        return numbers[event]

    return lambda _row, number: events[number], action
