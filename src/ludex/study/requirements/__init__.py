"""Requirements of a document, the code that implements each, and the tests that show it.

`links` finds the objects that a requirement names in a rulebook, so a rename is noticed. `outcomes`
lists the outcomes of events that no requirement mentions. `markers` finds the tests that are marked
with a requirement, `pytest_plugin` stores their results, `matrix` combines everything, and `report`
prints it.
"""

from ludex.study.requirements.links import LinkKind, RequirementLink, find_links
from ludex.study.requirements.matrix import (
    LastResult,
    TracedRequirement,
    trace_requirements,
)
from ludex.study.requirements.outcomes import Pair, Unmentioned, find_unmentioned

__all__ = [
    "LastResult",
    "LinkKind",
    "Pair",
    "RequirementLink",
    "TracedRequirement",
    "Unmentioned",
    "find_links",
    "find_unmentioned",
    "trace_requirements",
]
