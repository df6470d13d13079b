"""The evaluation plays as players are told to: reserve before hand, loads, empty houses."""

from games.russian_bank.bank import GAME, after, at
from ludex.games.russian_bank.bots.evaluation import worth
from ludex.kernel import Seat

ONE, TWO = Seat(0), Seat(1)
CARDS = "reserve1=9S7D hand1=KS2S reserve2=9H5C hand2=2C3C"


def best(line: str) -> str:
    """What a greedy player would do."""
    s = at(line)
    return str(max(GAME.moves(s), key=lambda event: worth(GAME.after(s, event), s.seat)))


def test_the_reserve_goes_to_a_house_before_a_hand_card_is_turned() -> None:
    assert best(f"partial {CARDS} houses=8C/KH") == "move(reserve,house1)"


def test_a_load_is_better_than_a_house() -> None:
    line = "partial reserve1=9S6C hand1=KS reserve2=9H5C hand2=2C houses=7D/KH"
    assert best(line) == "move(reserve,their_reserve)"


def test_a_card_is_not_moved_to_and_fro() -> None:
    houses = "9H8C/9D/KH/KD/KH'/KD'/JH/JD"
    line = f"partial reserve1=9S2H hand1=KS2S reserve2=JS5C hand2=2C houses={houses}"
    moves = [str(event) for event in GAME.moves(at(line))]
    assert moves == ["move(house1,house2)", "turn_hand"]
    assert best(line) == "turn_hand"


def test_a_won_game_is_worth_more_than_any_other() -> None:
    s = at("partial reserve1=7D houses=8C reserve2=9H hand2=2C")
    won = after(s, "move(reserve,house1)")
    assert GAME.outcome(won) is not None
    assert worth(won, ONE) > worth(s, ONE) + 50
    assert worth(won, TWO) == -worth(won, ONE)


def test_before_the_deal_nobody_is_ahead() -> None:
    assert worth(GAME.start(), ONE) == worth(GAME.start(), TWO) == 0
