"""`ludex poker axioms`: the Event-B document's axioms, and what is wrong with them."""

from enum import StrEnum

from ludex.cli.arguments import Json, print_json
from ludex.cli.errors import BadInput

from ..document.readings import LITERAL, READINGS, STEPS, AxiomReading


class ReadingName(StrEnum):
    """The readings: as written, repaired and ours, and the repairs in between."""

    LITERAL = "literal"
    FUNCTION = "function"
    QUANTIFIERS = "quantifiers"
    DUPLICATES = "duplicates"
    LARGEST = "largest"
    CHOICE = "choice"
    REPAIRED = "repaired"
    OURS = "ours"


def axioms(
    fact: str | None = None,
    *,
    reading: ReadingName | None = None,
    lint: bool = False,
    deck: str = "",
    as_json: Json = False,
) -> None:
    """Print the 32 axioms of the Event-B document, or check them with a solver.

    \b
    ludex poker axioms                          as they are written
    ludex poker axioms --reading repaired
    ludex poker axioms --lint                   vacuous, dead, contradictory, open
    ludex poker axioms 'isA({Kh}) = FALSE' --reading repaired

    Each correction reveals the next error. --lint checks all readings, or the one of --reading.
    The checks use small decks and need z3 (pip install "ludex[prove]").

    Options:
      fact ([FACT]): Is it entailed? Such as 'isA({Kh}) = FALSE'.
      reading: As written (literal), after a repair, repaired, or ours.
      lint: Find vacuous axioms, and axioms that contradict each other.
      deck (CARDS): The deck of cards that FACT is about.
    """

    if fact is not None and lint:
        raise BadInput("a fact, or --lint: not both")
    if deck and fact is None:
        raise BadInput("--deck goes with a fact")
    chosen = READINGS[reading.value] if reading else LITERAL
    if fact is not None:
        _ask(fact, deck, chosen, as_json=as_json)
    elif lint:
        from ..document.report import findings

        found = (findings(one) for one in ([chosen] if reading else STEPS))
        if as_json:
            print_json([one.record() for one in found])
        else:
            for one in found:
                print("\n".join(one.lines()), flush=True)
    elif as_json:
        print_json([{**one._asdict()} for one in chosen.axioms])
    else:
        for axiom in chosen.axioms:
            mark = "*" if chosen.changes(axiom.name) else " "
            print(f"{mark} {axiom.name}: {axiom.text}\n      {axiom.comment}")


def _ask(fact: str, deck: str, reading: AxiomReading, *, as_json: bool) -> None:
    from ..document.lint import Senseless, deck_for, verdict

    try:
        cards = deck_for(fact, deck)
    except Senseless as reason:
        raise BadInput(str(reason)) from None
    answer = verdict(reading, fact, cards)
    if as_json:
        print_json(
            {"fact": fact, "deck": str(cards), "reading": reading.name, "verdict": str(answer)}
        )
    else:
        print(f"{answer}: {fact} ({reading.name}, on the deck {cards})")
