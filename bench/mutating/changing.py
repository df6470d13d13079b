"""Small changes of functions, and how a function that is imported already gets them."""

import ast
import copy
import gc
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from ludex.study.mutants.operators import mistakes
from ludex.study.mutants.sources import changes, functions, guard_text, guards_in, is_guards

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "ludex"

ROOMS = ("kernel", "table", "play", "check", "study", "server")
GAMES = {
    "chess-solitaire": "chess_solitaire",
    "freecell": "freecell",
    "carcassonne": "carcassonne",
    "holdem": "poker/holdem",
    "russian-bank": "russian_bank",
}

NEGATE, DROP, SHIFT, SWAP, RETURN = "negate", "drop", "shift", "swap", "return"

Place = tuple[str, int, int]
"""A statement: its file, line and column."""

SHIFTED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip

LEFT_ALONE = {"annotation", "returns", "decorator_list", "args", "pattern"}
"""Types and what is read once, when a function is defined; of a call `args` is changed too."""


@dataclass(frozen=True)
class Edit:
    """What stands in a field of a node instead."""

    node: ast.AST
    field: str
    index: int | None
    new: object

    def put(self, new: object) -> object:
        """Put something there; what was there before."""
        there = getattr(self.node, self.field)
        if self.index is None:
            setattr(self.node, self.field, new)
            return there
        was, there[self.index] = there[self.index], new
        return was


@dataclass(frozen=True)
class Change:
    """An edit of a function, and how it is shown."""

    function: str
    statement: ast.stmt
    kind: str
    before: str
    after: str
    edit: Edit


@dataclass(frozen=True)
class Mutant:
    """One change of one function of a room, or of one guard of a game."""

    room: str
    path: Path
    tree: ast.Module
    change: Change
    nth: int
    """Which of its equals it is, where a function has the same line twice."""

    @property
    def place(self) -> Place:
        return placed(self.path, self.change.statement)

    @property
    def near(self) -> tuple[str, str]:
        """Where it is: the function, the file."""
        file = short(self.path)
        return f"{file} {self.change.function}", file

    @property
    def key(self) -> str:
        """What it is, wherever its lines have moved."""
        it, nth = self.change, f" ({self.nth})" if self.nth > 1 else ""
        return f"{self.near[0]} {it.kind}: {it.before} -> {it.after}{nth}"

    @property
    def shown(self) -> str:
        """Where it is and what it changes."""
        it, (file, line, _) = self.change, self.place
        where = f"{file}:{line} {it.function} ({it.kind})"
        if self.room in GAMES and it.kind == SWAP:
            return f"{where}\n  {it.before}\n  {it.after}\n  in the other order"
        return f"{where}\n- {it.before}\n+ {it.after}"

    def code(self) -> CodeType:
        """The whole module, changed."""
        edit = self.change.edit
        was = edit.put(edit.new)
        try:
            return compile(ast.fix_missing_locations(self.tree), self.path, "exec")
        finally:
            edit.put(was)


def short(path: Path) -> str:
    return str(path.relative_to(ROOT))


def placed(path: Path, statement: ast.stmt) -> Place:
    return short(path), statement.lineno, statement.col_offset


def files(room: str) -> list[Path]:
    folder = f"games/{GAMES[room]}" if room in GAMES else room
    return sorted((SOURCE / folder).rglob("*.py"))


def mutants_of(room: str, part: str = "") -> Iterator[Mutant]:
    """Every mutant of a room, file by file; of the files that have `part` in their path."""
    for path in files(room):
        if part not in short(path):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        seen: Counter[tuple[str, ...]] = Counter()
        for it in guards(tree) if room in GAMES else edits(tree):
            same = it.function, it.kind, it.before, it.after
            seen[same] += 1
            yield Mutant(room, path, tree, it, seen[same])


# -- changes --------------------------------------------------------------------------------


