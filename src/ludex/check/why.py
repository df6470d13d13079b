"""Why: every guard of an event in its order, with the values that it looks at.

A refusal gives the first reason. This gives all of them: which guards hold, which fail, and
which are *undefined* because they raise: the reason why another one has to come first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import PurePath
from types import (
    FrameType,
    GeneratorType,
    TracebackType,
)
from typing import Final, NamedTuple

from ludex.check.terms import Term, reason_at, shorten, spans, terms_at
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Fault,
    Outcome,
    Query,
    Refusal,
)
from ludex.kernel.event import GuardSite
from ludex.kernel.sentence import code_of
from ludex.language.rulebook.guards import GuardRow, guard_table
from ludex.table import looks_of

MOST: Final = 300
"""Guards that are asked: an event with more of them goes on for ever."""


class GuardStanding(StrEnum):
    """The state of a guard."""

    HELD = "held"
    FAILED = "failed"
    UNDEFINED = "undefined"
    NOT_ASKED = "not asked"
    """A guard before it is undefined, and ended the asking."""


@dataclass(frozen=True, slots=True)
class GuardAnswer:
    """One guard of an event in a state."""

    number: int
    standing: GuardStanding
    condition: str
    """In Python, as the source has it."""

    said: str
    """The reason that it gives, or would give if it failed, where that can be said of what
    holds; of an undefined one, what was raised."""

    code: str
    """The name of the rule, where its sentence has one."""

    site: GuardSite | None
    file: str
    terms: tuple[Term, ...] = ()

    @property
    def place(self) -> str:
        """The file and line."""
        return f"{self.file}:{self.site.line}" if self.site else self.file


class WhyReport(NamedTuple):
    """Everything there is to say about an event in a state."""

    event: AnyEvent
    guards: tuple[GuardAnswer, ...]
    refusal: Refusal | None
    """None where the event is legal, or where the guard that decides is undefined."""

    after: AnyState | None = None
    """The state that a legal event leads to."""

    words: str = ""
    """What a legal event is called by players."""

    told: tuple[str, ...] = ()
    outcome: Outcome | None = None
    answer: str | None = None
    """What a query shows."""

    fault: str | None = None
    """What is wrong with the rulebook here."""

    @property
    def is_legal(self) -> bool:
        """May it happen?"""
        return self.refusal is None and self.fault is None


def why(game: AnyGame, s: AnyState, event: AnyEvent, *, of_another: str | None = None) -> WhyReport:
    """Every guard of `event` in `s`, and what it would do if it is legal.

    `of_another` says why it is not for the asker to make; what it would do is not shown then.
    """
    guards = tuple(judge_guards(event, s))
    if of_another is not None:
        return WhyReport(event, guards, Refusal(event, of_another, 0))
    if len(guards) == MOST and all(g.standing is GuardStanding.HELD for g in guards):
        return WhyReport(event, guards, None, fault="its guards do not come to an end")
    try:
        refusal = game.refusal(s, event)
        return WhyReport(event, guards, refusal) if refusal else _legal(game, s, event, guards)
    except Fault as fault:
        return WhyReport(event, guards, None, fault=fault.problem)
    except Exception as error:  # noqa: BLE001  # of a query, or of what is told
        return WhyReport(event, guards, None, fault=_raised(error))


def _legal(
    game: AnyGame, s: AnyState, event: AnyEvent, guards: tuple[GuardAnswer, ...]
) -> WhyReport:
    """Return the report of a legal event: its effects."""
    if isinstance(event, Query):
        return WhyReport(event, guards, None, answer=event.answer(s))
    after = game.after(s, event)
    words, told = (
        looks_of(game).gesture(s, event).words,
        game.consequences(s, event, after),
    )
    return WhyReport(event, guards, None, after, words, told, game.outcome(after))


# -- asking the guards ----------------------------------------------------------------------


def judge_guards(event: AnyEvent, s: AnyState) -> Iterator[GuardAnswer]:
    """Every guard in its order; asking goes on after one that fails."""
    rows = {row.site: row for row in _rows(type(event))}
    number = 0
    seen: set[GuardSite] = set()
    guards = event.guards(s)
    try:
        for number, held in enumerate(islice(guards, MOST), start=1):
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
) -> GuardAnswer:
    file = PurePath(frame.f_code.co_filename).name if frame else ""
    condition = row.condition if row else ""
    code = row.code if row else ""
    if held is True:
        said = (reason_at(frame) if frame else None) or ""
        return GuardAnswer(number, GuardStanding.HELD, condition, said, code, site, file)
    terms = tuple(terms_at(frame)) if frame else ()
    if not isinstance(held, str):
        said = f"it gave {held!r}, not True or a text"
        return GuardAnswer(
            number, GuardStanding.UNDEFINED, condition, said, code, site, file, terms
        )
    code = code_of(held) or code
    return GuardAnswer(number, GuardStanding.FAILED, condition, held, code, site, file, terms)


def _undefined(
    number: int,
    error: Exception,
    event: AnyEvent,
    rows: dict[GuardSite, GuardRow],
    seen: set[GuardSite],
) -> Iterator[GuardAnswer]:
    """The guard that raises, and those that come after it."""
    said = _raised(error)
    frame, line = _last_of(event, error.__traceback__)
    file = PurePath(frame.f_code.co_filename).name if frame else ""
    rest = [row for site, row in rows.items() if site not in seen]
    at = next(
        (
            i
            for i, row in enumerate(rest)
            if frame and row.site.function == frame.f_code.co_qualname and row.site.line >= line
        ),
        0,
    )
    if frame and rest:
        at -= bool(at and spans(frame.f_code, rest[at - 1].site.line, line))
    row = rest[at] if rest else None
    site = row.site if row else None
    yield GuardAnswer(
        number,
        GuardStanding.UNDEFINED,
        row.condition if row else "",
        said,
        row.code if row else "",
        site,
        file,
        tuple(terms_at(frame, line)) if frame else (),
    )
    for i, later in enumerate(rest[at + 1 :], start=number + 1):
        yield GuardAnswer(
            i,
            GuardStanding.NOT_ASKED,
            later.condition,
            later.reason,
            later.code,
            later.site,
            file,
        )


def _raised(error: Exception) -> str:
    words, kind = " ".join(str(error).split()), type(error).__name__
    return shorten(f"{kind}: {words}" if words else kind)


def _rows(cls: type[AnyEvent]) -> tuple[GuardRow, ...]:
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


def _last_of(event: AnyEvent, trace: TracebackType | None) -> tuple[FrameType | None, int]:
    """The last frame of a guard function on the way to an error, and its line."""
    own = {row.site.function for row in _rows(type(event))}
    found: tuple[FrameType | None, int] = (None, 0)
    while trace is not None:
        if trace.tb_frame.f_code.co_qualname in own:
            found = trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next
    return found
