"""Small games in which everybody sees everything, against plain solvers of another design."""

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import xor
from typing import Any

import pytest

from ludex.bots.observation import view_of
from ludex.check.explore import ExploreLimits
from ludex.kernel import Dice, Event, Game, Guards, Seat, Start
from ludex.language.position import read_position
from ludex.registry import load
from ludex.solve.small import Solution, SolveOptions, Unsolved, solve
from ludex.solve.small.expectimax import strong_components
from ludex.solve.small.payoffs import Measure
from ludex.solve.small.perfect_information import PositionValues
from ludex.solve.small.solution import ShortestWin
from plain_solvers import (
    At,
    Drawn,
    forced_within,
    game_of,
    negamax,
    random_drawing,
    share,
    swept,
)
from playing import ROOT, example

HEAPS = str(ROOT / "examples" / "packaged_game" / "src" / "heaps" / "__init__.py")
HALF = Fraction(1, 2)


def judged(game: Game[Any], start: Any = None, **asked: Any) -> PositionValues:
    found = solve(game, game.start() if start is None else start, SolveOptions(**asked))
    assert isinstance(found, PositionValues), found
    return found


@pytest.fixture(scope="module")
def tic_tac_toe() -> PositionValues:
    return judged(example("tic_tac_toe"))


def test_tic_tac_toe_is_a_draw_and_every_position_is_worth_what_negamax_says(
    tic_tac_toe: PositionValues,
) -> None:
    found = tic_tac_toe
    assert found.values == (HALF, HALF)
    assert found.distance(0) is None
    plain = negamax(example("tic_tac_toe"))
    assert len(plain) == found.looked_at == 5_478
    for s, value in plain.items():
        n = found.number_of(s)
        assert n is not None
        assert found.every[n][0] == Fraction(value + 1, 2)


def test_whoever_plays_the_solution_of_tic_tac_toe_never_loses_to_random_play(
    tic_tac_toe: PositionValues,
) -> None:
    game = example("tic_tac_toe")
    found, dice = tic_tac_toe, Dice(5)
    for number in range(20):
        s, seat = game.start(), Seat(number % 2)
        while game.outcome(s) is None:
            event = dice.choice(game.moves(s))
            if game.turn(s) == seat:
                advised = found.recommend(view_of(game, s, seat))
                assert advised is not None
                event = advised.events[0][0]
            s = game.after(s, event)
        outcome = game.outcome(s)
        assert outcome is not None
        assert seat in outcome.winners


@pytest.mark.parametrize("misere", [False, True])
def test_heaps_are_won_as_the_theory_says(misere: bool) -> None:
    game = load(HEAPS)
    start = game.start.varied(
        None,
        {
            "first": "3",
            "second": "4",
            "third": "5",
            "misere": "yes" if misere else "no",
        },
    )
    found = judged(game, start)
    for n, s in found.positions.graph.states():
        if game.outcome(s) is not None:
            continue
        wins = reduce(xor, s.heaps) != 0
        if misere and max(s.heaps) <= 1:
            wins = not wins
        assert (found.every[n][s.turn] == 1) is wins, s


def test_a_forced_win_is_made_in_as_many_moves_as_is_said() -> None:
    game = load(HEAPS)
    found = judged(game)
    s, n = game.start(), found.distance(0)
    assert n is not None
    dice = Dice(2)
    for _ in range(n):
        advised = found.recommend(view_of(game, s, game.turn(s)))
        assert advised is not None
        event = advised.events[0][0] if s.turn == 0 else dice.choice(game.moves(s))
        s = game.after(s, event)
        if game.outcome(s):
            break
    outcome = game.outcome(s)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_games_that_can_go_in_circles_are_judged_as_by_definition() -> None:
    for seed in range(60):
        drawn = random_drawing(seed, 12, chance=False, back=True)
        found = solve(game_of(drawn, 2), At())
        assert isinstance(found, PositionValues), found
        wins = forced_within(drawn, Fraction(1), first=True)
        losses = forced_within(drawn, Fraction(0), first=False)
        for n, s in found.positions.graph.states():
            expected = 1 if s.node in wins else 0 if s.node in losses else HALF
            assert found.every[n][0] == expected, (seed, s, drawn)


