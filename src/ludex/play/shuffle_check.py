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
    HASHES,
    SHARE,
    SHARES,
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
        return Unreadable(("this is not JSON",))
    if not isinstance(record, dict) or record.get("ludex") != KIND:
        return Unreadable(("this is not the shuffle file of a table",))
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
    return Unreadable(("the file is damaged: a part is missing",))


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


class _InvalidSentence(Exception):
    """A sentence says what does not fit."""


def verify(
    game: AnyGame,
    match: ShuffledMatch,
    noted: str | None = None,
    shares: Sequence[str] = (),
    hashes: Sequence[str] = (),
) -> ShuffleVerdict:
    """Draw every deal again; `noted`, `shares` and `hashes` are what one has kept oneself."""
    findings: list[str] = []
    try:
        findings.append(_promise_kept(match, noted))
        notes, deals, steps = _draw_again(game, match)
        findings.append(_shared(notes, shares, hashes))
        findings.append(_followed(deals, steps))
    except _InvalidSentence as wrong:
        return ShuffleVerdict(holds=False, findings=(*findings, str(wrong)))
    return ShuffleVerdict(holds=True, findings=tuple(findings))


def _promise_kept(match: ShuffledMatch, noted: str | None) -> str:
    promised = match.promised
    if noted is not None and noted.lower() != promised:
        raise _InvalidSentence(
            "The commitment in this file is not the one that you noted before the deal."
        )
    if not match.is_open:
        raise _InvalidSentence(
            "The secret is not in this file: folded hands stay hidden at this table."
        )
    if promised is None:
        return "The deals come from a chosen seed: there was no commitment."
    if promised != commitment(match.header.seed):
        raise _InvalidSentence(
            "The secret does not match the commitment that was shown before the deal."
        )
    return "The secret matches the commitment that was shown before the deal."


def _shared(notes: Notes, own: Sequence[str], hashes: Sequence[str]) -> str:
    for share in own:
        if share.lower() not in notes.shares.values():
            raise _InvalidSentence(f"The share {share} is not in the log.")
    known = {given.lower() for given in hashes}
    for given in sorted(known.difference(notes.hashes.values())):
        raise _InvalidSentence(f"The hash {given} is not in the log.")
    for seat, given in notes.hashes.items():
        if known and given not in known and notes.shares.get(seat, "") not in map(str.lower, own):
            raise _InvalidSentence(f"The hash {given} in the log is not one that you noted.")
    if not notes.shares:
        return "No player contributed a share: the server could have chosen the deals."
    names = [seat_name(Seat(number - 1)) for number in sorted(notes.shares)]
    words = "Shares were contributed by {players}; all hashes were given before the first share was opened."
    return say("shares_by", words, players=listed(names))


def _followed(deals: int, steps: int) -> str:
    if deals == 1:
        words = "The only deal in {events} steps follows from it."
        return say("followed", words, events=steps)
    words = "All {deals} deals and draws in {events} steps follow from it."
    return say("followed", words, deals=deals, events=steps)


def _draw_again(game: AnyGame, match: ShuffledMatch) -> tuple[Notes, int, int]:
    """Play the match once more; return its notes, and how many deals and steps it has."""
    start = match.header.start(game)
    if isinstance(start, Unreadable):
        raise _InvalidSentence(f"The game cannot have begun this way: {start}.")
    if match.header.position is not None and (why := position_problem(game, start)):
        raise _InvalidSentence(f"The game cannot have begun this way: {why}.")
    history, notes, deals, steps = History(game, start), Notes(), 0, 0
    for number, line in enumerate(match.lines, start=1):
        try:
            if is_note(line):
                notes = _noted(notes, line, steps)
            else:
                dice = dice_for(_key(match, notes), steps, "chance")
                history, by_chance = _played(history, line, dice)
                deals, steps = deals + by_chance, steps + 1
        except _InvalidSentence as wrong:
            raise _InvalidSentence(f"Line {number}: {wrong}") from None
    return notes, deals, steps


def _key(match: ShuffledMatch, notes: Notes) -> int:
    """Return what the deals follow from, when every share is open."""
    if notes.closed:
        raise _InvalidSentence("this was played before every share was open.")
    return key_of(match.header.seed, notes.shares)


def _noted(notes: Notes, line: LogLine, steps: int) -> Notes:
    more = notes.after(line)
    if more is None and line.event.startswith((HASHES, SHARES)):
        raise _InvalidSentence("this share has no hash that was given before every share was open.")
    if more is None:
        raise _InvalidSentence("this line has no meaning at a table.")
    if steps and (more.shares, more.hashes) != (notes.shares, notes.hashes):
        raise _InvalidSentence("this share was given after the deal.")
    return more


def _played(history: History[Any], line: LogLine, dice: Dice) -> tuple[History[Any], bool]:
    """Play a line that is an event, and draw it again where chance did it."""
    game, seat = history.game, Seat(line.seat - 1)
    event = game.read(line.event)
    if isinstance(event, Unreadable):
        raise _InvalidSentence(f"{event}.")
    if not event.of_history and not game.belongs_to(history.state, event, seat):
        raise _InvalidSentence(f"{event.name} was not for {seat_name(seat)} to make.")
    played = history.play(event)
    if isinstance(played, Refusal):
        raise _InvalidSentence(f"{event.name}: {played.text}.")
    if event.by_chance and event != game.draw(history.state, dice):
        raise _InvalidSentence(f"{event.name} does not follow from the secret.")
    return played, event.by_chance
