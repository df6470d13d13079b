"""What each seat must not see, written from the rules and not from the games' views.

An entry takes a state and gives another that differs only in what a seat must not see (or
what nobody must, for an onlooker). A game without an entry has no secrets.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ludex.games.poker.holdem.rules.state import State as Holdem
from ludex.games.poker.rules.pack import PACK
from ludex.games.russian_bank.rules.state import Pile, Side
from ludex.games.russian_bank.rules.state import State as RussianBank
from ludex.kernel import Dice, Seat
from ludex.parts.cards import Card, Hidden

Kuhn = Any  # an example, in no package
Otherwise = Callable[[Any, Seat, Dice], Any]


# -- Russian Bank: squared piles, of which only the top is seen -----------------------------


def russian_bank(s: RussianBank, _: Seat, dice: Dice) -> RussianBank:
    """Every card that nobody sees lies elsewhere, also in the position before a fault.

    What was at the start of earlier turns is no more to be seen than whether the last
    action was a fault.
    """
    hidden = [card for side in s.sides for card in _beneath(side)]
    fresh = [*hidden]
    dice.shuffle(fresh)
    changes = dict(zip(hidden, fresh, strict=True))
    court = s.court
    if court.fault is not None:
        before = _exchanged(court.fault.before, changes)
        fault = court.fault._replace(before=before)
        court = court._replace(fault=dice.choice((fault, None)))
    past = tuple(dice.word() for _ in s.calm.past)
    calm = s.calm._replace(past=past)
    return _exchanged(s, changes)._replace(calm=calm, court=court)


def _beneath(side: Side) -> list[Card | Hidden]:
    reserve, hand, waste, _ = side
    return [*reserve[:-1], *hand, *waste[:-1]]


def _exchanged(s: RussianBank, changes: Mapping[Card | Hidden, Card | Hidden]) -> RussianBank:
    def again(pile: Pile) -> Pile:
        return tuple(changes.get(card, card) for card in pile)

    one, two = (
        Side(again(side.reserve), again(side.hand), again(side.waste), side.loaded)
        for side in s.sides
    )
    turned = None if s.turned is None else changes.get(s.turned, s.turned)
    return s._replace(sides=(one, two), turned=turned)


# -- poker: the hands of the others, unless they were shown -----------------------------------


def holdem(s: Holdem, seat: Seat, dice: Dice) -> Holdem:
    """The others hold other cards, of those that the seat does not see."""
    theirs = [p for p in range(len(s.holes)) if p != seat and not s.shown[p]]
    seen = {*s.board}
    for p, hole in enumerate(s.holes):
        if p not in theirs:
            seen.update(hole)
    rest = [card for card in PACK if card not in seen]
    dice.shuffle(rest)
    holes = [
        tuple(rest.pop() for _ in hole) if p in theirs else hole for p, hole in enumerate(s.holes)
    ]
    return s._replace(holes=tuple(holes))


def kuhn_poker(s: Kuhn, seat: Seat, dice: Dice) -> Kuhn:
    """The other player holds another card, unless the cards were compared."""
    compared = s.chips == (2, 2) or (s.passes == 2 and not s.folded)
    if compared or not s.cards:
        return s
    kind = type(s.cards[0])
    known = {card for p, card in enumerate(s.cards) if p == seat}
    rest = [card for card in kind if card not in known]
    dice.shuffle(rest)
    cards = [card if p == seat else rest.pop() for p, card in enumerate(s.cards)]
    return replace(s, cards=tuple(cards))


def leduc_poker(s: Any, seat: Seat, dice: Dice) -> Any:
    """The other player holds any card that is not seen, unless the cards were compared."""
    if not s.cards or (s.is_called and s.board):
        return s
    kind = type(s.cards[0])
    known = {s.board, *(card for p, card in enumerate(s.cards) if p == seat)}
    rest = [card for card in kind if card not in known]
    dice.shuffle(rest)
    cards = [card if p == seat else rest.pop() for p, card in enumerate(s.cards)]
    return replace(s, cards=tuple(cards))


SECRETS: Mapping[str, Otherwise] = {
    "russian-bank": russian_bank,
    "holdem": holdem,
    "kuhn-poker": kuhn_poker,
    "leduc-poker": leduc_poker,
}

VARIANTS: Mapping[str, tuple[Mapping[str, str], ...]] = {
    "russian-bank": ({"enforcement": "stop"}, {"own_waste": "open"}),
    "holdem": ({"ante": "1", "players": "3"},),
}
"""Options that no preset has and that change what there is to hide."""
