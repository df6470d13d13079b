"""The evaluation: chips, and the part of the pot that the cards are good for."""

import pytest

from holdem_tables import event, play, table
from ludex.bots.evaluation import greedy_bot
from ludex.bots.observation import view_of
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.chip_value import strength, worth
from ludex.games.poker.holdem.rules.events import Bet, DealHoles, RaiseTo
from ludex.games.poker.holdem.rules.view import choices
from ludex.games.poker.rules.pack import read_cards
from ludex.kernel import CHANCE, Dice, Seat, Unreadable


def cards(text: str) -> tuple:  # type: ignore[type-arg]
    found = read_cards(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("hole", "board", "equity"),
    [
        ("AsAh", "", 0.852),
        ("7s2h", "", 0.346),
        ("AsKs", "", 0.670),
        ("AsAh", "2c7d9hJcKd", 0.87),
        ("8s6s", "7s9sTs", 1.0),
    ],
)
def test_a_sample_of_hands_is_near_the_true_equity(hole: str, board: str, equity: float) -> None:
    assert strength(cards(hole), cards(board)) == pytest.approx(equity, abs=0.08)


def test_the_same_cards_are_always_as_good_and_suits_make_no_difference() -> None:
    assert strength(cards("AsKs"), ()) == strength(cards("KdAd"), ())
    assert strength(cards("AsKs"), ()) != strength(cards("AsKd"), ())


def test_after_a_fold_only_the_chips_behind_count() -> None:
    s = play(table(200, 200, 200), "deal_holes(AsAhKhKcQsQh) fold").state
    folded = next(p for p, live in enumerate(s.live) if not live)
    assert worth(s, Seat(folded)) == s.stacks[folded] - 200


def test_good_cards_make_a_call_worth_its_price_and_bad_ones_do_not() -> None:
    def gained(hole: str) -> float:
        begun = play(table(200, 200), f"deal_holes(KhKc{hole}) raise_to(60)").state
        called = game.after(begun, game.read("call"))  # type: ignore[arg-type]
        folded = game.after(begun, game.read("fold"))  # type: ignore[arg-type]
        return worth(called, Seat(1)) - worth(folded, Seat(1))

    assert gained("AsAh") > 0 > gained("7s2d")


def test_between_hands_it_is_what_has_been_gained() -> None:
    s = play(table(200, 200), "deal_holes(AsAhKhKc) fold").state
    assert [worth(s, Seat(p)) for p in range(2)] == [stack - 200 for stack in s.stacks]


def test_who_has_paid_more_is_imagined_with_better_cards() -> None:
    begun = play(table(200, 200, 200), "deal_holes(AsAhKhKcQsQh)").state
    assert [choices(begun, p) for p in range(3)] == [1, 1, 1]
    raised = play(table(200, 200), "deal_holes(AsAhKhKc) raise_to(60)").state
    assert sorted(choices(raised, p) for p in range(2)) == [1, 4]


def test_a_small_raise_does_not_drive_out_who_has_paid_much() -> None:
    """With middling cards in a large pot it is better to call than to raise once more."""
    s = play(table(200, 200), "deal_holes(As3dKhKc) raise_to(40) raise_to(78)").state
    called, raised = (
        worth(game.after(s, event(text)), Seat(0)) for text in ("call", "raise_to(116)")
    )
    assert raised < called


def test_greedy_players_do_not_raise_for_ever() -> None:
    playing = game.unchecked()
    bot, dice = greedy_bot(playing), Dice(5)
    s = playing.start.varied(None, {"players": "4", "hands": "8"})
    assert not isinstance(s, Unreadable)
    raises = [0]
    while playing.outcome(s) is None:
        seat = playing.turn(s)
        if seat == CHANCE:
            made = playing.draw(s, dice)
            raises += [0] * isinstance(made, DealHoles)
        else:
            made = bot(view_of(playing, s, seat), dice)
            raises[-1] += isinstance(made, Bet | RaiseTo)
        assert made is not None
        s = playing.after(s, made)
    assert 0 < max(raises) <= 10
