"""Stop: the five faults, false calls, how far a call reaches, and the other modes."""

import pytest

from games.russian_bank.bank import (
    GAME,
    after,
    allowed,
    at,
    foundation,
    house,
    pile,
    refused,
)
from ludex.games.russian_bank.rules.state import FaultKind, State
from ludex.kernel import Seat
from ludex.language.position import position_line, read_position

STOP = "rules=standard;enforcement=stop"
ALL = "rules=standard;enforcement=stop;faults=all_faults"


def fault(s: State) -> FaultKind | None:
    return s.court.fault.kind if s.court.fault else None


def test_fault_a_moving_another_card_while_the_reserve_fits_a_foundation() -> None:
    s = at(f"{STOP} hand1=KS hand2=2D reserve1=9DAS houses=7C6H/7S/AC")
    s = after(s, "move(house3,foundation1)")
    assert fault(s) is FaultKind.RESERVE_SKIPPED
    s = after(s, "call_stop")
    assert house(s, 3) == "AC"
    assert foundation(s, 1) == "AS"
    assert (s.seat, pile(s, "reserve1")) == (1, "9D")


def test_fault_b_moving_a_card_elsewhere_while_an_available_one_fits() -> None:
    s = at(f"{STOP} hand1=KS hand2=2D houses=7C6H/7S/AC")
    s = after(s, "move(house1,house2)")
    assert fault(s) is FaultKind.FOUNDATION_SKIPPED
    s = after(s, "call_stop")
    assert [house(s, n) for n in (1, 2, 3)] == ["7C6H", "7S", "-"]
    assert foundation(s, 1) == "AC"
    assert s.seat == 1


def test_fault_b_turning_the_hand_while_an_available_card_fits() -> None:
    s = after(at(f"{STOP} hand1=KS hand2=2D houses=AC"), "turn_hand")
    assert fault(s) is FaultKind.FOUNDATION_SKIPPED
    s = after(s, "call_stop")
    assert pile(s, "hand1") == "KS"
    assert pile(s, "turned") == "-"
    assert pile(s, "waste1") == "-"


def test_fault_c_turning_the_hand_with_a_space_open_and_reserve_left() -> None:
    s = at(f"{STOP} hand1=KS hand2=2D reserve1=5D9D houses=7C")
    s = after(s, "turn_hand")
    assert fault(s) is FaultKind.TURNED_TOO_SOON
    s = after(s, "call_stop")
    assert house(s, 2) == "9D"
    assert (s.seat, pile(s, "hand1")) == (1, "KS")


def test_fault_d_breaking_a_building_rule() -> None:
    s = at(f"{ALL} hand1=KS hand2=2D houses=6H/7D")
    assert refused(s, "move(house1,house2)") == "6♥ cannot go on 7♦: same colour"
    s = after(s, "misplay(house1,house2)")
    assert fault(s) is FaultKind.WRONG_PLACE
    s = after(s, "call_stop")
    assert (house(s, 1), house(s, 2), s.seat) == ("6H", "7D", 1)


def test_fault_e_moving_a_card_that_is_not_available() -> None:
    for source in ("waste", "foundation1", "their_waste", "their_reserve", "hand"):
        s = at(
            f"{ALL} hand1=KS waste1=5C hand2=2D waste2=3H reserve2=9C foundations=AC houses=6H/7D"
        )
        s = after(s, f"misplay({source},house1)")
        assert fault(s) is FaultKind.NOT_AVAILABLE
        assert after(s, "call_stop").seat == 1


def test_a_wrong_play_that_is_not_called_is_forgiven_by_the_next_action() -> None:
    s = after(at(f"{ALL} hand1=KS hand2=2D houses=6H/7D"), "misplay(house1,house2)")
    assert refused(s, "misplay(house1,house2)") == "a wrong play is on record already"
    s = after(s, "turn_hand")
    assert fault(s) is None


def test_nobody_is_offered_a_wrong_play() -> None:
    s = at(f"{ALL} hand1=KS hand2=2D houses=6H/7D")
    assert allowed(s, "misplay(house1,house2)")
    assert not any(e.name == "misplay" for e in GAME.legal(s))


@pytest.mark.parametrize("window", ["last_action", "whole_turn"])
def test_a_wrong_play_does_not_hide_an_earlier_fault(window: str) -> None:
    s = at(f"{ALL};call_reaches={window} hand1=KS hand2=2D houses=7C6H/7S/AC")
    s = after(s, "move(house1,house2)", "misplay(house1,house2)")
    assert fault(s) is FaultKind.FOUNDATION_SKIPPED
    assert refused(s, "misplay(house1,house2)") == "a wrong play is on record already"
    s = after(s, "call_stop")
    assert (house(s, 1), foundation(s, 1), s.seat) == ("7C6H", "AC", 1)


