"""Advice: a hint, whether the game can still be won, or every guard of an event explained.

Thinking takes seconds, in which the player may move on: then the answer is stale. A guard may be
slow, or never come to an end; it is asked where bots think, so the table waits for none, and
within the same limits. What is looked at is the view of the guest's own seat.
"""

from ludex.bots import view_of
from ludex.check.why import GuardAnswer
from ludex.check.why.explanation import values_for_players
from ludex.kernel import Sentence
from ludex.parts.secret_dice import dice_for
from ludex.play.protocol import WHY, hear
from ludex.play.protocol.effects import Rejection
from ludex.server.presentation.messages import message
from ludex.server.sockets.guest import Guest
from ludex.server.tables.hall import Hall
from ludex.server.tables.records.seats import seat_from
from ludex.server.workers.answers import ANSWERS, explain_event, hint, is_winnable, no_hint
from ludex.server.workers.pool import NoAnswer, NotStarted
from ludex.table.sentence_data import packed


async def send_hint(hall: Hall, guest: Guest, seq: int) -> Rejection | None:
    """Send a hint, or say why there is none."""
    live, seat = guest.live, seat_from(guest.number)
    game, state = live.game, live.shown.history.state
    if live.now.people != (seat,):
        return Rejection("There are no hints where other people play.")
    if game.outcome(state) is not None or game.turn(state) != seat:
        return Rejection("There is no advice to give now.")
    seed = dice_for(live.key, seq, "hint").seed
    advisers, view = hall.adviser(guest.client), view_of(game, state, seat)
    try:
        found = await advisers.ask(hint, live.offered, view, seed)
        if found is None:
            return Rejection(await advisers.ask(no_hint, live.offered, view))
    except NoAnswer as problem:
        return Rejection(problem.text)
    stale = await live.advise(seq)
    if stale is None:
        guest.answer(message("hint", seq=seq, **found))
    return stale


async def send_winnability(hall: Hall, guest: Guest, seq: int) -> Rejection | None:
    """Send whether the game can still be won, if that can be proven."""
    live, seat = guest.live, seat_from(guest.number)
    if live.now.people != (seat,) or not live.offered.has_light:
        return Rejection("That cannot be proven in this game.")
    view = view_of(live.game, live.shown.history.state, seat)
    try:
        answer = await hall.adviser(guest.client).ask(is_winnable, live.offered, view)
        limit = live.offered.advisor.limit(view) if answer is None else None
    except NotStarted as problem:
        return Rejection(problem.text)
    except NoAnswer:
        answer = limit = None
    stale = await live.advise(seq)
    if stale is None:
        guest.answer(message("winnable", seq=seq, answer=ANSWERS[answer], limit=limit))
    return stale


async def explain(hall: Hall, guest: Guest, seq: int, text: str) -> Rejection | None:
    """Send what there is to say about an event, or why there is nothing."""
    live, seat = guest.live, seat_from(guest.number)
    reaction = hear(live.now, seat, seq, f"{WHY} {text}")
    if reaction.explanation_request is None:
        return reaction.no
    try:
        thinkers = hall.adviser(guest.client)
        found = await thinkers.ask(explain_event, live.offered, reaction.explanation_request)
    except NoAnswer as problem:
        return Rejection(problem.text)
    explained = message(
        "explained",
        seq=seq,
        event=found.event,
        legal=found.is_legal,
        verdict=_sentence_data(found.verdict),
        guards=[*map(_guard, found.guards)],
        words=_sentence_data(found.words),
        told=[*map(_sentence_data, found.consequences)],
        text=_sentence_data(found.text),
        position=found.position,
        outcome=_sentence_data(found.outcome),
    )
    guest.answer(explained)
    return None


def _guard(judged: GuardAnswer) -> dict[str, object]:
    return {
        "number": judged.number,
        "standing": judged.standing.value,
        "condition": judged.condition,
        "said": _sentence_data(judged.reason),
        "code": judged.code,
        "place": judged.place,
        "terms": [[name, _sentence_data(value)] for name, value in values_for_players(judged)],
    }


def _sentence_data(text: str) -> object:
    """Return a sentence as data; what is none is sent as it is."""
    return packed(text) if isinstance(text, Sentence) else text
