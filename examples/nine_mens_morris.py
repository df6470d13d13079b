"""Nine Men's Morris: place nine men, then move them; three in a line, a mill, take one away."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, Literal, get_args

from ludex.kernel import (  # isort: skip
    Event, Game, Guards, Outcome, Seat, Start, Whole, drawn, say, won,
)  # fmt: skip
from ludex.table import Gesture, Looks, Piece, Shown, TablePlace, Zone, disc

BOARD = """
7  {}--------{}--------{}
6  |  {}-----{}-----{}  |
5  |  |  {}--{}--{}  |  |
4  {}--{}--{}     {}--{}--{}
3  |  |  {}--{}--{}  |  |
2  |  {}-----{}-----{}  |
1  {}--------{}--------{}
   a  b  c  d  e  f  g""".lstrip("\n")

Point = Literal[
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
    "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
]  # fmt: skip
POINTS: tuple[Point, ...] = get_args(Point)
PLACE_OF = {point: i for i, point in enumerate(POINTS)}
ROWS = tuple((i, i + 1, i + 2) for i in range(0, 24, 3))
COLUMNS = (
    (0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17), (5, 13, 20), (2, 14, 23),
)  # fmt: skip
LINES = ROWS + COLUMNS
MILLS = tuple(tuple(line for line in LINES if at in line) for at in range(24))
STEPS = frozenset(step for line in LINES for a, b in pairwise(line) for step in ((a, b), (b, a)))
NEIGHBOURS = tuple(tuple(b for b in range(24) if (a, b) in STEPS) for a in range(24))


@dataclass(frozen=True, slots=True)
class Rules:
    men: Annotated[int, Whole(3, 9), "How many men has each player?"] = 9
    patience: Annotated[int, Whole(1, 100), "After how many moves without a mill is it a draw?"] = (
        50
    )


@dataclass(frozen=True, slots=True)
class State:
    rules: Rules
    board: tuple[Seat | None, ...]  # the points in reading order
    hands: tuple[int, int]  # men that are not placed yet
    turn: Seat = Seat(0)
    has_mill: bool = False  # a mill was closed: a man of the opponent's is to be removed
    quiet: int = 0  # moves in a row that closed no mill


def is_mill(board: tuple[Seat | None, ...], at: int, seat: Seat) -> bool:
    """Would a man of the player's on this point stand in a mill?"""
    return any(all(i == at or board[i] == seat for i in line) for line in MILLS[at])


def men(s: State, seat: Seat) -> int:
    """The men that a player still has, those in hand included."""
    return s.hands[seat] + s.board.count(seat)


class Place(Event[State]):
    """Place a man on the empty point `at`."""

    at: Point

    def guards(self, s: State) -> Guards:
        yield not s.has_mill or say("remove", "remove a man of your opponent's first")
        yield s.hands[s.turn] > 0 or say("none_left", "all your men have been placed")
        yield s.board[PLACE_OF[self.at]] is None or say("taken", "point {at} is taken", at=self.at)

    def apply(self, s: State) -> State:
        first, second = s.hands  # never below none, so that the size of a state is known
        hands = (max(0, first - 1), second) if s.turn == 0 else (first, max(0, second - 1))
        return put(replace(s, hands=hands), PLACE_OF[self.at])


class Move(Event[State]):
    """Move a man of yours from `source` to the empty point `target`, which a line joins to it;
    with three men left, to any empty point."""

    source: Point
    target: Point

    def guards(self, s: State) -> Guards:
        yield not s.has_mill or say("remove", "remove a man of your opponent's first")
        yield s.hands[s.turn] == 0 or say("place", "place your men first")
        mine = s.board[PLACE_OF[self.source]] == s.turn
        yield mine or say("not_yours", "no man of yours is on point {at}", at=self.source)
        yield s.board[PLACE_OF[self.target]] is None or say(
            "taken", "point {at} is taken", at=self.target
        )
        near = (PLACE_OF[self.source], PLACE_OF[self.target]) in STEPS
        yield (
            near or flies(s) or say("far", "no line joins {a} to {b}", a=self.source, b=self.target)
        )

    def apply(self, s: State) -> State:
        return put(lift(s, PLACE_OF[self.source]), PLACE_OF[self.target])


class Remove(Event[State]):
    """Remove the man of your opponent's on `at`: one in no mill, if there is one."""

    at: Point

    def guards(self, s: State) -> Guards:
        yield s.has_mill or say("no_mill", "close a mill first")
        other = Seat(1 - s.turn)
        yield s.board[PLACE_OF[self.at]] == other or say(
            "not_theirs", "no man of your opponent's is on point {at}", at=self.at
        )
        free = not is_mill(s.board, PLACE_OF[self.at], other)
        yield (
            free or not any_free(s, other) or say("in_mill", "point {at} is in a mill", at=self.at)
        )

    def apply(self, s: State) -> State:
        left = lift(s, PLACE_OF[self.at])
        return replace(left, turn=Seat(1 - s.turn), has_mill=False)


