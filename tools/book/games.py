"""A page for each game: pictures of its table, a board to play, and its whole rulebook."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

from book.diagrams import diagrams_of
from book.pictures import drawn
from book.tables import cards
from ludex.kernel import CHANCE, Game, Seat, Unreadable, Written
from ludex.language.document import Erratum, document_of
from ludex.language.position import read_position
from ludex.language.rulebook.page import (
    Block,
    BulletList,
    CodeLine,
    Heading,
    Paragraph,
    TableBlock,
    page_blocks,
)
from ludex.players.game_loop import play_out
from ludex.registry import INSTALLED, examples, load
from ludex.table import looks_of, scene_of

SOLITAIRE_PUZZLE: Final = "NP.Q/.R.B/K.N./.P.."


@dataclass(frozen=True, slots=True)
class Picture:
    """A moment to draw: so many events of a game between bots, or the end of it."""

    words: str
    events: int
    preset: str | None = None
    position: str | None = None
    bots: tuple[str, ...] = ("greedy",)
    seed: int = 3


PICTURES: Final = {
    "carcassonne": (
        Picture("The base game for two, half-way.", 62, preset="base"),
        Picture("The document's edition: tiles B, C, E and N.", 30, preset="standard"),
    ),
    "chess-solitaire": (
        Picture("A puzzle: capture until one piece is left.", 0, position=SOLITAIRE_PUZZLE),
        Picture("The same after three captures.", 3, position=SOLITAIRE_PUZZLE, seed=1),
    ),
    "fighting": (Picture("Two hands are dealt and compared.", 1),),
    "freecell": (
        Picture("A fresh deal.", 1),
        Picture("A few moves later: cells above on the left, homes on the right.", 16),
    ),
    "holdem": (
        Picture("Six players before the flop.", 4, bots=("random",)),
        Picture("Later in the game.", 21, bots=("greedy",), seed=5),
    ),
    "russian-bank": (
        Picture("The deal: houses left and right, foundations between them.", 2),
        Picture("Some turns later.", 60),
    ),
}
"""What is shown of our own games."""

MIDDLE: Final = Picture("A game some moves later.", 16, bots=("random",))
"""What is shown of another."""

NOTES: Final = {
    "chess-solitaire": (
        "Every board is solved: see [Chess Solitaire, solved](../chess-solitaire-solved.md)."
    ),
    "freecell": "Every departure from the document: [FreeCell: the errata](../freecell-errata.md).",
    "fighting": "The axioms of its document: [the axioms](../poker-axioms.md).",
    "holdem": "The bots and their strength: [bots](../bots.md).",
    "russian-bank": "Questions that the sources leave open: [our decisions](../russian-bank.md).",
}


def write_games(folder: Path) -> list[Game[Any]]:
    """The pages of all games and their pictures; the games, in the order of their titles."""
    folder.mkdir(parents=True)
    games = sorted(INSTALLED.loaded().values(), key=lambda game: game.title)
    for game in games:
        pictures = [*_pictures(game, folder)]
        text = "\n".join([*_page(game, pictures), *diagrams_of(game, folder)])
        (folder / f"{game.name}.md").write_text(text)
    words = "pictures of the table, a board to play, every event"
    (folder / "index.md").write_text("\n".join(_contents("The games", words, games)))
    return games


def write_small_games(folder: Path) -> list[Game[Any]]:
    """The pages of the examples, in the order of their titles."""
    folder.mkdir(parents=True)
    games = sorted((load(str(f)) for f in examples().values()), key=lambda game: game.title)
    for game in games:
        anchor = examples()[game.name].name.replace(".", "-")
        text = (
            *_page(game, [*_pictures(game, folder)]),
            "## The rulebook\n",
            f"All of this is derived from [one file](../examples.md#{anchor}).\n",
        )
        (folder / f"{game.name}.md").write_text("\n".join(text))
    words = "a picture of the table, every event"
    (folder / "index.md").write_text("\n".join(_contents("Small games", words, games)))
    return games


def _contents(title: str, words: str, games: Iterable[Game[Any]]) -> Iterator[str]:
    yield f"# {title}\n"
    yield (
        f"The pages are generated from the rulebooks of the games. Each page has {words} with its "
        "refusals in order, the properties that always hold, the presets and the options.\n"
    )
    for game in games:
        yield f"- **[{game.title}]({game.name}.md)**: {plain(game.summary)}"


def _pictures(game: Game[Any], folder: Path) -> Iterator[tuple[str, str]]:
    """File and words of each picture that could be drawn."""
    for number, picture in enumerate(PICTURES.get(game.name, (MIDDLE,)), start=1):
        state = _state(game, picture)
        turn = game.turn(state)
        seat = Seat(0) if turn == CHANCE else turn
        scene = scene_of(game, game.view(state, seat), seat)
        if not scene.zones:
            continue
        file = folder / f"{game.name}-{number}.svg"
        file.write_text(drawn(scene, f"{game.title}. {picture.words}", looks_of(game).drawings))
        yield file.name, picture.words


def _state(game: Game[Any], picture: Picture) -> Any:  # noqa: ANN401  # each game has its own
    start = game.start(picture.preset)
    if picture.position is not None:
        start = read_position(game, picture.position)
        assert not isinstance(start, Unreadable)
    played = play_out(
        game.unchecked(),
        picture.seed,
        start=start,
        bots=picture.bots,
        most=picture.events,
    )
    return played.state


def _page(game: Game[Any], pictures: list[tuple[str, str]]) -> Iterator[str]:
    title, *blocks = page_blocks(game, source=True)
    assert isinstance(title, Heading)
    yield f"# {title.text}\n"
    yield f"{plain(game.summary)}\n"
    yield '<div class="pictures">'
    for file, words in pictures:
        # zensical leaves raw HTML as it is, and pages lie where their sources do.
        yield (
            f'<figure><img src="{file}" alt="{escape(game.title)}: {escape(words)}">'
            f"<figcaption>{escape(words)}</figcaption></figure>"
        )
    yield "</div>\n"
    if INSTALLED.knows(game.name) and game.is_decided:
        yield from _board(game)
    elif game.is_decided:
        yield f"Play it: `ludex play {game.name}`, or in a browser `ludex serve {game.name}`.\n"
    yield "## The rules\n"
    if game.name in NOTES:
        yield f"{NOTES[game.name]}\n"
    yield (
        f"As a handout: `ludex rules {game.name} --format html` or `--format pdf`; "
        "in Portuguese with `--language pt`.\n"
    )
    errata = [*blocks]
    if document_of(game).errata:  # a list in print, a table here
        errata = errata[:-2]
    # The first block says again what stands above the pictures.
    yield from written(errata[1:])
    if document_of(game).errata:
        yield "## Errata\n"
        yield "Errors and gaps of the document, and the decisions of this rulebook.\n"
        yield errata_table(document_of(game).errata)


def _board(game: Game[Any]) -> Iterator[str]:
    """A place where the page puts a table, when it is served by `ludex serve`."""
    first, *_ = game.players
    table: dict[str, object] = {
        "game": game.name,
        "seats": ["me", *["bot:greedy"] * (first - 1)],
    }
    shown = PICTURES.get(game.name, ())
    if any(picture.position for picture in shown):
        table["position"] = SOLITAIRE_PUZZLE
    yield "## Play it here\n"
    yield (
        f'<div class="board" data-table="{escape(json.dumps(table))}" '
        f'data-title="{escape(game.title)}"><p>A board to play comes with the server: start '
        "<code>ludex serve</code>, and open this page at "
        "<code>http://127.0.0.1:8000/docs/</code>. In a terminal: "
        f"<code>ludex play {game.name}</code>.</p></div>\n"
    )


# -- blocks as Markdown that zensical reads ----------------------------------------------------

TYPED: Final = ("code", "unless", "option")
"""Columns whose cells are typed as they stand."""


def plain(text: str) -> str:
    """A text in which nothing is markup."""
    return re.sub(r"([\\`*\[])", r"\\\1", escape(text, quote=False))


def inline(text: str) -> str:
    """A short text as HTML: what stands in backticks is code."""
    parts = escape(" ".join(text.split()), quote=False).split("`")
    return "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))


def written(blocks: Iterable[Block]) -> Iterator[str]:
    """Headings as Markdown, so that they are in the contents; the rest as HTML."""
    for block in blocks:
        match block:
            case Heading(level, text):
                name = f"`{text}`" if isinstance(text, Written) else plain(text)
                yield f"{'#' * level} {name}\n"
            case Paragraph(text):
                yield f"{plain(text)}\n"
            case CodeLine(text):
                yield f'<pre class="typed"><code>{escape(text)}</code></pre>\n'
            case BulletList(items):
                yield from (f"- {plain(item)}" for item in items)
                yield ""
            case TableBlock(head, rows):
                yield html_table(head, rows)


def html_table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table whose cells wrap, and scroll sideways where they are too many."""
    typed = [name in TYPED or len(head) > 4 for name in head]
    lines = ['<div class="wide"><table class="rows">', "<thead><tr>"]
    lines += (f"<th>{escape(cell)}</th>" for cell in head)
    lines.append("</tr></thead><tbody>")
    for row in rows:
        cells = (
            f"<td><code>{escape(cell)}</code></td>"
            if is_typed and cell
            else f"<td>{inline(cell)}</td>"
            for cell, is_typed in zip(row, typed, strict=True)
        )
        lines.append(f"<tr>{''.join(cells)}</tr>")
    lines.append("</tbody></table></div>\n")
    return "".join(lines)


