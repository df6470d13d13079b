"""Actions: a number for every event that a player can make, both ways.

The numbers follow from the domains of the events' fields. Events are taken in the order in
which the game declares them, their arguments in the order of their domains, the last one
fastest; queries, chance and what only editors do (`beyond_source`) are left out. So the
numbers depend on the rulebook alone, not on its options or on the state.

Some events have no number of their own: those that are `sampled` (the amounts of a bet),
those of which too many exist, and those that lie beyond the bounds of an open map (`reach`).
Where one of them is legal it takes the next *slot*, a number after all others, in the order
in which the rulebook lists what is legal. What a slot stands for changes from state to state.

`version` changes when any number comes to mean something else.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import product, starmap
from math import prod
from typing import Any

from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Domain,
    Query,
    Seat,
    Spread,
    Whole,
)

FORMAT = 1
"""The version of the numbering; changed when this file gives other numbers."""

REACH = 12
"""An open map is numbered this far from its origin, to each side."""

SLOTS = 16
"""Numbers for legal events that have none of their own."""

MOST = 100_000
"""The most events of a class; where it can make more, its wide ranges are narrowed."""


Values = tuple[tuple[object, ...], ...]
"""The values of each field of an event."""


class NoNumber(LookupError):
    """A number or an event that the numbering does not have, in one line."""


@dataclass(frozen=True)
class EventBlock:
    """The numbers of one class of events: from `first`, `size` of them."""

    cls: type[AnyEvent]
    first: int
    values: Values

    @cached_property
    def size(self) -> int:
        """Count its events."""
        return prod(map(len, self.values))

    @cached_property
    def places(self) -> tuple[tuple[str, Mapping[object, int], int], ...]:
        """Return of each field its name, where its values stand, and what a step of it counts."""
        names = [field.name for field in self.cls.fields()]
        found, step = [], self.size
        for name, values in zip(names, self.values, strict=True):
            step //= len(values)
            found.append((name, {value: i for i, value in enumerate(values)}, step))
        return tuple(found)

    def number(self, event: AnyEvent) -> int | None:
        """Return the number of an event of this class, if it has one."""
        total = self.first
        for name, places, step in self.places:
            place = places.get(getattr(event, name))
            if place is None:
                return None
            total += place * step
        return total

    def event(self, number: int) -> AnyEvent:
        """Return the event of a number of this block."""
        rest, chosen = number - self.first, []
        for values, (_, _, step) in zip(self.values, self.places, strict=True):
            place, rest = divmod(rest, step)
            chosen.append(values[place])
        return self.cls(*chosen)


class EventBlocks:
    """Numbers for the events of several classes, one block after the other."""

    def __init__(self, classes: Iterable[tuple[type[AnyEvent], Values]]) -> None:
        self.blocks: list[EventBlock] = []
        self.fixed = 0
        """Events with a number of their own: 0 to one less."""
        for cls, values in classes:
            self.blocks.append(EventBlock(cls, self.fixed, values))
            self.fixed += self.blocks[-1].size
        self._by_class = {block.cls: block for block in self.blocks}

    def number(self, event: AnyEvent) -> int | None:
        """Return the number of an event, or None where it has none of its own."""
        block = self._by_class.get(type(event))
        return None if block is None else block.number(event)

    def find(self, number: int) -> AnyEvent | None:
        """Return the event that has a number of its own."""
        for block in self.blocks:
            if block.first <= number < block.first + block.size:
                return block.event(number)
        return None


class Numbering(EventBlocks):
    """The numbers of a game's events."""

    def __init__(
        self,
        game: AnyGame,
        *,
        reach: int = REACH,
        slots: int = SLOTS,
        amounts: Sequence[int] = (),
    ) -> None:
        if reach < 0 or slots < 0:
            raise ValueError("reach and slots are 0 or more")
        self.game = game
        self.amounts = tuple(amounts)
        super().__init__(_numbered(game, reach, self.amounts))
        whole = {
            block.cls
            for block in self.blocks
            if block.size >= prod(f.domain.size for f in block.cls.fields())
        }
        self.slots = 0 if whole.issuperset(_of_players(game)) else slots
        """The number of slots that follow for events that have no number of their own."""

    def __len__(self) -> int:
        return self.fixed + self.slots

    @cached_property
    def version(self) -> str:
        """Return the version of the numbering: two games with the same version have the same
        numbers."""
        hashed = blake2b(f"{FORMAT} {self.game.name} {len(self)}".encode())
        for block in self.blocks:
            hashed.update(f"\n{block.cls.name}".encode())
            fields = block.cls.fields()
            for field, values in zip(fields, block.values, strict=True):
                words = (" ".join(field.domain.write(value)) for value in values)
                hashed.update(f"|{field.name}:{','.join(words)}".encode())
        return f"{FORMAT}-{hashed.hexdigest()[:8]}"

    # -- one event ---------------------------------------------------------------------

    def event(self, number: int) -> AnyEvent:
        """Return the event of a number; the event of a slot depends on the state."""
        if not 0 <= number < len(self):
            raise NoNumber(f"there is no action {number}: they are 0 to {len(self) - 1}")
        found = self.find(number)
        if found is None:
            raise NoNumber(f"action {number} is a slot: the state says what it stands for")
        return found

    def explain(self, number: int) -> str:
        """Explain a number in one line."""
        if self.fixed <= number < len(self):
            nth = number - self.fixed + 1
            return f"legal event {nth} of the events without a number"
        return str(self.event(number))

    # -- a state -----------------------------------------------------------------------

    def legal(
        self, s: AnyState, seat: Seat, *, asides: bool = False
    ) -> tuple[dict[int, AnyEvent], int]:
        """Return the numbers of a seat's legal events in a state or view, and how many events have
        no number.

        Only the guards decide. `asides` are reset, resignation and the like.
        """
        game = self.game
        listed = game.legal(s, seat) if asides else game.moves(s, seat)
        numbered = [(self.number(event), event) for event in listed]
        found = {number: event for number, event in numbered if number is not None}
        for event in self._chosen_amounts(s, seat):
            number = self.number(event)
            if number is not None:
                found.setdefault(number, event)
        others = [e for number, e in numbered if number is None and not e.beyond_source]
        found |= enumerate(others[: self.slots], self.fixed)
        return dict(sorted(found.items())), max(0, len(others) - self.slots)

    def _chosen_amounts(self, s: AnyState, seat: Seat) -> Iterator[AnyEvent]:
        """List the bets of the chosen amounts that the guards allow."""
        game = self.game
        if not self.amounts or seat != game.turn(s):
            return
        for block in self.blocks:
            events = starmap(block.cls, product(*block.values)) if block.cls.sampled else ()
            yield from (event for event in events if game.refusal(s, event) is None)


