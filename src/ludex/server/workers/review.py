"""A game looked back at, a part at a time: so long as a thinker may think, and no longer."""

from dataclasses import dataclass
from itertools import pairwise
from time import monotonic
from typing import Any, Final

from ludex.kernel import Dice, Event, Game, Refusal, Seat
from ludex.kernel.history import replayed
from ludex.players.opponents import judge_of
from ludex.players.review import Judged, looked, value
from ludex.server.game_list import OfferedGame
from ludex.server.http.schemas import ReviewedMove, said
from ludex.table import looks_of

SECONDS: Final = 3.0
"""For so long a part is looked at; the next one is asked for when it is there."""


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """A part of a review."""

    standings: list[list[float]]
    """Of each seat, after every event of the part; the first part begins with the beginning."""

    luck: list[float]
    choices: list[int]
    """How many choices each seat had in this part."""

    moves: list[ReviewedMove]
    ended: int
    """So many events have been looked at, with those before this part."""


def review_part(
    offered: OfferedGame,
    start: Any,  # noqa: ANN401  # a state of that game
    journal: tuple[Event[Any], ...],
    seats: tuple[Seat, ...],
    begun: int,
) -> ReviewPart:
    """Return the events from one on, as many as there is time for."""
    until, game = monotonic() + SECONDS, offered.game
    history = replayed(game, start, journal)
    assert not isinstance(history, Refusal)
    states = [start, *(step.state for step in history.steps)]
    judge, game = judge_of(game), game.unchecked()
    standings: list[list[float]] = [[] for _ in seats]
    luck, choices, moves = [0.0] * len(seats), [0] * len(seats), []
    if not begun:
        for values, seat in zip(standings, seats, strict=True):
            values.append(round(value(game, start, seat, Dice(0), judge.stands), 3))
    number = begun
    for number, (s, after) in enumerate(pairwise(states[begun:]), begun + 1):
        event = journal[number - 1]
        found = looked(
            game,
            (s, event, after),
            seats,
            Dice(number),
            judge=judge,
            playouts=judge.tries,
            number=number,
        )
        for i, seat in enumerate(seats):
            standings[i].append(round(found.standings[seat], 3))
            luck[i] += found.luck.get(seat, 0.0)
            choices[i] += found.move is not None and found.move.seat == seat
        if found.move is not None and found.move.better is not None:
            moves.append(_told(game, s, found.move))
        if monotonic() > until:
            break
    return ReviewPart(standings, luck, choices, moves, number)


def _told(game: Game[Any], s: Any, move: Judged[Any]) -> ReviewedMove:  # noqa: ANN401  # a state of that game
    shown = game.view(s, move.seat)
    assert move.better is not None
    return ReviewedMove(
        number=move.number,
        seat=move.seat + 1,
        lost=round(move.lost, 3),
        words=said(_words(game, shown, move.event)),
        better=said(_words(game, shown, move.better)),
    )


def _words(game: Game[Any], shown: Any, event: Event[Any]) -> str:  # noqa: ANN401
    """Return what is done, as a button says it; of a bet the sum."""
    gesture = looks_of(game).gesture(shown, event)
    return event.spoken() if gesture.amount else gesture.words