def test_bringing_a_position_back_is_a_wrong_play_as_it_is_a_refused_one() -> None:
    s = at(f"{ALL} hand1=KS hand2=2D houses=7C6H/7S")
    s = after(s, "move(house1,house2)")
    assert "may not recur" in refused(s, "move(house2,house1)")
    assert fault(after(s, "misplay(house2,house1)")) is FaultKind.WRONG_PLACE


def test_a_run_that_skips_a_duty_is_a_fault_as_its_single_moves_are() -> None:
    line = "hand1=KS hand2=2D houses=9C8D7S/9S/AC/-/KH/KD/KH'/KD'"
    run = "move_run(1,2,2)"
    assert "foundations come first" in refused(at(f"rules=standard {line}"), run)
    s = at(f"{STOP} {line}")
    assert run in map(str, GAME.legal(s))
    done = after(s, run)
    assert (house(done, 1), house(done, 2)) == ("9C", "9S8D7S")
    assert fault(done) is FaultKind.FOUNDATION_SKIPPED
    called = after(done, "call_stop")
    assert (house(called, 1), foundation(called, 1), called.seat) == ("9C8D7S", "AC", 1)
    penalised = after(at(f"rules=standard;enforcement=penalise {line}"), run)
    assert (house(penalised, 1), foundation(penalised, 1)) == ("9C8D7S", "AC")
    assert penalised.seat == 1


def test_a_run_that_uncovers_a_duty_on_its_way_is_a_fault_from_there() -> None:
    line = "hand1=KS hand2=2C foundations=AD2D3D4D5D6D7D houses=9C8D7S/9S"
    s = after(at(f"{STOP} {line}"), "move_run(1,2,2)")
    assert fault(s) is FaultKind.FOUNDATION_SKIPPED
    s = after(s, "call_stop")
    assert (house(s, 1), house(s, 2), foundation(s, 1)[-2:]) == ("9C", "9S", "8D")


def test_a_discard_of_a_card_that_fits_can_be_called_before_the_opponent_begins() -> None:
    s = after(at(f"{STOP} hand1=9CAS hand2=2D houses=7C"), "turn_hand", "discard")
    assert s.seat == 1
    assert fault(s) is FaultKind.FOUNDATION_SKIPPED
    called = after(s, "call_stop")
    assert (foundation(called, 1), pile(called, "waste1"), called.seat) == (
        "AS",
        "-",
        1,
    )
    too_late = after(s, "turn_hand")
    assert fault(too_late) is None
    assert GAME.seat_of(too_late, GAME.moves(too_late, Seat(0))[0]) == 0


def test_a_turned_hand_card_goes_to_the_waste_when_the_player_is_stopped() -> None:
    s = at(f"{STOP} hand1=9CKS hand2=2D houses=7C6H/7S")
    s = after(s, "turn_hand", "move(house1,house2)")
    assert fault(s) is None
    s = at(f"{STOP} hand1=9C turned=KS hand2=2D houses=7C6H/7S/AC")
    s = after(s, "move(house1,house2)", "call_stop")
    assert (pile(s, "turned"), pile(s, "waste1"), s.seat) == ("-", "KS", 1)


def test_a_stopped_player_can_win_by_the_play_that_was_missed() -> None:
    s = at(f"{STOP};match_target=none reserve1=AS houses=7C6H/7S hand2=2D")
    s = after(s, "move(house1,house2)", "call_stop")
    assert GAME.outcome(s) is not None
    assert s.match.scores == (31, 0)


def test_a_game_cannot_be_won_by_a_fault() -> None:
    s = at(f"{STOP};match_target=none turned=6H houses=7C/AC/8C hand2=2D")
    s = after(s, "move(hand,house1)")
    assert GAME.outcome(s) is None
    assert (foundation(s, 1), pile(s, "waste1"), s.seat) == ("AC", "6H", 1)


def test_a_false_call_costs_the_next_turn() -> None:
    s = at(f"{STOP} hand1=KSQS hand2=2D houses=7C6H/7S")
    s = after(s, "move(house1,house2)", "call_stop")
    assert house(s, 2) == "7S6H"
    assert s.seat == 0
    s = after(s, "turn_hand", "discard")
    assert s.seat == 0
    s = after(s, "turn_hand", "discard")
    assert s.seat == 1


def test_a_false_call_on_the_own_turn_loses_that_turn() -> None:
    s = after(at(f"{STOP} hand1=KSQS hand2=2D houses=7C"), "turn_hand", "discard")
    assert s.seat == 1
    assert after(s, "call_stop").seat == 0


