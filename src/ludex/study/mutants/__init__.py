"""Mutants: a rulebook with one mistake in it, and who notices.

`mutants_of(game)` are all of them, or some at random; `try_mutants(mutants, judge)` puts one after the
other in place and asks a suite, or the laws. A mutant that nobody notices has survived: it comes
with a script that would tell it, or with the proof that it means the same.
"""

from ludex.study.mutants.mutant import KINDS, Mutant
from ludex.study.mutants.trial import (
    MutantVerdict,
    TriedMutant,
    mutants_of,
    try_mutants,
)

__all__ = [
    "KINDS",
    "Mutant",
    "MutantVerdict",
    "TriedMutant",
    "mutants_of",
    "try_mutants",
]
