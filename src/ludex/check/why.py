"""Why: every guard of an event in its order, with the values that it looks at.

A refusal gives the first reason. This gives all of them: which guards hold, which fail, and
which are *undefined* because they raise: the reason why another one has to come first.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import PurePath
from types import (
    BuiltinFunctionType,
    CodeType,
    FrameType,
    FunctionType,
    GeneratorType,
    MethodType,
    ModuleType,
    TracebackType,
)
from typing import Final, Generic, TypeVar

from ludex.kernel import (
    Event,
    Game,
    GuardSite,
    Outcome,
    Query,
    Refusal,
    Unreadable,
    code_of,
)
from ludex.rulebook.guards import GuardRow, guard_table

S = TypeVar("S")

LONGEST: Final = 72
"""Letters of a value that is shown."""


class Standing(StrEnum):
    """How a guard stands."""

    HELD = "held"
    FAILED = "failed"
    UNDEFINED = "undefined"
    NOT_ASKED = "not asked"
    """A guard before it is undefined, and ended the asking."""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a condition, and what it is worth here."""

    text: str
    value: str


@dataclass(frozen=True, slots=True)
class Judged:
    """One guard of an event in a state."""

    number: int
    standing: Standing
    condition: str
    """In Python, as the source has it."""

    said: str
    """The reason that it gives when it fails; what was raised where it is undefined."""

    code: str
    """The name of the rule, where its sentence has one."""

    site: GuardSite | None
    file: str
    terms: tuple[Term, ...] = ()

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.file}:{self.site.line}" if self.site else self.file


@dataclass(frozen=True, slots=True)
class Why(Generic[S]):
    """Everything there is to say about an event in a state."""

    event: Event[S]
    guards: tuple[Judged, ...]
    refusal: Refusal | None
    """None where the event is legal, or where the guard that decides is undefined."""

    after: S | None = None
    """The state that a legal event leads to."""

    told: tuple[str, ...] = ()
    outcome: Outcome | None = None
    answer: str | None = None
    """What a query shows."""

    fault: str | None = None
    """What is wrong with the rulebook here."""

    @property
    def is_legal(self) -> bool:
        """May it happen?"""
        return self.refusal is None and all(
            judged.standing is Standing.HELD for judged in self.guards
        )


def why(game: Game[S], s: S, event: Event[S]) -> Why[S]:
    """Every guard of `event` in `s`, and what it would do if it is legal."""
    guards = tuple(judge(event, s))
    decisive = next((g for g in guards if g.standing is not Standing.HELD), None)
    if decisive is not None and decisive.standing is Standing.UNDEFINED:
        return Why(
            event, guards, None, fault=f"guard {decisive.number}: {decisive.said}"
        )
    refusal = game.refusal(s, event)
    if refusal is not None:
        return Why(event, guards, refusal)
    if isinstance(event, Query):
        return Why(event, guards, None, answer=event.answer(s))
    after = game.after(s, event)
    outcome = game.outcome(after)
    return Why(event, guards, None, after, game.told(s, event), outcome)


# -- in words -------------------------------------------------------------------------------


def told(game: Game[S], found: Why[S]) -> Iterator[str]:
    """Everything about an event, line by line."""
    yield _headline(found)
    for judged in found.guards:
        yield from _told(judged)
    if found.answer is not None:
        yield "it shows:"
        yield found.answer
    if found.after is not None:
        yield "it would lead to:"
        yield game.text(found.after)
        yield from found.told
        yield f"position: {game.position(found.after)}"
        if found.outcome is not None:
            yield f"the game is over: {found.outcome.text}"


def explained(game: Game[S], s: S, text: str) -> list[str]:
    """What there is to say about an event as it is written, or why it is none."""
    event = game.read(text)
    if isinstance(event, Unreadable):
        return [str(event)]
    return [*told(game, why(game, s, event))]


def _headline(found: Why[S]) -> str:
    if found.fault is not None:
        return f"{found.event} is UNDEFINED: {found.fault}"
    if found.refusal is None:
        return f"{found.event} is legal"
    by = f"guard {found.refusal.guard}" if found.refusal.guard else "the kernel"
    return f"{found.event} is refused by {by}: {found.refusal.text}"


