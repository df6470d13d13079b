"""The compiler of rulebooks: an engine from the rules themselves.

Collect, fold, type, lay out, lower, prune, and keep: `source` finds the text, `fold` computes what
is known, `states` finds the shape of the states, `memory` lays them out, `statements`,
`expressions` and `calls` make code of the rules, `events` opens the loops over what could be done.
"""

import importlib.util
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir
from types import ModuleType
from typing import Any

from ludex.compile.engine import CHANCE, OVER, Engine, Row, Steps, numbered
from ludex.compile.rulebook.core import code_of
from ludex.compile.rulebook.errors import CompileError, Site
from ludex.compile.rulebook.events import HEAD, Plan, Writer, plan_of
from ludex.compile.rulebook.fold import decoded, encoded
from ludex.compile.rulebook.shapes import Never, Shape, join, words
from ludex.compile.rulebook.statements import Lowering
from ludex.compile.rulebook.states import shape_of_states
from ludex.compile.rulebook.tables import Tables
from ludex.compile.rulebook.values import EMPTY, NONE, Const, Opt, Value
from ludex.compile.rulebook.writer import Block
from ludex.kernel import AnyEvent, AnyGame, AnyState, Chance, Event, Query, Seat, usual

HEADER = '''"""{title}, compiled from its rulebook: {start}.

A state is a row: why the game was given up (0 if it was not), who is to act, {state} words of
state, {scratch} words for work.
"""

import numpy as np

from ludex.compile.bits import how_many, lowest
from ludex.compile.draws import thrown
from ludex.compile.jit import called, step

'''


@dataclass(frozen=True, kw_only=True, eq=False)
class Derived:
    """An engine that was compiled from a rulebook, and what is to be known of it."""

    engine: Engine
    source: str
    shape: Shape
    view: Shape
    plans: tuple[Plan, ...]
    chances: tuple[Plan, ...]
    traps: tuple[tuple[Site, str], ...]
    tabulated: int
    files: tuple[str, ...]
    functions: Mapping[str, Callable[..., Any]]

    def why_given_up(self, row: Row) -> str | None:
        """The place at which the rulebook would have raised, or had no room, if the game was given
        up."""
        number = int(row[0])
        if number == 0:
            return None
        site, what = self.traps[number - 1]
        return f"{what} ({site})"


def derive(game: AnyGame, start: AnyState | None = None) -> Derived:
    """Compile the rulebook of a game, for games that begin with a state or as usual."""
    first = game.start() if start is None else start
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 20_000))
    try:
        return _Compilation(game, first).derived()
    except CompileError:
        raise
    except RecursionError:
        raise CompileError(
            "the rulebook is nested too deeply, or calls itself without end", "Write a loop."
        ) from None
    finally:
        sys.setrecursionlimit(limit)


