"""Diagrams: every class, event and state is in the picture, in a language that is well formed."""

import re
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from commands import ludex
from ludex.check.explore import explore
from ludex.kernel import Game
from ludex.language.position import read_position
from ludex.registry import load
from ludex.registry.shipped import GAMES
from ludex.study.diagrams import (
    Diagram,
    classes,
    dot,
    events,
    mermaid,
    mermaid_states,
)
from ludex.study.graphs import draw_svg
from ludex.study.graphs.text import escaped
from playing import ROOT

ALL = [*GAMES, *map(str, sorted((ROOT / "examples").glob("*[!e].py")))]
ALL = [name for name in ALL if not name.endswith("_engine.py")]

SVG = "{http://www.w3.org/2000/svg}"

WORDS = r'[^"\[\]{}()|<>`]*(?:<br/>[^"\[\]{}()|<>`]*|</?b>[^"\[\]{}()|<>`]*)*'
LINES = {
    "classDiagram": (
        r'  class n\d+\["' + WORDS + r'"\] \{',
        r"    <<[a-z]+>>",
        r"    [\w\s:,.\[\]|+'-]+",
        r"  \}",
        r"  n\d+ (\*--|-->) n\d+( : " + WORDS + ")?",
        r"  style n\d+ fill:#[0-9a-f]{6},stroke:#555",
    ),
    "flowchart": (
        r'  n\d+\["' + WORDS + r'"\]',
        r'  n\d+\(\["' + WORDS + r'"\]\)',
        r'  n\d+ -->(\|"' + WORDS + r'"\|)? n\d+',
        r"  style n\d+ fill:#[0-9a-f]{6},stroke:#555",
    ),
}
"""The part of Mermaid's grammar that is used, line by line."""


def demand_mermaid(text: str) -> None:
    first, title, last, head, *rest = text.splitlines()
    assert (first, last) == ("---", "---")
    assert re.fullmatch(r'title: "[^"\\]*"', title)
    patterns = LINES[head.split()[0]]
    for line in rest:
        assert any(re.fullmatch(pattern, line) for pattern in patterns), line
    known = {*re.findall(r"^  (?:class )?(n\d+)[\[(]", text, re.MULTILINE)}
    used = {*re.findall(r"\b(n\d+)\b(?=$| -->| \*--| fill| :)", text, re.MULTILINE)}
    assert used <= known


@pytest.mark.requirement("russian-bank.class diagram", "carcassonne.make.doc")
@pytest.mark.parametrize("name", ALL, ids=[Path(name).stem for name in ALL])
def test_every_game_has_a_diagram_of_its_classes_and_of_its_events(name: str) -> None:
    game = load(name)
    drawn = classes(game)
    boxes = {box.name for box in drawn.boxes}
    assert {cls.__name__ for cls in game.events} <= boxes
    assert {end for line in drawn.lines for end in (line.source, line.target)} <= boxes
    demand_mermaid(mermaid(drawn))
    told = mermaid(events(game))
    demand_mermaid(told)
    assert all(f"<b>{cls.name}" in told for cls in game.events)


@pytest.mark.requirement("chess-solitaire.BON 2")
def test_the_classes_of_chess_solitaire_are_those_of_its_state() -> None:
    text = mermaid(classes(load("chess-solitaire")))
    assert '  class n0["State"] {\n    <<state>>\n    board: Grid[Piece]' in text
    assert "  n0 *-- n3 : phase" in text


@pytest.mark.requirement("chess-solitaire.BON 1")
def test_refusals_stand_in_their_order() -> None:
    text = mermaid(events(load(str(ROOT / "examples" / "tic_tac_toe.py"))))
    assert "1. there is no cell ‹cell›<br/>2. cell ‹cell› is taken" in text


def test_states_are_drawn_each_or_by_layer() -> None:
    game = load("chess-solitaire")
    few = mermaid_states(explore(game, read_position(game, "R..N/.P../..../....")))
    demand_mermaid(few)
    assert few.count("-->") == 3
    assert few.count("fill:#f0a6a0") == 3  # lost
    many = mermaid_states(explore(game, read_position(game, "NP.Q/.R.B/K.N./.P..")))
    demand_mermaid(many)
    assert 'n0["layer 0: 1 state<br/>1 goes on"]' in many


def test_words_of_a_rulebook_are_shown_and_not_obeyed() -> None:
    assert escaped('a"]; click <b>') == "a#34;#93;#59; click #60;b#62;"


@pytest.mark.skipif(which("dot") is None, reason="Graphviz is not installed")
@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("make", [classes, events])
def test_graphviz_draws_every_box_with_its_words(
    name: str, make: Callable[[Game[Any]], Diagram]
) -> None:
    diagram = make(load(name))
    drawing = ET.fromstring(draw_svg(dot(diagram)))
    words = [text.text for text in drawing.iter(f"{SVG}text")]
    for box in diagram.boxes:
        assert any(str(word).startswith(box.name) for word in words), box


def test_the_command_prints_or_writes_and_refuses_in_one_line(tmp_path: Path) -> None:
    out = tmp_path / "graph.dot"
    words = ("diagram", "chess-solitaire", "--kind", "states", "--format", "dot")
    done = ludex(*words, "--position", "R..N/.P../..../....", "--out", str(out))
    assert (done.status, done.out) == (0, "")
    assert out.read_text().startswith("digraph ")
    if which("dot") is None:
        drawn = ludex("diagram", "chess-solitaire", "--format", "svg")
        assert (drawn.status, drawn.err.count("\n")) == (2, 1)
        assert "dot is not installed" in drawn.err
    text = ludex("diagram", "chess-solitaire", "--kind", "events", "--format", "dot").out
    assert text.startswith('digraph "Chess Solitaire: events" {')
    deals = ludex("diagram", "freecell", "--kind", "states")
    assert (deals.status, deals.err.count("\n")) == (2, 1)
    assert "too many to be listed" in deals.err
