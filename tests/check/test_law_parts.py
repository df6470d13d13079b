"""What becomes of the cards of a state in one step, in words."""

from dataclasses import dataclass, field

import pytest

from ludex.check.laws.parts import unconserved
from ludex.parts.cards import Card, pack_of_cards

PACK = tuple(pack_of_cards(0))


@dataclass(frozen=True)
class Hands:
    """Cards in two hands, and those that somebody remembers."""

    one: tuple[Card, ...] = ()
    two: frozenset[Card] = frozenset()
    memory: tuple[Card, ...] = field(default=(), compare=False)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (Hands(PACK), Hands(PACK), None),
        (Hands(PACK), Hands(PACK[1:], frozenset(PACK[:1])), None),
        (Hands(PACK), Hands(PACK, memory=PACK), None),
        (Hands(PACK[:3]), Hands(PACK[:2]), None),  # no whole pack: some lay elsewhere
        (Hands(PACK), Hands(PACK[1:]), "loses {}"),
        (Hands(PACK), Hands(PACK[4:]), "loses {}, {}, {}, {}"),
        (Hands(PACK), Hands(PACK[5:]), "loses {}, {}, {}, {} and 1 more"),
        (Hands(PACK[:9]), Hands(PACK[:9], frozenset(PACK[:1])), "makes a second {}"),
        (Hands(), Hands(PACK[:1], frozenset(PACK[:1])), "makes a second {}"),
        (Hands(PACK), Hands((*PACK, *pack_of_cards(1))), "brings in cards of another pack"),
    ],
)  # fmt: skip
def test_cards_are_neither_made_nor_lost(before: Hands, after: Hands, said: str | None) -> None:
    words = said and said.format(*PACK)
    assert unconserved(before, after) == words
