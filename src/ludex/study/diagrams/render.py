"""A diagram of boxes in the languages that draw them: Mermaid, and dot for Graphviz."""

import re
from collections.abc import Iterator

from ludex.study.diagrams.boxes import Box, Diagram
from ludex.study.graphs.dot import quoted

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


SIGNS = '#&"<>`;\\{}[]()|'
"""What means something to Mermaid."""


def mermaid(diagram: Diagram) -> str:
    """For everything that draws Mermaid: boxes of classes, or events from left to right."""
    of_events = any(box.kind == "seat" for box in diagram.boxes)
    lines = _flow(diagram) if of_events else _classes(diagram)
    return "\n".join(["---", titled(diagram.title), "---", *lines, ""])


def titled(words: str) -> str:
    """The title before a diagram, which is YAML."""
    plain = "".join(c for c in words if c.isprintable() and c not in '"\\')
    return f'title: "{plain}"'


def _numbers(diagram: Diagram) -> dict[str, str]:
    return {box.name: f"n{i}" for i, box in enumerate(diagram.boxes)}


def _classes(diagram: Diagram) -> Iterator[str]:
    yield "classDiagram"
    number = _numbers(diagram)
    for box in diagram.boxes:
        yield f'  class {number[box.name]}["{escaped(box.name)}"] {{'
        yield f"    <<{box.kind}>>"
        yield from (f"    {_member(line)}" for line in box.lines)
        yield "  }"
    for line in diagram.lines:
        arrow = "*--" if line.is_part else "-->"
        words = f" : {escaped(line.words)}" if line.words else ""
        yield f"  {number[line.source]} {arrow} {number[line.target]}{words}"
    for box in diagram.boxes:
        yield f"  style {number[box.name]} fill:{SHADES[box.kind]},stroke:#555"


def _member(line: str) -> str:
    """A line in a class; parentheses would make a method of it."""
    plain = line.replace("(", "[").replace(")", "]")
    return re.sub(r"[^\w\s:,.\[\]|+'-]", "_", plain)


def _flow(diagram: Diagram) -> Iterator[str]:
    yield "flowchart LR"
    number = _numbers(diagram)
    for box in diagram.boxes:
        yield f"  {number[box.name]}{_node(box)}"
    for line in diagram.lines:
        yield f"  {number[line.source]} --> {number[line.target]}"
    for box in diagram.boxes:
        yield f"  style {number[box.name]} fill:{SHADES[box.kind]},stroke:#555"


def _node(box: Box) -> str:
    if box.kind == "seat":
        return f'(["{escaped(box.name)}"])'
    words = [f"<b>{escaped(box.name)}</b>", *map(escaped, box.lines)]
    return f'["{"<br/>".join(words)}"]'


def escaped(text: str) -> str:
    """Words that Mermaid shows and does not obey."""
    return "".join(f"#{ord(c)};" if c in SIGNS else c for c in text if c.isprintable())


def dot(diagram: Diagram) -> str:
    """For Graphviz."""
    number = _numbers(diagram)
    lines = [
        f"digraph {quoted(diagram.title)} {{",
        f"  label={quoted(diagram.title)}; labelloc=t; rankdir=LR;",
        '  node [shape=box, style="filled", fontname="monospace"];',
    ]
    for box in diagram.boxes:
        head = box.name if box.kind in ("seat", "state") else f"{box.name} ({box.kind})"
        label = quoted("\n".join((head, *box.lines))).replace("\\n", "\\l")
        fill = quoted(SHADES[box.kind])
        lines.append(f"  {number[box.name]} [label={label}, fillcolor={fill}];")
    for line in diagram.lines:
        style = ", arrowtail=diamond, dir=back" if line.is_part else ""
        words = quoted(line.words)
        source, target = number[line.source], number[line.target]
        lines.append(f"  {source} -> {target} [label={words}{style}];")
    return "\n".join([*lines, "}", ""])