def _told(judged: Judged) -> Iterator[str]:
    standing = judged.standing.value
    shout = judged.standing in (Standing.FAILED, Standing.UNDEFINED)
    code = f" [{judged.code}]" if judged.code else ""
    condition = judged.condition or "(always)"
    word = standing.upper() if shout else standing
    yield f"{judged.number:3} {word:<10} {condition}{code} {judged.place}"
    if shout:
        yield f"    {judged.said}"
    yield from (f"      {term.text} = {term.value}" for term in judged.terms)


# -- asking the guards ----------------------------------------------------------------------


def judge(event: Event[S], s: S) -> Iterator[Judged]:
    """Every guard in its order; asking goes on after one that fails."""
    rows = {row.site: row for row in _rows(type(event))}
    number = 0
    seen: set[GuardSite] = set()
    guards = event.guards(s)
    try:
        for number, held in enumerate(guards, start=1):
            frame = _innermost(guards)
            site = frame and GuardSite(frame.f_code.co_qualname, frame.f_lineno)
            row = rows.get(site) if site else None
            if site:
                seen.add(site)
            yield _judged(number, held, site, row, frame)
    except Exception as error:  # noqa: BLE001  # a guard that raises is what is looked for
        yield from _undefined(number + 1, error, event, rows, seen)


def _judged(
    number: int,
    held: object,
    site: GuardSite | None,
    row: GuardRow | None,
    frame: FrameType | None,
) -> Judged:
    file = PurePath(frame.f_code.co_filename).name if frame else ""
    condition = row.condition if row else ""
    code = row.code if row else ""
    if held is True:
        said = row.reason if row else ""
        return Judged(number, Standing.HELD, condition, said, code, site, file)
    terms = tuple(_terms(frame)) if frame else ()
    if not isinstance(held, str):
        said = f"it gave {held!r}, not True or a text"
        return Judged(
            number, Standing.UNDEFINED, condition, said, code, site, file, terms
        )
    code = code_of(held) or code
    return Judged(
        number, Standing.FAILED, condition, str(held), code, site, file, terms
    )


def _undefined(
    number: int,
    error: Exception,
    event: Event[S],
    rows: dict[GuardSite, GuardRow],
    seen: set[GuardSite],
) -> Iterator[Judged]:
    """The guard that raises, and those that come after it."""
    words = " ".join(str(error).split())
    kind = type(error).__name__
    said = shortened(f"{kind}: {words}" if words else kind)
    frame, line = _last_of(event, error.__traceback__)
    file = PurePath(frame.f_code.co_filename).name if frame else ""
    rest = [row for site, row in rows.items() if site not in seen]
    at = next(
        (
            i
            for i, row in enumerate(rest)
            if frame
            and row.site.function == frame.f_code.co_qualname
            and row.site.line >= line
        ),
        0,
    )
    if frame and rest:
        at -= bool(at and _spans(frame.f_code, rest[at - 1].site.line, line))
    row = rest[at] if rest else None
    site = row.site if row else None
    yield Judged(
        number,
        Standing.UNDEFINED,
        row.condition if row else "",
        said,
        row.code if row else "",
        site,
        file,
        tuple(_terms(frame, line)) if frame else (),
    )
    for i, later in enumerate(rest[at + 1 :], start=number + 1):
        yield Judged(
            i,
            Standing.NOT_ASKED,
            later.condition,
            later.reason,
            later.code,
            later.site,
            file,
        )


def _rows(cls: type[Event[S]]) -> tuple[GuardRow, ...]:
    if cls not in _ROWS:
        _ROWS[cls] = _read_rows(cls)
    return _ROWS[cls]


_ROWS: dict[type, tuple[GuardRow, ...]] = {}


def _read_rows(cls: type[Event[S]]) -> tuple[GuardRow, ...]:
    try:
        return guard_table(cls)
    except (OSError, TypeError, SyntaxError, AssertionError):  # no source to be read
        return ()


