"""The Event-B document: what a machine finds in its axioms, from their text alone."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, product

import pytest

from ludex.games.poker.document import lint
from ludex.games.poker.document.axioms import AXIOMS, CONSTANTS
from ludex.games.poker.document.explain import chain
from ludex.games.poker.document.formula import Joined, Quantified, read
from ludex.games.poker.document.lint import Entailment, Senseless, deck_for
from ludex.games.poker.document.readings import (
    LITERAL,
    OURS,
    READINGS,
    REPAIRED,
    REPAIRS,
)
from ludex.games.poker.document.record import WRITTEN, remarks
from ludex.games.poker.document.refinement import by_axioms, differing
from ludex.games.poker.document.refinement import by_key as table_by_key
from ludex.games.poker.document.semantics import by_key, violations
from ludex.games.poker.document.universe import SmallDeck
from ludex.games.poker.fighting.event_b import SetOrder, compare
from ludex.games.poker.fighting.game import game
from ludex.games.poker.rules.evaluator import rank
from ludex.games.poker.rules.notation import cards, to_document
from ludex.games.poker.rules.ranking import class_ranks, of_five
from ludex.language.document import document_of
from ludex.study.documents.difference import DifferenceKind
from ludex.study.documents.report import differences

RANKS = class_ranks()
SMALL = tuple(map(SmallDeck.of, ("5h", "Kh", "5h5s", "5h6h", "AhKh")))
THREE = SmallDeck.of("5h5s5d")
EXISTS = {
    *("isUnique_F2", "isA_F", "isK_F", "isPair_F", "isThree_F", "getPair_F"),
    *("getThree_F", "getMax_Func", "getMax_Card_F", "compareSetCard_FR"),
}
GUARDED = EXISTS - {"isUnique_F2"} | {f"compareSetCard_F{n}" for n in (10, 11, 20, 21)}


def ids(text: str) -> tuple[int, ...]:
    return tuple(map(to_document, cards(text)))


@pytest.mark.requirement("fighting.*_D", "fighting.result", "fighting.compareSetCard")
def test_there_are_32_axioms_about_the_twelve_constants() -> None:
    assert len(AXIOMS) == len({axiom.name for axiom in AXIOMS}) == 32
    assert {axiom.function for axiom in AXIOMS} == set(CONSTANTS)
    assert len(CONSTANTS) == 12


def test_a_quantifier_reaches_to_the_end_and_and_binds_tighter_than_implies() -> None:
    found = read("∀a·∃x·x ∈ a ∧ getValue(x) = 1 ⇒ isA(a) = TRUE")
    assert isinstance(found, Quantified)
    assert isinstance(found.body, Quantified)
    assert isinstance(found.body.body, Joined)
    assert found.body.body.sign == "⇒"


@pytest.mark.parametrize("text", ["∀a·", "isA(a) =", "isA(a = 1", "?", "isA(a) = 1 1"])
def test_what_is_no_predicate_is_refused(text: str) -> None:
    with pytest.raises((ValueError, IndexError)):
        read(text)


def test_ten_axioms_as_written_say_nothing() -> None:
    """E-PK-1."""
    assert set(lint.vacuous(LITERAL, SMALL)) == EXISTS
    meant = READINGS["quantifiers"]
    assert not lint.vacuous(meant, (*SMALL, THREE))


def test_an_injection_into_four_results_has_no_model() -> None:
    """E-PK-2."""
    found = lint.contradiction(LITERAL, SMALL)
    assert found is not None
    assert found.cause == "compareSetCard_D"
    assert lint.contradiction(READINGS["function"], SMALL) is None


@pytest.mark.slow
def test_a_card_that_equals_itself_kills_every_axiom_that_asks_for_a_unique_hand() -> None:
    """E-PK-3; and E-PK-4: mended, nothing can be not unique any more."""
    decks = (*SMALL, THREE)
    assert set(lint.dead(READINGS["quantifiers"], decks)) == GUARDED
    alive = lint.dead(READINGS["choice"], decks)
    assert set(alive) == {"compareSetCard_F01", "compareSetCard_F02"}


def test_the_largest_of_two_equal_cards_is_two_cards_at_once() -> None:
    """E-PK-10: found on the deck of two fives, with a core that is minimal."""
    reading = READINGS["largest"]
    found = lint.contradiction(reading, SMALL)
    assert found is not None
    assert (str(found.deck), found.cause) == ("5h 5s", "getMax_Card_F")
    assert lint.model(reading, found.deck, found.core) is None
    for name in found.core:
        fewer = [one for one in found.core if one != name]
        assert lint.model(reading, found.deck, fewer) is not None


def test_without_a_proper_largest_every_card_is_the_largest() -> None:
    """E-PK-9."""
    found = [*lint.causes(READINGS["duplicates"], SMALL)]
    assert [(str(one.deck), one.cause) for one in found] == [
        ("5h 5s", "getMax_Card_F"),
        ("5h 6h", "getMax_Func"),
    ]


def test_three_alike_have_several_pairs_and_four_alike_several_threes() -> None:
    """E-PK-7 and E-PK-8."""
    decks = (THREE, lint.FOUR_ALIKE)
    reading = READINGS["largest"]
    sound = [n for n in reading.predicates if not n.startswith(("compare", "getMax"))]
    assert lint.core(reading, decks[0], sound) == ("isUnique_F2", "getPair_F")
    rest = [name for name in sound if name != "getPair_F"]
    assert lint.core(reading, decks[1], rest) == ("isUnique_F2", "getThree_F")


FACTS = [
    ("literal", "isA({Kh}) = FALSE", "both"),
    ("function", "isA({Kh}) = FALSE", "open"),
    ("function", "isEmpty({5h}) = FALSE", "entailed"),
    ("function", "compareSetCard({Kh} ↦ {Ah}) = 2", "open"),
    ("quantifiers", "isUnique({5h}) = TRUE", "refuted"),
    ("quantifiers", "compareSetCard({Kh} ↦ {Ah}) = -1", "entailed"),
    ("repaired", "isA({Kh}) = FALSE", "open"),
    ("repaired", "isA({Ah}) = TRUE", "entailed"),
    ("ours", "isA({Kh}) = FALSE", "entailed"),
    ("ours", "compareSetCard({Kh} ↦ {Ah}) = 2", "entailed"),
    ("ours", "compareSetCard({5h} ↦ {5s}) = 1", "refuted"),
]


@pytest.mark.requirement(
    "fighting.isUnique_F*",
    "fighting.isA_F",
    "fighting.isEmpty_F",
    "fighting.isPair_F",
    "fighting.isThree_F",
)
def test_facts_are_entailed_refuted_or_open() -> None:
    """E-PK-5: that a king is no ace."""
    for reading, fact, verdict in FACTS:
        deck = deck_for(fact)
        assert lint.verdict(READINGS[reading], fact, deck) == verdict, (reading, fact)


def test_what_has_no_value_is_open() -> None:
    """E-PK-11: the largest card of none."""
    fact = "getMax_Card({}) = {}"
    assert lint.verdict(OURS, fact, deck_for(fact, "Kh")) is Entailment.OPEN


def test_any_three_cards_are_three_of_a_kind_until_they_have_to_differ() -> None:
    """E-PK-6."""
    fact = "isThree({5h, 5s, 6h}) = FALSE"
    deck = deck_for(fact)
    assert lint.verdict(READINGS["choice"], fact, deck) is Entailment.REFUTED
    assert lint.verdict(REPAIRED, fact, deck) is Entailment.OPEN
    assert lint.verdict(OURS, fact, deck) is Entailment.ENTAILED


@pytest.mark.slow
def test_ours_entails_everything_that_is_expected() -> None:
    assert {*lint.facts(OURS).values()} == {Entailment.ENTAILED}


@pytest.mark.slow
def test_every_repair_is_called_for_by_something_found() -> None:
    found = {(one.kind, one.place) for one in remarks()}
    assert {place for kind, place in found if kind == "vacuous"} == EXISTS
    assert {place for kind, place in found if kind == "contradiction"} == {
        *("compareSetCard_D", "getMax_Card_F", "getMax_Func", "getPair_F"),
        "getThree_F",
    }
    assert {place for kind, place in found if kind == "dead premise"} >= GUARDED
    assert ("refuted", "isThree") in found
    assert ("open", "isA") in found


def test_repairs_name_errata_and_axioms_that_are_there() -> None:
    codes = {erratum.code for erratum in document_of(game).errata}
    names = {axiom.name for axiom in AXIOMS}
    for repair in REPAIRS:
        assert {*repair.mends} <= codes
        assert {*repair.texts} <= names


@pytest.mark.parametrize(
    ("fact", "deck", "reason"),
    [
        ("isA({Kh}", "", "cannot be read"),
        ("1 = 1", "", "0 cards"),
        ("5 = 5", "Kh", "is not about the context"),
        ("isA({Kh}) = TRUE", "5h", "Kh is not in the deck 5h"),
        ("isA({Kh}) = TRUE", "Xx", "'Xx'"),
        ("isA(x) = TRUE", "Kh", "has no meaning"),
        ("isA({Kh, Qh, Jh, Th}) = TRUE", "", "4 cards: a deck has one to 3"),
    ],
)
def test_a_fact_that_makes_no_sense_is_refused(fact: str, deck: str, reason: str) -> None:
    with pytest.raises(Senseless, match=reason):
        deck_for(fact, deck)


@pytest.mark.parametrize(
    "words",
    ["poker axioms --lint", "check fighting --as-written", "diff fighting"],
)
def test_without_z3_there_is_one_clear_line(words: str) -> None:
    program = f"""
