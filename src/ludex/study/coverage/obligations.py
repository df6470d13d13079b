"""The obligations of a good set of tests, as values that can be counted and compared; which can be met."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain

from ludex.check.trials import Answers
from ludex.kernel import AnyEvent, AnyGame, AnyState
from ludex.kernel.event import GuardSite
from ludex.language.rulebook.guards import UNNAMED, GuardRow, guard_table
from ludex.study.coverage.tables import TableRow


@dataclass(frozen=True, slots=True)
class EventSuccess:
    """An event succeeds."""

    event: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A guard is the first to fail."""

    event: str
    guard: int


@dataclass(frozen=True, slots=True)
class GuardOrder:
    """A guard refuses an event that a later guard would refuse in other words; this shows their
    order."""

    event: str
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class RowEffect:
    """A row of a table, or a part of one, affects the transcript."""

    row: TableRow


Obligation = EventSuccess | Refused | GuardOrder | RowEffect


class Catalogue:
    """The events and guards of a game by name and number."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.classes = {cls.name: cls for cls in game.events}
        self.guards: dict[str, tuple[GuardRow, ...]] = {}
        self.numbers: dict[tuple[str, GuardSite], int] = {}
        for cls in game.events:
            rows = tuple({row.site: row for row in guard_table(cls)}.values())
            self.guards[cls.name] = rows
            for number, row in enumerate(rows, start=1):
                self.numbers[cls.name, row.site] = number

    def is_beyond(self, obligation: Obligation) -> bool:
        """Is its event missing in the source of the rules?"""
        if isinstance(obligation, RowEffect):
            return False
        return self.classes[obligation.event].beyond_source

    def happenings(self) -> Iterator[EventSuccess]:
        """Every event."""
        yield from (EventSuccess(name) for name in self.guards)

    def refusals(self) -> Iterator[Refused]:
        """Every guard."""
        for name, rows in self.guards.items():
            yield from (Refused(name, number) for number in range(1, len(rows) + 1))

    def couples(self) -> Iterator[GuardOrder]:
        """Every two guards of an event, whether they can fail together or not."""
        for name, rows in self.guards.items():
            for second in range(2, len(rows) + 1):
                for first in range(1, second):
                    yield GuardOrder(name, first, second)

    def failed(self, event: str, answers: Answers) -> list[int]:
        """Return the numbers of the guards that fail, in order."""
        return self._numbered(event, answers.failed)

    def passed(self, event: str, answers: Answers) -> list[int]:
        """Return the numbers of the guards that hold."""
        failed = {*answers.failed}
        return self._numbered(event, (site for site in answers.passed if site not in failed))

    def _numbered(self, event: str, sites: Iterable[GuardSite]) -> list[int]:
        found = (self.numbers.get((event, site)) for site in sites)
        return [*dict.fromkeys(filter(None, found))]

    def reason(self, event: str, guard: int) -> str:
        """Return the reason that a guard gives."""
        row = self.guards[event][guard - 1]
        return row.reason if row.reason != UNNAMED else row.condition or UNNAMED

    def met(self, event: AnyEvent, answers: Answers) -> Iterator[Obligation]:
        """Return the obligations that a refused event meets."""
        first = next(iter(self.failed(event.name, answers)), 0)
        if first:
            yield Refused(event.name, first)
            yield from self.pairs(event, answers)

    def pairs(self, event: AnyEvent, answers: Answers) -> Iterator[GuardOrder]:
        """Return the pairs of the refusing guard and a later one with different words.

        If both have the same text, the output does not show which one refused.
        """
        reasons: dict[int, str] = {}
        for site, words in zip(answers.failed, answers.words, strict=True):
            number = self.numbers.get((event.name, site))
            if number is not None:
                reasons.setdefault(number, words)
        first = next(iter(reasons), 0)
        for number, words in reasons.items():
            if number > first and words != reasons[first]:
                yield GuardOrder(event.name, first, number)

    def describe(self, obligation: Obligation) -> str:
        """Describe an obligation."""
        match obligation:
            case EventSuccess(event):
                return f"{event} happens"
            case Refused(event, guard):
                return f"{event}, guard {guard} refuses: {self.reason(event, guard)}"
            case GuardOrder(event, first, second):
                return (
                    f"{event}, guard {first} before guard {second}: "
                    f"{self.reason(event, first)} / {self.reason(event, second)}"
                )
            case RowEffect(row):
                return f"row {row} matters"


Script = tuple[AnyEvent, ...]


@dataclass
class Survey:
    """The obligations that can be met, each with a script."""

    catalogue: Catalogue
    start: AnyState
    witness: dict[Obligation, Script] = field(default_factory=dict)
    """The observation, and the shortest script that was found for it."""

    apart: set[GuardOrder] = field(default_factory=set)
    """The case in which the first refuses and the second holds: it does not follow from the first.
    """

    states: int = 0
    walks: int = 0
    questions: int = 0
    sampled: set[str] = field(default_factory=set)
    """Events of which only some could be asked about."""

    verdict: str = ""
    """Of the graph."""

    late: bool = False
    """Was it stopped by the clock?"""

    is_interrupted: bool = False
    """Was Ctrl-C pressed?"""

    everything: bool = False
    """Was everything asked in every state that can be reached by moves?"""

    def can(self, obligation: Obligation) -> bool:
        """Was it seen that this can be met?"""
        if isinstance(obligation, GuardOrder):
            return obligation in self.witness and obligation in self.apart
        return obligation in self.witness

    def reachable(self, *, beyond: bool | None = None) -> list[Obligation]:
        """Everything that can be met: of the source's events, of others, or of all."""
        catalogue = self.catalogue
        every = chain[Obligation](catalogue.happenings(), catalogue.refusals(), catalogue.couples())
        return [
            one for one in every if self.can(one) and beyond in (None, catalogue.is_beyond(one))
        ]

    def following(self) -> list[GuardOrder]:
        """Two guards of which the second fails wherever the first refuses."""
        return [
            one for one in self.catalogue.couples() if one in self.witness and one not in self.apart
        ]

    def unmet(self) -> list[Obligation]:
        """Events and guards that nothing has reached."""
        every = chain[Obligation](self.catalogue.happenings(), self.catalogue.refusals())
        return [one for one in every if one not in self.witness]

    def is_proved(self, obligation: Obligation) -> bool:
        """Is it known that what was not met never can be?"""
        event = getattr(obligation, "event", "")
        return self.everything and event not in self.sampled

    @property
    def covers(self) -> str:
        """The extent of the survey, in words."""
        if self.everything:
            return (
                f"all {self.states:,} states that moves lead to, "
                f"{self.questions:,} questions: proved"
            )
        return (
            f"{self.questions:,} questions in {self.states:,} states, "
            f"{self.walks:,} random walks among them (the graph: {self.verdict})"
            f"{'; stopped by the clock' if self.late else ''}"
        )
