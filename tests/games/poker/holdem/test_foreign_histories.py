"""Hand histories of other houses: what the standard permits is read, lies are refused."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.games.poker.holdem.formats import phh
from ludex.games.poker.holdem.formats.histories import (
    HandHistory,
    HistorySummary,
    read_history,
)
from ludex.games.poker.holdem.formats.phhs import hands
from ludex.games.poker.holdem.formats.remarks import RemarkKind
from ludex.games.poker.holdem.rules.state import Phase
from ludex.games.poker.holdem.table.text import text
from ludex.kernel import Unreadable
from playing import SHARED

REAL = sorted((SHARED / "conformance" / "phh").glob("*.phhs"))


def hand(
    *,
    blinds: str = "[1, 2, 0]",
    stacks: str = "[200, 200, 200]",
    actions: str,
    antes: str = "",
    bets: str = "min_bet = 2",
    end: str = "",
) -> str:
    """A file; `actions` begin after the deal, separated by semicolons."""
    n = stacks.count(",") + 1
    dealt = "; ".join(f"d dh p{i} ????" for i in range(1, n + 1))
    listed = ", ".join(f'"{a.strip()}"' for a in f"{dealt}; {actions}".split(";"))
    variant = "NT" if bets.startswith("min") else "FT"
    return f"""\
