"""The WebSocket of one guest: hello first, then one message after the other.

Whatever a client sends gets an answer or a closed socket; it is never trusted.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec import DecodeError
from msgspec.json import decode
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludex.play.protocol import LOOKING_ON, STALE
from ludex.play.protocol.effects import Rejection
from ludex.play.words import NO_MESSAGE, explain_drop, times_of, words_of
from ludex.server.errors import NotSaved, RequestRefused
from ludex.server.http.origin import client_of, is_own_page
from ludex.server.limits.rate_limit import Bucket
from ludex.server.presentation.encodings import numbered_encoding, plain_encoding
from ludex.server.presentation.log_entries import log_message, prepare_log
from ludex.server.presentation.messages import message, refusal_message
from ludex.server.presentation.replay import replay_message, standings_message
from ludex.server.presentation.scenes import Reader
from ludex.server.settings import Settings
from ludex.server.sockets.channel import CHANNEL
from ludex.server.sockets.guest import Guest
from ludex.server.sockets.side_messages import (
    ASIDE,
    QUESTIONS,
    TOO_FAST,
    hear_aside,
    refuse,
)
from ludex.server.tables.attendance import invite, leave, play_on, revoke, vote
from ludex.server.tables.hall import Hall
from ludex.server.tables.live import LiveTable
from ludex.server.tables.player_names import read_name
from ludex.server.tables.records.seats import digest, seat_from
from ludex.server.tables.talk import heard_by
from ludex.server.workers.advice import explain, send_hint, send_winnability

LOG = logging.getLogger(__name__)

COME_AGAIN = 1012
BAD_MESSAGE = 4400
UNKNOWN = 4401
NUMBERS = 2
"""The form of messages with numbers that a page must know; those before had none, or `true`."""

DISMISSED = 4403
LATE = 4408
TOO_MANY = 4429
NOT_DEALT_IN = Rejection("You have taken over this seat: you play from the next deal.")
STRIKES = 50
"""So many messages beyond the rate end a connection, unless they are long ago."""


class Closed(Exception):
    """The connection has to end, and why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


async def table_socket(socket: WebSocket) -> None:
    """Serve one connection from its beginning to its end."""
    hall: Hall = socket.app.state.hall
    client = client_of(socket.scope)
    if not is_own_page(socket.scope, hall.settings):
        await socket.close(1008)  # before it is accepted: a 403
        return
    if not hall.sockets.enter(client):
        await socket.accept()
        await socket.close(TOO_MANY, "Too many open tables.")
        return
    try:
        await socket.accept()
        await _serve(socket, hall)
    except Closed as closed:
        with suppress(WebSocketDisconnect, RuntimeError):  # gone already
            await socket.send_text(refusal_message(0, None, Rejection(closed.reason)))
            await socket.close(closed.code, closed.reason)
    except WebSocketDisconnect:
        pass
    finally:
        hall.sockets.leave(client)


async def _serve(socket: WebSocket, hall: Hall) -> None:
    channel = socket.scope["extensions"][CHANNEL]
    try:
        async with asyncio.timeout(hall.settings.hello_seconds):
            hello = _fields(await socket.receive())
    except TimeoutError:
        raise Closed(LATE, "The hello did not arrive in time.") from None
    live, number, key = await _greeted(socket, hall, hello)
    reader = _reader(live.game.name, hello)
    await prepare_log(live, number, hall.time_slices, reader)
    while hall.tables.get(live.id) is not live:  # it left memory while that was done
        live, number, key = await _greeted(socket, hall, hello)
        await prepare_log(live, number, hall.time_slices, reader)
    _demand_room(live, number, hall.settings)
    client = client_of(socket.scope)
    guest = Guest(live, number, key, client, channel, reader=reader, sending=hall.sending)
    channel.inbox.game = live.game.name
    live.enter(guest)
    refuse(guest, hello, live.call(guest, read_name(hello)))
    if number and (lines := heard_by(key, live.talk)):
        guest.answer(message("chat", lines=lines, again=True))
    writing = asyncio.ensure_future(guest.write())
    reading = asyncio.ensure_future(_read(channel.receive, hall, guest))
    try:
        done, _ = await asyncio.wait((writing, reading), return_when=asyncio.FIRST_COMPLETED)
    finally:
        live.leave(guest)
        guest.forget_questions()
        for task in (writing, reading):
            task.cancel()
        ends = await asyncio.gather(writing, reading, return_exceptions=True)
    for end in ends:
        if isinstance(end, Closed):
            raise end
        # A send to somebody who has just gone is no failure; anything else is.
        closed = WebSocketDisconnect | RuntimeError | OSError
        if isinstance(end, Exception) and not isinstance(end, closed):
            LOG.error("a connection failed", exc_info=end)
    if guest.is_dismissed:
        raise Closed(DISMISSED, "You no longer sit at this table: your seat is open.")
    if writing in done and guest.is_lost:
        raise Closed(TOO_MANY, "The client did not read its answers in time.")


