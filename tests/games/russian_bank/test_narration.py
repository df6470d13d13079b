"""What is said after calls, penalties, offers and lost turns, and the status line."""

import pytest

from games.russian_bank.bank import GAME, after, at, event
from ludex.games.russian_bank.rules.state import State
from ludex.games.russian_bank.table.text import _consequences as worked_out
from ludex.kernel import CHANCE, Dice, Seat
from ludex.table import looks_of

STOP = "rules=standard;enforcement=stop"
ALL = f"{STOP};faults=all_faults"
PENALISE = "rules=standard;enforcement=penalise"


def told(s: State, *texts: str) -> list[str]:
    """What is told after the last of the events."""
    s = after(s, *texts[:-1])
    last = event(texts[-1])
    assert GAME.refusal(s, last) is None
    return [*GAME.consequences(s, last, GAME.after(s, last))]


def status(s: State) -> str:
    return GAME.text(s).splitlines()[-1]


def test_a_true_call_says_what_was_wrong_and_what_happens() -> None:
    s = at(f"{STOP} turned=KS hand1=2C hand2=2D houses=7C6H/7S/AC")
    assert told(s, "move(house1,house2)") == []
    assert told(s, "move(house1,house2)", "call_stop") == [
        "Player 2 is right to call stop: foundations come first (A♣ from house 3 to foundation 1)",
        "The action is taken back, and A♣ goes from house 3 to foundation 1",
        "K♠ goes to the waste of player 1",
        "The turn is over: player 2 to move",
    ]
    for source, words in (
        ("house1", "a card was put where it may not go"),
        ("their_hand", "a card was moved that may not be"),
    ):
        s = at(f"{ALL} hand1=KS hand2=2D houses=6H/7D")
        assert told(s, f"misplay({source},house2)", "call_stop") == [
            f"Player 2 is right to call stop: {words}",
            "The turn is over: player 2 to move",
        ]


def test_a_false_call_says_what_it_costs() -> None:
    line = "hand1=KSQS hand2=2D houses=7C6H/7S"
    for rules, words in (
        ("the_turn", "Player 2 loses the next turn"),
        ("nothing", "The wrong call costs nothing"),
        ("one_of_three_calls", "Wrong calls left to player 2: 2"),
    ):
        s = at(f"{STOP};wrong_call_costs={rules} {line}")
        assert told(s, "move(house1,house2)", "call_stop") == [
            "Player 2 calls stop wrongly: the last action was no fault",
            words,
        ]
    s = at(f"{STOP} {line}")
    assert told(s, "turn_hand", "discard", "call_stop")[1] == "Player 2 loses this turn"


def test_a_forfeited_turn_is_told_when_it_is_lost() -> None:
    s = at(f"{STOP} hand1=KSQS hand2=2D houses=7C6H/7S")
    s = after(s, "turn_hand", "call_stop")
    assert status(s) == "Player 1 to move; player 2 loses the next turn"
    assert told(s, "discard") == ["Player 2 forfeits this turn for a wrong call"]
    assert status(after(s, "discard")) == "Player 1 to move"


def test_a_penalty_is_told() -> None:
    s = at(f"{PENALISE} hand1=KS hand2=2D houses=7C6H/7S/AC")
    assert told(s, "move(house3,foundation1)") == []
    for text in ("move(house1,house2)", "turn_hand"):
        assert told(s, text) == [
            "Player 1 is stopped: foundations come first (A♣ from house 3 to foundation 1)",
            "The action is taken back, and A♣ goes from house 3 to foundation 1",
            "The turn is over: player 2 to move",
        ]
    s = at(f"{PENALISE} turned=2S foundations=AS hand2=2D houses=7C")
    assert told(s, "discard")[1] == (
        "The action is taken back, and 2♠ goes from the hand to foundation 1"
    )
    s = at(f"{PENALISE};faults=all_faults hand1=KS hand2=2D houses=6H/7D")
    assert told(s, "misplay(house1,house2)")[0] == (
        "Player 1 is stopped: a card was put where it may not go"
    )
    run = at(f"{PENALISE} hand1=KS hand2=2D houses=9C8D7S/9S/AC")
    assert told(run, "move_run(1,2,2)")[0].startswith("Player 1 is stopped")
    unit = at(f"{PENALISE};runs_move=as_a_unit hand1=KS hand2=2D houses=9C8D7S/9S/AC")
    assert told(unit, "move_group(1,2,2)")[0].startswith("Player 1 is stopped")
    stuck = "houses=AC/KD/KH'/KD'/JH/JD/JH'/JD'"
    passed = at(f"{PENALISE} reserve1=9S hand2=2D {stuck}")
    assert told(passed, "pass")[0].startswith("Player 1 is stopped")


