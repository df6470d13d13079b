"""Of two guards that fail together the earlier one speaks."""

import pytest

from games.russian_bank.bank import after, allowed, at, refused

OVER = "phase=over result=win:1:30"
NO_GAME = "no game is in play"
FULL = "houses=KH/KD/KH'/KD'/QH/QD/QH'/QD'"
"""Eight houses that take no card of the tests."""


@pytest.mark.parametrize(
    ("line", "event", "speaks"),
    [
        # The game is over, and so is everything else wrong.
        (f"rules=standard {OVER}", "move(house9,house10)", NO_GAME),
        (f"rules=standard {OVER}", "misplay(house9,house10)", NO_GAME),
        (f"rules=standard {OVER} turned=2S", "turn_hand", NO_GAME),
        (f"rules=standard {OVER}", "discard", NO_GAME),
        (f"rules=standard {OVER} turned=2S", "pass", NO_GAME),
        (f"rules=standard {OVER}", "call_stop", NO_GAME),
        (f"rules=standard {OVER}", "agree_stalemate(3)", NO_GAME),
        (f"rules=standard {OVER}", "resign(3)", NO_GAME),
        (f"rules=standard {OVER}", "plays", NO_GAME),
        (f"rules=report {OVER}", "move_run(1,2,3)", NO_GAME),
        (f"rules=report {OVER}", "move_group(1,2,3)", NO_GAME),
        # Two places that are not on the table; the second of them and a source of nothing.
        ("rules=standard houses=KH", "move(house9,house0)", "there is no house 9: the houses are 1 to 8"),
        ("rules=standard houses=KH", "move(foundation9,foundation0)",
         "there is no foundation 9: the foundations are 1 to 8"),
        ("rules=standard houses=KH", "move(foundation1,house9)",
         "there is no house 9: the houses are 1 to 8"),
        ("rules=standard reserve1=AS houses=KH", "move(reserve,foundation0)",
         "there is no foundation 0: the foundations are 1 to 8"),
        # A closed waste that is empty; an empty pile, on which no card is known either.
        ("rules=standard houses=KH", "move(waste,house1)",
         "the waste is not available under these rules"),
        ("rules=standard houses=KH", "move(reserve,house1)", "the reserve is empty"),
        # Suit, or colour, and rank.
        ("rules=standard reserve1=9H foundations=AS", "move(reserve,foundation1)",
         "9♥ cannot go on A♠: another suit"),
        ("rules=standard reserve1=9H houses=KH", "move(reserve,house1)",
         "9♥ cannot go on K♥: same colour"),
        ("rules=standard reserve1=9H waste2=2S", "move(reserve,their_waste)",
         "9♥ cannot be loaded on 2♠: another suit"),
        # Nobody is loaded, and the pile is empty.
        ("rules=standard;loading=never reserve1=9H houses=KH", "move(reserve,their_waste)",
         "the opponent is not loaded under these rules"),
        # The suit is right, the rank is not.
        ("rules=standard reserve1=9S foundations=AS", "move(reserve,foundation1)",
         "9♠ cannot go on A♠: not the next higher rank"),
        ("rules=standard reserve1=AS' foundations=AS2S", "move(reserve,foundation1)",
         "A♠ cannot go on 2♠: not the next higher rank"),
        # Wrong plays: refused by the enforcement, by the scope, by bounds, as no fault.
        ("rules=standard houses=KH", "misplay(house9,house0)",
         "wrong plays are refused under these rules"),
        ("rules=standard;enforcement=stop houses=KH", "misplay(house9,house0)",
         "wrong plays are refused, and only skipped plays can be called"),
        ("rules=report;enforcement=stop houses=KH", "misplay(house9,house0)",
         "there is no house 9: the houses are 1 to 8"),
        ("rules=report;enforcement=stop houses=KH", "misplay(reserve,house9)",
         "there is no house 9: the houses are 1 to 8"),
        ("rules=report;enforcement=stop reserve1=6D houses=7C", "misplay(reserve,house9)",
         "there is no house 9: the houses are 1 to 8"),
        # A card is turned up, and there is no other; none is there, so none can be turned.
        (f"rules=standard turned=2S {FULL}", "turn_hand", "a hand card is turned up already"),
        (f"rules=standard reserve1=9S {FULL}", "turn_hand",
         "there is no card in the hand, and none in the waste"),
        # Nothing is turned up, and a foundation is waiting.
        (f"rules=standard hand1=9S reserve1=AS {FULL}", "discard", "no hand card is turned up"),
        # A card is turned up, and another could be; the reserve fits a foundation, which is due.
        (f"rules=standard turned=2S hand1=9S {FULL}", "pass",
         "the turned hand card has to be played or discarded"),
        (f"rules=standard reserve1=AS {FULL}", "pass", "A♠ from the reserve can be played"),
        # No such player, and no stalemate to agree on; none to agree on, and offered already.
        ("rules=report houses=KH", "agree_stalemate(3)", "the players are 1 and 2"),
        ("rules=report houses=KH offers=1", "agree_stalemate(1)",
         "a stalemate cannot be agreed under these rules"),
        # Runs: not under these rules, then bounds, then at least two, then as many as lie there.
        ("rules=report houses=KH", "move_run(9,10,1)", "runs are moved otherwise under these rules"),
        ("rules=report houses=KH", "move_group(9,10,1)", "cards move one by one under these rules"),
        ("rules=standard houses=KH", "move_run(9,10,1)", "there is no house 9: the houses are 1 to 8"),
        ("rules=standard houses=KH", "move_run(2,1,1)", "a run has at least two cards"),
        # The next game is about to be dealt, and no game is over.
        ("rules=standard phase=deal", "next_game", "the next game is about to be dealt"),
    ],
)  # fmt: skip
def test_the_first_guard_that_fails_speaks(line: str, event: str, speaks: str) -> None:
    assert refused(at(line), event) == speaks


