"""Words: a message at the table, as the table protocol hears it; and the reason why a piece cannot
be dropped."""

import re
from collections.abc import Mapping, Sequence

from ludex.kernel import AnyGame, AnyState, Refusal, Seat
from ludex.play.protocol import AGREE, REFUSE
from ludex.play.protocol.effects import Rejection, RejectionKind
from ludex.play.protocol.shuffle import CLOSE, DEAL, NOTE, share_words
from ludex.table import Zone, find_dropped_event, looks_of

NO_MESSAGE = Rejection("There is no such message.")
NO_EVENT = Rejection("an event cannot begin with a colon.", RejectionKind.UNREADABLE)
NO_SHARE = Rejection("A share and its hash have 64 hex digits each; the hash null means no share.")


MOST = 1000
"""Steps back or forth that one message may ask for."""


def times_of(received: Mapping[str, object]) -> int:
    """Return how often it is said: whoever holds a key down goes back several steps at once."""
    match received:
        case {"type": "undo" | "redo", "times": int(times)} if 1 <= times <= MOST:
            return times
    return 1


def words_of(  # noqa: PLR0911  # one a message
    received: Mapping[str, object],
) -> str | Rejection | None:
    """Return what a message says at the table; None where it is for somebody else to answer."""
    match received:
        case {"type": "act", "event": str(event)}:
            return NO_EVENT if event.startswith(NOTE) else event
        case {"type": "undo" | "redo" as word}:
            return str(word)
        case {"type": "agree", "agree": bool(agree)}:
            return AGREE if agree else REFUSE
        case {"type": "share"}:
            return share_words(received) or NO_SHARE
        case {"type": "deal"}:
            return DEAL
        case {"type": "close"}:
            return CLOSE
    return None


GROUND = re.compile(r"-?\d{1,4},-?\d{1,4}")
"""A place of an open map by its two numbers, whether anything lies there or not."""


def explain_drop(game: AnyGame, state: AnyState, seat: Seat, pick: str, drop: str) -> Rejection:
    """Return what speaks against it, as far as the seat can see."""
    view = game.view(state, seat)
    zones = looks_of(game).zones(view, seat)
    places = {zone.key for zone in zones}
    pieces = {piece.key for zone in zones for piece in zone.pieces}
    known = pick in places | pieces and (drop in places or _is_ground(zones, drop))
    event = find_dropped_event(game, view, zones, pick, drop) if known else None
    if event is None:
        return Rejection("That cannot be put there.")
    if not game.belongs_to(view, event, seat):
        return Rejection("It is not your turn.")
    refusal = game.refusal(view, event)
    if isinstance(refusal, Refusal):
        return Rejection(refusal.text, RejectionKind.RULES, refusal)
    return Rejection("That can be done.")


def _is_ground(zones: Sequence[Zone], drop: str) -> bool:
    """Is it open ground, on a map whose places are named alike?"""
    named = (zone.key for zone in zones if zone.region != "table")
    return bool(GROUND.fullmatch(drop)) and any(map(GROUND.fullmatch, named))