def test_a_game_that_a_fault_would_end_is_told_as_stopped() -> None:
    s = at(f"{STOP};match_target=none turned=6H houses=7C/AC/8C hand2=2D")
    assert told(s, "move(hand,house1)")[0].startswith("Player 1 is stopped")
    s = at(f"{STOP};match_target=none reserve1=AS houses=7C6H/7S hand2=2D")
    assert told(s, "move(house1,house2)", "call_stop")[-1] == (
        "The action is taken back, and A♠ goes from the reserve to foundation 1"
    )


def test_a_player_who_resigns_is_not_told_of_faults_that_nobody_called() -> None:
    rules = f"{STOP};call_reaches=whole_turn"
    s = after(at(f"{rules} hand1=KSQS hand2=2D houses=7C6H/7S/AC"), "turn_hand")
    assert s.court.fault is not None
    assert told(s, "resign(1)") == told(s, "resign(2)") == []


def test_offers_are_told_and_shown_as_long_as_they_stand() -> None:
    s = at("rules=standard hand1=2S hand2=3S3C houses=KH")
    assert told(s, "agree_stalemate(2)") == [
        "Player 2 offers a stalemate; player 1 may agree in this turn"
    ]
    assert told(s, "agree_stalemate(2)", "agree_stalemate(1)") == [
        "Player 1 agrees: the game is a stalemate"
    ]
    s = after(s, "agree_stalemate(2)")
    assert status(s) == "Player 1 to move; player 2 offers a stalemate"


def test_the_status_counts_the_wrong_calls_that_are_left() -> None:
    s = at(f"{STOP};wrong_call_costs=one_of_three_calls hand1=KSQS hand2=2D houses=7C6H/7S")
    s = after(s, "move(house1,house2)", "call_stop")
    assert status(s) == "Player 1 to move; wrong calls left: 3 and 2"


def test_ordinary_moves_tell_nothing() -> None:
    s = at("rules=standard hand1=KS hand2=2D houses=7C6H/7S")
    assert told(s, "move(house1,house2)") == []
    assert told(s, "resign(1)") == []


def test_a_long_house_is_two_blanks_away_from_its_neighbour() -> None:
    s = at("hand1=2S houses=KSQHJST♥9S8H7S6H5S4H3S/-/-/-/KC")
    row = next(r for r in GAME.text(s).splitlines() if "house 1" in r)
    assert "3♠  house 5: K♣" in row


def test_a_turned_card_is_named_to_both() -> None:
    s = at("rules=standard hand1=KSQH hand2=2D")
    assert told(s, "turn_hand") == ["Player 1 turns the queen of hearts"]
    gesture = looks_of(GAME).gesture(after(s, "turn_hand"), event("discard"))
    assert gesture.words == "Discard the queen of hearts, and end the turn"
    s = at("rules=standard waste1=KSQH hand2=2D")
    assert told(s, "turn_hand") == [
        "The waste of player 1 becomes the hand",
        "Player 1 turns the king of spades",
    ]


def test_a_turn_that_is_stopped_has_shown_no_card() -> None:
    s = at(f"{PENALISE} hand1=KS hand2=2D houses=AC")
    assert not any("turns" in sentence for sentence in told(s, "turn_hand"))


def test_a_hint_to_turn_a_card_does_not_name_it() -> None:
    s = at("rules=standard hand1=KSQH hand2=2D")
    shown, turning = GAME.view(s, Seat(0)), event("turn_hand")
    assert GAME.consequences(shown, turning, GAME.after(shown, turning)) == ()


def test_a_run_is_named_by_its_first_card() -> None:
    s = at("rules=standard hand1=KS hand2=2D houses=8D7C6H/8H")
    gesture = looks_of(GAME).gesture(s, event("move_run(1,2,2)"))
    assert gesture.words == "7♣ and 1 more from house 1 to house 2"


@pytest.mark.parametrize("enforcement", ["block", "remind", "stop", "penalise"])
def test_what_is_told_of_a_play_without_working_it_out_is_what_would_be(
    enforcement: str,
) -> None:
    """Most plays tell nothing, and that is seen at once."""
    game = GAME.unchecked()
    for seed in range(3):
        s, dice = game.start.varied(None, {"enforcement": enforcement}), Dice(seed)
        assert isinstance(s, State)
        for _ in range(150):
            if game.outcome(s) is not None:
                break
            by_chance = game.turn(s) == CHANCE
            event = game.draw(s, dice) if by_chance else dice.choice(game.legal(s))
            t = game.after(s, event)
            assert game.consequences(s, event, t) == tuple(worked_out(s, event, t))
            s = t
