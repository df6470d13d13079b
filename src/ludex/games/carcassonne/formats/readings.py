"""Two readings of Play and Next: as we mean them, and as the original program did them.

The original lets a player put out an eighth meeple (E-CA-2), draws the type of a random
placement (E-CA-3), and at the end takes cloisters with the same tiles around them for one
(E-CA-1). Its strategy is among the strategies.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ludex.games.carcassonne.rules.awards import Award
from ludex.games.carcassonne.rules.bag import drawable, is_over, left_of
from ludex.games.carcassonne.rules.features import counted
from ludex.games.carcassonne.rules.options import DOCUMENT, Draw
from ludex.games.carcassonne.rules.places import Place, surroundings
from ludex.games.carcassonne.rules.scoring import completed, final
from ludex.games.carcassonne.rules.terrain import Terrain
from ludex.games.carcassonne.rules.tiles import Role, Tile


@dataclass(frozen=True, slots=True)
class Reading:
    """What the programs do where document and program, or two readers, disagree."""

    name: str
    meeples: int = DOCUMENT.meeples
    """As many may a player have on the map after a move."""

    draw: Draw = Draw.FAIR
    joins_cloisters: bool = False
    """Are cloisters with the same tiles around them one, at the end?"""

    def weights(self, terrain: Terrain) -> Mapping[Tile, int]:
        """The types that Next can draw, and how likely each is."""
        by_tiles = self.draw is Draw.FAIR or not terrain.tiles
        return {
            tile: left_of(terrain, tile) if by_tiles else terrain.placements(tile)
            for tile in drawable(terrain)
        }

    def chances(self, terrain: Terrain) -> dict[Tile, Fraction]:
        """The same as probabilities."""
        weights = self.weights(terrain)
        return {t: Fraction(n, sum(weights.values())) for t, n in weights.items()}

    def at_the_end(self, terrain: Terrain) -> tuple[Award, ...]:
        """What is scored when no tile is left."""
        awards = final(terrain)
        return tuple(_joined(terrain, awards)) if self.joins_cloisters else awards

    def due(self, terrain: Terrain) -> tuple[Award, ...]:
        """What Next scores."""
        return self.at_the_end(terrain) if is_over(terrain) else completed(terrain)


def _joined(terrain: Terrain, awards: tuple[Award, ...]) -> Iterator[Award]:
    """The awards of the original: monks whose cloisters have the same tiles share one."""
    monks: dict[frozenset[Place], list[Award]] = {}
    for award in awards:
        if award.role is not Role.MONK:
            yield award
        else:
            (at,) = award.meeples
            around = frozenset({at, *surroundings(at)} & terrain.tiles.keys())
            monks.setdefault(around, []).append(award)
    for several in monks.values():
        first = several[0]
        places = tuple(at for award in several for at in award.meeples)
        counts = counted(terrain.meeples[at].seat for at in places)
        yield Award(
            Role.MONK, places, counts, first.tiles, first.is_complete, first.points
        )


OURS: Final = Reading("ours")
ORIGINAL: Final = Reading(
    "original", meeples=8, draw=Draw.PLACEMENTS, joins_cloisters=True
)
READINGS: Final = {reading.name: reading for reading in (OURS, ORIGINAL)}
