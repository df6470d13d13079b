"""The coverage of the model by the document's own seven tests, as Overture prints it.

A line is one of the model's own: of an operation, or of a function that it calls. It counts for each
operation that needs it, so a function that two operations share is covered for each by itself.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

from ludex.kernel import Event
from ludex.study.documents.routine import Routine, find_exception

from . import board, objects, state
from .board import addCardToTableau, updatePoints
from .state import BoardState

MODULES = (board, objects, state)
FILES = {module.__file__ for module in MODULES}

AS_VALUES = {
    "Card`compare": state.compare,
    "Deck`getTopCard": state.hd,
    "Deck`isEmpty": state.isEmpty,
    "Deck`isOrdered": state.isOrdered,
    "Deck`isOrderedSuit": state.isOrderedSuit,
    "Deck`turnUpTopCard": state.turnUpTopCard,
}
"""Operations on piles that are values, on which the moves of a board call."""


class OperationCoverage(NamedTuple):
    """An operation of the model: its lines, those that the tests run, and its calls."""

    name: str
    line: int
    lines: int
    covered: int
    calls: int

    @property
    def percent(self) -> float:
        """Return the part of its lines that the tests run."""
        return 100 * self.covered / max(1, self.lines)


@dataclass
class _Trace:
    """Listens to a run, and notes each line for its function and for the operation that needs it."""

    met: dict[str, set[tuple[CodeType, int]]] = field(default_factory=dict)
    calls: Counter[str] = field(default_factory=Counter)
    stack: list[str] = field(default_factory=list)
    frames: set[FrameType] = field(default_factory=set)

    def __call__(self, frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401  # a tracer
        if event != "call" or frame.f_code.co_filename not in FILES:
            return None
        own = frame.f_locals.get("self")
        name = frame.f_code.co_qualname
        if isinstance(own, Routine):
            name = own.name
            asked = "guards" if "guards" in own.guards.__qualname__ and own.raises else "apply"
            is_call = frame.f_code.co_name == asked
        else:
            is_call = True
        if frame not in self.frames:  # a generator is called once, and goes on
            self.frames.add(frame)
            self.calls[name] += is_call
        self.stack.append(name)
        return self.lines

    def lines(self, frame: FrameType, event: str, _: object) -> Any:  # noqa: ANN401  # a tracer
        """Note a line, or the end of a function."""
        if event == "line":
            for name in {*self.stack}:
                self.met.setdefault(name, set()).add((frame.f_code, frame.f_lineno))
        elif event == "return":
            self.stack.pop()
        return self.lines


Tests = Mapping[str, tuple[BoardState, tuple[tuple[str, bool], ...]]]
"""By name: the board of a test, and its calls, each with what it returns."""


def _run_tests(tests: Tests) -> None:
    """Make every call of the first test, and of these."""
    for asserted in objects.available_cards_start(1):
        assert asserted.found == asserted.expected
    for name, (start, texts) in tests.items():
        s = replace(start, tableau=((),) * len(start.tableau))
        for i, house in enumerate(start.tableau, start=1):
            for one in reversed(house):
                laid = addCardToTableau(i, one.card)
                assert find_exception(laid, s) is None
                s = laid.apply(s)
        for text, expected in texts:
            event = board.game.read(text)
            assert isinstance(event, Event)
            refused = find_exception(event, s)
            assert (refused is None) is expected
            s = s if refused is not None else event.apply(s)
        if name.startswith("calculate"):
            updatePoints().apply(s)


def coverage_of_tests(tests: Tests) -> list[OperationCoverage]:
    """Run the seven tests, and return the coverage of every operation."""
    trace, before = _Trace(), sys.gettrace()
    sys.settrace(trace)
    try:
        _run_tests(tests)
    finally:
        sys.settrace(before)
    return sorted(_covered(trace), key=lambda one: one.name)


def _covered(trace: _Trace) -> Iterator[OperationCoverage]:
    for cls in board.game.events:
        bodies = [
            function
            for part in ("pre", "condition", "post", "apply", "out")
            for function in [getattr(cls, part, None)]
            if isinstance(function, FunctionType) and function.__code__.co_filename in FILES
        ]
        yield _of(f"Board`{cls.name}", cls.name, bodies, trace)
    for kind in (objects.Card, objects.Deck, objects.Player):
        for name, found in vars(kind).items():
            function = found.__func__ if isinstance(found, staticmethod) else found
            if isinstance(function, FunctionType):
                label = f"{kind.__name__}`{kind.__name__ if name == '__init__' else name}"
                body: FunctionType = AS_VALUES.get(label, function)  # type: ignore[assignment]  # a def
                yield _of(label, body.__qualname__, [body], trace)


def _of(label: str, name: str, bodies: list[FunctionType], trace: _Trace) -> OperationCoverage:
    lines = {line for body in bodies for line in _lines(body, set())}
    covered = lines & trace.met.get(name, set())
    first = min((body.__code__.co_firstlineno for body in bodies), default=0)
    return OperationCoverage(label, first, len(lines), len(covered), trace.calls[name])


def _lines(body: FunctionType, seen: set[CodeType]) -> Iterator[tuple[CodeType, int]]:
    """Yield the lines of a function, and of the functions of the model that it calls by name."""
    code = body.__code__
    if code in seen:
        return
    seen.add(code)
    first = code.co_firstlineno
    yield from {(code, line) for *_, line in code.co_lines() if line is not None and line > first}
    for name in code.co_names:
        called = body.__globals__.get(name)
        if isinstance(called, FunctionType) and called.__code__.co_filename in FILES:
            yield from _lines(called, seen)


def coverage_lines(tests: Tests) -> Iterator[str]:
    """Yield the table of each class as the tool prints it."""
    found = coverage_of_tests(tests)
    for kind in ("Board", "Card", "Deck", "Player"):
        some = [one for one in found if one.name.startswith(f"{kind}`")]
        yield f"{'Function or operation':42} {'Line':>5} {'Coverage':>9} {'Calls':>6}"
        for one in some:
            name = one.name.partition("`")[2]
            yield f"{name:42} {one.line:5} {one.percent:8.1f}% {one.calls:6}"
        whole = 100 * sum(one.covered for one in some) / sum(one.lines for one in some)
        yield f"{f'{kind}.vdmpp':42} {'':5} {whole:8.1f}% {sum(one.calls for one in some):6}"
