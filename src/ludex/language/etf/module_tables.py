"""Reading a module's table of access routines, in Markdown: a Module Interface Specification.

    | Routine name | In      | Out | Exceptions     |
    | ------------ | ------- | --- | -------------- |
    | dealCard     |         | Card | outside_bounds |

Columns stand between bars, or tabs as in texts taken from a PDF. Types are numbers (ℤ, ℕ), truth
values (𝔹), `seq of T`, and those that a line declares: `SUIT = {SPADE, HEART}`, `Card = ?`.
A routine that gives something back is a query; one that gives back its own module makes the first
state, and is no event.
"""

import re
from collections.abc import Iterator

from ludex.kernel.domains.atoms import snake_case
from ludex.language.etf.declarations import (
    Argument,
    Declaration,
    DeclaredType,
    Interface,
    NoInterface,
    TypeUse,
    is_name,
    shown,
)

TYPE = re.compile(r"\W*([A-Za-z]\w*)\s*(?:=|:)\s*(\?|\\?\{[^{}]*\})\s*[;.`*]*\s*", re.ASCII)
NUMBERS = {"Z", "ℤ", "N", "ℕ", "INTEGER", "INT", "INTEGERS", "NATURAL"}
TRUTHS = {"B", "𝔹", "BOOLEAN", "BOOL"}
TEXTS = {"STRING", "CHAR", "CHARACTER", "TEXT"}
VALUES = {"R", "ℝ", "REAL", "VALUE"}

Cells = list[str]


def read_tables(text: str, system: str) -> Interface:
    """The interface that the tables of a text declare, or `NoInterface`."""
    types = _types(text)
    opaque = {name for name, one in types.items() if one.is_opaque}
    found: dict[str, Declaration] = {}
    made: list[str] = []
    for line, (name, given, gives, raises) in _rows(text):
        routine = _plain(name).rstrip("()")
        if not is_name(routine):
            raise NoInterface(f"line {line}: {shown(name)} is not a valid name of a routine")
        arguments = tuple(_arguments(given, types, f"line {line}: {routine}"))
        if routine in opaque and _plain(gives) == routine:
            declared = Declaration(routine, arguments)
            made.append(str(declared))
            continue
        called = snake_case(routine)
        if called in found:
            raise NoInterface(f"line {line}: two routines are called {routine}")
        found[called] = Declaration(
            called, arguments, answers=_printable(gives), refusals=tuple(_exceptions(raises))
        )
    if not found:
        raise NoInterface("there is no table with the columns Routine name, In, Out and Exceptions")
    used = {inner.name for one in found.values() for inner in _used(one)}
    named = {name: one for name, one in types.items() if name in used}
    return Interface(system, named, (*found.values(),), constructors=tuple(made))


def _used(one: Declaration) -> Iterator[TypeUse]:
    for argument in one.arguments:
        yield argument.kind.of or argument.kind


def is_table(text: str) -> bool:
    """Is there a table of routines in it?"""
    return any(_is_head(_cells(line)) for line in text.splitlines())


def _cells(line: str) -> Cells:
    bare = line.strip("\r\n")
    if "|" in bare:
        return [cell.strip() for cell in bare.strip().strip("|").split("|")]
    return [cell.strip() for cell in bare.split("\t")] if "\t" in bare else []


def _is_head(cells: Cells) -> bool:
    words = [cell.strip("*_` ").lower() for cell in cells]
    return (
        len(words) >= 3
        and words[0] in ("routine name", "routine", "name", "access routine")
        and words[1] in ("in", "input", "inputs")
        and words[2] in ("out", "output", "outputs")
    )


def _rows(text: str) -> Iterator[tuple[int, tuple[str, str, str, str]]]:
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        cells = _cells(line)
        if _is_head(cells):
            inside = True
        elif not cells:
            inside = False
        elif inside and not all(re.fullmatch(r":?-*:?", cell) for cell in cells):
            name, given, gives, raises = [*cells, "", "", ""][:4]
            yield number, (name, given, gives, raises)


def _types(text: str) -> dict[str, DeclaredType]:
    found: dict[str, DeclaredType] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        match = TYPE.fullmatch(line.strip()) if len(line) < 2000 else None
        if match is None or not is_name(match[1]):
            continue
        name, body = match[1], match[2]
        if body == "?":
            found.setdefault(name, _opaque(name))
            continue
        words = [_plain(word) for word in body.strip("\\{}").split(",")]
        if not all(map(is_name, words)) or len({*words}) < len(words):
            raise NoInterface(f"line {number}: {name} is not a set of names")
        found[name] = DeclaredType(name, members=tuple((word, "") for word in words))
    return found


def _opaque(name: str) -> DeclaredType:
    words = "Its notation is not known."
    return DeclaredType(name, same_as=TypeUse("STRING"), words=words, is_opaque=True)


def _arguments(text: str, types: dict[str, DeclaredType], where: str) -> Iterator[Argument]:
    parts = [part for part in text.replace("$", "").split(",") if part.strip()]
    read = [_argument(part, types, where) for part in parts]
    names = [name for name, _ in read]
    for i, (name, kind) in enumerate(read):
        alone = names.count(name) == 1
        number = names[: i + 1].count(name)
        yield Argument(name if alone else f"{name}_{number}", kind)


def _argument(text: str, types: dict[str, DeclaredType], where: str) -> tuple[str, TypeUse]:
    """`ℤ`, or `n: ℤ`: the name is the type's where there is none."""
    name, colon, rest = text.rpartition(":")
    kind, usual = _kind(rest if colon else text, types, where)
    named = _plain(name) if colon else usual
    if not is_name(named):
        raise NoInterface(f"{where}: {shown(name)} is not a valid name of an argument")
    return named, kind


def _kind(text: str, types: dict[str, DeclaredType], where: str) -> tuple[TypeUse, str]:
    row = re.fullmatch(r"\s*seq(?:uence)?\s+of\s+(.+)", text, re.IGNORECASE)
    if row is not None:
        inner, usual = _kind(row[1].strip().strip("()"), types, where)
        if inner.of is not None:
            raise NoInterface(f"{where}: nested rows cannot be arguments")
        return TypeUse("ARRAY", inner), f"{usual}s"
    plain = _plain(text)
    for words, kind, usual in (
        (NUMBERS, "INTEGER", "number"),
        (TRUTHS, "BOOLEAN", "is_so"),
        (TEXTS, "STRING", "text"),
        (VALUES, "VALUE", "value"),
    ):
        if plain.upper() in words:
            return TypeUse(kind), usual
    if plain not in types:
        raise NoInterface(f"{where}: the type {shown(plain)} is not declared")
    return TypeUse(plain), snake_case(plain)


def _plain(text: str) -> str:
    r"""Remove the marks of formulas and of Markdown: `$\mathbb{Z}$` is Z."""
    bare = re.sub(r"\\(?:mathbb|mathit|text|mathrm)\s*\{([^{}]*)\}", r"\1", text)
    return bare.strip().strip("$`*\\ ").strip()


def _printable(text: str) -> str:
    return " ".join("".join(c for c in _plain(text) if c.isprintable()).split())


def _exceptions(text: str) -> Iterator[str]:
    for word in re.split(r"[,;]|\s+and\s+", text):
        name = snake_case(_plain(word).removesuffix("()").replace("\\_", "_"))
        if is_name(name):
            yield name
        elif name not in ("", "-", "none"):
            raise NoInterface(f"{shown(word)} is not a valid name of an exception")