def any_free(s: State, seat: Seat) -> bool:
    """Does a man of the player's stand in no mill?"""
    return any(s.board[i] == seat and not is_mill(s.board, i, seat) for i in range(24))


def flies(s: State) -> bool:
    return men(s, s.turn) == 3


def lift(s: State, at: int) -> State:
    """The man on a point is taken off the board."""
    return replace(s, board=(*s.board[:at], None, *s.board[at + 1 :]))


def put(s: State, at: int) -> State:
    """A man of the player on turn comes to a point; a mill is followed by a removal."""
    board = (*s.board[:at], s.turn, *s.board[at + 1 :])
    if is_mill(board, at, s.turn):
        return replace(s, board=board, has_mill=True, quiet=0)
    quiet = s.quiet + 1 if s.hands == (0, 0) else 0
    return replace(s, board=board, turn=Seat(1 - s.turn), quiet=min(quiet, s.rules.patience))


def can_move(s: State) -> bool:
    if s.hands[s.turn] > 0 or flies(s):
        return True
    return any(
        s.board[i] == s.turn and any(s.board[k] is None for k in NEIGHBOURS[i]) for i in range(24)
    )


def outcome(s: State) -> Outcome | None:
    if s.has_mill:
        return None
    if men(s, s.turn) < 3:
        return won(Seat(1 - s.turn), say("two_men", "two men are left"))
    if not can_move(s):
        return won(Seat(1 - s.turn), say("stuck", "no man can move"))
    if s.quiet >= s.rules.patience:
        return drawn(2, say("quiet", "{count} moves without a mill", count=s.rules.patience))
    return None


def text(s: State) -> str:
    marks = BOARD.format(*("." if man is None else "XO"[man] for man in s.board))
    hands = f"in hand: X {s.hands[0]}, O {s.hands[1]}"
    end = "takes a man" if s.has_mill else "is on turn"
    return f"{marks}\n{hands}; {'XO'[s.turn]} {end}; {s.quiet} quiet moves"


DRAWINGS = {"man:X": disc("#f4ead5", "#7a6a48", "X"), "man:O": disc("#33302c", "#000000", "O")}
EMBLEM = tuple(Shown(f"man:{'XO'[i % 2]}", i % 3 - 1.0, i // 3) for i in (0, 1, 2, 3, 5, 6, 7, 8))


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    """The points by their files and ranks, and the men in hand."""
    points = tuple(
        TablePlace(name, say("point", "{point}", point=name), "abcdefg".index(name[0]), 7 - int(name[1]))
        .holding(() if man is None else (Piece(name, f"man:{'XO'[man]}", f"man {'XO'[man]}"),))
        for name, man in zip(POINTS, s.board, strict=True)
    )  # fmt: skip
    hands = tuple(
        TablePlace(f"hand {seat + 1}", say("hand", "men in hand"), 8, 1 + 4 * seat, seat=seat + 1)
        .holding(
            tuple(Piece(f"hand {seat} {i}", f"man:{'XO'[seat]}", f"man {'XO'[seat]}") for i in range(count))
        )
        for seat, count in enumerate(s.hands)
    )  # fmt: skip
    return (*points, *hands)


def gesture(_: State, event: Event[State]) -> Gesture:
    """A man is placed or removed by choosing a point, and moved by dragging it."""
    match event:
        case Move(source, target):
            return Gesture(str(event), event.spoken(), source, target)
        case Place(at) | Remove(at):
            return Gesture(str(event), event.spoken(), at)
    raise AssertionError(event)


def begin(rules: Rules) -> State:
    return State(rules, (None,) * 24, (rules.men, rules.men))


game = Game(
    name="nine-mens-morris", title="Nine Men's Morris",
    summary="Three men in a line are a mill, and a mill takes a man.",
    start=Start(begin, {"standard": Rules(), "small": Rules(men=4)}),
    players=(2, 2), events=(Place, Move, Remove), turn=lambda s: s.turn, outcome=outcome, text=text,
    looks=Looks(drawings=DRAWINGS, emblem=EMBLEM, zones=zones, gesture=gesture),
    always={"nobody has more men than at first": lambda s: all(men(s, Seat(i)) <= s.rules.men for i in (0, 1))},
    sometimes={"a mill is closed": lambda s: s.has_mill},
)  # fmt: skip
