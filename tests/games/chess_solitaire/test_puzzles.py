"""The exact difficulty of puzzles, mining for them, and the collection that comes with Ludex."""

from collections import Counter
from datetime import date
from itertools import pairwise

import pytest

from ludex.games.chess_solitaire.game import State, game, judged
from ludex.games.chess_solitaire.rules.pieces import SIZE
from ludex.games.chess_solitaire.rules.state import mirrored
from ludex.games.chess_solitaire.solver import puzzle_search
from ludex.games.chess_solitaire.solver.exact import (
    PIECES,
    ExactSolver,
    kinds,
    packed,
)
from ludex.games.chess_solitaire.solver.puzzle_search import (
    BOARD,
    FIRST_TRAP,
    ODDS,
    TRAPS,
    mine_boards,
)
from ludex.games.chess_solitaire.solver.puzzles import (
    encoded,
    hardest,
    level,
    of_day,
    packs,
    random_board,
)
from ludex.kernel import Dice, History, Unreadable, replayed
from ludex.language.position import read_position
from ludex.parts.grid import Grid
from ludex.registry import LEVELS, Puzzle, companion_of
from plain_solvers import Solitaire


def state(line: str) -> State:
    read = read_position(game, line)
    assert not isinstance(read, Unreadable)
    return read


def by_the_rulebook(start: State) -> tuple[int, int | None]:
    """Traps and the first of them, by the rules and the solver that knows no bits."""
    solver, right, traps, first = Solitaire(game), {start}, 0, None
    for number in range(1, 16):
        after = [game.after(s, e) for s in right if game.outcome(s) is None for e in game.moves(s)]  # fmt: skip
        lost = sum(not solver.worth(s)[0] for s in after)
        first = number if lost and first is None else first
        traps += lost
        right = {s for s in after if solver.worth(s)[0]}
    return traps, first


def unpacked(board: int) -> State:
    """The game that begins on the board of a number."""
    cells = tuple(PIECES[kind - 1] if kind else None for kind in kinds(board))
    return judged(Grid(SIZE, SIZE, cells))


@pytest.mark.parametrize("seed", range(12))
def test_exact_answers_are_those_of_the_rulebook(seed: int) -> None:
    start = judged(random_board(2 + seed % 5, Dice(seed)))
    worth = ExactSolver().worth(start)
    ways, luck = Solitaire(game).worth(start)
    assert worth is not None
    assert unpacked(packed(start)) == start
    assert worth.ways == ways
    assert worth.luck == pytest.approx(luck)
    verdict = ways > 0
    assert ExactSolver().is_winnable(start) is verdict
    if worth.ways:
        assert (worth.traps, worth.first_trap) == by_the_rulebook(start)
        solution = ExactSolver().solution(start)
        history = replayed(game, start, solution or ())
        assert isinstance(history, History)
        outcome = game.outcome(history.state)
        assert outcome is not None
        assert outcome.winners


def test_traps_are_counted_by_hand() -> None:
    # The rook takes the pawn and wins. From d4 the pawn takes nothing: no trap at all.
    plain = ExactSolver().worth(state("R..P/..../..../...."))
    assert plain is not None
    assert (plain.ways, plain.traps, plain.first_trap) == (1, 0, None)
    # The rook on b3 takes that on d3, and wins. d3 must take neither b3 nor d4: two traps.
    worth = ExactSolver().worth(state("...P/.R.R/..../...."))
    assert worth is not None
    assert (worth.ways, worth.traps, worth.first_trap) == (1, 2, 1)


def test_nothing_stands_on_an_empty_board() -> None:
    assert ExactSolver().is_winnable(judged(State().board)) is False


def test_a_budget_that_is_reached_is_no_verdict() -> None:
    full = state("BBBB/BBBB/BBBB/BBBB")  # light and dark never meet
    exact = ExactSolver(200)
    assert exact.is_winnable(full) is None
    assert exact.worth(full) is None
    assert exact.solution(full) is None
    assert exact.is_winnable(state("R..P/..../..../....")) is True


def test_what_is_mined_is_won_in_one_way_and_as_hard_as_it_says() -> None:
    found = mine_boards(1, 5, range(300))
    assert 5 < len(found) < 60
    for row in found:
        worth = ExactSolver().worth(unpacked(int(row[BOARD])))
        assert worth is not None
        assert (worth.ways, worth.traps) == (1, row[TRAPS])
        assert (worth.first_trap or 0) == row[FIRST_TRAP]
        assert worth.luck * row[ODDS] == pytest.approx(1)


