"""Nine Men's Morris: two players place nine men each, move them, and take with three in a row."""

from typing import Annotated, NamedTuple

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, won

POINTS = 24
MILLS = (
    (1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12), (13, 14, 15), (16, 17, 18), (19, 20, 21),
    (22, 23, 24), (1, 10, 22), (4, 11, 19), (7, 12, 16), (2, 5, 8), (17, 20, 23), (9, 13, 18),
    (6, 14, 21), (3, 15, 24),
)  # fmt: skip
NEXT_TO = {
    at: frozenset(
        mill[i + step]
        for mill in MILLS
        if at in mill
        for i in (mill.index(at),)
        for step in (-1, 1)
        if 0 <= i + step < 3
    )
    for at in range(1, POINTS + 1)
}
Point = Annotated[int, Whole(1, POINTS)]


class State(NamedTuple):
    board: tuple[int | None, ...] = (None,) * POINTS
    hands: tuple[int, int] = (9, 9)
    turn: int = 0
    takes: bool = False


def men(s: State, seat: int) -> int:
    return s.board.count(seat) + s.hands[seat]


def in_mill(s: State, at: int) -> bool:
    seat = s.board[at - 1]
    return any(at in mill and all(s.board[i - 1] == seat for i in mill) for mill in MILLS)


def put(s: State, at: int, man: int | None) -> State:
    return s._replace(board=(*s.board[: at - 1], man, *s.board[at:]))


def after(s: State, at: int) -> State:
    if in_mill(s, at):
        return s._replace(takes=True)
    return s._replace(turn=1 - s.turn)


class Place(Event[State]):
    """Place a man from your hand on the empty point `at`."""

    at: Point

    def guards(self, s: State) -> Guards:
        yield not s.takes or "a man has to be taken"
        yield s.hands[s.turn] > 0 or "all men are placed"
        yield 1 <= self.at <= POINTS or f"there is no point {self.at}"
        yield s.board[self.at - 1] is None or f"point {self.at} is taken"

    def apply(self, s: State) -> State:
        hands = tuple(count - (seat == s.turn) for seat, count in enumerate(s.hands))
        return after(put(s, self.at, s.turn)._replace(hands=(hands[0], hands[1])), self.at)


class Move(Event[State]):
    """Move a man along a line; with three men left to any point."""

    source: Point
    target: Point

    def guards(self, s: State) -> Guards:
        yield not s.takes or "a man has to be taken"
        yield s.hands[s.turn] == 0 or "men are to be placed"
        yield 1 <= self.source <= POINTS or f"there is no point {self.source}"
        yield 1 <= self.target <= POINTS or f"there is no point {self.target}"
        yield s.board[self.source - 1] == s.turn or f"you have no man on {self.source}"
        yield s.board[self.target - 1] is None or f"point {self.target} is taken"
        flies = men(s, s.turn) == 3
        yield (
            flies
            or self.target in NEXT_TO[self.source]
            or f"{self.target} is not next to {self.source}"
        )

    def apply(self, s: State) -> State:
        return after(put(put(s, self.source, None), self.target, s.turn), self.target)


class Take(Event[State]):
    """Take a man of the opponent: one in no mill, unless all are in mills."""

    at: Point

    def guards(self, s: State) -> Guards:
        yield s.takes or "there is nothing to take"
        yield 1 <= self.at <= POINTS or f"there is no point {self.at}"
        yield s.board[self.at - 1] == 1 - s.turn or f"{self.at} has no man of the opponent"
        theirs = [i for i in range(1, POINTS + 1) if s.board[i - 1] == 1 - s.turn]
        is_bound = in_mill(s, self.at) and not all(in_mill(s, i) for i in theirs)
        yield not is_bound or f"the man on {self.at} is in a mill"

    def apply(self, s: State) -> State:
        return put(s, self.at, None)._replace(takes=False, turn=1 - s.turn)


def is_stuck(s: State) -> bool:
    if s.takes or s.hands[s.turn] or men(s, s.turn) == 3:
        return False
    mine = [i for i in range(1, POINTS + 1) if s.board[i - 1] == s.turn]
    return all(s.board[j - 1] is not None for i in mine for j in NEXT_TO[i])


def outcome(s: State) -> Outcome | None:
    if men(s, s.turn) < 3:
        return won(Seat(1 - s.turn), "two men are left")
    return won(Seat(1 - s.turn), "no man can move") if is_stuck(s) else None


def text(s: State) -> str:
    signs = "".join("." if man is None else "XO"[man] for man in s.board)
    rows = [signs[i : i + 3] for i in range(0, POINTS, 3)]
    status = f"{'XO'[s.turn]} {'takes' if s.takes else 'plays'}, hands {s.hands[0]} {s.hands[1]}"
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
