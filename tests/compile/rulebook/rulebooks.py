"""Small rulebooks, each written for one thing that Python does and a compiler may get wrong."""

import random
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise, product
from typing import Annotated, NamedTuple

from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    ByHand,
    Chance,
    Event,
    Game,
    Guards,
    Outcome,
    Seat,
    Speed,
    Start,
    Whole,
    drawn,
    lost,
    won,
)  # fmt: skip
from ludex.parts.places import put

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


def over(s: AnyState) -> Outcome | None:
    return lost("enough") if s.turns >= 4 else None


def played(*events: type[AnyEvent], start: AnyState = State()) -> AnyGame:  # noqa: B008
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


class Lay(Event[State]):
    """Lay a number on a pile of any two."""

    n: Five

    def apply(self, s: State) -> State:
        return replace(s, pile=(*s.pile, self.n)[-2:], turns=s.turns + 1)


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


class Comparisons(Event[State]):
    """Comparisons of comparisons, and bits of them."""

    n: Five

    def guards(self, s: State) -> Guards:
        yield (self.n == s.turns) == (s.number != 1) or "the one without the other"
        yield ((self.n < s.turns) < (s.number < 2)) or self.n > 1 or "both, or neither"

    def apply(self, s: State) -> State:
        both = (self.n != s.turns) & (s.number == 0)
        return replace(s, number=both + 2 * ((self.n > 2) * (s.turns < 2)), turns=s.turns + 1)


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


class Told(Event[State]):
    """Let another function change a list."""

    n: Five

    def apply(self, s: State) -> State:
        found = [s.number]
        add(found, self.n)
        return replace(s, number=len(found), turns=s.turns + 1)


def add(things: list[int], n: int) -> None:
    things.append(n)


class Mapped(Event[State]):
    """Count in a mapping that changes."""

    n: Five

    def apply(self, s: State) -> State:
        counts: dict[int, int] = {}
        counts[self.n] = 1
        return replace(s, number=len(counts), turns=s.turns + 1)


class Two(Event[State]):
    """Make two tuples of one, and tuples of what a loop chooses."""

    n: Five

    def apply(self, s: State) -> State:
        a = (*s.pile[:1], self.n)
        b, c = (*a, 1), (*a, 2)
        odd = [x for x in s.pile if x % 2]
        pairs = [(x, y) for x in odd for y in s.pile if x <= y]
        both = tuple(x + y for x, y in pairs)[:1]
        nested = sum(len([y for y in s.pile if y > x]) for x in s.pile)
        pile = (*b[-1:], *c[:2], *both)
        return replace(s, pile=pile, number=nested + sum(b), turns=s.turns + 1)


MUTABLE = [1, 2, 3]


class Global(Event[State]):
    """Look at a list of the module, which may change."""

    def guards(self, s: State) -> Guards:
        yield MUTABLE[0] == 1 or "it has changed"

    def apply(self, s: State) -> State:
        return replace(s, turns=s.turns + 1)


class Through(Event[State]):
    """Look at that list through a function of few values."""

    n: Annotated[int, Whole(0, 2)]

    def guards(self, s: State) -> Guards:
        yield through(self.n) == 1 or "it has changed"

    def apply(self, s: State) -> State:
        return replace(s, turns=s.turns + 1)


def through(n: int) -> int:
    return MUTABLE[n]


class Random(Event[State]):
    """Draw a number where no event of chance is."""

    def apply(self, s: State) -> State:
        return replace(s, number=random.randint(0, 3), turns=s.turns + 1)


class CountedTruths(Event[State]):
    """Count with truth values: they are compared, multiplied and joined bit by bit."""

    n: Five

    def guards(self, s: State) -> Guards:
        yield (self.n < 3) == (s.number % 2 == 0) or "not both or neither"
        yield (s.turns > 1) <= (self.n != 1) or "no one later"
        yield (self.n == 4) & (s.number > 9) == False or "no four then"  # noqa: E712 - the case

    def apply(self, s: State) -> State:
        twos = self.n * (s.turns == 2) + 3 * (self.n == s.turns)
        bits = (self.n > 1) | (s.number < 4) ^ (self.n == 3)
        number = twos + bits + (7 & (self.n > 2)) + 5 // ((self.n == 0) + 1) + -(self.n == 2)
        return replace(s, number=number + (self.n, 9)[self.n > s.turns], turns=s.turns + 1)


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Path:
    points: tuple[Point, ...] = (Point(0, 0),)
    best: Point | None = None
    turns: int = 0


