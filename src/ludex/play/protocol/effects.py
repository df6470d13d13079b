"""Effects: the results of words that were said at a table.

They are values. Whoever drives a table carries them out, in this order: accepted lines are on
disk before anybody is told anything; the wish and the mark that somebody was helped are kept;
then everybody is shown the table as it is. A refusal, an answer or a question to be explained is
for the speaker alone, and comes alone: then nothing has changed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ludex.kernel import AnyEvent, History, Redo, Refusal, Undo
from ludex.kernel.history import Step
from ludex.play.protocol.log import LogLine
from ludex.play.protocol.situation import Situation, UndoRequest


class RejectionKind(Enum):
    """The kinds of rejections."""

    STALE = "stale"
    """The table has moved on since the speaker looked."""

    UNREADABLE = "unreadable"
    """The words are no event of the game; the text says what is wrong with them."""

    RULES = "rules"
    """A guard of the rulebook, or the turn."""

    TABLE = "table"
    """The practice of a table: consent, shares, the end of a match."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Nothing has changed, and why: for the speaker alone."""

    text: str
    why: RejectionKind = RejectionKind.TABLE
    refusal: Refusal | None = None
    """The guard that refused, where the rules refuse an event."""

    wait: float | None = None
    """The seconds until the same words are welcome, where they are later."""

    @property
    def site(self) -> dict[str, object] | None:
        """The number of that guard, from 1; 0 is the kernel's own. No rulebook has one for undo."""
        if self.refusal is None or self.why is not RejectionKind.RULES:
            return None
        return {"event": self.refusal.event.name, "guard": self.refusal.guard}

    @property
    def stale(self) -> bool:
        """Does the speaker have to look again?"""
        return self.why is RejectionKind.STALE


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """The answer to a query, for the speaker alone."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ExplanationRequest:
    """The speaker asks why an event is allowed, or is not, by what the speaker's seat sees.

    Explaining may take a while, and whoever drives the table sees to it: this says all that
    may be looked at. Nothing comes of it but an answer for the speaker alone.
    """

    event: AnyEvent
    shown: Any
    """The view of the speaker's seat: nothing that is hidden from it."""

    hides: bool
    """Is there more on the table than the speaker sees?"""

    of_another: str | None = None
    """The reason why it is not for the speaker to make, if it is not."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A line that was accepted: on disk before anybody is told."""

    line: LogLine


@dataclass(frozen=True, slots=True)
class UndoRequested:
    """The request to undo that stands, or None when nobody asks any more."""

    undo_request: UndoRequest | None


@dataclass(frozen=True, slots=True)
class AdviceGiven:
    """The mark that a player is given advice; it is noted before the advice is given."""


Effect = Rejection | QueryAnswer | ExplanationRequest | Accepted | UndoRequested | AdviceGiven


class StepKind(Enum):
    """The ways in which a step comes or goes."""

    DONE = "done"
    BACK = "taken back"
    AGAIN = "done again"


@dataclass(frozen=True, slots=True, eq=False)
class Reaction:
    """The reaction to words: the situation from now on, and what has to be done for it."""

    before: Situation
    after: Situation
    effects: tuple[Effect, ...] = ()

    @property
    def lines(self) -> tuple[LogLine, ...]:
        """The lines that were accepted."""
        return tuple([e.line for e in self.effects if isinstance(e, Accepted)])

    @property
    def no(self) -> Rejection | None:
        """The reason why nothing happened."""
        return next((e for e in self.effects if isinstance(e, Rejection)), None)

    @property
    def answer(self) -> QueryAnswer | None:
        """The answer of a query."""
        return next((e for e in self.effects if isinstance(e, QueryAnswer)), None)

    @property
    def explanation_request(self) -> ExplanationRequest | None:
        """Return the request for an explanation, if there is one."""
        return next((e for e in self.effects if isinstance(e, ExplanationRequest)), None)

    def then(self, more: "Reaction") -> "Reaction":
        """This, and what came of the next words."""
        return Reaction(self.before, more.after, (*self.effects, *more.effects))

    @property
    def steps(self) -> Iterator[tuple[StepKind, History[Any]]]:
        """Return the steps that everybody is to be told of: those taken back, then those made.

        Each is the last of a history; `ludex.table.narration` says what a seat may know of it.
        A game that was begun anew has none.
        """
        one, two = self.before.history, self.after.history
        words = {line.event for line in self.lines}
        known = common_length(one.past, two.past) if one.start is two.start else 0
        if Undo.name in words:
            for step in one.steps[known:]:
                yield StepKind.BACK, History(one.game, one.start, step)
        way = StepKind.AGAIN if Redo.name in words else StepKind.DONE
        for step in two.steps[known:]:
            yield way, History(two.game, two.start, step)


def common_length(one: Step[Any] | None, two: Step[Any] | None) -> int:
    """Return how many events two histories of one table have in common."""
    while one is not two:
        if two is None or (one is not None and one.count >= two.count):
            assert one is not None
            one = one.rest
        else:
            two = two.rest
    return one.count if one else 0
