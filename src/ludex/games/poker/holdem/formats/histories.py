"""A hand history from its fields to its end, and what many of them come to."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ludex.kernel import Seat, Unreadable

from ..rules import State
from .forced_bets import HandOpening, LatePost, late_posts, openings, strict_opening
from .foreign import ForeignReplay
from .phh import HandRecord, read_table
from .remarks import HandRemark, RemarkKind
from .replay import ImpossibleClaim, ReplayedAction, names, replayed


class HandHistory(NamedTuple):
    """A hand that is accepted, with everything that is to be said about it."""

    record: HandRecord
    start: State
    played: tuple[ReplayedAction, ...]
    before: tuple[HandRemark, ...] = ()
    after: tuple[HandRemark, ...] = ()

    @property
    def remarks(self) -> tuple[HandRemark, ...]:
        """All remarks in their order."""
        between = (remark for step in self.played for remark in step.remarks)
        return (*self.before, *between, *self.after)

    @property
    def is_corrected(self) -> bool:
        """Was something read otherwise than it stands there?"""
        return any(remark.kind.is_correction for remark in self.remarks)

    def stacks(self, s: State) -> list[str]:
        """Return what each has behind; how much it has changed, where it is not known."""
        had = self.record.stacks
        return [
            _changed(stack - had[p]) if p in self.record.unknown else str(stack)
            for p, stack in enumerate(s.stacks)
        ]


def _changed(more: int) -> str:
    return f"?{more:+}" if more else "?"


def read_history(
    table: Mapping[str, object] | Unreadable, *, strict: bool = False
) -> HandHistory | Unreadable:
    """The history of one hand, or why it is refused."""
    record = table if isinstance(table, Unreadable) else read_table(table, strict=strict)
    if isinstance(record, Unreadable):
        return record
    first: Unreadable | None = None
    for opening in (strict_opening(record),) if strict else openings(record):
        history = _history(record, opening, strict=strict)
        if isinstance(history, HandHistory):
            return history
        first = first or history
    assert first is not None
    return first


def _history(
    record: HandRecord, opening: HandOpening | Unreadable, *, strict: bool
) -> HandHistory | Unreadable:
    if isinstance(opening, Unreadable):
        return opening
    try:
        if strict:
            return HandHistory(record, opening.start, tuple(replayed(record, opening)))
        replay = ForeignReplay(record, opening)
        played = tuple(replay.play())
        before = tuple(beginning(record, opening))
        return HandHistory(record, opening.start, played, before, replay.end())
    except ImpossibleClaim as claim:
        return Unreadable((str(claim),))


def beginning(record: HandRecord, opening: HandOpening) -> Iterator[HandRemark]:
    """Stacks that are not known, and forced bets that are not those of our tables."""
    if record.unknown:
        stacks = (
            "no stack is"
            if len(record.unknown) == len(record.stacks)
            else f"the stack of {names(map(Seat, sorted(record.unknown)))} is not"
        )
        yield HandRemark(RemarkKind.UNKNOWN_STACKS, f"{stacks} known")
    late = late_posts(record)
    for p, amount in late:
        yield HandRemark(
            RemarkKind.LATE_POST,
            f"p{p + 1} posts {amount * record.unit} late, {opening.late.value}",
        )
    if opening.first is not None:
        yield HandRemark(
            RemarkKind.FORCED_BETS,
            f"nobody could post a chip of a blind, and p{opening.first + 1} acts first",
        )
    elif opening.is_short:
        post = "late post" if opening.late is LatePost.ALL_BET else "big blind"
        yield HandRemark(
            RemarkKind.FORCED_BETS,
            f"nobody could post the whole {post}, and the others call less",
        )
    elif opening.posts is not None and not late:
        yield HandRemark(RemarkKind.FORCED_BETS, "blinds or antes are not those of our tables")


@dataclass(slots=True)
class HistorySummary:
    """The number of hands, and what becomes of them."""

    hands: int = 0
    accepted: int = 0
    corrected: int = 0
    remarks: Counter[RemarkKind] = field(default_factory=Counter)
    """The number of hands with a remark of each kind."""

    reasons: Counter[str] = field(default_factory=Counter)
    """The reasons for which hands are refused, without names and numbers."""

    examples: dict[str, str] = field(default_factory=dict)
    """The place of the first hand that is refused for a reason, and its fault."""

    @property
    def refused(self) -> int:
        """Return how many hands are refused."""
        return self.hands - self.accepted

    def counts(self, *, corrected: bool) -> dict[str, int]:
        """Return how many hands have remarks of each kind: corrections, or the others."""
        return {
            kind.value: count
            for kind, count in self.remarks.most_common()
            if kind.is_correction == corrected
        }

    def add(self, where: str, history: HandHistory | Unreadable) -> None:
        """One hand more."""
        self.hands += 1
        if isinstance(history, Unreadable):
            reason = _general(history.problems[0])
            self.reasons[reason] += 1
            self.examples.setdefault(reason, f"{where}: {history.problems[0]}")
            return
        self.accepted += 1
        self.corrected += history.is_corrected
        self.remarks.update({remark.kind for remark in history.remarks})


def _general(problem: str) -> str:
    """A reason without its place, players, cards and amounts."""
    reason = re.sub(r"^action \d+ \(.*?\): ", "", problem)
    reason = re.sub(r"\bp\d+\b", "p…", reason)
    reason = re.sub(r"\b(?:[2-9TJQKA][cdhs]){1,7}\b", "…", reason)
    return re.sub(r"\d[\d.,]*\d|\d", "…", reason)
