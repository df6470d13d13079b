"""Every requirement of the five documents: complete, answered for, tested; and what is left out."""

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from ludex.cli.commands.study.requirements import models_of
from ludex.games.chess_solitaire.document.model import TABLE_2
from ludex.games.freecell.document import board, card, deck
from ludex.games.poker.document.axioms import AXIOMS, CONSTANTS
from ludex.games.russian_bank.document.board import DocumentMove
from ludex.kernel import Event
from ludex.language.document import document_of
from ludex.registry import load
from ludex.study.documents.routine import QueryRoutine, Routine
from ludex.study.requirements import (
    LastResult,
    LinkKind,
    Pair,
    find_unmentioned,
    trace_requirements,
)
from ludex.study.requirements.last_run import marks_of_last_run
from ludex.study.requirements.markers import MarkedTest, find_marks
from ludex.study.requirements.matrix import TracedRequirement
from playing import ROOT
from requirement_matrix import complaints

DOCUMENTS = ("carcassonne", "chess-solitaire", "fighting", "freecell", "russian-bank")


def codes(name: str) -> list[str]:
    return [one.code for one in document_of(load(name)).requirements]


@cache
def marks() -> tuple[MarkedTest, ...]:
    return find_marks(ROOT / "tests")


@cache
def rows(name: str) -> tuple[TracedRequirement, ...]:
    game = load(name)
    return tuple(trace_requirements(game, models_of(game), marks(), {}))


def routines(name: str) -> Iterator[tuple[str, type[Event[Any]]]]:
    """What the models of a document have of its own."""
    for module, game in models_of(load(name)).items():
        for cls in game.events:
            if issubclass(cls, Routine | QueryRoutine):
                yield f"{module}.{cls.name}", cls


def test_every_requirement_has_what_answers_for_it_and_a_test() -> None:
    for name in DOCUMENTS:
        assert [*complaints(rows(name), marks())] == [], name


def test_no_requirement_is_answered_for_by_its_own_text_alone() -> None:
    """The rulebook, or the document's own model: something that runs."""
    for name in DOCUMENTS:
        kinds = {link.kind for row in rows(name) for link in row.links}
        assert kinds <= {*LinkKind} - {LinkKind.MISSING}, name
        assert {
            LinkKind.EVENT,
            LinkKind.GUARD,
            LinkKind.PROPERTY,
            LinkKind.FUNCTION,
        } <= kinds, name


def test_of_freecell_every_routine_exception_constant_and_variable_is_required() -> None:
    found = codes("freecell")
    for name, cls in routines("freecell"):
        assert name in found
        for exception in cls.raises:  # type: ignore[attr-defined]  # of routines alone
            # one name is cut off in print
            assert any(code.startswith(f"{name}.{exception}") for code in found)
    assert {f"Card.{name}" for name in vars(card.Card) if name[0] != "_"} <= {*found}
    for module, of in ((card, "Card"), (deck, "Deck"), (board, "Board")):
        constants = [n for n in vars(module) if n.startswith(("NUM_", "MAX_", "numOf"))]
        own = [n for n in constants if f"Card.{n}" not in found or of == "Card"]
        assert {f"{of}.{n}" for n in own} <= {*found}
    variables = [f"Deck.{one.name}" for one in fields(deck.DeckState)]
    variables += [f"Board.{one.name}" for one in fields(board.BoardState)]
    assert {v for v in variables if not v.endswith(".reading")} <= {*found}


def test_of_russian_bank_every_requirement_operation_pre_and_post_is_there() -> None:
    found = codes("russian-bank")
    assert [code for code in found if code[1:].isdecimal()] == [
        f"R{number}" for number in range(1, 11)
    ]
    for name, cls in routines("russian-bank"):
        assert name in found
        if issubclass(cls, DocumentMove):
            assert {f"{name}.pre", f"{name}.false"} <= {*found}
            assert (f"{name}.post" in found) == (cls.post is not DocumentMove.post)
        elif "pre" in cls.raises:  # type: ignore[attr-defined]  # of routines alone
            assert f"{name}.pre" in found


def test_of_chess_solitaire_every_event_and_every_row_of_table_2_is_required() -> None:
    game = load("chess-solitaire")
    found = codes("chess-solitaire")
    source = [cls.name for cls in game.events if not cls.beyond_source]
    assert {*source} <= {*found}
    assert not {"undo", "redo"} & {*found}, "no document asks for them"
    assert len(source) == 5
    for number, row in enumerate(TABLE_2, start=1):
        requirement = document_of(game).requirements[found.index(f"Table 2.{number}")]
        assert {*requirement.by} == {f"{event}.{row.code}" for event in row.events}


def test_of_poker_every_constant_and_axiom_is_required_in_its_order() -> None:
    found = codes("fighting")
    names = [*CONSTANTS, *(axiom.name for axiom in AXIOMS)]
    assert [code for code in found if code in names] == names


def test_of_carcassonne_programs_types_and_formats_are_required() -> None:
    found = codes("carcassonne")
    assert {"Draw", "Play", "Next", "XML state", "XML tile", "ASCII map"} <= {*found}
    assert sum(code.startswith("type.") for code in found) == 13
    assert sum(code.startswith("module.") for code in found) == 6


def test_the_document_is_silent_about_games_that_end_as_they_begin() -> None:
    """E-CS-5 and E-CS-6, found as outcomes that no requirement speaks of."""
    game = load("chess-solitaire")
    links = [link for row in rows(game.name) for link in row.links]
    found = find_unmentioned(game, game.start(), links, seconds=1.0)
    assert {one.pair for one in found.unmentioned} == {
        Pair("start_game", "ends: lost"),
        Pair("start_game", "ends: won"),
    }
    for one in found.unmentioned:
        assert str(one.script[-1]) == "start_game"


def test_every_requirement_passed_in_the_last_full_run() -> None:
    """Those results come with Ludex; `tools/keep_results.py` writes them anew."""
    for name in DOCUMENTS:
        game = load(name)
        went = document_of(game).last_run()
        kept = trace_requirements(game, {}, marks_of_last_run(game), went)
        assert [row.name for row in kept if row.result is not LastResult.PASSED] == []
