"""What an event brought about, in sentences for everybody at the table.

A hand begins with blinds and ends with pots; between them hands are turned up and bets go
back. Only cards that lie face up are named. A view may hide what decides the pots: then
nothing is told of them.
"""

from collections.abc import Iterator

from ludex.games.poker.evaluator import Hand
from ludex.games.poker.holdem.betting import called
from ludex.games.poker.holdem.dealing import street
from ludex.games.poker.holdem.events import Bet, Call, DealBoard, DealHoles, RaiseTo
from ludex.games.poker.holdem.hands import begun
from ludex.games.poker.holdem.pots import Pot, pots, ranks, shares, uncalled
from ludex.games.poker.holdem.state import Amounts, Phase, State
from ludex.games.poker.pack import UNKNOWN, Cards
from ludex.kernel import Event, Seat, seat_name


def told(s: State, event: Event[State]) -> tuple[str, ...]:
    """What happened, in sentences."""
    if _is_hidden(s):
        return ()
    return tuple(f"{text[0].upper()}{text[1:]}" for text in _told(s, event))


def _is_hidden(s: State) -> bool:
    """Could the cards that decide the pots be unknown, because `s` is a view?"""
    last = len(s.board) == 5 and s.phase is Phase.BETTING
    return last and any(UNKNOWN in hole and s.live[p] for p, hole in enumerate(s.holes))


def _told(s: State, event: Event[State]) -> Iterator[str]:
    t = event.apply(s)
    if isinstance(event, DealHoles):
        yield from _begun(s, begun(s))
    if isinstance(event, DealBoard):
        yield f"the {street(s)}: {_listed(event.cards)}"
    if not isinstance(event, Bet | RaiseTo):  # their own words say so
        yield from _all_in(s, t)
    yield from _returned(_in_front(s, event), t)
    yield from _shown(s, t)
    if t.phase in (Phase.DEAL, Phase.OVER):
        yield from _paid(s, t)
        yield from _out(s, t)


# -- a hand begins ----------------------------------------------------------------------


def _begun(s: State, t: State) -> Iterator[str]:
    """The first sentences of a hand; `t` is the table before the cards."""
    for p, (before, after) in enumerate(
        zip(s.session.bought, t.session.bought, strict=True)
    ):
        if after > before:
            yield f"{_name(p)} buys {after - before} chips"
    session = t.session
    yield f"hand {session.hand}: {_name(session.button)} has the button"
    if t.dead:
        yield f"{_name(session.big)} posts an ante of {t.dead} for everybody"
    elif any(t.paid):
        yield f"everybody posts an ante of {max(t.paid)}"
    if t.live[session.small]:
        yield f"{_name(session.small)} posts the small blind, {t.bets[session.small]}"
    yield f"{_name(session.big)} posts the big blind, {t.bets[session.big]}"


# -- while it is played -----------------------------------------------------------------


def _all_in(s: State, t: State) -> Iterator[str]:
    """Who has put in the last chip now."""
    new = t.session.hand > s.session.hand
    for p, live in enumerate(t.live):
        behind = t.stacks[p] - t.won[p]
        if live and not behind and (new or s.stacks[p]):
            yield f"{_name(p)} is all in"


def _in_front(s: State, event: Event[State]) -> Amounts:
    """The bets of the round when the event has been made, and nothing else has."""
    if isinstance(event, DealHoles):
        return begun(s).bets
    return called(s).bets if isinstance(event, Call) else s.bets


def _returned(bets: Amounts, t: State) -> Iterator[str]:
    """What goes back when the round is over."""
    p, amount = uncalled(bets)
    if amount and not any(t.bets):
        yield f"{_name(p)} takes back {amount} that nobody has called"


def _shown(s: State, t: State) -> Iterator[str]:
    """The hands that lie face up now and did not before."""
    fresh = t.session.hand > s.session.hand
    for p, up in enumerate(t.shown):
        if up and (fresh or not s.shown[p]) and UNKNOWN not in t.holes[p]:
            value = f": {_value(t, p)}" if len(t.board) == 5 else ""
            yield f"{_name(p)} shows {_listed(t.holes[p])}{value}"


# -- it ends ----------------------------------------------------------------------------


def _paid(s: State, t: State) -> Iterator[str]:
    """Who gets which pot, and with which hand."""
    whole = _before_paying(s, t)
    found, hands = pots(whole), ranks(whole)
    for i, pot in enumerate(found):
        pot_name = _pot(i, len(found), pot.amount)
        winners = [(p, won) for p, won in shares(pot, hands) if won]
        for p, won in winners:
            part = pot_name if len(winners) == 1 else f"{won} of {pot_name}"
            yield f"{_name(p)} wins {part}{_why(t, pot, p)}"


def _before_paying(s: State, t: State) -> State:
    """The table when nobody acts any more: what is not in a stack is in the pots."""
    stacks = tuple(a - b for a, b in zip(t.stacks, t.won, strict=True))
    had = zip(s.stacks, s.bets, s.paid, strict=True)
    paid = tuple(sum(all_of) - rest for all_of, rest in zip(had, stacks, strict=True))
    return t._replace(stacks=stacks, paid=paid, dead=s.dead)


def _pot(i: int, count: int, amount: int) -> str:
    if count == 1:
        return f"the pot of {amount}"
    if i == 0:
        return f"the main pot of {amount}"
    return f"the side pot of {amount}"


def _why(t: State, pot: Pot, p: Seat) -> str:
    return f" with {_value(t, p)}" if pot.seats[1:] else ": nobody else is in it"


def _out(s: State, t: State) -> Iterator[str]:
    """Who has lost the last chip of a tournament."""
    for p, place in enumerate(t.session.places):
        if place > 1 and not s.session.places[p]:
            yield f"{_name(p)} is out, in place {place}"


# -- words ------------------------------------------------------------------------------


def _name(p: int) -> str:
    return seat_name(Seat(p))


def _value(t: State, p: int) -> str:
    return Hand.of((*t.holes[p], *t.board)).words


def _listed(cards: Cards) -> str:
    *some, last = (card.spoken for card in cards)
    return f"{', '.join(some)} and {last}" if some else last
