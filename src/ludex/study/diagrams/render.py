"""A diagram of boxes in the languages that draw them: Mermaid, and dot for Graphviz."""

import re

from ludex.language.templates import render
from ludex.study.diagrams.boxes import Diagram
from ludex.study.graphs.text import escaped, quoted, titled

SHADES = {
    "state": "#dbe9ff",
    "record": "#eef4ff",
    "enumeration": "#fff6d6",
    "event": "#e4f5e4",
    "chance": "#f3e4f8",
    "query": "#f2f2f2",
    "aside": "#f2f2f2",
    "seat": "#ffffff",
}


def mermaid(diagram: Diagram) -> str:
    """Return a Mermaid diagram: boxes of classes, or events from left to right."""
    of_events = any(box.kind == "seat" for box in diagram.boxes)
    return _rendered("events.mmd.j2" if of_events else "classes.mmd.j2", diagram)


def dot(diagram: Diagram) -> str:
    """Return a diagram for Graphviz."""
    return _rendered("boxes.dot.j2", diagram)


def _rendered(template: str, diagram: Diagram) -> str:
    return render(
        f"study/diagrams/{template}",
        diagram=diagram,
        number={box.name: f"n{i}" for i, box in enumerate(diagram.boxes)},
        shades=SHADES,
        member=_member,
        quoted=quoted,
        escaped=escaped,
        titled=titled,
    )


def _member(line: str) -> str:
    """Return a line in a class; parentheses would make a method of it."""
    plain = line.replace("(", "[").replace(")", "]")
    return re.sub(r"[^\w\s:,.\[\]|+'-]", "_", plain)
