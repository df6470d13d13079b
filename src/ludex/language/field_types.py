"""The types of a state's fields, taken apart: position lines and tensors are derived from them."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import TypeVar, Union, get_args, get_origin, get_type_hints


def fields_of(kind: object) -> Iterator[tuple[str, object]]:
    """The fields of a record with their types; type variables are filled in."""
    origin = get_origin(kind) or kind
    filled = dict(zip(getattr(origin, "__parameters__", ()), get_args(kind), strict=False))
    hints = get_type_hints(origin, include_extras=True)
    names = (
        [field.name for field in fields(origin)]
        if is_dataclass(origin)
        else getattr(origin, "_fields", [])
    )
    for name in names:
        yield name, _filled(hints[name], filled)


def _filled(hint: object, known: dict[object, object]) -> object:
    if isinstance(hint, TypeVar):
        return known.get(hint, hint)
    parameters = getattr(hint, "__parameters__", ())
    if parameters and known:
        return hint[tuple(known[p] for p in parameters)]  # type: ignore[index]  # an alias
    return hint


def is_record(kind: object) -> bool:
    """Is it a dataclass or a named tuple?"""
    origin = get_origin(kind) or kind
    return is_dataclass(origin) or hasattr(origin, "_fields")


def members_of(kind: object) -> tuple[object, ...]:
    """The alternatives of a union; anything else is its only one."""
    if get_origin(kind) in (Union, UnionType):
        return get_args(kind)
    return (kind,)
