"""The cage: a program runs in it with limits, apart from the rest of the machine."""

from ludex.grade.cage.choosing import walls
from ludex.grade.cage.limits import Limits
from ludex.grade.cage.running import Caged, Ended, Ran, ran
from ludex.grade.cage.walls import Site, Walls

__all__ = ["Caged", "Ended", "Limits", "Ran", "Site", "Walls", "ran", "walls"]