def test_two_who_can_only_go_round_have_a_draw_and_it_is_said_so() -> None:
    drawn = Drawn([0, 1, 0], [(1, 2), (0,), ()], {2: (Seat(1),)})
    found = judged(game_of(drawn, 2))
    assert found.values == (HALF, HALF)
    assert found.verdict() == "a draw: neither player can force a win"
    assert found.line() == (["go(1)", "go(0)"], "and so on, without end")


@pytest.mark.parametrize("back", [False, True])
def test_expected_values_are_those_of_sweeping(*, back: bool) -> None:
    solved = 0
    for seed in range(40):
        drawn = random_drawing(seed, 10, chance=True, back=back)
        found = solve(game_of(drawn, 2), At())
        if isinstance(found, Unsolved):
            assert back
            assert "endless play" in found.reason
            continue
        assert isinstance(found, PositionValues)
        values = swept(drawn, 2)
        for n, s in found.positions.graph.states():
            assert float(found.every[n][0]) == pytest.approx(values[s.node], abs=1e-9)
            assert sum(found.every[n]) == 1
        solved += 1
    assert solved == 40 if not back else solved > 20


def test_one_player_against_chance_has_the_best_probability_to_win() -> None:
    for seed in range(15):
        drawn = random_drawing(seed, 10, chance=True, back=True, seats=1)
        found = solve(game_of(drawn, 1), At(), SolveOptions(whole=True))
        assert isinstance(found, PositionValues), (seed, found)
        values = swept(drawn, 1)
        for n, s in found.positions.graph.states():
            assert float(found.every[n][0]) == pytest.approx(values[s.node], abs=1e-9)


def test_pig_is_worth_exact_fractions() -> None:
    game = example("pig")
    # To two points: 5/6 of the throws win; after a one it is the other's game.
    two = judged(game, game.start.varied(None, {"goal": "2"}))
    assert two.values == (Fraction(6, 7), Fraction(1, 7))
    ten = judged(game)
    values = pig_by_sweeping(10)
    assert float(ten.values[0]) == pytest.approx(values, abs=1e-9)
    assert ten.values == (Fraction(7776, 10961), Fraction(3185, 10961))
    assert "probability" in ten.verdict()


def pig_by_sweeping(goal: int) -> float:
    """Neller and Presser's equations: i own points, j of the other, k in this turn."""
    p = {(i, j, k): 0.0 for i in range(goal) for j in range(goal) for k in range(goal - i + 1)}
    for _ in range(150):
        for i, j, k in p:
            thrown = 1 - p[j, i, 0]
            for eyes in range(2, 7):
                thrown += p[i, j, min(k + eyes, goal - i)]
            held = 1.0 if i + k >= goal else 1 - p[j, i + k, 0]
            p[i, j, k] = max(thrown / 6, held if k else 0.0)
    return p[0, 0, 0]


def test_three_players_are_solved_by_max_n_and_it_is_said() -> None:
    drawn = Drawn(
        [0, 1, 2, 0, 0, 0],
        [(1, 2), (3, 4), (4, 5), (), (), ()],
        {3: (Seat(0),), 4: (Seat(1),), 5: (Seat(2),)},
    )
    found = judged(game_of(drawn, 3))
    # Player 2 would take 4, player 3 would take 5: to the first it is all the same.
    assert found.values == (0, 1, 0)
    assert any("max^n" in text for _, text in found.summary())


def test_three_who_can_go_in_circles_are_not_solved() -> None:
    drawn = Drawn([0, 1, 2, 0], [(1,), (2,), (0, 3), ()], {3: (Seat(0),)})
    found = solve(game_of(drawn, 3), At())
    assert isinstance(found, Unsolved)
    assert "repeat" in found.reason


# -- one player --------------------------------------------------------------------------------


def shortest(game: Game[Any], start: Any) -> int | None:
    """By plain breadth first search over whole states."""
    seen, layer, depth = {start}, [start], 0
    while layer:
        following = []
        for s in layer:
            outcome = game.outcome(s)
            if outcome is not None:
                if outcome.winners:
                    return depth
                continue
            for event in game.moves(s):
                t = game.after(s, event)
                if t not in seen:
                    seen.add(t)
                    following.append(t)
        layer, depth = following, depth + 1
    return None


