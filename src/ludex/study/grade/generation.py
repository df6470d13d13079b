"""Fresh scripts: together they reach every guard, every pair of guards and every row of the
data tables; and then more, random walks with near misses, undo and redo.
"""

from collections.abc import Callable, Iterator

from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    Dice,
    Fault,
    History,
    Redo,
    Refusal,
    Reset,
    Undo,
)
from ludex.study.coverage.survey import Effort
from ludex.study.suites import SuitePlan, suite

Script = tuple[AnyEvent, ...]

PLAN = SuitePlan(
    Effort(states=1_500, questions=40_000, idle=15_000, seconds=3600.0),
    seconds=3600.0,
    rounds=40,
    lessen=False,
    undo=False,
)
"""Bounded by counts and not by the clock: so a seed gives the same scripts everywhere."""

LENGTH = 40
"""Events of a walk."""


def generate_scripts(
    game: AnyGame,
    start: AnyState,
    count: int,
    seed: int,
    tell: Callable[[str], None] = lambda _: None,
) -> list[Script]:
    """At least `count` scripts: those that reach everything, and walks."""
    found = suite(game, start, PLAN, seed=seed, tell=tell)
    made = [one for i, one in enumerate(found.scripts) if not found.is_beyond(i)]
    dice = Dice(seed)
    walks = max(1, count - len(made))
    for number in range(walks):
        tell(f"walking: {number + 1} of {walks}")
        walked = tuple(_walk(game, start, dice.split()))
        if walked:
            made.append(walked)
    return made


def _walk(game: AnyGame, start: AnyState, dice: Dice) -> Iterator[AnyEvent]:
    """A random game, with near misses, queries, undo and redo, and beginnings anew."""
    history = History(game, start)
    for _ in range(LENGTH):
        event = _next(game, history.state, dice)
        if event is None or event.beyond_source:
            continue
        try:
            after = history.play(event)
        except Fault:
            return
        yield event
        if not isinstance(after, Refusal):
            history = after


def _next(game: AnyGame, s: AnyState, dice: Dice) -> AnyEvent | None:
    mark = dice.below(100)
    if mark < 8:
        return Undo()
    if mark < 13:
        return Redo()
    over = game.outcome(s) is not None
    if not over and game.turn(s) == CHANCE:
        return game.draw(s, dice)
    moves = [event for event in game.moves(s) if not event.beyond_source]
    if mark < 45:
        return game.strange(dice, dice.choice(moves) if moves else None)
    resets = (
        [event for event in game.legal(s) if isinstance(event, Reset)] if over or mark < 48 else []
    )
    if resets:
        return dice.choice(resets)
    return dice.choice(moves) if moves else game.strange(dice)