class _Compilation:
    """One rulebook, one start."""

    def __init__(self, game: AnyGame, start: AnyState) -> None:
        self.game, self.start = game, start
        self.plans: list[Plan] = []
        self.chances: list[Plan] = []
        offset = 0
        for kind in game.events:
            if kind.aside or issubclass(kind, Query) or kind.of_history:
                continue
            if kind.by_anyone or kind.seat is not Event.seat:
                raise CompileError(
                    f"the event `{kind.name}` may belong to a seat that is not on turn",
                    "Such events are not compiled yet.",
                )
            if kind.by_chance:
                if kind.draw.__func__ is not Chance.draw.__func__:  # type: ignore[attr-defined]
                    continue  # too many to be listed: games begin after it
                self.chances.append(plan_of(kind, 0))
            else:
                self.plans.append(plan_of(kind, offset))
                offset += self.plans[-1].size
        self.actions = offset

    def derived(self) -> Derived:
        """Compile everything."""
        game = self.game
        waits = game.outcome(self.start) is None and game.turn(self.start) == CHANCE
        if waits and not self.chances:
            raise CompileError(
                f"{game.name} begins with chance that has too many outcomes to be listed",
                "Compile it from a state after that: a deal, or a position.",
            )
        every = [*self.plans, *self.chances]
        self.shape = shape_of_states(game, self.start, every)
        self.tables = Tables()
        self.writer = Writer(self.shape, self.tables)
        body: list[str] = []
        for plan in every:
            body += self.writer.apply(plan)
            body += self.writer.refused(plan)
        for plan in self.plans:
            body += self.writer.legal(plan)
        for plan in self.chances:
            body += self.writer.ways(plan) + self.writer.pick(plan)
        body += self._who() + self._score()
        self.view = self._view_shape()
        body += self._observe()
        body += self._steps()
        start = " ".join(str(game.position(self.start)).split())
        title = HEADER.format(
            title=game.title, start=start, state=words(self.shape), scratch=self.writer.scratch
        )
        text = "\n".join([title + "\n".join(self.tables.source()), "", "", *body]).rstrip() + "\n"
        module = _module(text, game.name)
        return Derived(
            engine=self._engine(module), source=text, shape=self.shape, view=self.view,
            plans=tuple(self.plans), chances=tuple(self.chances), traps=tuple(self.tables.traps),
            tabulated=self.tables.tabulated, files=tuple(sorted(self.tables.files)),
            functions={n: f for n, f in vars(module).items() if callable(f)},
        )  # fmt: skip

    # -- functions that every game has ---------------------------------------------------------

    def _who(self) -> list[str]:
        """(state): who is to act."""
        machine = self.writer.machine(str(OVER))
        machine.only_ended = True

        def finish(found: Value) -> None:
            machine.when(machine.presence(found), over, goes_on)

        def over() -> None:
            machine.line(f"return {OVER}")
            machine.dead = True

        def goes_on() -> None:
            machine.call_finishing(self.game.turn, [self.writer.state(machine)], acts)

        def acts(seat: Value) -> None:
            machine.line(f"return {code_of(machine.as_number(seat))}")

        machine.call_finishing(self.game.outcome, [self.writer.state(machine)], finish)
        return self.writer.done(machine, "who", "state", machine.block)

    def _score(self) -> list[str]:
        """(state, seat): what the seat has at the end."""
        machine = self.writer.machine("0.0")
        seat = machine.number("seat", 0, self.seats - 1)

        def finish(found: Value) -> None:
            if found != NONE:
                outcome = found.value if isinstance(found, Opt) else found
                machine.when(machine.presence(found), lambda: share(outcome))
            machine.line("return 0.0")

        def share(outcome: Value) -> None:
            scores, winners = machine.part(outcome, "scores"), machine.part(outcome, "winners")

            def by_score() -> None:
                score = machine.as_number(machine.index(scores, seat))
                machine.line(f"return float({code_of(score)})")
                machine.dead = True

            def by_win() -> None:
                won, count = machine.contains(winners, seat), machine.size(winners)

                def wins() -> None:
                    machine.line(f"return 1.0 / {code_of(count)}")
                    machine.dead = True

                machine.when(won, wins)

            if scores == EMPTY:
                by_win()
            else:
                machine.when(machine.truth_of(scores), by_score, by_win)

        machine.call_finishing(self.game.outcome, [self.writer.state(machine)], finish)
        return self.writer.done(machine, "score", "state, seat", machine.block)

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.game.seat_count(self.start)

    def _seen_by(self, machine: Lowering, seat: int) -> Value:
        s = self.writer.state(machine)
        if self.game.view is usual.in_the_open:
            return s
        return machine.call(Const(self.game.view), [s, Const(Seat(seat))])

    def _view_shape(self) -> Shape:
        if self.game.view is usual.in_the_open:
            return self.shape
        shape: Shape = Never()
        for seat in range(self.seats):
            machine = Writer(self.shape, Tables()).machine("")
            shape = join(shape, machine.shape(self._seen_by(machine, seat)))
        return shape

    def _observe(self) -> list[str]:
        """(state, seat, seen): what the seat may know."""
        machine = self.writer.machine("")
        name, head = "observe", "state, seat, seen"
        if self.game.view is usual.in_the_open:
            block = Block(
                [f"for i in range({words(self.shape)}):", f"    seen[i] = state[{HEAD} + i]"]
            )
            return self.writer.done(machine, name, head, block)
        machine.line(f"for i in range({words(self.view)}):")
        machine.line("    seen[i] = 0")
        seat = machine.number("seat", 0, self.seats - 1)

        def show(i: int) -> None:
            if i >= self.seats:
                return
            is_it = machine.compared("==", seat, Const(i))

            def write() -> None:
                found = self._seen_by(machine, i)
                machine.out = "seen"
                machine.write(Const(0), self.view, found)
                machine.out = "state"

            machine.when(is_it, write, lambda: show(i + 1))

        show(0)
        return self.writer.done(machine, name, head, machine.block)

    def _steps(self) -> list[str]:
        """The six functions that every engine has, around those of the events."""
        settle = [
            "    if state[0] != 0:",
            "        state[1] = -2",
            "    else:",
            "        state[1] = who(state)",
            "",
        ]
        text = ["@step", "def begin(state, seed):", *settle, "    return 0", "", ""]
        text += ["@step", "def actor(state):", "    return state[1]", "", ""]
        text += ["@step", "def full(state):", "    return state[0] != 0", "", ""]
        text += ["@step", "def legal(state, found):", "    count = 0"]
        text += [f"    count = legal_{plan.name}(state, found, count)" for plan in self.plans]
        text += ["    return count", "", ""]
        text += ["@step", "def apply(state, action):"]
        word = "if"
        for plan in self.plans:
            shift = f"action - {plan.offset}" if plan.offset else "action"
            if plan is self.plans[-1]:
                text += ["    else:" if word == "elif" else "    if True:"]
            else:
                text += [f"    {word} action < {plan.offset + plan.size}:"]
            text += [f"        apply_{plan.name}(state, {shift})"]
            word = "elif"
        text += [*settle, "    return", "", ""]
        text += ["@step", "def draw(state, seed, drawn):"]
        if self.chances:
            text += [
                f"    ways_{i} = ways_{plan.name}(state)" for i, plan in enumerate(self.chances)
            ]
            total = " + ".join(f"ways_{i}" for i in range(len(self.chances)))
            text += [
                f"    total = {total}",
                "    if total <= 0:",
                f"        state[0] = {self._no_chance()}",
                "        state[1] = -2",
                "        return drawn",
            ]
            text += ["    mark, drawn = thrown(seed, drawn, total)"]
            for i, plan in enumerate(self.chances):
                text += [
                    f"    {'if' if i == 0 else 'elif'} mark < {' + '.join(f'ways_{k}' for k in range(i + 1))}:"
                ]
                before = "".join(f" - ways_{k}" for k in range(i))
                text += [f"        apply_{plan.name}(state, pick_{plan.name}(state, mark{before}))"]
            text += settle
        else:
            text += [f"    state[0] = {self._no_chance()}", "    state[1] = -2"]
        return [*text, "    return drawn", "", ""]

    def _no_chance(self) -> int:
        return self.tables.trap(Site(self.game.name), "nothing can happen by chance")

    def _engine(self, module: ModuleType) -> Engine:
        game, shape = self.game, self.shape
        size = HEAD + words(shape)
        total = size + self.writer.scratch
        events = [plan.event(i) for plan in self.plans for i in range(plan.size)]
        event, action = numbered(events)

        def encode(s: AnyState) -> Sequence[int]:
            ended = game.outcome(s) is not None
            row = [0, OVER if ended else int(game.turn(s)), *encoded(shape, s)]
            return row + [0] * (total - len(row))

        def decode(row: Row) -> AnyState:
            found: AnyState = decoded(shape, iter(row[HEAD:size].tolist()))
            return found

        def covers(s: AnyState) -> bool:
            try:
                encoded(shape, s)
            except ValueError:
                return False
            return True

        def chanced(before: Row, after: Row) -> AnyEvent:
            s, t = decode(before), decode(after)
            for each, _ in game.chance(s) or ():
                if each.apply(s) == t:
                    return each
            raise ValueError("no event of chance leads there")

        steps = Steps(
            module.begin,
            module.actor,
            module.legal,
            module.apply,
            module.draw,
            module.score,
            module.observe,
        )
        head = tuple(encode(self.start)[:size])
        return Engine(
            game=game, rules=game.position(self.start), words=total, seen=max(1, words(self.view)),
            actions=self.actions, most=max(1, self.actions), seats=self.seats, steps=steps,
            encode=encode, decode=decode, event=event, action=action, head=head, is_whole=True,
            constant=True, covers=covers, full=module.full, chanced=chanced,
        )  # fmt: skip


def folder() -> Path:
    """The folder of generated code: it has a file, so that what was compiled of it can be stored,
    too."""
    at = os.environ.get("NUMBA_CACHE_DIR") or Path(gettempdir()) / f"ludex-{os.getuid()}"
    return Path(at) / "rulebooks"


def _module(text: str, name: str) -> ModuleType:
    digest = sha256(text.encode()).hexdigest()[:16]
    label = f"ludex_rulebook_{name.replace('-', '_')}_{digest}"
    path = folder() / f"{label}.py"
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_text(text)
        part.replace(path)
    spec = importlib.util.spec_from_file_location(label, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[label] = module
    spec.loader.exec_module(module)
    return module
