"""The FreeCell solver is never wrong, and quick enough."""

import shutil
import subprocess
from dataclasses import replace as changed
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.freecell.freecell_brute_force import State, key, start_of, successors
from games.freecell.freecell_checker import IllegalMoveError, replay
from ludex.games.freecell.formats.boards import plain_text, read_board
from ludex.games.freecell.formats.notation import NotatedMove, cell, column
from ludex.games.freecell.rules.autoplay import is_safe
from ludex.games.freecell.rules.deals import Board, microsoft_board, random_board
from ludex.games.freecell.rules.options import (
    BAKERS_GAME,
    EIGHT_OFF,
    FORECELL,
    FREECELL,
    SEAHAVEN_TOWERS,
    Building,
    Rules,
    Spaces,
)
from ludex.games.freecell.rules.state import set_up
from ludex.games.freecell.solver import Impossible, Solved, Unknown, solve
from ludex.games.freecell.solver.compiled import COMPILED
from ludex.games.freecell.solver.portfolio import THOROUGH_WEIGHTS, QuickSearch
from ludex.games.freecell.solver.search.layout import (
    ENDED,
    HORNE,
    LOOKED_INTO,
    NO_SAFETY,
    SAFETY,
)
from ludex.games.freecell.solver.single import PLAIN, BoardSearch, solve_board
from ludex.kernel.dice import Dice
from ludex.parts.cards import Card, Rank, Suit

IMPOSSIBLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)


class Places(list[int]):
    """A list without negative places: the compiled search asks no index whether it is one."""

    def __getitem__(self, place: Any) -> Any:
        assert isinstance(place, slice) or place >= 0
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        assert isinstance(place, slice) or place >= 0
        super().__setitem__(place, value)


@pytest.mark.parametrize("portfolio", [PLAIN.portfolio, ()])
@pytest.mark.parametrize("rules", [FREECELL, BAKERS_GAME, FORECELL])
def test_the_search_counts_places_from_the_front(
    rules: Rules, portfolio: tuple[QuickSearch, ...]
) -> None:
    program = changed(PLAIN, zeros=lambda n: Places([0] * n), array=Places, portfolio=portfolio)
    board = random_board(rules, Dice(1))
    assert solve_board(program, board, rules, 400).positions >= 30


def wins(board: Board, rules: Rules, moves: tuple[NotatedMove, ...]) -> bool:
    return replay(
        [[str(card)[:2] for card in column] for column in board.columns],
        [None if card is None else str(card)[:2] for card in board.cells],
        [
            (
                (move.source.kind.value, move.source.index),
                (move.target.kind.value, move.target.index),
                move.count,
            )
            for move in moves
        ],
        packs=rules.packs,
        in_suit=rules.building is Building.SUIT,
        kings_only=rules.spaces is Spaces.KINGS,
    )


def assert_honest(board: Board, rules: Rules, verdict: object) -> None:
    if isinstance(verdict, Solved):
        assert wins(board, rules, verdict.moves)


@pytest.mark.parametrize("deal", [1, 2, 3, 617, 31465, 2147483648, 8589934591])
def test_a_solution_replays_to_a_win(deal: int) -> None:
    board = microsoft_board(deal)
    verdict = solve(board)
    assert isinstance(verdict, Solved)
    assert wins(board, FREECELL, verdict.moves)


def test_the_first_hundred_deals_are_solved_in_few_moves() -> None:
    total = 0
    for deal in range(1, 101):
        board = microsoft_board(deal)
        verdict = solve(board)
        assert isinstance(verdict, Solved), deal
        assert wins(board, FREECELL, verdict.moves), deal
        total += verdict.players_moves
    assert total / 100 < 45


@pytest.mark.slow
@pytest.mark.parametrize("deal", [178, 253, 6240, 10692, 31465])
def test_deals_that_defeated_earlier_portfolios_are_solved(deal: int) -> None:
    assert isinstance(solve(microsoft_board(deal)), Solved)


@pytest.mark.slow
def test_the_first_thousand_deals_are_solved_in_few_moves() -> None:
    total = 0
    for deal in range(1, 1001):
        board = microsoft_board(deal)
        verdict = solve(board)
        assert isinstance(verdict, Solved), deal
        assert wins(board, FREECELL, verdict.moves), deal
        total += verdict.players_moves
    assert total / 1000 < 45


@pytest.mark.parametrize("deal", [455889, 781948])
def test_an_impossible_deal_is_proved_so(deal: int) -> None:
    assert isinstance(solve(microsoft_board(deal)), Impossible)


@pytest.mark.slow
@pytest.mark.parametrize("deal", IMPOSSIBLE)
def test_all_impossible_deals_below_a_million_are_proved_so(deal: int) -> None:
    assert isinstance(solve(microsoft_board(deal)), Impossible)


def reached(deal: int, safety: int) -> int:
    """How many positions the thorough search meets before it gives up for good."""
    task = BoardSearch(COMPILED, microsoft_board(deal), FREECELL, 200_000)
    mem = task.thorough_room(200_000, QuickSearch(THOROUGH_WEIGHTS, 200_000))
    mem[SAFETY] = safety
    assert task.search(mem) == ENDED
    return int(mem[LOOKED_INTO])


@pytest.mark.parametrize(
    ("deal", "count"),
    [(781948, 4_381), pytest.param(11982, 61_643, marks=pytest.mark.slow)],
)
def test_the_number_of_positions_is_known(deal: int, count: int) -> None:
    """Of deal 11982 fc-solve counts 83,239 without pruning; Solvitaire 61,839 and fc-solve
    61,809 with it, where they also count positions that a safe card is about to leave."""
    assert reached(deal, HORNE) == count


