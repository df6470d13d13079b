"""Mutants: a rulebook with one mistake, and the tests that detect it.

`mutants_of(game)` returns all mutants, or a random sample. `try_mutants(mutants, judge)` installs
one after the other and runs a suite, or the laws. A mutant that no test detects has survived: it
comes with a script that would detect it, or with a proof that it is equivalent.
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
