"""The rules as players read them."""

import re

import pytest

from ludex.kernel import Written, say
from ludex.language.rulebook.markup import as_text
from ludex.language.rulebook.page import (
    Block,
    BulletList,
    CodeLine,
    Heading,
    Paragraph,
    TableBlock,
    page_blocks,
)
from ludex.language.rulebook.players import for_players
from ludex.language.translations import rules_language
from ludex.registry import load, played
from ludex.table import looks_of

PAGE: list[Block] = [
    Heading(1, "Game"),
    Paragraph("Bring every card home (X7)."),
    Paragraph("From the document, in the order (M19)."),
    Paragraph("How cards move (Table 1 of the document): the document's own way."),
    Heading(2, "Events"),
    Heading(3, Written("move_home")),
    CodeLine("move_home(number: INTEGER_64)"),
    Paragraph("Move a card home."),
    BulletList(("number: a number from 1 to 4",)),
    TableBlock(("", "refused"), (("1", "The column is empty"),)),
    Heading(3, Written("is_home")),
    CodeLine("is_home(number: INTEGER_64)"),
    Paragraph(say("rule", "{rule} {kind}", rule="Say so.", kind=say("query", "(A query.)"))),
    Heading(2, "Positions"),
    Paragraph("A position is one line:"),
    CodeLine("A/B/C"),
]


def test_how_to_play_comes_first_without_what_is_typed_and_without_codes() -> None:
    first, whole = for_players(PAGE)
    assert first == (
        Paragraph("Bring every card home."),
        Paragraph("How cards move: the document's own way."),
    )
    assert whole == (
        Heading(2, "Events"),
        Heading(3, "Move a card home."),
        PAGE[9],
    )


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("name", [game.name for game in played()])
def test_no_player_reads_what_is_for_programmers(name: str, language: str) -> None:
    game = load(name)
    words = rules_language(language, game).words
    first, whole = for_players(page_blocks(game, game.start.default), words)
    text = as_text([*first, *whole])
    typed = [cls.name for cls in game.events if "_" in cls.name]
    assert not re.search(r"\b[a-z]+_[a-z_]+\b|`\w+=\w+`|\bE-[A-Z]{2}-", text)
    assert not re.search(r"INTEGER|Phase\.|\bs\.\w|\([A-Z]{1,3}\d+\)", text)
    assert not [word for word in typed if re.search(rf"\b{word}\(", text)]


def test_no_rule_is_lost_because_it_names_the_document() -> None:
    land = as_text(for_players(page_blocks(load("carcassonne"))).first)
    assert "each side that touches a tile must match it" in " ".join(land.split())
    chess = as_text(for_players(page_blocks(load("chess-solitaire"))).first)
    assert "always the vertical part first" in " ".join(chess.split())
    assert "How the pieces of Chess Solitaire move." in chess


@pytest.mark.parametrize("name", [game.name for game in played()])
def test_every_game_is_told_in_a_minute_with_pictures(name: str) -> None:
    lessons = looks_of(load(name)).lessons
    assert 3 <= len(lessons) <= 6
    for lesson in lessons:
        assert lesson.pieces
        assert len(lesson.words) < 160, "a minute is short"
        assert {*(lesson.arrow or ())} <= {*range(len(lesson.pieces))}
