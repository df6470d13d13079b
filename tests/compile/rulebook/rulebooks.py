"""Small rulebooks, each written for one thing that Python does and a compiler may get wrong."""

from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Annotated

from ludex.kernel import (
    CHANCE,
    AnyGame,
    Chance,
    Event,
    Game,
    Guards,
    Outcome,
    Seat,
    Start,
    Whole,
    drawn,
    lost,
    won,
)  # fmt: skip

TABLE = (3, 1, 4, 1, 5, 9, 2, 6)
COUNTS = {"one": 1, "two": 2}


class Kind(Enum):
    RED = "red"
    GREEN = "green"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class State:
    pile: tuple[int, ...] = ()
    kind: Kind | None = None
    number: int = 0
    turns: int = 0


Five = Annotated[int, Whole(0, 4)]


def over(s: State) -> Outcome | None:
    return lost("enough") if s.turns >= 4 else None


def played(*events: type[Event[State]], start: State = State()) -> AnyGame:  # noqa: B008
    return Game(
        name="small", title="Small", summary="A small rulebook.", start=Start.fixed(start),
        events=events, outcome=over, text=str,
    )  # fmt: skip


class Push(Event[State]):
    """Lay a number on the pile."""

    n: Five

    def guards(self, s: State) -> Guards:
        yield len(s.pile) < 3 or "the pile is full"
        yield not s.pile or s.pile[-1] != self.n or "it lies there already"

    def apply(self, s: State) -> State:
        return replace(s, pile=(*s.pile, self.n), turns=s.turns + 1)


class Pop(Event[State]):
    """Take the last number away; of an empty pile nothing can be taken."""

    def guards(self, s: State) -> Guards:
        yield bool(s.pile) or "the pile is empty"
        yield s.pile[-1] < 4 or "a four stays"

    def apply(self, s: State) -> State:
        *rest, last = s.pile
        return replace(s, pile=tuple(rest), number=last, turns=s.turns + 1)


class FromTheEnd(Event[State]):
    """Look at a place from the end, and at a slice up to there."""

    n: Annotated[int, Whole(1, 3)]

    def guards(self, s: State) -> Guards:
        yield self.n <= len(s.pile) or "there are not so many"
        yield s.pile[-self.n] != 2 or "a two is never looked at"

    def apply(self, s: State) -> State:
        rest = s.pile[: -self.n]
        return replace(s, number=s.pile[-self.n] + len(rest), turns=s.turns + 1)


class Lazy(Event[State]):
    """A later guard leans on an earlier one, also inside `any` and `all`."""

    n: Annotated[int, Whole(0, 9)]

    def guards(self, s: State) -> Guards:
        yield self.n < len(TABLE) or "there is no such place"
        yield TABLE[self.n] > 1 or "a one does not count"
        yield any(TABLE[self.n] % each == 0 for each in (2, 3)) or "two and three do not divide it"
        yield from later(s, TABLE[self.n])

    def apply(self, s: State) -> State:
        return replace(s, number=TABLE[self.n], turns=s.turns + 1)


def later(s: State, n: int) -> Guards:
    if s.number:
        yield n % s.number != 0 or "it is a multiple of the last number"
    else:
        yield n != 6 or "six does not begin"


class Chained(Event[State]):
    """Comparisons in a chain, and what `and` and `or` give."""

    n: Annotated[int, Whole(-3, 8)]

    def guards(self, s: State) -> Guards:
        yield -1 <= self.n <= 6 or "out of range"
        yield not 2 < self.n < 5 or "not in the middle"

    def apply(self, s: State) -> State:
        number = s.number or self.n
        both = self.n and len(s.pile)
        kind = s.kind or (Kind.RED if both else None)
        return replace(s, number=number + 2 * both, kind=kind, turns=s.turns + 1)


class Counted(Event[State]):
    """Sums, extremes, sets and neighbours of what lies there."""

    kind: Kind

    def guards(self, s: State) -> Guards:
        yield s.kind is not self.kind or "the same kind again"
        yield all(a != b for a, b in pairwise(s.pile)) or "two alike lie next to each other"

    def apply(self, s: State) -> State:
        total = sum(each for each in s.pile if each % 2)
        best = max(s.pile, default=0)
        kinds = len({each % 3 for each in s.pile})
        match self.kind:
            case Kind.RED | Kind.GREEN:
                number = total + 10 * best
            case _:
                number = kinds - min((best, 2))
        return replace(s, kind=self.kind, number=number, turns=s.turns + 1)


