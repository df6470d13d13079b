"""The messages to a seat: its scene, its part of the log, and nothing else.

Everything here is made from a view of that seat or is public by the rules of the game. Of a game
that is over and seen again nobody sees more than at the time: a scene is made from the view of the
same seat, and how everybody stood from what an onlooker could see.
"""

from collections.abc import Callable, Iterator
from typing import Any

from ludex.kernel import CHANCE, ONLOOKER, AnyGame, History, Seat, seat_number
from ludex.kernel.history import Step
from ludex.play.protocol.effects import Rejection, common_length
from ludex.play.protocol.shuffle import secret_text
from ludex.play.starts import describe_start
from ludex.server.limits.time_slices import TimeSlices
from ludex.server.presentation.scenes import (
    Encoding,
    Reader,
    encode,
    encode_scene,
    encode_table_scene,
    plain_encoding,
    seat_from,
)
from ludex.server.presentation.secrecy import (
    can_be_reviewed,
    is_open,
    is_practice,
    keeps_hands,
)
from ludex.server.store.records import CHOSEN
from ludex.server.tables.live import LiveTable, ShownTable
from ludex.server.tables.records.seats import described
from ludex.server.tables.records.start_record import (
    link_words,
    options_of,
    preset_of,
    start_label,
)
from ludex.table import Scene, looks_of
from ludex.table.narration import last_entry
from ludex.table.sentence_data import packed

RECENT = 16
"""Events of a table of which it is remembered what was told: those of the last move."""

SLICE = 50
"""Entries of a log that are made at once: a few milliseconds."""


def table_message(
    live: LiveTable,
    shown: ShownTable,
    number: int,
    known: Step[Any] | None,
    reader: Reader | None = None,
) -> bytes:
    """Return all that a seat may know of the table now, its log from what it knows already."""
    reader = reader or Reader(plain_encoding(live.game.name))
    encoding, seen = reader.encoding, (number, reader.is_numbered)
    history = shown.history
    if reader.is_numbered not in shown.public:
        shown.public[reader.is_numbered] = _public(live, shown, reader)
    if seen not in shown.scenes:
        shown.scenes[seen] = encode_table_scene(live, history, number, encoding)
    if live.cache.opening is None:
        live.cache.opening = encode(_opening(live))[:-1]
    already = common_length(history.past, known)
    return b"".join(
        (
            live.cache.opening,
            b",",
            shown.public[reader.is_numbered],
            b',"seats":',
            _seats(live, shown, number),
            b",",
            _own(live, shown, number),
            _clock(live),
            b',"log_from":%d,"scene":' % (already + 1),
            shown.scenes[seen],
            b',"log":[',
            b",".join(_log(live, history, seen, already, encoding)),
            b"]",
            reader.news(),
            b"}",
        )
    )


def _public(live: LiveTable, shown: ShownTable, reader: Reader) -> bytes:
    """Return what is the same for everybody at the table, and so is encoded once."""
    history, game, state = shown.history, live.game, shown.history.state
    outcome, turn = game.outcome(state), game.turn(state)
    edited = looks_of(game).is_set_up(state)
    moving = {
        "seq": shown.seq,
        "log_length": history.length,
        "turn": 0 if outcome or turn == CHANCE else seat_number(turn),
        "outcome": outcome
        and {
            "winners": [seat_number(winner) for winner in outcome.winners],
            "reason": outcome.reason,
            "scores": list(outcome.scores),
            "text": outcome.text,
        },
        # For the editor, which asks whether a board that was set up can be won.
        "position": game.position(state) if edited else None,
        "undo_asked_by": shown.wish.seat if shown.wish else None,
        "waiting": shown.waiting,
        "stand_ins": list(shown.stand_ins),
    }
    encode = reader.encoding.encode
    return b"%b,%b" % (encode(moving)[1:-1], _standing(live, shown, reader))


def _standing(live: LiveTable, shown: ShownTable, reader: Reader) -> bytes:
    """Return what is the same after most moves, and is encoded again when it has changed."""
    history, told = shown.history, is_open(live)
    awaited, has_begun = live.now.awaited, history.past is not None
    signs = shown.assisted, live.is_finished, told, has_begun, awaited
    last = live.cache.lasting.get(reader.is_numbered)
    by_hand = looks_of(live.game).is_set_up(history.start)  # what links say may change then
    if last and last[0] == signs and last[1] is shown.notes and not by_hand:
        return last[2]
    name = start_label(live, history)
    said = {
        "deal": describe_start(f"seed {live.header.seed}" if told and name == CHOSEN else name),
        "share": link_words(live, history, over=told),
        # Only when it can reveal nothing any more: no card, and no chance to come.
        "seed": str(live.key) if told else None,
        "shuffle": _shuffle(live, shown, told=told),
        "assisted": shown.assisted,
        "finished": live.is_finished,
        "closing": sorted(shown.notes.closing),
    }
    encoded = reader.encoding.encode(said)[1:-1]
    live.cache.lasting[reader.is_numbered] = signs, shown.notes, encoded
    return encoded


