"""Two readings side by side: the same calls put to the document and to the rulebook.

A universe is a list of calls, the smallest first, that is stated in words and looked at
whole: so the first difference is the smallest, and the number of differences is exact.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from ludex.kernel import Event, Game, Query
from ludex.language.position import position_line
from ludex.study.documents.routine import find_exception

S = TypeVar("S")
T = TypeVar("T")


class DifferenceKind(StrEnum):
    """The ways in which two answers to a call differ."""

    UNDEFINED = "undefined as written"
    TOO_STRICT = "refused as written, and meant to be allowed"
    TOO_LAX = "allowed as written, and meant to be refused"
    EFFECT = "allowed by both, with another effect"
    SHOWN = "allowed by both, and something else is shown"
    WORDS = "refused by both, in other words"


@dataclass(frozen=True, slots=True)
class ComparedCall(Generic[S]):
    """A state and what is called there."""

    state: S
    event: Event[S]
    label: str = ""
    """The state in a few words, where the whole of it would hide what matters."""


def whole(state: object) -> object:
    """All of a state counts."""
    return state


@dataclass(frozen=True, kw_only=True)
class RoutineComparison(Generic[S, T]):
    """One routine of a document and what the rulebook says of the same calls."""

    name: str
    """The routine."""

    reading: str
    """The extent to which the document was taken at its word, in words."""

    universe: str
    """The universe of these calls, in words."""

    calls: Callable[[], Iterable[ComparedCall[S]]]
    """All of them, the smallest first."""

    written: Game[S]
    meant: Game[T]
    state: Callable[[S], T]
    """The rulebook's name of this state."""

    event: Callable[[Event[S]], Event[T]]
    """The rulebook's name of this event."""

    counts: Callable[[T], object] = field(default=whole)
    """The part of the rulebook's state that counts where two effects are compared."""

    read: Callable[[S], S] | None = None
    """A state in this reading; for the calls of tests, which know of no reading."""

    words: Callable[[str], str] | None = None
    """The translation of the rulebook's refusals into the words that count; None: no words do."""


@dataclass(frozen=True, slots=True)
class Case:
    """A call on which the two differ."""

    position: str
    call: str
    written: str
    meant: str


@dataclass(frozen=True)
class RoutineDifference:
    """The differences of a routine in a universe."""

    name: str
    reading: str
    universe: str
    calls: int
    counts: Mapping[DifferenceKind, int]
    smallest: Mapping[DifferenceKind, Case]
    noticed_by: tuple[str, ...] = field(default=())
    """The document's own tests that make a call on which the two differ."""

    @property
    def differing(self) -> int:
        """The number of calls that differ."""
        return sum(self.counts.values())

    @property
    def first(self) -> Case | None:
        """The smallest call of all on which they differ."""
        return next(iter(self.smallest.values()), None)


@dataclass(frozen=True, slots=True)
class CallAnswer(Generic[S]):
    """The answer of one of the two to a call."""

    allowed: bool | None
    """None where it is undefined."""

    why: str = ""
    after: S | None = None
    shown: str = ""
    """The answer of a query."""


def compare_calls(
    comparison: RoutineComparison[S, T],
    tests: Mapping[str, Callable[[], Iterable[object]]] | None = None,
) -> RoutineDifference:
    """Put every call of a universe to both."""
    counts: Counter[DifferenceKind] = Counter()
    smallest: dict[DifferenceKind, Case] = {}
    calls = 0
    for call in comparison.calls():
        calls += 1
        written, meant = answers(comparison, call)
        sort = classify(comparison, written, meant)
        if sort is not None:
            counts[sort] += 1
            if sort not in smallest:
                smallest[sort] = _case(comparison, call, written, meant)
    noticed = tuple(name for name, made in (tests or {}).items() if _notices(comparison, made()))
    return RoutineDifference(
        comparison.name,
        comparison.reading,
        comparison.universe,
        calls,
        counts,
        smallest,
        noticed,
    )


def _notices(comparison: RoutineComparison[S, T], calls: Iterable[object]) -> bool:
    """Does one of these calls get two answers?"""
    for call in calls:
        if isinstance(call, ComparedCall) and call.event.name == comparison.name:
            s = comparison.read(call.state) if comparison.read else call.state
            found = answers(comparison, ComparedCall(s, call.event))
            if classify(comparison, *found) is not None:
                return True
    return False


def answers(
    comparison: RoutineComparison[S, T], call: ComparedCall[S]
) -> tuple[CallAnswer[S], CallAnswer[T]]:
    """Return the answers of the document and of the rulebook to a call."""
    s, event = comparison.state(call.state), comparison.event(call.event)
    return _answer(call.state, call.event), _answer(s, event)


def classify(
    comparison: RoutineComparison[S, T], written: CallAnswer[S], meant: CallAnswer[T]
) -> DifferenceKind | None:
    """Return the way in which two answers differ, if they do."""
    if written.allowed is None:
        return DifferenceKind.UNDEFINED
    if written.allowed != meant.allowed:
        return DifferenceKind.TOO_LAX if written.allowed else DifferenceKind.TOO_STRICT
    if written.shown != meant.shown:
        return DifferenceKind.SHOWN
    if written.after is not None and meant.after is not None:
        after = comparison.state(written.after)
        if comparison.counts(after) != comparison.counts(meant.after):
            return DifferenceKind.EFFECT
    words = comparison.words
    return DifferenceKind.WORDS if words and written.why != words(meant.why) else None


def _answer(s: S, event: Event[S]) -> CallAnswer[S]:
    try:
        refusal = find_exception(event, s)
        if refusal is not None:
            return CallAnswer(allowed=False, why=refusal.text)
        if isinstance(event, Query):
            return CallAnswer(allowed=True, shown=event.answer(s))
        return CallAnswer(allowed=True, after=event.apply(s))
    except Exception as error:  # noqa: BLE001  # that something has no value is an answer
        return CallAnswer(allowed=None, why=str(error))


def _case(
    comparison: RoutineComparison[S, T],
    call: ComparedCall[S],
    written: CallAnswer[S],
    meant: CallAnswer[T],
) -> Case:
    s = call.state
    return Case(
        call.label or position_line(comparison.written, s),
        str(call.event),
        _describe_answer(comparison.written, s, written),
        _describe_answer(comparison.meant, comparison.state(s), meant, comparison.words or str),
    )


def _describe_answer(
    game: Game[S], s: S, answer: CallAnswer[S], words: Callable[[str], str] = str
) -> str:
    if answer.allowed is None:
        return f"undefined: {answer.why}"
    if not answer.allowed:
        return f"refused: {words(answer.why)}"
    if answer.after is None:
        return f"shown: {' / '.join(answer.shown.split(chr(10)))}"
    return f"allowed: {_changed(game, s, answer.after)}"


def _changed(game: Game[S], s: S, t: S) -> str:
    """Return the parts of a position line that are new."""
    before, after = (re.split(r" (?=\w+=)", position_line(game, x)) for x in (s, t))
    return " ".join(part for part in after if part not in before) or "nothing changes"
