"""What may differ from table to table: how many play, how tiles are drawn, the meeples."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final

from ludex.kernel import Whole


class Draw(Enum):
    """How the next tile is drawn."""

    FAIR = "fair"  # every tile left in the bag as likely
    PLACEMENTS = "placements"  # every possible placement as likely (E-CA-3)


@dataclass(frozen=True, slots=True)
class Rules:
    """What may differ from table to table."""

    players: Annotated[int, Whole(1, 10), "how many play"] = 2
    draw: Annotated[Draw, "fair: from a bag; placements: as the original drew"] = (
        Draw.FAIR
    )
    meeples: Annotated[int, Whole(0, 8), "meeples of each player"] = 7


PRESETS: Final[Mapping[str, Rules]] = {
    "standard": Rules(),
    "original": Rules(draw=Draw.PLACEMENTS),
}
