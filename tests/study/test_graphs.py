"""Pictures of graphs: dot, a drawing, a page; a summary where there are many states."""

import json
import re
from typing import Any
from xml.etree import ElementTree as ET

from ludex.check.explore import Graph, Limits, explore
from ludex.registry import load
from ludex.study.graphs import dot_text, page, svg_text
from ludex.study.graphs.nodes import colours
from playing import example

SMALL = "R.../.Q../..../...N"


def graph(line: str = SMALL) -> Graph[Any]:
    game = load("chess-solitaire")
    return explore(game, game.read_position(line))


def test_a_small_graph_is_drawn_state_by_state() -> None:
    small = graph()
    text = dot_text(small)
    assert text.count("label=") > len(small)
    assert f'label="{SMALL}"' in text
    assert text.count("rank=same") == len(small.layers)
    drawn = ET.fromstring(svg_text(small))  # our own
    boxes = [g for g in drawn if g.tag.endswith("}g")]
    assert len(boxes) == len(small)


def test_a_large_graph_is_summed_up_by_layer() -> None:
    large = graph("NP.Q/.R.B/K.N./.P..")
    assert 'label="layer 7: 33 states\\n33 won"' in dot_text(large)
    drawn = svg_text(large)
    ET.fromstring(drawn)  # our own
    assert "layer 7" in drawn


def test_the_page_holds_every_state_and_what_leads_where() -> None:
    small = graph()
    text = page(small)
    found = re.search(r'id="graph">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    content = json.loads(found[1])
    assert len(content["states"]) == len(small)
    events = sum(len(state["events"]) for state in content["states"])
    assert events == small.transitions
    assert content["states"][0]["position"] == SMALL


def test_a_graph_that_was_cut_is_drawn_too() -> None:
    game = example("tic_tac_toe")
    cut = explore(game, game.start(), Limits(states=40))
    assert "not looked at" in page(cut)
    assert "not looked at" in dot_text(cut)
    ET.fromstring(svg_text(cut))  # our own


def test_won_is_green_and_lost_is_red_whichever_is_met_first() -> None:
    fills = colours(graph("NP.Q/.R.B/K.N./.P.."))
    assert fills["won"] == "#9bd39b"
    assert fills["lost"] == "#f0a6a0"
    game = example("kuhn_poker")
    two = colours(explore(game, game.start()))
    assert len({*two.values()}) == len(two) == 4


def test_a_long_position_is_told_by_what_has_changed() -> None:
    game = example("kuhn_poker")
    drawn = svg_text(explore(game, game.start()))
    assert ">deal(jack,queen)</text>" in drawn
    assert ">cards=[jack queen]</text>" in drawn
    assert ">chips=[2 1] turn=2</text>" in drawn
    assert "cards=[jack queen] chips=[2 1] passes=0 folded=no turn=2: goes on" in drawn
