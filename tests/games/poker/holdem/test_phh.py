"""PHH hand histories: read, replayed, written, and refused where they lie."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdem_tables import play, random_play, random_table, table
from ludex.games.poker.holdem.formats import phh
from ludex.games.poker.holdem.formats.export import hands_of, recorded
from ludex.games.poker.holdem.formats.forced_bets import strict_opening
from ludex.games.poker.holdem.formats.phh import HandRecord
from ludex.games.poker.holdem.formats.phhs import hands
from ludex.games.poker.holdem.formats.replay import ImpossibleClaim, ReplayedAction, replayed
from ludex.kernel import Dice, Unreadable

HAND = """\
# three players, an all-in and a side pot
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 50, 300]
actions = [
  "d dh p1 AsAh", "d dh p2 KsKh", "d dh p3 QsQh",
  "p3 cbr 10 # a raise", "p1 cbr 30", "p2 cbr 50", "p3 cc", "p1 cc",
  "d db 2c7d9h", "p1 cbr 60", "p3 cc",
  "d db Jc", "p1 cc", "p3 cbr 90", "p1 cc",
  "p1 sm AsAh", "p2 sm KsKh", "p3 sm QsQh",
  "d db Kd",
]
finishing_stacks = [300, 150, 100]
players = ["Ann \\"A\\"", "Bob", "Cy"]
hand = 7
"""


def records_of(text: str) -> list[HandRecord | Unreadable]:
    return [
        found.table
        if isinstance(found.table, Unreadable)
        else phh.read_table(found.table, strict=False)
        for found in hands(text.splitlines(keepends=True))
    ]


def record_of(text: str) -> HandRecord:
    (record,) = records_of(text)
    assert not isinstance(record, Unreadable), record
    return record


def replay(text: str) -> list[ReplayedAction]:
    record = record_of(text)
    opening = strict_opening(record)
    assert not isinstance(opening, Unreadable), opening
    return list(replayed(record, opening))


def test_a_hand_is_replayed_action_by_action() -> None:
    played = replay(HAND)
    assert len(played) == 19
    assert played[2].state.bets == (1, 2, 0)
    assert played[3].state.bets == (1, 2, 10)
    assert played[9].state.bets == (60, 0, 0)
    assert played[15].state == played[14].state  # everybody sees them already
    assert played[-1].state.stacks == (300, 150, 100)
    assert played[-1].state.won == (300, 150, 0)


def test_between_two_players_p1_has_the_big_blind() -> None:
    text = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 100]
actions = ["d dh p1 AsAh", "d dh p2 KsKh", "p2 f"]
"""
    assert replay(text)[-1].state.stacks == (201, 99)


def test_amounts_with_decimals_are_counted_in_the_smallest_unit() -> None:
    text = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [0.25, 0.50]