import sys
sys.modules["z3"] = None
sys.argv = ["ludex", *{words.split()}]
from ludex.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == ('ludex: questions about axioms need z3: pip install "ludex[prove]"\n')


# -- hands -----------------------------------------------------------------------------------


def hands(n: int, values: Iterable[int] = range(1, 14)) -> list[frozenset[int]]:
    """A hand of every kind of so many cards of these values."""
    return [
        frozenset(v + 13 * few[:i].count(v) for i, v in enumerate(few))
        for few in combinations_with_replacement(values, n)
    ]


def broken(key: SetOrder, several: list[frozenset[int]]) -> Counter[str]:
    """How often an order breaks which axiom."""
    order = by_key(key)
    pairs = product(several, repeat=2)
    return Counter(one for a, b in pairs for one in violations(a, b, order))


@pytest.mark.requirement("fighting.compareSetCard_F*")
def test_our_comparison_breaks_no_axiom_and_the_everyday_order_two() -> None:
    """E-PK-12: two aces lose to one."""
    some = hands(2, (1, 2, 12, 13))
    assert broken(SetOrder.AXIOMS, some) == {}
    assert broken(SetOrder.ACE_HIGH, some) == {
        "compareSetCard_F11": 3,
        "compareSetCard_F21": 3,
    }
    a, b = ids("AsAhKd"), ids("AcKhQd")
    assert broken(SetOrder.AXIOMS, [frozenset(a), frozenset(b)]) == {}


