"""Solutions as players write them: `26 a7 3h`, two places a move.

Columns are `1`, `2` and so on, cells `a` to `g` and then `k`, `l`, `m` (as fc-solve
writes them, for `h` is home), home is `h`. A run is one move. How many cards it has
follows from the target, except towards an empty column; there `v` and a hexadecimal
number may say it: `26v3`. fc-solve's moves in words are read and written too.

A move here is only what was written: which cards it means is for the rules to say.

On the table a move as players write it becomes the event that it means. `26` leaves open how many cards go: as many as the card on column 6 asks for. Onto an empty
column any number could be meant; the one is right that lets the rest be played, as many as
possible tried first. `3h` leaves open which home: the one that takes the card. What cannot
be meant becomes an event all the same, so that its refusal says why.

`ludex run freecell --deal N --notation FILE` replays a solution on the rulebook, and at the table moves are
typed so: `26`, `a7`, `3h`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from ludex.kernel import Event, Sentence, Unreadable, say
from ludex.registry import Replayed, Shorthand

from ..rules.deals import Board
from ..rules.events import (
    MoveFreeToGame,
    MoveFreeToHome,
    MoveGameToFree,
    MoveGameToGame,
    MoveGameToHome,
)
from ..rules.state import Phase, State, carried, run_length, takes
from .boards import Problem

CELL_LETTERS = "abcdefgklm"


class PlaceKind(Enum):
    """The three kinds of places."""

    COLUMN = "column"
    CELL = "cell"
    HOME = "home"


@dataclass(frozen=True, slots=True)
class NotatedPlace:
    """A place on the table; `index` counts from 0 and is 0 for home."""

    kind: PlaceKind
    index: int

    def __str__(self) -> str:
        if self.kind is PlaceKind.HOME:
            return "h"
        return str(self.index + 1) if self.kind is PlaceKind.COLUMN else CELL_LETTERS[self.index]

    @property
    def words(self) -> str:
        """The place as fc-solve words it, counting from 0."""
        if self.kind is PlaceKind.HOME:
            return "the foundations"
        return f"{'stack' if self.kind is PlaceKind.COLUMN else 'freecell'} {self.index}"


HOME = NotatedPlace(PlaceKind.HOME, 0)


def column(index: int) -> NotatedPlace:
    """Return the column with this index, counted from 0."""
    return NotatedPlace(PlaceKind.COLUMN, index)


def cell(index: int) -> NotatedPlace:
    """Return the cell with this index, counted from 0."""
    return NotatedPlace(PlaceKind.CELL, index)


@dataclass(frozen=True, slots=True)
class NotatedMove:
    """A move as written; the count is None where the rules have to find it."""

    source: NotatedPlace
    target: NotatedPlace
    count: int | None = None

    def __str__(self) -> str:
        count = "" if self.count is None else f"v{self.count:x}"
        # `111` could mean 1 to 11 or 11 to 1; fc-solve has no more than ten columns.
        places = (self.source, self.target)
        long = any(p.kind is PlaceKind.COLUMN and p.index >= 10 for p in places)
        return f"{self.source}{'-' if long else ''}{self.target}{count}"

    @property
    def words(self) -> str:
        """The move in fc-solve's words."""
        if self.source.kind is self.target.kind is PlaceKind.COLUMN:
            cards = f"{self.count or 1} cards"
        else:
            cards = "a card"
        return f"Move {cards} from {self.source.words} to {self.target.words}"


_COLUMN = r"(?:1[0-3]|[1-9])"
_MOVE = re.compile(
    rf"(?P<source>{_COLUMN}|[a-gklm])-?(?P<target>{_COLUMN}|[a-hklm])"
    r"(?:v(?P<count>[0-9a-f]{1,2}))?"
)
_WORDS = re.compile(
    r"Move (?P<count>a|\d{1,3}) cards? from (?P<source>stack|freecell) (?P<from>\d{1,3})"
    r" to (?:(?P<target>stack|freecell) (?P<to>\d{1,3})|the foundations)"
)
# What else fc-solve prints: rules, pictures of positions, and its verdict. A row of a
# picture holds cards and nothing else.
_CARD = r"(?:10|[2-9AJQKT1])[CDHS]|--"
_OTHER = re.compile(
    r"[-=\s]*|This game is.*|Total number.*|This scan.*|(?:Foundations|Freecells):.*|#.*|"
    rf"(?:\s*(?:{_CARD}))*\s*H-\S+ C-\S+ D-\S+ S-\S+\s*|:?\s*(?:{_CARD})(?:\s+(?:{_CARD}))*\s*|:\s*|(?:--- ?)+\s*"
)
_UNSOLVED = re.compile(r"I could not solve|Iterations count exceeded")


