"""The rules page: blocks, text and Markdown."""

import re
from dataclasses import dataclass, replace
from typing import Annotated, Any

import pytest

from ludex.games.chess_solitaire.game import game
from ludex.kernel import Event, Game, Start, Whole
from ludex.language.document import Document, Erratum
from ludex.language.rulebook.markup import as_markdown, as_text
from ludex.language.rulebook.page import (
    Block,
    BulletList,
    CodeLine,
    Heading,
    Paragraph,
    TableBlock,
    page_blocks,
)
from ludex.registry import load
from playing import every_game, example


@dataclass(frozen=True)
class Rules:
    size: Annotated[int, Whole(3, 9), "How wide is the board?"] = 3
    wraps: Annotated[bool, "Do lines wrap?"] = False


class Wait(Event[Rules]):
    """Do nothing."""

    def apply(self, s: Rules) -> Rules:
        return s


waiting: Game[Rules] = Game(
    name="waiting",
    title="Waiting",
    summary="Nothing happens.",
    players=(2, 4),
    start=Start(lambda rules: rules, {"small": Rules(), "large": Rules(9)}),
    events=(Wait,),
    outcome=lambda _: None,
    text=str,
)


def test_the_page_says_what_it_is_and_what_is_refused() -> None:
    text = as_text(page_blocks(game))
    assert text.startswith("CHESS SOLITAIRE\n===============\n\nCapture with every move")
    assert "  8  A piece stands in the way from (r1, c1) to (r2, c2)" in text
    assert "The knight moves as the" in " ".join(text.split())
    assert "  - a capture takes exactly one piece off the board" in text
    assert "Phase.PLAY" not in text
    assert max(map(len, text.splitlines())) <= 100
    source = as_text(page_blocks(game, source=True))
    assert "  2  The game is over" in source
    assert "game_over     s.phase is Phase.PLAY" in source
    assert "Kuhn poker" in as_text(page_blocks(example("kuhn_poker")))


def test_the_options_of_all_presets_or_of_one_with_what_differs() -> None:
    tables = [block for block in page_blocks(waiting) if isinstance(block, TableBlock)]
    assert tables == [
        TableBlock(
            ("option", "small", "large"),
            (("size", "3", "9"), ("wraps", "no", "no")),
        )
    ]
    assert BulletList(
        (
            "size: How wide is the board? (a number from 3 to 9)",
            "wraps: Do lines wrap? (yes or no)",
        )
    ) in [*page_blocks(waiting)]
    of_one = [block for block in page_blocks(waiting, "large") if isinstance(block, TableBlock)]
    assert of_one[0].rows == (
        ("size", "9", "How wide is the board? 9"),
        ("wraps", "no", "Do lines wrap? No"),
    )
    assert of_one[1] == TableBlock(("option", "large", "small"), (("size", "9", "3"),))


def test_a_preset_that_differs_in_nothing_says_so() -> None:
    same = replace(waiting, start=Start(lambda r: r, {"one": Rules(), "two": Rules()}))
    assert Paragraph("Nothing differs.") in [*page_blocks(same, "two")]


def test_blocks_are_written_both_ways() -> None:
    blocks: list[Block] = [
        Heading(2, "Piles"),
        CodeLine("turn(1)"),
        BulletList(("first", "second")),
        TableBlock(("a", "b"), (("x|y", "z"),)),
    ]
    assert as_markdown(blocks) == (
        "## Piles\n\n```\nturn(1)\n```\n\n- first\n- second\n\n"
        "| a | b |\n| --- | --- |\n| x\\|y | z |"
    )
    assert as_text(blocks) == (
        "Piles\n-----\n\n    turn(1)\n\n  - first\n  - second\n\n  a    b\n  ---  -\n  x|y  z"
    )


def test_the_errata_stand_at_the_end_of_the_page_if_there_are_any() -> None:
    assert Heading(2, "Errata") not in list(page_blocks(waiting))
    erratum = Erratum("E-W-1", "Nobody says who waits.", "All do.")
    *_, heading, bullets = page_blocks(replace(waiting, document=Document(errata=(erratum,))))
    assert heading == Heading(2, "Errata")
    assert bullets == BulletList(("E-W-1: Nobody says who waits. Here: All do.",))


every_rulebook = pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)


@every_rulebook
def test_every_rulebook_fits_a_hundred_columns(game: Game[Any]) -> None:
    for preset in (None, *game.start.presets):
        for source in (False, True):
            text = as_text(page_blocks(game, preset, source=source))
            assert max(map(len, text.splitlines())) <= 100, preset


PYTHON = re.compile(r"lambda |\bself\.|\bs\.\w|\w\(s\b|\w\[\w|==|!=|\w_\w+\(")


def texts(block: Block) -> list[str]:
    match block:
        case TableBlock(_, rows):
            return [cell for row in rows for cell in row]
        case BulletList(items):
            return [item for item in items if not item.startswith("E-")]
    return []


@every_rulebook
def test_no_python_is_printed_unless_asked_for(game: Game[Any]) -> None:
    for preset in game.start.presets:
        for block in page_blocks(game, preset):
            assert not [text for text in texts(block) if PYTHON.search(text)], preset


def test_places_are_as_many_as_the_preset_has() -> None:
    freecell = load("freecell")
    usual = as_text(page_blocks(freecell))
    assert "- source: a column: 0 to 7 for columns 1 to 8" in usual
    assert "- cell: a free cell: 0 to 3 for free cells 1 to 4" in usual
    ten = as_text(page_blocks(freecell, "seahaven-towers"))
    assert "- source: a column: 0 to 9 for columns 1 to 10" in ten
    none = as_text(page_blocks(freecell, "freecell", {"cells": "0"}))
    assert "- cell: a free cell; there is none" in none


def test_a_long_position_is_broken_to_fit_and_said_to_be() -> None:
    text = as_text(page_blocks(load("holdem")))
    assert "the one the game begins with, broken here to fit:" in " ".join(text.split())
