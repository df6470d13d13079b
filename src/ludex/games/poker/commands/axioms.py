"""`ludex poker axioms`: the Event-B document's axioms, and what is wrong with them."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.arguments import Json, print_json
from ludex.cli.errors import BadInput

if TYPE_CHECKING:
    from ..document.readings import AxiomReading


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
    fact: Annotated[
        str | None,
        typer.Argument(metavar="[FACT]", help="Is it entailed? Such as 'isA({Kh}) = FALSE'."),
    ] = None,
    *,
    reading: Annotated[
        ReadingName | None,
        typer.Option(help="As written (literal), after a repair, repaired, or ours."),
    ] = None,
    lint: Annotated[
        bool,
        typer.Option("--lint", help="Find axioms that say nothing or contradict each other."),
    ] = False,
    deck: Annotated[
        str,
        typer.Option(metavar="CARDS", help="The deck of cards that FACT is about."),
    ] = "",
    as_json: Json = False,
) -> None:
    """Print the 32 axioms of the Event-B document, or what a machine finds in them.

    \b
    ludex poker axioms                          as they are written
    ludex poker axioms --reading repaired
    ludex poker axioms --lint                   vacuous, dead, contradictory, open
    ludex poker axioms 'isA({Kh}) = FALSE' --reading repaired

    Each repair brings the next mistake to light; --lint goes through all of them, or asks one
    reading. Questions are put to small decks, and need z3 (pip install 'ludex[prove]').
    """
    from ..document.readings import LITERAL, READINGS, STEPS

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


def _ask(fact: str, deck: str, reading: "AxiomReading", *, as_json: bool) -> None:
    from ..document.lint import Senseless, deck_for, verdict

    try:
        cards = deck_for(fact, deck)
    except Senseless as reason:
        raise BadInput(str(reason)) from None
    said = verdict(reading, fact, cards)
    if as_json:
        print_json(
            {"fact": fact, "deck": str(cards), "reading": reading.name, "verdict": str(said)}
        )
    else:
        print(f"{said}: {fact} ({reading.name}, on the deck {cards})")
