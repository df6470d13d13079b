"""Refinement: does an engine give exactly the answers of the rulebook?

The rulebook asks its guards about every candidate event; an engine has its own method. In each
position both must list the same events in the same order, and agree on the outcome, on the state
after each event and on the weights of chance. If all positions can be listed, they are all
compared. Otherwise they come from random games with near misses: the engine must list every near
miss that the guards allow.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ludex.check.errors import describe_error
from ludex.check.explore import ExploreLimits, explore
from ludex.check.explore.search import Tell
from ludex.check.shrink import shrink_script
from ludex.check.strange_events import strange_event
from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    Chance,
    Dice,
    Outcome,
    Query,
    Refinement,
    Refusal,
)
from ludex.kernel.loop import random_event

GAMES = 50
"""The number of random games, if not every position can be compared."""

EVENTS = 400
"""The most events of each."""

NEAR = 4
"""The near misses in each position."""


@dataclass(frozen=True, kw_only=True)
class ComparedEngine:
    """Another source of a rulebook's answers; missing answers are not compared."""

    name: str
    moves: Callable[[AnyState], Sequence[AnyEvent]]
    """Every legal move, in the order of the candidates; no asides."""

    outcome: Callable[[AnyState], Outcome | None] | None = None
    after: Callable[[AnyState, AnyEvent], AnyState] | None = None
    """The state after a legal move."""

    weights: Callable[[AnyState], Sequence[int]] | None = None
    """The weight of each of `moves` at a turn of chance."""


def engine_of(name: str, refinement: Refinement[AnyState]) -> ComparedEngine:
    """A refinement of a game as an engine."""
    return ComparedEngine(name=name, moves=refinement.moves, outcome=refinement.outcome)


def disagreement(game: AnyGame, engine: ComparedEngine, s: AnyState) -> str | None:
    """Return the difference between the rulebook and an engine in a state, in words."""
    ended = game.outcome(s)
    if engine.outcome is not None and (answer := engine.outcome(s)) != ended:
        return f"the outcome: the rulebook says {_ended(ended)}, the engine {_ended(answer)}"
    legal, listed = game.moves(s), [*engine.moves(s)]
    if legal != listed:
        return _lists(legal, listed)
    if engine.after is not None:
        for event in legal:
            if engine.after(s, event) != event.apply(s):
                return f"the state after {event}"
    if engine.weights is not None and ended is None and game.turn(s) == CHANCE:
        weights = [e.weight(s) for e in legal if isinstance(e, Chance)]
        if weights != [*engine.weights(s)]:
            return "the weights of chance"
    return None


def _ended(outcome: Outcome | None) -> str:
    return "that the game continues" if outcome is None else outcome.text


def _lists(legal: list[AnyEvent], listed: list[AnyEvent]) -> str:
    missing = [event for event in legal if event not in listed]
    if missing:
        return f"the moves: the engine does not list {missing[0]}, which is legal"
    odd = [event for event in listed if event not in legal]
    if odd:
        return f"the moves: the engine lists {odd[0]}, which is refused"
    if len(listed) != len(legal):
        return "the moves: the engine lists one of them twice"
    return "the order of the moves"


@dataclass(frozen=True, slots=True)
class Proof:
    """The comparison of an engine with the rulebook."""

    engine: str
    states: int
    """The number of positions that were compared."""

    is_exhaustive: bool
    """Were these all positions? Then the engine is proved from this start."""

    verdict: str
    """The extent to which the positions were listed."""

    problem: str | None = None
    script: tuple[str, ...] = ()
    is_shortest: bool = False


def prove(
    game: AnyGame,
    engine: ComparedEngine,
    start: AnyState,
    limits: ExploreLimits,
    dice: Dice,
    *,
    tell: Tell = lambda _: None,
) -> Proof:
    """Compare an engine with the rulebook in every position, or in random games."""
    graph = explore(game.unchecked(), start, limits, tell=tell)
    proof = Proof(engine.name, 0, graph.is_complete, graph.verdict)
    for number, s in graph.states():
        proof = replace(proof, states=proof.states + 1, problem=_problem(game, engine, s))
        if proof.problem is not None:
            return replace(proof, script=graph.script(number), is_shortest=True)
    if graph.is_complete:
        return proof
    for _ in range(GAMES):
        problem, script, count = _lockstep(game, engine, start, dice.split())
        proof = replace(proof, states=proof.states + count, problem=problem)
        if problem is not None:
            return replace(proof, script=tuple(map(str, script)))
    return proof


def _problem(game: AnyGame, engine: ComparedEngine, s: AnyState) -> str | None:
    try:
        return disagreement(game, engine, s)
    except Exception as error:  # noqa: BLE001  # an engine that crashes disagrees
        return f"it raises {describe_error(error)}"


def _lockstep(
    game: AnyGame, engine: ComparedEngine, start: AnyState, dice: Dice
) -> tuple[str | None, Sequence[AnyEvent], int]:
    """Compare in one random game: the problem, a small script, how many states it saw."""
    s, script = start, list[AnyEvent]()
    after = partial(_after, game, engine, start)
    for count in range(1, EVENTS + 1):
        problem = _problem(game, engine, s) or _near_miss(game, engine, s, dice)
        if problem is not None:
            small = shrink_script(game, start, script, lambda some: after(some) is not None)
            return after(small) or problem, small, count
        event = random_event(game, s, dice)
        if event is None:
            return None, (), count
        script.append(event)
        s = game.after(s, event)
    return None, (), EVENTS


def _near_miss(game: AnyGame, engine: ComparedEngine, s: AnyState, dice: Dice) -> str | None:
    """An event next to a legal one that the guards allow and the engine does not list."""
    listed = [*engine.moves(s)]
    for _ in range(NEAR if listed else 0):
        event = strange_event(game, dice, dice.choice(listed))
        if event.aside or event.sampled or isinstance(event, Query) or event in listed:
            continue
        if game.refusal(s, event) is None:
            return f"the moves: the engine does not list {event}, which is legal"
    return None


def _after(
    game: AnyGame, engine: ComparedEngine, start: AnyState, script: Sequence[AnyEvent]
) -> str | None:
    s = start
    for event in script:
        after = game.apply(s, event)
        if isinstance(after, Refusal):
            return None
        s = after
    return _problem(game, engine, s)
