"""Pictures of graphs: dot, a page; a summary where there are many states."""

import json
import re
from pathlib import Path
from shutil import which
from xml.etree import ElementTree as ET

import pytest

from ludex.check.explore import ExploreLimits, Graph, explore
from ludex.language.position import read_position
from ludex.registry import load
from ludex.study.graphs import NoGraphviz, dot_text, draw_svg, render_page
from ludex.study.graphs.nodes import colours
from playing import example

SMALL = "R.../.Q../..../...N"


def graph(line: str = SMALL) -> Graph:
    game = load("chess-solitaire")
    return explore(game, read_position(game, line))


def test_a_small_graph_is_drawn_state_by_state() -> None:
    small = graph()
    text = dot_text(small)
    assert text.count("label=") > len(small)
    assert f'label="{SMALL}"' in text
    assert text.count("rank=same") == len(small.layers)


def test_a_large_graph_is_summed_up_by_layer() -> None:
    large = graph("NP.Q/.R.B/K.N./.P..")
    assert 'label="layer 7: 33 states\\n33 won"' in dot_text(large)


def test_the_page_holds_every_state_and_what_leads_where() -> None:
    small = graph()
    text = render_page(small)
    found = re.search(r'id="graph">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    content = json.loads(found[1])
    assert len(content["states"]) == len(small)
    events = sum(len(state["events"]) for state in content["states"])
    assert events == small.transitions
    assert content["states"][0]["position"] == SMALL


def test_the_page_sums_up_each_layer_and_its_ends() -> None:
    text = render_page(graph("NP.Q/.R.B/K.N./.P.."))
    layers = re.findall(r"<tr><td>(\d+)<td>([\d,]+)<td>(.*?)</tr>", text)
    assert layers[0] == ("0", "1", "-")
    assert layers[7] == ("7", "33", "33 won")


def test_a_graph_that_was_cut_is_drawn_too() -> None:
    game = example("tic_tac_toe")
    cut = explore(game, game.start(), ExploreLimits(states=40))
    assert "not explored" in render_page(cut)
    assert "not explored" in dot_text(cut)


def test_won_is_green_and_lost_is_red_whichever_is_met_first() -> None:
    fills = colours(graph("NP.Q/.R.B/K.N./.P.."))
    assert fills["won"] == "#9bd39b"
    assert fills["lost"] == "#f0a6a0"
    game = example("kuhn_poker")
    two = colours(explore(game, game.start()))
    assert len({*two.values()}) == len(two) == 4


def test_a_long_position_is_told_by_what_has_changed() -> None:
    game = example("kuhn_poker")
    drawn = dot_text(explore(game, game.start()))
    assert 'label="deal(jack,queen)"' in drawn
    assert 'label="cards=[jack queen]"' in drawn
    assert 'label="chips=[2 1] turn=2"' in drawn
    assert "cards=[jack queen] chips=[2 1] passes=0 folded=no turn=2: goes on" in drawn


DOT = """#!/bin/sh
case "$1$(cat)" in -Tsvg*digraph*) echo '<svg xmlns="http://www.w3.org/2000/svg"/>';; *) echo wrong >&2; exit 1;; esac
"""


def test_graphviz_draws_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "dot"
    program.write_text(DOT)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert ET.fromstring(draw_svg(dot_text(graph()))).tag.endswith("svg")
    with pytest.raises(NoGraphviz, match="could not draw it: wrong"):
        draw_svg("no graph")


def test_without_graphviz_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoGraphviz, match="dot is not installed"):
        draw_svg(dot_text(graph()))


@pytest.mark.skipif(which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_reads_what_is_written() -> None:
    for one in (graph(), graph("NP.Q/.R.B/K.N./.P..")):
        assert ET.fromstring(draw_svg(dot_text(one))).tag.endswith("svg")