variant = "{variant}"
antes = {antes or [0] * n}
blinds_or_straddles = {blinds}
{bets}
starting_stacks = {stacks}
actions = [{listed}]
{end}
"""


def fields(file: str) -> Mapping[str, object]:
    table = phh.parsed(file)
    assert not isinstance(table, Unreadable), table
    return table


def accepted(file: str) -> HandHistory:
    history = read_history(fields(file))
    assert not isinstance(history, Unreadable), history
    return history


def refusal(file: str, *, strict: bool = False) -> str:
    history = read_history(fields(file), strict=strict)
    assert isinstance(history, Unreadable), "it is accepted"
    return str(history)


def said(history: HandHistory) -> list[str]:
    return [remark.text for remark in history.remarks]


def kinds(history: HandHistory) -> set[RemarkKind]:
    return {remark.kind for remark in history.remarks}


# -- unknown stacks ---------------------------------------------------------------------


def test_a_stack_of_inf_is_unknown_and_shown_by_its_change() -> None:
    file = hand(
        blinds="[0.5, 1, 0]",
        bets="min_bet = 1",
        stacks="[inf, inf, 80]",
        actions="p3 cbr 3; p1 cc; p2 f; d db 2c7d9h; p1 cbr 5; p3 f",
    )
    history = accepted(file)
    last = history.played[-1].state
    assert history.stacks(last) == ["?+40", "?-10", "770"]
    assert "the stack of p1 and p2 is not known" in said(history)
    assert "?+40" in text(last, history.stacks(last))
    assert "Infinity is not a number of chips" in refusal(file, strict=True)
    assert accepted(phh.write(history.record)).record == history.record


def test_betting_that_is_not_recorded_is_passed_over_where_somebody_may_be_all_in() -> None:
    file = hand(
        stacks="[inf, inf, inf]",
        actions="p3 f; p1 cbr 90; p2 cc; d db 2c7d9h; d db Ks; d db 3s; p1 sm AsAh; p2 sm KdQd",
    )
    history = accepted(file)
    assert history.played[-1].state.won == (180, 0, 0)
    assert RemarkKind.PASSED_OVER in kinds(history)
    known = file.replace("inf", "200")
    assert refusal(known) == "action 8 (d db Ks): no card of the board is due"


# -- rake -------------------------------------------------------------------------------

SHOWDOWN = (
    "p3 f; p1 cc; p2 cc; d db 2c7d9h; p1 cbr 48; p2 cc; d db Ks; p1 cc; p2 cc; "
    "d db 3s; p1 cc; p2 cc; p1 sm AsAh; p2 sm KdQd"
)
UNCALLED = "p3 cbr 6; p1 f; p2 cc; d db 2c7d9h; p2 cc; p3 cbr 40; p2 f"

RAKES = [
    (SHOWDOWN, "finishing_stacks = [250, 150, 200]", "rake: none"),
    (SHOWDOWN, "finishing_stacks = [247, 150, 200]", "rake: 3"),
    (SHOWDOWN, "finishing_stacks = [0, 0, 0]", "rake: not stated"),
    (SHOWDOWN, "winnings = [100, 0, 0]", "rake: none"),
    (SHOWDOWN, "winnings = [97.5, 0, 0]", "rake: 2.5"),
    (SHOWDOWN, "winnings = [50, 0, 0]", "rake: none"),  # only what was gained
    (SHOWDOWN, "winnings = [0, 0, 0]", "rake: not stated"),
    (SHOWDOWN, "", "rake: not stated"),
    (
        SHOWDOWN,
        "winnings = [97, 0, 0]\nfinishing_stacks = [247, 150, 200]",
        "rake: 3",
    ),
    (UNCALLED, "winnings = [0, 0, 12.35]", "rake: 0.65"),
    (UNCALLED, "winnings = [0, 0, 53]", "rake: none"),  # with the forty that came back
    (UNCALLED, "winnings = [0, 0, 52.35]", "rake: 0.65"),
    (
        UNCALLED.replace("40", "2").replace("cbr 6", "cbr 60").replace("p1 f", "p1 cc")
        .replace("d db 2c7d9h; p2 cc", "d db 2c7d9h; p1 cc; p2 cc").replace("; p2 f", "; p1 f; p2 f"),
        "winnings = [0, 0, 177]",
        "rake: 3, or 5 if the winnings count in what nobody called",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("actions", "end", "words"), RAKES)
def test_the_rake_is_shown_or_said_not_to_be_stated(actions: str, end: str, words: str) -> None:
    history = accepted(hand(actions=actions, end=end))
    assert said(history)[-1] == words
    assert not history.is_corrected


def test_a_strict_reader_refuses_a_rake() -> None:
    file = hand(actions=SHOWDOWN, end="winnings = [97, 0, 0]")
    assert refusal(file, strict=True) == "winnings, entry 1: the file says 97, the hand gives 100"


ENDS_THAT_LIE = [
    ("finishing_stacks = [150, 250, 200]", "finishing_stacks, entry 2: the file says 250, the hand gives 150"),
    ("finishing_stacks = [250, 150, 201]", "finishing_stacks, entry 3: the file says 201, the hand gives 200"),
    ("finishing_stacks = [251, 150, 200]", "finishing_stacks, entry 1: the file says 251, the hand gives 250"),
    ("finishing_stacks = [160, 150, 200]", "finishing_stacks, entry 1: the file says 160, the hand gives 250"),
    ("winnings = [0, 100, 0]", "winnings, entry 1: the file says 0, the hand gives 100"),
    ("winnings = [104, 0, 0]", "winnings, entry 1: the file says 104, the hand gives 100"),
    ("winnings = [0, 101, 0]", "winnings, entry 2: the file says 101, the hand gives 0"),
    ("finishing_stacks = [251, 150, 196]", "finishing_stacks, entry 3: the file says 196, the hand gives 200"),
    ("finishing_stacks = [255, 150, 197]", "finishing_stacks, entry 1: the file says 255, the hand gives 250"),
    ("winnings = [10, 0, 0]", "winnings, entry 1: the file says 10, the hand gives 100"),
    ("winnings = [97, 0, 1]", "winnings, entry 1: the file says 97, the hand gives 100"),
]  # fmt: skip


@pytest.mark.parametrize(("end", "words"), ENDS_THAT_LIE)
def test_an_end_that_no_rake_explains_is_refused(end: str, words: str) -> None:
    assert refusal(hand(actions=SHOWDOWN, end=end)) == words


UNTOLD = [
    ("winnings = [103, 0, 0]", "3"),
    ("winnings = [102, 0, 0]", "2"),
    ("finishing_stacks = [253, 150, 197]", "3"),
    ("finishing_stacks = [251.5, 150, 197]", "3.0"),
]


@pytest.mark.parametrize(("end", "posted"), UNTOLD)
def test_a_late_post_that_is_not_recorded_may_be_in_the_pot(end: str, posted: str) -> None:
    history = accepted(hand(actions=SHOWDOWN, end=end))
    words = f"{posted} more is paid out than was put in: a late post is not recorded"
    assert words in said(history)
    assert history.is_corrected


def test_winnings_that_leave_a_winner_out_do_not_tell_the_rake() -> None:
    split = SHOWDOWN.replace("KdQd", "AdAc")
    assert accepted(hand(actions=split)).played[-1].state.won == (50, 50, 0)
    half = accepted(hand(actions=split, end="winnings = [48, 0, 0]"))
    assert said(half)[-1] == "rake: not stated"
    both = hand(actions=split, end="winnings = [10, 0, 0]\nfinishing_stacks = [198, 198, 200]")
    assert said(accepted(both))[-1] == "rake: 4"
    assert "winnings, entry 2" in refusal(hand(actions=split, end="winnings = [9, 0, 0]"))


def test_houses_may_share_odd_chips_as_they_like() -> None:
    split = SHOWDOWN.replace("p3 f", "p3 cc").replace("p1 cbr 48; p2 cc", "p1 cbr 48; p2 cc; p3 f")
    split = split.replace("p2 sm KdQd", "p2 sm AdAc").replace("p3 cc", "p3 cbr 3", 1)
    file = hand(actions=split, end="winnings = [52, 53, 0]")
    assert said(accepted(file))[-1] == "rake: none"


# -- the showdown -----------------------------------------------------------------------


def test_cards_may_be_shown_later_than_their_player_was_asked() -> None:
    file = hand(
        stacks="[40, 200, 200]",
        actions="p3 f; p1 cbr 40; p2 cc; p1 sm ????; p2 sm ????; d db 2c7d9h; "
        "p1 sm ????; p2 sm ????; d db Ks; d db 3s; p2 sm KdQd; p1 sm AsAh",
    )
    history = accepted(file)
    assert history.played[-1].state.stacks == (80, 160, 200)
    assert said(history)[:2] == ["p1 shows his cards later", "p2 shows his cards later"]
    assert "p1 has AsAh, not ????" in refusal(file, strict=True)


def test_hands_may_be_shown_out_of_order() -> None:
    file = hand(actions=SHOWDOWN.replace("p1 sm AsAh; p2 sm KdQd", "p2 sm KdQd; p1 sm AsAh"))
    history = accepted(file)
    assert history.played[-1].state.won == (100, 0, 0)
    assert "p2 answers before p1, whose turn it is" in said(history)
    assert history.is_corrected
    assert "it is the turn of p1" in refusal(file, strict=True)


def test_a_winner_that_cannot_be_computed_is_said_with_everything_else_shown() -> None:
    file = hand(actions=SHOWDOWN.replace("KdQd", "????"), end="winnings = [97, 0, 0]")
    history = accepted(file)
    last = history.played[-1].state
    assert (last.pot, last.stacks, last.won) == (100, (150, 150, 200), (0, 0, 0))
    assert said(history) == [
        "the winner cannot be computed: the cards of p2 are not known; "
        "of the known hands that of p1 is the best",
        "by the file p1 wins 97",
        "rake: 3",
    ]
    drawn = text(last)
    assert "board: 2c 7d 9h Ks 3s" in drawn
    assert "nobody can tell who wins: cards are not known" in drawn
    assert (
        refusal(file, strict=True)
        == "action 17 (p2 sm ????): a showdown, and the cards of p2 are not known"
    )


def test_a_showdown_of_unknown_cards_all_in_is_left_open_too() -> None:
    file = hand(
        stacks="[40, 200, 100]",
        actions="p3 cbr 100; p1 cc; p2 cc; d db 2c7d9h; d db Ks; d db 3s; p3 sm KdQd",
        end="finishing_stacks = [0, 217, 120]",
    )
    history = accepted(file)
    last = history.played[-1].state
    assert last.phase is Phase.SHOWDOWN
    assert (last.pot, last.stacks) == (240, (0, 100, 0))
    assert said(history) == [
        "the winner cannot be computed: the cards of p1 and p2 are not known; "
        "of the known hands that of p3 is the best",
        "by the file p2 wins 117 and p3 wins 120",
        "rake: 3",
    ]


def test_the_file_cannot_give_the_pot_to_somebody_who_folded() -> None:
    file = hand(actions=SHOWDOWN.replace("KdQd", "????"), end="winnings = [0, 0, 97]")
    assert refusal(file) == "winnings, entry 3: 97 for p3, who folded"
    more = hand(actions=SHOWDOWN.replace("KdQd", "????"), end="winnings = [0, 104, 0]")
    assert refusal(more) == "winnings: 104 out of pots of 100"


def test_who_mucks_gives_up_the_pot_although_somebody_is_all_in() -> None:
    file = hand(
        stacks="[40, 200, 200]",
        actions="p3 f; p1 cbr 40; p2 cc; d db 2c7d9h; d db Ks; d db 3s; p2 sm; p1 sm AsAh",
    )
    history = accepted(file)
    assert history.played[-1].state.won == (80, 0, 0)
    assert RemarkKind.MUCKED in kinds(history)


def test_a_winner_who_mucks_forfeits_the_pot_and_the_board_may_still_be_dealt() -> None:
    actions = "p3 f; p1 cbr 40; p2 cc; d db 2c7d9h; d db Ks; d db 3s; {}"
    dealt = hand(stacks="[40, 200, 200]", actions=actions.format("p1 sm; p2 sm KdQd"))
    known = dealt.replace("d dh p1 ????", "d dh p1 AsAh")
    assert accepted(known).played[-1].state.won == (0, 80, 0)
    early = hand(
        stacks="[40, 200, 200]",
        actions="p3 f; p1 cbr 40; p2 cc; p1 sm; d db 2c7d9h; d db Ks; d db 3s",
    )
    history = accepted(early)
    assert history.played[-1].state.won == (0, 80, 0)
    assert len(history.played[-1].state.board) == 5
    assert RemarkKind.DEALT_ON in kinds(history)
    assert "no card of the board is due" in refusal(early.replace("d db Ks", "d db 2c"))


def test_messages_do_not_name_those_who_folded() -> None:
    file = hand(
        stacks="[200, 200, 200, 200]",
        blinds="[1, 2, 0, 0]",
        actions="p3 f; p4 cbr 200; p1 cc; p2 f; d db 2c7d9h; d db Ks; d db 3s",
    )
    words = "the cards of p1 and p4 are not known"
    assert words in refusal(file, strict=True)
    assert f"the winner cannot be computed: {words}" in said(accepted(file))
    folding = hand(
        stacks="[200, 200, 200]",
        actions="p3 cbr 50; p1 cc; p2 cbr 200; p3 cc; p1 f; d db 2c7d9h; d db Ks; d db 3s",
    )
    assert "the cards of p2 and p3 are not known" in refusal(folding, strict=True)


def test_a_file_may_end_before_the_hand_is_over() -> None:
    file = hand(actions="p3 f; p1 cc; p2 cc; d db 2c7d9h", end="winnings = [0, 0, 0]")
    assert said(accepted(file)) == [
        "the file ends before the hand is over",
        "rake: not stated",
    ]
    assert "the hand is not over" in refusal(file, strict=True)


# -- forced bets ------------------------------------------------------------------------


def test_a_late_post_is_a_bet_up_to_the_big_blind_and_dead_beyond_it() -> None:
    file = hand(
        blinds="[1, 2, 0, -3]",
        stacks="[200, 200, 200, 200]",
        actions="p3 f; p4 cc; p1 f; p2 cc; d db 2c7d9h; p2 cbr 2; p4 f",
        end="winnings = [0, 5.9, 0, 0]",
    )
    history = accepted(file)
    dealt = history.played[3].state
    assert (dealt.bets, dealt.dead, dealt.price) == ((10, 20, 0, 20), 10, 20)
    assert history.played[-1].state.won == (0, 60, 0, 0)
    assert said(history) == [
        "p4 posts 3.0 late, a bet up to the big blind",
        "rake: 0.1",
    ]
    assert "-3 is not a number of chips" in refusal(file, strict=True)


def test_a_late_comer_who_posted_may_check_and_others_must_call() -> None:
    file = hand(
        blinds="[1, 2, 0, -2]",
        stacks="[200, 200, 200, 200]",
        actions="p3 cc; p4 cc; p1 cc; p2 cc; d db 2c7d9h",
    )
    assert accepted(file).played[-1].state.stacks == (198,) * 4


def test_a_late_post_is_read_in_the_way_that_can_be() -> None:
    # With a dead chip p3 would be all in after his call; with a bet of three he is not.
    bet = hand(
        blinds="[1, 2, -3, 0]",
        stacks="[18, 54, 6, 30]",
        actions="p3 cc; p4 f; p1 cbr 5; p2 f; p3 cc; d db 2c7d9h; p1 cc; p3 cbr 1; p1 f",
    )
    assert "p3 posts 3 late, a bet of any size" in said(accepted(bet))
    # Nothing of a small post counts: p3 pays the whole big blind beside it.
    dead = hand(
        blinds="[1, 2, -1, 0]",
        stacks="[200, 200, 200, 200]",
        actions="p3 cc; p4 f; p1 f; p2 cc; d db 2c7d9h; p2 cbr 2; p3 f",
        end="finishing_stacks = [199, 204, 197, 200]",
    )
    history = accepted(dead)
    assert "p3 posts 1 late, dead, if it is less than the big blind" in said(history)


def test_a_short_big_blind_may_be_all_that_is_called() -> None:
    file = hand(
        stacks="[62, 1, 149]",
        actions="p3 cc; p1 cc; d db 2c7d9h; p1 cbr 61; p3 cc; d db Ks; d db 3s",
    )
    history = accepted(file)
    assert RemarkKind.FORCED_BETS in kinds(history)
    assert history.played[-1].state.stacks[2] == 149 - 62
    whole = file.replace("p1 cbr 61", "p1 cbr 60")
    assert RemarkKind.FORCED_BETS not in kinds(accepted(whole))


def test_a_late_post_that_is_short_may_be_all_that_is_called() -> None:
    # Of the late post of six p4 has five, and p2 has three left after his call.
    file = hand(
        blinds="[2, 4, 0, -6]",
        bets="min_bet = 4",
        stacks="[9, 8, 8, 5]",
        actions="p3 cc; p1 f; p2 cc; d db 2c7d9h; p2 cbr 3; p3 cc; d db Ks; d db 3s",
    )
    history = accepted(file)
    assert "nobody could post the whole late post, and the others call less" in said(history)
    dealt = history.played[3].state
    assert (dealt.bets, dealt.dead, dealt.price) == ((2, 4, 0, 5), 0, 5)
    # With four left he has called four, and the rest of the post is dead.
    dead = accepted(file.replace("cbr 3", "cbr 4"))
    assert RemarkKind.FORCED_BETS not in kinds(dead)


@pytest.mark.parametrize("first", ["p1", "p4"])
def test_the_file_says_who_acts_first_where_nobody_could_post_a_blind(
    first: str,
) -> None:
    # The ante takes all that the big blind has.
    order = {"p1": "p1 cc; p3 f; p4 cc", "p4": "p4 cc; p1 cc; p3 f"}
    file = hand(
        blinds="[0, 2, 0, 0]",
        antes="[1, 1, 1, 1]",
        stacks="[9, 1, 9, 9]",
        actions=f"{order[first]}; d db 2c7d9h; p1 cbr 2; p4 f",
    )
    history = accepted(file)
    assert f"nobody could post a chip of a blind, and {first} acts first" in said(history)
    assert history.played[-1].state.stacks == (8, 0, 8, 8)
    posted = file.replace("[9, 1, 9, 9]", "[9, 2, 9, 9]")
    assert "it is the turn of p3" in refusal(posted)


def test_a_late_post_is_called_where_nobody_could_post_a_blind() -> None:
    file = hand(
        blinds="[0, 2, 0, -2]",
        antes="[1, 1, 1, 1]",
        stacks="[9, 1, 9, 9]",
        actions="p1 cc; p3 f; p4 cc; d db 2c7d9h; p1 cbr 2; p4 f",
    )
    history = accepted(file)
    assert RemarkKind.FORCED_BETS in kinds(history)
    assert history.played[-1].state.stacks == (6, 0, 8, 6)


def test_the_blinds_of_our_tables_say_who_acts_first_even_if_nobody_could_post() -> None:
    file = hand(
        blinds="[0, 2, 0, 0]",
        antes="[1, 1, 1, 1]",
        stacks="[9, 1, 9, 9]",
        actions="p3 f; p4 cc; p1 cc; d db 2c7d9h; p1 cbr 2; p4 f",
    )
    history = accepted(file)
    assert RemarkKind.FORCED_BETS not in kinds(history)
    assert history.played[-1].state.stacks == (6, 0, 8, 6)


def test_a_straddle_acts_last() -> None:
    file = hand(
        blinds="[1, 2, 4, 0]",
        stacks="[200, 200, 200, 200]",
        actions="p4 cc; p1 f; p2 cc; p3 cbr 12; p4 f; p2 f",
        end="finishing_stacks = [199, 196, 209, 196]",
    )
    history = accepted(file)
    assert said(history)[-1] == "rake: none"
    assert "a straddle or post of 4" in refusal(file, strict=True)


FORCED = [
    # only the big blind; a big blind short of the small; antes by some; by the button
    ("[2, 0, 0]", "[0, 0, 0]", "p2 f; p3 cc; p1 cc; d db 2c7d9h", (2, 0, 2)),
    ("[2, 1, 0]", "[0, 0, 0]", "p2 cc; p3 f; p1 cc; d db 2c7d9h", (2, 2, 0)),
    ("[1, 2, 0]", "[1, 0, 1]", "p3 cc; p1 cc; p2 cc; d db 2c7d9h", (3, 2, 3)),
    ("[1, 2, 0]", "[0, 0, 5]", "p3 f; p1 cc; p2 cc; d db 2c7d9h", (2, 2, 5)),
    ("[0, 0, 0]", "[1, 1, 1]", "p1 cc; p2 cbr 2; p3 f; p1 cc; d db 2c7d9h", (3, 3, 1)),
    ("[2, 2, 0]", "[0, 0, 0]", "p3 cc; p1 cc; p2 cc; d db 2c7d9h", (2, 2, 2)),
]  # fmt: skip


@pytest.mark.parametrize(("blinds", "antes", "actions", "paid"), FORCED)
def test_any_blinds_and_antes_are_put_on_the_table(
    blinds: str, antes: str, actions: str, paid: tuple[int, ...]
) -> None:
    last = accepted(hand(blinds=blinds, antes=antes, actions=actions)).played[-1].state
    assert tuple(200 - stack for stack in last.stacks) == paid
    assert last.pot == sum(paid)


@pytest.mark.parametrize("first", ["p1 cc; p2 cc", "p2 cc; p1 cc"])
def test_with_equal_blinds_for_two_the_file_says_who_begins(first: str) -> None:
    file = hand(blinds="[2, 2]", stacks="[50, 50]", actions=f"{first}; d db 2c7d9h; p1 cc")
    assert accepted(file).played[-1].state.stacks == (48, 48)


# -- betting ----------------------------------------------------------------------------


def test_a_fold_where_a_check_was_free_is_binding() -> None:
    file = hand(actions="p3 f; p1 cc; p2 cc; d db 2c7d9h; p1 f")
    history = accepted(file)
    assert history.played[-1].state.won == (0, 4, 0)
    assert "p1 folds although a check is free, and has folded" in said(history)
    assert history.is_corrected
    assert "there is no bet to fold to: check" in refusal(file, strict=True)


def test_a_check_where_nothing_can_change_is_passed_over() -> None:
    file = hand(
        stacks="[200, 200, 1]",
        actions="p3 cc; p1 f; p2 cc; d db 2c7d9h; p2 cc; d db Ks; d db 3s; p2 sm AsAh; p3 sm KdQd",
    )
    history = accepted(file)
    assert history.played[-1].state.won == (0, 3, 0)
    assert said(history)[:2] == [
        "p2 checks although nothing can change any more",
        "p2 checks although nothing can change any more",
    ]
    assert "cards are due first" in refusal(file, strict=True)
    twice = file.replace('"p2 cc", "d db 2c7d9h"', '"p2 cc", "p2 cc", "d db 2c7d9h"')
    assert refusal(twice) == "action 7 (p2 cc): cards are due first"


def test_bets_by_other_house_rules_are_remarked_on_and_impossible_ones_refused() -> None:
    small = hand(actions="p3 cbr 3; p1 f; p2 f")
    assert said(accepted(small))[0] == ("by our rules: raise to at least 4: the big blind is 2")
    assert "raise to at least 4" in refusal(small, strict=True)
    much = hand(actions="p3 cbr 201; p1 f; p2 f")
    assert refusal(much) == "action 4 (p3 cbr 201): you have 200: raise to 200 at most"
    less = hand(actions="p3 cbr 2; p1 f; p2 f")
    assert "raise to at least 4" in refusal(less)
    called = hand(stacks="[200, 200, 1]", actions="p3 cbr 1; p1 f; p2 cc")
    assert "all in for less is a call" in said(accepted(called))


CONTRADICTIONS = [
    ("p1 cc", "action 4 (p1 cc): it is the turn of p3"),
    ("p3 cc; p3 cc", "action 5 (p3 cc): it is the turn of p1"),
    ("p3 f; p1 f; p2 cc", "action 6 (p2 cc): the hand is over"),
    ("p3 f; p3 cc", "action 5 (p3 cc): it is the turn of p1"),
    ("d db 2c7d9h", "action 4 (d db 2c7d9h): no card of the board is due"),
    ("p3 sm AsAh", "action 4 (p3 sm AsAh): there is no showdown now"),
    ("p3 f; p1 cc; p2 cc; d db 2c2c9h", "action 7 (d db 2c2c9h): 2c appears twice"),
    ("p3 f; p1 cc; p2 cc; d db 2c7d??", "action 7 (d db 2c7d??): ?? is not a card to deal"),
    ("d dh p1 AsAh", "action 4 (d dh p1 AsAh): p1 has cards already"),
    ("p3 sd", "action 4 (p3 sd): this is not an action of hold'em"),
    ("p9 f", "action 4 (p9 f): there is no p9: 3 play"),
]  # fmt: skip


@pytest.mark.parametrize(("actions", "words"), CONTRADICTIONS)
def test_what_contradicts_itself_is_refused_with_its_place(actions: str, words: str) -> None:
    assert refusal(hand(actions=actions)) == words


def test_cards_that_nobody_recorded_stay_unknown() -> None:
    file = hand(actions="p3 f; p1 f").replace('"d dh p1 ????", "d dh p2 ????", ', "")
    history = accepted(file)
    assert history.played[-1].state.won == (0, 2, 0)
    assert RemarkKind.NOT_DEALT in kinds(history)
    single = hand(actions="p3 f; p1 f").replace('"d dh p1 ????"', '"d dh p1 As", "d dh p1 ??"')
    assert accepted(single).played[-1].state.won == (0, 2, 0)


# -- files of many hands ----------------------------------------------------------------

ONE = hand(actions="p3 f; p1 f")


def test_a_file_of_many_hands_is_read_hand_by_hand() -> None:
    pulled = []

    def lines() -> Iterator[str]:
        for i in range(1, 1001):
            pulled.append(i)
            yield from f"[{i}]\n{ONE}\n".splitlines(keepends=True)

    found = hands(lines())
    assert next(found).name == "1"
    assert len(pulled) < 4  # the rest of the file has not been asked for
    assert sum(1 for _ in found) == 999


def test_a_hand_that_cannot_be_read_does_not_spoil_the_next() -> None:
    file = f"# a file\n[1]\n{ONE}\n[2]\nx = [\n[3]\n{ONE}\n['a b'] # four\n{ONE}\n[5]\ny = 1"
    found = [*hands(file.splitlines(keepends=True))]
    assert [one.name for one in found] == ["1", "2", "3", "a b", "5"]
    summary = HistorySummary()
    for one in found:
        summary.add(one.name, read_history(one.table))
    assert (summary.hands, summary.accepted, summary.refused) == (5, 3, 2)
    assert len(summary.reasons) == 2


def test_a_line_inside_a_list_is_no_head_of_a_hand() -> None:
    file = f"[1]\n{ONE}\n_grid = [\n[1],\n[2]\n]\n_said = '''\n[3]\n'''\n[2]\n{ONE}"
    found = [*hands(file.splitlines(keepends=True))]
    assert [one.name for one in found] == ["1", "2"]
    assert all(isinstance(read_history(one.table), HandHistory) for one in found)


def test_a_file_of_one_hand_may_have_tables_of_its_own() -> None:
    file = f"{ONE}\n[_more]\nx = 1\n"
    (found,) = hands(file.splitlines(keepends=True))
    assert isinstance(read_history(found.table), HandHistory)


def test_a_hand_without_end_is_refused_and_not_kept_in_memory() -> None:
    long = ["[1]\n", *(f"x{i} = '{'y' * 1000}'\n" for i in range(2_000)), "[2]\n", ONE]
    found = [*hands(long)]
    assert [one.name for one in found] == ["1", "2"]
    assert "too many for a hand" in str(found[0].table)


def test_reasons_are_counted_without_names_and_numbers() -> None:
    summary = HistorySummary()
    for actions in ("p1 cc", "p2 cc", "p3 cbr 500", "p3 cbr 600", "p3 f"):
        summary.add("x", read_history(fields(hand(actions=actions))))
    assert summary.reasons == {
        "it is the turn of p…": 2,
        "you have …: raise to … at most": 2,
    }
    assert (summary.accepted, summary.corrected) == (1, 0)


# -- whatever comes ---------------------------------------------------------------------

AMOUNT = st.one_of(
    st.integers(-5, 300).map(str),
    st.sampled_from(["inf", "-inf", "nan", "0.25", "1e9", "1e-9", "true", "'x'", "9" * 40]),
)
ACTION = st.one_of(
    st.builds(
        "{} {} {}".format,
        st.sampled_from(["p1", "p2", "p3", "p4", "d", "p", "p99999999999999999999", "p²"]),
        st.sampled_from(["f", "cc", "cbr", "sm", "db", "dh", "dh p1", "dh p3", "pb"]),
        st.sampled_from(
            ["", "2", "4", "200", "0.5", "1e5", "²", "-", "????", "AsAh", "KdQd", "2c7d9h",
             "Ks", "3s", "??", "As??", "AsAs", "# say", "9" * 30, "x y"]
        ),
    ),
    st.text(max_size=6),
)  # fmt: skip


@st.composite
def files(draw: st.DrawFn) -> str:
    n = draw(st.integers(1, 4))

    def listed(values: st.SearchStrategy[str]) -> str:
        return f"[{', '.join(draw(st.lists(values, min_size=n, max_size=n)))}]"

    likely = st.one_of(st.just("200"), AMOUNT)
    start = [f"d dh p{i} ????" for i in range(1, n + 1)] if draw(st.booleans()) else []
    actions = [*start, *draw(st.lists(ACTION, max_size=12))]
    written = ", ".join(phh._toml_value(action) for action in actions)
    bets = draw(st.sampled_from(["min_bet = 2", "small_bet = 2\nbig_bet = 4"]))
    return f"""\