def read_move(word: str) -> NotatedMove | None:
    """Return the move written as `word`, such as `26`, `a7`, `3h`, `8a` or `26v3`."""
    found = _MOVE.fullmatch(word)
    if found is None:
        return None
    source, target = _place(found["source"]), _place(found["target"])
    count = None if found["count"] is None else int(found["count"], 16)
    return NotatedMove(source, target, count)


def _place(word: str) -> NotatedPlace:
    if word == "h":
        return HOME
    return column(int(word) - 1) if word.isdigit() else cell(CELL_LETTERS.index(word))


def read_words(line: str) -> NotatedMove | None:
    """Return the move in fc-solve's words, or None."""
    found = _WORDS.fullmatch(line.strip())
    if found is None:
        return None
    kinds = {"stack": column, "freecell": cell}
    source = kinds[found["source"]](int(found["from"]))
    target = kinds[found["target"]](int(found["to"])) if found["target"] else HOME
    if not (is_place(source) and is_place(target)):
        return None
    if not source.kind is target.kind is PlaceKind.COLUMN:
        return NotatedMove(source, target)
    return NotatedMove(source, target, 1 if found["count"] == "a" else int(found["count"]))


def is_place(place: NotatedPlace) -> bool:
    """Can any table have this place?"""
    limits = {PlaceKind.COLUMN: 13, PlaceKind.CELL: len(CELL_LETTERS), PlaceKind.HOME: 1}
    return place.index < limits[place.kind]


def read_solution(text: str) -> tuple[NotatedMove, ...] | tuple[Problem, ...]:
    """Return the moves of a solution, bare or amid fc-solve's output, or all problems."""
    moves: list[NotatedMove] = []
    problems: list[Problem] = []
    for number, written in enumerate(text.splitlines(), start=1):
        line = written.strip().removeprefix("Move:")
        if _UNSOLVED.match(line):
            problems.append(Problem(number, "fc-solve found no solution here"))
            continue
        is_wordy = line.lstrip().startswith("Move ")
        words = [] if _OTHER.fullmatch(line) else line.split()
        for word in [line.strip()] if is_wordy else words:
            move = read_words(word) if is_wordy else read_move(word)
            if move is None:
                hint = "" if is_wordy else ", such as 26, a7 or 3h"
                problems.append(Problem(number, f"{word!r} is not a move{hint}"))
            else:
                moves.append(move)
    return tuple(problems) if problems else tuple(moves)


def noted(board: Board, moves: Iterable[NotatedMove]) -> tuple[NotatedMove, ...]:
    """Return the moves of a solution with a count only where the target does not tell it.

    That is from a column of several cards into an empty one.
    """
    sizes = {column(i): len(cards) for i, cards in enumerate(board.columns)}
    result = []
    for move in moves:
        cards = move.count or 1
        open_ = sizes.get(move.target) == 0 and sizes.get(move.source, 0) > 1
        result.append(NotatedMove(move.source, move.target, cards if open_ else None))
        for place, change in ((move.source, -cards), (move.target, cards)):
            if place.kind is PlaceKind.COLUMN:
                sizes[place] += change
    return tuple(result)


def events_of(s: State, move: NotatedMove) -> tuple[Event[State], ...]:
    """Return the events that `move` can mean in this state, the likeliest first.

    None means it where it goes from one free cell to another.
    """
    source, target = move.source, move.target
    match source.kind, target.kind:
        case PlaceKind.COLUMN, PlaceKind.COLUMN:
            a, b = source.index, target.index
            counts = (move.count,) if move.count is not None else open_counts(s, a, b)
            return tuple(MoveGameToGame(count, a, b) for count in counts)
        case PlaceKind.COLUMN, PlaceKind.CELL:
            return (MoveGameToFree(source.index, target.index),)
        case PlaceKind.COLUMN, PlaceKind.HOME:
            return (MoveGameToHome(source.index, home_for(s, source)),)
        case PlaceKind.CELL, PlaceKind.COLUMN:
            return (MoveFreeToGame(source.index, target.index),)
        case PlaceKind.CELL, PlaceKind.HOME:
            return (MoveFreeToHome(source.index, home_for(s, source)),)
        case _:
            return ()


