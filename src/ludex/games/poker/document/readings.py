"""Readings of the context: as it is written, repaired, and ours, and the repairs between.

A repair replaces the text of some axioms, and each is needed for the next defect to be seen:
an injection that cannot be hides that ten axioms say nothing; mended, they say too much; and
so on. `repaired` is the first reading that has a model in which hands are compared. `ours`
says of every helper when it is FALSE too, and chooses where the document leaves a choice.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from .axioms import AS_WRITTEN, AXIOMS, Axiom
from .formula import Predicate, read

_QUANTIFIERS = re.compile(r"((?:[∀∃][a-z, ]+·)+)(.*)")
_HAND = "a ∈ ℙ(SetID) ∧ isUnique(a) = TRUE ∧ isEmpty(a) = FALSE"
_IN_MANY = "a ∈ ℙ(SetID) ∧ isUnique(a) = TRUE ∧ card(a) > "
_LARGEST = "x ∈ a ∧ (∀y·y ∈ a ⇒ getValue(x) ≥ getValue(y))"
_PAIR = "x ∈ a ∧ y ∈ a ∧ x ≠ y ∧ getValue(x) = getValue(y)"
_THREE = (
    "x ∈ a ∧ y ∈ a ∧ z ∈ a ∧ x ≠ y ∧ y ≠ z ∧ z ≠ x"
    " ∧ getValue(x) = getValue(y) ∧ getValue(y) = getValue(z)"
)


class Repair(NamedTuple):
    """A change of some axioms, and the defects that it mends."""

    name: str
    mends: tuple[str, ...]
    """Codes of errata."""

    sentence: str
    texts: Mapping[str, str]
    """The new texts, by axiom."""


def _premised(text: str) -> str:
    """`∀a·∃x·∀y·P ⇒ Q` as the comments mean it: `∀a, x, y·P ⇒ Q`."""
    found = _QUANTIFIERS.fullmatch(text)
    if found is None or "∃" not in found[1]:
        return text
    names = ", ".join(part.strip("∀∃") for part in found[1].rstrip("·").split("·"))
    return f"∀{names}·{found[2]}"


def _changed(change: Callable[[str], str]) -> dict[str, str]:
    return {a.name: change(a.text) for a in AXIOMS if change(a.text) != a.text}


REPAIRS = (
    Repair(
        "function",
        ("E-PK-2",),
        "compareSetCard is a total function, and no injection",
        {
            "compareSetCard_D": AS_WRITTEN["compareSetCard_D"].text.replace("↣", "→"),
        },
    ),
    Repair(
        "quantifiers",
        ("E-PK-1",),
        "`there is x such that (P implies Q)` becomes `for every x, P implies Q`",
        _changed(_premised),
    ),
    Repair(
        "duplicates",
        ("E-PK-3", "E-PK-4"),
        "a set contains no card twice, so every set is unique; `x = y` held of every card",
        {"isUnique_F2": "∀a·a ∈ ℙ(SetID) ⇒ isUnique(a) = TRUE"},
    ),
    Repair(
        "largest",
        ("E-PK-9",),
        "x is largest when it is at least as large as *every* y",
        {
            "getMax_Func": f"∀a, x·{_HAND} ∧ {_LARGEST} ⇒ getMax(a) = getValue(x)",
            "getMax_Card_F": f"∀a, x·{_HAND} ∧ {_LARGEST} ⇒ getMax_Card(a) = {{x}}",
        },
    ),
    Repair(
        "choice",
        ("E-PK-7", "E-PK-8", "E-PK-10"),
        "where several pairs, threes or largest cards are there, it is one of them",
        {
            "getPair_F": f"∀a·{_IN_MANY}1 ∧ (∃x, y·{_PAIR})"
            f" ⇒ (∃x, y·{_PAIR} ∧ getPair(a) = {{x, y}})",
            "getThree_F": f"∀a·{_IN_MANY}2 ∧ (∃x, y, z·{_THREE})"
            f" ⇒ (∃x, y, z·{_THREE} ∧ getThree(a) = {{x, y, z}})",
            "getMax_Card_F": f"∀a·{_HAND} ⇒ (∃x·{_LARGEST} ∧ getMax_Card(a) = {{x}})",
        },
    ),
    Repair(
        "inequations",
        ("E-PK-6",),
        "three of a kind are three different cards",
        {"isThree_F": f"∀a, x, y, z·{_IN_MANY}2 ∧ {_THREE} ⇒ isThree(a) = TRUE"},
    ),
    Repair(
        "exactly",
        ("E-PK-5",),
        "every test says when it is FALSE too",
        {
            "isEmpty_F": "∀a·a ∈ ℙ(SetID) ⇒ (card(a) = 0 ⇔ isEmpty(a) = TRUE)",
            "isA_F": "∀a·a ∈ ℙ(SetID) ⇒ ((∃x·x ∈ a ∧ getValue(x) = 1) ⇔ isA(a) = TRUE)",
            "isK_F": "∀a·a ∈ ℙ(SetID) ⇒ ((∃x·x ∈ a ∧ getValue(x) = 13) ⇔ isK(a) = TRUE)",
            "isPair_F": f"∀a·a ∈ ℙ(SetID) ⇒ ((∃x, y·{_PAIR}) ⇔ isPair(a) = TRUE)",
            "isThree_F": f"∀a·a ∈ ℙ(SetID) ⇒ ((∃x, y, z·{_THREE}) ⇔ isThree(a) = TRUE)",
        },
    ),
)
"""In the order in which one shows the next."""


@dataclass(frozen=True, eq=False)
class AxiomReading:
    """The axioms after some of the repairs."""

    name: str
    repairs: tuple[Repair, ...]

    @cached_property
    def axioms(self) -> tuple[Axiom, ...]:
        """All 32, in the document's order."""
        texts = {k: v for repair in self.repairs for k, v in repair.texts.items()}
        return tuple(a._replace(text=texts.get(a.name, a.text)) for a in AXIOMS)

    @cached_property
    def predicates(self) -> Mapping[str, Predicate]:
        """Return what each axiom says, by its name."""
        return {axiom.name: read(axiom.text) for axiom in self.axioms}

    def changes(self, name: str) -> bool:
        """Does it change the axiom of that name?"""
        return any(name in repair.texts for repair in self.repairs)


LITERAL = AxiomReading("literal", ())
OURS = AxiomReading("ours", REPAIRS)
STEPS = (
    LITERAL,
    *(AxiomReading(repair.name, REPAIRS[: i + 1]) for i, repair in enumerate(REPAIRS[:-2])),
    AxiomReading("repaired", REPAIRS[:-1]),
    OURS,
)
"""From the document to our context, a repair at a time."""

READINGS = {reading.name: reading for reading in STEPS}
REPAIRED = READINGS["repaired"]
