"""Routines: the paragraphs of a module interface, written down word for word.

A routine is an event that is called as the document calls it. Its guards are the document's
exceptions in the order in which they are printed; one that depends on a value that does not
exist is `Undefined`, which is neither yes nor no. What the document's tables say about a routine
and its text does not (`raises`) is kept beside it, to be compared.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import ClassVar, Generic, TypeVar

from ludex.kernel import Event, Game, Query, Refusal

S = TypeVar("S")
T = TypeVar("T")


class Undefined(Exception):
    """The text gives no value here: a place outside a sequence, a variable never set."""


class Signal(Exception):
    """An exception of a document, raised by the objects of its modules."""


def at(sequence: Sequence[T], i: int, name: str) -> T:
    """`sequence[i]`, where there is such a place: a sequence has no place before the first."""
    if not 0 <= i < len(sequence):
        last = len(sequence) - 1
        there = f"0 to {last}" if last > 0 else "only 0" if last == 0 else "none"
        problem = f"{name} has no place {i}; there is {there}"
        raise Undefined(problem)
    return sequence[i]


def known(value: T | None, name: str) -> T:
    """A variable that has been given a value."""
    if value is None:
        raise Undefined(f"{name} is used, and was never given a value")
    return value


class Routine(Event[S]):
    """A routine that may change the state."""

    raises: ClassVar[tuple[str, ...]] = ()
    """The exceptions that the table of the interface gives it."""

    constructor: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        """Call it by its own name; one that is called like its module ends in _ here."""
        super().__init_subclass__()
        cls.name = cls.__name__.removesuffix("_")

    def out(self, s: S, t: S) -> object:
        """Return the value of a call; `s` was before, `t` is after it."""
        return None


class QueryRoutine(Routine[S], Query[S]):
    """A routine that only gives something back."""

    def answer(self, s: S) -> str:
        return str(self.out(s, s))


class Instance(Generic[S]):
    """An object of a module: variables are read, routines are called, by their own names.

    A call that the text refuses raises the exception of that name; one that it leaves
    undefined raises `Undefined`.
    """

    def __init__(
        self,
        game: Game[S],
        state: S,
        signals: Mapping[str, type[Signal]],
        answers: Mapping[str, object] | None = None,
    ) -> None:
        self._game = game
        self._state = state
        self._signals = signals
        self._answers = answers or {}
        """The return values that mean a refusal, where it is no exception."""

    @property
    def state(self) -> S:
        """All its variables, as a value."""
        return self._state

    def __getattr__(self, name: str) -> Callable[..., object]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._game.calls:
            return partial(self._call, name)
        found: Callable[..., object] = getattr(self._state, name)
        return found

    def __dir__(self) -> list[str]:
        variables = [field.name for field in fields(self._state)]  # type: ignore[arg-type]  # states are
        return [*variables, *(cls.name for cls in self._game.events)]

    def _call(self, name: str, *arguments: object) -> object:
        event = self._game.calls[name](*arguments)
        refusal = find_exception(event, self._state)
        if refusal is not None and refusal.code in self._answers:
            return self._answers[refusal.code]
        if refusal is not None:
            raise self._signals[refusal.code](f"{event}")
        before, after = self._state, event.apply(self._state)
        self._state = after
        out = getattr(event, "out", None)
        return None if out is None else out(before, after)


def find_exception(event: Event[S], s: S) -> Refusal | None:
    """The exception of a call, if it has one; `Undefined` itself where it is undefined."""
    for number, answer in enumerate(event.guards(s), start=1):
        if answer is not True:
            return Refusal(event, answer, number)
    return None


def allows(s: S, call: Event[S]) -> bool:
    """Does a call pass every exception?"""
    return find_exception(call, s) is None


def is_undefined(ask: Callable[[], object]) -> bool:
    """Has an expression of the document no value?"""
    try:
        ask()
    except Undefined:
        return True
    return False
