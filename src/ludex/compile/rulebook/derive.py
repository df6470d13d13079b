"""The compiler of rulebooks: an engine from the rules themselves.

Collect, fold, type, lay out, lower, prune, and keep: `source` finds the text, `fold` computes what
is known, `states` finds the shape of the states, `memory` lays them out, `statements`,
`expressions` and `calls` make code of the rules, `events` opens the loops over what could be done.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeAlias

from ludex.compile.engine import CHANCE, OVER, Engine, Row, Steps, numbered
from ludex.compile.rulebook.core import code_of
from ludex.compile.rulebook.errors import CompileError, Site
from ludex.compile.rulebook.events import HEAD, Plan, Writer, plan_of
from ludex.compile.rulebook.fold import decoded, encoded
from ludex.compile.rulebook.shapes import Never, Shape, join, words
from ludex.compile.rulebook.statements import Lowering
from ludex.compile.rulebook.states import shape_of_states
from ludex.compile.rulebook.storage import digest_of, load, module_of, save
from ludex.compile.rulebook.tables import Tables
from ludex.compile.rulebook.values import EMPTY, NONE, Const, Opt, Value
from ludex.compile.rulebook.writer import Block
from ludex.kernel import AnyEvent, AnyGame, AnyState, Chance, Dice, Event, Query, Seat, usual
from ludex.kernel.fault import Fault
from ludex.language.position import position_line

HEADER = '''"""{title}, compiled from its rulebook: {start}.

A state is a row: why the game was given up (0 if it was not), who is to act, {state} words of
state, {scratch} words for work.
"""

import numpy as np

from ludex.compile.bits import how_many, lowest
from ludex.compile.draws import mixed, thrown
from ludex.compile.jit import called, step

'''


@dataclass(frozen=True, kw_only=True, eq=False)
class Compiled:
    """The text that was made of a rulebook, and what is to be known of it."""

    source: str
    scratch: int
    """Words for work in a row."""
    shape: Shape
    view: Shape
    plans: tuple[Plan, ...]
    chances: tuple[Plan, ...]
    traps: tuple[tuple[Site, str], ...]
    tabulated: int
    files: tuple[str, ...]
    refused: Mapping[str, str]
    """The events that could not be compiled, and why: the rulebook plays on where one is needed."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Derived(Compiled):
    """An engine that was compiled from a rulebook."""

    engine: Engine
    functions: Mapping[str, Callable[..., Any]]

    def demand_whole(self) -> "Derived":
        """Return the engine; CompileError if an event is left to the rulebook."""
        for name, paragraph in self.refused.items():
            raise CompileError(f"the event `{name}` is not compiled: {paragraph}".rstrip("."))
        return self

    def why_given_up(self, row: Row) -> str | None:
        """The place at which the rulebook would have raised, or had no room, if the game was given
        up."""
        number = int(row[0])
        if number == 0:
            return None
        site, problem = self.traps[number - 1]
        return f"{problem} ({site})"


More: TypeAlias = Callable[[Writer, list[Plan], list[Plan], Shape], list[str]]
"""Writes further functions of a rulebook: for its events, those of chance, and the shape of views."""


def derive(
    game: AnyGame,
    start: AnyState | None = None,
    more: More | None = None,
    *,
    is_kept: bool = True,
) -> Derived:
    """Compile the rulebook of a game, for games that begin with a state or as usual.

    What was compiled is kept on disk.
    """
    first = game.start() if start is None else start
    digest = digest_of(game, first) if is_kept and more is None else None
    made = load(digest) if digest else None
    if not isinstance(made, Compiled):
        made = _compile(game, first, more)
        if digest:
            save(digest, made)
    module = module_of(made.source, game.name)
    functions = {name: each for name, each in vars(module).items() if callable(each)}
    return Derived(**vars(made), engine=_engine(game, first, made, module), functions=functions)


def after_deal(game: AnyGame, start: AnyState, seed: int = 1) -> AnyState:
    """Return a start behind which no chance comes that has too many outcomes to be listed.

    Such chance, as the shuffle of a pack, is drawn by a seed.
    """
    dice = Dice(seed)
    while (
        game.outcome(start) is None
        and game.turn(start) == CHANCE
        and not any(kind.by_chance and _is_listed(kind) for kind in game.events)
    ):
        start = game.after(start, game.draw(start, dice))
    return start


