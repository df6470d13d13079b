"""Every guard of an event in its order, with the values that it looks at.

A refusal gives the first reason. This gives all of them: which guards hold, which fail, and
which are *undefined* because they raise: the reason why another one has to come first.
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

    reason: str
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
    """The name that players give to a legal event."""

    told: tuple[str, ...] = ()
    outcome: Outcome | None = None
    answer: str | None = None
    """The text that a query shows."""

    fault: str | None = None
    """The fault of the rulebook here."""

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
    words, told = looks_of(game).gesture(s, event).words, game.consequences(s, event, after)
    return WhyReport(event, guards, None, after, words, told, game.outcome(after))


# -- asking the guards ----------------------------------------------------------------------


def judge_guards(event: AnyEvent, s: AnyState) -> Iterator[GuardAnswer]:
    """Every guard in its order; asking goes on after one that fails."""
    rows = {row.site: row for row in _rows(type(event))}
    number = 0
    seen = set[GuardSite | None]()
    guards = event.guards(s)
    try:
        for number, held in enumerate(islice(guards, MOST), start=1):
            frame = innermost(guards)
            site = GuardSite(frame.f_code.co_qualname, frame.f_lineno) if frame else None
            row = rows.get(site) if site else None
            condition, code = (row.condition, row.code) if row else ("", "")
            seen.add(site)
            terms = tuple(terms_at(frame)) if frame and held is not True else ()
            answer: object = held  # whatever a faulty rulebook gives
            match answer:
                case True:
                    standing, said = GuardStanding.HELD, (frame and reason_at(frame)) or ""
                case str():
                    standing, said, code = (
                        GuardStanding.FAILED,
                        answer,
                        as_sentence(answer).code or code,
                    )
                case _:
                    standing = GuardStanding.UNDEFINED
                    said = f"it gave {answer!r}, not True or a text"
            yield GuardAnswer(number, standing, condition, said, code, site, _file(frame), terms)
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
    standing, said = GuardStanding.UNDEFINED, _raised(error)
    if not rest:
        yield GuardAnswer(number, standing, "", said, "", None, file, terms)
    for i, row in enumerate(rest[at:]):
        if i:
            standing, said, terms = GuardStanding.NOT_ASKED, row.reason, ()
        here = row.condition, said, row.code, row.site
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
