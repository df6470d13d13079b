"""Numbers for what chance does, where all of it can be listed."""

from fractions import Fraction
from math import prod
from typing import Final, Generic, TypeVar

from ludex.envs.actions import Block
from ludex.envs.tables import NoTable
from ludex.kernel import Event, Game

S = TypeVar("S")

MOST: Final = 100_000
"""Chance events that are numbered."""


class Chances(Generic[S]):
    """A number for every chance event that the domains can make."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.blocks: list[Block[S]] = []
        first = 0
        for cls in game.events:
            if cls.by_chance:
                domains = [field.domain for field in cls.fields()]
                if cls.sampled or prod(domain.size for domain in domains) > MOST:
                    raise NoTable(
                        f"what chance does in {game.name} cannot be listed ({cls.name})"
                    )
                values = tuple(tuple(domain.values()) for domain in domains)
                block = Block(cls, first, values)
                self.blocks.append(block)
                first += block.size
        self.size = first

    def __len__(self) -> int:
        return max(1, self.size)

    def number(self, event: Event[S]) -> int:
        """The number of a chance event."""
        for block in self.blocks:
            if block.cls is type(event):
                number = block.number(event)
                if number is not None:
                    return number
        raise NoTable(f"{event} has no number")

    def event(self, number: int) -> Event[S]:
        """The chance event of a number."""
        for block in self.blocks:
            if block.first <= number < block.first + block.size:
                return block.event(number)
        raise NoTable(f"chance has no number {number}: they are 0 to {self.size - 1}")

    def outcomes(self, s: S) -> list[tuple[int, Event[S], Fraction]]:
        """What chance can do in a state: numbers, events and exact probabilities."""
        listed = self.game.chance(s)
        if listed is None:
            raise NoTable(f"what chance does here in {self.game.name} cannot be listed")
        return sorted(
            ((self.number(event), event, chance) for event, chance in listed if chance),
            key=lambda one: one[0],
        )
