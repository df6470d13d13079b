"""Messages beside the game: a name, a remark, sitting out, a question that is withdrawn.

None of it is a move or takes time, so that it is done at once.
"""

from collections.abc import Mapping

from ludex.play.protocol import LONGEST, LOOKING_ON
from ludex.play.protocol.effects import Rejection
from ludex.play.words import NO_MESSAGE
from ludex.server.presentation.messages import message
from ludex.server.sockets.guest import Guest
from ludex.server.tables.hall import Hall
from ludex.server.tables.player_names import read_name
from ludex.server.tables.talk import NOBODY, remark_in
from ludex.server.tables.timeouts import why_not_sit

ASIDE = ("withdraw", "name", "sit", "chat")
TOO_FAST = "Too fast; wait a moment."
QUESTIONS = ("hint", "winnable", "explain")


def hear_aside(hall: Hall, guest: Guest, received: Mapping[str, object]) -> Rejection | None:
    """Do what is done at once, whatever else is going on; return why not, if not."""
    match received:
        case {"type": "withdraw", "of": "hint" | "winnable" | "explain" as of}:
            guest.forget_question(of)
            guest.answer(message("withdrawn", of=of))
            return None
        case {"type": "sit"}:
            return _sit(hall, guest, received)
        case {"type": "chat"}:
            return _talk(hall, guest, received)
        case {"type": "name"}:
            why = guest.live.call(guest, read_name(received))
            guest.show_again()
            return why
    return NO_MESSAGE


def _sit(hall: Hall, guest: Guest, received: Mapping[str, object]) -> Rejection | None:
    """Sit out for a while, or play again, as everybody at the table sees."""
    live, number, out = guest.live, guest.number, received.get("out")
    if live.has_lost_seat(guest):
        return None
    why = why_not_sit(live, number, out=out) if isinstance(out, bool) else NO_MESSAGE
    if why is None:
        if not live.sit(number, out=out is True):
            guest.show_again()
        # Even what is nothing new here: another process may have heard it in another order.
        hall.archive.tell({"table": live.id, "sits": [number, out]})
    return why


def _talk(  # one a reason
    hall: Hall, guest: Guest, received: Mapping[str, object]
) -> Rejection | None:
    """Say something to the others at the table, who are people and sit there."""
    live, bucket = guest.live, hall.talking[guest.client]
    if live.has_lost_seat(guest):
        return None
    if guest.number == 0:
        return LOOKING_ON
    if len(live.now.people) < 2:
        return NOBODY
    remark = remark_in(received, guest.number, live.listeners)
    if isinstance(remark, Rejection):
        return remark
    if not bucket.take():
        return Rejection(TOO_FAST, wait=bucket.pause)
    live.say(remark)
    hall.archive.tell({"table": live.id, "chat": [remark.seat, remark.text, remark.phrase]})
    return None


def refuse(guest: Guest, received: Mapping[str, object], why: Rejection | None) -> None:
    """Tell why what was received came to nothing, if it did."""
    if why is None:
        return
    event = received.get("event")
    if event is None and why.refusal is not None:
        event = str(why.refusal.event)  # what was meant by a drop
    text = event[:LONGEST] if isinstance(event, str) else None
    if text is not None and not text.isprintable():
        text = None
    kind, seq = received.get("type"), received.get("seq")
    to = kind[:LONGEST] if isinstance(kind, str) else ""
    guest.refuse(why, text, to, seq if type(seq) is int else None)
