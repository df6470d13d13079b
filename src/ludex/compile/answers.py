"""Answers of a compiled engine about the rulebook's own states and events.

Slow, as everything is packed and unpacked for one answer: for those who compare the two.
"""

import numpy as np

from ludex.compile.engine import OVER, Engine
from ludex.compile.loops import loops
from ludex.kernel import CHANCE, AnyEvent, AnyState


def moves(engine: Engine, s: AnyState) -> list[AnyEvent]:
    """List the legal moves, in the rulebook's order; what it does not list comes last.

    Chance is not listed by engines, which draw: there the rulebook speaks for itself, and
    before a state that the engine does not know.
    """
    game = engine.game
    rules = game.moves(s)
    if not engine.covers(s) or (game.outcome(s) is None and game.turn(s) == CHANCE):
        return rules
    one, row = loops(engine).one, engine.rows([s])[0]
    if one.actor(row) == OVER:
        return []
    found = np.zeros(engine.most, np.int64)
    count = one.legal(row, found)
    listed = [engine.event(row, number) for number in found[:count].tolist()]
    known = {*rules}
    return [
        *(event for event in rules if event in {*listed}),
        *(event for event in listed if event not in known),
    ]


def after(engine: Engine, s: AnyState, event: AnyEvent) -> AnyState:
    """Return the state after a legal move; after what chance does, the rulebook's."""
    if not engine.covers(s) or engine.game.turn(s) == CHANCE:
        return event.apply(s)
    row = engine.rows([s])[0]
    loops(engine).one.apply(row, engine.action(row, event))
    return engine.decode(row)
