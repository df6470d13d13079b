"""Laws of states: values, positions both ways, properties, ends, chance."""

import pickle
from fractions import Fraction

from ludex.check.explore.expansion import wrong_answers
from ludex.check.explore.graph import STUCK
from ludex.check.laws.law import AnyHistory, Broken, law
from ludex.kernel import CHANCE, AnyGame, Dice, Unreadable
from ludex.kernel.promises import changeable
from ludex.language.position import position_line, read_position


@law("values")
def values(_game: AnyGame, history: AnyHistory, _: Dice) -> Broken:
    """A state is a value: it never changes, can be hashed, compared and pickled."""
    state = history.state
    problem = changeable(state)
    if problem is not None:
        yield f"a state must be a value that never changes, but {problem}"
        return
    try:
        copy = pickle.loads(pickle.dumps(state))  # noqa: S301  # our own
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        yield f"a state cannot be pickled: {error}"
        return
    if copy != state:
        yield "a state is not equal to its copy"
    elif hash(copy) != hash(state):
        yield "a state and its copy are equal and have different hashes"


@law("positions")
def positions(game: AnyGame, history: AnyHistory, _: Dice) -> Broken:
    """A position line is one line, and reads back to the same state."""
    line = position_line(game, history.state)
    if "\n" in line:
        yield "the position takes more than one line"
    read = read_position(game, line)
    if isinstance(read, Unreadable):
        yield f"the position line cannot be read: {read}"
    elif read != history.state:
        yield f"the position line reads back as another state: {position_line(game, read)}"


@law("properties")
def properties(game: AnyGame, history: AnyHistory, _: Dice) -> Broken:
    """All properties that the rulebook declares hold."""
    for name, holds in game.always.items():
        if not holds(history.state):
            yield f"{name!r} does not hold"


@law("ends")
def ends(game: AnyGame, history: AnyHistory, _dice: Dice) -> Broken:
    """Check that nobody moves after the end, and somebody can before."""
    state = history.state
    moves = game.moves(state)
    outcome = game.outcome(state)
    if outcome is None:
        if not moves and game.turn(state) != CHANCE:
            yield STUCK
    elif moves:
        yield f"the game is over, and {moves[0]} is a legal move"
    for _, problem in wrong_answers(game, state, game.turn(state), outcome):
        yield problem


@law("chance")
def chance(game: AnyGame, history: AnyHistory, _dice: Dice) -> Broken:
    """The probabilities of chance sum to one, and each of its events is legal."""
    for state in (history.start, *(step.state for step in history.steps)):
        if game.turn(state) != CHANCE or game.outcome(state) is not None:
            continue
        outcomes = game.chance(state)
        if outcomes is None:
            continue
        total = sum((p for _, p in outcomes), Fraction(0))
        if total != 1:
            yield f"the probabilities of chance sum to {total}"
        for event, _ in outcomes:
            refusal = game.refusal(state, event)
            if refusal is not None:
                yield f"{event} is an outcome of chance, and refused: {refusal.text}"


LAWS = (values, positions, properties, ends, chance)