def errata_table(errata: Iterable[Erratum]) -> str:
    """The errata of one document."""
    head = ("erratum", "the document says", "here", "found by")
    return cards("errata", head, ((one.code.lower(), _erratum(one)) for one in errata))


def _erratum(one: Erratum) -> tuple[str, ...]:
    place = f"<br><small>{escape(one.place)}</small>" if one.place else ""
    means = f"<br><small>It means: {inline(one.means)}</small>" if one.means else ""
    return (
        f"<b>{escape(one.code)}</b>{place}",
        f"{inline(one.says)}{means}",
        inline(one.here),
        f"<code>{escape(one.found_by)}</code>" if one.found_by else "",
    )


def write_errata(file: Path, games: Iterable[Game[Any]]) -> None:
    """All errata of all documents on one page."""
    lines = [
        "# Errata\n",
        (
            "This page lists every departure of a rulebook from its document: the text of the "
            "document, the decision of the rulebook, and the command that finds the error, if there "
            "is one. `ludex errata` and `ludex errata --format json` print the same list. "
            "[The documents as written](documents.md) explains how the errors are found.\n"
        ),
    ]
    for game in games:
        if document_of(game).errata:
            found = sum(one.found_by is not None for one in document_of(game).errata)
            lines += [
                f"## {plain(game.title)}\n",
                (
                    f"{plain(document_of(game).title)}. {len(document_of(game).errata)} errata, "
                    f"{found} of them found by a program.\n"
                ),
                errata_table(document_of(game).errata),
            ]
    file.write_text("\n".join(lines))