def test_no_pair_of_three_cards_breaks_an_axiom() -> None:
    """Rule by rule on the values that matter, and on all 455 kinds of hands by their table."""
    some = hands(3, (1, 2, 12, 13))
    assert broken(SetOrder.AXIOMS, some) == {}
    assert broken(SetOrder.ACE_HIGH, some) == {
        "compareSetCard_F11": 17,
        "compareSetCard_F21": 17,
    }
    assert (by_axioms(3) == table_by_key(3)).all()
    # 662 pairs break F11 and 662 F21; of the others FR leads to such a pair of fewer cards.
    differing = (by_axioms(3) != table_by_key(3, SetOrder.ACE_HIGH)).sum()
    assert differing == 2 * 662 + 156


@pytest.mark.requirement("fighting.compareSetCard_F*", "fighting.result")
def test_the_chain_of_axioms_ends_with_the_result() -> None:
    for first, second, rules in [
        ("AsAhKd", "AcKhQd", ["FR", "F21"]),
        ("As2h", "KsQh", ["F10"]),
        ("KsQh", "As2h", ["F20"]),
        ("5h6h", "5s7h", ["F21"]),
        ("5h", "5s", ["FR", "F0"]),
        ("", "", ["F0"]),
        ("5h", "5s6s", ["F00"]),
    ]:
        links = [*chain(ids(first), ids(second))]
        assert [link.rule.removeprefix("compareSetCard_") for link in links] == rules, first
        assert links[-1].result == compare(ids(first), ids(second)), first


def test_a_card_twice_ends_the_chain_before_it_begins() -> None:
    assert [link.rule for link in chain((1, 1), (2, 3))] == ["compareSetCard_F01"]
    assert [link.rule for link in chain((2, 3), (1, 1))] == ["compareSetCard_F02"]


def test_the_sort_key_says_what_the_axioms_say_of_every_pair() -> None:
    for n in range(5):
        assert (by_axioms(n) == table_by_key(n)).all(), n


@pytest.mark.slow
def test_the_evaluator_refines_the_repaired_context_on_all_hands() -> None:
    assert (by_axioms(5) == table_by_key(5)).all()
    classes = {suited: of_five(suited=suited) for suited in (False, True)}
    for hand in combinations(range(52), 5):
        suited = len({card % 4 for card in hand}) == 1
        assert rank(hand) == RANKS[classes[suited][tuple(card // 4 for card in hand)]]
    assert differing() == (7462**2, 0)


# -- call by call ----------------------------------------------------------------------------


def test_the_axioms_decide_more_and_more_calls_as_they_are_mended() -> None:
    """E-PK-2, E-PK-1, E-PK-5: no model, then several answers, then one."""
    literal, function, repaired, ours, _ = differences(WRITTEN)
    assert [one.calls for one in (literal, function, repaired, ours)] == [16] * 4
    assert [dict(one.counts) for one in (literal, function, repaired, ours)] == [
        {DifferenceKind.UNDEFINED: 15},
        {DifferenceKind.UNDEFINED: 5},
        {DifferenceKind.UNDEFINED: 2},
        {},
    ]
    assert literal.first is not None
    assert "no functions fulfil the axioms" in literal.first.written
    assert repaired.first is not None
    assert repaired.first.call == "compareSetCard(Ah,Kh)"
    assert repaired.first.written == "undefined: open: several results fulfil the axioms"


def test_two_aces_lose_to_one_and_are_the_smallest_call_that_shows_it() -> None:
    """E-PK-12."""
    *_, everyday = differences(WRITTEN)
    assert everyday.calls == 4**2 + 10**2 + 20**2
    assert dict(everyday.counts) == {DifferenceKind.SHOWN: 52}
    assert everyday.first is not None
    assert everyday.first.call == "compareSetCard(AhAd,Ah2h)"
    assert (everyday.first.written, everyday.first.meant) == ("shown: 2", "shown: 1")