def _reader(game: str, hello: Mapping[str, object]) -> Reader:
    """Return the form in which a client wants scenes; an old page cannot read any of them."""
    numbers = hello.get("numbers")
    if hello.get("sentences") is True or numbers is True:
        raise Closed(UNKNOWN, "This page is older than the server: reload it.")
    return Reader((numbered_encoding if numbers == NUMBERS else plain_encoding)(game))


def _demand_room(live: LiveTable, number: int, settings: Settings) -> None:
    """Onlookers take no player's place, nor one player another's."""
    there = sum(guest.number == number for guest in live.guests)
    most = settings.sockets_per_seat if number else settings.onlookers_per_table
    if there >= most:
        crowded = (
            "Too many connections use this seat." if number else "Too many people are watching."
        )
        raise Closed(TOO_MANY, crowded)


async def _greeted(
    socket: WebSocket, hall: Hall, hello: Mapping[str, object]
) -> tuple[LiveTable, int, bytes]:
    """Return the table and the seat that the first message opens, and by which key."""
    name = str(socket.path_params["table"])
    match hello:
        case {"type": "hello", "token": str(token)} if len(token) <= 100:
            try:
                found = await hall.opened(name, token)
            except NotSaved:
                raise Closed(
                    COME_AGAIN, "The database of games cannot be reached at the moment."
                ) from None
            except RequestRefused as full:
                raise Closed(COME_AGAIN, full.text) from None
            if found is None:
                raise Closed(UNKNOWN, "There is no such table, or the link is wrong.")
            return *found, digest(token)
    raise Closed(BAD_MESSAGE, "The first message must be a hello with a token.")


def _fields(received: Mapping[str, Any]) -> Mapping[str, object]:
    """Return the JSON object of a message."""
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code") or 1006)
    text = received.get("text")
    if text is None:
        raise Closed(BAD_MESSAGE, "Messages are JSON texts.")
    try:
        value = _decoded(text)
    except (ValueError, RecursionError):
        raise Closed(BAD_MESSAGE, "Messages are JSON objects.") from None
    if not isinstance(value, dict):
        raise Closed(BAD_MESSAGE, "Messages are JSON objects.")
    return value


def _decoded(text: str) -> object:
    try:
        return decode(text)
    except DecodeError:
        return json.loads(text)  # half a character is strange, but no mistake


async def _read(receive: Callable[[], Awaitable[Message]], hall: Hall, guest: Guest) -> None:
    settings = hall.settings
    bucket = Bucket(settings.message_rate, settings.message_burst)
    strikes = Bucket(settings.message_rate / 10, STRIKES)
    while True:
        received = _fields(await receive())
        if not bucket.take():
            if not strikes.take():
                raise Closed(TOO_MANY, "Too many messages.")
            refuse(guest, received, Rejection(TOO_FAST, wait=bucket.pause))
            continue
        kind = received.get("type")
        if kind in ASIDE:
            refuse(guest, received, hear_aside(hall, guest, received))
        elif kind == "replay":
            await _replay(hall, guest, received)
        elif kind == "log":
            await _earlier(hall, guest, received)
        elif kind not in QUESTIONS:
            await _tried(hall, guest, received)
        else:  # it takes a while: what comes after it need not wait
            if guest.forget_question(str(kind)):
                refuse(guest, received, STALE)  # the newer question counts
            guest.ask(str(kind), _tried(hall, guest, received))


