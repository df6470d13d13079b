"""Every guard of an event in order, with the values that it reads.

A refusal gives the first reason. This module gives all of them: the guards that hold, those that
fail, and those that are *undefined* because they raise an exception, so that another guard has to
come first.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import PurePath
from traceback import walk_tb
from types import FrameType, TracebackType
from typing import NamedTuple

from ludex.check.trials import innermost
from ludex.check.why.terms import Term, reason_at, shorten, spans, terms_at
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Fault,
    Outcome,
    Query,
    Refusal,
    as_sentence,
)
from ludex.kernel.event import GuardSite
from ludex.language.rulebook.guards import GuardRow, guard_table
from ludex.table import looks_of

MOST = 300
"""The most guards of an event that are evaluated; more of them count as endless."""


class GuardStanding(StrEnum):
    """The state of a guard."""

    HELD = "held"
    FAILED = "failed"
    UNDEFINED = "undefined"
    NOT_ASKED = "not asked"
    """An earlier guard is undefined, and ended the evaluation."""


@dataclass(frozen=True, slots=True)
class GuardAnswer:
    """One guard of an event in a state."""

    number: int
    standing: GuardStanding
    condition: str
    """The condition in Python, as in the source."""

    reason: str
    """The reason that it gives, or would give if it failed, as far as that is known; for an
    undefined guard, the exception."""

    code: str
    """The code of the rule, if its sentence has one."""

    site: GuardSite | None
    file: str
    terms: tuple[Term, ...] = ()

    @property
    def place(self) -> str:
        """The file and line."""
        return f"{self.file}:{self.site.line}" if self.site else self.file


class WhyReport(NamedTuple):
    """The explanation of an event in a state."""

    event: AnyEvent
    guards: tuple[GuardAnswer, ...]
    refusal: Refusal | None
    """The refusal; None if the event is legal, or if the deciding guard is undefined."""

    after: AnyState | None = None
    """The state that a legal event leads to."""

    words: str = ""
    """The name that players give to a legal event."""

    consequences: tuple[str, ...] = ()
    outcome: Outcome | None = None
    answer: str | None = None
    """The text that a query shows."""

    fault: str | None = None
    """The fault of the rulebook here."""

    @property
    def is_legal(self) -> bool:
        """Is the event legal?"""
        return self.refusal is None and self.fault is None


def why(game: AnyGame, s: AnyState, event: AnyEvent, *, of_another: str | None = None) -> WhyReport:
    """Return every guard of `event` in `s`, and the effect of the event if it is legal.

    `of_another` gives the reason if the event belongs to another player; the effect is then not
    shown.
    """
    guards = tuple(judge_guards(event, s))
    if of_another is not None:
        return WhyReport(event, guards, Refusal(event, of_another, 0))
    if len(guards) == MOST and all(g.standing is GuardStanding.HELD for g in guards):
        return WhyReport(event, guards, None, fault="its guards do not finish")
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
    words, consequences = looks_of(game).gesture(s, event).words, game.consequences(s, event, after)
    return WhyReport(event, guards, None, after, words, consequences, game.outcome(after))


# -- asking the guards ----------------------------------------------------------------------


def judge_guards(event: AnyEvent, s: AnyState) -> Iterator[GuardAnswer]:
    """Return every guard in order; the evaluation continues after a guard that fails."""
    rows = {row.site: row for row in _rows(type(event))}
    number = 0
    seen = set[GuardSite | None]()
    guards = event.guards(s)
    try:
        for number, given in enumerate(islice(guards, MOST), start=1):
            frame = innermost(guards)
            site = GuardSite(frame.f_code.co_qualname, frame.f_lineno) if frame else None
            row = rows.get(site) if site else None
            condition, code = (row.condition, row.code) if row else ("", "")
            seen.add(site)
            terms = tuple(terms_at(frame)) if frame and given is not True else ()
            answer: object = given  # whatever a faulty rulebook gives
            match answer:
                case True:
                    standing, reason = GuardStanding.HELD, (frame and reason_at(frame)) or ""
                case str():
                    standing, reason, code = (
                        GuardStanding.FAILED,
                        answer,
                        as_sentence(answer).code or code,
                    )
                case _:
                    standing = GuardStanding.UNDEFINED
                    reason = f"it gave {answer!r}, not True or a text"
            yield GuardAnswer(number, standing, condition, reason, code, site, _file(frame), terms)
    except Exception as error:  # noqa: BLE001  # a guard that raises is what is looked for
        rest = {site: row for site, row in rows.items() if site not in seen}
        yield from _undefined(number + 1, error, rows, [*rest.values()])


def _undefined(
    number: int, error: Exception, rows: Collection[GuardSite], rest: list[GuardRow]
) -> Iterator[GuardAnswer]:
    """The guard that raises, and those that come after it."""
    frame, line = _last_of(rows, error.__traceback__)
    name, file = frame.f_code.co_qualname if frame else "", _file(frame)
    later = (i for i, row in enumerate(rest) if row.site.function == name and row.site.line >= line)
    at = next(later, 0)
    if frame and at:
        at -= spans(frame.f_code, rest[at - 1].site.line, line)
    terms = tuple(terms_at(frame, line)) if frame else ()
    standing, reason = GuardStanding.UNDEFINED, _raised(error)
    if not rest:
        yield GuardAnswer(number, standing, "", reason, "", None, file, terms)
    for i, row in enumerate(rest[at:]):
        if i:
            standing, reason, terms = GuardStanding.NOT_ASKED, row.reason, ()
        here = row.condition, reason, row.code, row.site
        yield GuardAnswer(number + i, standing, *here, file, terms)


def _file(frame: FrameType | None) -> str:
    return PurePath(frame.f_code.co_filename).name if frame else ""


def _raised(error: Exception) -> str:
    words, kind = " ".join(str(error).split()), type(error).__name__
    return shorten(f"{kind}: {words}" if words else kind)


def _rows(cls: type[AnyEvent]) -> tuple[GuardRow, ...]:
    try:
        return guard_table(cls)
    except (OSError, TypeError, SyntaxError, AssertionError):  # no source to be read
        return ()


def _last_of(
    rows: Collection[GuardSite], trace: TracebackType | None
) -> tuple[FrameType | None, int]:
    """Return the last frame of a guard function on the way to an error, and its line."""
    own = {site.function for site in rows}
    found: tuple[FrameType | None, int] = (None, 0)
    for frame, line in walk_tb(trace):
        if frame.f_code.co_qualname in own:
            found = frame, line
    return found
