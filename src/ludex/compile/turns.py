"""What happens between two moves of a learner, as a step for loops and for kernels.

Chance and each seat have dice of their own, made of a game's seed as `ludex.bots.play_out`
makes them: the first word of the seed is chance's, the next ones are the seats'. Chance deals
by them what the rulebook deals, and other seats choose what its random bot would: so a seed is the
same episode here and there, on a CPU and on a GPU.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from ludex.compile.draws import thrown, word
from ludex.compile.engine import CHANCE, Row, Rows, Steps
from ludex.compile.jit import step
from ludex.compile.loops import beginner
from ludex.compile.templates import Masks

ANYBODY: Final = -1
"""In place of a seat: whoever is on turn acts."""

NOTHING, RENEW = -1, -2
"""In place of a move: leave the game as it is, or begin it."""

DISTURBED: Final = 0x5851F42D4C957F2D
"""Random moves for those who measure come from other words than the games."""

Turn = Callable[[Row, int, int, Row, int, Row, Rows, bool], int]
"""(state, move, seed, drawn, seat, found, starts, is_whole): make a move, then let chance and the other seats
act until it is the learner's turn; its legal moves are found, and counted. A new game begins with the
start that its seed gives: a whole state, or what chance makes of it."""


@cache
def turn_of(steps: Steps) -> Turn:
    """The turn of an engine, made once. Each step stands in it once: they are long."""
    begun, actor, legal = beginner(steps.begin), steps.actor, steps.legal
    apply, draw = steps.apply, steps.draw

    @step
    def turn(
        state: Row, move: int, seed: int, drawn: Row, seat: int, found: Row,
        starts: Rows, is_whole: bool,
    ) -> int:  # fmt: skip
        if move == RENEW:
            for who in range(drawn.shape[0]):
                drawn[who] = 0
            start = starts[seed % starts.shape[0]]
            drawn[0] = begun(state, word(seed, 0), start, is_whole)
        while True:
            if move >= 0:
                apply(state, move)
            who = actor(state)
            while who == CHANCE:
                drawn[0] = draw(state, word(seed, 0), drawn[0])
                who = actor(state)
            if who < 0:
                return 0
            count = legal(state, found)
            if seat == ANYBODY or who == seat:  # noqa: PLR1714  # compiled
                return count
            chosen, drawn[1 + who] = thrown(word(seed, 1 + who), drawn[1 + who], count)
            move = found[chosen]

    return turn


@step
def picked(masks: Masks, game: int, seed: int, length: int) -> int:
    """A random legal move of a game, for those who measure; 0 where there is none."""
    count = 0
    for action in range(masks.shape[1]):
        count += masks[game, action]
    if count == 0:
        return 0
    left, _ = thrown(word(seed ^ DISTURBED, length), 0, count)
    for action in range(masks.shape[1]):
        left -= masks[game, action]
        if left < 0:
            return action
    return 0
