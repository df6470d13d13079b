"""Checking a shuffle afterwards: was it the promised one, and does every deal follow from it?

The file that a table gives when its match is over says how it began, what was promised, the
secret, the shares, and every line of its log. This is all that is needed: the deals are drawn
once more by the rules of the game, and compared with those in the log.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.kernel import (
    AnyGame,
    Dice,
    History,
    Refusal,
    Seat,
    Unreadable,
    listed,
    say,
    seat_name,
)
from ludex.kernel.domains.atoms import is_integer
from ludex.parts.secret_dice import dice_for
from ludex.play.protocol.log import Header, LogLine
from ludex.play.protocol.shuffle import (
    SHARE,
    Notes,
    commitment,
    is_note,
    key_of,
    secret_from,
    secret_text,
)
from ludex.play.starts import position_problem

KIND = "shuffle"
FORMAT = 1
MOST_DIGITS = 80


@dataclass(frozen=True, slots=True)
class ShuffledMatch:
    """A match that is over, with everything that its deals follow from."""

    header: Header
    table: str
    promised: str | None
    """The commitment that was shown before the deal; none for a seed that was chosen."""

    is_open: bool
    """False where the secret stays hidden, because it would tell folded hands."""

    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class ShuffleVerdict:
    """The findings of a check, in sentences, and whether all of it is well."""

    holds: bool
    findings: tuple[str, ...]


def to_json(match: ShuffledMatch) -> dict[str, object]:
    """Return the file, as JSON."""
    head, seed = match.header, match.header.seed
    secret = secret_text(seed)
    return {
        "ludex": KIND,
        "format": FORMAT,
        "table": match.table,
        "game": head.game,
        "preset": head.preset,
        "options": dict(head.options),
        "position": head.position,
        "rules": head.rules,
        "seats": list(head.seats),
        "created": head.created,
        "commitment": match.promised,
        "secret": secret if match.is_open else None,
        "seed": str(seed) if match.is_open and secret is None else None,
        "lines": [{"event": line.event, "seat": line.seat} for line in match.lines],
    }


def read_match(text: str | bytes) -> ShuffledMatch | Unreadable:
    """Read the file of a match, or say what is wrong with it."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return Unreadable(("this is no JSON",))
    if not isinstance(record, dict) or record.get("ludex") != KIND:
        return Unreadable(("this is not the file of a shuffle",))
    if record.get("format") != FORMAT:
        return Unreadable((f"this Ludex reads format {FORMAT} of such files",))
    seed = _seed(record.get("secret"), record.get("seed"))
    return seed if isinstance(seed, Unreadable) else _shuffled(record, seed)


def _shuffled(record: Mapping[str, object], seed: int | None) -> ShuffledMatch | Unreadable:
    header = Header.read(record, seed or 0)
    match record:
        case {"commitment": None | str() as promised, "lines": [*lines]} if header:
            whole = []
            for number, line in enumerate(lines, start=1):
                match line:
                    case {"event": str(event), "seat": int(seat)}:
                        whole.append(LogLine(event, seat))
                    case _:
                        return Unreadable((f"line {number} of the log is damaged",))
            table = str(record.get("table", ""))
            return ShuffledMatch(header, table, promised, seed is not None, tuple(whole))
    return Unreadable(("the file is damaged: something is missing",))


def _seed(secret: object, seed: object) -> int | Unreadable | None:
    if isinstance(secret, str):
        if SHARE.fullmatch(secret) is None:
            return Unreadable(("the secret is not 64 hex digits",))
        return secret_from(secret)
    if isinstance(seed, str):
        if not (is_integer(seed) and len(seed) < MOST_DIGITS):
            return Unreadable(("the seed is not a number",))
        return int(seed)
    return None


class _Wrong(Exception):
    """A sentence says what does not fit."""