min_bet = 0.50
starting_stacks = [20.10, 100]
actions = ["d dh p1 AsAh", "d dh p2 KsKh", "p2 cbr 1.50", "p1 f"]
finishing_stacks = [19.60, 100.5]
"""
    assert replay(text)[-1].state.stacks == (1960, 10050)
    record = record_of(text)
    assert record_of(phh.write(record)) == record


def test_unknown_cards_stay_unknown_unless_they_are_shown_later() -> None:
    text = HAND.replace("p1 AsAh", "p1 ????").replace("dh p3 QsQh", "dh p3 ????")
    played = replay(text)
    assert played[-1].state.stacks == (300, 150, 100)
    nobody = HAND.replace('"d dh p1 AsAh"', '"d dh p1 ????"').replace('"p1 sm AsAh"', '"# nothing"')
    with pytest.raises(ImpossibleClaim, match="a showdown, and the cards of p1 are not known"):
        replay(nobody)


def test_a_file_may_hold_several_hands() -> None:
    one = HAND.split("\n", 1)[1]
    records = records_of(f"[1]\n{one}\n[2]\n{one}")
    assert len(records) == 2
    assert records[0] == records[1] == record_of(HAND)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40)
def test_a_hand_played_here_is_written_read_and_replayed_to_the_same_stacks(
    seed: int,
) -> None:
    dice = Dice(seed)
    history = random_play(random_table(dice), dice)
    for hand in hands_of(history.start, history.steps):
        record = recorded(hand)
        text = phh.write(record)
        assert record_of(text) == record
        last = replay(text)[-1].state
        seats: Any = dict(record.extras)["seats"]
        order = [seat - 1 for seat in seats]
        assert last.stacks == tuple(hand[-1][2].stacks[p] for p in order)
        assert phh.write(record_of(text)) == text


def test_a_hand_without_a_small_blind_is_written_and_replayed() -> None:
    start = table(200, 200, 50, 200, hands=0)
    history = play(
        start,
        "deal_holes(AsAhKhKcQsQhTsTd) fold raise_to(50) fold call deal_board(2c7d9h) "
        "deal_board(Jc) deal_board(Kd) deal_holes(AsAhKhKcTsTd) raise_to(9) fold fold",
    )
    second = recorded(hands_of(history.start, history.steps)[1])
    assert second.blinds == (2, 0, 0)
    assert replay(phh.write(second))[-1].state.stacks == second.finishing


LIES = [
    ("starting_stacks = [200", "starting_stacks = [150", "finishing_stacks, entry 1: the file says 300, the hand gives 200"),
    ("[200, 50, 300]", "[200, 50, 100]", "action 13 (p1 cc): cards are due first"),
    ("finishing_stacks = [300, 150", "finishing_stacks = [150, 300", "finishing_stacks, entry 1: the file says 150, the hand gives 300"),
    ('"p3 cbr 10', '"p3 cbr 3', "action 4 (p3 cbr 3): raise to at least 4: the big blind is 2"),
    ('"p1 cbr 30"', '"p1 cbr 201"', "action 5 (p1 cbr 201): you have 199: raise to 200 at most"),
    ('"p1 cbr 30"', '"p2 cbr 30"', "action 5 (p2 cbr 30): it is the turn of p1"),
    ('"p1 cbr 30"', '"p7 cbr 30"', "action 5 (p7 cbr 30): there is no p7: 3 play"),
    ('"p1 cbr 30"', '"p1 cbr ten"', "action 5 (p1 cbr ten): ten is not a number of chips"),
    ('"p1 cbr 30"', '"p1 xx"', "action 5 (p1 xx): this is not an action of hold'em"),
    ('"p1 cbr 30"', '"d db 2c7d9h"', "action 5 (d db 2c7d9h): no card of the board is due"),
    ('"d dh p2 KsKh"', '"d dh p2 AsKh"', "action 2 (d dh p2 AsKh): As appears twice"),
    ('"d dh p2 KsKh"', '"d dh p2 KsXx"', "action 2 (d dh p2 KsXx): KsXx are no cards"),
    ('"d dh p2 KsKh"', '"d dh p2 KsKhKd"', "action 2 (d dh p2 KsKhKd): a player gets two cards, not 3"),
    ('"d dh p2 KsKh"', '"d dh p1 KsKh"', "action 2 (d dh p1 KsKh): p1 has cards already"),
    ('"d db Jc"', '"d db As"', "action 12 (d db As): As is dealt already"),
    ('"d db Jc"', '"d db JcTc"', "action 12 (d db JcTc): the board is due 1 card, not 2"),
    ('"p1 sm AsAh"', '"p1 sm AsAd"', "action 16 (p1 sm AsAd): p1 has AsAh, not AsAd"),
    ('"p1 sm AsAh"', '"p1 sm"', "action 16 (p1 sm): all hands are shown when somebody is all in"),
    ('  "d db Kd",\n', "", "finishing_stacks: the hand is not over at the end of the actions"),
    ('"d db Kd",', '"d db Kd", "p1 cc",', "action 20 (p1 cc): the hand is over"),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false", "words"), LIES, ids=[w for _, _, w in LIES])
def test_a_lie_is_refused_with_its_place(true: str, false: str, words: str) -> None:
    assert true in HAND
    with pytest.raises(ImpossibleClaim) as lie:
        replay(HAND.replace(true, false, 1))
    assert str(lie.value) == words


UNREADABLE = [
    ('"NT"', '"PO"', "variant: 'PO' is not played here; NT, FT are"),
    ("starting_stacks = [200", "starting_stacks = [-200", "starting_stacks, entry 1: -200 is not a number of chips"),
    ("starting_stacks = [200", "starting_stacks = [0", "starting_stacks, entry 1: 0 is not a number of chips"),
    ("starting_stacks = [200", "starting_stacks = [nan", "starting_stacks, entry 1: NaN is not a number of chips"),
    ("starting_stacks = [200, 50, 300]", "starting_stacks = [200]", "1 players, not two to ten"),
    ("antes = [0, 0, 0]", "antes = [0]", "antes: 1 entries for 3 players"),
    ("antes = [0, 0, 0]", "antes = 0", "antes: 0 entries for 3 players"),
    ("min_bet = 2", "min_bet = true", "min_bet: True is not a number of chips"),
    ("min_bet = 2\n", "", "min_bet is missing"),
    ("actions = [\n", "actions = [ 5,\n", "actions: a list of texts is expected"),
    ("actions = [\n", "actions = [[\n", "this is no TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false", "words"), UNREADABLE)
def test_a_file_that_cannot_be_read_says_what_is_wrong(true: str, false: str, words: str) -> None:
    assert true in HAND
    (wrong,) = records_of(HAND.replace(true, false, 1))
    assert isinstance(wrong, Unreadable)
    assert words in str(wrong)


NOT_PLAYED = [
    ("[1, 2, 0]", "[1, 2, 4]", "blinds_or_straddles, entry 3: a straddle or post of 4"),
    ("min_bet = 2", "min_bet = 5", "bets of 5 with a big blind of 2"),
    (
        "antes = [0, 0, 0]",
        "antes = [0, 1, 2]",
        "antes: all the same, or one by the big",
    ),
    ("[1, 2, 0]", "[3, 2, 0]", "the small blind 3 is more than the big blind 2"),
]


@pytest.mark.parametrize(("true", "false", "words"), NOT_PLAYED)
def test_forced_bets_that_are_not_played_here_are_refused(
    true: str, false: str, words: str
) -> None:
    opening = strict_opening(record_of(HAND.replace(true, false, 1)))
    assert isinstance(opening, Unreadable)
    assert words in str(opening)


def test_an_ante_of_the_big_blind_is_read() -> None:
    text = HAND.replace("antes = [0, 0, 0]", "antes = [0, 2, 0]")
    text = text.replace("[200, 50, 300]", "[200, 52, 300]").replace("[300, 150", "[300, 152")
    played = replay(text)
    assert played[2].state.dead == 2
    assert played[-1].state.stacks == (300, 152, 100)
