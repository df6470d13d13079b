"""The cage: a program runs in it with limits, apart from the rest of the machine."""

from ludex.sandbox.limits import Limits
from ludex.sandbox.namespaces import Site, Walls
from ludex.sandbox.process import Ended, Leashed, Ran
from ludex.sandbox.run import Caged, ran
from ludex.sandbox.selection import walls

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
