"""Positions in which a refined game and its guards are compared."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Dice
from ludex.language.position import position_line


@dataclass(frozen=True, slots=True)
class Difference:
    """A position on which the two disagree, and about what."""

    position: str
    about: str
    rulebook: object
    refined: object

    def __str__(self) -> str:
        return f"{self.about}: the rulebook says {self.rulebook}, the refinement {self.refined}"


def differences(
    rulebook: AnyGame, refined: AnyGame, states: Iterable[AnyState]
) -> Iterator[Difference]:
    """Where the refined game departs from the guards, position by position."""
    for s in states:
        found = _difference(rulebook, refined, s)
        if found is not None:
            yield Difference(position_line(rulebook, s), *found)


def _difference(
    rulebook: AnyGame, refined: AnyGame, s: AnyState
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


def wide(game: AnyGame, s: AnyState) -> list[AnyEvent]:
    """Every legal move that the domains can make: candidates are not trusted either."""
    by_chance = game.turn(s) == CHANCE
    return [
        event
        for event in game.brute(s)
        if event.by_chance is by_chance and not event.aside and game.refusal(s, event) is None
    ]


def random_states(game: AnyGame, start: AnyState, dice: Dice, most: int) -> Iterator[AnyState]:
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
