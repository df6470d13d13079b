"""A graph of states as text that other programs draw, dot for Graphviz and Mermaid; and Graphviz's drawing."""

import shutil
import subprocess

from ludex.check.explore import Graph
from ludex.language.templates import render
from ludex.study.graphs.nodes import colours, edges, layers, nodes


class NoGraphviz(Exception):
    """No picture can be drawn; the text says why, in one line."""


def draw_svg(text: str) -> str:
    """Draw a text of the dot language as SVG."""
    program = shutil.which("dot")
    if program is None:
        raise NoGraphviz("SVG is drawn by Graphviz, whose program dot is not installed")
    done = subprocess.run(  # noqa: S603  # Graphviz, and nothing of a rulebook is a command
        [program, "-Tsvg"],
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise NoGraphviz(f"Graphviz could not draw it: {done.stderr.strip()}")
    return done.stdout


MOST = 300
"""More states than these are drawn as a summary by layer."""

MOST_IN_MERMAID = 100
MOST_EDGES = 400
"""More cannot be read, and Mermaid draws no more than 500 lines unless it is told to."""

SIGNS = '#&"<>`;\\{}[]()|'
"""The characters that mean something to Mermaid."""


def dot_text(graph: Graph) -> str:
    """Return every state up to 300 of them; a summary by layer above that."""
    return _rendered("graph.dot.j2", graph, whole=len(graph) <= MOST and graph.has_edges)


def mermaid_states(graph: Graph) -> str:
    """Return the states from top to bottom, ends in their colours."""
    few = len(graph) <= MOST_IN_MERMAID and graph.transitions <= MOST_EDGES
    return _rendered("graph.mmd.j2", graph, whole=few and graph.has_edges)


def _rendered(template: str, graph: Graph, *, whole: bool) -> str:
    return render(
        f"study/graphs/{template}",
        graph=graph,
        title=f"{graph.game.title}: {len(graph):,} states, {graph.verdict}",
        whole=whole,
        nodes=nodes,
        edges=edges,
        layers=layers,
        fill=colours(graph),
        quoted=quoted,
        escaped=escaped,
        titled=titled,
    )


def quoted(text: str) -> str:
    """Return a text of the dot language."""
    inside = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{inside}"'


def escaped(text: str) -> str:
    """Return words that Mermaid shows and does not obey."""
    return "".join(f"#{ord(c)};" if c in SIGNS else c for c in text if c.isprintable())


def titled(words: str) -> str:
    """Return the title before a diagram of Mermaid, which is YAML."""
    plain = "".join(c for c in words if c.isprintable() and c not in '"\\')
    return f'title: "{plain}"'
