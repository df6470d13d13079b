"""Declared symmetries are checked before they are used.

A symmetry may be used if it loses nothing: whatever may follow a state follows its image too,
image for image, and both end alike.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice

from ludex.check.errors import describe_error
from ludex.check.explore import ExploreLimits, explore
from ludex.check.explore.expansion import MOST_IMAGES, ends_alike, images_under
from ludex.check.explore.fingerprint import Writer
from ludex.kernel import CHANCE, AnyGame, AnyState, Dice
from ludex.kernel.loop import random_turns

CHECKED = 500
"""So many states, the nearest, are compared with their images."""

GAMES = 25
EVENTS = 200
"""And those of so many random games, of so many events at most. While it is explored, each
state that is folded is compared again, as far as that costs little."""


def asymmetry(game: AnyGame, start: AnyState, *, is_used: bool = True) -> str | None:
    """Return what is wrong with a symmetry of `game`; None if they may be used.

    One that is only declared is compared in a few states and one game.
    """
    if not game.symmetries:
        return f"{game.name} declares no symmetry"
    graph = explore(game, start, ExploreLimits(states=CHECKED if is_used else CHECKED // 20))
    writer = Writer()
    near = ((s, graph.script(number)) for number, s in graph.states())
    for s, script in chain(near, _played(game, start, GAMES if is_used else 1)):
        images = images_under(game)(s)
        if len(images) > MOST_IMAGES:
            return f"the symmetries turn one state into more than {MOST_IMAGES}"
        for name, image in game.symmetries.items():
            try:
                problem = _differs(game, writer, s, image)
            except Exception as error:  # noqa: BLE001  # an image that is no state
                problem = f"it raises {describe_error(error)}"
            if problem is not None:
                way = ", ".join(script) or "the first state"
                return f"{name!r} is not a symmetry: {problem} (after {way})"
    return None


def _played(
    game: AnyGame, start: AnyState, games: int
) -> Iterator[tuple[AnyState, tuple[str, ...]]]:
    """The states of some random games: the ends of games are far from their beginning."""
    dice = Dice(1)
    for _ in range(games):
        script: list[str] = []
        for turn in islice(random_turns(game.unchecked(), start, dice), EVENTS):
            script.append(str(turn.event))
            yield turn.state, tuple(script)


def _differs(
    game: AnyGame, writer: Writer, s: AnyState, image: Callable[[AnyState], AnyState]
) -> str | None:
    """Return the difference of a state and its image in what follows."""
    t = image(s)
    if not ends_alike(game.outcome(s), game.outcome(t)):
        return "the outcomes of the two states differ"
    if game.turn(s) != game.turn(t):
        return "the players on turn differ"
    if game.outcome(s) is not None:
        return None
    one = Counter(writer.digest(image(event.apply(s))) for event in game.moves(s))
    two = Counter(writer.digest(event.apply(t)) for event in game.moves(t))
    if one != two:
        counts = f"{sum(one.values())} and {sum(two.values())}"
        return f"the legal events differ ({counts} events)"
    if game.turn(s) == CHANCE:
        weights = [sorted(p for _, p in game.chance(x) or ()) for x in (s, t)]
        if weights[0] != weights[1]:
            return "the weights of chance differ"
    return None
