"""The promises of a rulebook, demanded when it is made and after every event.

Events have rules, effects and names of their own; states are values; contracts and properties
hold. A promise that is broken is a fault of the rulebook, told with the event and the state.

A state that could change would change under the history that keeps it: undo would lead
nowhere, and two positions could not be compared.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType
from typing import TypeVar

from ludex.kernel.event import Event, Redo, Undo
from ludex.kernel.fault import Fault, Violation, raised

S = TypeVar("S")

Properties = Mapping[str, Callable[[S], bool]]
"""Properties of states, by name."""

StepProperties = Mapping[str, Callable[[S, Event[S], S], bool]]
"""Properties of steps (state, event, next state), by name."""


def demand_events(game: str, events: tuple[type[Event[S]], ...]) -> None:
    """Every event of a rulebook has domains, an effect, a rule and a name of its own."""
    names = [cls.name for cls in events] + [Undo.name, Redo.name]
    for cls in events:
        cls.fields()  # a field without a domain is told now, not in some game
        if getattr(cls.apply, "__isabstractmethod__", False):
            raise TypeError(f"{game}: {cls.name} has no effect: it needs `apply`")
        if names.count(cls.name) > 1:
            raise TypeError(f"{game}: two events have the name {cls.name}")
        if not cls.has_rule:
            raise TypeError(f"{game}: {cls.__name__} has no docstring with its rule")


def demand_value(s: S, event: Event[S] | None) -> None:
    """A state is a value that never changes."""
    problem = changeable(s)
    if problem is not None:
        raise Fault(f"a state must be a value that never changes, but {problem}", event, s)


def demand_contract(s: S, event: Event[S], state: S) -> None:
    """Demand that the promises of an event hold after it."""
    if type(event).ensures is Event.ensures:  # it promises nothing
        return
    try:
        for answer in event.ensures(s, state):
            if answer is not True:
                raise Violation(str(answer), event, state)
    except Violation:
        raise
    except Exception as error:
        raise raised("its contract", error, event, s) from error


def demand_properties(
    always: Properties[S], steps: StepProperties[S], s: S, event: Event[S], state: S
) -> None:
    """Demand the properties of a state, and of the step that led to it."""
    name = ""
    try:
        for name, holds in always.items():
            if not holds(state):
                raise Violation(name, event, state)
        for name, keeps in steps.items():
            if not keeps(s, event, state):
                raise Violation(name, event, state)
    except Violation:
        raise
    except Exception as error:
        raise raised(f"the property {name!r}", error, event, state) from error


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
