"""A graph as one page to click through: a state, what may happen, and where it leads."""

import json
from html import escape
from typing import Any, Final

from ludex.check.explore import Graph
from ludex.study.graphs.nodes import colours, kind, layers

MOST: Final = 5_000
"""States on a page, the nearest first."""

PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>%(title)s: every state</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 60rem;
  padding: 0 1rem; color: #1b1b1b; background: #fff; }
h1 { font-size: 1.3rem; }
pre { background: #f4f4f4; padding: .8rem; overflow: auto; border-radius: 6px; }
button { font: inherit; padding: .2rem .6rem; margin: 0 .3rem .3rem 0; cursor: pointer; }
li { margin: .25rem 0; list-style: none; }
ul { padding: 0; }
.kind { border: 1px solid #555; border-radius: 4px; padding: .05rem .5rem; }
.to { color: #555; font-family: monospace; }
table { border-collapse: collapse; }
td, th { padding: .1rem .8rem .1rem 0; text-align: right; }
</style>
<h1>%(title)s</h1>
<p>%(words)s</p>
<p><button id="back">Back</button><button id="start">Start</button>
<span id="where"></span> <span id="kind" class="kind"></span></p>
<pre id="text"></pre>
<p class="to" id="position"></p>
<h2>What may happen</h2>
<ul id="events"></ul>
<details><summary>By layer</summary><table><tr><th>layer<th>states<th>ended</tr>
%(rows)s</table></details>
<script type="application/json" id="graph">%(graph)s</script>
<script>
const graph = JSON.parse(document.getElementById("graph").textContent);
const by = id => document.getElementById(id);
let way = [];
function show(n) {
  const state = graph.states[n];
  by("where").textContent = way.length ? way.map(step => step[1]).join(", ") : "the first state";
  by("kind").textContent = state.kind;
  by("kind").style.background = graph.colours[state.kind];
  by("text").textContent = state.text;
  by("position").textContent = state.position;
  by("back").disabled = by("start").disabled = !way.length;
  const list = by("events");
  list.replaceChildren();
  for (const [event, target] of state.events) {
    const item = document.createElement("li"), button = document.createElement("button");
    button.textContent = event;
    const next = graph.states[target];
    const to = document.createElement("span");
    to.className = "to";
    to.textContent = next ? " " + next.kind + ": " + next.position : " beyond this page";
    button.disabled = !next;
    button.onclick = () => { way.push([n, event]); show(target); };
    item.append(button, to);
    list.append(item);
  }
  if (!state.events.length) list.textContent = state.kind === "not looked at"
    ? "It was not looked at what may follow." : "Nothing: the game is over here.";
}
by("back").onclick = () => { const [n] = way.pop(); show(n); };
by("start").onclick = () => { way = []; show(0); };
show(0);
</script>
</html>
"""


def page(graph: Graph[Any]) -> str:
    """The page, with everything that it needs."""
    shown = min(len(graph), MOST)
    left = len(graph) - shown
    words = (
        f"{len(graph):,} states, {graph.transitions:,} transitions, {graph.verdict}."
    )
    if left:
        words += f" The nearest {shown:,} are on this page."
    content = {"states": _states(graph, shown), "colours": colours(graph)}
    rows = "".join(
        f"<tr><td>{layer.number}<td>{layer.states:,}<td>{_ended(layer.kinds)}</tr>"
        for layer in layers(graph)
    )
    # Nothing in a script element may look like its end.
    text = json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")
    return PAGE % {
        "title": escape(graph.game.title),
        "words": escape(words),
        "rows": rows,
        "graph": text,
    }


def _ended(kinds: dict[str, int]) -> str:
    ends = {k: n for k, n in kinds.items() if k not in ("goes on", "not looked at")}
    return escape(", ".join(f"{n:,} {k}" for k, n in ends.items()) or "-")


def _states(graph: Graph[Any], most: int) -> list[dict[str, object]]:
    found = []
    for number, s in graph.states():
        if number >= most:
            break
        events = graph.successors(number) if graph.kept else ()
        found.append(_state(graph, number, s, [(str(e), to) for e, to in events]))
    rest = range(len(found), most)
    return found + [_state(graph, n, graph.state(n), []) for n in rest]


def _state(
    graph: Graph[Any], number: int, s: object, events: list[tuple[str, int]]
) -> dict[str, object]:
    return {
        "text": _said(graph.game.text, s),
        "position": _said(graph.game.position, s),
        "kind": kind(graph, number),
        "events": events,
    }


def _said(function: Any, s: object) -> str:  # noqa: ANN401  # of any game
    try:
        return str(function(s))
    except Exception as error:  # noqa: BLE001  # a rulebook that is broken is shown as it is
        return f"({type(error).__name__})"
