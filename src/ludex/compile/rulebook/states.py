"""Type the states: the smallest shape that holds the first state and what every event makes of it.

The rounds go on until nothing is new. What goes on growing is given bounds: a number those of a
word, an array twice the room that random games needed; both are looked at when they are stored.
"""

from time import monotonic

from ludex.compile.rulebook.errors import CompileError
from ludex.compile.rulebook.events import Plan, Writer
from ludex.compile.rulebook.shapes import Fixed, Never, Record, Shape, expand, join
from ludex.compile.rulebook.tables import Tables
from ludex.compile.rulebook.values import Const, Num
from ludex.compile.rulebook.ways import widened
from ludex.kernel import AnyGame, AnyState, Dice
from ludex.kernel.loop import random_event

PATIENCE = 12
"""Rounds until bounds are given."""

GAMES = 40
"""Random games that show how long tuples become."""

EVENTS = 500
"""Events of each of them at most."""

SECONDS = 2.0
"""No longer than this."""


def shape_of_states(game: AnyGame, start: AnyState, plans: list[Plan]) -> Shape:
    """Find the shape of every state that can follow on a first one."""
    shape: Shape = expand(start)
    if shape == Fixed(start):
        raise CompileError("the state is no record", "Make it a frozen dataclass or a NamedTuple.")
    seen: Shape | None = None
    for turn in range(10 * PATIENCE):
        wider = shape
        for plan in plans:
            found = _after(game, shape, plan)
            if found is not None:
                wider = join(wider, found)
        if wider == shape:
            return shape
        if turn >= PATIENCE:
            seen = seen or _seen(game, start)
            wider = widened(shape, wider, seen)
            if wider == shape:
                return shape
        shape = wider
    raise CompileError("the shape of the states does not come to rest", "Bound what grows.")


def _after(game: AnyGame, shape: Shape, plan: Plan) -> Shape | None:
    writer = Writer(shape, Tables())
    machine = writer.machine("")
    turn = machine.call(Const(game.turn), [writer.state(machine)])
    if isinstance(turn, Num | Const):
        held = machine.compared("==", turn, Const(-1))
        if not plan.kind.by_chance:
            held = machine.negated(held)
        if held == Const(False):  # noqa: FBT003 - the value
            return None
        if isinstance(held, Num):
            machine.learn(held.yes)
    found = writer.after(plan, machine)
    return None if found is None else machine.shape(found)


def _seen(game: AnyGame, start: AnyState) -> Shape:
    """The smallest shape of the states of some random games."""
    shape: Shape = Never()
    game = game.unchecked()
    end = monotonic() + SECONDS
    for seed in range(GAMES):
        s, dice = start, Dice(seed)
        for _ in range(EVENTS):
            shape = join(shape, _taken_apart(s))
            event = random_event(game, s, dice)
            if event is None or monotonic() > end:
                break
            s = game.after(s, event)
        if monotonic() > end:
            break
    return shape


def _taken_apart(value: object) -> Shape:
    """The shape of a constant, its tuples as arrays."""
    shape = expand(value)
    if isinstance(shape, Record):
        return Record(shape.kind, tuple((n, _inside(s)) for n, s in shape.fields))
    return shape


def _inside(shape: Shape) -> Shape:
    if not isinstance(shape, Fixed):
        return shape
    return _taken_apart(shape.value) if isinstance(shape.value, tuple) else shape
