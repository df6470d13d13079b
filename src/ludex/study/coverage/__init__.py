"""Coverage: the part of a rulebook that scripts reach, and the part that they could.

Obligations are what a good set of tests meets: every event happens, every guard refuses, every
two guards that can fail together do (which of them speaks is the point of their order), every
row of the data tables matters. `survey` finds out which of them can be met at all; `measure_scripts`
says which of them some scripts meet.
"""

from ludex.study.coverage.meter import Covered, NamedScript, measure_scripts
from ludex.study.coverage.obligations import (
    Catalogue,
    Happened,
    Obligation,
    Refused,
    Together,
    Used,
)
from ludex.study.coverage.survey import Effort, Survey, survey

__all__ = [
    "Catalogue",
    "Covered",
    "Effort",
    "Happened",
    "NamedScript",
    "Obligation",
    "Refused",
    "Survey",
    "Together",
    "Used",
    "measure_scripts",
    "survey",
]
