"""What the rulebook says: codes, the document's letters, tiles by their look."""

import re

import pytest

from games.carcassonne.lines import state
from ludex.games.carcassonne.document.document_words import DOCUMENT
from ludex.games.carcassonne.game import State, game
from ludex.games.carcassonne.rules.events import DrawTile, PlaceTile
from ludex.games.carcassonne.rules.places import Place
from ludex.games.carcassonne.rules.scoring import COUNTED, MEEPLES, NUMBERS, Award
from ludex.games.carcassonne.rules.tiles import (
    DOMAINS,
    GROUND_WORDS,
    LOOKS,
    NAMES,
    ORDINALS,
    ROLE_WORDS,
    SIDES,
    Facing,
    Role,
    Tile,
)
from ludex.kernel import Event, Refusal, Seat, Sentence
from ludex.language.rulebook.guards import GuardRow, guard_table
from ludex.language.script_check import Dialect
from ludex.language.transcript import dialect_words
from ludex.language.translations import language_of


def rows() -> list[GuardRow]:
    return [row for cls in game.events for row in guard_table(cls)]


CLOISTERS = ";".join(f"B,N,{x},0" for x in range(6))
SEVEN_OUT = "B,N,0,0,1M;B,N,1,0,1M;B,N,2,0,1M;B,N,3,0,1M;B,N,4,0,1M;E,E,5,0,1F;E,N,0,1,1K"


def lay(x: int, y: int, facing: Facing, role: Role = Role.NONE) -> PlaceTile:
    return PlaceTile(Place(x, y), facing, role)