async def _replay(hall: Hall, guest: Guest, received: Mapping[str, object]) -> None:
    """Anybody at the table may look back at a game that is over, with the same eyes."""
    live, at = guest.live, received.get("at")
    if live.has_lost_seat(guest):
        return
    if at is None and live.is_over:
        history = live.shown.history
        ask = partial(hall.archive.read, standings_message, live.game, history)
        try:
            guest.answer(await live.cache.standings.answer(history, ask))
        except NotSaved as unsaved:
            refuse(guest, received, Rejection(unsaved.text))
        return
    answer = replay_message(live, guest.number, at if type(at) is int else 0, guest.reader)
    if isinstance(answer, Rejection):
        refuse(guest, received, answer)
    else:
        guest.answer(answer)


async def _earlier(hall: Hall, guest: Guest, received: Mapping[str, object]) -> None:
    """Send earlier entries of a long log."""
    live, to = guest.live, received.get("to")
    if type(to) is int and 0 <= to <= live.shown.history.length and not live.has_lost_seat(guest):
        await prepare_log(live, guest.number, hall.time_slices, guest.reader, to)
        guest.answer(log_message(live, guest.number, to, guest.reader))


async def _tried(hall: Hall, guest: Guest, received: Mapping[str, object]) -> None:
    try:
        answer = await _respond(hall, guest, received)
        is_stale = answer is not None and answer.stale
    except NotSaved as unsaved:
        answer, is_stale = Rejection(unsaved.text), True
    refuse(guest, received, answer)
    if is_stale:
        guest.show_again()


async def _respond(hall: Hall, guest: Guest, received: Mapping[str, object]) -> Rejection | None:
    kind, seq = received.get("type"), received.get("seq")
    if kind == "ping":
        guest.answer(message("pong"))
        return None
    if guest.live.has_lost_seat(guest):
        return None  # it is being told
    about_seats = kind in ("invite", "revoke", "vote", "object", "leave")
    if not about_seats and type(seq) is not int:
        return Rejection("A message needs the number seq of the table it is for.")
    if guest.number == 0:
        return LOOKING_ON
    if about_seats or type(seq) is not int:
        return await _seated(hall, guest, received)
    return await _answer(hall, guest, seq, received)


async def _answer(  # noqa: PLR0911  # one a question
    hall: Hall, guest: Guest, seq: int, received: Mapping[str, object]
) -> Rejection | None:
    """Do what is asked, and return why not; None when it was done, or answered otherwise."""
    live, seat = guest.live, seat_from(guest.number)
    words = words_of(received)
    if isinstance(words, Rejection):
        return words
    if live.is_new(guest.number) and received["type"] in ("act", "why", "explain"):
        return NOT_DEALT_IN
    if words is not None:
        # Several may give their shares at once: what others say makes none unwelcome.
        number = None if received["type"] == "share" else seq
        refusal = await live.hear(seat, number, words, times_of(received))
        return refusal or await play_on(live, guest)
    if seq != live.shown.seq:
        return STALE
    match received:
        case {"type": "why", "pick": str(pick), "drop": str(drop)}:
            return explain_drop(live.game, live.shown.history.state, seat, pick, drop)
        case {"type": "hint"}:
            return await send_hint(hall, guest, seq)
        case {"type": "winnable"}:
            return await send_winnability(hall, guest, seq)
        case {"type": "explain", "event": str(event)}:
            return await explain(hall, guest, seq, event)
    return NO_MESSAGE


async def _seated(hall: Hall, guest: Guest, received: Mapping[str, object]) -> Rejection | None:
    """Answer what is asked about seats, however far the game is."""
    live, by = guest.live, guest.number
    match received:
        case {"type": "leave" | "object" as word}:
            return await (leave if word == "leave" else play_on)(live, guest)
        case {"type": "vote", "seat": int(seat), "tenure": int(tenure), "release": bool(yes)}:
            return await vote(live, by, seat, tenure, hall.settings, wants=yes)
        case {"type": "revoke", "seat": int(seat), "tenure": int(tenure)}:
            return await revoke(live, by, seat, tenure)
        case {"type": "invite", "seat": int(seat), "tenure": int(tenure)}:
            path = await invite(live, by, seat, tenure)
            if isinstance(path, Rejection):
                return path
            tenure = live.new.chairs[seat].tenure
            guest.answer(message("invitation", seat=seat, path=path, tenure=tenure))
            return None
    return NO_MESSAGE