def _is_listed(kind: type[AnyEvent]) -> bool:
    return kind.draw.__func__ is Chance.draw.__func__  # type: ignore[attr-defined]


def _compile(game: AnyGame, first: AnyState, more: More | None) -> Compiled:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 20_000))
    try:
        return _Compilation(game, first).compiled(more)
    except CompileError:
        raise
    except Fault as fault:
        raise CompileError(str(fault)) from None
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
        self.others: list[Plan] = []
        """Events of seats that need not be on turn: the rules of this table must allow none."""
        offset = 0
        for kind in game.events:
            if kind.aside or issubclass(kind, Query) or kind.of_history:
                continue
            if kind.by_anyone or kind.seat is not Event.seat:
                self.others.append(plan_of(kind, 0))
            elif kind.by_chance:
                if not _is_listed(kind):
                    continue  # too many to be listed: games begin after it
                self.chances.append(plan_of(kind, 0))
            else:
                self.plans.append(plan_of(kind, offset))
                offset += self.plans[-1].size

    def compiled(self, more: More | None) -> Compiled:
        """Compile everything."""
        game = self.game
        waits = game.outcome(self.start) is None and game.turn(self.start) == CHANCE
        if waits and not self.chances:
            raise CompileError(
                f"{game.name} begins with a chance event that has too many outcomes to list",
                "Compile it from a later state: a deal, or a position.",
            )
        every = [*self.plans, *self.chances]
        refused: dict[str, CompileError] = {}
        self.shape, seen = shape_of_states(game, self.start, every, refused)
        if refused and len(refused) == len(self.plans):
            raise next(iter(refused.values()))
        draft = Writer(self.shape, Tables(by_hand=self.game.speed.by_hand), seen)
        for plan in self.others:
            if draft.is_ever_legal(plan):
                raise CompileError(
                    f"the event `{plan.name}` may belong to a seat that is not to move",
                    "Such events are not compiled yet, unless the table's rules forbid them.",
                )
        self.plans = [draft.arranged(plan) for plan in self.plans]
        every = [*self.plans, *self.chances]
        self.tables = Tables(by_hand=self.game.speed.by_hand)
        self.writer = Writer(self.shape, self.tables, seen, left=refused)
        body: list[str] = []
        for plan in every:
            body += self.writer.apply(plan)
            body += self.writer.refused(plan)
        for plan in self.plans:
            body += self.writer.legal(plan)
        if refused and len(refused) == len(self.plans):
            raise next(iter(refused.values()))
        for plan in self.chances:
            body += self.writer.ways(plan) + self.writer.pick(plan)
        body += self._turn_lines() + self._score()
        self.view = self._view_shape()
        body += self._observe()
        body += self._steps()
        if more is not None:
            body += more(self.writer, self.plans, self.chances, self.view)
        start = " ".join(str(position_line(game, self.start)).split())
        title = HEADER.format(
            title=game.title, start=start, state=words(self.shape), scratch=self.writer.scratch
        )
        text = "\n".join([title + "\n".join(self.tables.source()), "", "", *body]).rstrip() + "\n"
        return Compiled(
            source=text, scratch=self.writer.scratch, shape=self.shape, view=self.view,
            plans=tuple(self.plans), chances=tuple(self.chances), traps=tuple(self.tables.traps),
            tabulated=self.tables.tabulated, files=tuple(sorted(self.tables.files)),
            refused={name: error.paragraph for name, error in refused.items()},
        )  # fmt: skip

    # -- functions that every game has ---------------------------------------------------------

    def _turn_lines(self) -> list[str]:
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
            machine = Writer(self.shape, Tables(by_hand=self.game.speed.by_hand)).machine("")
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


def _engine(game: AnyGame, start: AnyState, made: Compiled, module: ModuleType) -> Engine:
    shape = made.shape
    size = HEAD + words(shape)
    total = size + made.scratch
    events = [plan.event(i) for plan in made.plans for i in range(plan.size)]
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
        module.begin, module.actor, module.legal, module.apply, module.draw, module.score,
        module.observe,
    )  # fmt: skip
    head = tuple(encode(start)[:size])
    return Engine(
        game=game, rules=position_line(game, start), words=total, seen=max(1, words(made.view)),
        actions=len(events), most=max(1, len(events)), seats=game.seat_count(start), steps=steps,
        encode=encode, decode=decode, event=event, action=action, head=head, is_whole=True,
        constant=True, covers=covers, full=module.full, chanced=chanced,
    )  # fmt: skip
