"""Solitaires solved by looking at every position."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.chess_solitaire.game import State, game, judged
from ludex.games.chess_solitaire.solver.exact import ExactSolver
from ludex.games.chess_solitaire.solver.puzzles import (
    decoded,
    encoded,
    make_puzzle,
    random_board,
)
from ludex.kernel import Dice, History, Unreadable, replayed
from ludex.language.position import read_position
from ludex.registry import Puzzle, PuzzleSpec


def state(line: str) -> State:
    read = read_position(game, line)
    assert not isinstance(read, Unreadable)
    return read


@pytest.mark.parametrize(
    ("line", "verdict", "ways"),
    [
        ("R..P/..../..../....", True, 1),
        ("R..R/..../..../....", True, 2),
        ("P.../P.../..../....", False, 0),
        ("K.../..../..../....", True, 1),
        (".N../.Q.R/P.../....", True, 1),
    ],
)
def test_a_board_is_winnable_or_lost_and_its_ways_are_counted(
    line: str, verdict: bool, ways: int
) -> None:
    solver = ExactSolver()
    assert solver.is_winnable(state(line)) is verdict
    worth = solver.worth(state(line))
    assert worth is not None
    assert worth.ways == ways
    assert (worth.luck > 0) == (ways > 0)


def demand_a_win(solver: ExactSolver, start: State) -> None:
    solution = solver.solution(start)
    assert solution is not None
    history = replayed(game, start, solution)
    assert isinstance(history, History)
    outcome = game.outcome(history.state)
    assert outcome is not None
    assert outcome.winners


def test_a_solution_replays_to_a_win() -> None:
    start = state("NP.Q/.R.B/K.N./.P..")
    demand_a_win(ExactSolver(), start)


def test_a_reached_budget_is_unknown_and_no_verdict() -> None:
    start = state("BBBB/BBBB/BBBB/BBBB")  # light and dark never meet
    solver = ExactSolver(budget=200)
    assert solver.is_winnable(start) is None
    assert solver.worth(start) is None
    assert solver.solution(start) is None


def test_a_question_that_was_too_large_leaves_the_next_its_budget() -> None:
    solver = ExactSolver(budget=200)
    for _ in range(5):
        solver.worth(state("BBBB/BBBB/BBBB/BBBB"))
        solver.is_winnable(state("BBBB/BBBB/BBBB/BBBB"))
    assert solver.is_winnable(state("R..P/..../..../....")) is True
    assert solver.worth(state(".N../.Q.R/P.../....")) is not None


@pytest.mark.parametrize("seed", range(20))
def test_a_way_to_win_is_found_just_where_there_is_one(seed: int) -> None:
    start = judged(random_board(6, Dice(seed)))
    worth = ExactSolver().worth(start)
    assert worth is not None
    quick = ExactSolver()
    assert quick.is_winnable(start) is (bool(worth.ways))


def test_a_full_board_is_won_without_seeing_everything() -> None:
    start = state("NQNK/QNNP/QPBR/KBRQ")
    solver = ExactSolver(budget=1000)
    assert solver.worth(start) is None
    assert solver.is_winnable(start) is True
    demand_a_win(solver, start)


def made(wish: PuzzleSpec, dice: Dice, tries: int = 20_000) -> Puzzle[State] | None:
    return make_puzzle(wish, dice, tries=tries, tell=lambda _: None)


@pytest.mark.parametrize("unique", [False, True])
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_puzzle_has_the_asked_properties(level: str, *, unique: bool) -> None:
    found = made(PuzzleSpec(5, level, unique), Dice(2))
    assert found is not None
    assert found.level == level
    assert len(found.start.board) == 5
    assert found.facts["ways"] == 1 or not unique
    assert decoded(found.id) == found.start
    assert found == made(PuzzleSpec(5, level, unique), Dice(2))


def test_what_does_not_exist_is_not_found() -> None:
    assert made(PuzzleSpec(2, "hard"), Dice(1), 50) is None


@given(st.integers(0, 2**64), st.integers(0, 16))
@settings(max_examples=50, deadline=None)
def test_every_board_has_a_short_name_that_decodes_back(seed: int, pieces: int) -> None:
    start = judged(random_board(pieces, Dice(seed)))
    name = encoded(start)
    assert len(name) == 10
    assert decoded(name.upper()) == start


@pytest.mark.parametrize("name", ["", "0000vfmeb7", "000vfmeb6", "iiiiiiiiii", "zzzzzzzzzx"])
def test_what_is_no_puzzle_s_name_is_not_decoded(name: str) -> None:
    assert decoded(name) is None


@given(st.text())
def test_no_text_crashes_the_decoder(text: str) -> None:
    decoded(text)