variant = "{"NT" if bets.startswith("m") else "FT"}"
antes = {listed(st.one_of(st.just("0"), AMOUNT))}
blinds_or_straddles = {listed(st.one_of(st.just("2"), AMOUNT))}
{bets}
starting_stacks = {listed(likely)}
actions = [{written}]
{draw(st.sampled_from(["", "winnings = ", "finishing_stacks = "]))}
""".replace("= \n", f"= {listed(likely)}\n")


@settings(max_examples=40)
@given(files())
def test_whatever_a_file_says_it_is_accepted_or_refused_in_words(file: str) -> None:
    for strict in (False, True):
        for one in hands(file.splitlines(keepends=True)):
            history = read_history(one.table, strict=strict)
            if isinstance(history, Unreadable):
                assert str(history)
                continue
            for step in history.played:
                text(step.state, history.stacks(step.state))
            last = history.played[-1].state if history.played else history.start
            assert sum(last.stacks) + last.pot == sum(history.record.stacks)


@given(
    st.lists(
        st.sampled_from(["[1]\n", "[[x]]\n", "[1.a]\n", "x = [\n", "]\n", "'''\n", "a = 1\n", ONE]),
        max_size=12,
    )
)
def test_no_arrangement_of_tables_confuses_the_reader(pieces: list[str]) -> None:
    for one in hands("".join(pieces).splitlines(keepends=True)):
        read_history(one.table)


WHOLE = [
    SHOWDOWN,
    UNCALLED,
    "p3 cbr 200; p1 cc; p2 f; p3 sm ????; p1 sm; d db 2c7d9h; d db Ks; d db 3s; p3 sm AsAh",
    "p3 f; p1 cc; p2 cc; d db 2c7d9h; p1 cc; p2 cbr 2; p1 f; p2 sm KdQd",
]


@given(
    st.sampled_from(WHOLE),
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), ACTION), max_size=3),
    st.lists(st.sampled_from(["1", "40", "200", "inf"]), min_size=3, max_size=3),
    st.sampled_from(["[1, 2, 0]", "[2, 2, 0]", "[1, 2, -3]", "[1, 2, 4]", "[0, 0, 2]"]),
)
def test_a_hand_with_actions_moved_left_out_or_put_in_is_never_a_traceback(
    actions: str, changes: list[tuple[int, int, str]], stacks: list[str], blinds: str
) -> None:
    said = actions.split("; ")
    for where, other, new in changes:
        one, two = where % len(said), other % len(said)
        said[one], said[two] = said[two], said[one]
        said[one : one + other % 2] = [new.replace(";", "").replace('"', "")]
    table = dict(fields(hand(actions="x", blinds=blinds, stacks=f"[{', '.join(stacks)}]")))
    table["actions"] = [f"d dh p{i} ????" for i in (1, 2, 3)] + said
    for strict in (False, True):
        history = read_history(table, strict=strict)
        if not isinstance(history, Unreadable):
            last = history.played[-1].state
            assert text(last, history.stacks(last))
            assert sum(last.stacks) + last.pot == sum(history.record.stacks)


def test_cards_shown_where_nobody_is_left_to_act_are_read() -> None:
    table = dict(fields(hand(actions="x", blinds="[1, 2, 0]", stacks="[1, 1, inf]")))
    dealt = [f"d dh p{i} ????" for i in (1, 2, 3)]
    table["actions"] = [*dealt, "p3 cbr 6", "p1 sm", "d db 2c7d9h"]
    assert read_history(table) is not None


# -- real hands -------------------------------------------------------------------------


@pytest.mark.parametrize("path", REAL, ids=[path.stem for path in REAL])
def test_real_cash_game_hands_are_all_accepted(path: Path) -> None:
    summary = HistorySummary()
    with path.open(encoding="utf-8") as lines:
        for found in hands(lines):
            summary.add(f"hand {found.name}", read_history(found.table))
    assert summary.hands > 0
    assert summary.refused == 0, summary.examples
