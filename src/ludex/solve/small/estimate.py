"""Estimates of how large a game is, before anybody explores all of it.

Random games show how many *lines of play* there are, by Knuth's method: the choices at each step
of a game are multiplied, and the mean over games is right on average. The first few thousand
*positions* show how many there are: where no move leads back to an earlier layer,
as in games in which pieces are only added, the layers grow, and the growth wears off until the
longest random game ends. Where moves lead back, nothing is predicted.
"""

from dataclasses import dataclass
from time import monotonic
from typing import Final, TypeVar

from ludex.bots.cancellation import think_on
from ludex.check.explore import Graph
from ludex.kernel import Dice, Game

S = TypeVar("S")

DEEPEST: Final = 1_000
"""Events of a random game; what goes on after that is taken to go on for ever."""

GAMES: Final = 200
FIRST: Final = 4_000
"""Positions that are looked at to see how fast they become more."""


@dataclass(frozen=True, slots=True)
class SizeEstimate:
    """The size of a game, as random games show it."""

    lines: float
    """Nodes of the tree of all lines of play, about."""

    longest: int
    """Events of the longest of them."""


def sample_games(game: Game[S], start: S, dice: Dice, *, seconds: float) -> SizeEstimate:
    """Play random games for a while."""
    begun = monotonic()
    lines, longest = 0.0, 0
    for played in range(1, GAMES + 1):  # noqa: B007
        s, nodes, width, depth = start, 1.0, 1.0, 0
        while depth < DEEPEST and game.outcome(s) is None:
            think_on()
            moves = game.moves(s)
            if not moves or monotonic() - begun > seconds:
                break
            width *= len(moves)
            nodes += width
            s = game.after(s, dice.choice(moves))
            depth += 1
        lines += nodes
        longest = max(longest, depth)
        if monotonic() - begun > seconds:
            break
    return SizeEstimate(lines / played, longest)


def predict_positions(graph: Graph, longest: int) -> float | None:
    """Estimate how many positions there are, by the growth of the first layers."""
    sizes = graph.layer_sizes()[:-1]  # the last is not all there
    if longest >= DEEPEST or len(sizes) < 3 or _leads_back(graph):
        return None
    depth, size = len(sizes) - 1, float(sizes[-1])
    growth = size / max(1, sizes[-2])
    total = float(sum(sizes))
    for d in range(depth, longest):
        size *= growth * (longest - d) / max(1, longest - depth)
        total += size
    return total


def _leads_back(graph: Graph) -> bool:
    """Does any move lead to a layer that is not the next?"""
    layer, following = -1, 0
    for n in range(graph.looked_at):
        while layer + 1 < len(graph.layers) and graph.layers[layer + 1] <= n:
            layer += 1
            ends = graph.layers[layer + 1 : layer + 2]
            following = ends[0] if ends else len(graph)
        first, end = graph.offsets[n], graph.offsets[n + 1]
        if any(graph.to[at] < following for at in range(first, end)):
            return True
    return False
