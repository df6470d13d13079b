"""Lower calls: functions of the rulebook become part of the code; what Python provides is known here."""

import ast
import functools
import inspect
from abc import abstractmethod
from ast import expr, stmt
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from ludex.compile.rulebook.core import Frame
from ludex.compile.rulebook.errors import CompileError, Unsuited
from ludex.compile.rulebook.fold import made
from ludex.compile.rulebook.loops_over import Looping
from ludex.compile.rulebook.shapes import field_names, is_record
from ludex.compile.rulebook.source import Source, source_of
from ludex.compile.rulebook.values import (
    NONE,
    TRUE,
    Atom,
    Closure,
    Const,
    Fact,
    Lazy,
    Method,
    Num,
    Opt,
    Rec,
    Seq,
    Text,
    Tup,
    Value,
)
from ludex.kernel import Event

DEEPEST = 40
"""Functions that call each other."""

AGAIN = 6
"""So often may a function call itself, where the rulebook's constants end it."""


MOST_CALLS = 2048
"""A function of the rulebook is called for so many combinations of its arguments, to make a table."""

MOST_FIELDS = 3
"""A record of more fields is no thing out of a few."""


class Calling(Looping):
    """A machine that calls functions."""

    @abstractmethod
    def value(self, node: expr) -> Value:
        """The value of an expression."""

    @abstractmethod
    def statements(self, body: list[stmt]) -> None:
        """Run statements."""

    @abstractmethod
    def provided(
        self, function: object, given: list[Value], named: dict[str, Value]
    ) -> Value | None:
        """The answer of a function of Python or of the kernel, if it is one that is known here."""

    def call(
        self, function: Value, given: list[Value], named: dict[str, Value] | None = None
    ) -> Value:
        """The answer of a function."""
        if self.dead:
            return NONE
        named = named or {}
        finish, self.finish_next = self.finish_next, None
        match function:
            case Const(known):
                return self._call_known(known, given, named, finish)
            case Method():
                this, own = function.this, function.function
                if not isinstance(own, FunctionType):
                    return self.method(this, function.name, given, named)
                return self._call_function(own, [this, *given], named, finish)
            case Closure():
                return self._call_closure(function, given, named)
        raise self.fail("a function that is not known is called here")

    finish_next: Callable[[Value], None] | None = None
    """The use of the next function's result at once, where nothing else follows."""

    def call_finishing(
        self, function: object, given: list[Value], finish: Callable[[Value], None]
    ) -> None:
        """Call a function, and do something at each of its returns; the code ends there."""
        self.finish_next = finish
        found = self.call(Const(function), given)
        self.finish_next = None
        if not self.dead:
            finish(found)
        self.dead = True

    def _call_known(
        self,
        known: object,
        given: list[Value],
        named: dict[str, Value],
        finish: Callable[[Value], None] | None = None,
    ) -> Value:
        if isinstance(known, MethodType):
            if isinstance(known.__self__, Event) and known.__name__ in {"permitted", "refusal"}:
                return self.method(Const(known.__self__), known.__name__, given, named)
            if isinstance(known.__func__, FunctionType):
                return self._call_function(
                    known.__func__, [Const(known.__self__), *given], named, finish
                )
        found = self.provided(known, given, named)
        if found is not None:
            return found
        if callable(known) and not isinstance(known, type):
            inner = inspect.unwrap(known)
            if isinstance(inner, FunctionType):
                return self._call_function(inner, given, named, finish)
        if isinstance(known, type):
            return self._construct(known, given, named)
        if isinstance(known, functools.partial):
            fixed = {name: Const(value) for name, value in known.keywords.items()}
            return self.call(
                Const(known.func), [*map(Const, known.args), *given], {**fixed, **named}
            )
        if hasattr(known, "__supertype__"):  # a NewType is the value itself
            return given[0]
        if callable(known) and not named:
            return self._tabulated(known, given)
        raise self.fail("what is called here is no function that is known")

    def _tabulated(self, known: Callable[..., Any], given: list[Value]) -> Value:
        try:
            return self.tabulate(known, given)
        except Unsuited as error:
            name = getattr(known, "__qualname__", repr(known))
            raise self.fail(
                f"`{name}` is called with what is not known: {error.problem}",
                "Use what the table of constructs in docs/compile.md names.",
            ) from None

    # -- functions of the rulebook -------------------------------------------------------------

    def _call_function(
        self,
        function: FunctionType,
        given: list[Value],
        named: dict[str, Value],
        finish: Callable[[Value], None] | None = None,
    ) -> Value:
        source = source_of(function)
        self.tables.files.add(source.file)
        every = [*given, *named.values()]
        if not source.is_generator and all(isinstance(value, Const) for value in every):
            found = self._folded(function, given, named)
            if found is not None:
                return found
        if not source.is_generator and not named and 0 < len(given) <= 4 and self._is_few(given):
            try:
                return self.tabulate(function, given)
            except Unsuited:
                pass
        names = self._bound(source, given, named)
        return self.run_function(source, names, finish)

    def _folded(
        self, function: FunctionType, given: list[Value], named: dict[str, Value]
    ) -> Value | None:
        values = [value.value for value in given if isinstance(value, Const)]
        words = {name: value.value for name, value in named.items() if isinstance(value, Const)}
        try:
            return self.called(functools.partial(function, **words), values)
        except Unsuited:
            return None

    def _is_few(self, given: list[Value]) -> bool:
        if not all(isinstance(value, Const | Num | Atom | Opt | Rec | Tup) for value in given):
            return False
        size = 1
        for value in given:
            if isinstance(value, Rec) and len(value.fields) > MOST_FIELDS:
                return False
            size *= self.count(value)
            if size > MOST_CALLS:
                return False
        return True

    def _bound(
        self, source: Source, given: list[Value], named: dict[str, Value]
    ) -> dict[str, Value]:
        signature = inspect.signature(source.function, follow_wrapped=False)
        try:
            bound = signature.bind(*given, **named)
        except TypeError as error:
            raise self.fail(f"`{source.name}` is called wrongly: {error}") from None
        names: dict[str, Value] = {}
        for name, parameter in signature.parameters.items():
            if name in bound.arguments:
                value = bound.arguments[name]
                if parameter.kind is parameter.VAR_POSITIONAL:
                    value = Tup(tuple(value))
                elif parameter.kind is parameter.VAR_KEYWORD:
                    raise self.fail("`**` of what is called is not compiled", "Name the arguments.")
                names[name] = value
            elif parameter.kind is parameter.VAR_POSITIONAL:
                names[name] = Const(())
            elif parameter.default is not parameter.empty:
                names[name] = Const(parameter.default)
        return names

    def run_function(
        self, source: Source, names: dict[str, Value], finish: Callable[[Value], None] | None = None
    ) -> Value:
        """Make the body of a function part of the code."""
        frame = self.new_frame(source.globals, source.file, source.name, function=source.function)
        frame.finish = None if source.is_generator else finish
        if source.is_generator:
            return Lazy(lambda body: self._run_generator(source, frame, names, body))
        return self._run_body(source.body, frame, names)

    def _run_body(self, body: list[stmt], frame: Frame, names: dict[str, Value]) -> Value:
        key = (frame.number, "return")
        with self.framed(frame):
            for name, value in names.items():
                self.store[frame.number, name] = value
            with self.labelled("returned") as label:
                frame.leave = label
                self.statements(body)
                if not self.dead:
                    self.give_back(NONE)
            found = self.take(key)
            self.forget(frame)
        return found

    def give_back(self, value: Value) -> None:
        """Leave the function with a value; its names are needed no more."""
        frame = self.frames[-1]
        assert frame.leave is not None
        self.forget(frame)
        if frame.finish is not None:
            frame.finish(value)
            self.dead = True
            return
        self.store[frame.number, "return"] = value
        self.leave(frame.leave)

    def forget(self, frame: Frame) -> None:
        """The names of a function that is left are needed no more."""
        for key in [key for key in self.store if key[0] == frame.number]:
            del self.store[key]

    def _run_generator(
        self, source: Source, frame: Frame, names: dict[str, Value], body: Callable[[Value], None]
    ) -> None:
        again = self.new_frame(frame.around, frame.file, frame.name, function=frame.function)
        again.give = body
        with self.framed(again):
            for name, value in names.items():
                self.store[again.number, name] = value
            with self.labelled("returned") as label:
                again.leave = label
                self.statements(source.body)
            self.forget(again)

    def new_frame(
        self,
        around: dict[str, object],
        file: str,
        name: str,
        outer: Frame | None = None,
        function: object = None,
    ) -> Frame:
        """A function that is about to run."""
        self._frames += 1
        return Frame(self._frames, around, file, name, outer, function=function)

    _frames = 0

    @contextmanager
    def framed(self, frame: Frame) -> Iterator[None]:
        """Run a function."""
        depth = len(self.frames)
        again = sum(
            each.function is frame.function for each in self.frames if frame.function is not None
        )
        if depth >= DEEPEST or again >= AGAIN:
            raise self.fail(
                f"`{frame.name}` calls itself, and nothing that is known ends it",
                "Write a loop in place of the recursion.",
            )
        site, frames = self.site, self.frames
        self.frames = [*frames, frame]
        self.alive.add(frame.number)
        try:
            yield
        finally:
            self.frames, self.site = frames, site
            self.alive.discard(frame.number)

    def _call_closure(self, closure: Closure, given: list[Value], named: dict[str, Value]) -> Value:
        node = closure.node
        names = [argument.arg for argument in node.args.args]
        values = dict(zip(names, given, strict=False)) | named
        frame = self.new_frame(dict(closure.around), closure.file, "a function", function=node)
        body: list[stmt] = []
        if isinstance(node, ast.Lambda):
            body.append(ast.copy_location(ast.Return(node.body), node.body))
        else:
            body = node.body
        missing = [name for name in names if name not in values]
        if missing or len(given) > len(names):
            raise self.fail("a function that is written inside another is called wrongly")
        return self._run_body(body, frame, {**closure.names, **values})

    # -- records ------------------------------------------------------------------------

    def _construct(self, kind: type, given: list[Value], named: dict[str, Value]) -> Value:
        if issubclass(kind, Enum) or not is_record(kind):
            return self._tabulated(kind, given)
        if issubclass(kind, tuple) and "__new__" in vars(kind) and kind.__base__ is not tuple:
            return self._tabulated(kind, given)
        names = field_names(kind)
        if all(isinstance(value, Const) for value in (*given, *named.values())):
            values = [value.value for value in given if isinstance(value, Const)]
            words = {name: value.value for name, value in named.items() if isinstance(value, Const)}
            return self.called(functools.partial(kind, **words), values)
        try:
            bound = inspect.signature(kind).bind(*given, **named)
        except TypeError as error:
            raise self.fail(f"a {kind.__name__} is made wrongly: {error}") from None
        bound.apply_defaults()
        fields: list[tuple[str, Value]] = []
        for name in names:
            value = bound.arguments.get(name, NONE)
            fields.append((name, value if _is_value(value) else Const(value)))
        record = self.record(kind, tuple(fields))
        check = getattr(kind, "__post_init__", None)
        if isinstance(check, FunctionType):
            self._call_function(check, [record], {})
        return record

    def changed(self, value: Value, named: dict[str, Value]) -> Value:
        """A record with some fields replaced."""
        if isinstance(value, Opt):
            value = self.present(value)
        kind = (
            value.kind
            if isinstance(value, Rec)
            else type(value.value)
            if isinstance(value, Const)
            else None
        )
        if isinstance(value, Atom):
            kind = type(next(each for each in value.domain if each is not None))
        if kind is None or not is_record(kind):
            raise self.fail("`replace` of what is no record")
        names = field_names(kind)
        fields = tuple(
            (name, named[name] if name in named else self.part(value, name)) for name in names
        )
        return self.record(kind, fields)

    # -- methods ------------------------------------------------------------------------

    @abstractmethod
    def method(self, this: Value, name: str, given: list[Value], named: dict[str, Value]) -> Value:
        """The answer of a method."""

    def attribute(self, value: Value, name: str) -> Value:
        """The name behind a dot."""
        if self.dead:
            return NONE
        match value:
            case Const(constant):
                return self._of_constant(constant, name)
            case Opt():
                if name in {"permitted", "refusal"}:
                    return Method(value, name)
                return self.attribute(self.present(value), name)
            case Rec(kind, _):
                part = value.get(name)
                return part if part is not None else self._of_class(value, kind, name)
            case Atom(_, domain):
                return self._of_atom_attribute(value, domain, name)
            case Text():
                return Method(value, name)
            case Num() | Tup() | Seq():
                return Method(value, name)
        return Method(value, name)

    def _of_constant(self, constant: object, name: str) -> Value:
        if isinstance(constant, Event) and name in {"permitted", "refusal"}:
            return Method(Const(constant), name)
        try:
            found = getattr(constant, name)
        except AttributeError:
            self.trap("True", f"there is no `{name}`")
            return NONE
        except CompileError:
            raise
        if isinstance(found, Iterator):
            found = tuple(found)
        return Const(found)

    def _of_class(self, value: Value, kind: type, name: str) -> Value:
        found = inspect.getattr_static(kind, name, None)
        if isinstance(found, property) and isinstance(found.fget, FunctionType):
            return self._call_function(found.fget, [value], {})
        if isinstance(found, functools.cached_property):
            return self._call_function(found.func, [value], {})  # type: ignore[arg-type]
        if issubclass(kind, Event) and name in {"permitted", "refusal"}:
            return Method(value, name)
        if isinstance(found, FunctionType):
            return Method(value, name, found)
        if isinstance(found, classmethod | staticmethod):
            return Const(getattr(kind, name))
        if found is None:
            raise self.fail(f"a {kind.__name__} has no `{name}`")
        if isinstance(found, BuiltinFunctionType) or callable(found):
            return Method(value, name)
        return Const(found)

    def _of_atom_attribute(self, value: Atom, domain: tuple[object, ...], name: str) -> Value:
        places = self.places(value)
        if any(domain[i] is None for i in places) and len(places) > 1:
            none = next(i for i in places if domain[i] is None)
            self.trap(f"{value.code} == {none}", f"None has no `{name}`")
            rest = frozenset(i for i in places if i != none)
            self.learn((Fact(value.code, min(rest), max(rest), rest),))
            places = self.places(value)
        sample = domain[places[0]]
        if isinstance(sample, Event) and name in {"permitted", "refusal"}:
            return Method(value, name)
        if callable(getattr(sample, name, None)):
            found = inspect.getattr_static(type(sample), name, None)
            return Method(value, name, found if isinstance(found, FunctionType) else None)
        return self.tabulate(lambda thing: getattr(thing, name), [value])


def _is_value(value: object) -> bool:
    from ludex.compile.rulebook import values  # noqa: PLC0415

    return type(value).__module__ == values.__name__


__all__ = ["TRUE", "Calling", "Num", "made"]
