"""The record of the Chess Solitaire document: its model, its tables, and the oracle beside."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from itertools import permutations

from ludex.kernel import Event, Query, Sentence
from ludex.language.position import read_position
from ludex.parts.grid import Square
from ludex.study.documents.difference import ComparedCall, RoutineComparison
from ludex.study.documents.record import (
    DocumentFinding,
    Module,
    ModuleTrial,
    WrittenDocument,
)

from ..game import game as rulebook
from ..rules.events import possible_moves
from ..rules.pieces import BETWEEN, SIZE, Piece
from ..rules.state import EMPTY_BOARD, SLOTS, Phase, State
from . import model
from .model import (
    AT04,
    AT04_EVENTS,
    CENTRE,
    NAMES,
    NUMBERS,
    TABLE_1,
    ModelState,
    move_and_capture,
    moves,
    state,
    table,
)

ORDER = sorted(SLOTS)
"""The slots row by row: so the smallest call comes first."""

# -- universes ------------------------------------------------------------------------------


def in_play(pieces: Mapping[Square, Piece], *, rays: bool) -> ModelState:
    """A game in progress, whatever is on the board."""
    board = EMPTY_BOARD
    for at, piece in pieces.items():
        board = board.put(at, piece)
    return ModelState(board, Phase.PLAY, rays=rays)


def beside_a_pawn(*, rays: bool) -> Iterator[tuple[ModelState, Square, Square]]:
    """Every piece on every slot, with a pawn on every other slot."""
    for piece in Piece:
        for a, b in permutations(ORDER, 2):
            yield in_play({a: piece, b: Piece.PAWN}, rays=rays), a, b


def pairs(*, rays: bool) -> Iterator[ComparedCall[ModelState]]:
    """Every piece on every slot moves to a pawn on every other slot."""
    for s, a, b in beside_a_pawn(rays=rays):
        yield ComparedCall(s, move_and_capture(a, b))


def shown(*, rays: bool) -> Iterator[ComparedCall[ModelState]]:
    """The possible moves of every piece, with a pawn on another slot."""
    for s, a, _ in beside_a_pawn(rays=rays):
        yield ComparedCall(s, moves(a))


def behind(*, rays: bool) -> Iterator[ComparedCall[ModelState]]:
    """The same with a pawn on a slot in between, where there is one."""
    for piece in Piece:
        for a in ORDER:
            for b, between in BETWEEN[piece][a].items():
                for x in between:
                    things = {a: piece, b: Piece.PAWN, x: Piece.PAWN}
                    yield ComparedCall(in_play(things, rays=rays), move_and_capture(a, b))


def at04() -> Iterator[ComparedCall[ModelState]]:
    """The calls of the document's only printed test, in the states where it makes them."""
    s = table(f"setup {AT04[0]}", rays=True)
    for text in AT04_EVENTS:
        event = model.game.read(text)
        assert isinstance(event, Event)
        yield ComparedCall(s, event)
        if not isinstance(event, Query) and event.permitted(s):
            s = event.apply(s)


# -- against the oracle ---------------------------------------------------------------------


def meant_event(event: Event[ModelState]) -> Event[State]:
    """The same event in the rulebook."""
    return rulebook.calls[event.name](*(getattr(event, f.name) for f in event.fields()))


def oracle(text: str) -> str:
    """A refusal of the rulebook in the words of the oracle."""
    words = {**rulebook.wordings["document"], **rulebook.wordings["etf"]}
    return text.worded(words) if isinstance(text, Sentence) else text


LITERAL = "word for word"
MENDED = "with possible moves that pass pieces, as in the transcript"


def _comparison(
    name: str,
    universe: str,
    make: Callable[..., Iterator[ComparedCall[ModelState]]],
    *,
    rays: bool,
) -> RoutineComparison[ModelState, State]:
    return RoutineComparison(
        name=name,
        reading=MENDED if rays else LITERAL,
        universe=universe,
        calls=partial(make, rays=rays),
        read=lambda s: replace(s, rays=rays),
        written=model.game,
        meant=rulebook,
        state=state,
        event=meant_event,
        words=oracle,
    )


PAIRS = "every piece on every slot, to a pawn on every other slot"
BEHIND = "the same, with a second pawn on a slot in between"
SHOWN = "every piece on every slot, with a pawn on every other slot"

COMPARISONS = tuple(
    _comparison(name, universe, make, rays=rays)
    for rays in (False, True)
    for name, universe, make in (
        ("move_and_capture", PAIRS, pairs),
        ("move_and_capture", BEHIND, behind),
        ("moves", SHOWN, shown),
    )
)

# -- tables, names, numbers -----------------------------------------------------------------


def remarks() -> Iterator[DocumentFinding]:
    """Yield the mistakes in what is printed."""
    yield from _names()
    yield from _numbers()
    for piece, rows in TABLE_1.items():
        drawn = possible_moves(State(EMPTY_BOARD.put(CENTRE, piece), Phase.PLAY), CENTRE)
        yield from _rows(f"Table 1, {piece.name.lower()}", rows, drawn)
    line, text, rows = AT04
    s, event = read_position(rulebook, line), rulebook.read(text)
    assert isinstance(s, State)
    assert isinstance(event, Query)
    yield from _rows(f"section 8, at04, {text}", rows, event.answer(s))


def _rows(place: str, printed: tuple[str, ...], drawn: str) -> Iterator[DocumentFinding]:
    """A board row by row; the first two lines of a state are no rows."""
    for number, row in enumerate(drawn.split("\n")[2:], start=1):
        if number > len(printed):
            yield DocumentFinding("damaged", place, f"row {number} is missing: {row}")
            continue
        found = printed[number - 1]
        if found != row:
            kind = "damaged" if len(found) != SIZE else "contradicted"
            problem = f"row {number} is printed {found}, and the rules give {row}"
            yield DocumentFinding(kind, place, problem)


def _names() -> Iterator[DocumentFinding]:
    declared = {name: name for name in model.game.calls}
    declared |= {f"ETF_{name.upper()}": name for name in model.game.calls}
    for name, place in NAMES:
        if name not in declared:
            close = get_close_matches(name, declared, n=1)
            hint = f"; {close[0]} is" if close else ""
            yield DocumentFinding("undeclared", place, f"{name} is declared nowhere{hint}")


def _numbers() -> Iterator[DocumentFinding]:
    first: dict[str, tuple[str, int]] = {}
    for what, place, number in NUMBERS:
        before, said = first.setdefault(what, (place, number))
        if said != number:
            problem = f"{number} {what}, where {before} has {said}"
            yield DocumentFinding("contradicted", place, problem)


RULES = Module(
    name="section 6",
    game=model.game,
    trials=(
        ModuleTrial("word for word, with no piece on the board", ModelState(), is_partial=True),
        ModuleTrial(
            "with one piece on the board",
            table("setup K.../..../..../...."),
            is_partial=True,
        ),
        ModuleTrial(
            "with two pieces that cannot capture",
            table("setup PP../..../..../...."),
            is_partial=True,
        ),
        ModuleTrial("on the board of at04", table(AT04[0]), depth=5, is_partial=True),
    ),
    functions=(model.targets, model.is_blocked, model.judged, model.has_move),
)

written = WrittenDocument(
    title="EECS3311 Lab 3, Building a Chess-Solitaire Game App using ETF",
    modules=(RULES,),
    comparisons=COMPARISONS,
    tests={"at04": at04},
    remarks=remarks,
)
