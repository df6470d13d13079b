"""The postconditions of the document: each is noticed when an effect breaks it."""

from collections.abc import Callable

import pytest

from games.russian_bank.bank import after, at, event, started
from ludex.games.russian_bank.rules.state import State
from ludex.kernel import Event, Seat, as_sentence
from ludex.parts.cards import Card

Broken = Callable[[State], State]


def card(word: str) -> Card:
    found = Card.parse(word)
    assert found is not None
    return found


def broken(s: State, made: Event[State], damage: Broken) -> list[str]:
    """The promises of an event that do not hold for what it led to, once that is damaged."""
    t = damage(made.apply(s))
    return [as_sentence(held).code for held in made.ensures(s, t) if held is not True]


def without_a_card(t: State) -> State:
    return t._replace(houses=((), *t.houses[1:]))


def with_a_swollen_reserve(t: State) -> State:
    one, two = t.sides
    grown = one._replace(reserve=(*one.reserve, one.hand[-1]), hand=one.hand[:-1])
    return t._replace(sides=(grown, two))


@pytest.mark.parametrize(
    ("damage", "codes"),
    [
        (lambda t: t, []),
        (without_a_card, ["packs"]),
        (with_a_swollen_reserve, ["reserves"]),
        (lambda t: t._replace(houses=(*t.houses, ())), ["houses"]),
        (lambda t: t._replace(foundations=((),) * 9), ["foundations"]),
        (lambda t: t._replace(foundations=((card("AS"),), *((),) * 7)), ["empty"]),
        (lambda t: t._replace(seat=Seat(2)), ["first_player"]),
    ],
)
def test_a_deal_lays_out_whole_packs_and_sees_who_begins(damage: Broken, codes: list[str]) -> None:
    assert broken(started(), event("deal(3)"), damage) == codes


def test_the_promises_of_a_deal_are_told_in_the_order_of_the_document() -> None:
    def damage(t: State) -> State:
        t = with_a_swollen_reserve(without_a_card(t))
        foundations = ((card("AS"),), *((),) * 8)
        houses = (*t.houses, ())
        return t._replace(houses=houses, foundations=foundations, seat=Seat(2))

    assert broken(started(), event("deal(3)"), damage) == [
        "packs", "reserves", "houses", "foundations", "empty", "first_player",
    ]  # fmt: skip


def with_a_house(*words: str) -> Broken:
    return lambda t: t._replace(houses=(tuple(map(card, words)), *t.houses[1:]))


def with_a_foundation(*words: str) -> Broken:
    return lambda t: t._replace(foundations=(tuple(map(card, words)), *((),) * 7))


@pytest.mark.parametrize(
    ("damage", "codes"),
    [
        (lambda t: t, []),
        (with_a_house("7C", "6S"), ["house"]),
        (with_a_house("7C", "5H"), ["house"]),
        (with_a_foundation("AS", "2H"), ["foundation"]),
        (with_a_foundation("AS", "3S"), ["foundation"]),
        (with_a_foundation("2S"), ["foundation"]),
        (lambda t: t._replace(sides=(t.sides[0], t.sides[1]._replace(waste=()))), ["loaded"]),
    ],
)  # fmt: skip
def test_a_move_leaves_every_pile_in_order_and_a_load_where_it_belongs(
    damage: Broken, codes: list[str]
) -> None:
    s = at("hand1=KS houses=5H waste2=6H")
    assert broken(s, event("move(house1,their_waste)"), damage) == codes


def test_the_promises_of_a_move_are_told_houses_first() -> None:
    def damage(t: State) -> State:
        t = with_a_foundation("2S")(with_a_house("7C", "6S")(t))
        return t._replace(sides=(t.sides[0], t.sides[1]._replace(waste=())))

    s = at("hand1=KS houses=5H waste2=6H")
    codes = broken(s, event("move(house1,their_waste)"), damage)
    assert codes == ["house", "foundation", "loaded"]


def test_a_load_that_is_a_fault_need_not_stay() -> None:
    s = at("rules=standard;enforcement=penalise hand1=KS houses=5H/AC waste2=6H")
    load = event("move(house1,their_waste)")
    assert broken(s, load, lambda t: t) == []
    assert after(s, "move(house1,their_waste)").houses[0] == (card("5H"),)
