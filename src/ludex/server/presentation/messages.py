"""The messages to a seat: its scene, its part of the log, and nothing else.

Everything here is made from a view of that seat or is public by the rules of the game.
"""

from time import time
from typing import Any

from ludex.kernel import CHANCE, seat_number
from ludex.kernel.history import Step
from ludex.language.position import position_line
from ludex.play.protocol.effects import Rejection
from ludex.play.protocol.shuffle import secret_text
from ludex.play.starts import describe_start
from ludex.server.presentation.encodings import encode, plain_encoding
from ludex.server.presentation.log_entries import first_sent, log_entries
from ludex.server.presentation.scenes import Reader, encode_table_scene
from ludex.server.presentation.secrecy import (
    can_be_reviewed,
    is_open,
    is_practice,
    keeps_hands,
)
from ludex.server.store.records import CHOSEN
from ludex.server.tables.live import LiveTable, ShownTable
from ludex.server.tables.records.seats import described, seat_from
from ludex.server.tables.records.start_record import (
    link_words,
    options_of,
    preset_of,
    start_label,
)
from ludex.table import looks_of
from ludex.table.sentence_data import packed


def table_message(
    live: LiveTable,
    table: ShownTable,
    number: int,
    known: Step[Any] | None,
    reader: Reader | None = None,
) -> bytes:
    """Return all that a seat may know of the table now, its log from what it knows already."""
    reader = reader or Reader(plain_encoding(live.game.name))
    history = table.history
    if reader.is_numbered not in table.public:
        table.public[reader.is_numbered] = _public(live, table, reader)
    moving, lasting = table.public[reader.is_numbered]
    made = encode_table_scene(live, table, number, reader)
    if live.cache.opening is None:
        live.cache.opening = encode(_opening(live))[1:-1]
    already = first_sent(history, known) - 1
    turn, own = _own(live, table, number)
    steady = reader.changed(
        live.cache.opening, *lasting, _seats(live, table, number), own, made.panel
    )
    return b"".join(
        (
            b'{"type":"table",',
            *(field + b"," for field in steady if field),
            moving,
            b",",
            turn,
            _clock(live),
            _notice(live),
            b',"log_from":%d,"scene":' % (already + 1),
            made.scene,
            b',"log":[',
            b",".join(log_entries(live, history, number, already, reader)),
            b"]",
            reader.new_parts(b"parts", made.parts.seen),
            reader.new_parts(b"kinds", made.parts.gestures),
            reader.news(),
            b"}",
        )
    )


def _public(
    live: LiveTable, table: ShownTable, reader: Reader
) -> tuple[bytes, tuple[bytes, bytes]]:
    """Return what is the same for everybody at the table: what each move changes, and the rest."""
    history, game, state = table.history, live.game, table.history.state
    outcome, turn = game.outcome(state), game.turn(state)
    edited = looks_of(game).is_set_up(state)
    moving = {
        "seq": table.seq,
        "log_length": history.length,
        "turn": 0 if outcome or turn == CHANCE else seat_number(turn),
    }
    seldom = {
        "outcome": outcome
        and {
            "winners": [seat_number(winner) for winner in outcome.winners],
            "reason": outcome.reason,
            "scores": list(outcome.scores),
            "text": outcome.text,
        },
        # For the editor, which asks whether a board that was set up can be won.
        "position": position_line(game, state) if edited else None,
        "undo_asked_by": table.undo_request.seat if table.undo_request else None,
        "waiting": table.waiting,
        "stand_ins": list(table.stand_ins),
    }
    encode = reader.encoding.encode
    lasting = encode(seldom)[1:-1], _standing(live, table, reader)
    return encode(moving)[1:-1], lasting


def _standing(live: LiveTable, table: ShownTable, reader: Reader) -> bytes:
    """Return what is the same after most moves, and is encoded again when it has changed."""
    history, reveals = table.history, is_open(live)
    awaited, has_begun = live.now.awaited, history.past is not None
    signs = table.assisted, live.is_finished, reveals, has_begun, awaited
    last = live.cache.lasting.get(reader.is_numbered)
    by_hand = looks_of(live.game).is_set_up(history.start)  # what links say may change then
    if last and last[0] == signs and last[1] is table.notes and not by_hand:
        return last[2]
    name = start_label(live, history)
    summary = {
        "deal": describe_start(f"seed {live.header.seed}" if reveals and name == CHOSEN else name),
        "share": link_words(live, history, over=reveals),
        # Only when it can reveal nothing any more: no card, and no chance to come.
        "seed": str(live.key) if reveals else None,
        "shuffle": _shuffle(live, table, reveals=reveals),
        "assisted": table.assisted,
        "finished": live.is_finished,
        "closing": sorted(table.notes.closing),
    }
    encoded = reader.encoding.encode(summary)[1:-1]
    live.cache.lasting[reader.is_numbered] = signs, table.notes, encoded
    return encoded


