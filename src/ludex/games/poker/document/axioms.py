"""The context `Poker`: its constants and its 32 axioms, as they are written.

The names are those of the document. Damage of its print is mended (an arrow lost before the
last conclusion, letters exchanged, a premise printed three times); what its author wrote is
not. `compareSetCard_D` has the arrow of a total injection.
"""

from typing import NamedTuple

SETS = "ℙ(SetID)"


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

_HAND = "a ∈ ℙ(SetID) ∧ isUnique(a) = TRUE ∧ isEmpty(a) = FALSE"
_TWO = "a ∈ ℙ(SetID) ∧ b ∈ ℙ(SetID)"
_HANDS = (
    "isUnique(a) = TRUE ∧ isEmpty(a) = FALSE"
    " ∧ isUnique(b) = TRUE ∧ isEmpty(b) = FALSE ∧ card(a) = card(b)"
)

AXIOMS = (
    Axiom(
        "result_D",
        "result = {-1, 0, 1, 2}",
        "-1: error, 0: fair, 1: hand 1 wins, 2: hand 2 wins",
    ),
    Axiom("isEmpty_D", f"isEmpty ∈ {SETS} → BOOL", "is a set of cards empty"),
    Axiom(
        "isEmpty_F",
        f"∀a·a ∈ {SETS} ∧ card(a) = 0 ⇒ isEmpty(a) = TRUE",
        "with no cards it is empty",
    ),
    Axiom("isUnique_D", f"isUnique ∈ {SETS} → BOOL", "no two cards with one id"),
    Axiom(
        "isUnique_F1",
        f"∀a·a ∈ {SETS} ∧ isEmpty(a) = TRUE ⇒ isUnique(a) = TRUE",
        "if it is empty, then it is unique",
    ),
    Axiom(
        "isUnique_F2",
        f"∀a·∃x, y·a ∈ {SETS} ∧ x ∈ a ∧ y ∈ a ∧ x = y ⇒ isUnique(a) = FALSE",
        "with two cards of the same id it is not unique",
    ),
    Axiom("isA_D", f"isA ∈ {SETS} → BOOL", "does it hold an ace"),
    Axiom(
        "isA_F",
        f"∀a·∃x·{_HAND} ∧ x ∈ a ∧ getValue(x) = 1 ⇒ isA(a) = TRUE",
        "with a card of value 1 it has an ace",
    ),
    Axiom("isK_D", f"isK ∈ {SETS} → BOOL", "does it hold a king"),
    Axiom(
        "isK_F",
        f"∀a·∃x·{_HAND} ∧ x ∈ a ∧ getValue(x) = 13 ⇒ isK(a) = TRUE",
        "with a card of value 13 it has a king",
    ),
    Axiom("isPair_D", f"isPair ∈ {SETS} → BOOL", "does it hold a pair"),
    Axiom(
        "isPair_F",
        f"∀a·∃x, y·a ∈ {SETS} ∧ isUnique(a) = TRUE ∧ card(a) > 1"
        " ∧ x ∈ a ∧ y ∈ a ∧ x ≠ y ∧ getValue(x) = getValue(y) ⇒ isPair(a) = TRUE",
        "with two cards of the same value it has a pair",
    ),
    Axiom("isThree_D", f"isThree ∈ {SETS} → BOOL", "does it hold three of a kind"),
    Axiom(
        "isThree_F",
        f"∀a·∃x, y, z·a ∈ {SETS} ∧ isUnique(a) = TRUE ∧ card(a) > 2"
        " ∧ x ∈ a ∧ y ∈ a ∧ z ∈ a"
        " ∧ getValue(x) = getValue(y) ∧ getValue(y) = getValue(z)"
        " ⇒ isThree(a) = TRUE",
        "with three cards of the same value it has three of a kind",
    ),
    Axiom("getPair_D", f"getPair ∈ {SETS} → {SETS}", "the two cards of a pair"),
    Axiom(
        "getPair_F",
        f"∀a·∃x, y·a ∈ {SETS} ∧ isUnique(a) = TRUE ∧ card(a) > 1"
        " ∧ x ∈ a ∧ y ∈ a ∧ x ≠ y ∧ getValue(x) = getValue(y) ⇒ getPair(a) = {x, y}",
        "with two cards of the same value, return the pair",
    ),
    Axiom("getThree_D", f"getThree ∈ {SETS} → {SETS}", "the cards of three alike"),
    Axiom(
        "getThree_F",
        f"∀a·∃x, y, z·a ∈ {SETS} ∧ isUnique(a) = TRUE ∧ card(a) > 2"
        " ∧ x ∈ a ∧ y ∈ a ∧ z ∈ a ∧ x ≠ y ∧ y ≠ z ∧ z ≠ x"
        " ∧ getValue(x) = getValue(y) ∧ getValue(y) = getValue(z)"
        " ⇒ getThree(a) = {x, y, z}",
        "with three cards of the same value, return the three",
    ),
    Axiom("getMax_D", f"getMax ∈ {SETS} → Value", "the largest value"),
    Axiom(
        "getMax_Func",
        f"∀a·∃x·∀y·{_HAND} ∧ x ∈ a ∧ y ∈ a ∧ getValue(x) ≥ getValue(y) ⇒ getMax(a) = getValue(x)",
        "if the card x has the biggest value of the set, that is its maximum",
    ),
    Axiom("getMax_Card_D", f"getMax_Card ∈ {SETS} → {SETS}", "the card that has it"),
    Axiom(
        "getMax_Card_F",
        f"∀a·∃x·∀y·{_HAND} ∧ x ∈ a ∧ y ∈ a ∧ getValue(x) ≥ getValue(y) ⇒ getMax_Card(a) = {{x}}",
        "if the card x has the biggest value of the set, return x",
    ),
    Axiom(
        "compareSetCard_D",
        f"compareSetCard ∈ {SETS} × {SETS} ↣ result",
        "compare two sets of cards by value",
    ),
    Axiom(
        "compareSetCard_F00",
        f"∀a, b·{_TWO} ∧ card(a) ≠ card(b) ⇒ compareSetCard(a ↦ b) = -1",
        "different numbers of cards are an error",
    ),
    Axiom(
        "compareSetCard_F01",
        f"∀a, b·{_TWO} ∧ isUnique(a) = FALSE ⇒ compareSetCard(a ↦ b) = -1",
        "if a is not unique, error",
    ),
    Axiom(
        "compareSetCard_F02",
        f"∀a, b·{_TWO} ∧ isUnique(b) = FALSE ⇒ compareSetCard(a ↦ b) = -1",
        "if b is not unique, error",
    ),
    Axiom(
        "compareSetCard_F0",
        f"∀a, b·{_TWO} ∧ isEmpty(a) = TRUE ∧ isEmpty(b) = TRUE ⇒ compareSetCard(a ↦ b) = 0",
        "two empty sets are fair",
    ),
    Axiom(
        "compareSetCard_F10",
        f"∀a, b·{_TWO} ∧ {_HANDS} ∧ isA(a) = TRUE ∧ isA(b) = FALSE ⇒ compareSetCard(a ↦ b) = 1",
        "a has an ace, b has none: a wins",
    ),
    Axiom(
        "compareSetCard_F11",
        f"∀a, b·{_TWO} ∧ {_HANDS} ∧ getMax(a) > getMax(b) ∧ isA(a) = isA(b)"
        " ⇒ compareSetCard(a ↦ b) = 1",
        "both or neither have an ace, and a's maximum is bigger: a wins",
    ),
    Axiom(
        "compareSetCard_F20",
        f"∀a, b·{_TWO} ∧ {_HANDS} ∧ isA(a) = FALSE ∧ isA(b) = TRUE ⇒ compareSetCard(a ↦ b) = 2",
        "b has an ace, a has none: b wins",
    ),
    Axiom(
        "compareSetCard_F21",
        f"∀a, b·{_TWO} ∧ {_HANDS} ∧ getMax(a) < getMax(b) ∧ isA(a) = isA(b)"
        " ⇒ compareSetCard(a ↦ b) = 2",
        "both or neither have an ace, and b's maximum is bigger: b wins",
    ),
    Axiom(
        "compareSetCard_FR",
        f"∀a, b·∃c, d·{_TWO} ∧ c ∈ {SETS} ∧ d ∈ {SETS} ∧ {_HANDS}"
        " ∧ getMax(a) = getMax(b) ∧ isA(a) = isA(b)"
        " ∧ c = a ∖ getMax_Card(a) ∧ d = b ∖ getMax_Card(b)"
        " ⇒ compareSetCard(a ↦ b) = compareSetCard(c ↦ d)",
        "equal maxima: remove the maximal card from both and compare again",
    ),
)
"""In the document's order."""

AS_WRITTEN = {axiom.name: axiom for axiom in AXIOMS}
