"""The shortest play to a state on which two readings differ.

Plays of one player are looked through in the order of their length and of what is still
missing at least (A*): a move puts out one meeple at most, so somebody who needs two monks is
two moves away or more. The first state that is found is therefore as short as any.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import Final

from ludex.kernel import Dice, Seat

from ..engine.refinement import placements
from ..formats.readings import ORIGINAL, OURS
from ..formats.strategies import Turn, original
from ..game import game
from ..rules.events import PlaceTile, laid
from ..rules.options import DOCUMENT
from ..rules.scoring import completed, points
from ..rules.state import drawable
from ..rules.terrain import EMPTY, Terrain
from ..rules.tiles import Role, Tile

ALONE = Seat(0)


@dataclass(frozen=True, slots=True)
class Play:
    """Tiles laid one after the other, and the map that they make."""

    terrain: Terrain
    moves: tuple[tuple[Tile, PlaceTile], ...] = ()

    @property
    def script(self) -> tuple[str, ...]:
        """The moves as they are written, each with its tile."""
        return tuple(f"{tile} {move}" for tile, move in self.moves)


def shortest(
    differs: Callable[[Terrain], bool],
    missing: Callable[[Terrain], int],
    most: int = 10_000,
) -> Play | None:
    """Return the shortest play to a map on which two readings differ; None when it is not found.

    `missing` never says more moves than are needed.
    """
    ticket = count()
    waiting = [(missing(EMPTY), 0, next(ticket), Play(EMPTY))]
    seen = {EMPTY}
    for _ in range(most):
        if not waiting:
            return None
        *_, play = heappop(waiting)
        if differs(play.terrain):
            return play
        for further in _further(play):
            if further.terrain not in seen:
                seen.add(further.terrain)
                tiles, left = len(further.moves), missing(further.terrain)
                # of equally promising plays the longer comes first
                heappush(waiting, (tiles + left, -tiles, next(ticket), further))
    return None


def _further(play: Play) -> Iterator[Play]:
    """Yield every tile that can come next, laid in every way in which nothing is scored."""
    for tile in drawable(OURS.table(play.terrain)):
        for move in placements(play.terrain, tile, has_meeple=True):
            terrain = laid(play.terrain, tile, move, ALONE)
            if not completed(OURS.table(terrain)):
                yield Play(terrain, (*play.moves, (tile, move)))


# -- where the readings differ -----------------------------------------------------------------


def eighth_meeple() -> Play | None:
    """Return a map on which the original lets the player put out a meeple, and we do not."""

    def differs(terrain: Terrain) -> bool:
        used = terrain.used(ALONE)
        return (used < ORIGINAL.rules.meeples) != (used < DOCUMENT.meeples)

    return shortest(differs, lambda terrain: DOCUMENT.meeples - terrain.used(ALONE))


def twin_cloisters() -> Play | None:
    """Return a map that the original scores otherwise, were it the last."""

    def differs(terrain: Terrain) -> bool:
        theirs, ours = ORIGINAL.at_the_end(terrain), OURS.at_the_end(terrain)
        return points(theirs) != points(ours)

    def missing(terrain: Terrain) -> int:
        monks = sum(m.role is Role.MONK for m in terrain.meeples.values())
        return max(0, 2 - monks)

    return shortest(differs, missing)


def biased_draw() -> Play | None:
    """Return a map after which the original draws types with other chances than a bag does."""

    def differs(terrain: Terrain) -> bool:
        theirs, ours = (game.chance(r.table(terrain)) for r in (ORIGINAL, OURS))
        return theirs != ours

    return shortest(differs, lambda _: 0)


def near_the_origin() -> tuple[Play, Tile, PlaceTile] | None:
    """Return a map, a tile, and a move that the document's Algorithm 2 makes and its program never."""
    found: list[tuple[Tile, PlaceTile]] = []

    def differs(terrain: Terrain) -> bool:
        for tile in drawable(OURS.table(terrain)) if terrain.tiles else ():
            moves = placements(terrain, tile, has_meeple=False)
            made = _chosen(terrain, tile, len(moves))
            never = [move for move in moves if move not in made]
            if never:
                found.append((tile, never[0]))
                return True
        return False

    play = shortest(differs, lambda _: 0)
    return None if play is None else (play, *found[-1])


def _chosen(terrain: Terrain, tile: Tile, moves: int) -> set[PlaceTile | None]:
    """Return every move of the original's strategy, whatever its number: the rest of a division."""
    turn = Turn(terrain, tile, ALONE, has_meeple=False)
    numbers = range(min(2 * moves, NUMBERS))
    return {original(turn, _Number(number)) for number in numbers}


def first_moves() -> tuple[set[PlaceTile], set[PlaceTile]]:
    """Return the first moves that are allowed, and those that the original's number never gives."""
    allowed = set(placements(EMPTY, Tile.E, has_meeple=True))
    turn = Turn(EMPTY, Tile.E, ALONE, has_meeple=True)
    made = {original(turn, _Number(number)) for number in range(NUMBERS)}
    return allowed, {move for move in allowed if move not in made}


NUMBERS: Final = 1001


class _Number(Dice):
    """Dice that give the number one wants: the original draws only one."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def below(self, n: int) -> int:
        assert self.number < n
        return self.number
