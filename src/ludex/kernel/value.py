"""Values: objects that never change, are compared by their contents and can be hashed.

A state that could change would change under the history that keeps it: undo would lead
nowhere, and two positions could not be compared.
"""

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType

CURES = {
    "list": "make it a tuple",
    "dict": "make it a tuple of pairs",
    "set": "make it a frozenset",
    "bytearray": "make it bytes",
}

_PLAIN = (
    int, float, complex, str, bytes, Enum, Fraction, type, type(None),
    FunctionType, BuiltinFunctionType,
)  # fmt: skip


def changeable(value: object, name: str = "") -> str | None:
    """Return the part of `value` that could change, and a remedy; None for a value.

    A class with a hash of its own is taken at its word.
    """
    kind = type(value)
    name = name or kind.__name__
    if isinstance(value, _PLAIN) or kind is object:
        return None
    if _is_taken_apart(value):
        found = (changeable(part, label) for label, part in _parts(value, name))
        return next((problem for problem in found if problem), None)
    how = _how(kind)
    return f"{name} {how}" if how else None


def _how(kind: type) -> str | None:
    """Return the way in which things of this class can change."""
    params = getattr(kind, "__dataclass_params__", None)
    own_hash: object = kind.__hash__
    if kind.__module__ == "builtins" and kind.__name__ in CURES:
        return f"is a {kind.__name__}: {CURES[kind.__name__]}"
    if params is not None and not params.frozen:
        return "is a dataclass that can change: write @dataclass(frozen=True)"
    if own_hash is None:
        return f"is a {kind.__name__}, which cannot be hashed"
    if own_hash is object.__hash__:
        return f"is a {kind.__name__}, which is not compared by its contents"
    return None


def _is_taken_apart(value: object) -> bool:
    """Does it depend on its parts whether it is a value?"""
    if isinstance(value, tuple | frozenset):
        return True
    params = getattr(type(value), "__dataclass_params__", None)
    return params is not None and params.eq and params.frozen


def _parts(value: object, name: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, tuple | frozenset):
        labels = getattr(value, "_fields", None)
        for i, part in enumerate(value):
            yield (f"{name}.{labels[i]}" if labels else f"a part of {name}"), part
    else:
        for field in fields(value):  # type: ignore[arg-type]  # a dataclass
            if field.compare:
                yield f"{name}.{field.name}", getattr(value, field.name)