def _own(live: LiveTable, table: ShownTable, number: int) -> tuple[bytes, bytes]:
    """Return whether it is the turn of a seat, counted from 1, or an onlooker (0), and what it can do."""
    game, state = live.game, table.history.state
    is_over, is_seated = game.outcome(state) is not None, number > 0
    is_alone = live.now.people == (seat_from(number),)
    is_new = is_seated and live.is_new(number)
    is_playing = not is_over and not is_new and game.turn(state) == seat_from(number)
    edited = looks_of(game).is_set_up(state)
    closes = is_over and not live.is_finished and number not in table.notes.closing
    can = {
        "undo": is_seated and table.can_undo,
        "redo": is_seated and table.can_redo,
        "hint": is_alone and is_playing and not edited,
        "winnable": is_alone and not is_over and not edited and live.offered.has_light,
        "check": is_seated and edited and live.offered.puzzles is not None,
        "close": is_seated and closes,
        "review": can_be_reviewed(live, number),
    }
    turn = {"your_turn": is_playing, "waits_for_deal": is_new}
    return encode(turn)[1:-1], encode({"seat": number, "can": can})[1:-1]


def _seats(live: LiveTable, table: ShownTable, number: int) -> bytes:
    """Return who sits where, as a seat is shown it; encoded again only when it has changed."""
    known = live.cache.seats.get(number)
    if known is None or known[0] is not table.chairs or known[1] != table.here:
        seats = [
            {
                "seat": i,
                "who": player if player == "person" else f"bot:{player}",
                **({"name": live.names[i][1]} if i in live.names else {}),
                "here": player != "person" or i in table.here,
                **({"out": True} if live.sits_out(i) else {}),
                **(described(table.chairs, i, number) if i in table.chairs else {}),
            }
            for i, player in enumerate(live.header.seats, start=1)
        ]
        encoded = encode({"seats": seats})[1:-1]
        known = live.cache.seats[number] = table.chairs, table.here, encoded
    return known[2]


def _notice(live: LiveTable) -> bytes:
    """Return the seconds until a seat is released by vote, which are true only now."""
    due = {str(seat): chair.due for seat, chair in live.new.chairs.items() if chair.due}
    left = {seat: round(max(at - time(), 0), 1) for seat, at in due.items()}
    return b',"released_in":' + encode(left) if left else b""


def _clock(live: LiveTable) -> bytes:
    """Return what the clock shows: true only now, so it is never kept."""
    clock = live.clock
    return b"" if clock is None else b',"clock":' + encode(clock.describe(live.now))


def _opening(live: LiveTable) -> dict[str, object]:
    """Return what never changes at a table; every message begins with it."""
    return {
        "game": {
            "name": live.game.name,
            "title": live.game.title,
            **live.offered.drawn,
            "records": {r.name: r.suffix for r in live.offered.records.values()},
        },
        "preset": preset_of(live),
        "options": options_of(live),
        "practice": is_practice(live.offered, live.new.request),
    }


def _shuffle(live: LiveTable, table: ShownTable, *, reveals: bool) -> dict[str, object]:
    """Return what was promised of the deals, and once it may be told, what they follow from."""
    return {
        "commitment": live.new.commitment,
        "hashes": {str(seat): given for seat, given in table.notes.hashes.items()},
        "shares": {str(seat): share for seat, share in table.notes.shares.items()},
        "awaits": sorted(live.now.awaited),
        "opens": sorted(live.now.unopened),
        "secret": secret_text(live.header.seed) if reveals else None,
        "open_hands": not keeps_hands(live) if looks_of(live.game).keeps_mucked else None,
    }


def refusal_message(
    seq: int, event: str | None, why: Rejection, to: str = "", at: int | None = None
) -> str:
    """Return why nothing happened: the English text, the sentence as data, and which guard it was.

    `to` is the type of the message that it answers, and `at` the number that it named, so that a
    page knows what came to nothing.
    """
    return message(
        "refusal",
        seq=seq,
        to=to,
        at=at,
        event=event,
        text=why.text,
        said=packed(why.text),
        site=why.site,
        stale=why.stale,
        wait=why.wait,
    )


def message(kind: str, **fields: object) -> str:
    """Any other message."""
    return encode({"type": kind, **fields}).decode()