def guards(tree: ast.Module) -> Iterator[Change]:
    """The guards of a rulebook negated, dropped, shifted and swapped, as `ludex mutate` does."""
    for name, node, owner in functions(tree):
        if not is_guards(node):
            continue
        holder = owner or tree
        at = {s.lineno: s for s in ast.walk(node) if isinstance(s, ast.Expr)}
        for kind, line, before, after, twin in changes(node):
            edit = Edit(holder, "body", holder.body.index(node), twin)
            yield Change(name, at[line], kind, before, after, edit)
        for n, before, after, twin in shifted(node):
            edit = Edit(holder, "body", holder.body.index(node), twin)
            yield Change(name, guards_in(node)[n], SHIFT, before, after, edit)


def shifted(node: ast.FunctionDef) -> Iterator[tuple[int, str, str, ast.AST]]:
    """Each guard, by its place, with a number of its condition one more or one less."""
    for one in mistakes(node, lambda *_: ()):
        if one.kind != SHIFT or not one.before.isdigit():
            continue
        assert isinstance(one.tree, ast.FunctionDef)
        for n, (was, now) in enumerate(zip(guards_in(node), guards_in(one.tree), strict=True)):
            if condition(was) != condition(now):
                assert isinstance(now.value, ast.Yield)
                assert now.value.value is not None
                after = f"yield {ast.unparse(now.value.value)}"
                yield n, guard_text(was.value), after, one.tree


def condition(guard: ast.Expr) -> str:
    """The text of a guard without the reason."""
    value = guard.value.value if isinstance(guard.value, ast.Yield) else guard.value
    parts = value.values[:-1] if isinstance(value, ast.BoolOp) else [value]
    return " ".join(ast.unparse(part) for part in parts if part is not None)


def edits(tree: ast.Module) -> Iterator[Change]:
    """The small changes of every function of a module."""
    for name, function in outermost(tree):
        asks = function.returns is not None and ast.unparse(function.returns) == "bool"
        for holder, field, i in blocks(function):
            statement = getattr(holder, field)[i]
            if isinstance(statement, ast.Assert):
                continue
            yield from of_statement(name, holder, field, i, asks=asks)
            for kind, edit, line in inside(statement):
                before = header(line)
                was = edit.put(edit.new)
                yield Change(name, statement, kind, before, header(line), edit)
                edit.put(was)


def of_statement(name: str, holder: ast.AST, field: str, i: int, *, asks: bool) -> Iterator[Change]:
    """A call that is not made, a sum that is not added, another value returned.

    What is left out stays as what never happens: so a method closes over the same names.
    """
    it = getattr(holder, field)[i]
    never: ast.AST
    match it:
        case ast.Expr(ast.Call() | ast.Await(ast.Call())) | ast.AugAssign():
            never = ast.copy_location(ast.If(ast.Constant(value=False), [it], []), it)
            edit = Edit(holder, field, i, never)
            yield Change(name, it, DROP, header(it), "pass", edit)
        case ast.Return(ast.expr() as value) if asks and not is_flipped(value):
            after = ast.Return(negated(value))
            edit = Edit(it, "value", None, negated(value))
            yield Change(name, it, RETURN, header(it), header(after), edit)
        case ast.Return(ast.expr() as value) if not asks and not is_none(value):
            never = ast.IfExp(ast.Constant(value=True), ast.Constant(None), value)
            edit = Edit(it, "value", None, never)
            yield Change(name, it, RETURN, header(it), "return None", edit)


def inside(node: ast.AST, line: ast.AST | None = None) -> Iterator[tuple[str, Edit, ast.AST]]:
    """Changes of the expressions of a statement, and not of the statements in it.

    Each with its kind and with the line that shows it.
    """
    line = line or node
    for field, value in ast.iter_fields(node):
        if field in LEFT_ALONE and not isinstance(node, ast.Call):
            continue
        listed = isinstance(value, list)
        for i, child in enumerate(value if listed else [value]):
            at = i if listed else None
            if isinstance(child, ast.AST) and not isinstance(child, ast.stmt):
                for kind, new in others(child, asked=field in ("test", "ifs", "guard")):
                    yield kind, Edit(node, field, at, new), line
                yield from inside(child, child if isinstance(child, ast.match_case) else line)


