"""An engine: a game on packed states, with steps compiled for CPU and GPU.

A state is a row of whole numbers (int64), an event a number from 0. `ludex check GAME --engine`
compares an engine with the rulebook, event by event. An engine consists of a few small functions
(`Steps`); the loops over many games, the masks, the simulations and the kernels are shared by all
engines (`loops` and `kernels`).
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
"""Actors that are not seats."""


@dataclass(frozen=True)
class Steps:
    """A game in six functions, each made by `ludex.compile.jit.step`.

    They work on their row, allocate nothing, and draw only from `seed` and the number of earlier
    draws.
    """

    begin: Callable[[Row, int], int]
    """(state, seed): make the first state, and return the number of draws. The row begins with the
    `head` of its engine, which distinguishes the tables of a game."""
    actor: Callable[[Row], int]
    """(state): the seat to act, CHANCE, or OVER."""
    legal: Callable[[Row, Row], int]
    """(state, found): write the numbers of the legal moves in ascending order; return how many."""
    apply: Callable[[Row, int], None]
    """(state, action): make a legal move."""
    draw: Callable[[Row, int, int], int]
    """(state, seed, drawn): let chance act; return the number of draws after it."""
    score: Callable[[Row, int], float]
    """(state, seat): the score of the seat at the end."""
    observe: Callable[[Row, int, Row], None]
    """(state, seat, seen): write exactly the knowledge of the seat."""
    choose: Callable[[Row, int, int, Row], int] | None = None
    """(state, seed, drawn, room): a random legal move, all equally likely, with one draw; the
    default chooses from the list of all."""


@dataclass(frozen=True, kw_only=True)
class Engine:
    """A packed game with given rules."""

    game: AnyGame
    rules: str
    """Its start, in the words of the command line: a preset, options."""
    words: int
    """Whole numbers in a state."""
    seen: int
    """Whole numbers in the observation of a seat."""
    actions: int
    """The number of moves; they are numbered from 0."""
    most: int
    """Space for the moves that may be legal at once, and for finding them."""
    seats: int
    steps: Steps
    encode: Callable[[AnyState], Sequence[int]]
    decode: Callable[[Row], AnyState]
    event: Callable[[Row, int], AnyEvent]
    """The rulebook's event with a number in a state."""
    action: Callable[[Row, AnyEvent], int]
    head: tuple[int, ...] = (0,)
    """The first numbers of a row when `begin` is called: the rules of a table. Loops receive them,
    and are compiled once for all tables."""
    is_whole: bool = False
    """Is the head a whole state? Then games begin with it."""
    constant: bool = False
    """Does a number mean the same event in every state?"""
    longest: int = 100_000
    """The number of moves after which a random game is cut off; more than any game needs, if all
    games end."""
    single: "Callable[[], Engine] | None" = None
    """The engine of one hand, if a game has several."""
    covers: Callable[[AnyState], bool] = lambda _: True
    """Does it know this state? Some engines begin only after the deal."""
    full: Callable[[Row], bool] | None = None
    """A step: does the game stop because its row is full? Then it is cut off, and no player acts."""
    room: int = 0
    """The space that `choose` needs, if it needs less than a list of all moves."""
    matches: Callable[[Row, AnyState], bool] | None = None
    """Is this the row of that state? A test that is faster than decoding."""
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
