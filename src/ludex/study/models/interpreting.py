"""A rulebook's own functions, run on states of which only the possibilities are known.

What a call is: a function of the rulebook is run (`statements`, `expressions`), one that knows
nothing of the state is simply called, and some that every rulebook uses are understood.
What is not understood raises `NotTranslated` and names the construct: nothing is guessed.
"""

# ruff: noqa: PLR0911  # a language has many kinds of things

from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from dataclasses import replace as replaced
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, Final

from ludex.kernel import Event, Outcome, Seat, drawn, lost, say, seat_name, won
from ludex.study.models.expressions import SAID
from ludex.study.models.formulas import (
    FORMULA,
    Cases,
    Formula,
    conj,
    counted,
    disj,
    neg,
)  # fmt: skip
from ludex.study.models.frames import (
    Env,
    Frame,
)
from ludex.study.models.sources import is_generator, source_of
from ludex.study.models.statements import Statements
from ludex.study.models.trouble import NotTranslated
from ludex.study.models.values import (
    Items,
    cases_of,
    chosen,
    contains,
    is_symbolic,
    length,
    lifted,
    rebuilt,
    truth,
)  # fmt: skip


class Interpreter(Statements):
    """Runs functions."""

    def permitted(
        self, event: Event[Any], state: object, when: Formula = True
    ) -> Formula:
        """When every guard of an event holds."""
        guards = type(event).guards
        if guards is Event.guards:
            return when
        return self._guards(guards, (event, state), {}, when)

    def call(
        self, function: object, args: tuple[object, ...], named: Env, when: Formula
    ) -> object:
        """What a function gives."""
        special = self.special(function, args, named, when)
        if special is not NotImplemented:
            return special
        if not any(map(is_symbolic, (*args, *named.values()))) and not isinstance(
            function, MethodType
        ):
            return self._plainly(function, args, named)
        if isinstance(function, MethodType):
            owner = function.__self__
            if function.__func__ is Event.permitted:
                return self.permitted(owner, args[0], when)  # type: ignore[arg-type]  # an event
            if not is_symbolic(owner) and not any(
                map(is_symbolic, (*args, *named.values()))
            ):
                return self._plainly(function, args, named)
            return self.call(function.__func__, (owner, *args), named, when)
        function = getattr(function, "__wrapped__", function)
        if isinstance(function, type):
            return self._made(function, args, named)
        if isinstance(function, FunctionType):
            return self._called(function, args, named, when)
        if named or not callable(function):
            raise NotTranslated(f"a call of {function!r}")
        return lifted(function, *args)

    @staticmethod
    def _plainly(function: object, args: tuple[object, ...], named: Env) -> object:
        if not callable(function):
            raise NotTranslated(f"a call of {function!r}")
        try:
            return function(*args, **named)
        except Exception as error:
            raise NotTranslated(f"{function!r} raises {error!r}") from error

    def _called(
        self,
        function: FunctionType,
        args: tuple[object, ...],
        named: Env,
        when: Formula,
    ) -> object:
        frame = Frame(function)
        live = self._run(frame, args, named, when)
        if is_generator(source_of(function)):
            return Items(tuple(frame.yielded))
        if live is not False:
            frame.returned.append((live, None))
        return chosen(frame.returned)

    @staticmethod
    def _made(kind: type, args: tuple[object, ...], named: Env) -> object:
        """A record of parts that are known in part; another class is asked for every case."""
        if issubclass(kind, Enum) or not (
            is_dataclass(kind) or hasattr(kind, "_fields")
        ):
            if named:
                raise NotTranslated(f"{kind.__name__} with named arguments")
            return lifted(kind, *args)
        if hasattr(kind, "__post_init__"):
            raise NotTranslated(f"{kind.__name__} has a __post_init__")
        return kind(*args, **named)

    def special(
        self, function: object, args: tuple[object, ...], named: Env, when: Formula
    ) -> object:
        if function is zip:
            named = {k: v for k, v in named.items() if k != "strict"}
        if function is say:
            return SAID
        if function is won:
            return lifted(lambda seat: f"{seat_name(seat)} wins", args[0])
        if function is lost:
            return "nobody wins"
        if function is drawn:
            return f"{' and '.join(seat_name(Seat(i)) for i in range(int(str(args[0]))))} share"
        if function is Outcome:
            raise NotTranslated(
                "an Outcome that is made by hand, not by won, lost or drawn"
            )
        if function is replaced:
            return rebuilt(args[0], named)
        known = (
            SPECIAL.get(function)
            if isinstance(function, type | BuiltinFunctionType)
            else None
        )
        return (
            known(self, args, when)
            if known is not None and not named
            else NotImplemented
        )

    def items(self, value: object, when: Formula) -> Iterator[tuple[Formula, object]]:
        """What a loop goes through."""
        if isinstance(value, Items):
            yield from value.items
        elif isinstance(value, Cases):
            for one, reached in value.cases:
                yield from ((conj(reached, w), x) for w, x in self.items(one, when))
        elif is_dataclass(value) and isinstance(
            getattr(type(value), "__iter__", None), FunctionType
        ):
            own: object = getattr(type(value), "__iter__", None)
            made = self.call(own, (value,), {}, when)
            yield from self.items(made, when)
        elif isinstance(value, FORMULA) or not hasattr(value, "__iter__"):
            raise NotTranslated(f"a loop through a {type(value).__name__}")
        else:
            yield from ((True, one) for one in value)

    def length(self, value: object, when: Formula) -> object:
        """`len`, also of a class with its own."""
        own = getattr(type(value), "__len__", None)
        if isinstance(own, FunctionType) and is_symbolic(value):
            return self.call(own, (value,), {}, when)
        return length(value)

    def contains(self, container: object, thing: object, when: Formula) -> Formula:
        """`in`, also of a class with its own."""
        own = getattr(type(container), "__contains__", None)
        if isinstance(own, FunctionType) and not isinstance(container, Items | Cases):
            return truth(self.call(own, (container, thing), {}, when))
        return contains(container, thing)


