"""Build the book: `make docs`, or `python -m book --out DIR` with `tools` on the path."""

import argparse
import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from book.diagrams import drawn
from book.examples import linked, write_examples
from book.games import write_errata, write_games, write_small_games
from book.measured import write_coverage
from book.reference import write_reference
from book.site import BookTrouble, Nav, build, configured
from book.traced import write_traceability

ROOT: Final = Path(__file__).parents[2]
SERVED: Final = ROOT / "src" / "ludex" / "server" / "book"
"""Where `ludex serve` finds it."""


def contents(games: Nav, small: Nav, reference: Nav) -> Nav:
    """The order in which the book is read."""
    return [
        {"Start here": ["index.md", {"Installing": "install.md"}]},
        {
            "Playing": [
                {"For players": "players.md"},
                {"The terminal table": "terminal.md"},
                {"The web table": "web.md"},
                {"Saved games": "saves.md"},
            ]
        },
        {"The games": ["games/index.md", *games]},
        {"Small games": ["small-games/index.md", *small]},
        {
            "Teaching": [
                {"For teachers": "teachers.md"},
                {"Checking a rulebook": "check.md"},
                {"Grading programs": "grading.md"},
                {"The documents as written": "documents.md"},
                {"Errata": "errata.md"},
                {"FreeCell: the errata": "freecell-errata.md"},
                {"Russian Bank: our decisions": "russian-bank.md"},
                {"The axioms of poker": "poker-axioms.md"},
                {"Requirements": "requirements.md"},
                {"Traceability": "traceability.md"},
                {"Coverage": "coverage.md"},
                {"Interfaces in and out": "interfaces.md"},
            ]
        },
        {
            "Research": [
                {"For researchers": "researchers.md"},
                {"Bots": "bots.md"},
                {"Solving small games": "solve.md"},
                {"Chess Solitaire, solved": "chess-solitaire-solved.md"},
                {"Impossible FreeCell deals": "impossible-deals.md"},
                {"Engines": "engines.md"},
                {"The compiler": "compile.md"},
                {"Long jobs": "jobs.md"},
                {"From Python": "python.md"},
                {"Environments": "environments.md"},
                {"Baselines": "learning.md"},
                {"Assistants and MCP": "mcp.md"},
                {"Exams of players": "exam.md"},
                {"Benchmarks": "benchmarks.md"},
            ]
        },
        {
            "Writing a game": [
                {"A game in fifteen minutes": "tutorial.md"},
                {"Game, field by field": "game.md"},
                {"Arguments and domains": "domains.md"},
                {"Chance": "chance.md"},
                {"Writing a bot": "writing-a-bot.md"},
                {"A separate package": "packages.md"},
                {"Examples": "examples.md"},
            ]
        },
        {
            "Architecture": [
                {"How Ludex is built": "design.md"},
                {"The protocol": "protocol.md"},
                {"Programs that play": "protocol-players.md"},
            ]
        },
        {"The API": ["api/index.md", *reference]},
    ]


def written(folder: Path) -> None:
    """The written pages, the generated ones, and the configuration."""
    docs = folder / "docs"
    shutil.copytree(ROOT / "docs", docs)
    for page in docs.glob("*.md"):
        page.write_text(drawn(linked(page.read_text()), docs))
    write_examples(docs / "examples.md")
    games = write_games(docs / "games")
    small = write_small_games(docs / "small-games")
    with ProcessPoolExecutor(1) as beside:  # to measure takes as long as all the rest
        coverage = beside.submit(write_coverage, docs / "coverage.md", games)
        write_errata(docs / "errata.md", games)
        write_traceability(docs / "traceability.md", games)
        reference = write_reference(docs / "api")
        coverage.result()
    nav = contents(
        [{game.title: f"games/{game.name}.md"} for game in games],
        [{game.title: f"small-games/{game.name}.md"} for game in small],
        [{title: f"api/{file}"} for title, file in reference],
    )
    (folder / "zensical.toml").write_text(configured("Ludex", nav))


def main() -> None:
    """Build it in a folder of its own, and put the site in its place when it is whole."""
    parser = argparse.ArgumentParser(prog="book", description=__doc__)
    parser.add_argument("--out", type=Path, default=SERVED, help="the folder of the site")
    out: Path = parser.parse_args().out
    with tempfile.TemporaryDirectory(prefix="ludex-book-") as name:
        folder = Path(name)
        try:
            written(folder)
            site = build(folder)
        except BookTrouble as trouble:
            sys.exit(str(trouble))
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(site, out)
    print(f"The book is in {out}: open index.html there, or /docs/ of `ludex serve`.")


if __name__ == "__main__":
    main()
