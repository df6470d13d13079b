"""Promises: the properties of a rulebook as functions on rows, and what else an exploration asks.

Each is compiled by itself. What cannot be compiled is named, with the reason.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any

from ludex.compile.engine import Row
from ludex.compile.rulebook.core import code_of
from ludex.compile.rulebook.derive import Derived, derive
from ludex.compile.rulebook.errors import CompileError
from ludex.compile.rulebook.events import HEAD, EventLowering, Plan, Writer
from ludex.compile.rulebook.shapes import Shape, words
from ludex.compile.rulebook.values import EMPTY, NONE, Atom, Const, Lazy, Num, Opt, Rec, Tup, Value
from ludex.compile.rulebook.writer import Block
from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Event, Outcome

SIGNS = 64
"""Numbers that tell the ends of a game apart."""


class EndingLowering(EventLowering):
    """A machine that only tells the ends of a game apart."""

    def _call_function(
        self,
        function: FunctionType,
        given: list[Value],
        named: dict[str, Value],
        finish: Callable[[Value], None] | None = None,
        around: Callable[..., Any] | None = None,
    ) -> Value:
        """Return what tells the answers apart: what the function was given."""
        every = [*given, *named.values()]
        is_outcome = function.__annotations__.get("return") in {Outcome, "Outcome"}
        if is_outcome and all(isinstance(value, Const | Num | Atom) for value in every):
            known = ("reason", Const(function.__qualname__))
            return Rec(Outcome, (("winners", Tup(tuple(every))), known, ("scores", EMPTY)))
        return super()._call_function(function, given, named, finish, around)


@dataclass(eq=False)
class Promises:
    """The promises of a rulebook about states and steps, made for one writer."""

    game: AnyGame
    refused: dict[str, CompileError] = field(default_factory=dict)
    """The properties that could not be compiled."""

    signs: int = 0
    """The numbers that tell its ends apart, where words alone do not."""

    def write(
        self, writer: Writer, plans: list[Plan], chances: list[Plan], _view: Shape
    ) -> list[str]:
        """Write the functions; `refused` then has what is missing."""
        game, checked = self.game, self.game.speed.checked
        always = self._each("holds", writer, game.always if checked else {})
        sometimes = self._each("happens", writer, game.sometimes)
        text = [line for _, lines in (*always, *sometimes) for line in lines]
        text += self._turn(writer) + self._ending(writer)
        text += ["@called", "def broken(state):"]
        for i, _ in enumerate(always):
            text += [f"    if not holds_{i}(state):", "        return True"]
        text += ["    return False", "", "", "@called", "def happen(state, number, met):"]
        places = {name: i for i, name in enumerate(game.sometimes)}
        for i, (name, _) in enumerate(sometimes):
            at = f"met[{places[name]}]"
            text += [f"    if {at} < 0 and happens_{i}(state):", f"        {at} = number"]
        text += ["    return", "", ""]
        offset = sum(plan.size for plan in plans)
        moved = []
        for plan in chances:
            moved.append(replace(plan, offset=offset))
            text += writer.legal(moved[-1])
            offset += plan.size
        text += ["@called", "def happenings(state, found):", "    count = 0"]
        text += [f"    count = legal_{plan.name}(state, found, count)" for plan in moved]
        text += ["    return count", "", ""]
        every = [*plans, *moved]
        functions = []
        for plan in every:
            try:
                lines = self._step_function(writer, plan)
            except CompileError as error:
                self.refused[f"the steps of {plan.name}"] = error
                continue
            if lines:
                functions.append(plan)
                text += lines
        text += _dispatched("play", "state, action", every, "apply_{}(state, {})", "return")
        text += _dispatched(
            "keeps", "before, state, action", functions, "return kept_{}(before, state, {})",
            "return True",
        )  # fmt: skip
        return text

    def _each(
        self, stem: str, writer: Writer, properties: Mapping[str, Callable[[AnyState], bool]]
    ) -> list[tuple[str, list[str]]]:
        found: list[tuple[str, list[str]]] = []
        for name, holds in properties.items():
            machine = writer.machine("False")
            try:
                machine.call_finishing(holds, [writer.state(machine)], _answer(machine))
            except CompileError as error:
                self.refused[name] = error
                continue
            head = f"{stem}_{len(found)}"
            found.append((name, writer.done(machine, head, "state", machine.block)))
        return found

    def _turn(self, writer: Writer) -> list[str]:
        """(state): the seat on turn, or CHANCE."""
        machine = writer.machine(str(CHANCE - 1))

        def finish(seat: Value) -> None:
            machine.line(f"return {code_of(machine.as_number(seat))}")
            machine.dead = True

        machine.call_finishing(self.game.turn, [writer.state(machine)], finish)
        return writer.done(machine, "turn", "state", machine.block)

    def _ending(self, writer: Writer) -> list[str]:
        """(state, signs): 0 where the game goes on, else the number of a way to end.

        The way and the signs are the outcome; a way below 0 has a reason that depends on the state.
        """
        machine = writer.machine("0", EndingLowering)
        machine.keeps_reasons = True
        ways = [0]

        def finish(found: Value) -> None:
            if found == NONE:
                machine.line("return 0")
                machine.dead = True
                return
            outcome = found.value if isinstance(found, Opt) else found
            machine.when(machine.presence(found), lambda: tell(outcome), goes_on)

        def goes_on() -> None:
            machine.line("return 0")
            machine.dead = True

        def tell(outcome: Value) -> None:
            ways[0] += 1
            at: Num | Const = Const(0)
            known = isinstance(machine.part(outcome, "reason"), Const)
            machine.out = "signs"
            for name in ("winners", "scores") if known else ():
                value = machine.part(outcome, name)
                if isinstance(value, Const) or value == EMPTY:
                    continue
                shape = machine.shape(value)
                if int(str(code_of(at))) + words(shape) > SIGNS:
                    known = False
                    break
                machine.write(at, shape, value)
                at = machine.plus(at, Const(words(shape)))
            machine.out = "state"
            self.signs = max(self.signs, int(str(code_of(at))))
            machine.line(f"return {ways[0] if known else -ways[0]}")
            machine.dead = True

        machine.call_finishing(self.game.outcome, [writer.state(machine)], finish)
        return writer.done(machine, "ending", "state, signs", machine.block)

    def _step_function(self, writer: Writer, plan: Plan) -> list[str]:
        """(before, state, number): are the promises about a step kept?"""
        steps, kind = self.game.steps, plan.kind
        if not self.game.speed.checked or not (steps or kind.ensures is not Event.ensures):
            return []
        machine = writer.machine("False")
        event = writer.numbered(machine, plan)
        s = machine.load("before", Const(HEAD), writer.shape)
        t = writer.state(machine)

        def refuse() -> None:
            machine.line("return False")
            machine.dead = True

        if kind.ensures is not Event.ensures:
            found = machine.call(Const(kind.ensures), [event, s, t])
            if not isinstance(found, Lazy):
                raise CompileError(f"the contract of {plan.name} is not a generator")
            found.each(lambda value: machine.guard(value, refuse))
        for keeps in steps.values():
            condition = machine.truth_of(machine.call(Const(keeps), [s, event, t]))
            machine.when(condition, lambda: None, refuse)
        block = Block([machine.block, "return True"])
        return writer.done(machine, f"kept_{plan.name}", "before, state, number", block)


def _answer(machine: EventLowering) -> Callable[[Value], None]:
    def finish(found: Value) -> None:
        condition = machine.truth_of(found)
        machine.line(f"return {code_of(condition)}")
        machine.dead = True

    return finish


def _dispatched(name: str, head: str, plans: list[Plan], form: str, last: str) -> list[str]:
    text = ["@called", f"def {name}({head}):"]
    for plan in plans:
        low, high = plan.offset, plan.offset + plan.size
        text += [f"    if {low} <= action < {high}:"]
        text += [f"        {form.format(plan.name, f'action - {low}')}", f"        {last}"]
    return [*text, f"    {last}", "", ""]


@dataclass(frozen=True, eq=False)
class CheckedEngine:
    """An engine with the promises of its rulebook."""

    derived: Derived
    promises: Promises
    start: AnyState

    def function(self, name: str) -> Callable[..., int]:
        """Return one of its functions by name."""
        return self.derived.functions[name]

    def event(self, number: int) -> AnyEvent:
        """Return the event of a number, those of chance after the moves."""
        for plan in self.derived.plans:
            if number < plan.offset + plan.size:
                return plan.event(number - plan.offset)
        number -= self.derived.engine.actions
        for plan in self.derived.chances:
            if number < plan.size:
                return plan.event(number)
            number -= plan.size
        raise AssertionError("there is no such event")


def derive_promised(game: AnyGame, start: AnyState) -> CheckedEngine:
    """Compile a rulebook with its promises."""
    promises = Promises(game)
    return CheckedEngine(derive(game, start, promises.write), promises, start)


__all__ = ["CheckedEngine", "Promises", "Row", "derive_promised"]