def test_a_false_call_costs_nothing_where_rules_say_so() -> None:
    s = at("rules=report;enforcement=stop hand1=KSQS hand2=2D houses=7C6H/7S")
    s = after(s, "move(house1,house2)", "call_stop")
    assert not s.court.forfeits
    assert refused(s, "call_stop") == "there is no action to call"


def test_three_false_calls_are_all_a_player_has() -> None:
    s = at(f"{STOP};wrong_call_costs=one_of_three_calls hand1=KSQSJSTS hand2=2D houses=7C6H/7S")
    for text in ("move(house1,house2)", "turn_hand"):
        s = after(s, text, "call_stop")
    s = after(s, "move(house2,house1)", "call_stop", "discard")
    assert refused(s, "call_stop") == "player 2 has called wrongly three times"


def test_a_call_reaches_only_the_last_action_or_the_whole_turn() -> None:
    line = "hand1=KSQS hand2=2D houses=7C6H/7S/AC"
    moves = ("move(house1,house2)", "move(house3,foundation1)")
    s = after(at(f"{STOP} {line}"), *moves)
    assert fault(s) is None
    s = after(at(f"{STOP};call_reaches=whole_turn {line}"), *moves)
    assert fault(s) is FaultKind.FOUNDATION_SKIPPED
    s = after(s, "call_stop")
    assert house(s, 1) == "7C6H"
    assert (foundation(s, 1), s.seat) == ("AC", 1)


def test_the_next_turn_of_the_other_player_closes_the_whole_turn_too() -> None:
    s = at(f"{STOP};call_reaches=whole_turn hand1=KSQS hand2=2D houses=7C6H/7S/AC")
    s = after(s, "move(house1,house2)", "turn_hand", "discard", "turn_hand")
    assert s.court.watched == 1
    assert fault(s) is FaultKind.FOUNDATION_SKIPPED  # the second player's own


def test_penalise_costs_the_turn_at_once() -> None:
    s = at("rules=standard;enforcement=penalise hand1=KS hand2=2D houses=7C6H/7S/AC")
    s = after(s, "move(house1,house2)")
    assert house(s, 1) == "7C6H"
    assert (foundation(s, 1), s.seat) == ("AC", 1)
    assert refused(s, "call_stop") == "nobody calls stop under these rules"


def test_penalise_with_all_faults_takes_the_turn_for_a_wrong_play() -> None:
    rules = "rules=standard;enforcement=penalise;faults=all_faults"
    s = at(f"{rules} turned=KS hand2=2D houses=6H/7D")
    s = after(s, "misplay(house1,house2)")
    assert (house(s, 1), pile(s, "waste1"), s.seat) == ("6H", "KS", 1)


def test_block_refuses_with_the_rule_and_the_card() -> None:
    s = at("rules=standard hand1=KS houses=7C6H/7S/AC")
    assert refused(s, "move(house1,house2)") == (
        "foundations come first: A♣ can go from house 3 to foundation 1"
    )


def test_remind_names_the_plays_and_the_picture_shows_what_is_due() -> None:
    s = at(
        "rules=standard;enforcement=remind hand1=KS houses=7C6H/7S/AC "
        "foundations=AH/AS/AD/AH'/AS'/AD'"
    )
    assert refused(s, "turn_hand") == (
        "foundations come first: A♣ can go from house 3 to foundation 7; "
        "play move(house3,foundation7) or move(house3,foundation8)"
    )
    assert GAME.text(s).endswith("due: A♣ from house 3 to foundation 7")


def test_faults_are_data_that_survive_a_position_line() -> None:
    s = at(f"{STOP} hand1=KS hand2=2D reserve1=9DAS houses=7C6H/7S/AC")
    s = after(s, "move(house1,house2)")
    again = read_position(GAME, position_line(GAME, s))
    assert again == s
    assert isinstance(again, State)
    assert again.court.fault is not None
    assert next(f"{a.word}>{b.word}" for a, b in again.court.fault.skipped) == (
        "reserve>foundation1"
    )
    assert after(again, "call_stop") == after(s, "call_stop")


@pytest.mark.parametrize("mode", ["block", "remind", "penalise"])
def test_nobody_calls_where_the_rules_do_not_leave_it_to_the_players(mode: str) -> None:
    s = at(f"rules=standard;enforcement={mode} hand1=KS houses=7C6H/7S")
    s = after(s, "move(house1,house2)")
    assert refused(s, "call_stop") == "nobody calls stop under these rules"
    assert not allowed(s, "misplay(house1,house1)")
