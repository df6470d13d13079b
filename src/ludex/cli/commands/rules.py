"""`ludex rules GAME`: the rulebook generated from the game's own text."""

from enum import StrEnum
from typing import Annotated

import typer

from ludex.cli.arguments.options import (
    GameName,
    Json,
    Preset,
    find_game,
    language_named,
    print_json,
)
from ludex.cli.trouble import BadInput


class Format(StrEnum):
    """How the page is written."""

    TEXT = "text"
    MARKDOWN = "markdown"


def rules(
    name: GameName,
    *,
    preset: Preset = None,
    form: Annotated[
        Format, typer.Option("--format", help="Plain text or Markdown.")
    ] = Format.TEXT,
    source: Annotated[
        bool,
        typer.Option("--source", help="Each refusal with its code and its condition."),
    ] = False,
    language: Annotated[
        str, typer.Option("--language", metavar="CODE", help="en, or pt: Portuguese.")
    ] = "en",
    as_json: Json = False,
) -> None:
    """Print the rulebook: events, refusals in their order, invariants, presets."""
    from collections.abc import Iterable
    from dataclasses import asdict

    from ludex.languages import ENGLISH, rules_language
    from ludex.rulebook.page import Block, in_words, page
    from ludex.rulebook.writing import as_markdown, as_text

    game = find_game(name)
    if preset is not None and preset not in game.start.presets:
        known = ", ".join(game.start.presets)
        raise BadInput(f"no preset {preset!r} in {game.name}; there are: {known}")
    blocks: Iterable[Block] = page(game, preset, source=source)
    if language != ENGLISH:
        spoken = rules_language(language_named(language), game)
        blocks = in_words(blocks, spoken.words)
    if as_json:
        print_json([{"block": type(b).__name__.lower(), **asdict(b)} for b in blocks])
    else:
        print(as_markdown(blocks) if form is Format.MARKDOWN else as_text(blocks))
