"""Positions: any state as one line of text that reads back to the same state.

Ludex derives the form from the types of the state's fields: `marks=[X - O - - - - - -] turn=1`. A
game with its own notation defines a `Notation`.

    a word      an Enum member, a number, a value with a domain (a card)
    -           None
    [a b c]     a tuple, a record (named tuple or dataclass) or a sorted frozenset
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from ludex.kernel import Fault, Game, Notation, Unreadable
from ludex.kernel.domains.atoms import DOMAINS, domain_of, is_integer, named
from ludex.language.field_types import fields_of, is_record, members_of

S = TypeVar("S")


def position_line(game: Game[S], s: S) -> str:
    """Write a position on one line."""
    return (game.notation or derived(type(s))).write(s)


def read_position(game: Game[S], line: str) -> S | Unreadable:
    """Read the state of a position line, or return all errors of the line."""
    return (game.notation or derived(type(game.start()))).read(line)


def derived(kind: type[S]) -> Notation[S]:
    """Return the notation derived from the fields of a state class, or a Fault."""
    if kind not in _DERIVED:
        for name, hint in fields_of(kind):
            _demand_written(f"{kind.__name__}.{name}", hint)
        _DERIVED[kind] = Notation(partial(_write_state, kind), partial(_read_state, kind))
    return _DERIVED[kind]


_DERIVED: dict[type, Notation[Any]] = {}


def checked(notation: Notation[S], problems: Callable[[S], Sequence[str]]) -> Notation[S]:
    """Return the same notation, which accepts only states without problems."""

    def read(line: str) -> S | Unreadable:
        s = notation.read(line)
        found = () if isinstance(s, Unreadable) else problems(s)
        return Unreadable(tuple(found)) if found else s

    return Notation(notation.write, read)


def _demand_written(name: str, kind: object) -> None:
    """Can every value of this type stand in a position line?"""
    if domain_of(kind) is not None or isinstance(kind, TypeVar) or kind is NoneType:
        return
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    members = members_of(kind)
    if len(members) > 1:
        for member in members:
            _demand_written(name, member)
    elif is_record(kind):
        for part, hint in fields_of(kind):
            _demand_written(f"{name}.{part}", hint)
    elif get_origin(kind) in (tuple, frozenset):
        for part in get_args(kind):
            if part is not Ellipsis:
                _demand_written(name, part)
    else:
        problem = (
            f"{name}: {named(kind)} cannot stand in a position line; the type of a part "
            f"of a state may be {DOMAINS}; tuples, frozensets and records of these, or "
            "None; for any other give the game a `notation`"
        )
        raise Fault(problem, None, None)


def _write_state(kind: type[S], state: S) -> str:
    return " ".join(
        f"{name}={_write(hint, getattr(state, name))}" for name, hint in fields_of(kind)
    )


def _read_state(kind: type[S], line: str) -> S | Unreadable:
    hints = dict(fields_of(kind))
    values: dict[str, object] = {}
    problems, written = [], set()
    for name, text in _assignments(line):
        if name in written:
            problems.append(f"{name} is given twice")
        written.add(name)
        if name not in hints:
            problems.append(f"no field {name!r}; there are: {', '.join(hints)}")
            continue
        tokens = _tokens(text)
        value = _read(hints[name], tokens)
        if isinstance(value, _NoValue) or tokens:
            problems.append(f"{name}: cannot read {text!r}")
        else:
            values[name] = value
    problems += [f"{name} is missing" for name in hints if name not in written]
    return Unreadable(tuple(problems)) if problems else kind(**values)


@dataclass(frozen=True, slots=True)
class _NoValue:
    """A text that is no value of the type asked for."""


_NO_VALUE = _NoValue()


def _assignments(line: str) -> Iterator[tuple[str, str]]:
    """`a=[1 2] b=3` as ("a", "[1 2]"), ("b", "3")."""
    # What stands in quotes may look like a field, and is none.
    hidden = re.sub(r'"[^"]*"', lambda text: "x" * len(text[0]), line)
    marks = [*re.finditer(r"(?:^|\s)(\w+)=", hidden)]
    begins = [mark.start() for mark in marks] + [len(line)]
    if stray := line[: begins[0]].strip():
        yield stray, ""
    for mark, end in zip(marks, begins[1:], strict=True):
        yield mark[1], line[mark.end() : end].strip()


def _tokens(text: str) -> list[str]:
    """Words and brackets, last first, so that the next one is popped from the end."""
    return re.findall(r'"[^"]*"|[\[\]]|[^\s\[\]]+', text)[::-1]


def _write(kind: object, value: object) -> str:
    if get_origin(kind) is Annotated and domain_of(kind) is None:
        return _write(get_args(kind)[0], value)
    if value is None:
        return "-"
    kinds = [k for k in members_of(kind) if k is not NoneType]
    if len(kinds) > 1:
        kinds = [k for k in kinds if isinstance(value, get_origin(k) or k)]  # type: ignore[arg-type]  # types
    kind = kinds[0]
    domain = domain_of(kind)
    if domain is not None and len(domain.atoms) == 1:
        return domain.write(value)[0]
    return f"[{' '.join(_parts(kind, value))}]"


def _parts(kind: object, value: object) -> list[str]:
    if is_record(kind):
        return [_write(hint, getattr(value, name)) for name, hint in fields_of(kind)]
    arguments = get_args(kind)
    if isinstance(value, frozenset):
        return sorted(_write(arguments[0], item) for item in value)
    if not isinstance(value, tuple):
        problem = f"no position text for {value!r} as {kind}"
        raise TypeError(problem)
    if arguments[-1] is Ellipsis:
        return [_write(arguments[0], item) for item in value]
    return [_write(k, item) for k, item in zip(arguments, value, strict=True)]


def _read(kind: object, tokens: list[str]) -> object:
    """Take one value of `kind` off `tokens`; `_NO_VALUE` when there is none."""
    if get_origin(kind) is Annotated and domain_of(kind) is None:
        kind = get_args(kind)[0]
    kinds = members_of(kind)
    if tokens and tokens[-1] == "-" and NoneType in kinds:
        tokens.pop()
        return None
    for member in kinds:
        if member is NoneType:
            continue
        trial = [*tokens] if len(kinds) > 1 else tokens
        value = _read_one(member, trial)
        if not isinstance(value, _NoValue):
            tokens[:] = trial
            return value
    return _NO_VALUE


def _read_one(kind: object, tokens: list[str]) -> object:
    if kind is int:  # a number in a state has no width
        word = tokens.pop() if tokens else ""
        return int(word) if is_integer(word) and len(word) < 1000 else _NO_VALUE
    domain = domain_of(kind)
    if domain is not None and len(domain.atoms) == 1:
        value = domain.read((tokens.pop(),)) if tokens else None
        return _NO_VALUE if value is None else value
    if not tokens or tokens.pop() != "[":
        return _NO_VALUE
    arguments = get_args(kind)
    if is_record(kind):
        values = [_read(hint, tokens) for _, hint in fields_of(kind)]
        build: Callable[[list[object]], object] = partial(_record, kind)
    elif get_origin(kind) is tuple and arguments[-1] is not Ellipsis:
        values = [_read(k, tokens) for k in arguments]
        build = tuple
    else:
        values = _read_all(arguments[0], tokens)
        build = frozenset if get_origin(kind) is frozenset else tuple
    if not tokens or tokens.pop() != "]" or _NO_VALUE in values:
        return _NO_VALUE
    return build(values)


def _record(kind: object, values: list[object]) -> object:
    return (get_origin(kind) or kind)(*values)  # type: ignore[operator]  # a class


def _read_all(kind: object, tokens: list[str]) -> list[object]:
    values: list[object] = []
    while tokens and tokens[-1] != "]":
        values.append(_read(kind, tokens))
        if isinstance(values[-1], _NoValue):
            break
    return values
