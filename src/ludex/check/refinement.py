"""Refinement: does a faster way to list moves say exactly what the guards say?

The rulebook asks its guards about every event that could be meant, and the refined game
lists what it lists; in each position both must name the same events in the same order, and
agree on the outcome. Positions come from random games, which also visit what near misses
lead past: every candidate that a guard refuses is one.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from ludex.kernel import CHANCE, Dice, Event, Game

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Difference(Generic[S]):
    """A position on which the two disagree, and about what."""

    position: str
    about: str
    rulebook: object
    refined: object

    def __str__(self) -> str:
        return f"{self.about}: the rulebook says {self.rulebook}, the refinement {self.refined}"


def differences(
    rulebook: Game[S], refined: Game[S], states: Iterable[S]
) -> Iterator[Difference[S]]:
    """Where the refined game departs from the guards, position by position."""
    for s in states:
        found = _difference(rulebook, refined, s)
        if found is not None:
            yield Difference(rulebook.position(s), *found)


def _difference(
    rulebook: Game[S], refined: Game[S], s: S
) -> tuple[str, object, object] | None:
    ended, said = rulebook.outcome(s), refined.outcome(s)
    if ended != said:
        return "the outcome", ended, said
    for about, legal, listed in (
        ("moves", rulebook.moves(s), refined.moves(s)),
        ("legal events", rulebook.legal(s), refined.legal(s)),
    ):
        if legal != listed:
            return about, [*map(str, legal)], [*map(str, listed)]
    return None


def wide(game: Game[S], s: S) -> list[Event[S]]:
    """Every legal move that the domains can make: candidates are not trusted either."""
    by_chance = game.turn(s) == CHANCE
    return [
        event
        for event in game.brute(s)
        if event.by_chance is by_chance
        and not event.aside
        and game.refusal(s, event) is None
    ]


def random_states(game: Game[S], start: S, dice: Dice, most: int) -> Iterator[S]:
    """The positions of one random game."""
    s = start
    for _ in range(most):
        yield s
        if game.outcome(s) is not None:
            return
        if game.turn(s) == CHANCE:
            s = game.after(s, game.draw(s, dice))
        else:
            s = game.after(s, dice.choice(game.moves(s)))
    yield s
