"""Views hide hole cards, positions read back, scenes have a slider for the bet."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdem_tables import event, play, table
from ludex.games.poker.holdem.game import game
from ludex.games.poker.rules.pack import UNKNOWN
from ludex.kernel import CHANCE, Dice, Seat, Unreadable
from ludex.language.position import position_line, read_position
from ludex.table import Amount, scene_of
from playing import random_history

HIDDEN = (UNKNOWN, UNKNOWN)


def test_a_view_shows_your_own_cards_and_the_backs_of_the_others() -> None:
    s = play(table(200, 200, 200), "deal_holes(AsAhKhKcQsQh)").state
    shown = game.view(s, Seat(1))
    assert [h == HIDDEN for h in shown.holes] == [True, False, True]
    assert "?? ??" in game.text(shown)
    assert "As" not in position_line(game, shown)


def test_shown_hands_are_seen_by_everybody() -> None:
    s = play(table(200, 200), "deal_holes(AsAhKhKc) raise_to(200) call").state
    assert game.view(s, Seat(0)) == game.view(s, Seat(1)) == s


def test_folded_and_mucked_hands_stay_hidden_after_the_hand() -> None:
    s = play(table(200, 200), "deal_holes(AsAhKhKc) fold").state
    assert game.view(s, Seat(1)).holes[0] == HIDDEN
    assert game.view(s, Seat(0)).holes[1] == HIDDEN


LINES = [
    ("session=[[3 ", "session=[[11 ", "players=11: expected a number from 2 to 10"),
    (
        "session=[[3 200",
        "session=[[3 -1",
        "stack=-1: expected a number from 1 to 10000",
    ),
    (
        "[As Ah]",
        "[?? ??]",
        "the cards of player 1 are hidden: the winner cannot be determined",
    ),
    ("stacks=[200", "stacks=[-200", "nobody has fewer than zero chips"),
    ("stacks=[200", "stacks=[201", "601 chips are on the table, 600 were bought"),
    ("[As Ah] [Kh Kc]", "[As Ah] [As Kc]", "As appears twice"),
    ("board=[]", "board=[2c]", "the board has 0, 3, 4 or 5 known cards, not 2c"),
    ("[As Ah]", "[As Xx]", "holes: cannot read"),
    ("[As Ah]", "[As]", "a player has two cards, or none"),
    (
        "phase=betting",
        "phase=board",
        "the phase board and the players who wait contradict each other",
    ),
    ("stacks=[200 ", "stacks=[200 0 ", "stacks has 4 entries for 3 players"),
    ("waiting=[1 ", "waiting=[7 ", "a seat that is not 1 to 3"),
    ("price=2", "price=1", "the bet to match is 1, and 2 lie there"),
    ("[0 0 0] 1 1", "[0 9 0] 1 1", "only a tournament has places"),
]


@pytest.mark.parametrize(("true", "false", "words"), LINES)
def test_a_position_that_cannot_be_is_refused(true: str, false: str, words: str) -> None:
    s = play(table(200, 200, 200), "deal_holes(AsAhKhKcQsQh)").state
    line = position_line(game, s)
    assert read_position(game, line) == s
    assert true in line
    wrong = read_position(game, line.replace(true, false, 1))
    assert isinstance(wrong, Unreadable)
    assert words in str(wrong)


WORDS = (
    "0",
    "1",
    "2",
    "5",
    "-1",
    "-",
    "yes",
    "no",
    "As",
    "??",
    "99",
    "board",
    "deal",
    "over",
)


@given(seed=st.integers(0, 2**32), steps=st.integers(0, 80))
def test_a_garbled_position_is_refused_or_can_be_played(seed: int, steps: int) -> None:
    dice = Dice(seed)
    preset = dice.choice(game.start.presets)
    line = position_line(game, random_history(game, seed, steps, preset).state)
    words = re.findall(r"\w+=|\[|\]|[^\s\[\]=]+|\s+", line)
    for _ in range(1 + dice.below(3)):
        place = dice.below(len(words))
        if words[place].strip() and not words[place].endswith("="):
            words[place] = dice.choice(WORDS)
    s = read_position(game, "".join(words))
    for _ in range(30):
        if isinstance(s, Unreadable) or game.outcome(s) is not None:
            return
        assert game.text(s)
        assert scene_of(game, s, Seat(0))
        chance = game.turn(s) == CHANCE
        s = game.after(s, game.draw(s, dice) if chance else dice.choice(game.moves(s)))


def test_a_scene_has_a_slider_from_the_least_bet_to_all_in() -> None:
    s = play(table(200, 200, 200), "deal_holes(AsAhKhKcQsQh)").state
    scene = scene_of(game, s, Seat(0))
    words = [gesture.words for gesture in scene.gestures]
    assert words == [
        "Fold",
        "Call 2",
        "Raise to …",
        "Raise to 7",
        "Raise to 200, all in",
    ]
    slider = scene.gestures[2]
    assert slider.event == "raise_to({})"
    marks = (("½ pot", 4), ("⅔ pot", 5), ("pot", 7), ("all in", 200))
    assert slider.amount == Amount(4, 200, marks=marks)
    for amount in (4, 57, 200):
        assert game.refusal(s, event(slider.event.format(amount))) is None
    looks = {p.look for zone in scene.zones for p in zone.pieces}
    assert {"card:AS", "card:AH", "card:back", "chips:1", "chips:2"} <= looks
    assert "card:KH" not in looks
    assert scene_of(game, s, Seat(1)).gestures == ()


def test_a_position_in_which_nobody_came_first_is_none() -> None:
    line = position_line(game, random_history(game, 1, 5_000, "one_hand").state)
    places = line.replace("[0 0 0 0 0 0] 1", "[2 2 2 2 2 2] 1", 1)
    assert "phase=over" in line != places
    assert read_position(game, places) == Unreadable(
        ("the game is over, and nobody has come first",)
    )
