"""The result of a survey: the obligations that can be met, each with a script."""

from dataclasses import dataclass, field
from itertools import chain

from ludex.kernel import AnyEvent, AnyState
from ludex.study.coverage.obligations import Catalogue, Obligation, Together

Script = tuple[AnyEvent, ...]


@dataclass
class Survey:
    """The obligations that can be met, each with a script."""

    catalogue: Catalogue
    start: AnyState
    witness: dict[Obligation, Script] = field(default_factory=dict)
    """What was seen, and the shortest script that was found for it."""

    apart: set[Together] = field(default_factory=set)
    """Where the first refuses and the second holds: it does not follow from the first."""

    states: int = 0
    walks: int = 0
    questions: int = 0
    sampled: set[str] = field(default_factory=set)
    """Events of which only some could be asked about."""

    verdict: str = ""
    """Of the graph."""

    late: bool = False
    """Was it stopped by the clock?"""

    everything: bool = False
    """Was everything asked in every state that can be reached by moves?"""

    def can(self, obligation: Obligation) -> bool:
        """Was it seen that this can be met?"""
        if isinstance(obligation, Together):
            return obligation in self.witness and obligation in self.apart
        return obligation in self.witness

    def reachable(self, *, beyond: bool | None = None) -> list[Obligation]:
        """Everything that can be met: of the source's events, of others, or of all."""
        catalogue = self.catalogue
        every = chain[Obligation](catalogue.happenings(), catalogue.refusals(), catalogue.couples())
        return [
            one for one in every if self.can(one) and beyond in (None, catalogue.is_beyond(one))
        ]

    def following(self) -> list[Together]:
        """Two guards of which the second fails wherever the first refuses."""
        return [
            one for one in self.catalogue.couples() if one in self.witness and one not in self.apart
        ]

    def unmet(self) -> list[Obligation]:
        """Events and guards that nothing has reached."""
        every = chain[Obligation](self.catalogue.happenings(), self.catalogue.refusals())
        return [one for one in every if one not in self.witness]

    def is_proved(self, obligation: Obligation) -> bool:
        """Of what was not met: is it known that it never can be?"""
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
