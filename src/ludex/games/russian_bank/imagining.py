"""What could lie behind a view: every card that nobody sees, dealt anew.

The cards that are not in sight are known, only their places are not. What was dealt to a
reserve is of its player's own pack; hands and wastes may hold cards of both.
"""

from dataclasses import replace

from ludex.games.russian_bank.table import Pile, State
from ludex.games.russian_bank.validity import all_cards
from ludex.kernel import Dice, Seat
from ludex.parts.cards import PACKS, Card, Hidden, pack_of_cards


def imagine(shown: State, _: Seat, dice: Dice) -> State:
    """A whole table that looks like this one; nobody has made a fault on it."""
    unseen = unseen_cards(shown)
    dice.shuffle(unseen)
    reserves = []
    for pack, side in enumerate(shown.sides):
        dealt = len(side.reserve) - side.loaded
        reserves.append(
            filled(side.reserve[:dealt], unseen, pack)
            + filled(side.reserve[dealt:], unseen)
        )
    one, two = (
        side._replace(
            reserve=reserve,
            hand=filled(side.hand, unseen),
            waste=filled(side.waste, unseen),
        )
        for side, reserve in zip(shown.sides, reserves, strict=True)
    )
    turned = unseen.pop() if isinstance(shown.turned, Hidden) else shown.turned
    return replace(shown, sides=(one, two), turned=turned)


def unseen_cards(shown: State) -> list[Card]:
    """The cards of both packs that do not lie open."""
    seen = {*all_cards(shown)}
    packs = (card for pack in range(PACKS) for card in pack_of_cards(pack))
    return [card for card in packs if card not in seen]


def filled(pile: Pile, unseen: list[Card], pack: int | None = None) -> Pile:
    """The pile with a card of `unseen` for every unknown, of one pack while there is one."""
    return tuple(
        taken(unseen, pack) if isinstance(card, Hidden) else card for card in pile
    )


def taken(unseen: list[Card], pack: int | None) -> Card:
    """Take a card out of `unseen`."""
    for i, card in enumerate(unseen):
        if card.pack == pack:
            return unseen.pop(i)
    return unseen.pop()
