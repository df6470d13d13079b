"""The cage: a program runs in it with limits, apart from the rest of the machine."""

from ludex.cage.choosing import walls
from ludex.cage.leash import Ended, Leashed, Ran
from ludex.cage.limits import Limits
from ludex.cage.running import Caged, ran
from ludex.cage.walls import Site, Walls

__all__ = [
    "Caged",
    "Ended",
    "Leashed",
    "Limits",
    "Ran",
    "Site",
    "Walls",
    "ran",
    "walls",
]
