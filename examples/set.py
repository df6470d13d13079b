"""Set, for one player: find three cards that are all equal or all different in each of four features.

A card shows one, two or three symbols of one shape, one colour and one shading: 81 cards. Twelve lie on
the table; while there is no set among them, another is laid. A set is taken and replaced. The game ends
when the pack is empty and no set is left; the small game leaves the shading out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated

from ludex.kernel import (  # isort: skip
    CHANCE, SOLO, Chance, Event, Game, Guards, Outcome, Speed, Start, Whole, say, won,
)  # fmt: skip
from ludex.table import Drawing, Gesture, Looks, Shown, TablePlace, Zone, button, standing, touch

TABLE = 12
MOST = 21
"""Among so many cards there is a set: twenty can be without one."""

FEATURES = (
    ("one", "two", "three"), ("red", "green", "purple"), ("ovals", "diamonds", "bars"),
    ("solid", "striped", "open"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rules:
    features: Annotated[int, Whole(3, 4), "How many features has a card?"] = 4


@dataclass(frozen=True, slots=True)
class State:
    features: int
    pack: tuple[bool, ...]  # is the card in the pack? Its number has a digit of three a feature
    table: tuple[int, ...] = ()
    sets: int = 0


class Lay(Chance[State]):
    """Lay a `card` of the pack on the table."""

    card: Annotated[int, Whole(0, 80)]

    def guards(self, s: State) -> Guards:
        yield 0 <= self.card < len(s.pack) or f"there is no card {self.card}"
        yield s.pack[self.card] or "that card is not in the pack"

    def apply(self, s: State) -> State:
        pack = tuple(there and i != self.card for i, there in enumerate(s.pack))
        return State(s.features, pack, (*s.table, self.card), s.sets)


class TakeSet(Event[State]):
    """Take a set: the cards at the places `first` and `second` of the table, named in this order, and
    the one card that completes them, which is on the table too."""

    first: Annotated[int, Whole(1, MOST)]
    second: Annotated[int, Whole(1, MOST)]

    def guards(self, s: State) -> Guards:
        yield self.first >= 1 or "places count from 1"
        yield self.first < self.second or "name the places in their order"
        yield self.second <= len(s.table) or f"{len(s.table)} cards are on the table"
        a, b = s.table[self.first - 1], s.table[self.second - 1]
        yield third(a, b) in s.table or "the card that completes the set is not on the table"

    def apply(self, s: State) -> State:
        a, b = s.table[self.first - 1], s.table[self.second - 1]
        c = third(a, b)
        table = tuple(card for card in s.table if card not in (a, b, c))
        return State(s.features, s.pack, table, s.sets + 1)


def third(a: int, b: int) -> int:
    """The card that completes a set: as these are if they are equal in a feature, else different from both."""
    return sum(3**i * (-(a // 3**i + b // 3**i) % 3) for i in range(4))


def has_set(s: State) -> bool:
    count = len(s.table)
    return any(
        third(s.table[i], s.table[j]) in s.table for i in range(count) for j in range(i + 1, count)
    )


def is_laying(s: State) -> bool:
    return any(s.pack) and (len(s.table) < TABLE or not has_set(s))


def outcome(s: State) -> Outcome | None:
    if any(s.pack) or has_set(s):
        return None
    return won(SOLO, f"no set is left, and {len(s.table)} cards", (s.sets,))


def candidates(s: State) -> Iterator[Event[State]]:
    if is_laying(s):
        yield from (Lay(card) for card, there in enumerate(s.pack) if there)
    for first, second in combinations(range(1, len(s.table) + 1), 2):
        yield TakeSet(first, second)


def name(card: int, features: int) -> str:
    """Two green striped diamonds."""
    count, colour, shape, shading = (FEATURES[i][card // 3**i % 3] for i in range(4))
    words = (count, colour, *([shading] * (features > 3)), shape if count != "one" else shape[:-1])
    return " ".join(words)


def begin(rules: Rules) -> State:
    return State(rules.features, (True,) * 3**rules.features)


def text(s: State) -> str:
    cards = (f"{i}: {name(card, s.features)}" for i, card in enumerate(s.table, start=1))
    return "\n".join([*cards, f"{s.pack.count(True)} in the pack, {s.sets} sets"])


SHAPES = (
    '<ellipse cx="{x}" cy="15" rx="3" ry="7" {paint}/>', '<path d="M{x} 7l3 8l-3 8l-3 -8z" {paint}/>',
    '<rect x="{left}" y="8" width="5" height="14" {paint}/>',
)  # fmt: skip
PAINT = 'fill="{colour}" fill-opacity="{opacity}" stroke="{colour}" stroke-width="0.9"'
CARD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><rect x="1" y="1" width="28" '
    'height="28" rx="3" fill="#fffdf6" stroke="#8f897b" stroke-width="0.6"/>{}</svg>'
)


def drawing(card: int) -> Drawing:
    count, colour, shape, shading = (card // 3**i % 3 for i in range(4))
    paint = PAINT.format(
        colour=("#d22c2c", "#1f8a3c", "#6a2fa8")[colour], opacity=(1, 0.35, 0)[shading]
    )
    symbols = "".join(
        SHAPES[shape].format(x=(x := 15 + 8 * i - 4 * count), left=x - 2.5, paint=paint)
        for i in range(count + 1)
    )
    return Drawing(svg=CARD.format(symbols), sign=f"{count + 1}{'rgp'[colour]}{'odb'[shape]}{'=-~'[shading]}")  # fmt: skip


DRAWINGS = {f"set:{card}": drawing(card) for card in range(81)}
EMBLEM = tuple(Shown(f"set:{40 * i}", 1.2 * i - 1.7, 1) for i in range(3))


def zones(s: State, _: object) -> tuple[Zone, ...]:
    """Rows of six places."""
    places = (
        TablePlace(f"{i + 1}", say("place", "place {i}", i=i + 1), i % 6, i // 6)
        for i in range(max(TABLE, len(s.table)))
    )
    cards = [*s.table, *(None,) * (TABLE - len(s.table))]
    return tuple(
        standing(place, "" if card is None else f"set:{card}", "" if card is None else name(card, s.features))
        for place, card in zip(places, cards, strict=True)
    )  # fmt: skip


def gesture(_: State, event: Event[State]) -> Gesture:
    """A set is taken by dragging one card of it to another."""
    if isinstance(event, TakeSet):
        return touch(event, event.spoken(), f"{event.first}", f"{event.second}")
    return button(event)


game = Game(
    name="set", title="Set", summary="Find three cards, all equal or all different in each feature.",
    start=Start(begin, {"standard": Rules(), "small": Rules(3)}),
    events=(Lay, TakeSet), outcome=outcome, text=text,
    turn=lambda s: CHANCE if is_laying(s) else SOLO, speed=Speed(candidates=candidates),
    looks=Looks(drawings=DRAWINGS, emblem=EMBLEM, zones=zones, gesture=gesture),
    always={"no card is lost": lambda s: len(s.table) + s.pack.count(True) + 3 * s.sets == len(s.pack)},
    sometimes={"twelve cards have no set": lambda s: len(s.table) > TABLE}, rare=("twelve cards have no set",),
)  # fmt: skip