def _of_players(game: AnyGame) -> Iterator[type[AnyEvent]]:
    for cls in game.events:
        if not (cls.by_chance or cls.beyond_source or issubclass(cls, Query)):
            yield cls


def _numbered(
    game: AnyGame, reach: int, amounts: tuple[int, ...]
) -> Iterator[tuple[type[AnyEvent], Values]]:
    for cls in _of_players(game):
        domains = [field.domain for field in cls.fields()]
        if cls.sampled and not cls.aside:
            values = _sampled(domains, amounts)
        else:
            values = _listed(domains, reach)
        if values is not None:
            yield cls, values


def _sampled(domains: list[Domain[object]], amounts: tuple[int, ...]) -> Values | None:
    """Return the chosen amounts, where an event is made of one number."""
    if not amounts or len(domains) != 1 or not isinstance(domains[0], Whole):
        return None
    allowed = tuple(sorted({n for n in amounts if domains[0].allows(n)}))
    return (allowed,) if allowed else None


def _listed(domains: list[Domain[object]], reach: int) -> Values | None:
    """Return every value of each field; wide ranges narrowed where there are too many events."""
    if prod(domain.size for domain in domains) <= MOST:
        return tuple(tuple(domain.values()) for domain in domains)
    narrowed = tuple(tuple(_narrowed(domain, reach)) for domain in domains)
    return narrowed if prod(map(len, narrowed)) <= MOST else None


def _narrowed(domain: Domain[object], reach: int) -> Iterable[object]:
    match domain:
        case Whole(low=low, high=high) if high - low > 2 * reach:
            begin = max(low, min(-reach, high - 2 * reach))
            return range(begin, begin + 2 * reach + 1)
        case Spread(make=make, parts=parts):
            each: list[Any] = [tuple(_narrowed(part, reach)) for part in parts]
            return (make(*values) for values in product(*each))
        case _:
            return domain.values() if domain.size <= MOST else range(MOST + 1)
