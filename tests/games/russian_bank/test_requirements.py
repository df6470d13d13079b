"""The document's requirements R1 to R10, each with a test of its name."""

import pytest

from games.russian_bank.bank import (
    FORCING,
    GAME,
    after,
    allowed,
    at,
    dealt,
    foundation,
    house,
    pile,
    refused,
)
from ludex.games.russian_bank.rules.candidates import is_compulsory
from ludex.kernel import Query, Seat
from ludex.parts.cards import Card, Hidden

both = pytest.mark.parametrize("preset", FORCING)


@pytest.mark.requirement(
    "russian-bank.R1",
    "russian-bank.Player.createHandReserve*",
    "russian-bank.Deck.shuffleDeck",
    "russian-bank.Board.createStartingBoard",
)
@both
def test_r1_a_pack_is_shuffled_and_split_into_reserve_hand_and_four_houses(
    preset: str,
) -> None:
    s = dealt(8, preset)
    assert [len(side.reserve) for side in s.sides] == [13, 13]
    assert [len(side.hand) for side in s.sides] == [35, 35]
    assert [len(side.waste) for side in s.sides] == [0, 0]
    assert [len(p) for p in s.houses] == [1] * 8
    assert not any(s.foundations)
    for seat, side in enumerate(s.sides):
        own = (*side.reserve, *side.hand, *(p[0] for p in s.houses[4 * seat :][:4]))
        assert {card.pack for card in own} == {seat}
    assert dealt(8, preset) == s
    assert dealt(9, preset).sides != s.sides


@pytest.mark.requirement("russian-bank.R1", "russian-bank.Card.Status")
@both
def test_r1_only_the_top_of_a_reserve_is_seen(preset: str) -> None:
    view = GAME.view(dealt(8, preset), Seat(0))
    for side in view.sides:
        assert isinstance(side.reserve[-1], Card)
        assert all(isinstance(card, Hidden) for card in side.reserve[:-1])


@pytest.mark.requirement("russian-bank.R2", "russian-bank.compulsory")
@both
def test_r2_the_reserve_card_is_seen_to_fit_a_foundation_and_goes_there(
    preset: str,
) -> None:
    s = at(f"rules={preset} hand1=KS reserve1=9DAS houses=7C")
    tags = {str(e): is_compulsory(s, e) for e in GAME.moves(s)}
    assert tags["move(reserve,foundation1)"]
    assert refused(s, "turn_hand").startswith("the reserve card comes first")
    s = after(s, "move(reserve,foundation1)")
    assert foundation(s, 1) == "AS"
    assert pile(GAME.view(s, Seat(1)), "reserve1") == "9D"


@pytest.mark.requirement("russian-bank.R3", "russian-bank.compulsory")
def test_r3_a_house_card_that_fits_a_foundation_is_compulsory_in_the_standard_game() -> None:
    s = at("rules=standard hand1=KS houses=7C/8D7S/AS")
    assert refused(s, "turn_hand") == (
        "foundations come first: A♠ can go from house 3 to foundation 1"
    )
    assert foundation(after(s, "move(house3,foundation4)"), 4) == "AS"


@pytest.mark.requirement("russian-bank.R3")
def test_r3_a_house_card_that_fits_a_foundation_is_free_in_the_document() -> None:
    s = at("rules=report hand1=KS houses=7C/8D7S/AS")
    assert foundation(after(s, "move(house3,foundation4)"), 4) == "AS"
    assert allowed(s, "turn_hand")


@pytest.mark.requirement(
    "russian-bank.R4", "russian-bank.end of turn", "russian-bank.Board.changePlayer*"
)
@both
def test_r4_when_the_reserve_is_blocked_the_hand_is_used_card_by_card(
    preset: str,
) -> None:
    full = "houses=KH/KD/KH'/KD'/QH/QD/QH'/QD'"
    s = at(f"rules={preset} hand1=QS2C reserve1=3C hand2=5D reserve2=9S {full}")
    s = after(s, "turn_hand")
    assert pile(s, "turned") == "2C"
    s = after(s, "discard")
    assert pile(s, "waste1") == "2C"
    assert s.seat == 1
    s = after(s, "turn_hand", "discard", "turn_hand", "move(hand,house1)")
    assert house(s, 1) == "KHQS"


