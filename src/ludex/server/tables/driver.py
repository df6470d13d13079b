"""Chance and bots: they act until a person is to, in the pace that people can follow.

The rules of this file:
1. Nobody plays for nobody: without a person at the table, or a moment ago, bots stand still.
2. A bot plays as well as it was announced, or not yet. Where it has to wait, the table says so.
3. A program that fails harms nobody: a bot plays on in its place, and the table says so.
4. A question is withdrawn as soon as the table has moved on or was left.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from ludex.bots import random_bot, view_of
from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    Seat,
    Sentence,
    Unreadable,
    say,
    seat_number,
)
from ludex.parts.secret_dice import dice_for
from ludex.play.tempo import SHORTEST, draw_tempo
from ludex.server.errors import NotSaved
from ludex.server.settings import Settings
from ludex.server.tables.attendance import is_due, release_absent
from ludex.server.tables.live import LiveTable, StandIn
from ludex.server.workers.answers import bots_event
from ludex.server.workers.pool import (
    Busy,
    NoAnswer,
    PendingQuestion,
    Thinkers,
    TooManyQuestions,
)
from ludex.server.workers.programs import ProgramFault, ProgramQuestion, Programs
from ludex.table.hidden import follows_chance, hides_anew

T = TypeVar("T")

LOG = logging.getLogger(__name__)
GLANCE = 0.2
RETRY = 1.0
LONGEST = 30.0
"""Seconds between tries, where trying has not helped for a while."""

WAITS = "{player} ({bot}) waits for its turn to think: many bots are thinking."
FAILS = "{player} ({bot}) cannot move at the moment; it tries again."
FAULTS = {
    ProgramFault.ILLEGAL: "{player} ({bot}) made a move that the rules refuse; {other} takes its place.",
    ProgramFault.TIME: "{player} ({bot}) took too long; {other} takes its place.",
    ProgramFault.FAILED: "{player} ({bot}) has failed; {other} takes its place.",
    ProgramFault.GONE: "{player} ({bot}) no longer plays on this server; {other} takes its place.",
}
"""The texts on a program that cannot go on. Its own words are for the log."""


class Driver:
    """The driver of the seats where no person sits."""

    def __init__(
        self,
        thinkers: Thinkers,
        settings: Settings,
        players: Thinkers,
        programs: Programs,
    ) -> None:
        self._thinkers, self._settings = thinkers, settings
        self._players, self._programs = players, programs
        self._questions: dict[str, tuple[int, PendingQuestion[Any]]] = {}
        """The question being thought about for each table, with the number of lines."""

    def start(self, live: LiveTable) -> None:
        """See to it that somebody drives, if anybody has to; called at every change."""
        question = self._questions.get(live.id)
        if question is not None and question[0] != live.shown.seq:
            question[1].withdraw()
        driven = live.driver is not None and not live.driver.done()
        if not driven and self._waits_for(live) is not None:
            live.driver = asyncio.ensure_future(self._drive(live))

    def _waits_for(self, live: LiveTable) -> Seat | None:
        """Chance or the bot that is to act, while there is anybody to see it."""
        history, game = live.shown.history, live.game
        if game.outcome(history.state) is not None or live.account.is_full:
            return None
        seat = game.turn(history.state)
        if seat == CHANCE and live.now.is_held_up:
            return None  # somebody may still add to the shuffle
        if seat != CHANCE and live.player_name(seat) == "person":
            return None
        return seat if live.is_attended(self._settings.attended_seconds) else None

    async def _drive(self, live: LiveTable) -> None:
        while (seat := self._waits_for(live)) is not None:
            try:
                if not live.is_ours:
                    await self._left_alone(live)
                elif spent := live.account.no_writing:
                    live.wait_for(spent.text)
                    await asyncio.sleep(RETRY)
                elif seat == CHANCE:
                    if is_due(live, self._settings):  # between hands: it has to be now
                        await release_absent(live, self._settings)
                    await self._deal(live)
                else:
                    await self._play(live, seat)
            except NotSaved:
                await asyncio.sleep(RETRY)
            except Exception:  # one table's mistake: the others play on
                LOG.exception("table %s: %s cannot act", live.id, live.game.name)
                return
        live.wait_for(None)

    async def _left_alone(self, live: LiveTable) -> None:
        """Watch the process that drives the table; take over when it has been silent for long."""
        seq, until = live.shown.seq, monotonic() + self._settings.takeover
        while monotonic() < until:
            await asyncio.sleep(GLANCE)
            if live.is_ours or live.shown.seq != seq:
                return
        live.is_ours = True

    async def _deal(self, live: LiveTable) -> None:
        seq = live.shown.seq
        event = live.drawn(live.now)
        if hides_anew(live.now.history, event):
            await asyncio.sleep(self._settings.pause * self._settings.looking)
        elif follows_chance(live.now.history):
            await asyncio.sleep(self._settings.pause * self._settings.following)
        await self._move(live, seq, event)

    async def _play(self, live: LiveTable, seat: Seat) -> None:
        seq, begun = live.shown.seq, monotonic()
        event = await self._chosen(live, seat)
        if event is not None:
            until = begun + max(self._tempo(live, seat), self._pause(live))
            await asyncio.sleep(max(until - monotonic(), 0))
            await self._move(live, seq, event)

    async def _move(self, live: LiveTable, seq: int, event: AnyEvent) -> None:
        """Act, but first let people finish with a wish to undo: acting would end it."""
        until = monotonic() + self._settings.consideration
        while live.shown.seq == seq and live.shown.undo_request is not None and monotonic() < until:
            await asyncio.sleep(GLANCE)
        live.waiting = None
        await live.move(seq, event)

    def _tempo(self, live: LiveTable, seat: Seat) -> float:
        """Return how long a bot takes this time: by dice of its own, which know nothing of the position."""
        if not self._settings.pause:
            return 0.0
        dice = dice_for(live.key, live.shown.seq, "tempo")
        times = self._settings.pause / SHORTEST
        return times * draw_tempo(live.game, live.plays(seat), dice).whole

    def _pause(self, live: LiveTable) -> float:
        game, state = live.game, live.shown.history.state
        objects = any(game.moves(game.view(state, one), one) for one in live.now.people)
        return self._settings.pause * (self._settings.objection if objects else 1)

    async def _chosen(self, live: LiveTable, seat: Seat) -> AnyEvent | None:
        """Ask what the bot at a seat does; None when nobody wants to know any more."""
        table, game = live.shown, live.game
        view = view_of(game, table.history.state, seat)
        dice = dice_for(live.key, table.seq - table.notes.count, "bot")
        program = live.offered.players.get(live.player_name(seat))
        is_ours = live.player_name(seat).partition(":")[0] in live.offered.bot_names
        if seat not in live.stand_ins and (program or not is_ours):
            answer: str | ProgramFault | None = ProgramFault.GONE
            if program is not None:
                place = live.id, seat_number(seat)
                ask = ProgramQuestion(self._programs, place, program, live.offered, view)
                answer = await self._thought(live, seat, ask, self._programs.seconds)
            if not isinstance(answer, ProgramFault):
                return None if answer is None else event_from(game, answer)
            live.replace(seat, stand_in(answer, live, seat))
        name = live.plays(seat)
        if name == "random":
            return random_bot(view, dice)
        think = partial(bots_event, live.offered, name, view, dice.seed)
        text = await self._thought(live, seat, think, self._settings.thinking_seconds)
        return None if text is None else event_from(game, text)

    async def _thought(
        self, live: LiveTable, seat: Seat, think: Callable[[], T], seconds: float
    ) -> T | ProgramFault | None:
        """Return what is thought; a fault where a program gives no answer at all."""
        seq, wait = live.shown.seq, RETRY
        is_program = isinstance(think, ProgramQuestion)
        thinkers = self._players if is_program else self._thinkers
        while self._is_wanted(live, seq):
            if spent := live.account.no_thinking:
                live.wait_for(spent.text)
                await asyncio.sleep(RETRY)
                continue
            try:
                question = thinkers.put(live.new.creator, seconds, think)
            except (Busy, TooManyQuestions):
                self._say(live, seat, WAITS)
                await asyncio.sleep(RETRY)
                continue
            self._questions[live.id] = seq, question
            try:
                return await self._answered(live, seat, seq, question)
            except NoAnswer:
                LOG.warning("%s of %s gave no answer", live.plays(seat), live.game.name)
                if is_program:
                    return ProgramFault.TIME
                self._say(live, seat, FAILS)
                await asyncio.sleep(wait)
                wait = min(wait * 2, LONGEST)
            finally:
                question.withdraw()
                self._questions.pop(live.id, None)
                live.account.thought(question.used)
        return None

    async def _answered(
        self, live: LiveTable, seat: Seat, seq: int, question: PendingQuestion[T]
    ) -> T | None:
        deadline = monotonic() + RETRY
        while not question.answer.done():
            await asyncio.wait((question.answer,), timeout=GLANCE)
            if not self._is_wanted(live, seq):
                return None
            if not question.is_waiting:
                live.wait_for(None)
            elif monotonic() > deadline:
                self._say(live, seat, WAITS)
        return None if question.answer.cancelled() else question.answer.result()

    def _is_wanted(self, live: LiveTable, seq: int) -> bool:
        """Is the table as it was, and anybody there?"""
        return live.shown.seq == seq and live.is_attended(self._settings.attended_seconds)

    def _say(self, live: LiveTable, seat: Seat, words: str) -> None:
        bot = live.plays(seat)
        live.wait_for(say("bot_waits", words, player=player(seat), bot=bot))


def event_from(game: AnyGame, text: str) -> AnyEvent:
    """Return the event that somebody has chosen."""
    event = game.read(text)
    assert not isinstance(event, Unreadable)
    return event


def stand_in(fault: ProgramFault, live: LiveTable, seat: Seat) -> StandIn:
    """Return a bot in the place of a program, and the words for it."""
    bot, other = live.player_name(seat), live.offered.usual_bot(len(live.header.seats))
    words = say("stand_in", FAULTS[fault], player=player(seat), bot=bot, other=other)
    return StandIn(other, words)


def player(seat: Seat) -> Sentence:
    """Return the name of a seat, at the beginning of a sentence."""
    return say("player", "Player {number}", number=seat_number(seat))