def _innermost(guards: object) -> FrameType | None:
    """The frame that stands at a `yield`, of the guards or of those that they bring in."""
    while isinstance(guards, GeneratorType):
        if not isinstance(guards.gi_yieldfrom, GeneratorType):
            return guards.gi_frame
        guards = guards.gi_yieldfrom
    return None


def _last_of(
    event: Event[S], trace: TracebackType | None
) -> tuple[FrameType | None, int]:
    """The last frame of a guard function on the way to an error, and its line."""
    own = {row.site.function for row in _rows(type(event))}
    found: tuple[FrameType | None, int] = (None, 0)
    while trace is not None:
        if trace.tb_frame.f_code.co_qualname in own:
            found = trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next
    return found


# -- the values of terms --------------------------------------------------------------------


@cache
def _yields(code: CodeType) -> dict[int, ast.Yield]:
    """The `yield`s of a function by the line on which they begin."""
    try:
        lines, first = inspect.getsourcelines(code)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return {}
    return {
        first + node.lineno - 1: node
        for node in ast.walk(tree)
        if isinstance(node, ast.Yield)
    }


def _spans(code: CodeType, begin: int, line: int) -> bool:
    node = _yields(code).get(begin)
    if node is None:
        return False
    return begin <= line <= begin + (node.end_lineno or node.lineno) - node.lineno


def _terms(frame: FrameType, line: int | None = None) -> Iterator[Term]:
    """The parts of the condition that is asked at a line, and their values."""
    line = frame.f_lineno if line is None else line
    nodes = _yields(frame.f_code)
    begin = next((b for b in sorted(nodes) if _spans(frame.f_code, b, line)), None)
    if begin is None or nodes[begin].value is None:
        return
    condition = nodes[begin].value
    if isinstance(condition, ast.BoolOp) and isinstance(condition.op, ast.Or):
        parts: list[ast.expr] = condition.values[:-1]
    else:
        parts = [condition] if condition else []
    names = {**frame.f_globals, **frame.f_locals}
    known = {id(frame.f_locals.get(name)) for name in ("self", "s")}
    for text in dict.fromkeys(_asked(parts)):
        value = _value(text, names)
        if value is not None and id(value[0]) not in known:
            yield Term(text, value[1])


def _asked(parts: list[ast.expr]) -> Iterator[str]:
    """The texts of parts whose values say something, the larger before the smaller."""
    nodes = [node for part in parts for node in ast.walk(part)]
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call) and (
            id(node) not in called
        ):
            yield ast.unparse(node)


def free_of_arguments(cls: type[Event[S]]) -> int:
    """How many guards, from the first, look at nothing of the event but its kind.

    What they say of one event they say of all of its kind.
    """
    guards = cls.guards
    if not isinstance(guards, FunctionType):
        return 0
    code = guards.__code__
    bound = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    bound.discard(code.co_varnames[1])  # the state
    count = 0
    for _, node in sorted(_yields(code).items()):
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        if names & bound or _brings_in(code):
            break
        count += 1
    return count


@cache
def _brings_in(code: CodeType) -> bool:
    """Are there guards of other functions, or ways around some of them?"""
    try:
        lines, _ = inspect.getsourcelines(code)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return True
    ways = (
        ast.YieldFrom | ast.If | ast.For | ast.While | ast.Return | ast.Try | ast.Match
    )
    return any(isinstance(node, ways) for node in ast.walk(tree))


def _value(text: str, names: dict[str, object]) -> tuple[object, str] | None:
    """What an expression of the rulebook is worth: guards are pure, so it may be asked."""
    try:
        value = eval(text, names)  # noqa: S307  # the rulebook's own text, in its own place
    except Exception as error:  # noqa: BLE001  # this is what makes the guard undefined
        return error, f"undefined ({type(error).__name__})"
    if isinstance(
        value, type | FunctionType | BuiltinFunctionType | MethodType | ModuleType
    ):
        return None
    text = shown_value(value)
    return (value, text) if len(text) <= LONGEST else None


def shown_value(value: object) -> str:
    """A value on one line."""
    text = str(value) if type(value).__str__ is not object.__str__ else repr(value)
    return " ".join(text.split())


def shortened(text: str) -> str:
    """A text short enough for a line."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
