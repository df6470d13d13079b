"""Type the states: the smallest shape that holds the first state and what every event makes of it.

The rounds go on until nothing is new. What goes on growing is given bounds: a number those of a
word, an array twice the room that random games needed; both are looked at when they are stored.
"""

from collections.abc import Iterator
from time import process_time

from ludex.compile.rulebook.errors import CompileError, Site
from ludex.compile.rulebook.events import Plan, Writer
from ludex.compile.rulebook.shapes import (
    Fixed,
    Never,
    Record,
    Shape,
    expand,
    field_names,
    has_wide_number,
    is_looked_up,
    is_record,
    join,
    words,
)
from ludex.compile.rulebook.tables import Tables
from ludex.compile.rulebook.values import Const, Num
from ludex.compile.rulebook.ways import widened
from ludex.kernel import AnyGame, AnyState, Dice
from ludex.kernel.loop import random_event

PATIENCE = 12
"""Rounds until numbers are given bounds."""

SHORT_PATIENCE = 2
"""Rounds until arrays are given bounds."""

MOST_WORDS = 1 << 15
"""A state has no more words."""

GAMES = 40
"""Random games that show how long tuples become."""

EVENTS = 500
"""Events of each of them at most."""

SECONDS = 2.0
"""No longer than this, in time of the processor."""


def shape_of_states(
    game: AnyGame, start: AnyState, plans: list[Plan], refused: dict[str, CompileError]
) -> tuple[Shape, Shape]:
    """Find the shape of every state that can follow on a first one; and of those that were seen.

    Events that cannot be compiled are added to those that are refused.
    """
    _demand_room(_parts(start))
    shape: Shape = expand(start)
    if shape == Fixed(start):
        raise CompileError(
            "the state is not a record", "Make it a frozen dataclass or a NamedTuple."
        )
    seen = states_seen(game, start)
    shape = join(shape, seen)  # these states there are: so it comes to rest sooner
    _demand_room(words(shape))
    before = shape
    for turn in range(10 * PATIENCE):
        wider = shape
        for plan in plans:
            if plan.name in refused:
                continue
            try:
                found = _after(game, shape, plan, seen)
                if found is not None:
                    wider = join(wider, found)
            except CompileError as error:
                if plan.kind.by_chance:
                    raise error.placed(_site_of(plan)) from None
                refused[plan.name] = error.placed(_site_of(plan))
        _demand_room(words(wider))
        if wider == shape:
            return shape, seen
        if turn >= SHORT_PATIENCE:
            wider = widened(shape, wider, seen, only_arrays=turn < PATIENCE)
            if wider == shape:
                return shape, seen
        before, shape = shape, wider
    raise CompileError(
        f"{_growing(before, shape)} grows without end",
        "Keep it within bounds: a guard or a remainder for a number, a few words for a text.",
    )


def _parts(value: object) -> int:
    """The number of the parts of a constant."""
    if isinstance(value, tuple):
        return sum(map(_parts, value))
    names = field_names(type(value)) if is_record(type(value)) else ()
    return sum(_parts(getattr(value, name)) for name in names) if names else 1


def _demand_room(count: int) -> None:
    if count > MOST_WORDS:
        raise CompileError(
            f"a state would need {count:,} words",
            f"At most {MOST_WORDS:,} are compiled; keep fewer things in tuples.",
        )


def _site_of(plan: Plan) -> Site:
    code = plan.kind.apply.__code__
    return Site(code.co_filename, code.co_firstlineno, plan.kind.apply.__qualname__)


def _growing(old: Shape, new: Shape) -> str:
    """The first field of a state that is wider in the later of two shapes."""
    if isinstance(old, Record) and isinstance(new, Record):
        pairs = zip(old.fields, new.fields, strict=True)
        names = [name for (name, before), (_, after) in pairs if before != after]
        if names:
            return f"`{names[0]}` of the state"
    return "the state"


def _after(game: AnyGame, shape: Shape, plan: Plan, seen: Shape) -> Shape | None:
    writer = Writer(shape, Tables(by_hand=game.speed.by_hand), seen)
    machine = writer.machine("")
    turn = machine.call(Const(game.turn), [writer.state(machine)])
    if isinstance(turn, Num | Const):
        condition = machine.compared("==", turn, Const(-1))
        if not plan.kind.by_chance:
            condition = machine.negated(condition)
        if condition == Const(False):  # noqa: FBT003 - the value
            return None
        if isinstance(condition, Num):
            machine.learn(condition.yes)
    found = writer.after(plan, machine)
    return None if found is None else machine.shape(found)


def states_seen(game: AnyGame, start: AnyState) -> Shape:
    """The smallest shape of the states of some random games."""
    shape: Shape = Never()
    for s in _random_states(game.unchecked(), start):
        try:
            wider = join(shape, _taken_apart(s))
        except CompileError:
            break  # the rules will lead there, too, and say where
        if has_wide_number(wider) and not has_wide_number(expand(start)):
            break  # it goes on growing; fingerprints are wide from the start
        shape = wider
    return shape


def _random_states(game: AnyGame, start: AnyState) -> Iterator[AnyState]:
    end = process_time() + SECONDS
    for seed in range(GAMES):
        s, dice = start, Dice(seed)
        yield s
        for _ in range(EVENTS):
            try:
                event = random_event(game, s, dice)
                s = s if event is None else game.after(s, event)
            except Exception:  # noqa: BLE001 - the rulebook raises: it gives the game up there
                return
            if event is None or process_time() > end:
                break
            yield s
        if process_time() > end:
            return


def _taken_apart(value: object) -> Shape:
    """The shape of a constant, its tuples as arrays."""
    shape = expand(value)
    if isinstance(shape, Record):
        return Record(shape.kind, tuple((n, _inside(s)) for n, s in shape.fields))
    return shape


def _inside(shape: Shape) -> Shape:
    if not isinstance(shape, Fixed) or is_looked_up(type(shape.value)):
        return shape
    return _taken_apart(shape.value) if isinstance(shape.value, tuple) else shape
