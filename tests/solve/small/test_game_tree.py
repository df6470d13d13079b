"""The shape of game trees: known numbers are counted, and estimates come near them."""

import json
from math import log10

import pytest

from commands import ludex
from ludex.kernel import Dice
from ludex.registry import examples, load
from ludex.solve.small.game_tree import Interval, count_tree, sample_tree, tree_statistics


def holds(interval: Interval, value: float) -> bool:
    return interval.low <= value <= interval.high


def test_kuhn_poker_has_twelve_information_sets() -> None:
    game = load(str(examples()["kuhn-poker"]))
    found = tree_statistics(game, game.start())
    assert found.games == 0
    assert found.kinds == {"decisions": 24, "chance": 1, "ends": 30}
    assert found.sets == [6, 6]
    assert (found.depth.value, found.longest, found.states) == (3.4, 4, 55)
    assert {kind: one.value for kind, one in found.branching.items()} == {
        "decisions": 2,
        "chance": 6,
    }


def test_leduc_poker_has_936_information_sets_in_9457_lines_of_play() -> None:
    game = load(str(examples()["leduc-poker"]))
    found = count_tree(game, game.start(), 10_000, 600)
    assert found is not None
    assert (found.kinds.total(), sum(found.sets)) == (9_457, 936)
    assert count_tree(game, game.start(), 9_456, 600) is None


def test_tic_tac_toe_is_estimated_near_its_549946_nodes() -> None:
    game = load(str(examples()["tic-tac-toe"]))
    found = sample_tree(game, game.start(), Dice(1), 600, longest=1_000, games=300)
    assert (found.games, found.widest, found.longest, found.cut) == (300, 9, 9, 0)
    assert holds(found.log_nodes, log10(549_946))
    assert found.log_nodes.high - found.log_nodes.low < 0.2
    again = sample_tree(game, game.start(), Dice(1), 600, longest=1_000, games=300)
    assert again == found


def test_a_tree_is_estimated_where_chance_is_not_even() -> None:
    game = load(str(examples()["kuhn-poker"]))
    found = sample_tree(game, game.start(), Dice(2), 600, longest=1_000, games=400)
    assert holds(found.log_nodes, log10(55))
    assert found.sets == [6, 6]


def test_a_game_is_cut_off_and_that_is_said() -> None:
    game = load(str(examples()["tic-tac-toe"]))
    assert sample_tree(game, game.start(), Dice(1), 600, longest=3, games=5).cut == 5


def test_the_tree_is_printed_for_people_and_machines() -> None:
    done = ludex("check", "kuhn-poker", "--tree")
    assert done.status == 0
    assert "nodes       55: 24 decisions, 1 of chance, 30 ends\n" in done.out
    assert "information 12 sets: player 1 has 6, player 2 has 6\n" in done.out
    record = json.loads(ludex("check", "kuhn-poker", "--tree", "--json").out)
    assert (record["counted"], record["information_sets"]) == (True, [6, 6])
    large = ludex("check", "holdem", "--tree", "--time", "0.1", "--states", "100")
    assert "estimated from 20 random games" in large.out
    assert "not listed  every raise_to: there are too many" in large.out


@pytest.mark.slow
def test_tic_tac_toe_is_counted() -> None:
    game = load(str(examples()["tic-tac-toe"]))
    found = count_tree(game, game.start(), 10**6, 600)
    assert found is not None
    assert found.kinds == {"decisions": 294_778, "ends": 255_168}
    assert found.states == 5_478
