"""Numbers for what chance does, where all of it can be listed."""

from fractions import Fraction
from math import prod
from typing import TypeVar

from ludex.envs.actions import MOST, EventBlocks
from ludex.envs.table import NoTable
from ludex.kernel import Event, Game

S = TypeVar("S")


class ChanceNumbering(EventBlocks[S]):
    """A number for every chance event that the domains can make."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        classes = [cls for cls in game.events if cls.by_chance]
        for cls in classes:
            if cls.sampled or prod(f.domain.size for f in cls.fields()) > MOST:
                raise NoTable(f"what chance does in {game.name} cannot be listed ({cls.name})")
        super().__init__(
            (cls, tuple(tuple(field.domain.values()) for field in cls.fields())) for cls in classes
        )

    def __len__(self) -> int:
        return max(1, self.fixed)

    def event(self, number: int) -> Event[S]:
        """Return the chance event of a number."""
        found = self.find(number)
        if found is None:
            last = self.fixed - 1
            raise NoTable(f"chance has no number {number}: they are 0 to {last}")
        return found

    def outcomes(self, s: S) -> list[tuple[int, Event[S], Fraction]]:
        """List what chance can do in a state: numbers, events and exact probabilities."""
        listed = self.game.chance(s)
        if listed is None:
            raise NoTable(f"what chance does here in {self.game.name} cannot be listed")
        found = []
        for event, chance in listed:
            number = self.number(event) if chance else None
            if number is not None:
                found.append((number, event, chance))
            elif chance:
                raise NoTable(f"{event} has no number")
        return sorted(found, key=lambda one: one[0])