def open_counts(s: State, a: int, b: int) -> tuple[int, ...]:
    """Return how many cards a move from column `a` to column `b` can be meant to take."""
    if not (0 <= a < len(s.columns) and 0 <= b < len(s.columns) and s.columns[a]):
        return (1,)
    source, target = s.columns[a], s.columns[b]
    longest = run_length(s.rules, source)
    if target:
        wanted = target[-1].rank - source[-1].rank
        return (wanted if 1 <= wanted <= longest else 1,)
    most = min(longest, carried(s, b))
    counts = (n for n in range(most, 0, -1) if s.rules.fills_space(source[-n]))
    return tuple(counts) or (1,)


def home_for(s: State, place: NotatedPlace) -> int:
    """Return the home that takes the card there; else one that is fit to say why not."""
    card = None
    if place.kind is PlaceKind.CELL and place.index < len(s.cells):
        card = s.cells[place.index]
    elif place.kind is PlaceKind.COLUMN and place.index < len(s.columns):
        card = s.columns[place.index][-1] if s.columns[place.index] else None
    if card is None:
        return 0
    own = (h for h, home in enumerate(s.homes) if home and home[0].suit == card.suit)
    empty = (h for h, home in enumerate(s.homes) if not home)
    matching = (h for h, home in enumerate(s.homes) if takes(home, card))
    return next(matching, next(own, next(empty, 0)))


