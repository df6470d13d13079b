"""The engine of Chess Solitaire is right on every board of up to four pieces.

Two millions of boards are too many to ask the guards about each capture on each of them. So the
guards are asked what they look at: they get a board that notes which squares they read, once
for every answer that it could give. What they say then holds on all boards that answer alike,
and comes to the tables of `geometry`, on every board there is. What a capture does is read off
a board of sixteen different things. Who has won or lost is asked of the rulebook board by
board.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, islice, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from ludex.compile.engine import Rows
from ludex.compile.loops import loops
from ludex.games.chess_solitaire.engine.engine import (
    FIRST_CAPTURE,
    HIGH,
    LOW,
    MIDDLE,
    PHASE,
    PHASES,
    PLAY,
    SLOTS,
    SQUARE,
    START,
    engine,
)
from ludex.games.chess_solitaire.engine.geometry import targets
from ludex.games.chess_solitaire.rules import events
from ludex.games.chess_solitaire.rules.events import CAPTURES, MoveAndCapture, judged
from ludex.games.chess_solitaire.rules.pieces import Piece
from ludex.games.chess_solitaire.rules.state import SLOTS as SQUARES
from ludex.games.chess_solitaire.rules.state import Phase, State
from ludex.parts.grid import Grid

Numbers = npt.NDArray[np.int64]
WHATEVER = (None, *Piece)
PAIRS = [*product(range(16), repeat=2)]


class Asked(Exception):
    """A square was read of which nothing is known."""


class Cells:
    """Sixteen cells, of which some are known."""

    def __init__(self, known: dict[int, Piece | None]) -> None:
        self.known = known

    def __getitem__(self, place: int) -> Piece | None:
        if place not in self.known:
            raise Asked(place)
        return self.known[place]


def verdicts(
    event: MoveAndCapture, known: dict[int, Piece | None]
) -> Iterator[tuple[dict[int, Piece | None], bool]]:
    """What the guards know when they answer, and whether they allow it; all cases."""
    cells: Any = Cells(known)
    try:
        legal = all(g is True for g in event.guards(State(Grid(4, 4, cells), Phase.PLAY)))
    except Asked as asked:
        for what in WHATEVER:
            yield from verdicts(event, {**known, asked.args[0]: what})
    else:
        yield known, legal


@pytest.mark.slow
def test_the_tables_are_the_guards_on_every_board() -> None:
    assert {*SLOTS} == {*SQUARES}
    table, kinds, cases = targets(), [*Piece], set[tuple[object, ...]]()
    for a, b in PAIRS:
        for known, legal in verdicts(CAPTURES[SLOTS[a], SLOTS[b]], {}):
            here = known.get(a)
            if here is None:
                assert a in known  # what does not stand anywhere captures nothing
                assert not legal
                continue
            # The others hold whatever there is: only which of them are taken counts.
            taken = sum(1 << place for place, what in known.items() if what)
            case = (a, b, here, taken, *sorted(known), legal)
            if case in cases:
                continue
            cases.add(case)
            free = [place for place in range(16) if place not in known]
            some = np.zeros(1 << len(free), np.int64)
            for bit, place in enumerate(free):
                some |= (np.arange(1 << len(free)) >> bit & 1) << place
            allowed = table[taken | some, a, kinds.index(here)] >> b & 1
            assert (allowed == legal).all(), (known, legal)
    assert len(cases) > 1_000


def test_a_capture_takes_one_thing_to_the_place_of_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(events, "judged", lambda board: board)
    things: Any = tuple(object() for _ in range(16))
    for a, b in PAIRS:
        if a != b:
            board: Any = CAPTURES[SLOTS[a], SLOTS[b]].apply(State(Grid(4, 4, things), Phase.PLAY))
            expected = [*things]
            expected[a], expected[b] = None, things[a]
            assert board.cells == (*expected,)


class Level(NamedTuple):
    """All boards of so many pieces, in the order of their codes."""

    codes: Numbers
    rows: Rows


def code(kinds: Numbers) -> Numbers:
    """Boards as numbers, three bits for a square; kinds are 0 (nothing) to 6."""
    found: Numbers = (kinds << 3 * np.arange(16)).sum(axis=-1)
    return found


def set_up(kinds: Numbers) -> Rows:
    """The rows of boards before the game starts."""
    rows = np.zeros((len(kinds), engine().words), np.int64)
    for bit, word in enumerate((LOW, MIDDLE, HIGH)):
        for square in range(16):
            rows[:, word] |= np.where(kinds[:, square] >> bit & 1, SQUARE[square], 0)
    return rows


def started(rows: Rows) -> Rows:
    acted(rows, np.full(len(rows), START))
    return rows


def acted(rows: Rows, actions: Numbers) -> None:
    moved = np.zeros(len(rows), np.bool_)
    none = np.zeros(len(rows), np.int64)
    loops(engine()).act(rows, actions, none, none, moved)
    assert moved.all()


def boards(pieces: int, most: int = 20_000) -> Iterator[Numbers]:
    """All of them, some at a time: what stands on each of the sixteen squares."""
    kinds = np.array([*product(range(1, 7), repeat=pieces)], np.int64).reshape(6**pieces, pieces)
    places = combinations(range(16), pieces)
    while some := [*islice(places, max(1, most // len(kinds)))]:
        found = np.zeros((len(some), len(kinds), 16), np.int64)
        for number, where in enumerate(some):
            found[number][:, where] = kinds
        yield found.reshape(-1, 16)


@cache
def level(pieces: int) -> Level:
    """The rows with which games of so many pieces begin."""
    every = np.concatenate([*boards(pieces)])
    codes = code(every)
    order = np.argsort(codes)
    return Level(codes[order], started(set_up(every[order])))


def agree(pieces: int, part: int = 0, parts: int = 1) -> int:
    """Compare boards of so many pieces with the rulebook: how many there were."""
    seen, fewer = 0, level(pieces - 1)
    for number, kinds in enumerate(boards(pieces)):
        if number % parts != part:
            continue
        rows = started(set_up(kinds))
        phases = [phase_of(cells) for cells in kinds.tolist()]
        assert rows[:, PHASE].tolist() == phases
        masks = np.zeros((len(rows), engine().actions), np.bool_)
        loops(engine()).mask(rows, masks)
        captures = expected(kinds) & (np.array(phases) == PLAY)[:, None]
        assert not masks[:, :FIRST_CAPTURE].any()
        assert np.array_equal(masks[:, FIRST_CAPTURE:], captures)
        which, moves = np.nonzero(captures)
        after, left = rows[which], kinds[which]
        acted(after, FIRST_CAPTURE + moves)
        a, b, those = moves >> 4, moves & 15, np.arange(len(moves))
        left[those, b] = left[those, a]
        left[those, a] = 0
        place = np.searchsorted(fewer.codes, code(left))
        assert np.array_equal(fewer.codes[place], code(left))
        assert np.array_equal(after, fewer.rows[place])
        seen += len(rows)
    return seen


WHAT: tuple[Piece | None, ...] = WHATEVER


def phase_of(cells: list[int]) -> int:
    """How a game on this board stands, by the rulebook."""
    board = Grid(4, 4, tuple([WHAT[kind] for kind in cells]))
    s = judged(board)
    assert s.board == board
    return PHASES.index(s.phase)


def expected(kinds: Numbers) -> npt.NDArray[np.bool_]:
    """Which of the 256 captures the guards allow, by the tables that are proved above."""
    occupied = ((kinds != 0) << np.arange(16)).sum(axis=1)
    here = np.maximum(kinds - 1, 0)
    found = targets()[occupied[:, None], np.arange(16), here]
    found = np.where(kinds != 0, found, 0)
    return (found[:, :, None] >> np.arange(16) & 1).astype(bool).reshape(-1, 256)


@pytest.mark.parametrize(
    ("pieces", "count"),
    [(1, 96), (2, 4_320), pytest.param(3, 120_960, marks=pytest.mark.slow)],
)
def test_all_boards_of_up_to_three_pieces(pieces: int, count: int) -> None:
    assert agree(pieces) == count


@pytest.mark.slow
@pytest.mark.parametrize(("part", "count"), [(0, 1_185_840), (1, 1_172_880)])
def test_all_boards_of_four_pieces(part: int, count: int) -> None:
    """Two halves, for two cores: 2,358,720 in all."""
    assert agree(4, part, 2) == count