class Loop(Event[State]):
    """Loops that are left early, go on, and count."""

    n: Five

    def apply(self, s: State) -> State:
        found = count = 0
        for i, each in enumerate(s.pile):
            if each == self.n:
                continue
            if each > self.n:
                found = i + 1
                break
            count += each
        else:
            count += 100
        while count > 7:
            count -= 7
        if (rest := count // 2) and rest % 2 == 0:
            count = -rest
        return replace(s, number=10 * found + count, turns=s.turns + 1)


class Grow(Event[State]):
    """Lay one more; nothing says how many there can be."""

    def apply(self, s: State) -> State:
        return replace(s, pile=(*s.pile, 1))


class Double(Event[State]):
    """Double a number, without end."""

    def apply(self, s: State) -> State:
        return replace(s, number=2 * s.number + s.number * s.number + 1)


class Recursive(Event[State]):
    """Call a function that calls itself as often as the state says."""

    def apply(self, s: State) -> State:
        return replace(
            s, number=again(s.number + len(s.pile)), pile=(*s.pile[:1], 1), turns=s.turns + 1
        )


def again(n: int) -> int:
    return 0 if n > 3000 else 1 + again(n + 1)


class Floating(Event[State]):
    """Divide as only floats can."""

    def apply(self, s: State) -> State:
        return replace(s, number=int((s.number + 1) / 2), turns=s.turns + 1)


MUTABLE = [1, 2, 3]


class Global(Event[State]):
    """Look at a list of the module, which may change."""

    def guards(self, s: State) -> Guards:
        yield MUTABLE[0] == 1 or "it has changed"

    def apply(self, s: State) -> State:
        return replace(s, turns=s.turns + 1)


@dataclass(frozen=True, slots=True)
class Heaps:
    heaps: tuple[int, ...] = (1, 2, 3)
    turn: Seat = Seat(0)  # noqa: RUF009


class Take(Event[Heaps]):
    """Nim: take some from one heap; who takes the last wins."""

    heap: Annotated[int, Whole(1, 4)]
    count: Annotated[int, Whole(1, 5)]

    def guards(self, s: Heaps) -> Guards:
        yield self.heap <= len(s.heaps) or "there is no such heap"
        yield 0 < self.count <= s.heaps[self.heap - 1] or "there are not so many"

    def apply(self, s: Heaps) -> Heaps:
        at = self.heap - 1
        left = s.heaps[at] - self.count
        heaps = (*s.heaps[:at], left, *s.heaps[at + 1 :])
        return Heaps(heaps, Seat(1 - s.turn))


nim: AnyGame = Game(
    name="nim", title="Nim", summary="Who takes the last wins.", start=Start.fixed(Heaps()),
    events=(Take,), players=(2, 2), turn=lambda s: s.turn, text=str,
    outcome=lambda s: None if any(s.heaps) else won(Seat(1 - s.turn)),
)  # fmt: skip
tied: AnyGame = replace(nim, outcome=lambda s: None if sum(s.heaps) > 1 else drawn(2, "enough"))


@dataclass(frozen=True, slots=True)
class Thrown:
    faces: tuple[int, ...] = ()


class Throw(Chance[Thrown]):
    """A loaded die shows a face; the higher the likelier."""

    face: Annotated[int, Whole(1, 3)]

    def guards(self, s: Thrown) -> Guards:
        yield self.face not in s.faces or "no face twice"

    def weight(self, s: Thrown) -> int:
        return self.face + len(s.faces)

    def apply(self, s: Thrown) -> Thrown:
        return Thrown((*s.faces, self.face))


loaded_die: AnyGame = Game(
    name="loaded-die", title="A loaded die", summary="It shows faces.", start=Start.fixed(Thrown()),
    events=(Throw,), turn=lambda _: CHANCE, text=str,
    outcome=lambda s: lost("thrown") if len(s.faces) == 2 else None,
)  # fmt: skip