REFUSED: list[tuple[str, Event[State], str, str, str]] = [
    (
        "scores=0 next=- tiles=", DrawTile(Tile.N), "first_tile",
        "The game begins with a tile with city on one side",
        "The first tile is E",
    ),
    (
        f"scores=0 next=- tiles={CLOISTERS}", DrawTile(Tile.B), "none_left",
        "No tile with a cloister is left",
        "No B tile is left",
    ),
    (
        "scores=0 next=- tiles=E,N,0,0;E,S,0,1", DrawTile(Tile.C), "no_room",
        "A tile with city on all sides fits nowhere now",
        "Nowhere does a C tile fit now",
    ),
    (
        "scores=0 next=E tiles=", lay(1, 0, Facing.NORTH), "first_place",
        "The first tile goes to (0, 0)",
        "The first tile goes to (0, 0)",
    ),
    (
        "scores=0 next=E tiles=E,N,0,0", lay(0, 0, Facing.NORTH), "occupied",
        "There is already a tile at (0, 0)",
        "There is already a tile at (0, 0)",
    ),
    (
        "scores=0 next=E tiles=E,N,0,0", lay(3, 0, Facing.NORTH), "apart",
        "No tile shares a side with (3, 0)",
        "No tile shares a side with (3, 0)",
    ),
    (
        "scores=0 next=N tiles=E,N,0,0", lay(0, -1, Facing.NORTH), "no_fit",
        "A tile with city on two adjacent sides facing north does not fit at (0, -1): "
        "its north side is city but (0, 0) has field",
        "N facing N does not fit at (0, -1): "
        "its north side is city but (0, 0) has field",
    ),
    (
        "scores=0 next=B tiles=E,N,0,0", lay(0, -1, Facing.EAST, Role.KNIGHT), "no_place",
        "A tile with a cloister has no city for a knight",
        "B has no city for a knight",
    ),
    (
        f"scores=0 next=E tiles={SEVEN_OUT}", lay(1, 1, Facing.NORTH, Role.KNIGHT),
        "no_meeple",
        "player 1 has no meeple left",
        "player 1 has no meeple left",
    ),
    (
        "scores=0 next=E tiles=E,N,0,0,1K", lay(0, 1, Facing.SOUTH, Role.KNIGHT), "taken",
        "There is already a knight in that city",
        "There is already a knight in that city",
    ),
    (
        "scores=0 next=B tiles=E,N,0,0,1F", lay(0, -1, Facing.NORTH, Role.FARMER), "taken",
        "There is already a farmer in that field",
        "There is already a farmer in that field",
    ),
    (
        "scores=0:0 next=U tiles=D,N,0,0 set=base", lay(1, 0, Facing.EAST, Role.THIEF_2),
        "no_such_part",
        "A tile with a straight road has no second road for a thief",
        "U has no second road for a thief",
    ),
    (
        "scores=0:0 next=V tiles=D,N,0,0,1T set=base", lay(1, 0, Facing.NORTH, Role.THIEF),
        "taken",
        "There is already a thief on that road",
        "There is already a thief on that road",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("line", "event", "code", "table", "document"), REFUSED)
def test_players_read_what_a_tile_looks_like_and_transcripts_its_letter(
    line: str, event: Event[State], code: str, table: str, document: str
) -> None:
    refusal = game.refusal(state(line), event)
    assert refusal is not None
    assert refusal.code == code
    assert refusal.text == table
    assert dialect_words(game, refusal.text, Dialect.DOCUMENT) == document


def test_which_tile_begins_is_told_before_that_another_is_not_of_the_set() -> None:
    s = state("scores=0 next=- tiles=")
    strange = next(tile for tile in Tile if s.left(tile) == 0)
    refusal = game.refusal(s, DrawTile(strange))
    assert refusal is not None
    assert refusal.code == "first_tile"


def test_every_guard_is_told_with_these_codes() -> None:
    assert all(row.code for row in rows())
    assert {row.code for row in rows()} == {code for _, _, code, _, _ in REFUSED}


def test_the_printed_reasons_are_words_alone() -> None:
    for row in rows():
        assert not re.search(r"[…{}\[\]=]", row.reason), row.reason
        assert "self" not in row.reason
        assert "‹letter›" not in row.reason


def test_the_document_words_nothing_that_the_rulebook_does_not_say() -> None:
    said = {name.template for name in NAMES.values()}
    for line, event, *_ in REFUSED:
        refusal = game.refusal(state(line), event)
        assert isinstance(refusal, Refusal)
        assert isinstance(refusal.text, Sentence)
        said.add(refusal.text.template)
    assert DOCUMENT.keys() <= said


def test_an_award_is_a_sentence_made_of_sentences() -> None:
    stand = (Place(0, 0), Place(0, 2))
    told = Award(Role.KNIGHT, stand, ((Seat(0), 2),), 3, is_complete=True, points=6).text
    assert told == "city of 3 tiles, complete: 6 points to player 1, two knights"
    award = told.values["award"]
    assert isinstance(award, Sentence)
    assert award.template == "{feature}: {points} to {winners:*|you}"
    portuguese = {
        "{award}, {meeples}": "{award} ({meeples})",
        "{feature}: {points} to {winners:*|you}": "{winners}: {points}, {feature}",
        "{number} knights": "{number} cavaleiros",
        "two": "dois",
        "{n} points": "{n} pontos",
        "player {number}": "jogador {number}",
        "city of {tiles}, complete": "cidade completa de {tiles}",
        "{n} tiles": "{n} peças",
    }
    assert told.worded(portuguese) == (
        "jogador 1: 6 pontos, cidade completa de 3 peças (dois cavaleiros)"
    )


def test_the_words_of_every_table_have_portuguese() -> None:
    tables = (LOOKS, NAMES, DOMAINS, GROUND_WORDS, ORDINALS, ROLE_WORDS)
    sentences = [
        *SIDES,
        *NUMBERS,
        *(words for table in tables for words in table.values()),
    ]
    templates = {sentence.template for sentence in sentences}
    for table in (COUNTED, MEEPLES):
        templates |= {words for both in table.values() for words in both}
    assert templates - {*language_of("pt", game).templates} == set()