def test_a_wrong_play_that_is_none_is_told_before_that_one_is_on_record() -> None:
    s = at("rules=report;enforcement=stop hand1=2S reserve1=6D houses=7C/KH hand2=9D")
    s = after(s, "misplay(reserve,house2)")
    assert refused(s, "misplay(reserve,house1)") == ("the card may go there: this is not a fault")
    assert refused(s, "misplay(reserve,house2)") == "a wrong play is on record already"


def test_where_a_card_cannot_go_is_told_before_that_the_position_was_there() -> None:
    rules = "rules=standard;empty_house_takes=nothing;runs_move=as_a_unit"
    s = after(at(f"{rules} hand1=2S houses=6D/7S/8H"), "move(house1,house2)")
    blocked = "6♦ cannot go to an empty house under these rules"
    assert refused(s, "move(house2,house1)") == blocked
    s = after(at(f"{rules} hand1=2S houses=7S6D/8H"), "move_group(1,2,2)")
    assert refused(s, "move_group(2,1,2)") == blocked.replace("6♦", "7♠")


def test_that_the_position_was_there_is_told_before_what_is_due() -> None:
    been = "this position has occurred in this turn, and may not recur"
    hearts = "AH2H3H4H5H"
    line = f"hand1=2S foundations={hearts} houses="
    s = after(at(f"rules=standard {line}6H5S/6D"), "move(house1,house2)")
    assert refused(s, "turn_hand").startswith("foundations come first: 6♥")
    assert refused(s, "move(house2,house1)") == been
    unit = at(f"rules=standard;runs_move=as_a_unit {line}6H5S4D/6D")
    assert refused(after(unit, "move_group(1,2,2)"), "move_group(2,1,2)") == been


def test_that_the_hand_ran_out_is_told_before_what_is_due() -> None:
    s = at(f"rules=report hand1=AS waste1=9C reserve1=2S hand2=9D {FULL}")
    s = after(s, "turn_hand", "move(hand,foundation1)")
    assert refused(s, "discard") == "no hand card is turned up"
    assert refused(s, "turn_hand") == (
        "the hand ran out in this turn: the waste becomes the hand at the next"
    )
    assert allowed(s, "move(reserve,foundation1)")
