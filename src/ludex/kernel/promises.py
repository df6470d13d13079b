"""The promises of a rulebook, demanded when it is made and after every event.

Events have rules, effects and names of their own; states are values; contracts and properties
hold. A promise that is broken is a fault of the rulebook, told with the event and the state.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from ludex.kernel.event import Event, Redo, Undo
from ludex.kernel.fault import Fault, Violation, raised
from ludex.kernel.value import changeable

S = TypeVar("S")


def demand_events(game: str, events: tuple[type[Event[S]], ...]) -> None:
    """Every event of a rulebook has domains, an effect, a rule and a name of its own."""
    names = [cls.name for cls in events] + [Undo.name, Redo.name]
    for cls in events:
        cls.fields()  # a field without a domain is told now, not in some game
        if getattr(cls.apply, "__isabstractmethod__", False):
            problem = f"{game}: {cls.name} has no effect: it needs `apply`"
            raise TypeError(problem)
        if names.count(cls.name) > 1:
            problem = f"{game}: two events are called {cls.name}"
            raise TypeError(problem)
        if not cls.has_rule:
            problem = f"{game}: {cls.__name__} has no docstring to say its rule"
            raise TypeError(problem)


def demand_value(s: S, event: Event[S] | None) -> None:
    """A state is a value that never changes."""
    problem = changeable(s)
    if problem is not None:
        text = f"a state must be a value that never changes, but {problem}"
        raise Fault(text, event, s)


def demand_contract(s: S, event: Event[S], state: S) -> None:
    """Demand that the promises of an event hold after it."""
    if type(event).ensures is Event.ensures:  # it promises nothing
        return
    broken = None
    try:
        for held in event.ensures(s, state):
            if held is not True:
                broken = str(held)
                break
    except Exception as error:
        raise raised("its contract", error, event, s) from error
    if broken is not None:
        raise Violation(broken, event, state)


def demand_properties(
    always: Mapping[str, Callable[[S], bool]],
    steps: Mapping[str, Callable[[S, Event[S], S], bool]],
    s: S,
    event: Event[S],
    state: S,
) -> None:
    """Demand the properties of a state, and of the step that led to it."""
    name, broken = "", None
    try:
        for name, holds in always.items():
            if not holds(state):
                broken = name
                break
        else:
            for name, keeps in steps.items():
                if not keeps(s, event, state):
                    broken = name
                    break
    except Exception as error:
        raise raised(f"the property {name!r}", error, event, state) from error
    if broken is not None:
        raise Violation(broken, event, state)