@pytest.mark.slow
@pytest.mark.parametrize(("deal", "count"), [(11982, 83_239), (512118, 46_460)])
def test_without_safe_play_the_count_is_that_of_fc_solve(deal: int, count: int) -> None:
    assert reached(deal, NO_SAFETY) == count


@pytest.mark.slow
def test_counting_positions_that_a_safe_card_leaves_gives_solvitaires_number() -> None:
    start = start_of(microsoft_board(11982))
    seen = {key(start)}
    waiting = [start]
    while waiting:
        s = waiting.pop()
        after = successors(s, FREECELL)
        safe = [t for t in after if goes_home_safely(s, t)]
        for t in safe[:1] or after:
            if key(t) not in seen:
                seen.add(key(t))
                waiting.append(t)
    assert len(seen) == 61_839


def goes_home_safely(s: State, t: State) -> bool:
    """By the rulebook's rule, which is Horne's."""
    raised = [i for i in range(4) if s[2][i] != t[2][i]]
    table = set_up(FREECELL, Board(((),) * 8, (None,) * 4, s[2]))
    return any(is_safe(table, Card(Suit(i), Rank(t[2][i]))) for i in raised)


def test_a_limit_makes_the_verdict_unknown_and_is_named() -> None:
    verdict = solve(microsoft_board(11982), positions=20_000)
    assert verdict == Unknown(20_000, "20000 positions")


def test_a_won_board_needs_no_moves() -> None:
    board = Board(((),) * 8, (None,) * 4, (13,) * 4)
    assert solve(board) == Solved((), 0)


def test_cards_in_cells_and_homes_are_taken_from_the_board() -> None:
    text = "Founds: H-Q C-K S-J D-Q\nFC: - KH QS -\nKS KD\n"
    board = read_board(text, FREECELL)
    assert isinstance(board, Board)
    verdict = solve(board)
    assert isinstance(verdict, Solved)
    assert sorted(map(str, verdict.moves)) == ["1hv1", "1hv1", "bhv1", "chv1"]


def test_a_board_with_no_way_out_is_impossible_at_once() -> None:
    """No cell, no space, and the ace of spades lies under the king."""
    text = "Founds: H-K C-J D-K\nAS KS\n2S 3S 4S\n5S 6S 7S 8S 9S\nQC KC TS JS QS\n"
    rules = Rules(columns=4, cells=0)
    board = read_board(text, rules)
    assert isinstance(board, Board)
    verdict = solve(board, rules)
    assert isinstance(verdict, Impossible)
    assert verdict.positions < 100


@pytest.mark.parametrize(
    "rules",
    [BAKERS_GAME, EIGHT_OFF, SEAHAVEN_TOWERS, FORECELL],
    ids=["baker's", "eight off", "seahaven", "forecell"],
)
def test_the_relatives_are_solved_by_their_own_rules(rules: Rules) -> None:
    found = 0
    for seed in range(6):
        board = random_board(rules, Dice(seed))
        verdict = solve(board, rules, positions=12_000)
        assert_honest(board, rules, verdict)
        found += isinstance(verdict, Solved)
    assert found


@settings(max_examples=25, deadline=None)
@given(
    st.builds(
        Rules,
        columns=st.integers(4, 13),
        cells=st.integers(0, 10),
        packs=st.integers(1, 2),
        building=st.sampled_from(Building),
        spaces=st.sampled_from(Spaces),
    ),
    st.integers(0, 1 << 32),
)
def test_whatever_the_rules_a_solution_replays_to_a_win(rules: Rules, seed: int) -> None:
    board = random_board(rules, Dice(seed))
    assert_honest(board, rules, solve(board, rules, positions=1_500))


def test_the_solver_is_a_function_of_the_board() -> None:
    board = microsoft_board(617)
    assert solve(board) == solve(board)


def test_the_referee_refuses_what_the_rules_forbid() -> None:
    board = microsoft_board(1)
    for move in (
        NotatedMove(column(0), column(1), 1),
        NotatedMove(column(0), column(0), 1),
        NotatedMove(cell(0), column(0), 1),
        NotatedMove(column(0), column(1), 2),
    ):
        with pytest.raises(IllegalMoveError):
            wins(board, FREECELL, (move,))


@pytest.mark.skipif(shutil.which("fc-solve") is None, reason="fc-solve is not here")
@pytest.mark.parametrize(
    ("options", "rules"),
    [
        (["--freecells-num", "0"], Rules(cells=0)),
        (["--freecells-num", "1"], Rules(cells=1)),
        (["--freecells-num", "2"], Rules(cells=2)),
        (["-g", "bakers_game"], BAKERS_GAME),
        (["-g", "eight_off"], EIGHT_OFF),
        (["-g", "seahaven_towers"], SEAHAVEN_TOWERS),
        (["-g", "forecell"], FORECELL),
    ],
    ids=[
        "no cell",
        "1 cell",
        "2 cells",
        "baker's",
        "eight off",
        "seahaven",
        "forecell",
    ],
)
def test_verdicts_agree_with_fc_solve(options: list[str], rules: Rules) -> None:
    decided = 0
    for seed in range(8):
        board = random_board(rules, Dice(seed))
        ours = solve(board, rules, positions=40_000)
        assert_honest(board, rules, ours)
        if isinstance(ours, Unknown):
            continue
        theirs = subprocess.run(
            ["fc-solve", *options, "-to", "01ABCDE", "-mi", "300000", "-sel", "-"],
            input=plain_text(board),
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        if "Iterations count exceeded" in theirs:
            continue
        decided += 1
        assert ("This game is solveable" in theirs) == isinstance(ours, Solved), seed
    assert decided
