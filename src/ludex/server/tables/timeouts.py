"""The timekeeper: whoever is out of time, or sits out and has gone, has the rules act for him.

What is done then is the game's to say: to fold, to resign; where it says nothing, a move is
made as chance would. Several processes may call time at the same table; the store lets one.

The same holds for a player who has taken over a seat in the middle of a hand and sees nothing of
it, and for one who is voted out and neither plays nor objects: so the hand comes to its end.

Sitting out is no event of the game, and nothing keeps it: a browser says it again. Whoever sits
out is played for by his own page; when that is closed too, the rules act for him.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import time
from weakref import WeakKeyDictionary

from ludex.bots import random_bot, view_of
from ludex.kernel import CHANCE, AnyEvent, seat_number
from ludex.parts.secret_dice import dice_for
from ludex.play.protocol import LOOKING_ON
from ludex.play.protocol.effects import Rejection
from ludex.play.protocol.situation import Situation
from ludex.server.errors import NotSaved
from ludex.server.tables.live import LiveTable
from ludex.server.tables.records.seats import seat_from
from ludex.table import looks_of
from ludex.table.hidden import holds_nothing

LAG = 0.7
"""Seconds that a move may be under way when time is called."""

RETRY = 1.0
NO_SITTING_OUT = Rejection("In this game players cannot sit out now.")


class Timekeeper:
    """One alarm for every table at which somebody's time runs out."""

    def __init__(self, spawn: Callable[[Awaitable[None]], None]) -> None:
        self._spawn = spawn
        self._alarms: WeakKeyDictionary[LiveTable, asyncio.TimerHandle]
        self._alarms = WeakKeyDictionary()

    def update(self, live: LiveTable) -> None:
        """Set the alarm of a table anew after a change there."""
        if alarm := self._alarms.pop(live, None):
            alarm.cancel()
        left = time_left(live)
        if left is not None:
            self._set(live, max(left, 0.0) + LAG)

    def close(self) -> None:
        """No time is called any more."""
        for alarm in self._alarms.values():
            alarm.cancel()
        self._alarms.clear()

    def _set(self, live: LiveTable, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._alarms[live] = loop.call_later(seconds, self._ring, live, live.seq)

    def _ring(self, live: LiveTable, seq: int) -> None:
        if live.seq == seq:
            self._spawn(self._call_time(live, seq))

    async def _call_time(self, live: LiveTable, seq: int) -> None:
        left = time_left(live)
        if left is None:
            return
        if left <= 0:
            with suppress(NotSaved):  # it has been told, and is tried again
                await live.move(seq, due(live.now, live.key))
        if live.seq == seq:
            self._set(live, max(left, 0.0) + RETRY)


def time_left(live: LiveTable) -> float | None:
    """Return seconds that whoever is on turn has; None where nobody counts them."""
    if is_awaited_in_vain(live):
        return 0.0
    chair = live.new.chairs.get(seat_number(live.now.turn))
    is_on_notice = chair is not None and chair.due > 0 and not live.is_over
    if chair and is_on_notice and not holds_nothing(live.now.history, live.now.turn):
        return chair.due - time()  # so that the hand ends, and the seat can be released
    clock = live.clock
    return None if clock is None else clock.left(live.now)


def due(table: Situation, key: int) -> AnyEvent:
    """Return what is done for whoever is on turn and out of time."""
    game, state, seat = table.game, table.state, table.turn
    for event in looks_of(game).timeout_events(state, seat):
        if game.refusal(state, event) is None:
            return event
    return random_bot(view_of(game, state, seat), dice_for(key, table.number, "late"))


def why_not_sit(live: LiveTable, number: int, *, out: bool) -> Rejection | None:
    """Return why somebody cannot sit out, or come back; None where they can."""
    if number == 0:
        return LOOKING_ON
    return None if not out or is_offered(live, number) else NO_SITTING_OUT


def is_offered(live: LiveTable, number: int) -> bool:
    """Is there anything that a seat could do turn after turn, until it is taken back?"""
    game, seat = live.game, seat_from(number)
    panel = looks_of(game).side_panel(game.view(live.now.state, seat), seat)
    return any(one.lasting for one in panel.ahead)


def is_awaited_in_vain(live: LiveTable) -> bool:
    """Is somebody on turn who sits out and has gone, or has not been dealt in yet?"""
    turn, here = live.now.turn, live.shown.here
    if live.is_over or turn == CHANCE or not here:
        return False
    number = seat_number(turn)
    return live.is_new(number) or (live.sits_out(number) and number not in here)
