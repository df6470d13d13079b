"""Sitting out: somebody keeps the seat and does not play for a while, as everybody sees.

It is no event of the game, and nothing keeps it: a browser says it again. Whoever sits out is
played for by his own page; when that is closed too, the rules act for him as for somebody who
is out of time, so that the others need not wait.
"""

from typing import Final

from ludex.kernel import CHANCE, seat_number
from ludex.play.effects import Rejection
from ludex.play.protocol import LOOKING_ON
from ludex.server.presentation.scenes import seat_from
from ludex.server.tables.live import LiveTable
from ludex.table import looks_of

NO_SITTING_OUT: Final = Rejection("Nobody can sit out of this game now.")


def why_not_sit(live: LiveTable, number: int, *, out: bool) -> Rejection | None:
    """Return why somebody cannot sit out, or come back; None where they can."""
    if number == 0:
        return LOOKING_ON
    return None if not out or is_offered(live, number) else NO_SITTING_OUT


def is_offered(live: LiveTable, number: int) -> bool:
    """Is there anything that a seat could do turn after turn, until it is taken back?"""
    game, seat = live.game, seat_from(number)
    beside = looks_of(game).side_panel(game.view(live.now.state, seat), seat)
    return any(one.lasting for one in beside.ahead)


def is_awaited_in_vain(live: LiveTable) -> bool:
    """Is somebody on turn who sits out and has gone, while others are here?"""
    turn, here = live.now.turn, live.shown.here
    if live.is_over or turn == CHANCE or not here:
        return False
    number = seat_number(turn)
    return live.sits_out(number) and number not in here
