"""Two readings of Play and Next: as we mean them, and as the original program did them.

The original lets a player put out an eighth meeple (E-CA-2), draws the type of a random
placement (E-CA-3), and at the end takes cloisters with the same tiles around them for one
(E-CA-1). Its strategy is among the strategies.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ..rules.awards import Award
from ..rules.features import counted
from ..rules.options import DOCUMENT, Draw, Rules
from ..rules.places import Place, surroundings
from ..rules.scoring import completed, final
from ..rules.state import State, is_over
from ..rules.terrain import Terrain
from ..rules.tiles import Role


@dataclass(frozen=True, slots=True)
class Reading:
    """What the programs do where document and program, or two readers, disagree."""

    name: str
    rules: Rules = DOCUMENT
    """How many meeples a player may have on the map after a move, and how tiles are drawn."""

    joins_cloisters: bool = False
    """Are cloisters with the same tiles around them one, at the end?"""

    def table(self, terrain: Terrain) -> State:
        """Return a map as a state of the game, whoever plays."""
        return State(self.rules, terrain)

    def at_the_end(self, terrain: Terrain) -> tuple[Award, ...]:
        """Return what is scored when no tile is left."""
        awards = final(self.table(terrain))
        return tuple(_joined(terrain, awards)) if self.joins_cloisters else awards

    def due(self, terrain: Terrain) -> tuple[Award, ...]:
        """Return what Next scores."""
        s = self.table(terrain)
        return self.at_the_end(terrain) if is_over(s) else completed(s)


def _joined(terrain: Terrain, awards: tuple[Award, ...]) -> Iterator[Award]:
    """Yield the awards of the original: monks whose cloisters have the same tiles share one."""
    monks: dict[frozenset[Place], list[Award]] = {}
    for award in awards:
        if award.role is not Role.MONK:
            yield award
        else:
            (at,) = award.meeples
            around = frozenset({at, *surroundings(at)} & terrain.tiles.keys())
            monks.setdefault(around, []).append(award)
    for several in monks.values():
        places = tuple(at for award in several for at in award.meeples)
        counts = counted(terrain.meeples[at].seat for at in places)
        yield replace(several[0], meeples=places, counts=counts)


OURS: Final = Reading("ours")
ORIGINAL: Final = Reading("original", Rules(meeples=8, draw=Draw.PLACEMENTS), joins_cloisters=True)
READINGS: Final = {reading.name: reading for reading in (OURS, ORIGINAL)}