def test_mining_every_board_finds_as_many_as_the_tables() -> None:
    assert len(mine_boards(1, 2, range(4320), every=True)) == 1540
    parts = [mine_boards(1, 3, range(i, i + 40_320), every=True) for i in (0, 40_320, 80_640)]
    assert sum(map(len, parts)) == 24_772


def test_levels_go_by_the_odds_whatever_the_rounding() -> None:
    assert [level(1 / odds) for odds in (5, 20, 100, 1000, 1001)] == [*LEVELS]
    assert level(1 / 3 / 2 / 2 / 5 * 3) == "medium"


def luck(puzzle: Puzzle[State]) -> float:
    found = puzzle.facts["luck"]
    assert isinstance(found, float)
    return found


def everything() -> list[Puzzle[State]]:
    days = [of_day(date(2026, 1, 5).toordinal() + day) for day in range(4 * 366)]
    return [*sum(packs().values(), ()), *sum(hardest().values(), ()), *days]


def test_the_collection_is_as_large_as_it_should_be() -> None:
    assert [*packs()] == [*LEVELS]
    for name, pack in packs().items():
        assert len(pack) >= 60
        assert {puzzle.level for puzzle in pack} == {name}
        assert all(luck(a) >= luck(b) for a, b in pairwise(pack))
        assert len({puzzle.id for puzzle in pack}) == len(pack)
    for pieces, some in hardest().items():
        assert {len(puzzle.start.board) for puzzle in some} == {pieces}
        assert all(luck(a) <= luck(b) for a, b in pairwise(some))
    assert {*range(4, 10)} <= set(hardest())


def test_no_puzzle_is_there_twice_or_as_its_mirror_image() -> None:
    for some in (*packs().values(), *hardest().values()):
        images = {encoded(mirrored(puzzle.start)) for puzzle in some}
        names = {puzzle.id for puzzle in some}
        assert all(
            encoded(mirrored(puzzle.start)) == puzzle.id or puzzle.id not in images
            for puzzle in some
        )
        assert len(names) == len(some)


@pytest.mark.parametrize("each", [11, pytest.param(1, marks=pytest.mark.slow)])
def test_what_is_written_of_puzzles_is_exact(each: int) -> None:
    for puzzle in everything()[::each]:
        worth = ExactSolver(10**6).worth(puzzle.start)
        assert worth is not None
        assert worth.ways == 1
        assert worth.luck == pytest.approx(luck(puzzle))
        assert (worth.traps, worth.first_trap) == (
            puzzle.facts["traps"],
            puzzle.facts["first_trap"],
        )


def test_the_puzzle_of_a_day_is_worth_a_day() -> None:
    monday = date(2026, 1, 5).toordinal()
    days = [of_day(monday + day) for day in range(4 * 365)]
    assert all(luck(puzzle) <= 1 / 50 for puzzle in days)
    assert all(puzzle.facts["ways"] == 1 for puzzle in days)
    assert len({puzzle.id for puzzle in days}) == len(days)  # no day twice in four years
    assert [len(puzzle.start.board) for puzzle in days[:7]] == [6, 6, 7, 7, 8, 8, 9]
    levels = Counter(puzzle.level for puzzle in days)
    assert set(levels) == {"hard", "expert", "master"}
    assert of_day(monday) == days[0]


def test_a_hard_level_is_served_at_once_from_the_collection() -> None:
    puzzles = companion_of(game).puzzles
    assert puzzles is not None
    for name in ("expert", "master"):
        wish = puzzles.spec(None, name)
        found = puzzles.make(wish, Dice(1), tries=1, tell=lambda _: None)
        assert found is not None
        assert (found.level, found.pieces) == (name, puzzles.sizes[name])
        again = puzzles.make(wish, Dice(1), tries=1, tell=lambda _: None)
        assert again == found
    assert {level: len(pack) for level, pack in puzzles.packs().items()} == {
        level: len(pack) for level, pack in packs().items()
    }


def test_a_small_collection_has_what_was_mined() -> None:
    mined = {pieces: mine_boards(3, pieces, range(3000)) for pieces in (4, 5)}
    lines = [*puzzle_search.collection(mined, 3)]
    assert lines == [*puzzle_search.collection(mined, 3)]
    assert [line for line in lines if line.startswith("[")] == [
        *(f"[level {name}]" for name in LEVELS),
        "[hardest 4]",
        "[hardest 5]",
        "[days]",
    ]
