"""Chance and bots: they act until a person is to, in the pace that people can follow."""

import asyncio
import logging
from time import monotonic
from typing import Any, Final

from ludex.bots import random_bot, view_of
from ludex.kernel import CHANCE, Event, Seat, Unreadable, dice_for
from ludex.server.live import LiveTable
from ludex.server.settings import Settings
from ludex.server.thinking import NoAnswer, Thinkers, bots_event
from ludex.server.trouble import NotSaved

LOG: Final = logging.getLogger(__name__)
GLANCE: Final = 0.2
RETRY: Final = 1.0


class Driver:
    """Whoever plays the seats where no person sits."""

    def __init__(self, thinkers: Thinkers, settings: Settings) -> None:
        self._thinkers, self._settings = thinkers, settings

    def start(self, live: LiveTable) -> None:
        """See to it that somebody drives, if anybody has to."""
        driven = live.driver is not None and not live.driver.done()
        if not driven and self._waits_for(live) is not None:
            live.driver = asyncio.ensure_future(self._drive(live))

    def _waits_for(self, live: LiveTable) -> Seat | None:
        """Chance or the bot that is to act."""
        history, game = live.shown.history, live.game
        if game.outcome(history.state) is not None or live.is_full:
            return None
        seat = game.turn(history.state)
        if seat == CHANCE and live.waits_for:
            return None  # somebody may still add to the shuffle
        return seat if seat == CHANCE or live.who(seat) != "person" else None

    async def _drive(self, live: LiveTable) -> None:
        while (seat := self._waits_for(live)) is not None:
            try:
                if not live.is_ours:
                    await self._left_alone(live)
                elif seat == CHANCE:
                    await self._deal(live)
                else:
                    await self._play(live, seat)
            except NotSaved:
                await asyncio.sleep(RETRY)
            except Exception:  # one table's mistake: the others play on
                LOG.exception("table %s: %s cannot act", live.id, live.game.name)
                return

    async def _left_alone(self, live: LiveTable) -> None:
        """Another process drives; take over when it has been silent for long."""
        seq, until = live.shown.seq, monotonic() + self._settings.takeover
        while monotonic() < until:
            await asyncio.sleep(GLANCE)
            if live.is_ours or live.shown.seq != seq:
                return
        live.is_ours = True

    async def _deal(self, live: LiveTable) -> None:
        seq = live.shown.seq
        event = live.drawn(seq)
        if live.is_new_deal(event):
            await asyncio.sleep(self._settings.pause * self._settings.looking)
        await self._move(live, seq, event)

    async def _play(self, live: LiveTable, seat: Seat) -> None:
        shown, begun = live.shown, monotonic()
        event = await self._chosen(live, seat)
        wait = self._pause(live) - (monotonic() - begun)
        await asyncio.sleep(max(wait, 0))
        await self._move(live, shown.seq, event)

    async def _move(self, live: LiveTable, seq: int, event: Event[Any]) -> None:
        """Act, but first let people finish with a wish to undo: acting would end it."""
        until = monotonic() + self._settings.consideration
        while live.shown.wish is not None and monotonic() < until:
            await asyncio.sleep(GLANCE)
        await live.move(seq, lambda: event)

    def _pause(self, live: LiveTable) -> float:
        game, state = live.game, live.shown.history.state
        for person in live.table.people:
            if game.moves(game.view(state, person), person):
                return self._settings.pause * self._settings.objection
        return self._settings.pause

    async def _chosen(self, live: LiveTable, seat: Seat) -> Event[Any]:
        shown, game = live.shown, live.game
        view = view_of(game, shown.history.state, seat)
        dice = dice_for(live.key, shown.seq - shown.notes.count, "bot")
        if live.who(seat) == "random":
            return random_bot(view, dice)
        try:
            text = await self._thinkers.ask(
                bots_event, game.name, live.who(seat), view, dice.seed
            )
        except NoAnswer:
            LOG.warning("the bot %s of %s gave no answer", live.who(seat), game.name)
            return random_bot(view, dice)
        event = game.read(text)
        assert not isinstance(event, Unreadable)
        return event