class Walk(Event[Path]):
    """Walk to a point beside one that was seen; the farthest is remembered."""

    x: Annotated[int, Whole(0, 2)]
    y: Annotated[int, Whole(0, 1)]

    def guards(self, s: Path) -> Guards:
        def apart(p: Point, *, by: int = 1) -> int:
            return by * abs(p.x - self.x) + abs(p.y - self.y)

        yield Point(self.x, self.y) not in s.points or "it was seen"
        yield min(map(apart, s.points)) == 1 or "it is beside none"
        yield s.best is None or apart(s.best, by=2) > 1 or "it is too near to the farthest"

    def apply(self, s: Path) -> Path:
        points = tuple(
            sorted((*s.points, Point(self.x, self.y)), key=lambda p, n=2: (p.y, -n * p.x))
        )
        best = max(points, key=lambda p: p.x + 3 * p.y)
        pairs = sum(p.x < q.x for p, q in product(points, repeat=2))
        best = best._replace(y=pairs % 3)
        return Path(points, best if self.y else None, s.turns + 1)


class Paired(Event[State]):
    """Pair the pile with as many numbers as are asked for."""

    n: Five

    def apply(self, s: State) -> State:
        total = sum(a * b for a, b in zip(s.pile, TABLE[: self.n], strict=True))
        return replace(s, pile=(*s.pile, 1)[-2:], number=total, turns=s.turns + 1)


class Mix(Event[State]):
    """Lay a number, and mix the pile; two of a kind do not mix."""

    n: Five

    def guards(self, s: State) -> Guards:
        yield mixed(s.pile, self.n) != 2 or "it comes to two"

    def apply(self, s: State) -> State:
        pile = (*s.pile, self.n)[-3:]
        return replace(s, pile=pile, number=mixed(pile, s.number), turns=s.turns + 1)


def mixed(pile: tuple[int, ...], n: int) -> int:
    numbers = [n, *pile]
    while len(numbers) > 1:
        numbers[:2] = [(3 * numbers[0] + numbers[1]) % 7]
    return numbers[0]


def with_step(name: str) -> AnyGame:
    """The game of mixing, with a faster step by hand."""
    step = ByHand(f"compile.rulebook.by_hand:{name}", 0, 6)
    return replace(played(Mix, Pop), speed=Speed(by_hand={mixed: step}))


class Rare(Event[State]):
    """Do what is not compiled, when two fours lie there."""

    def guards(self, s: State) -> Guards:
        yield s.pile[-2:] == (4, 4) or "two fours are wanted"
        yield (len(s.pile) + 1) / 2 > 1 or "it is too early"

    def apply(self, s: State) -> State:
        return replace(s, pile=(), turns=s.turns + 1)


@dataclass(frozen=True, slots=True)
class Half:
    share: float = 0.5
    turns: int = 0


class Halve(Event[Half]):
    """Halve a share."""

    def apply(self, s: Half) -> Half:
        return Half(s.share / 2, s.turns + 1)


@dataclass(frozen=True, slots=True)
class Wide:
    cells: tuple[int, ...] = (0,) * 200_000
    turns: int = 0


class Mark(Event[Wide]):
    """Mark a cell of a very long row."""

    n: Five

    def apply(self, s: Wide) -> Wide:
        return Wide((*s.cells[: self.n], 1, *s.cells[self.n + 1 :]), s.turns + 1)


@dataclass(frozen=True, slots=True)
class Taken:
    held: frozenset[int] = frozenset()
    turns: int = 0


class Grab(Event[Taken]):
    """Take a number that is no neighbour of one that is held."""

    n: Five

    def guards(self, s: Taken) -> Guards:
        yield self.n not in s.held or "it is held"
        yield self.n - 1 not in s.held or "its neighbour is held"

    def apply(self, s: Taken) -> Taken:
        return Taken(s.held | {self.n}, s.turns + 1)


class Drop(Event[Taken]):
    """Put one down that is not the least."""

    n: Five

    def guards(self, s: Taken) -> Guards:
        yield self.n in s.held or "it is not held"
        yield min(s.held) != self.n or "the least stays"

    def apply(self, s: Taken) -> Taken:
        return Taken(s.held - {self.n}, s.turns + 1)


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
class Rack:
    rows: tuple[tuple[int, ...], ...] = ((1,), (3, 2), ())
    order: tuple[int, ...] = ()
    number: int = 0


