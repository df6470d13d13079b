"""What is sent to a seat: its scene, its part of the log, and nothing else.

Everything here is made from a view of that seat or is public by the rules of the game.
"""

from collections.abc import Iterator
from typing import Any, Final

from ludex.kernel import CHANCE, History, Step, packed, seat_number
from ludex.play.effects import No, common
from ludex.play.shuffling import secret_text
from ludex.play.telling import last_told
from ludex.server.http.offers import has_light, puzzles_of
from ludex.server.limits.slices import Lane
from ludex.server.seen.scenes import scene_sent, seat_from
from ludex.server.seen.secrecy import is_open, is_practice, keeps_hands
from ludex.server.seen.vocabulary import Encoding, Reader, encode
from ludex.server.tables.beginning import label, named, options_of, preset_of, shared
from ludex.server.tables.live import LiveTable, Shown
from ludex.server.tables.promise import CHOSEN
from ludex.server.tables.seating import described

LATELY: Final = 16
"""Events of a table of which it is remembered what was told: those of the last move."""

EVERYBODY: Final = -1
SLICE: Final = 50
"""Entries of a log that are made at once: a few milliseconds."""


def table_message(
    live: LiveTable,
    shown: Shown,
    number: int,
    known: Step[Any] | None,
    reader: Reader | None = None,
) -> bytes:
    """All that a seat may know of the table now, its log from what it knows already."""
    reader = reader or Reader()
    encoding, seen = reader.encoding, (number, reader.is_numbered)
    history, game, seat = shown.history, live.game, seat_from(number)
    state = history.state
    outcome = game.outcome(state)
    turn = game.turn(state)
    already = common(history.past, known)
    alone = live.now.people == (seat,)
    name = label(live, history)
    edited = game.looks.is_set_up(state)
    finished, told = live.is_finished, is_open(live)
    playing = outcome is None and turn == seat
    message = {
        "seq": shown.seq,
        "seat": number,
        "seats": [
            {
                "seat": i,
                "who": who if who == "person" else f"bot:{who}",
                "here": who != "person" or i in shown.here,
                **(described(shown.chairs, i, number) if i in shown.chairs else {}),
            }
            for i, who in enumerate(live.header.seats, start=1)
        ],
        "deal": named(f"seed {live.header.seed}" if told and name == CHOSEN else name),
        "share": shared(live, history, over=told),
        # Only when it can reveal nothing any more: no card, and no chance to come.
        "seed": str(live.key) if told else None,
        "shuffle": _shuffle(live, shown, told=told),
        "log_from": already + 1,
        "log_length": history.length,
        "turn": 0 if outcome or turn == CHANCE else seat_number(turn),
        "your_turn": playing,
        "outcome": outcome
        and {
            "winners": [seat_number(winner) for winner in outcome.winners],
            "reason": outcome.reason,
            "scores": list(outcome.scores),
            "text": outcome.text,
        },
        "can": {
            "undo": number > 0 and shown.can_undo,
            "redo": number > 0 and shown.can_redo,
            "hint": alone and playing and not edited,
            "winnable": alone
            and outcome is None
            and not edited
            and has_light(game.name),
            "check": number > 0 and edited and puzzles_of(game.name) is not None,
            "close": number > 0
            and outcome is not None
            and not finished
            and number not in shown.notes.closing,
        },
        # For the editor, which asks whether a board that was set up can be won.
        "position": game.position(state) if edited else None,
        "assisted": shown.assisted,
        "finished": finished,
        "closing": sorted(shown.notes.closing),
        "undo_asked_by": shown.wish.seat if shown.wish else None,
        "waiting": shown.waiting,
    }
    if seen not in shown.scenes:
        shown.scenes[seen] = scene_sent(live, history, number, encoding)
    log = b",".join(_log(live, history, seen, already, encoding))
    if live.opening is None:
        live.opening = encode(_opening(live))[:-1]
    head = live.opening + b"," + encoding.encode(message)[1:-1]
    scene = shown.scenes[seen]
    return b"".join(
        (head, b',"scene":', scene, b',"log":[', log, b"]", reader.news(), b"}")
    )


def _opening(live: LiveTable) -> dict[str, object]:
    """What never changes at a table; every message begins with it."""
    return {
        "type": "table",
        "game": {"name": live.game.name, "title": live.game.title},
        "preset": preset_of(live),
        "options": options_of(live),
        "practice": is_practice(live.game.name, live.new.asked),
    }


def _shuffle(live: LiveTable, shown: Shown, *, told: bool) -> dict[str, object]:
    """What was promised of the deals, and once it may be told, what they follow from."""
    return {
        "commitment": live.commitment,
        "shares": {str(seat): share for seat, share in shown.notes.shares.items()},
        "awaits": sorted(live.now.awaited),
        "secret": secret_text(live.header.seed) if told else None,
        "open_hands": not keeps_hands(live) if live.game.mucks else None,
    }


def _log(
    live: LiveTable,
    history: History[Any],
    seen: tuple[int, bool],
    known: int,
    encoding: Encoding,
) -> list[bytes]:
    """The log as a seat may know it; entries are made once, when first asked for."""
    made = live.logs.setdefault(seen, [])
    step, missing = history.past, []
    while step is not None and not (
        len(made) >= step.count and made[step.count - 1][0] is step
    ):
        missing.append(step)
        step = step.rest
    del made[step.count if step else 0 :]
    for step in reversed(missing):
        made.append((step, _entry(live, history, step, seen, encoding)))
    return [entry for _, entry in made[known:]]


def _entry(
    live: LiveTable,
    history: History[Any],
    step: Step[Any],
    seen: tuple[int, bool],
    encoding: Encoding,
) -> bytes:
    """An event of the log; those who see the same are told the same, which is made once."""
    lately = live.lately
    if step not in lately:
        if len(lately) >= LATELY:
            lately.clear()
        lately[step] = History(history.game, history.start, step).told, {}
    told, entries = lately[step]
    number, is_numbered = seen
    before, seat = step.rest.state if step.rest else history.start, seat_from(number)
    # Those who see everything, before it and after it, need no entries of their own.
    view, after = history.game.view, step.state
    sees_all = view(before, seat) is before and view(after, seat) is after
    key = EVERYBODY if sees_all else number, is_numbered
    if key not in entries:
        then = History(history.game, history.start, step)
        entries[key] = encoding.encode(last_told(then, seat, told))
    return entries[key]


async def log_prepared(
    live: LiveTable, number: int, lane: Lane, reader: Reader
) -> None:
    """Make a long log in slices: while one is made, the other tables stand still."""
    steps, seen = live.shown.history.steps, (number, reader.is_numbered)
    missing = len(steps) - len(live.logs.get(seen, ()))
    await lane.run(_prepared(live, seen, steps, reader.encoding), missing // SLICE)


def _prepared(
    live: LiveTable,
    seen: tuple[int, bool],
    steps: tuple[Step[Any], ...],
    encoding: Encoding,
) -> Iterator[None]:
    history = live.shown.history
    while (made := len(live.logs.get(seen, ()))) + SLICE < len(steps):
        until = History(history.game, history.start, steps[made + SLICE - 1])
        _log(live, until, seen, made, encoding)
        yield


def refusal_message(seq: int, event: str | None, why: No) -> str:
    """Why nothing happened: the English text, the sentence as data, and which guard it was."""
    return message(
        "refusal",
        seq=seq,
        event=event,
        text=why.text,
        said=packed(why.text),
        site=why.site,
        stale=why.stale,
    )


def message(kind: str, **fields: object) -> str:
    """Any other message."""
    return encode({"type": kind, **fields}).decode()
