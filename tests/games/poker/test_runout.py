"""Showdowns over all boards, counted by class, against counting them one by one."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.poker.equity.ranges import Hole
from ludex.games.poker.equity.showdowns import in_python
from ludex.games.poker.equity.spot import Tally
from ludex.games.poker.equity.strength import strengths
from ludex.games.poker.rules import cards, rank

tally = in_python().tally


def one_by_one(holes: list[Hole], board: tuple[int, ...], dead: tuple[int, ...]) -> Tally:
    gone = {*board, *dead, *(i for hole in holes for i in hole)}
    counts = [[0] * len(holes) for _ in holes]
    live = [i for i in range(52) if i not in gone]
    for rest in combinations(live, 5 - len(board)):
        ranks = [rank((*hole, *board, *rest)) for hole in holes]
        for player, mine in enumerate(ranks):
            if mine == min(ranks):
                counts[player][ranks.count(mine) - 1] += 1
    return tuple(map(tuple, counts))


@settings(max_examples=40)
@given(st.permutations(range(52)), st.integers(2, 5), st.integers(3, 5), st.data())
def test_classes_of_boards_count_what_single_boards_count(
    pack: list[int], players: int, on_board: int, data: st.DataObject
) -> None:
    suited = data.draw(st.booleans())
    if suited:  # flushes come up often among the cards of two suits
        pack = [i for i in pack if i % 4 < 2]
    holes = [(pack[2 * p], pack[2 * p + 1]) for p in range(players)]
    board = tuple(pack[10 : 10 + on_board])
    dead = tuple(pack[15 : 15 + data.draw(st.integers(0, 5))])
    assert tally(holes, board, dead) == one_by_one(holes, board, dead)


def test_aces_against_kings_before_the_flop() -> None:
    aces, kings = cards("AsAh"), cards("KdKc")
    holes = [(aces[0], aces[1]), (kings[0], kings[1])]
    assert tally(holes, (), ()) == ((1_388_072, 6_538), (317_694, 6_538))


@pytest.mark.slow
@pytest.mark.parametrize("hands", ["AsKs QhJh", "7s6s 8s9d", "AsAh AdAc", "2s2h 3s4s"])
def test_every_board_before_the_flop_is_counted_once(hands: str) -> None:
    """One by one, 1,712,304 of them: compiled, their ranks take a second and not a minute."""
    holes: list[Hole] = [(i[0], i[1]) for i in map(cards, hands.split())]
    gone = {i for hole in holes for i in hole}
    boards = np.array([*combinations([i for i in range(52) if i not in gone], 5)], np.uint8)
    first, second = (
        strengths(np.hstack([np.tile(np.array(hole, np.uint8), (len(boards), 1)), boards]))
        for hole in holes
    )
    split = int((first == second).sum())
    wins, losses = int((first > second).sum()), int((first < second).sum())
    assert wins + losses + split == 1_712_304
    assert tally(holes, (), ()) == ((wins, split), (losses, split))