def test_what_only_turning_or_discarding_waits_for_is_not_called_compulsory() -> None:
    line = "rules=report hand1=KS2C reserve1=6D houses=7C/8D7S/KH/-/QH/QD/QH'/QD'"
    plays = at(line)
    assert refused(plays, "turn_hand").startswith("no hand card may be turned yet")
    assert allowed(plays, "move(house2,house4)")
    told = GAME.calls["plays"]()
    assert isinstance(told, Query)
    assert "voluntary   move(reserve,house1)  6♦ from the reserve to house 1" in (
        told.answer(plays)
    )
    assert "compulsory" not in told.answer(plays)
    turned = at("rules=report turned=6D hand1=KS reserve1=2C houses=7C/8D7S/KH/-")
    assert refused(turned, "discard").startswith("the turned card may not be discarded")
    assert "compulsory" not in told.answer(turned)
    # In the standard game a space that the reserve can fill is one of the compulsory plays.
    space = at(line.replace("report", "standard"))
    assert "compulsory  move(reserve,house4)" in told.answer(space)
    assert "voluntary   move(reserve,house1)" in told.answer(space)
    forced = at(
        "rules=standard;loading=compulsory hand1=KS reserve1=5H waste2=6H "
        "houses=KS'/QS/QC/QC'/JS/JC/KC/KC'"
    )
    assert "compulsory  move(reserve,their_waste)" in told.answer(forced)


@pytest.mark.requirement("russian-bank.R5")
@both
def test_r5_the_reserve_goes_to_the_houses(preset: str) -> None:
    s = at(f"rules={preset} hand1=KS reserve1=6D5C6H houses=7C/-")
    s = after(s, "move(reserve,house1)", "move(reserve,house1)")
    assert house(s, 1) == "7C6H5C"
    assert refused(s, "move(reserve,house1)") == ("6♦ cannot go on 5♣: not the next lower rank")
    assert house(after(s, "move(reserve,house2)"), 2) == "6D"


@pytest.mark.requirement("russian-bank.R6")
@both
def test_r6_the_opponent_is_loaded_in_suit_up_or_down_again_and_again(
    preset: str,
) -> None:
    s = at(f"rules={preset} hand1=KS reserve1=8H' reserve2=8H waste2=2C houses=7H/9H/AC/3C")
    if preset == "standard":
        s = after(s, "move(house3,foundation1)")
    s = after(s, "move(house1,their_reserve)", "move(reserve,their_reserve)")
    s = after(s, "move(house2,their_reserve)", "move(house4,their_waste)")
    assert pile(s, "reserve2") == "8H7H8H'9H"
    assert pile(s, "loaded2") == "3"
    assert pile(s, "waste2") == "2C3C"


def test_r6_no_step_leads_from_king_to_ace() -> None:
    s = at("rules=report hand1=2S houses=AH reserve2=KH")
    assert "not a neighbouring rank" in refused(s, "move(house1,their_reserve)")


@pytest.mark.requirement("russian-bank.R7")
@both
def test_r7_house_cards_go_freely_to_foundation_house_and_opponent(
    preset: str,
) -> None:
    s = at(f"rules={preset} hand1=KS houses=8C7H/8S/AC/5D reserve2=6D waste2=6H")
    s = after(s, "move(house3,foundation1)", "move(house1,house2)")
    s = after(s, "move(house4,their_reserve)", "move(house2,their_waste)")
    assert [house(s, n) for n in (1, 2, 3, 4)] == ["8C", "8S", "-", "-"]


@pytest.mark.requirement("russian-bank.R8")
@both
def test_r8_the_winner_and_the_points_are_known_at_once(preset: str) -> None:
    rules = f"{preset};match_target=none" if preset == "standard" else preset
    s = at(f"rules={rules} reserve1=AS reserve2=9H8H hand2=2D3D4D waste2=KC")
    s = after(s, "move(reserve,foundation1)")
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert outcome.winners == (Seat(0),)
    assert outcome.scores == (30 + 3 + 1 + 2 * 2, 0)
    assert outcome.text == "player 1 wins (38 : 0)"


@pytest.mark.requirement("russian-bank.R9")
@both
def test_r9_the_waste_becomes_the_hand_unshuffled_when_a_card_is_needed(
    preset: str,
) -> None:
    s = at(f"rules={preset} waste1=2C9D4H reserve1=KH houses=KD/KS/KC/QD/QH/KS'/KC'/QD'")
    s = after(s, "turn_hand")
    assert pile(s, "turned") == "2C"
    assert pile(s, "hand1") == "4H9D"
    assert pile(s, "waste1") == "-"


@pytest.mark.requirement("russian-bank.R10")
def test_r10_the_opponent_may_stop_a_player_who_does_not_play_correctly() -> None:
    s = at("rules=report;enforcement=stop hand1=KS hand2=2D reserve1=9DAS houses=7C6H/7S")
    s = after(s, "move(house1,house2)")
    assert GAME.seat_of(s, GAME.moves(s, Seat(1))[0]) == 1
    s = after(s, "call_stop")
    assert house(s, 1) == "7C6H"
    assert foundation(s, 1) == "AS"
    assert s.seat == 1