def as_move(event: Event[State]) -> NotatedMove | None:
    """Return the event as players write it, with the count of a run; None if it is no move."""
    match event:
        case MoveGameToGame(count, source, target):
            return NotatedMove(column(source), column(target), count)
        case MoveGameToFree(source, free):
            return NotatedMove(column(source), cell(free))
        case MoveGameToHome(source, _):
            return NotatedMove(column(source), HOME)
        case MoveFreeToGame(free, target):
            return NotatedMove(cell(free), column(target))
        case MoveFreeToHome(free, _):
            return NotatedMove(cell(free), HOME)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Failure:
    """The first failure of a solution: the number of the move, the move, and the reason."""

    number: int
    move: NotatedMove
    event: Event[State] | None
    reason: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A solution played on the rulebook, as far as it goes."""

    events: tuple[Event[State], ...]
    state: State
    failure: Failure | None
    tries: int | None = None
    """The limit of tries, where it was reached: then other readings may still win."""

    @property
    def wins(self) -> bool:
        """Was every move legal, and is every card home?"""
        return self.failure is None and self.state.is_won


def replayed(s: State, moves: Sequence[NotatedMove], limit: int = 100_000) -> Replay:
    """Play `moves` one after the other, every guard asked; open counts are worked out.

    When no reading wins, the one is told that comes furthest, and whether `limit` was
    reached before all were tried.
    """
    tries = 0
    path: list[Event[State]] = []
    states = [s]
    waiting = [_readings(s, moves, 0)]
    dead: set[tuple[int, State]] = set()
    best = Replay((), s, _failure(s, moves, 0))
    while waiting and tries < limit:
        tries += 1
        event = next(waiting[-1], None)
        if event is None:  # every reading of this move has been tried
            dead.add((len(path), states[-1]))
            waiting.pop()
            states.pop()
            path = path[:-1]
            continue
        state = event.apply(states[-1])
        if (len(path) + 1, state) in dead:
            continue
        path.append(event)
        states.append(state)
        waiting.append(_readings(state, moves, len(path)))
        if len(path) > len(best.events):
            best = Replay(tuple(path), state, _failure(state, moves, len(path)))
        if len(path) == len(moves) and state.is_won:
            return Replay(tuple(path), state, None)
    return replace(best, tries=limit) if waiting else best


def _readings(s: State, moves: Sequence[NotatedMove], number: int) -> Iterator[Event[State]]:
    """Yield the legal events that the next move can mean."""
    if number < len(moves):
        yield from (event for event in events_of(s, moves[number]) if event.permitted(s))


def _failure(s: State, moves: Sequence[NotatedMove], number: int) -> Failure | None:
    """Return why the next move is not legal in any reading; None if one is, or none is left."""
    if number == len(moves):
        return None
    move = moves[number]
    events = events_of(s, move)
    if not events:
        reason = f"No card goes from {move.source} to {move.target}"
        return Failure(number + 1, move, None, reason)
    refusals = [event.refusal(s) for event in events]
    if None in refusals or refusals[0] is None:
        return None
    return Failure(number + 1, move, events[0], refusals[0].text)


def single_moves(s: State, event: MoveGameToGame) -> Iterator[Event[State]]:
    """Yield a legal move of a run as the chain of single cards that it stands for.

    Half of the run goes to an empty column by the same means, the rest to the target,
    the half after it; without an empty column the cards wait in free cells.
    """
    spaces = [i for i, pile in enumerate(s.columns) if not pile and i != event.target]
    cells = [i for i, card in enumerate(s.cells) if card is None]
    if s.rules.carried(len(cells), 1) == s.rules.carried(len(cells), 0):
        spaces = []  # only kings may lie there: no place to wait
    yield from _carried(event.count, event.source, event.target, cells, spaces)


def _carried(
    count: int, a: int, b: int, cells: list[int], spaces: list[int]
) -> Iterator[Event[State]]:
    if count <= len(cells) + 1:
        waiting = cells[: count - 1]
        yield from (MoveGameToFree(a, c) for c in waiting)
        yield MoveGameToGame(1, a, b)
        yield from (MoveFreeToGame(c, b) for c in reversed(waiting))
    else:
        space, others = spaces[0], spaces[1:]
        half = min(count - 1, (len(cells) + 1) << len(others))
        yield from _carried(half, a, space, cells, others)
        yield from _carried(count - half, a, b, cells, others)
        yield from _carried(half, space, b, cells, others)


def replay_solution(state: State, text: str) -> Replayed | Unreadable:
    """Does the solution in `text` win, and where does it first fail?"""
    if state.phase is Phase.SETUP:
        return Unreadable(("--notation needs a board: give --deal or --position",))
    found = read_solution(text)
    moves = [move for move in found if isinstance(move, NotatedMove)]
    if len(moves) < len(found):
        first, *more = found
        others = f" (and {len(more)} more)" if more else ""
        return Unreadable((f"{first}{others}",))
    if not moves:
        return Unreadable(("no moves in it",))
    played = replayed(state, moves)
    return Replayed(played.wins, _describe(played), _record(played))


def _record(played: Replay) -> dict[str, object]:
    failure = played.failure
    return {
        "wins": played.wins,
        "limit": played.tries,
        "played": len(played.events),
        "events": [str(event) for event in played.events],
        "failure": failure
        and {
            "move": failure.number,
            "written": str(failure.move),
            "event": failure.event and str(failure.event),
            "reason": failure.reason,
        },
    }


def _describe(played: Replay) -> str:
    if played.wins:
        return f"{len(played.events)} moves: the game is won"
    if played.tries is not None:
        return (
            f"unknown: {played.tries:,} tries to read the moves were not enough; "
            f"the furthest came to move {len(played.events)}"
        )
    if played.failure is not None:
        failure = played.failure
        event = f" ({failure.event})" if failure.event else ""
        return f"move {failure.number}, {failure.move}{event}: {failure.reason}"
    at_home = sum(map(len, played.state.homes))
    return f"{len(played.events)} moves: not won, {at_home} cards are home"


ABOUT = (
    "Type moves in the usual notation: 26 is column 2 to column 6, "
    "3a column 3 to the first free cell, a7 from there to column 7, 3h home."
)


def _read(s: State, text: str) -> Event[State] | Sentence | None:
    """Return the legal event that is likeliest meant; where none is legal, one that says why."""
    move = read_move(text.lower())
    if move is None or s.phase is not Phase.PLAY:
        return None
    events = events_of(s, move)
    if not events:
        words = "No card goes from {source} to {target}"
        return say("no_way", words, source=str(move.source), target=str(move.target))
    return next((event for event in events if event.permitted(s)), events[0])


def _write(s: State, event: Event[State]) -> str | None:
    """Return the move, with the number of cards only where another would be understood."""
    move = as_move(event)
    if move is None:
        return None
    short = str(replace(move, count=None))
    return short if _read(s, short) == event else str(move)


SHORTHAND = Shorthand(ABOUT, _read, _write)
