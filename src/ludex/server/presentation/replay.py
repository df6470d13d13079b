"""A game that is over, seen again step by step, and who stood how at every step.

Nobody sees more than at the time: a scene is made from the view of the same seat, and how
everybody stood from what an onlooker could see.
"""

from collections.abc import Callable
from typing import Any, Final

from ludex.kernel import ONLOOKER, Game, History, Seat
from ludex.play.effects import Rejection
from ludex.server.presentation.messages import message
from ludex.server.presentation.scenes import encode_scene, seat_from
from ludex.server.presentation.vocabulary import Reader
from ludex.server.tables.live import LiveTable
from ludex.table import Scene, looks_of

NOT_OVER: Final = Rejection("A game can be seen again when it is over.")
POINTS: Final = 300
"""How often it is asked who stood how, in a long game."""


def replay_message(live: LiveTable, number: int, at: int, reader: Reader) -> str | Rejection:
    """Return the table after its first `at` events, as a seat saw it then."""
    history = live.shown.history
    if not live.is_over:
        return NOT_OVER
    at = max(0, min(at, history.length))
    state = history.steps[at - 1].state if at else history.start
    scene = _looked_at(live.game, state, seat_from(number))
    parts = (
        b'{"type":"replay","at":%d,"scene":' % at,
        encode_scene(scene, (), reader.encoding),
        reader.news(),
        b"}",
    )
    return b"".join(parts).decode()


def _looked_at(game: Game[Any], state: object, seat: Seat) -> Scene:
    """Return a scene in which nothing can be done: what was legal then need not be found again."""
    shown, looks = game.view(state, seat), looks_of(game)
    zones = looks.zones(shown, seat)
    return Scene(
        zones,
        (),
        game.status(shown),
        looks.highlights(shown),
        side_panel=looks.side_panel(shown, seat),
        text="" if zones else game.text(shown),
    )


def standings_message(game: Game[Any], history: History[Any]) -> str:
    """Return how well each seat stood after some of the events, by what everybody could see."""
    steps, seats = history.steps, game.seat_count(history.start)
    stood, unit = _standing(game, seats)
    at, lines = list[int](), list[list[float]]()
    if stood is not None:
        every = max(1, -(-len(steps) // POINTS))
        at = [*range(0, len(steps), every), len(steps)]
        for n in at:
            state = steps[n - 1].state if n else history.start
            lines.append(stood(game.view(state, ONLOOKER)))
    return message("standings", at=at, lines=lines, unit=unit)


def _standing(game: Game[Any], seats: int) -> tuple[Callable[[object], list[float]] | None, str]:
    """Return how everybody stands in what is shown, and what that counts: alone, how far one has come."""
    worth, progress = game.thinking.worth, looks_of(game).progress
    if seats == 1:
        if progress is None:
            return None, looks_of(game).progress_unit
        return (lambda shown: [progress(shown)]), looks_of(game).progress_unit
    if worth is None:
        return None, game.thinking.unit
    everybody = [Seat(seat) for seat in range(seats)]
    return (lambda shown: [round(worth(shown, seat), 1) for seat in everybody]), game.thinking.unit
