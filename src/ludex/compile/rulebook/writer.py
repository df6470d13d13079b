"""Emit: lines of Python in blocks, with ways out of them.

A block with a label can be left from within. Where what is left out is at the end anyway nothing
is written; elsewhere the block becomes a loop that runs once, and the way out a `break`, passed on
by a flag through the loops between.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(eq=False, slots=True)
class Block:
    """Lines, one after the other."""

    nodes: "list[Node]" = field(default_factory=list)

    def line(self, text: str) -> None:
        """Write a line."""
        self.nodes.append(text)


@dataclass(eq=False, slots=True)
class If:
    """Two ways to go on."""

    condition: str
    then: Block
    other: Block


@dataclass(eq=False, slots=True)
class Loop:
    """A `for` or `while` loop."""

    header: str
    body: Block


@dataclass(eq=False, slots=True)
class Labelled:
    """A block that can be left."""

    label: "Label"
    body: Block
    is_loop: bool | None = None
    """Is it written as a loop, to be left? It is found when it is written."""


@dataclass(eq=False, slots=True)
class Label:
    """The name of a block that can be left."""

    flag: str
    word: str = "break"
    """The way to leave the block: a block that ends a loop is left to go on with the loop."""


@dataclass(eq=False, slots=True)
class Leave:
    """The way out of a block, and what is assigned before."""

    label: Label
    before: Block


Node: TypeAlias = str | Block | If | Loop | Labelled | Leave


def render(block: Block) -> list[str]:
    """Write a block as lines of Python."""
    return [text for text, _ in _block(block, ())]


def is_empty(block: Block) -> bool:
    """Does it do nothing?"""
    return all(map(_writes_nothing, block.nodes))


def _writes_nothing(node: Node) -> bool:
    match node:
        case str():
            return node.startswith("#")
        case Block():
            return is_empty(node)
        case If(_, then, other):
            return is_empty(then) and is_empty(other)
        case Labelled(_, body):
            return is_empty(body)
        case Leave(_, before):
            return is_empty(before)
    return False


Frames: TypeAlias = tuple["Label | None", ...]
"""The loops around, the innermost last: blocks with a label that are written as loops, and others."""


def _block(block: Block, frames: Frames) -> Iterator[tuple[str, int]]:
    for node in block.nodes:
        yield from _node(node, frames)


def _indented(block: Block, frames: Frames) -> Iterator[tuple[str, int]]:
    lines = [*_block(block, frames)]
    if not any(not text.lstrip().startswith("#") for text, _ in lines):
        lines.append(("pass", 0))
    yield from ((f"    {text}", n) for text, n in lines)


def _node(node: Node, frames: Frames) -> Iterator[tuple[str, int]]:
    match node:
        case str():
            yield node, 0
        case Block():
            yield from _block(node, frames)
        case If():
            yield from _if(node, frames)
        case Loop(header, body):
            yield f"{header}:", 0
            # To leave the last block of a loop is to go on with the loop.
            last = body.nodes[-1] if body.nodes else None
            label = last.label if isinstance(last, Labelled) else None
            if label is not None and isinstance(last, Labelled):
                label.word = "continue"
                ways = [*_ways_out(last.body, label, at_end=True, depth=0)]
                if any(depth for _, depth in ways):
                    yield f"    {label.flag} = False", 0
                body = Block([*body.nodes[:-1], last.body])
            yield from _indented(body, (*frames, label))
            yield from _passed_on(body, frames)
        case Labelled():
            yield from _labelled(node, frames)
        case Leave(label, before):
            yield from _block(before, frames)
            if label not in frames:  # nothing follows
                return
            if frames[-1] is label:
                yield label.word, 0
                return
            yield f"{label.flag} = True", 0
            yield "break", 0


def _if(node: If, frames: Frames) -> Iterator[tuple[str, int]]:
    then = [*_block(node.then, frames)]
    other = [*_block(node.other, frames)]
    if not then and not other:
        return
    if not then:
        yield f"if not ({node.condition}):", 0
        yield from _indented(node.other, frames)
        return
    yield f"if {node.condition}:", 0
    yield from _indented(node.then, frames)
    if other:
        yield "else:", 0
        yield from _indented(node.other, frames)


def _labelled(node: Labelled, frames: Frames) -> Iterator[tuple[str, int]]:
    ways = [*_ways_out(node.body, node.label, at_end=True, depth=0)]
    if all(at_end for at_end, _ in ways):
        yield from _block(node.body, frames)
        return
    if any(depth for _, depth in ways):
        yield f"{node.label.flag} = False", 0
    yield "while True:", 0
    yield from _indented(node.body, (*frames, node.label))
    yield "    break", 0
    yield from _passed_on(node.body, frames)


def _passed_on(body: Block, frames: Frames) -> Iterator[tuple[str, int]]:
    """Yield the ways out of what lies around a loop, after it."""
    for label in frames:
        if label is not None and any(_ways_out(body, label, at_end=False, depth=0)):
            yield f"if {label.flag}:", 0
            yield f"    {label.word if frames[-1] is label else 'break'}", 0


def _ways_out(node: Node, label: Label, *, at_end: bool, depth: int) -> Iterator[tuple[bool, int]]:
    """Each way out to a label: is it at the end anyway, and through how many loops does it lead?"""
    match node:
        case Leave(to, _) if to is label:
            yield at_end, depth
        case Block(nodes):
            last = len(nodes) - 1
            for i, each in enumerate(nodes):
                yield from _ways_out(each, label, at_end=at_end and i == last, depth=depth)
        case If(_, then, other):
            yield from _ways_out(then, label, at_end=at_end, depth=depth)
            yield from _ways_out(other, label, at_end=at_end, depth=depth)
        case Loop(_, body):
            yield from _ways_out(body, label, at_end=False, depth=depth + 1)
        case Labelled(inner, body):
            if node.is_loop is None:
                ways = _ways_out(body, inner, at_end=True, depth=0)
                node.is_loop = not all(end for end, _ in ways)
            is_loop = node.is_loop
            yield from _ways_out(body, label, at_end=at_end and not is_loop, depth=depth + is_loop)
