"""What two players of hold'em have learned: spots, the table that is shipped, and how it is played."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from holdem_tables import play, table
from ludex.bots import view_of
from ludex.games.poker.holdem.bots import blueprint, spots
from ludex.games.poker.holdem.bots.player import learned, player
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.options import Limit
from ludex.games.poker.holdem.rules.state import State
from ludex.games.poker.rules.notation import cards
from ludex.kernel import Dice, Unreadable
from ludex.players.match import play_deal
from ludex.players.opponents import find_bot


def done(script: str, *stacks: int, times: int = 40, **options: Any) -> Counter[str]:
    """What it does after a script, as often as it does it."""
    s = play(table(*(stacks or (200, 200)), **options), script).state
    view = view_of(game, s, game.turn(s))
    return Counter(str(learned(view, Dice(seed))) for seed in range(times))


def test_every_spot_has_a_number_of_its_own() -> None:
    before = {
        spots.before(last, asked, deep, kind)
        for last, asked, deep, kind in product(
            (False, True), range(spots.PRICES), range(spots.DEPTHS), (0, 168)
        )
    }
    assert len(before) == 2 * spots.PRICES * spots.DEPTHS * 2
    assert (min(before), max(before)) == (0, spots.BEFORE - 1)
    after = {
        spots.after(street, last, asked, stakes, grade)
        for street, last, asked, stakes, grade in product(
            (1, 2, 3),
            (False, True),
            range(spots.PRICES),
            range(spots.LEFT * spots.PAID),
            range(spots.CARDS),
        )
    }
    assert after == {*range(spots.BEFORE, spots.SPOTS)}


def test_bets_are_told_apart_by_their_size_and_how_often_was_raised() -> None:
    assert spots.price(0, 0.0, is_all_in=False) == 0
    sizes = [spots.price(1, part, is_all_in=False) for part in (1 / 3, 2 / 3, 1.0, 2.0)]
    assert [*sizes, spots.price(1, 50.0, is_all_in=True)] == [1, 2, 3, 4, 5]
    raised = [spots.price(n, 1.0, is_all_in=False) for n in (2, 3, 9)]
    assert raised == [8, 13, 13]
    assert {spots.grade_of(x, spots.BEHIND) for x in (0.1, 0.5, 1.5, 3, 5, 10, 20)} == {*range(7)}
    assert {spots.grade_of(x, spots.SPENT) for x in (1, 2.5, 5, 12, 40)} == {*range(5)}
    assert {spots.grade_of(x, spots.DEEP) for x in (10, 20, 40, 60, 100, 200)} == {*range(6)}


def test_a_draw_is_four_of_a_suit_or_two_ranks_to_a_straight() -> None:
    for hole, board, is_draw in [
        ("AsKs", "7s2s9d", True),
        ("AsKd", "7s2s9s", True),
        ("AhKd", "7s2s9s", False),
        ("9h8d", "7c6s2d", True),  # ten or five
        ("9h8d", "7c5s2d", False),  # a six alone
        ("Jh9d", "Tc7s8d", False),  # it is a straight already
        ("AhKd", "7c6s9d8h", False),  # the board's own draw
    ]:
        found = blueprint.is_draw(tuple(cards(hole)), tuple(cards(board)))
        assert found is is_draw, hole


def test_the_table_is_whole_and_small() -> None:
    found = blueprint.table()
    assert len(found.chances) == spots.SPOTS * spots.ACTIONS
    assert [len(edges) for edges in found.edges] == [11, 11, 23]
    assert all([*edges] == sorted(edges) for edges in found.edges)
    # Every hand knows what to do on the button with a hundred big blinds.
    is_last = True
    for kind in range(169):
        first = spots.ACTIONS * spots.before(is_last, 0, spots.grade_of(100.0, spots.DEEP), kind)
        assert sum(found.chances[first : first + spots.ACTIONS]) > 150


def test_it_plays_like_somebody_who_knows_the_game() -> None:
    assert "fold" not in done("deal_holes(AsAh9c9d)")
    assert "fold" not in done("deal_holes(9c9dAsAh) raise_to(6)")
    assert done("deal_holes(9c9d7c2h) raise_to(200)")["fold"] > 30
    assert done("deal_holes(9c9dAsAh) raise_to(200)") == {"call": 40}
    river = "call check deal_board(JdTd2c) check check deal_board(5h) check check "
    nuts = done(f"deal_holes(AhKh9c9d) {river} deal_board(Qs) bet(4)", button=1)
    assert "fold" not in nuts


def test_more_than_two_players_and_limits_are_left_to_the_regular() -> None:
    for begun in (table(200, 200, 200), table(200, 200, limit=Limit.FIXED)):
        s = play(begun, "").state
        s = game.after(s, game.draw(s, Dice(3)))
        view = view_of(game, s, game.turn(s))
        assert not blueprint.knows(s)
        assert learned(view, Dice(1)) == player(view, Dice(1))


@pytest.mark.parametrize("stacks", [(200, 200), (35, 400), (90, 41)])
def test_whole_hands_are_played_by_the_rules(stacks: tuple[int, int]) -> None:
    start: State = table(*stacks).state
    for name in ("raiser", "caller", "all-in", "random"):
        other = find_bot(game, name)
        assert not isinstance(other, Unreadable)
        for seed in range(4):
            for deal in play_deal(game, start, (learned, other), seed):
                assert sum(deal.scores) == 0
