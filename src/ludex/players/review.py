"""A review after a game: the moves that lost most, better ones, the course of the standing, and the
luck.

Every move is judged by what its mover could see then, beside the best that whoever judges the game has found
(`judging`): both meet the same luck, so what is left between them is skill. A loss
is told only where it is no accident. Where one plays alone a solver proves what can still be won. Where chance decides, luck is how the seat stands once what it
gave has been used, less how it would stand on the average of what could have been given, both by what the seat sees.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

from ludex.bots import thinking_of
from ludex.bots.budget import Budget
from ludex.bots.evaluation import imagined, standing
from ludex.bots.judge import Judge
from ludex.bots.observation import View, view_of
from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Dice, History, Seat

DRAWS = 12
"""So often chance is tried out to see what could have been expected of it."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move, and what a bot thinks of it."""

    number: int
    """Of the event in the game, counted from 1."""

    seat: Seat
    event: AnyEvent
    before: float
    """The standing of the seat with the best move that was found."""

    after: float
    """The standing with the move that was made."""

    lost: float
    """The loss against another move; 0 where that may be an accident."""

    better: AnyEvent | None


@dataclass(frozen=True, slots=True)
class Review:
    """A game looked back at."""

    moves: tuple[JudgedMove, ...]
    standings: dict[Seat, tuple[float, ...]]
    """The standing of each seat, at the beginning and after every event."""

    luck: dict[Seat, float]
    """The luck that chance has given to each seat."""

    def worst(self, most: int) -> list[JudgedMove]:
        """The moves that lost most."""
        found = [move for move in self.moves if move.lost > 0]
        return sorted(found, key=lambda move: (-move.lost, move.number))[:most]

    def lost(self, seat: Seat) -> float:
        """Return what a seat has lost by its moves."""
        return sum(move.lost for move in self.moves if move.seat == seat)


@dataclass(frozen=True, slots=True)
class EventReview:
    """One event looked back at."""

    standings: dict[Seat, float]
    """The standing of each seat after it."""

    luck: dict[Seat, float]
    """The luck that it gave to each seat, if it was chance's."""

    move: JudgedMove | None
    """The judgement of the move, if there was a choice."""


def reviewed(
    history: History[Any],
    seats: Sequence[Seat],
    judge: Judge,
    playouts: int,
    dice: Dice,
) -> Review:
    """A game as it was played, looked at by some of its seats with so many tries a move."""
    game = history.game.unchecked()
    states = [history.start, *(step.state for step in history.steps)]
    moves: list[JudgedMove] = []
    standings = {seat: [value(game, states[0], seat, dice, judge.proved_value)] for seat in seats}
    luck = dict.fromkeys(seats, 0.0)
    for number, event in enumerate(history.journal, 1):
        s, after = states[number - 1], states[number]
        found = looked(
            game,
            (s, event, after),
            seats,
            dice,
            judge=judge,
            playouts=playouts,
            number=number,
        )
        for seat in seats:
            standings[seat].append(found.standings[seat])
            luck[seat] += found.luck.get(seat, 0.0)
        if found.move is not None:
            moves.append(found.move)
    final = {seat: tuple(values) for seat, values in standings.items()}
    return Review(tuple(moves), final, luck)


def looked(
    game: AnyGame,
    played: tuple[AnyState, AnyEvent, AnyState],
    seats: Sequence[Seat],
    dice: Dice,
    *,
    judge: Judge,
    playouts: int,
    number: int,
) -> EventReview:
    """One event of a game, with the states before and after it."""
    s, event, after = played
    turn = game.seat_of(s, event)
    standings: dict[Seat, float] = {}
    luck: dict[Seat, float] = {}
    for seat in seats:
        standings[seat] = value(game, after, seat, dice, judge.proved_value)
        if turn == CHANCE and judge.proved_value is None:
            hoped = expected(game, s, seat, dice)
            luck[seat] = prospects(game, after, seat, dice) - hoped
    move = None
    if turn in seats:
        view = view_of(game, s, turn)
        # Of bets only some sizes are listed; another one was a choice, too.
        is_choice = type(event) in map(type, view.legal)
        if len(view.legal) > 1 and is_choice:
            found = judge(view, dice, Budget(playouts=playouts), event)
            made = (found.other or found.best).mean
            move = JudgedMove(number, turn, event, made, made, 0.0, None)
            if found.margin is not None:
                best = found.best
                move = replace(move, before=best.mean, lost=found.margin, better=best.event)
    return EventReview(standings, luck, move)


def value(
    game: AnyGame,
    s: AnyState,
    seat: Seat,
    dice: Dice,
    proved_value: Callable[[AnyState], float] | None = None,
) -> float:
    """Return the worth of a state to a seat, by what it sees; or as it is proved, where one plays alone."""
    if proved_value is not None:
        return proved_value(s)
    view = View(seat, game.view(s, seat), ())
    return fmean(standing(game, world, seat) for world in imagined(game, view, dice))


def expected(game: AnyGame, s: AnyState, seat: Seat, dice: Dice) -> float:
    """Return the worth on the average after chance has acted."""
    known = game.view(s, seat)
    found = []
    for _ in range(DRAWS):
        world = thinking_of(game).imagine(known, seat, dice)
        after = game.after(world, game.draw(world, dice))
        found.append(prospect(game, after, seat))
    return fmean(found)


def prospects(game: AnyGame, s: AnyState, seat: Seat, dice: Dice) -> float:
    """Return the worth when what chance gave has been used, by what the seat sees."""
    view = View(seat, game.view(s, seat), ())
    return fmean(prospect(game, world, seat) for world in imagined(game, view, dice))


def prospect(game: AnyGame, s: AnyState, seat: Seat) -> float:
    """Return the standing of a seat after the next to move has made what looks best at once: a tile
    in the hand is worth what can be done with it."""
    if game.outcome(s) is not None or game.turn(s) == CHANCE:
        return standing(game, s, seat)
    turn = game.turn(s)
    after = (game.after(s, event) for event in game.moves(s, turn))
    return standing(game, max(after, key=lambda x: standing(game, x, turn)), seat)
