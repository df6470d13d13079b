"""Coverage: the part of a rulebook that scripts reach, and the part that can be reached.

A good set of tests meets all obligations: every event happens, every guard refuses, every two
guards that can fail together do so (this tests their order), and every row of the data tables
matters. `survey` finds the obligations that can be met; `measure_scripts` finds those that some
scripts meet.
"""

from ludex.study.coverage.meter import MetObligations, NamedScript, measure_scripts
from ludex.study.coverage.obligations import (
    Catalogue,
    EventSuccess,
    GuardOrder,
    Obligation,
    Refused,
    RowEffect,
)
from ludex.study.coverage.survey import Effort, Survey, survey

__all__ = [
    "Catalogue",
    "Effort",
    "EventSuccess",
    "GuardOrder",
    "MetObligations",
    "NamedScript",
    "Obligation",
    "Refused",
    "RowEffect",
    "Survey",
    "measure_scripts",
    "survey",
]
