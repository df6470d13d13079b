"""`ludex rules GAME`: the rulebook generated from the game's own text."""

import sys
from collections.abc import Iterable
from dataclasses import asdict
from typing import Literal

from ludex.cli.arguments import (
    GameName,
    Json,
    Preset,
    find_game,
    language_named,
    print_json,
)
from ludex.cli.arguments.files import Force, OutFile, new_path
from ludex.cli.errors import BadInput
from ludex.language.rulebook.handouts import as_html
from ludex.language.rulebook.markup import as_markdown, as_text
from ludex.language.rulebook.page import Block, page_blocks, translate_blocks
from ludex.language.translations import ENGLISH, rules_language

RulesFormat = Literal["text", "markdown", "html", "pdf"]


def rules(
    name: GameName,
    *,
    preset: Preset = None,
    form: RulesFormat = "text",
    out: OutFile = None,
    force: Force = False,
    source: bool = False,
    language: str = "en",
    as_json: Json = False,
) -> None:
    """Print the rulebook: events, refusals in their order, invariants, presets.

    \b
    ludex rules freecell
    ludex rules freecell --format html --out freecell.html
    ludex rules freecell --format pdf --language pt --out freecell.pdf

    Options:
      form --format: Plain text, Markdown, or a handout as an HTML page or a PDF.
      source: Show the code and the condition of each refusal.
      language (CODE): en (English) or pt (Portuguese).
    """
    game = find_game(name)
    if preset is not None and preset not in game.start.presets:
        known = ", ".join(game.start.presets)
        raise BadInput(f"no preset {preset!r} in {game.name}; there are: {known}")
    blocks: Iterable[Block] = page_blocks(game, preset, source=source)
    if language != ENGLISH:
        spoken = rules_language(language_named(language), game)
        blocks = translate_blocks(blocks, spoken.words)
    if as_json:
        print_json([{"block": b.kind, **asdict(b)} for b in blocks])
        return
    written = _render(blocks, form, language)
    if out is not None:
        with new_path(out, force=force) as part:
            part.write_bytes(written)
    elif form == "pdf" and sys.stdout.isatty():
        raise BadInput("a PDF needs a file: --out FILE")
    else:
        sys.stdout.buffer.write(written)
        sys.stdout.flush()


def _render(blocks: "Iterable[Block]", form: RulesFormat, language: str) -> bytes:
    match form:
        case "text":
            text = as_text(blocks)
        case "markdown":
            text = as_markdown(blocks)
        case "html":
            text = as_html(blocks, language)
        case "pdf":
            from ludex.language.rulebook.pdf import as_pdf

            return as_pdf(blocks, language)
    return f"{text}\n".encode()
