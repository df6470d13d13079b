"""Diagrams and models, letter for letter as they were when somebody last looked at them.

`LUDEX_UPDATE_GOLDEN=1 pytest tests/check/test_golden_diagrams.py` writes them anew; read the
differences before you commit them.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.check.explore import ExploreLimits, Graph, explore
from ludex.language.position import read_position
from ludex.registry import load
from ludex.study import diagrams, models
from ludex.study.graphs import dot_text
from playing import ROOT, example

WRITTEN = Path(__file__).parent / "written"
HEAPS = load(str(ROOT / "examples" / "packaged_game" / "src" / "heaps" / "__init__.py"))
PIG = example("pig")


def board(line: str) -> Graph:
    game = load("chess-solitaire")
    return explore(game, read_position(game, line))


def cut(name: str, states: int) -> Graph:
    game = example(name)
    return explore(game, game.start(), ExploreLimits(states=states))


TEXTS: dict[str, Callable[[], str]] = {
    "board.dot": lambda: dot_text(board("R.../.Q../..../...N")),
    "board.mmd": lambda: diagrams.mermaid_states(board("R.../.Q../..../...N")),
    "cut.dot": lambda: dot_text(cut("kuhn_poker", 12)),
    "layers.dot": lambda: dot_text(cut("connect_four", 500)),
    "layers.mmd": lambda: diagrams.mermaid_states(cut("connect_four", 500)),
    "classes.dot": lambda: diagrams.dot(diagrams.classes(PIG)),
    "events.mmd": lambda: diagrams.mermaid(diagrams.events(PIG)),
    "listed.pml": lambda: models.write_model(board("R..N/.P../..../...."), "promela"),
    "listed.tla": lambda: models.write_model(board("R..N/.P../..../...."), "tla"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_it_is_written_as_it_was(name: str) -> None:
    text, path = TEXTS[name](), WRITTEN / name
    if os.environ.get("LUDEX_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