def verify(
    game: AnyGame,
    match: ShuffledMatch,
    noted: str | None = None,
    shares: Sequence[str] = (),
) -> ShuffleVerdict:
    """Draw every deal again; `noted` and `shares` are what one has kept oneself."""
    findings: list[str] = []
    try:
        findings.append(_promise_kept(match, noted))
        notes, deals, steps = _draw_again(game, match)
        findings.append(_shared(notes, shares))
        findings.append(_followed(deals, steps))
    except _Wrong as wrong:
        return ShuffleVerdict(holds=False, findings=(*findings, str(wrong)))
    return ShuffleVerdict(holds=True, findings=tuple(findings))


def _promise_kept(match: ShuffledMatch, noted: str | None) -> str:
    promised = match.promised
    if noted is not None and noted.lower() != promised:
        raise _Wrong("The promise in this file is not the one that you noted before the deal.")
    if not match.is_open:
        raise _Wrong("The secret is not in this file: folded hands stay hidden at this table.")
    if promised is None:
        return "Dealt from a seed that was chosen: no promise was made."
    if promised != commitment(match.header.seed):
        raise _Wrong("The secret is not the one that was promised before the deal.")
    return "The secret is the one that was promised before the deal."


def _shared(notes: Notes, own: Sequence[str]) -> str:
    for share in own:
        if share.lower() not in notes.shares.values():
            raise _Wrong(f"The share {share} is not in the log.")
    if not notes.shares:
        return "No player gave a share to it."
    names = [seat_name(Seat(number - 1)) for number in sorted(notes.shares)]
    words = "Shares were given by {players}."
    return say("shares_by", words, players=listed(names))


def _followed(deals: int, steps: int) -> str:
    if deals == 1:
        words = "Its only deal follows from it, among {events} steps."
        return say("followed", words, events=steps)
    words = "All {deals} deals and draws follow from it, among {events} steps."
    return say("followed", words, deals=deals, events=steps)


def _draw_again(game: AnyGame, match: ShuffledMatch) -> tuple[Notes, int, int]:
    """Play the match once more; return its notes, and how many deals and steps it has."""
    start = match.header.start(game)
    if isinstance(start, Unreadable):
        raise _Wrong(f"It cannot have begun so: {start}.")
    if match.header.position is not None and (why := position_problem(game, start)):
        raise _Wrong(f"It cannot have begun so: {why}.")
    history, notes, deals, steps = History(game, start), Notes(), 0, 0
    for number, line in enumerate(match.lines, start=1):
        try:
            if is_note(line):
                notes = _noted(notes, line, steps)
            else:
                dice = dice_for(key_of(match.header.seed, notes.shares), steps, "chance")
                history, by_chance = _played(history, line, dice)
                deals, steps = deals + by_chance, steps + 1
        except _Wrong as wrong:
            raise _Wrong(f"Line {number}: {wrong}") from None
    return notes, deals, steps


def _noted(notes: Notes, line: LogLine, steps: int) -> Notes:
    more = notes.after(line)
    if more is None:
        raise _Wrong("this says nothing about the table.")
    if steps and more.shares != notes.shares:
        raise _Wrong("this share was given after the deal.")
    return more


def _played(history: History[Any], line: LogLine, dice: Dice) -> tuple[History[Any], bool]:
    """Play a line that is an event, and draw it again where chance did it."""
    game, seat = history.game, Seat(line.seat - 1)
    event = game.read(line.event)
    if isinstance(event, Unreadable):
        raise _Wrong(f"{event}.")
    if not event.of_history and not game.belongs_to(history.state, event, seat):
        raise _Wrong(f"{event.name} was not for {seat_name(seat)} to make.")
    played = history.play(event)
    if isinstance(played, Refusal):
        raise _Wrong(f"{event.name}: {played.text}.")
    if event.by_chance and event != game.draw(history.state, dice):
        raise _Wrong(f"{event.name} does not follow from the secret.")
    return played, event.by_chance