def others(node: ast.AST, *, asked: bool) -> Iterator[tuple[str, ast.AST]]:
    """What could stand in the place of an expression."""
    if asked and isinstance(node, ast.expr) and not is_flipped(node):
        yield NEGATE, negated(node)
    match node:
        case ast.BoolOp(ast.And()):
            yield SWAP, ast.BoolOp(ast.Or(), node.values)
        case ast.BoolOp(ast.Or()):
            yield SWAP, ast.BoolOp(ast.And(), node.values)
        case ast.Constant(bool(held)):
            yield SHIFT, ast.Constant(not held)
        case ast.Constant(int(held) | float(held)):
            yield from ((SHIFT, ast.Constant(held + step)) for step in (1, -1))
        case ast.cmpop():
            yield SHIFT, SHIFTED[type(node)]()


def negated(node: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), node)


def is_flipped(node: ast.expr) -> bool:
    """Is it negated by a shift already?"""
    match node:
        case ast.Compare(_, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]):
            return False
        case ast.Compare(_, [_]) | ast.Constant(bool()):
            return True
    return False


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def header(node: ast.AST) -> str:
    """The first line of a statement."""
    bare = copy.copy(node)
    for field in ("body", "orelse", "handlers", "finalbody", "cases"):
        if isinstance(getattr(node, field, None), list):
            setattr(bare, field, [])
    return ast.unparse(bare).strip().partition("\n")[0]


def outermost(
    node: ast.AST, prefix: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The functions and methods that are not inside another."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield prefix + child.name, child
        else:
            inner = f"{child.name}." if isinstance(child, ast.ClassDef) else ""
            yield from outermost(child, prefix + inner)


def blocks(node: ast.AST) -> Iterator[tuple[ast.AST, str, int]]:
    """Where the statements inside a node are: whose block, and which of it."""
    for holder in ast.walk(node):
        for field, value in ast.iter_fields(holder):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield from ((holder, field, i) for i in range(len(value)))


# -- code that is imported already ------------------------------------------------------------


Whose = tuple[str, str, int]
"""A function: its file, qualified name and first line."""


def whose(code: CodeType) -> Whose:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def living() -> tuple[dict[Whose, list[FunctionType]], list[Any]]:
    """The functions of Ludex that were made, and those that remember what they found."""
    gc.unfreeze()
    found: dict[Whose, list[FunctionType]] = {}
    remember = []
    for one in gc.get_objects():
        # The type, and not `isinstance`, which asks a proxy for what may be gone.
        if type(one) is FunctionType and one.__name__ != "<lambda>":
            if one.__code__.co_filename.startswith(str(SOURCE)):
                found.setdefault(whose(one.__code__), []).append(one)
        elif type(one) is _lru_cache_wrapper:
            remember.append(one)
    gc.freeze()
    return found, remember


def exchange(
    module: CodeType, functions: dict[Whose, list[FunctionType]]
) -> list[tuple[FunctionType, CodeType]]:
    """Functions of a module get the code that they have in another version of it.

    Given back is what they had. A version that closes over less does not fit, and is left out.
    """
    had = []
    for code in module.co_consts:
        if isinstance(code, CodeType):
            for function in functions.get(whose(code), []):
                if code.co_freevars == function.__code__.co_freevars:
                    had.append((function, function.__code__))
                    function.__code__ = code
            had += exchange(code, functions)
    return had


RAN = "__statements_that_ran__"


def probed(path: Path, number: Callable[[Place], int]) -> CodeType:
    """A module that notes which statements of its functions run, by their numbers."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for _, function in outermost(tree):
        for holder, field, i in sorted(blocks(function), key=lambda at: -at[2]):
            block = getattr(holder, field)
            n = number(placed(path, block[i]))
            note = ast.parse(f"{RAN}[{n}] = 1").body[0]
            for node in ast.walk(note):
                ast.copy_location(node, block[i])
            block.insert(i, note)
    return compile(tree, path, "exec")