class Shift(Event[Rack]):
    """Move the last number of a row onto another row that it fits on."""

    source: Annotated[int, Whole(0, 3)]
    target: Annotated[int, Whole(0, 3)]

    def guards(self, s: Rack) -> Guards:
        a, b = self.source, self.target
        yield 0 <= b < len(s.rows) or "there is no such row"
        yield 0 <= a < len(s.rows) or "there is none to take from"
        yield a != b or "it is the same row"
        yield bool(s.rows[a]) or "that row is empty"
        yield fitting(s, s.rows[a][-1]) is not None or "it fits nowhere"
        yield len(s.rows[b]) < 2 or "that row is full"

    def apply(self, s: Rack) -> Rack:
        rows = put(s.rows, self.source, s.rows[self.source][:-1])
        rows = put(rows, self.target, (*rows[self.target], s.rows[self.source][-1]))
        order = tuple(sorted((len(row) for row in rows if row), reverse=True))
        sizes = (len(rows[0]), 9, len(rows[2]), order[0])
        place = fitting(s, 2)
        number = min(sizes[self.source % 2 :: 2]) + (0 if place is None else 10 * place)
        return Rack(rows, order, number)


def fitting(s: Rack, n: int) -> int | None:
    for i, row in enumerate(s.rows):
        if not row or row[-1] > n:
            return i
    return None


rack: AnyGame = Game(
    name="rack", title="A rack", summary="Numbers are moved.", start=Start.fixed(Rack()),
    events=(Shift,), text=str, outcome=lambda s: lost("low") if s.rows[0] == (3, 2) else None,
)  # fmt: skip


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


class Corner(NamedTuple):
    """A corner of a kind, or the middle, which has none."""

    kind: Kind | None
    number: int = 0


CORNERS = (Corner(None), *(Corner(kind, n) for kind in Kind for n in (1, 2)))


class Marked(NamedTuple):
    """A number, perhaps known, and how it came about."""

    number: int | None = None
    times: int = 0


@dataclass(frozen=True, slots=True)
class Marks:
    marks: tuple[Marked, ...] = (Marked(),) * 3
    last: Marked | None = None
    turns: int = 0


class Marking(Event[Marks]):
    """What marks have in common."""

    def due(self, s: Marks) -> Marked | None:
        return s.last if s.turns % 2 else None

    def allowed(self, s: Marks) -> Guards:
        yield self.due(s) is None or "something is due"


class MarkPlaces(Marking):
    """Mark one place by a number: the corners of one kind have names, the middle none."""

    one: Annotated[int, Whole(0, 6)]
    other: Annotated[int, Whole(0, 6)]

    def guards(self, s: Marks) -> Guards:
        a, b = CORNERS[self.one], CORNERS[self.other]
        names = {"one": str(a.number), "other": str(b.kind)}
        yield a != b or text(**names)
        yield from self.allowed(s)
        yield not joins(s, a, b) or text(**names)

    def due(self, s: Marks) -> Marked | None:
        found = super().due(s)
        return found if found is not None and found.times else None

    def apply(self, s: Marks) -> Marks:
        numbers = dict.fromkeys([self.one % 3, self.other % 2, *range(2)])
        total, count, marks = 0, 0, s.marks
        for n in numbers:
            total, count = 10 * total + n, count + 1
            before = marks[n]
            marks = put(marks, n, before._replace(number=(total + self.one) % 9, times=count % 3))
        return Marks(marks, marks[self.one % 3], s.turns + 1)


def joins(s: Marks, a: Corner, b: Corner) -> bool:
    """Are both red, and so are their places marked alike?"""
    are_red = a.kind is b.kind is Kind.RED
    if not are_red:
        return False
    marks = [*s.marks]
    marks[a.number - 1], marks[b.number - 1] = marks[b.number - 1], marks[a.number - 1]
    return tuple(marks) == s.marks


def text(one: str, other: str) -> str:
    return f"{one} and {other} do not go together"


class Called(Event[Marks]):
    """Only the other player may do it, and only on another table."""

    def seat(self, s: Marks) -> Seat | None:
        return Seat(0)

    def guards(self, s: Marks) -> Guards:
        yield len(CORNERS) > 7 or "not with so few corners"

    def apply(self, s: Marks) -> Marks:
        return s


marks: AnyGame = Game(
    name="marks", title="Marks", summary="Mark places.", start=Start.fixed(Marks()),
    events=(MarkPlaces, Called), text=str, outcome=lambda s: lost("enough") if s.turns >= 3 else None,
)  # fmt: skip
