"""The messages about a game that is over: the table as it was, and how everybody stood.

Nobody sees more of such a game than at the time: a scene is made from the view of the same seat,
and how everybody stood from what an onlooker could see.
"""

from collections.abc import Callable
from typing import Any

from ludex.bots import thinking_of
from ludex.kernel import ONLOOKER, AnyGame, History, Seat
from ludex.play.protocol.effects import Rejection
from ludex.server.presentation.messages import message
from ludex.server.presentation.scenes import Reader, encode_scene
from ludex.server.tables.live import LiveTable
from ludex.table import Scene, looks_of

NOT_OVER = Rejection("A game can be replayed when it is over.")
POINTS = 300
"""The number of points at which standings are asked for, in a long game."""


def replay_message(live: LiveTable, number: int, at: int, reader: Reader) -> str | Rejection:
    """Return the table after its first `at` events, as a seat saw it then."""
    history = live.shown.history
    if not live.is_over:
        return NOT_OVER
    at = max(0, min(at, history.length))
    step = history.steps[at - 1] if at else None
    state = step.state if step else history.start
    scene = _looked_at(live.game, state, live.eyes(number, step))
    parts = (
        b'{"type":"replay","at":%d,"scene":' % at,
        encode_scene(scene, (), reader.encoding),
        reader.news(),
        b"}",
    )
    return b"".join(parts).decode()


def _looked_at(game: AnyGame, state: object, seat: Seat) -> Scene:
    """Return a scene in which nothing can be done: what was legal then need not be found again."""
    known, looks = game.view(state, seat), looks_of(game)
    zones = looks.zones(known, seat)
    return Scene(
        zones,
        (),
        game.status(known),
        looks.highlights(known),
        side_panel=looks.side_panel(known, seat),
        text="" if zones else game.text(known),
    )


def standings_message(game: AnyGame, history: History[Any]) -> str:
    """Return how well each seat stood after some of the events, by what everybody could see."""
    steps, seats = history.steps, game.seat_count(history.start)
    stood, unit = _measure(game, seats)
    at, lines = list[int](), list[list[float]]()
    if stood is not None:
        every = max(1, -(-len(steps) // POINTS))
        at = [*range(0, len(steps), every), len(steps)]
        for n in at:
            state = steps[n - 1].state if n else history.start
            lines.append(stood(game.view(state, ONLOOKER)))
    return message("standings", at=at, lines=lines, unit=unit)


def _measure(game: AnyGame, seats: int) -> tuple[Callable[[object], list[float]] | None, str]:
    """Return how to measure where everybody stands, and the unit: a lone player's is progress."""
    thinking, looks = thinking_of(game), looks_of(game)
    worth, progress = thinking.worth, looks.progress
    if seats == 1:
        if progress is None:
            return None, looks.progress_unit
        return (lambda known: [progress(known)]), looks.progress_unit
    if worth is None:
        return None, thinking.unit
    everybody = [Seat(seat) for seat in range(seats)]
    return (lambda known: [round(worth(known, seat), 1) for seat in everybody]), thinking.unit
