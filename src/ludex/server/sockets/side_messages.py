"""Messages beside the game: a name, a remark, sitting out, a question that is withdrawn.

None of it is a move or takes time, so that it is done at once.
"""

from collections.abc import Mapping
from typing import Final

from ludex.play.effects import Rejection
from ludex.play.protocol import LONGEST, LOOKING_ON
from ludex.play.words import NO_MESSAGE, read_name
from ludex.server.presentation.messages import message
from ludex.server.sockets.guest import Guest
from ludex.server.tables.hall import Hall
from ludex.server.tables.talk import NOBODY, remark_in
from ludex.server.tables.timeouts import why_not_sit

ASIDE: Final = ("withdraw", "name", "sit", "chat")
TOO_FAST: Final = "Too fast; wait a moment."
QUESTIONS: Final = ("hint", "winnable", "explain")


def hear_aside(hall: Hall, guest: Guest, received: Mapping[str, object]) -> None:
    """What is done at once, whatever else is going on."""
    match received["type"]:
        case "withdraw":
            _withdraw(guest, received)
        case "name":
            guest.live.call(guest, read_name(received))
            guest.show_again()
        case "sit":
            _sit(hall, guest, received)
        case "chat":
            _talk(hall, guest, received)


def _sit(hall: Hall, guest: Guest, received: Mapping[str, object]) -> None:
    """Not play for a while, or play again, as everybody at the table sees."""
    live, number, out = guest.live, guest.number, received.get("out")
    if live.has_lost_seat(guest):
        return
    why = why_not_sit(live, number, out=out) if isinstance(out, bool) else NO_MESSAGE
    if why is not None:
        refuse(guest, received, why)
    else:
        if not live.sit(number, out=out is True):
            guest.show_again()
        # Even what is nothing new here: another process may have heard it in another order.
        hall.archive.tell({"table": live.id, "sits": [number, out]})


def _talk(hall: Hall, guest: Guest, received: Mapping[str, object]) -> None:
    """Something for the others at the table, who are people and sit there."""
    live = guest.live
    if live.has_lost_seat(guest):
        return
    if guest.number == 0:
        refuse(guest, received, LOOKING_ON)
    elif len(live.now.people) < 2:
        refuse(guest, received, NOBODY)
    elif isinstance(
        remark := remark_in(received, guest.number, live.listeners), Rejection
    ):
        refuse(guest, received, remark)
    elif not hall.talking[guest.client].take():
        refuse(
            guest, received, Rejection(TOO_FAST, wait=hall.talking[guest.client].pause)
        )
    else:
        live.say(remark)
        told = [remark.seat, remark.text, remark.phrase]
        hall.archive.tell({"table": live.id, "chat": told})


def _withdraw(guest: Guest, received: Mapping[str, object]) -> None:
    """A question that is not asked any more."""
    of = received.get("of")
    if of not in QUESTIONS:
        refuse(guest, received, NO_MESSAGE)
        return
    guest.forget_question(str(of))
    guest.answer(message("withdrawn", of=of))


def refuse(guest: Guest, received: Mapping[str, object], why: Rejection) -> None:
    """Tell why what was said came to nothing."""
    event = received.get("event")
    if event is None and why.refusal is not None:
        event = str(why.refusal.event)  # what was meant by a drop
    kept = event[:LONGEST] if isinstance(event, str) else None
    if kept is not None and not kept.isprintable():
        kept = None
    kind, seq = received.get("type"), received.get("seq")
    to = kind[:LONGEST] if isinstance(kind, str) else ""
    guest.refuse(why, kept, to, seq if type(seq) is int else None)
