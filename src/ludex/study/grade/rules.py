"""The rules by which programs are marked, each an obligation that tests meet.

A guard that speaks, a pair of guards of which the first must speak, the effect of an event (or the
answer of a query), and how a game ends. Each has a key that stays the same from run to run.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Outcome,
    Refusal,
    as_sentence,
)
from ludex.language.document import document_of
from ludex.study.coverage.meter import Meter
from ludex.study.coverage.obligations import Catalogue, EventSuccess, GuardOrder, Refused

SORTS = ("guards", "pairs", "effects", "outcomes")


class Rule(NamedTuple):
    """One rule that a program keeps or breaks."""

    key: str
    """`move:3` a guard, `move:3<5` a pair of them, `move` an effect, `-> won` an outcome."""

    sort: str
    description: str
    code: str = ""
    """The name of the rule where its sentence has one."""

    requirement: str = ""
    """The requirement of the document there, and its place."""


class RuleCatalogue:
    """The rules of a game by key."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.catalogue = Catalogue(game)
        self.meter = Meter(self.catalogue)
        self._known: dict[str, Rule] = {}

    def __getitem__(self, key: str) -> Rule:
        return self._known[key]

    def met(
        self, s: AnyState, event: AnyEvent, refusal: Refusal | None, after: AnyState
    ) -> tuple[str, ...]:
        """The keys of what trying an event shows; the most telling first."""
        if refusal is not None and (not refusal.guard or event.of_history):
            return (self._refused_by_kernel(event, refusal),)
        if event.of_history:
            return (self._noted(event.name, "effects", f"{event.name} happens"),)
        keys = []
        for one in self.meter.at(s, event):
            match one:
                case Refused(name, guard):
                    keys.append(self.guard(name, guard))
                case GuardOrder(name, first, second):
                    keys.append(self.pair(name, first, second))
                case EventSuccess(name):
                    keys.append(self.effect(name))
        ended = self.game.outcome(after)
        if refusal is None and ended is not None and self.game.outcome(s) is None:
            keys.append(self.outcome(event, ended))
        order = {sort: i for i, sort in enumerate(("outcomes", *SORTS[:3]))}
        return tuple(sorted(keys, key=lambda k: (order[self[k].sort], k)))

    def guard(self, event: str, number: int) -> str:
        """The key of a guard."""
        row = self.catalogue.guards[event][number - 1]
        description = f"{event}, guard {number}: {self.catalogue.reason(event, number)}"
        requirement = self._requirement(f"{event}.{row.code}", f"{event}.{number}")
        return self._noted(f"{event}:{number}", "guards", description, row.code, requirement)

    def pair(self, event: str, first: int, second: int) -> str:
        """The key of two guards in their order."""
        description = self.catalogue.describe(GuardOrder(event, first, second))
        code = self.catalogue.guards[event][first - 1].code
        requirement = self._requirement(f"{event}.{code}", f"{event}.{first}")
        return self._noted(f"{event}:{first}<{second}", "pairs", description, code, requirement)

    def effect(self, event: str) -> str:
        """The key of what an event does."""
        description = f"{event} happens: {self.game.calls[event].sentence()}"
        return self._noted(event, "effects", description, requirement=self._requirement(event))

    def outcome(self, event: AnyEvent, outcome: Outcome) -> str:
        """The key of an end of the game."""
        code = as_sentence(outcome.text).code or str(outcome.text)
        description = f"the game ends: {outcome.text}" if not code else f"the game ends: {code}"
        requirement = self._requirement(f"{event.name} -> {code}") or self._requirement(
            f"-> {code}"
        )
        return self._noted(f"-> {code}", "outcomes", description, code, requirement)

    def _refused_by_kernel(self, event: AnyEvent, refusal: Refusal) -> str:
        code = as_sentence(refusal.text).code or "refused"
        description = f"{event.name} is refused: {refusal.text}"
        requirement = self._requirement(f"{event.name}.{code}")
        return self._noted(f"{event.name}:{code}", "guards", description, code, requirement)

    def _noted(
        self, key: str, sort: str, description: str, code: str = "", requirement: str = ""
    ) -> str:
        self._known.setdefault(key, Rule(key, sort, description, code, requirement))
        return key

    def _requirement(self, *names: str) -> str:
        return requirement(self.game, *names)


def requirement(game: AnyGame, *names: str) -> str:
    """Return the most special requirement of the document that one of these names answers for.

    A name that begins with an arrow is an end of the game, after whatever event.
    """
    those = [
        one
        for one in document_of(game).requirements
        if any(_answers(name, by) for name in names for by in one.by)
    ]
    if not those:
        return ""
    one = min(those, key=lambda one: len(one.by))
    place = f" ({one.place})" if one.place else ""
    return f"{one.code}: {one.says}{place}"


def _answers(name: str, by: str) -> bool:
    return by == name or (name.startswith("->") and by.endswith(f" {name}"))


def sorted_by_sort(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Guards, pairs, effects, outcomes."""
    yield from sorted(rules, key=lambda one: (SORTS.index(one.sort), one.key))
