"""The promises of the rulebook notice what would break them."""

from games.russian_bank.bank import GAME, after, at, event
from ludex.games.russian_bank.rules.state import State
from ludex.kernel import Seat

LINE = "hand1=2S3S waste1=4C reserve1=9S hand2=2D waste2=4D reserve2=5D houses=6D/KH/KD/KH'/KD'/QH/QH'/QD"
RESERVE = "a reserve grows only by a load, an emptied one never"
WASTE = "a waste grows only by a load or a discard"
HAND = "a hand grows only by recycling"
TURNED = "only the player on turn has a turned card"


def grown(s: State, seat: int, pile: str, add: str = "KC") -> State:
    """The state with one more card on a pile."""
    sides = [*s.sides]
    cards = (*getattr(sides[seat], pile), *at(f"hand1={add}").sides[0].hand)
    sides[seat] = sides[seat]._replace(**{pile: cards})  # type: ignore[arg-type]  # one of its piles
    return s._replace(sides=(sides[0], sides[1]))


def kept(name: str, s: State, text: str, t: State) -> bool:
    return GAME.steps[name](s, event(text), t)


def test_a_reserve_that_grows_without_a_load_is_noticed() -> None:
    s = at(LINE)
    loaded = after(s, "move(house1,their_reserve)")
    assert kept(RESERVE, s, "move(house1,their_reserve)", loaded)
    assert not kept(RESERVE, s, "turn_hand", loaded)
    for seat in (0, 1):
        assert not kept(RESERVE, s, "turn_hand", grown(s, seat, "reserve"))


def test_a_waste_that_grows_without_a_load_or_a_discard_is_noticed() -> None:
    s = after(at(LINE), "turn_hand")
    assert kept(WASTE, s, "discard", after(s, "discard"))
    for seat in (0, 1):
        assert not kept(WASTE, s, "discard", grown(s, seat, "waste"))
    swapped = grown(s._replace(turned=None), 0, "waste")
    assert not kept(WASTE, s, "discard", swapped)


def test_a_hand_that_grows_without_recycling_is_noticed() -> None:
    s = at("waste1=4C5C6C hand2=2D houses=KH")
    turned = after(s, "turn_hand")
    assert kept(HAND, s, "turn_hand", turned)
    assert not kept(HAND, s, "discard", turned)
    assert not kept(HAND, s, "turn_hand", grown(turned, 0, "hand"))
    assert not kept(HAND, s, "turn_hand", grown(s, 1, "hand"))


def test_a_turned_card_that_passes_with_the_turn_is_noticed() -> None:
    s = after(at(LINE), "turn_hand")
    assert not kept(TURNED, s, "discard", s._replace(seat=Seat(1)))
    assert not kept(TURNED, at(LINE), "pass", s)
    assert kept(TURNED, at(LINE), "turn_hand", s)


def test_what_a_call_takes_back_is_compared_with_the_position_before() -> None:
    s = at("rules=standard;enforcement=stop hand1=2C3C hand2=2D houses=AC")
    faulty = after(s, "turn_hand")
    back = after(faulty, "call_stop")
    assert all(kept(name, faulty, "call_stop", back) for name in GAME.steps)
    assert not kept(HAND, faulty, "call_stop", grown(back, 0, "hand"))
