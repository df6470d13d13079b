"""What an event brought about, in sentences for everybody at the table.

A hand begins with blinds and ends with pots; between them hands are turned up and bets go
back. Only cards that lie face up are named. A view may hide what decides the pots: then
nothing is told of them.
"""

from collections.abc import Iterator

from ludex.kernel import Event, Seat, Sentence, listed, say

from ...hands import UNKNOWN, Cards, Hand
from ..rules.betting import called
from ..rules.dealing import street
from ..rules.events import (
    Bet,
    BuyIn,
    Call,
    DealBoard,
    DealHoles,
    RaiseTo,
    StayOut,
)
from ..rules.hands import begun
from ..rules.pots import Pot, before_paying, pots, ranks, shares, uncalled
from ..rules.state import BETWEEN, Amounts, Phase, State, player


def consequences(s: State, event: Event[State], t: State) -> tuple[Sentence, ...]:
    """What happened, in sentences."""
    if _is_hidden(s):
        return ()
    return tuple(_consequences(s, event, t))


def _is_hidden(s: State) -> bool:
    """Could the cards that decide the pots be unknown, because `s` is a view?"""
    last = len(s.board) == 5 and s.phase is Phase.BETTING
    return last and any(UNKNOWN in hole and s.live[p] for p, hole in enumerate(s.holes))


def _consequences(s: State, event: Event[State], t: State) -> Iterator[Sentence]:
    if isinstance(event, BuyIn | StayOut):
        return
    bets = s.bets
    if isinstance(event, DealHoles):
        posted = begun(s)
        bets = posted.bets
        yield from _begun(s, posted)
    if isinstance(event, Call):
        bets = called(s).bets
    if isinstance(event, DealBoard):
        yield say(street(s), TURNED_UP[street(s)], cards=_listed(event.cards))
    if not isinstance(event, Bet | RaiseTo):  # their own words say so
        yield from _all_in(s, t)
    yield from _returned(bets, t)
    yield from _shown(s, t)
    if t.phase in BETWEEN:
        yield from _paid(s, t)
        yield from _out(s, t)


# -- a hand begins ----------------------------------------------------------------------


def _begun(s: State, t: State) -> Iterator[Sentence]:
    """The first sentences of a hand; `t` is the table before the cards."""
    for p, (before, after) in enumerate(zip(s.session.bought, t.session.bought, strict=True)):
        if after > before:
            words = "{player:* buys|you buy} {chips} chips"
            yield say("buys", words, player=_name(p), chips=after - before)
    session, bets = t.session, t.bets
    small, big = session.small, session.big
    yield say(
        "chapter",
        "Hand {hand}: {player:* has|you have} the button",
        hand=session.hand,
        player=player(session.button),
    )
    if t.dead:
        words = "{player:* posts|you post} an ante of {chips} for everybody"
        yield say("ante", words, player=_name(big), chips=t.dead)
    elif any(t.paid):
        yield say("ante", "Everybody posts an ante of {chips}", chips=max(t.paid))
    if t.live[small]:
        words = "{player:* posts|you post} the small blind, {chips}"
        yield say("small_blind", words, player=_name(small), chips=bets[small])
    words = "{player:* posts|you post} the big blind, {chips}"
    yield say("big_blind", words, player=_name(big), chips=bets[big])


# -- while it is played -----------------------------------------------------------------


def _all_in(s: State, t: State) -> Iterator[Sentence]:
    """Who has put in the last chip now."""
    new = t.session.hand > s.session.hand
    for p, live in enumerate(t.live):
        behind = t.stacks[p] - t.won[p]
        if live and not behind and (new or s.stacks[p]):
            yield say("all_in", "{player:* is|you are} all in", player=_name(p))


def _returned(bets: Amounts, t: State) -> Iterator[Sentence]:
    """What goes back when the round is over, of the bets when nothing else had been done."""
    p, amount = uncalled(bets)
    if amount and not any(t.bets):
        words = "{player:* takes|you take} back {chips} that nobody has called"
        yield say("takes_back", words, player=_name(p), chips=amount)


def _shown(s: State, t: State) -> Iterator[Sentence]:
    """The hands that lie face up now and did not before."""
    fresh = t.session.hand > s.session.hand
    for p, up in enumerate(t.shown):
        if up and (fresh or not s.shown[p]) and UNKNOWN not in t.holes[p]:
            yield _shows(t, p)


def _shows(t: State, p: int) -> Sentence:
    is_whole = len(t.board) == 5
    words = "{player:* shows|you show} {cards}"
    if is_whole:
        words = "{player:* shows|you show} {cards}: {hand}"
    hand = _value(t, p) if is_whole else None
    return say("shows", words, player=_name(p), cards=_listed(t.holes[p]), hand=hand)


# -- it ends ----------------------------------------------------------------------------


def _paid(s: State, t: State) -> Iterator[Sentence]:
    """Who gets which pot, and with which hand."""
    whole = before_paying(s, t)
    found, hands = pots(whole), ranks(whole)
    for i, pot in enumerate(found):
        whole_pot = _pot(i, len(found), pot.amount)
        winners = [(p, won) for p, won in shares(pot, hands) if won]
        for p, won in winners:
            part = say("part", "{chips} of {pot}", chips=won, pot=whole_pot)
            yield _wins(t, p, part if winners[1:] else whole_pot, pot)


def _wins(t: State, p: Seat, part: Sentence, pot: Pot) -> Sentence:
    words = "{player:* wins|you win} {pot}: nobody else is in it"
    if not pot.seats[1:]:
        return say("wins", words, player=_name(p), pot=part)
    words = "{player:* wins|you win} {pot} with {hand}"
    return say("wins", words, player=_name(p), pot=part, hand=_value(t, p))


POTS = {
    "pot": "the pot of {chips}",
    "main_pot": "the main pot of {chips}",
    "side_pot": "the side pot of {chips}",
}


def _pot(i: int, count: int, amount: int) -> Sentence:
    kind = "pot" if count == 1 else "side_pot" if i else "main_pot"
    return say(kind, POTS[kind], chips=amount)


def _out(s: State, t: State) -> Iterator[Sentence]:
    """Who has lost the last chip of a tournament."""
    for p, place in enumerate(t.session.places):
        if place > 1 and not s.session.places[p]:
            words = "{player:* is|you are} out, in place {place}"
            yield say("out", words, player=_name(p), place=place)


# -- words ------------------------------------------------------------------------------


def _name(p: int) -> Sentence:
    """Who it is, at the beginning of a sentence."""
    return say("player", "Player {number}", number=p + 1)


TURNED_UP = {
    "flop": "The flop: {cards}",
    "turn": "The turn: {cards}",
    "river": "The river: {cards}",
}


def _value(t: State, p: int) -> Sentence:
    return Hand.of((*t.holes[p], *t.board)).words


def _listed(cards: Cards) -> Sentence:
    return listed(card.spoken for card in cards)
