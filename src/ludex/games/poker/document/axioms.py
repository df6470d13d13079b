"""The context `Poker`: its constants and its 32 axioms, as they are written (`axioms.toml`).

The names are those of the document. Damage of its print is mended (an arrow lost before the
last conclusion, letters exchanged, a premise printed three times); what its author wrote is
not. `compareSetCard_D` has the arrow of a total injection.
"""

from typing import NamedTuple

from ludex.table.sentences import read_table


class Axiom(NamedTuple):
    """A named statement of the context, and what its comment says that it is for."""

    name: str
    text: str
    comment: str

    @property
    def function(self) -> str:
        """Return which constant it is about."""
        return self.name.rpartition("_")[0]


CONSTANTS = (
    *("isA", "result", "isK", "isPair", "isThree", "getThree", "getPair", "isUnique"),
    *("isEmpty", "getMax", "compareSetCard", "getMax_Card"),
)
"""In the document's order."""

AXIOMS = tuple(Axiom(**axiom) for axiom in read_table(__package__, "axioms.toml")["axiom"])
"""In the document's order."""

AS_WRITTEN = {axiom.name: axiom for axiom in AXIOMS}