@pytest.mark.parametrize(
    "board",
    [
        "NP.Q/.R.B/K.N./.P..",
        "N.../..../..../...P",
        "NP../.R../K.../....",
        "RR../..../B.../...N",
    ],
)
def test_chess_solitaire_has_a_shortest_win_or_none(board: str) -> None:
    game = load("chess-solitaire")
    start = read_position(game, board)
    found = solve(game, start)
    assert isinstance(found, ShortestWin)
    length = shortest(game, start)
    assert (None if found.events is None else len(found.events)) == length
    s = start
    for event in found.events or ():
        assert game.refusal(s, event) is None
        s = game.after(s, event)
    outcome = game.outcome(s)
    assert (outcome is not None and bool(outcome.winners)) is (length is not None)


def test_a_search_that_was_cut_is_unknown_and_never_impossible() -> None:
    game = load("chess-solitaire")
    start = read_position(game, "NP.Q/.R.B/K.N./.P..")
    found = solve(game, start, SolveOptions(ExploreLimits(states=20)))
    assert isinstance(found, Unsolved)
    assert found.reason == "cut at 20 states"
    assert not found.is_fault


def test_memory_is_a_limit_too() -> None:
    game = load("chess-solitaire")
    start = read_position(game, "NP.Q/.R.B/K.N./.P..")
    found = solve(game, start, SolveOptions(ExploreLimits(size=20_000)))
    assert isinstance(found, Unsolved)
    assert found.reason == "cut at 0 MB"


def test_what_is_too_large_is_told_before_it_is_tried() -> None:
    found = solve(example("connect_four"), example("connect_four").start())
    assert isinstance(found, Unsolved)
    assert found.is_estimate
    assert found.looked_at == 0
    assert found.reason.startswith("too large: about ")
    dealt = solve(load("russian-bank"), load("russian-bank").start())
    assert isinstance(dealt, Unsolved)
    assert "the outcomes of deal are too many to be listed" in dealt.reason


def test_connect_four_on_two_rows_is_worth_what_negamax_says() -> None:
    game = example("connect_four")
    start = game.start.varied(None, {"columns": "4", "rows": "2"})
    small = replace(game, start=Start.fixed(start))
    found = judged(small)
    plain = negamax(small)
    assert found.looked_at == len(plain)
    assert found.every[0][0] == Fraction(plain[start] + 1, 2)


@pytest.mark.slow
def test_connect_four_on_a_board_of_four_by_four_is_a_draw() -> None:
    game = example("connect_four")
    found = judged(game, game.start("small"), limits=ExploreLimits(states=1_000_000))
    assert found.looked_at == 161_029  # as Tromp has counted
    assert found.values == (HALF, HALF)


# -- what is wanted ----------------------------------------------------------------------------


def test_scores_are_wanted_only_where_every_end_has_them() -> None:
    drawn = Drawn([0, 0], [(1,), ()], {1: (Seat(0),)})
    found = solve(game_of(drawn, 2), At(), SolveOptions(measure=Measure.SCORES))
    assert isinstance(found, Unsolved)
    assert found.reason.startswith("not every end has scores")


def test_circles_come_after_those_that_they_lead_to() -> None:
    drawn = random_drawing(3, 12, chance=False, back=True)
    found = solve(game_of(drawn, 2), At())
    assert isinstance(found, Solution)
    assert isinstance(found, PositionValues)
    seen: set[int] = set()
    for circle in strong_components(found.positions):
        for n in circle:
            assert {*found.positions.after(n)} <= seen | {*circle}
        seen |= {*circle}
    assert len(seen) == found.looked_at
    assert share(()) == HALF


def test_a_guard_that_never_ends_is_told_and_not_waited_for() -> None:
    class Wait(Event[At]):
        """Wait."""

        def guards(self, s: At) -> Guards:
            while True:
                pass
            yield True

        def apply(self, s: At) -> At:
            return s

    drawn = Drawn([0, 0], [(1,), ()], {1: (Seat(0),)})
    game = replace(game_of(drawn, 2), events=(Wait,))
    found = solve(game, At(), SolveOptions(ExploreLimits(timeout=0.3)))
    assert isinstance(found, Unsolved)
    assert found.is_fault
    assert "has not finished within 0.3 seconds" in found.reason
