"""The planner of Russian Bank: whole turns, no faults of its own, and calls of the others'."""

import pytest

from games.russian_bank.bank import after, at
from ludex.bots import view_of
from ludex.bots.budget import Budget
from ludex.games.russian_bank.bots.planner import planning_bot, position_key
from ludex.games.russian_bank.rules.state import State
from ludex.kernel import Dice, Seat
from ludex.players.opponents import best_of
from ludex.registry import load, refined

GAME = refined(load("russian-bank"))
PLANNER = planning_bot(GAME, Budget(playouts=300))


def chosen(s: State) -> str:
    turn = GAME.turn(s)
    return str(PLANNER(view_of(GAME, s, turn), Dice(1)))


def test_it_is_the_best() -> None:
    assert best_of(GAME) == "planner"


def test_two_moves_empty_a_house_for_the_reserve() -> None:
    houses = "8D7S/9S8H/9C/KD/QH/QD/JH/JD"
    s = at(f"reserve1=2SKS houses={houses} hand1=KC hand2=KHTC")
    plays = []
    for _ in range(3):
        plays.append(chosen(s))
        s = after(s, plays[-1])
    assert plays == [
        "move(house1,house2)",
        "move(house1,house3)",
        "move(reserve,house1)",
    ]


def test_positions_are_one_that_differ_in_which_house_is_which() -> None:
    first = at("reserve1=KS houses=8D7S/8H/9C hand1=KC hand2=KH")
    second = at("reserve1=KS houses=9C/8D7S/8H hand1=KC hand2=KH")
    assert position_key(first) == position_key(second)
    assert position_key(first) != position_key(
        at("reserve1=KS houses=8D/8H7S/9C hand1=KC hand2=KH")
    )


@pytest.mark.parametrize("enforcement", ["block", "stop", "penalise"])
def test_it_makes_no_faults(enforcement: str) -> None:
    rules = f"rules=standard;enforcement={enforcement}"
    s = at(f"{rules} reserve1=5CAH houses=9C/AS/KD hand1=KC hand2=KH")
    assert chosen(s).startswith("move(reserve,foundation")


def test_a_fault_that_ended_the_turn_is_called() -> None:
    line = "rules=standard;enforcement=stop reserve1=5C houses=9C/AS/KD hand1=KCQC"
    s = after(at(f"{line} hand2=KH3H reserve2=9D"), "turn_hand", "discard")
    assert GAME.turn(s) == Seat(1)
    assert chosen(s) == "call_stop"


def test_nothing_is_called_that_was_no_fault() -> None:
    line = "rules=standard;enforcement=stop reserve1=5C houses=9C/4S/KD hand1=KCQC"
    s = after(at(f"{line} hand2=KH3H reserve2=9D"), "turn_hand", "discard")
    assert "call_stop" in map(str, view_of(GAME, s, Seat(1)).legal)
    assert chosen(s) != "call_stop"
