"""Advice: a hint, or whether the game can still be won, while the table goes on.

Thinking takes seconds, in which the player may move on: then the answer is stale.
"""

from typing import Final

from ludex.bots import view_of
from ludex.kernel.dice import dice_for
from ludex.kernel.sentence import packed
from ludex.play.effects import Rejection
from ludex.server.presentation.messages import message
from ludex.server.presentation.scenes import seat_from
from ludex.server.sockets.guest import Guest
from ludex.server.tables.hall import Hall
from ludex.server.workers.answers import hint, is_winnable, no_hint
from ludex.server.workers.pool import NoAnswer, Unasked

ANSWERS: Final = {True: "yes", False: "no", None: "unknown"}


async def send_hint(hall: Hall, guest: Guest, seq: int) -> Rejection | None:
    """Send a hint, or say why there is none."""
    live, seat = guest.live, seat_from(guest.number)
    shown, game = live.shown, live.game
    state = shown.history.state
    if live.now.people != (seat,):
        return Rejection("There are no hints where other people play.")
    if game.outcome(state) is not None or game.turn(state) != seat:
        return Rejection("There is nothing to advise now.")
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
        told = message(
            "hint",
            seq=seq,
            event=found.event,
            pick=found.pick,
            drop=found.drop,
            words=found.words,
            why=found.why,
            way=found.way,
            said={"words": packed(found.words), "why": packed(found.why)},
        )
        guest.answer(told)
    return stale


async def send_winnability(hall: Hall, guest: Guest, seq: int) -> Rejection | None:
    """Send whether the game can still be won, if that can be proven."""
    live, seat = guest.live, seat_from(guest.number)
    shown, game = live.shown, live.game
    if live.now.people != (seat,) or not live.offered.has_light:
        return Rejection("That cannot be proven in this game.")
    view = view_of(game, shown.history.state, seat)
    try:
        answer = await hall.adviser(guest.client).ask(is_winnable, live.offered, view)
        limit = live.offered.advisor.limit(view) if answer is None else None
    except Unasked as problem:
        return Rejection(problem.text)
    except NoAnswer:
        answer = limit = None
    stale = await live.advise(seq)
    if stale is None:
        told = message("winnable", seq=seq, answer=ANSWERS[answer], limit=limit)
        guest.answer(told)
    return stale
