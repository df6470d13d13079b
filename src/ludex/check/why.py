"""Why: every guard of an event in its order, with the values that it looks at.

A refusal gives the first reason. This gives all of them: which guards hold, which fail, and
which are *undefined* because they raise: the reason why another one has to come first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from types import (
    FrameType,
    GeneratorType,
    TracebackType,
)
from typing import Generic, TypeVar

from ludex.check.terms import Term, shortened, spans, terms_at
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


class Standing(StrEnum):
    """How a guard stands."""

    HELD = "held"
    FAILED = "failed"
    UNDEFINED = "undefined"
    NOT_ASKED = "not asked"
    """A guard before it is undefined, and ended the asking."""


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
    terms = tuple(terms_at(frame)) if frame else ()
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
        at -= bool(at and spans(frame.f_code, rest[at - 1].site.line, line))
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
        tuple(terms_at(frame, line)) if frame else (),
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
