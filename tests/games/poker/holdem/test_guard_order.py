"""Of two guards that fail together the earlier one speaks: over, betting, bet, chips, limit."""

import pytest

from holdem_tables import play, refused, table
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.options import Limit
from ludex.games.poker.holdem.rules.state import Phase, State
from ludex.kernel import History, Unreadable
from ludex.language.position import position_line, read_position

TWO = "deal_holes(AsAhKdKc)"
THREE = "deal_holes(AsAhKdKcQsQh)"
CHECKED_DOWN = (
    f"{TWO} call check deal_board(2c3c4c) check check deal_board(5d) check check "
    "deal_board(8h) check check"
)
EVERY_BET = ("fold", "check", "call", "bet(2)", "raise_to(2)")


def why_not(s: State, text: str) -> str:
    """Why an event is refused in a position that a line can say."""
    read = read_position(game, position_line(game, s))
    assert not isinstance(read, Unreadable), read
    return refused(History(game, read), text)


@pytest.mark.parametrize("event", EVERY_BET)
def test_that_the_game_is_over_is_told_before_that_the_betting_is(event: str) -> None:
    over = play(table(200, 200), f"{TWO} fold")
    assert over.state.phase is Phase.OVER
    assert refused(over, event) == "the game is over"


@pytest.mark.parametrize("event", EVERY_BET)
def test_that_the_betting_is_over_is_told_before_what_the_bets_are(event: str) -> None:
    showdown = play(table(200, 200), CHECKED_DOWN).state
    assert showdown.phase is Phase.SHOWDOWN
    told = "the betting is over: show or muck"
    # Nobody owes anything: neither fold, call nor raise has a bet to answer.
    assert why_not(showdown, event) == told
    # A line may say that somebody does: neither check nor bet could be made then.
    assert why_not(showdown._replace(price=4), event) == told


def fixed(script: str = "", *stacks: int) -> State:
    start = table(*stacks or (500, 500, 500), limit=Limit.FIXED, big_blind=20,
                  small_blind=10)  # fmt: skip
    return play(start, f"{THREE} {script}").state


def test_that_the_chips_are_not_there_is_told_before_that_the_limit_is_fixed() -> None:
    flop = fixed("call call check deal_board(2c3c4c)")
    assert why_not(flop, "bet(481)") == "you have 480: bet that at most"
    assert why_not(fixed(), "raise_to(501)") == "you have 500: raise to 500 at most"


def test_that_the_limit_is_fixed_is_told_before_that_it_is_too_little() -> None:
    flop = fixed("call call check deal_board(2c3c4c)")
    assert why_not(flop, "bet(19)") == "bet 20: the limit is fixed"
    assert why_not(fixed(), "raise_to(39)") == "raise to 40: the limit is fixed"


def test_that_a_call_takes_everything_is_told_before_that_nobody_could_call() -> None:
    s = play(table(500, 60), f"{TWO} raise_to(500)").state
    assert why_not(s, "raise_to(60)") == "you have 58: call with that, or fold"


def test_that_nobody_could_call_is_told_before_that_the_betting_is_not_reopened() -> None:
    s = play(table(500, 120), f"{TWO} raise_to(100) raise_to(120)").state
    assert why_not(s, "raise_to(300)") == "nobody is left who could call a raise"


def test_that_the_betting_is_not_reopened_is_told_before_that_it_is_capped() -> None:
    s = fixed("raise_to(40) raise_to(60)")
    first = s.waiting[0]
    # As if the last bet had been short, the fourth of the round, and answered already.
    s = s._replace(acted=s.acted | {first}, raises=4, price=s.bets[first] + 5)
    bets = tuple(min(bet, s.price) for bet in s.bets)
    back = tuple(a + b - c for a, b, c in zip(s.stacks, s.bets, bets, strict=True))
    s = s._replace(bets=bets, stacks=back)
    assert why_not(s, "raise_to(100)") == (
        "you have acted: 5 more is not a full raise of 20, call or fold"
    )
    open_to_all = s._replace(acted=frozenset())
    assert why_not(open_to_all, "raise_to(100)") == ("4 bets are the most in a round: call or fold")


@pytest.mark.parametrize(
    ("script", "event", "speaks"),
    [
        # The wrong number of cards, one of them unknown.
        ("", "deal_holes(As??)", "6 cards are due, two for each player, not 2"),
        (f"{THREE} call call check", "deal_board(2c??)", "the board is due 3 cards, not 2"),
        # Unknown, and the same twice.
        ("", "deal_holes(AsAhKdKc????)", "?? is not a card to deal"),
        (f"{THREE} call call check", "deal_board(2c????)", "?? is not a card to deal"),
        # The wrong number of cards, which are not due at all.
        ("", "deal_board(2c3c)", "no card of the board is due"),
        (f"{THREE} call call check", "deal_holes(As)", "a hand is being played"),
        # Twice, and dealt already.
        (f"{THREE} call call check", "deal_board(AsAs2c)", "As appears twice"),
    ],
)  # fmt: skip
def test_cards_are_due_then_counted_then_known_then_single_then_new(
    script: str, event: str, speaks: str
) -> None:
    assert refused(play(table(200, 200, 200), script), event) == speaks
