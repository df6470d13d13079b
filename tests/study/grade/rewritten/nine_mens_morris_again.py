"""Nine Men's Morris once more, in another way: two sets of points, and squares with sides."""

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, won

RINGS = (
    (1, 2, 3, 15, 24, 23, 22, 10),
    (4, 5, 6, 14, 21, 20, 19, 11),
    (7, 8, 9, 13, 18, 17, 16, 12),
)
"""The points of each square, clockwise from a corner."""

ALL = frozenset(range(1, 25))
Point = Annotated[int, Whole(1, 24)]


class State(NamedTuple):
    first: frozenset[int] = frozenset()
    second: frozenset[int] = frozenset()
    placed: int = 0
    turn: int = 0
    taking: bool = False

    @property
    def mine(self) -> frozenset[int]:
        return self.second if self.turn else self.first

    @property
    def theirs(self) -> frozenset[int]:
        return self.first if self.turn else self.second

    def hand(self, seat: int) -> int:
        return 9 - (self.placed + 1 - seat) // 2

    def having(self, mine: frozenset[int], theirs: frozenset[int]) -> "State":
        first, second = (theirs, mine) if self.turn else (mine, theirs)
        return self._replace(first=first, second=second)


def mills() -> Iterator[frozenset[int]]:
    for ring in RINGS:
        for corner in (0, 2, 4, 6):
            yield frozenset(ring[(corner + i) % 8] for i in range(3))
    for side in (1, 3, 5, 7):
        yield frozenset(ring[side] for ring in RINGS)


EVERY_MILL = tuple(mills())


def neighbours(at: int) -> Iterator[int]:
    for level, ring in enumerate(RINGS):
        if at in ring:
            i = ring.index(at)
            yield ring[(i + 1) % 8]
            yield ring[(i - 1) % 8]
            if i % 2:
                yield from (RINGS[k][i] for k in (level - 1, level + 1) if 0 <= k <= 2)


def closed(men: frozenset[int], at: int) -> bool:
    return any(at in mill and mill <= men for mill in EVERY_MILL)


def done(s: State, at: int) -> State:
    return s._replace(taking=True) if closed(s.mine, at) else s._replace(turn=1 - s.turn)


def no_point(at: int) -> str:
    return f"there is no point {at}"


class Place(Event[State]):
    """Place a man."""

    at: Point

    def guards(self, s: State) -> Guards:
        yield not s.taking or "a man has to be taken"
        yield s.hand(s.turn) >= 1 or "all men are placed"
        yield self.at in ALL or no_point(self.at)
        yield self.at not in s.first | s.second or f"point {self.at} is taken"

    def apply(self, s: State) -> State:
        after = s.having(s.mine | {self.at}, s.theirs)._replace(placed=s.placed + 1)
        return done(after, self.at)


class Move(Event[State]):
    """Move a man."""

    source: Point
    target: Point

    def guards(self, s: State) -> Guards:
        yield not s.taking or "a man has to be taken"
        yield s.hand(s.turn) == 0 or "men are to be placed"
        yield self.source in ALL or no_point(self.source)
        yield self.target in ALL or no_point(self.target)
        yield self.source in s.mine or f"you have no man on {self.source}"
        yield self.target not in s.first | s.second or f"point {self.target} is taken"
        if len(s.mine) > 3:
            near = self.target in neighbours(self.source)
            yield near or f"{self.target} is not next to {self.source}"

    def apply(self, s: State) -> State:
        return done(s.having(s.mine - {self.source} | {self.target}, s.theirs), self.target)


class Take(Event[State]):
    """Take a man."""

    at: Point

    def guards(self, s: State) -> Guards:
        yield s.taking or "there is nothing to take"
        yield self.at in ALL or no_point(self.at)
        yield self.at in s.theirs or f"{self.at} has no man of the opponent"
        free = [at for at in s.theirs if not closed(s.theirs, at)]
        yield not free or self.at in free or f"the man on {self.at} is in a mill"

    def apply(self, s: State) -> State:
        return s.having(s.mine, s.theirs - {self.at})._replace(taking=False, turn=1 - s.turn)


def outcome(s: State) -> Outcome | None:
    other = Seat(1 - s.turn)
    hand, taken = s.hand(s.turn), s.first | s.second
    if len(s.mine) + hand < 3:
        return won(other, "two men are left")
    if s.taking or hand or len(s.mine) == 3:
        return None
    if all(there in taken for at in s.mine for there in neighbours(at)):
        return won(other, "no man can move")
    return None


def text(s: State) -> str:
    def sign(at: int) -> str:
        if at in s.first:
            return "X"
        return "O" if at in s.second else "."

    verb = "takes" if s.taking else "plays"
    status = f"{'XO'[s.turn]} {verb}, hands {s.hand(0)} {s.hand(1)}"
    rows = ["".join(map(sign, range(i, i + 3))) for i in range(1, 25, 3)]
    return "\n".join((status, *rows))


game = Game(
    name="nine-mens-morris",
    title="Nine Men's Morris",
    summary="Three in a row take a man; who has two left has lost.",
    start=Start.fixed(State()),
    players=(2, 2),
    events=(Place, Move, Take),
    turn=lambda s: Seat(s.turn),
    outcome=outcome,
    text=text,
)