def _own(live: LiveTable, shown: ShownTable, number: int) -> bytes:
    """Return what a seat, counted from 1, or an onlooker (0) can do now."""
    game, state = live.game, shown.history.state
    is_over, is_seated = game.outcome(state) is not None, number > 0
    is_alone = live.now.people == (seat_from(number),)
    is_playing = not is_over and game.turn(state) == seat_from(number)
    edited = looks_of(game).is_set_up(state)
    closes = is_over and not live.is_finished and number not in shown.notes.closing
    can = {
        "undo": is_seated and shown.can_undo,
        "redo": is_seated and shown.can_redo,
        "hint": is_alone and is_playing and not edited,
        "winnable": is_alone and not is_over and not edited and live.offered.has_light,
        "check": is_seated and edited and live.offered.puzzles is not None,
        "close": is_seated and closes,
        "review": can_be_reviewed(live, number),
    }
    return encode({"seat": number, "your_turn": is_playing, "can": can})[1:-1]


def _seats(live: LiveTable, shown: ShownTable, number: int) -> bytes:
    """Return who sits where, as a seat is shown it; encoded again only when it has changed."""
    known = live.cache.seats.get(number)
    if known is None or known[0] is not shown.chairs or known[1] != shown.here:
        seats = [
            {
                "seat": i,
                "who": who if who == "person" else f"bot:{who}",
                **({"name": live.names[i][1]} if i in live.names else {}),
                "here": who != "person" or i in shown.here,
                **({"out": True} if live.sits_out(i) else {}),
                **(described(shown.chairs, i, number) if i in shown.chairs else {}),
            }
            for i, who in enumerate(live.header.seats, start=1)
        ]
        known = live.cache.seats[number] = shown.chairs, shown.here, encode(seats)
    return known[2]


def _clock(live: LiveTable) -> bytes:
    """Return what the clock shows: true only now, so it is never kept."""
    clock = live.clock
    return b"" if clock is None else b',"clock":' + encode(clock.describe(live.now))


def _opening(live: LiveTable) -> dict[str, object]:
    """Return what never changes at a table; every message begins with it."""
    return {
        "type": "table",
        "game": {
            "name": live.game.name,
            "title": live.game.title,
            **live.offered.drawn,
            "records": {r.name: r.suffix for r in live.offered.records.values()},
        },
        "preset": preset_of(live),
        "options": options_of(live),
        "practice": is_practice(live.offered, live.new.asked),
    }


def _shuffle(live: LiveTable, shown: ShownTable, *, told: bool) -> dict[str, object]:
    """Return what was promised of the deals, and once it may be told, what they follow from."""
    return {
        "commitment": live.new.commitment,
        "shares": {str(seat): share for seat, share in shown.notes.shares.items()},
        "awaits": sorted(live.now.awaited),
        "secret": secret_text(live.header.seed) if told else None,
        "open_hands": not keeps_hands(live) if looks_of(live.game).keeps_mucked else None,
    }


def _log(
    live: LiveTable,
    history: History[Any],
    seen: tuple[int, bool],
    known: int,
    encoding: Encoding,
) -> list[bytes]:
    """The log as a seat may know it; entries are made once, when first asked for."""
    made = live.cache.logs.setdefault(seen, [])
    step, missing = history.past, []
    while step is not None and not (len(made) >= step.count and made[step.count - 1][0] is step):
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
    """Return an event of the log; those who see the same are told the same, which is made once."""
    recent = live.cache.recent
    if step not in recent:
        if len(recent) >= RECENT:
            recent.clear()
        recent[step] = History(history.game, history.start, step).consequences, []
    told, entries = recent[step]
    number, is_numbered = seen
    before, seat = step.rest.state if step.rest else history.start, seat_from(number)
    view = history.game.view
    was, now = view(before, seat), view(step.state, seat)
    for had, has, form, entry in entries:
        if had == was and has == now and form is is_numbered:
            return entry
    then = History(history.game, history.start, step)
    made = encoding.encode(last_entry(then, seat, told))
    entries.append((was, now, is_numbered, made))
    return made


async def prepare_log(
    live: LiveTable, number: int, time_slices: TimeSlices, reader: Reader
) -> None:
    """Make a long log in slices: while one is made, the other tables stand still."""
    steps, seen = live.shown.history.steps, (number, reader.is_numbered)
    missing = len(steps) - len(live.cache.logs.get(seen, ()))
    await time_slices.run(_prepared(live, seen, steps, reader.encoding), missing // SLICE)


def _prepared(
    live: LiveTable,
    seen: tuple[int, bool],
    steps: tuple[Step[Any], ...],
    encoding: Encoding,
) -> Iterator[None]:
    history = live.shown.history
    while (made := len(live.cache.logs.get(seen, ()))) + SLICE < len(steps):
        until = History(history.game, history.start, steps[made + SLICE - 1])
        _log(live, until, seen, made, encoding)
        yield


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


NOT_OVER = Rejection("A game can be seen again when it is over.")
POINTS = 300
"""The number of points at which standings are asked for, in a long game."""


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


def _looked_at(game: AnyGame, state: object, seat: Seat) -> Scene:
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