def _any(self: Interpreter, args: tuple[object, ...], when: Formula) -> object:
    return disj(*(conj(there, truth(one)) for there, one in self.items(args[0], when)))


def _all(self: Interpreter, args: tuple[object, ...], when: Formula) -> object:
    return conj(
        *(disj(neg(there), truth(one)) for there, one in self.items(args[0], when))
    )


def _sum(self: Interpreter, args: tuple[object, ...], when: Formula) -> object:
    found: list[tuple[int, Formula]] = []
    for there, one in self.items(args[0], when):
        found += [(int(str(int(v))), conj(there, w)) for v, w in cases_of(one)]  # type: ignore[call-overload]  # numbers
    return counted(0, found)


def _tupled(self: Interpreter, args: tuple[object, ...], when: Formula) -> object:
    return tuple(self._listed(args[0], when)) if args else ()


SPECIAL: Final[
    Mapping[object, Callable[[Interpreter, tuple[object, ...], Formula], object]]
] = {
    any: _any,
    all: _all,
    sum: _sum,
    tuple: _tupled,
    list: lambda self, args, when: self._listed(args[0], when) if args else [],
    len: lambda self, args, when: self.length(args[0], when),
    bool: lambda _self, args, _when: truth(args[0]),
    zip: lambda self, args, when: [
        *zip(*(self._listed(a, when) for a in args), strict=False)
    ],
    enumerate: lambda self, args, when: [*enumerate(self._listed(args[0], when))],
    reversed: lambda self, args, when: [*reversed(self._listed(args[0], when))],
    isinstance: lambda _self, args, _when: lifted(isinstance, *args),
    iter: lambda self, args, when: Items(tuple(self.items(args[0], when))),
    set: lambda self, args, when: Items(tuple(self.items(args[0], when)), is_set=True),
    frozenset: lambda self, args, when: Items(
        tuple(self.items(args[0], when)), is_set=True
    ),
}
