"""Diagrams in the book are drawn by Graphviz when it is built; without it their text is shown.

Mermaid would need a script from elsewhere.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from book.site import BookTrouble
from ludex.kernel import Game
from ludex.registry import load
from ludex.study.diagrams import Diagram, classes, dot, events, mermaid
from ludex.study.graphs import NoGraphviz, draw_svg

ROOT: Final = Path(__file__).parents[2]
BLOCK: Final = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN: Final = {"tic-tac-toe-events": ("examples/tic_tac_toe.py", events)}
"""What the pages show: the file that the drawing gets, the rulebook, and which diagram."""


def drawn(text: str, folder: Path) -> str:
    """Return the page with drawings in place of Mermaid; each is written into the folder."""
    known = {name: make(load(str(ROOT / path))) for name, (path, make) in SHOWN.items()}

    def picture(found: re.Match[str]) -> str:
        for name, diagram in known.items():
            if mermaid(diagram) == found[1]:
                return _picture(diagram, folder / f"{name}.svg")
        raise BookTrouble(f"a diagram of an unknown rulebook:\n{found[1]}")

    return BLOCK.sub(picture, text)


def diagrams_of(game: Game[Any], folder: Path) -> Iterator[str]:
    """The classes and the events of a game, drawn."""
    yield "## Diagrams\n"
    yield (
        "The first diagram shows the player of each event and every reason to refuse it; the second "
        "shows the classes of the state and the events. `ludex diagram "
        f"{game.name} --kind events` draws the first one.\n"
    )
    for kind, make in (("events", events), ("classes", classes)):
        yield _picture(make(game), folder / f"{game.name}-{kind}.svg")


def _picture(diagram: Diagram, file: Path) -> str:
    try:
        file.write_text(draw_svg(dot(diagram)))
    except NoGraphviz:
        return f"```text\n{mermaid(diagram)}```\n"
    return f'<p class="diagram"><a href="{file.name}"><img src="{file.name}" alt="{diagram.title}"></a></p>\n'
