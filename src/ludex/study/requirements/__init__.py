"""Requirements: the demands of a document, the code that answers for each, the tests that show it.

`links` finds what a requirement names in a rulebook, so that nothing can be renamed without being
noticed. `outcomes` lists what can come of an event, and which of it no requirement speaks of.
`markers` finds the tests that are marked with a requirement, `pytest_plugin` stores how they went,
`matrix` puts all of it together, and `report` prints it.
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
