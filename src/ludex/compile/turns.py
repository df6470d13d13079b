"""Steps between two moves of a learner, for loops on a CPU and for kernels on a GPU.

Chance and each seat have dice of their own, made of a game's seed as `ludex.players.game_loop`
makes them: the first word of the seed is chance's, the next ones are the seats'. Chance deals
by them what the rulebook deals, and other seats choose what its random bot would: so a seed is the
same episode here and there, on a CPU and on a GPU.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from ludex.compile.draws import thrown, word
from ludex.compile.engine import CHANCE, Row, Steps
from ludex.compile.jit import step
from ludex.compile.loops import beginner
from ludex.compile.templates import Masks

ANYBODY = -1
"""In place of a seat: whoever is on turn acts."""

NOTHING, RENEW = -1, -2
"""In place of a move: leave the game as it is, or begin it."""

DISTURBED = 0x5851F42D4C957F2D
"""Random moves for those who measure come from other words than the games."""


class BatchRules(NamedTuple):
    """The rules that all games of a batch share."""

    seat: int
    """The learner's seat, or ANYBODY."""
    starts: Any
    """The starts of which the seed of a game takes one: whole states, or what chance goes on from."""
    is_whole: bool
    limit: int
    """Moves after which a game is cut off."""
    by_difference: bool
    """Does each step bring what it changes, and not only the end?"""
    renewed: bool
    """Do games that are over begin again at the next step, whatever the action?"""


class BatchGames(NamedTuple):
    """The present state of every game of a batch, a row for each."""

    states: Any
    seeds: Any
    drawn: Any
    """The number of chance's words, and of each seat's, that are used up."""
    lengths: Any
    over: Any


class BatchView(NamedTuple):
    """The view of every game, a row for each. `seen` to `scores`: as they stand."""

    seen: Any
    """The observation of the learner's seat, or with `ANYBODY` of the seat on turn."""
    masks: Any
    """The mask of legal moves."""
    actors: Any
    """The seat on turn; below 0 where a game is over."""
    scores: Any
    """The score of each seat."""
    rewards: Any
    """The reward of the last step for the seat that acted."""
    ended: Any
    cut_off: Any
    refused: Any
    """The games where the last action was not legal, and nothing was done."""


@step
def admitted(
    move: int, game: int, games: BatchGames, masks: Masks, renewed: bool, refused: Masks
) -> int:
    """Admit the move that is wanted, if it is legal; a game that is over begins again."""
    if games.over[game]:
        if not renewed:
            return NOTHING
        games.seeds[game] += games.seeds.shape[0]
        return RENEW
    if move < 0 or move >= masks.shape[1] or not masks[game, move]:
        refused[game] = True
        return NOTHING
    return move


@cache
def turn_of(steps: Steps) -> Callable[..., None]:
    """Make the turn of an engine: a move, what chance and other seats do, what is seen then.

    Each step of the engine stands in it once: they are long.
    """
    begun, actor, legal = beginner(steps.begin), steps.actor, steps.legal
    apply, draw, score, observe = steps.apply, steps.draw, steps.score, steps.observe

    @step
    def go_on(state: Row, move: int, seed: int, drawn: Row, rules: BatchRules, found: Row) -> int:
        """Go on to the learner's turn; its legal moves are found, and counted."""
        if move == RENEW:
            for actor_seat in range(drawn.shape[0]):
                drawn[actor_seat] = 0
            start = rules.starts[seed % rules.starts.shape[0]]
            drawn[0] = begun(state, word(seed, 0), start, rules.is_whole)
        while True:
            if move >= 0:
                apply(state, move)
            actor_seat = actor(state)
            while actor_seat == CHANCE:
                drawn[0] = draw(state, word(seed, 0), drawn[0])
                actor_seat = actor(state)
            if actor_seat < 0:
                return 0
            count = legal(state, found)
            if rules.seat == ANYBODY or actor_seat == rules.seat:  # noqa: PLR1714  # compiled
                return count
            chosen, drawn[1 + actor_seat] = thrown(
                word(seed, 1 + actor_seat), drawn[1 + actor_seat], count
            )
            move = found[chosen]

    @step
    def turn(
        game: int,
        move: int,
        state: Row,
        games: BatchGames,
        rules: BatchRules,
        acting: Row,
        now: BatchView,
        found: Row,
    ) -> None:
        seat, over = rules.seat, games.over[game]
        mover = seat if seat != ANYBODY else max(acting[game], 0)
        had = score(state, mover) if rules.by_difference and move >= 0 else 0.0
        count = go_on(state, move, games.seeds[game], games.drawn[game], rules, found)
        actor_seat = actor(state)
        now.actors[game] = actor_seat
        observe(state, seat if seat != ANYBODY else max(actor_seat, 0), now.seen[game])
        for place in range(count):
            now.masks[game, found[place]] = True
        for each in range(now.scores.shape[1]):
            now.scores[game, each] = score(state, each)
        now.rewards[game] = 0.0
        if move >= 0:
            games.lengths[game] += 1
            if rules.by_difference or actor_seat < 0:
                now.rewards[game] = now.scores[game, mover] - had
        elif move == RENEW:
            games.lengths[game] = 0
            over = False
        is_late = actor_seat >= 0 and games.lengths[game] >= rules.limit
        now.ended[game] = not over and actor_seat < 0
        now.cut_off[game] = not over and is_late
        games.over[game] = over or actor_seat < 0 or is_late

    return turn


@step
def random_move(masks: Masks, game: int, seed: int, length: int) -> int:
    """Choose a random legal move of a game, for those who measure; 0 where there is none."""
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
