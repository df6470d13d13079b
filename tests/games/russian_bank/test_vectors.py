"""Vectors V1 to V20: where the document's model and the game it meant differ.

The expected results are the meant ones, under both presets.
"""

import pytest

from games.russian_bank.bank import (
    FORCING,
    GAME,
    after,
    at,
    foundation,
    house,
    pile,
    refused,
    started,
)
from ludex.games.russian_bank.rules.dealing import first_player, laid_out
from ludex.kernel import Dice, Seat
from ludex.parts.cards import pack_of_cards
from ludex.table import scene_of

both = pytest.mark.parametrize("preset", FORCING)

REFUSED = [
    ("V1", "reserve1=3H houses=7C", "move(reserve,house1)",
     "3♥ cannot go on 7♣: not the next lower rank"),
    ("V4", "houses=AH waste2=5H", "move(house1,their_waste)",
     "A♥ cannot be loaded on 5♥: not a neighbouring rank"),
    ("V5", "houses=6C waste2=5H", "move(house1,their_waste)",
     "6♣ cannot be loaded on 5♥: another suit"),
    ("V6", "houses=5H waste2=5H'", "move(house1,their_waste)",
     "5♥ cannot be loaded on 5♥: not a neighbouring rank"),
    ("V7", "houses=9C waste2=5H", "move(house1,their_waste)",
     "9♣ cannot be loaded on 5♥: another suit"),
    ("V8", "houses=AH reserve2=5H", "move(house1,their_reserve)",
     "A♥ cannot be loaded on 5♥: not a neighbouring rank"),
    ("V8", "houses=6C reserve2=5H", "move(house1,their_reserve)",
     "6♣ cannot be loaded on 5♥: another suit"),
    ("V9", "houses=5H", "move(house1,their_waste)",
     "the opponent's waste is empty, and an empty pile cannot be loaded"),
    ("V10", "houses=5H", "move(house1,their_reserve)",
     "the opponent's reserve is empty, and an empty pile cannot be loaded"),
    ("V11", "houses=5H", "move(house1,foundation1)",
     "5♥ cannot begin a foundation: only an ace can"),
    ("V12", "reserve1=5H", "move(reserve,foundation1)",
     "5♥ cannot begin a foundation: only an ace can"),
    ("V14", "reserve1=5H", "move(reserve,their_waste)",
     "the opponent's waste is empty, and an empty pile cannot be loaded"),
    ("V14", "reserve1=5H", "move(reserve,their_reserve)",
     "the opponent's reserve is empty, and an empty pile cannot be loaded"),
    ("V17", "reserve1=AC houses=7S6H/7C", "move(house1,house2)",
     "the reserve card comes first: A♣ can go from the reserve to foundation 1"),
]  # fmt: skip


@both
@pytest.mark.parametrize(("vector", "line", "text", "reason"), REFUSED)
def test_what_the_document_lets_pass_or_fails_on_is_refused_with_its_reason(
    preset: str, vector: str, line: str, text: str, reason: str
) -> None:
    assert refused(at(f"rules={preset} hand1=KS {line}"), text) == reason


@both
def test_v2_the_only_card_of_a_house_goes_on_another(preset: str) -> None:
    s = after(at(f"rules={preset} hand1=KS houses=6H/7C"), "move(house1,house2)")
    assert (house(s, 1), house(s, 2)) == ("-", "7C6H")


@both
def test_v3_a_card_goes_to_an_empty_house(preset: str) -> None:
    s = after(at(f"rules={preset} hand1=KS houses=7C/-"), "move(house1,house2)")
    assert (house(s, 1), house(s, 2)) == ("-", "7C")


@both
def test_v13_the_reserve_fills_an_empty_house(preset: str) -> None:
    s = after(at(f"rules={preset} hand1=KS reserve1=5H"), "move(reserve,house1)")
    assert house(s, 1) == "5H"


@both
def test_v15_two_packs_in_default_order_have_a_starter(preset: str) -> None:
    table = laid_out(started(preset), pack_of_cards(0), pack_of_cards(1))
    starters = {first_player(table, Dice(seed)) for seed in range(20)}
    assert starters == {Seat(0), Seat(1)}


@both
def test_v16_without_a_turn_nothing_moves(preset: str) -> None:
    s = at(f"rules={preset} phase=deal reserve1=5H reserve2=6H")
    assert refused(s, "move(reserve,their_reserve)") == "Waiting for chance: deal"


@both
def test_v18_a_win_is_scored_once(preset: str) -> None:
    rules = "standard;match_target=none" if preset == "standard" else "report"
    s = after(at(f"rules={rules} reserve1=AS"), "move(reserve,foundation1)")
    assert pile(s, "scores") == "30:0"
    assert refused(s, "move(reserve,foundation1)") == "no game is in play"
    assert refused(s, "pass") == "no game is in play"
    assert s.match.scores == (30, 0)


@both
@pytest.mark.parametrize(
    ("vector", "line", "text"),
    [
        ("V19", "foundations=AS houses=2S", "move(house1,foundation1)"),
        ("V20", "houses=7S reserve1=6D", "move(reserve,house1)"),
    ],
)
def test_covered_cards_stay_face_up(preset: str, vector: str, line: str, text: str) -> None:
    s = after(at(f"rules={preset} hand1=KS {line}"), text)
    assert foundation(s, 1) in ("-", "AS2S")
    assert house(s, 1) in ("-", "7S6D")
    pieces = [p for zone in scene_of(GAME, s, Seat(1)).zones for p in zone.pieces]
    assert [p.look for p in pieces].count("card:back") == 1  # the hand
