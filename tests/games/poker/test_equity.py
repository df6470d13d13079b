"""Equity: exact where that is feasible, sampled with a margin where it is not."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from ludex.games.poker.equity.equity import Method, equity, equity_by_kind
from ludex.games.poker.equity.ranges import Range
from ludex.games.poker.rules import NotCards


@pytest.mark.parametrize("compiled", [False, True])
def test_aces_against_kings_is_the_published_number(*, compiled: bool) -> None:
    found = equity(["AsAh", "KdKc"], compiled=compiled)
    assert found.exact
    assert found.boards == 1_712_304
    aces, kings = found.shares
    assert (aces.wins, aces.ties, aces.losses) == (1_388_072, 6_538, 317_694)
    assert (kings.wins, kings.ties) == (317_694, 6_538)
    assert found.equities[0] == pytest.approx(0.812554897, abs=5e-10)
    assert found.margin(0) == 0


KNOWN = [
    # Published to two digits in many tables of starting hands against a random hand.
    (["AsAh"], 2, 0.8520),
    (["7s2h"], 2, 0.3458),
]


@pytest.mark.parametrize(
    ("hands", "players", "expected"),
    [KNOWN[0], pytest.param(*KNOWN[1], marks=pytest.mark.slow)],
)
def test_a_hand_against_any_two_is_exact(hands: list[str], players: int, expected: float) -> None:
    found = equity(hands, players=players)
    assert found.exact
    assert found.boards == 1225 * 1_712_304
    assert found.equities[0] == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["QQ+, AKs", "JJ, 50%(TT, AQs)"], "", ""),
        (["AsAh", "22+", "JTs"], "2c7d9h", "Ac"),
        (["any", "AKo"], "2c7d9hTs4d", ""),
    ],
)
def test_the_shares_of_all_players_are_the_whole_pot(
    hands: list[str], board: str, dead: str
) -> None:
    found = equity(hands, board, dead)
    assert found.exact
    assert sum((share.pots for share in found.shares), Fraction(0)) == found.boards
    for share in found.shares:
        assert share.wins + share.ties + share.losses == found.boards


def test_exchanged_suits_give_the_same_equity() -> None:
    assert equity(["AsKs", "QhJd"]) == equity(["AcKc", "QdJh"])
    flop = equity(["AsKs", "QhJd"], "2s3h4d")
    assert flop == equity(["AcKc", "QdJh"], "2c3d4h")


def test_a_range_is_the_average_of_its_hands() -> None:
    whole = equity(["AKs", "QdQh"], "2c7d9h")
    single = [equity([hand, "QdQh"], "2c7d9h") for hand in _holes("AKs")]
    assert whole.boards == sum(one.boards for one in single)
    assert whole.shares[0].wins == sum(one.shares[0].wins for one in single)


def _holes(written: str) -> list[Range]:
    return [Range((hole,), (1,)) for hole in Range.of(written).holes]


def test_half_the_weight_counts_half() -> None:
    board = "2c7d9h"
    both = equity(["AhAs", "KK, 50%(QQ)"], board)
    kings, queens = equity(["AhAs", "KK"], board), equity(["AhAs", "QQ"], board)
    assert both.shares[0].pots == 2 * kings.shares[0].pots + queens.shares[0].pots
    assert both.boards == 2 * kings.boards + queens.boards


@pytest.mark.parametrize("hands", [["AsAh", "KdKc"], ["KK+, AKs", "50%(88), A5s"]])
def test_the_truth_lies_near_the_sample(hands: list[str]) -> None:
    truth = equity(hands, method=Method.EXACT)
    sample = equity(hands, method=Method.SAMPLE, trials=30_000, seed=5)
    assert not sample.exact
    assert sample.boards == 30_000
    for i in range(2):
        assert 0 < sample.margin(i) < 0.006
        assert abs(sample.equities[i] - truth.equities[i]) < 2 * sample.margin(i)


def test_ten_players_are_sampled_and_the_seed_decides() -> None:
    first = equity(["AsAh"], players=10, trials=6_000, seed=1)
    assert not first.exact
    assert first.equities[0] == pytest.approx(0.31, abs=0.02)
    assert sum(first.equities) == pytest.approx(1)
    assert equity(["AsAh"], players=10, trials=6_000, seed=1) == first
    assert equity(["AsAh"], players=10, trials=6_000, seed=2) != first


def test_compiled_or_not_one_sample_is_drawn() -> None:
    one, other = (
        equity(["QQ+", "A2s+"], players=3, trials=3_000, method=Method.SAMPLE, compiled=c)
        for c in (False, True)
    )
    assert one == other


@pytest.mark.parametrize("method", [Method.EXACT, Method.SAMPLE])
def test_progress_is_told_from_nothing_to_all(method: Method) -> None:
    told: list[tuple[int, int]] = []
    equity(
        ["QQ+", "AKs"],
        "2c7d9h",
        method=method,
        trials=150_000,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1]
    assert told == sorted(told)


@pytest.mark.parametrize(
    ("hands", "board", "dead", "players", "reason"),
    [
        (["AsAs", "KdKc"], "", "", 0, "As appears twice"),
        (["AsAh", "AsKc"], "", "", 0, "As appears twice"),
        (["AsAh", "KdKc"], "As2c3c", "", 0, "As appears twice"),
        (["AsAh", "KdKc"], "", "Kd", 0, "Kd appears twice"),
        (["AsAh", "KdKc"], "2c3c", "", 0, "0, 3, 4 or 5 cards"),
        (["AsAh", "KdKc"], "2c3c4c5c6c7c", "", 0, "0, 3, 4 or 5 cards"),
        (["AsAh", "Xx"], "", "", 0, "is not part of a range"),
        (["AsAh", ""], "", "", 0, "is empty"),
        (["AA", "KdKc"], "", "AsAhAd", 0, "nothing is left of the range of player 1"),
        (["AA", "AA", "AA"], "", "", 0, "at the same time"),
        (["AsAh"], "", "", 0, "two to ten"),
        (["AsAh"], "", "", 11, "two to ten"),
        (
            ["AsAh"],
            "",
            "2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s",
            10,
            "too few",
        ),
    ],
)
def test_spots_that_cannot_be_are_refused(
    hands: list[str], board: str, dead: str, players: int, reason: str
) -> None:
    with pytest.raises(NotCards, match=reason):
        equity(hands, board, dead, players)


@pytest.mark.parametrize("compiled", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_ranges_too_entangled_to_sample_are_refused(*, compiled: bool) -> None:
    with pytest.raises(NotCards, match="overlap so much"):
        equity(["TT+"] * 10, trials=10, compiled=compiled)


def test_the_record_is_plain_and_exact() -> None:
    found = equity(["AsAh", "KdKc"]).record(["AsAh", "KdKc"])
    assert json.loads(json.dumps(found)) == found
    assert found["boards"] == 1_712_304
    assert found["exact"] is True
    sample = equity(["AsAh"], players=3, trials=100, method=Method.SAMPLE, seed=9)
    assert sample.record(["AsAh", "?", "?"])["seed"] == 9


def test_a_four_card_board_is_the_turn() -> None:
    found = equity(["AsKs", "QhJh"], "2s3s4h5d")
    assert (found.exact, found.boards) == (True, 44)


def test_each_kind_of_hand_has_the_equity_it_has_alone() -> None:
    kinds = equity_by_kind("QQ+, AKs", "JJ, AKo", "2c7d9h")
    assert set(kinds) == {"AA", "KK", "QQ", "AKs"}
    for name, found in kinds.items():
        alone = equity([name, "JJ, AKo"], "2c7d9h")
        assert found.pots == pytest.approx(alone.equities[0])
        assert found.weight * 990 == alone.boards


def test_pictures_are_drawn(tmp_path: Path) -> None:
    from ludex.games.poker.equity.pictures import draw_bars, draw_grid

    bars, grid = tmp_path / "bars.png", tmp_path / "grid.png"
    draw_bars(equity(["AsAh", "KdKc"]), ["AsAh", "KdKc"], "aces and kings", bars)
    draw_grid(equity_by_kind("QQ+", "JJ, AKo", "2c7d9h"), "QQ+ against JJ, AKo", grid)
    for file in (bars, grid):
        assert file.read_bytes().startswith(b"\x89PNG")


def test_equity_works_without_numpy() -> None:
    program = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from importlib.machinery import PathFinder
find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *a: None if name == "numpy" else find(name, *a)
del sys.modules["numpy"], sys.modules["numba"]
from ludex.games.poker.equity.equity import equity
found = equity(["AsAh", "KdKc"])
print(found.shares[0].wins, found.shares[0].ties, "numpy" in sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "1388072 6538 False\n"
