"""Lower calls: functions of the rulebook become part of the code; what Python provides is known here."""

import ast
import functools
import inspect
from abc import abstractmethod
from ast import expr, stmt
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from ludex.compile.rulebook.core import ANSWER, Frame, Key, code_of
from ludex.compile.rulebook.errors import CompileError, NotTabulable
from ludex.compile.rulebook.fold import made
from ludex.compile.rulebook.loops_over import Looping
from ludex.compile.rulebook.shapes import (
    Choice,
    Fixed,
    Items,
    Number,
    Shape,
    as_array,
    as_items,
    field_names,
    is_looked_up,
    is_record,
)
from ludex.compile.rulebook.source import CHANGING, Source, is_steady, is_unsteady, source_of
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
from ludex.compile.rulebook.writer import Block, is_empty
from ludex.kernel import ByHand, Event

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

    def __post_init__(self) -> None:
        super().__post_init__()
        self._answers: dict[FunctionType, list[tuple[Key, dict[str, Value]]]] = {}
        """The answers that are in the store, by the function and what it was given."""

    def call(
        self, function: Value, given: list[Value], named: dict[str, Value] | None = None
    ) -> Value:
        """The answer of a function."""
        if self.dead:
            return NONE
        named = named or {}
        finish, self.finish_next = self.finish_next, None
        only_presence, self.only_presence = self.only_presence, False
        self._shadow_next = False
        match function:
            case Const(known):
                return self._call_known(known, given, named, finish, only_presence)
            case Method():
                this, own = function.this, function.function
                if not isinstance(own, FunctionType) or function.name == "_replace":
                    return self.method(this, function.name, given, named)
                self._shadow_next = only_presence
                return self._call_function(own, [this, *given], named, finish)
            case Closure():
                return self._call_closure(function, given, named)
        raise self.fail("an unknown function is called here")

    _shadow_next = False
    only_presence = False
    """Does nobody want to know more of the next function's result than whether it is None?"""

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
        finish: Callable[[Value], None] | None,
        only_presence: bool,
    ) -> Value:
        if is_unsteady(known):
            raise self.fail(
                "this reads chance or a clock", "Let an event of chance draw it: `Chance`."
            )
        if isinstance(known, MethodType):
            if isinstance(known.__self__, Event) and known.__name__ in {"permitted", "refusal"}:
                return self.method(Const(known.__self__), known.__name__, given, named)
            if known.__name__ == "_replace" and is_record(type(known.__self__)):
                return self.changed(Const(known.__self__), named)
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
                self._shadow_next = only_presence
                return self._call_function(inner, given, named, finish, known)
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
        raise self.fail("the called object is not a known function")

    def _tabulated(self, known: Callable[..., Any], given: list[Value]) -> Value:
        try:
            return self.tabulate(known, given)
        except NotTabulable as error:
            name = getattr(known, "__qualname__", repr(known))
            raise self.fail(
                f"`{name}` is called with an unknown value: {error.problem}",
                "Use what the table of constructs in docs/compile.md names.",
            ) from None

    # -- functions of the rulebook -------------------------------------------------------------

    def _call_function(
        self,
        function: FunctionType,
        given: list[Value],
        named: dict[str, Value],
        finish: Callable[[Value], None] | None = None,
        around: Callable[..., Any] | None = None,
    ) -> Value:
        """Return the answer of a function; what is around it may remember answers."""
        source, identity = source_of(function), around or function
        self.tables.files.add(source.file)
        every = [*given, *named.values()]
        is_plain = not source.is_generator and is_steady(function)
        if is_plain and all(isinstance(value, Const) for value in every):
            found = self._folded(identity, given, named)
            if found is not None:
                return found
        if function in self.tables.by_hand:
            return self._by_hand(self.tables.by_hand[function], self._bound(source, given, named))
        if is_plain and not named and 0 < len(given) <= 4 and self._is_few(given):
            try:
                return self.tabulate(identity, given)
            except NotTabulable:
                pass
        names = self._bound(source, given, named)
        known = self._remembered(function, names)
        if known is not None:
            self._shadow_next = False
            return known
        begun = len(self.block.nodes)
        is_whole = not (source.is_generator or finish or self._shadow_next)
        found = self.run_function(source, names, finish)
        if is_whole and not self.dead and not is_empty(Block(self.block.nodes[begun:])):
            key = (ANSWER, self.name("answer"))
            self._answers.setdefault(function, []).append((key, names))
            self.store[key] = found
        return found

    def _remembered(self, function: FunctionType, names: dict[str, Value]) -> Value | None:
        """The answer of a function that was asked the same before, on the way to here."""
        for key, arguments in self._answers.get(function, ()):
            if key in self.store and names == arguments:
                return self.store[key]
        return None

    def forget_answers(self) -> None:
        """Forget the answers whose code is not written."""
        self._answers.clear()

    def _by_hand(self, known: ByHand, names: dict[str, Value]) -> Value:
        """Call a function that somebody wrote: a tuple is given as a row, a place in it, and a length."""
        codes: list[str] = []
        for name, value in names.items():
            if not self.is_tuple(value):
                codes.append(code_of(self.as_number(value)))
                continue
            shape = as_array(as_items(self.shape(value)) or Items(()))
            numbers = self.storage(replace(shape, item=_numbers_of(shape.item)), name)
            assert isinstance(numbers, Seq)
            self.assign(numbers, value)
            codes += ["state", code_of(numbers.start), code_of(numbers.length)]
        found = self.name("by_hand")
        self.line(f"{found} = {self.tables.imported(known.step)}({', '.join(codes)})")
        return self.number(found, known.low, known.high)

    def _folded(
        self, function: Callable[..., Any], given: list[Value], named: dict[str, Value]
    ) -> Value | None:
        values = [value.value for value in given if isinstance(value, Const)]
        words = {name: value.value for name, value in named.items() if isinstance(value, Const)}
        try:
            return self.called(functools.partial(function, **words), values)
        except NotTabulable:
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
            raise self.fail(f"`{source.name}` is called with wrong arguments: {error}") from None
        names: dict[str, Value] = {}
        for name, parameter in signature.parameters.items():
            if name in bound.arguments:
                value = bound.arguments[name]
                if parameter.kind is parameter.VAR_POSITIONAL:
                    value = Tup(tuple(value))
                elif parameter.kind is parameter.VAR_KEYWORD:
                    raise self.fail(
                        "`**` of the result of a call is not compiled", "Name the arguments."
                    )
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
        frame.is_shadow, self._shadow_next = self._shadow_next, False
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
        if frame.is_shadow:
            there = self.presence(value)
            value = self.opt(there, TRUE) if isinstance(there, Num) else Const(there.value or None)
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
        copy_frame = self.new_frame(frame.around, frame.file, frame.name, function=frame.function)
        copy_frame.give = body
        with self.framed(copy_frame):
            for name, value in names.items():
                self.store[copy_frame.number, name] = value
            with self.labelled("returned") as label:
                copy_frame.leave = label
                self.statements(source.body)
            self.forget(copy_frame)

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
        copy_frame = sum(
            each.function is frame.function for each in self.frames if frame.function is not None
        )
        if depth >= DEEPEST or copy_frame >= AGAIN:
            raise self.fail(
                f"`{frame.name}` calls itself without a known end",
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
        arguments = node.args
        names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
        values = dict(zip(names, given, strict=False)) | named
        usual = zip(reversed(names), reversed(arguments.defaults), strict=False)
        own = [argument.arg for argument in arguments.kwonlyargs]
        for name, default in (*usual, *zip(own, arguments.kw_defaults, strict=True)):
            if name not in values and isinstance(default, ast.Constant):
                values[name] = Const(default.value)
        if arguments.vararg is not None:
            values[arguments.vararg.arg] = Tup(tuple(given[len(names) :]))
            given = given[: len(names)]
        frame = self.new_frame(dict(closure.around), closure.file, "a function", function=node)
        body: list[stmt] = []
        if isinstance(node, ast.Lambda):
            body.append(ast.copy_location(ast.Return(node.body), node.body))
        else:
            body = node.body
        missing = [name for name in (*names, *own) if name not in values]
        if missing or len(given) > len(names):
            raise self.fail("a nested function is called with wrong arguments")
        return self._run_body(body, frame, {**closure.names, **values})

    # -- records ------------------------------------------------------------------------

    def _construct(self, kind: type, given: list[Value], named: dict[str, Value]) -> Value:
        if issubclass(kind, Enum) or not is_record(kind):
            return self._tabulated(kind, given)
        if is_looked_up(kind):
            return self._tabulated(kind, given)
        names = field_names(kind)
        if all(isinstance(value, Const) for value in (*given, *named.values())):
            values = [value.value for value in given if isinstance(value, Const)]
            words = {name: value.value for name, value in named.items() if isinstance(value, Const)}
            return self.called(functools.partial(kind, **words), values)
        try:
            bound = inspect.signature(kind).bind(*given, **named)
        except TypeError as error:
            raise self.fail(
                f"a {kind.__name__} is constructed with wrong arguments: {error}"
            ) from None
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
            raise self.fail("`replace` needs a record")
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
            if name in CHANGING:
                raise self.fail(
                    "a list that is part of something is changed", "Make a new tuple."
                ) from None
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


def _numbers_of(shape: Shape) -> Shape:
    """The numbers that the items of a tuple are."""
    match shape:
        case Choice(domain) if all(isinstance(each, int) for each in domain):
            numbers = [int(each) for each in domain if isinstance(each, int)]
            return Number(min(numbers), max(numbers))
        case Fixed(int(number)):
            return Number(int(number), int(number) + 1)
    return shape


def _is_value(value: object) -> bool:
    from ludex.compile.rulebook import values  # noqa: PLC0415

    return type(value).__module__ == values.__name__


__all__ = ["TRUE", "Calling", "Num", "made"]
