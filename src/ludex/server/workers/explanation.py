"""Explanations: every guard of an event, explained beside the table while it goes on.

A guard may be slow, or never come to an end; it is asked where bots think, so the table waits
for none, and within the same limits. What is looked at is the view of the guest's own seat.
"""

from ludex.check.explanation import Explanation
from ludex.check.why import GuardAnswer
from ludex.kernel import Sentence
from ludex.kernel.sentence import packed
from ludex.play.effects import Rejection
from ludex.play.protocol import WHY, hear
from ludex.server.presentation.messages import message
from ludex.server.presentation.scenes import seat_from
from ludex.server.sockets.guest import Guest
from ludex.server.tables.hall import Hall
from ludex.server.workers.answers import explain_event
from ludex.server.workers.pool import NoAnswer


async def explain(hall: Hall, guest: Guest, seq: int, text: str) -> Rejection | None:
    """Send what there is to say about an event, or why there is nothing."""
    live, seat = guest.live, seat_from(guest.number)
    heard = hear(live.now, seat, seq, f"{WHY} {text}")
    if heard.asked is None:
        return heard.no
    try:
        thinkers = hall.adviser(guest.client)
        found = await thinkers.ask(explain_event, live.offered, heard.asked)
    except NoAnswer as problem:
        return Rejection(problem.text)
    guest.answer(_message(seq, found))
    return None


def _message(seq: int, found: Explanation) -> str:
    return message(
        "explained",
        seq=seq,
        event=found.event,
        legal=found.is_legal,
        verdict=_said(found.verdict),
        guards=[*map(_guard, found.guards)],
        words=_said(found.words),
        told=[*map(_said, found.told)],
        text=_said(found.text),
        position=found.position,
        outcome=_said(found.outcome),
    )


def _guard(judged: GuardAnswer) -> dict[str, object]:
    return {
        "number": judged.number,
        "standing": judged.standing.value,
        "condition": judged.condition,
        "said": _said(judged.said),
        "code": judged.code,
        "place": judged.place,
        "terms": [[term.text, _said(term.value)] for term in judged.terms],
    }


def _said(text: str) -> object:
    """Return a sentence as data; what is none is sent as it is."""
    return packed(text) if isinstance(text, Sentence) else text
