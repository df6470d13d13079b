"""Move what is the same in every turn of a loop over a field before the loop.

Guards stand in the order of the rulebook, so that one which looks at few fields may come after one
that looks at all. What it computes is moved out of the loops over fields that it does not look at,
if it can be computed at any time: it reads only words that are there, and writes none.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence

from ludex.compile.rulebook.writer import Block, If, Label, Labelled, Leave, Loop, Node, render

HARMLESS = {"int", "min", "max", "abs", "range", "how_many"}
"""Functions that may be called at any time."""

Bounds = Mapping[str, tuple[int, int]]
"""The values of counters, and the places of tables."""

Row = Sequence[tuple[int, int] | None]
"""The bounds of each word of the state; None where it may mean nothing."""


def move_invariants(block: Block, row: Row, tables: Mapping[str, int]) -> None:
    """Move what does not change out of the loops over fields, the innermost first."""
    _move(block, row, {name: (0, size - 1) for name, size in tables.items()})


def _move(block: Block, row: Row, around: Bounds) -> None:
    block.nodes[:] = _flat(block.nodes)
    for node in [*block.nodes]:
        if not isinstance(node, Loop) or not node.header.startswith("for at_"):
            continue
        labelled = node.body.nodes[-1]
        assert isinstance(labelled, Labelled)
        inner = labelled.body
        field, count = _header(node.header)
        bounds = {**around, field: (0, count - 1)}
        _move(inner, row, bounds)
        moved = _taken_out(inner.nodes, inner.nodes, field, row, bounds)
        at = block.nodes.index(node)
        block.nodes[at:at] = moved
        _leave_early(inner.nodes, field, labelled.label, row)


def _flat(nodes: list[Node]) -> list[Node]:
    """The same code without blocks inside blocks, where nothing leaves them but at their end."""
    found: list[Node] = []
    for node in nodes:
        match node:
            case Block(inner):
                found += _flat(inner)
            case Labelled(label, Block(inner)):
                inner[:] = _flat(inner)
                match inner:
                    case [*before, Leave(to, Block(last))] if to is label:
                        inner = [*before, *_flat(last)]
                if any(_leads_to(each, label) for each in inner):
                    found.append(node)
                else:
                    found += inner
            case _:
                found.append(node)
    return found


def _leads_to(node: Node, label: Label) -> bool:
    match node:
        case Block(nodes):
            return any(_leads_to(each, label) for each in nodes)
        case If(_, then, other):
            return _leads_to(then, label) or _leads_to(other, label)
        case Loop(_, body) | Labelled(_, body):
            return _leads_to(body, label)
        case Leave(to, before):
            return to is label or _leads_to(before, label)
    return False


def _header(header: str) -> tuple[str, int]:
    words = header.removesuffix(")").split()
    return words[1], int(words[-1].removeprefix("range("))


class _Effects:
    """The names that some code reads and assigns; may it be run at any time?"""

    def __init__(self, node: Node, row: Row, bounds: Bounds) -> None:
        self.read: set[str] = set()
        self.assigned: set[str] = set()
        self.added: set[str] = set()
        """Names to which something is added."""
        self.is_free = not _leaves(node, set())
        lines = render(Block([node]))
        if not any(not line.lstrip().startswith("#") for line in lines):
            self.is_free = False  # a comment stays where it is
            return
        tree = ast.parse("def f():\n" + "\n".join(f"    {line}" for line in lines))
        inside = {**bounds}
        for each in ast.walk(tree.body[0]):
            if isinstance(each, ast.For):
                self._counted(each, inside)
        for each in ast.walk(tree.body[0]):
            self._look(each, row, inside)

    def _counted(self, loop: ast.For, bounds: dict[str, tuple[int, int]]) -> None:
        match loop:
            case ast.For(
                target=ast.Name(id=name), iter=ast.Call(args=[ast.Constant(value=int() as count)])
            ):
                bounds[name] = (0, max(0, count - 1))

    def _look(self, node: ast.AST, row: Row, bounds: Bounds) -> None:
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                self.assigned.add(name)
            case ast.Name(id=name):
                self.read.add(name)
            case ast.AugAssign(target=ast.Name(id=name)):
                self.added.add(name)
            case ast.Return() | ast.While() | ast.Div() | ast.FloorDiv() | ast.Mod():
                self.is_free = False
            case ast.Call(func=ast.Name(id=name)) if name not in HARMLESS:
                self.is_free = False
            case ast.Subscript(ctx=ast.Store()):
                self.is_free = False
            case ast.Subscript(value=ast.Name(id=array), slice=place):
                reach = _reach(place, bounds, row)
                last = len(row) - 1 if array == "state" else bounds.get(array, (0, -1))[1]
                if reach is None or reach[0] < 0 or reach[1] > last:
                    self.is_free = False


def _leaves(node: Node, inside: set[Label]) -> bool:
    """Does it lead out of itself?"""
    match node:
        case Block(nodes):
            return any(_leaves(each, inside) for each in nodes)
        case If(_, then, other):
            return _leaves(then, inside) or _leaves(other, inside)
        case Loop(_, body):
            return _leaves(body, inside)
        case Labelled(label, body):
            return _leaves(body, {*inside, label})
        case Leave(label, _):
            return label not in inside
    return False


def _reach(place: ast.expr, bounds: Bounds, row: Row) -> tuple[int, int] | None:
    """The least and the greatest value of a sum of counters, and of words that always mean something."""
    match place:
        case ast.Subscript(value=ast.Name(id="state"), slice=inner):
            words = _reach(inner, bounds, row)
            if words is None or words[0] < 0 or words[1] >= len(row):
                return None
            known = [each for each in row[words[0] : words[1] + 1] if each is not None]
            if len(known) <= words[1] - words[0]:
                return None
            return min(low for low, _ in known), max(high for _, high in known)
        case ast.Constant(value=int() as known):
            return known, known
        case ast.Name(id=name):
            return bounds.get(name)
        case ast.BinOp(left=a, op=ast.Add() | ast.Sub() | ast.Mult() as operator, right=b):
            x, y = _reach(a, bounds, row), _reach(b, bounds, row)
            if x is None or y is None:
                return None
            ends = [*_combined(operator, x, y)]
            return min(ends), max(ends)
    return None


def _combined(operator: ast.operator, x: tuple[int, int], y: tuple[int, int]) -> Iterator[int]:
    for m in x:
        for n in y:
            yield (
                m * n
                if isinstance(operator, ast.Mult)
                else (m + n if isinstance(operator, ast.Add) else m - n)
            )


def _taken_out(
    every: list[Node], nodes: list[Node], field: str, row: Row, bounds: Bounds
) -> list[Node]:
    """Take the code that does not change out of some nodes of a loop, and out of the branches among them."""
    here = [*nodes]
    nodes.clear()
    others = {field}.union(*(_Effects(node, row, bounds).assigned for node in every))
    moved = _invariant(here, others, row, bounds)
    nodes[:] = [each for each in here if each not in moved]
    for node in [*nodes]:
        if isinstance(node, If):
            for branch in (node.then, node.other):
                branch.nodes[:] = _flat(branch.nodes)
                moved += _taken_out(every, branch.nodes, field, row, bounds)
    return moved


def _invariant(nodes: list[Node], others: set[str], row: Row, bounds: Bounds) -> list[Node]:
    """The code that does the same in every turn, and needs nothing that changes: no other code's names."""
    effects = [_Effects(node, row, bounds) for node in nodes]
    moved = [each.is_free for each in effects]
    while True:
        changed, begun = {*others}, set[str]()
        for each, is_moved in zip(effects, moved, strict=True):
            if not is_moved or each.added - begun:
                changed |= each.assigned
            begun |= each.assigned
        now = [
            is_moved and not changed & (each.read | each.assigned)
            for each, is_moved in zip(effects, moved, strict=True)
        ]
        if now == moved:
            return [node for node, is_moved in zip(nodes, moved, strict=True) if is_moved]
        moved = now


def _leave_early(nodes: list[Node], field: str, label: Label, row: Row) -> None:
    """Try no greater value of a field where one is too great."""
    assigned = {field}.union(*(_Effects(node, row, {}).assigned for node in nodes))
    for node in nodes:
        match node:
            case If(condition, Block(then), other) if not _code(then) and _is_upper_bound(
                condition, field, assigned
            ):
                match _code(other.nodes):
                    case [Leave(to, _)] if to is label:
                        other.nodes[:] = ["break"]


def _code(nodes: list[Node]) -> list[Node]:
    """The code without its comments."""
    return [each for each in _flat(nodes) if not (isinstance(each, str) and each.startswith("#"))]


def _is_upper_bound(condition: str, field: str, assigned: set[str]) -> bool:
    match ast.parse(condition, mode="eval").body:
        case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE()], comparators=[right]):
            inside = {each.id for each in ast.walk(right) if isinstance(each, ast.Name)}
            match left:
                case (
                    ast.Name(id=name)
                    | ast.BinOp(left=ast.Name(id=name), op=ast.Add(), right=ast.Constant())
                ):
                    return name == field and not inside & assigned
    return False
