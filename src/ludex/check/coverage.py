"""Counts of the guards that have refused and of the events that have happened."""

from collections import Counter
from dataclasses import dataclass, field

from ludex.kernel import AnyGame, Refusal
from ludex.kernel.event import GuardSite
from ludex.language.rulebook.guards import GuardRow, guard_table

Guard = tuple[str, GuardSite]


@dataclass
class Coverage:
    """Counts of refusals by guard and of events by name."""

    game: AnyGame
    refusals: Counter[Guard] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    tries: Counter[str] = field(default_factory=Counter)
    """Events that were only tried out: queries, and asides."""

    def refused(self, refusal: Refusal) -> None:
        """Count a refusal; the kernel's own (guard 0) belongs to no event."""
        if refusal.site is not None:
            self.refusals[refusal.event.name, refusal.site] += 1

    def add(self, other: "Coverage") -> None:
        """Count what another one has counted too."""
        self.refusals += other.refusals
        self.events += other.events
        self.tries += other.tries

    def __getstate__(self) -> dict[str, object]:
        """Return the counts alone: a game is code, and does not go to another process."""
        return {**vars(self), "game": None}

    def guards(self) -> dict[Guard, GuardRow]:
        """Every guard of the game."""
        return {(cls.name, row.site): row for cls in self.game.events for row in guard_table(cls)}

    def unreached_guards(self) -> list[str]:
        """Guards that nothing has failed, as `event: reason`."""
        return [
            f"{name}: {row.reason}"
            for (name, site), row in self.guards().items()
            if (name, site) not in self.refusals
        ]

    def unreached_events(self) -> list[str]:
        """Events that have never happened."""
        seen = self.events + self.tries
        return [cls.name for cls in self.game.events if not seen[cls.name]]
