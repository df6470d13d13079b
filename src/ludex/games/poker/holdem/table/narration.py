"""The deeds of players and their consequences, in sentences for everybody at the table.

A hand begins with blinds and ends with pots; between them hands are turned up and bets go
back. Only cards that lie face up are named. A view may hide what decides the pots: then
nothing is told of them.
"""

from collections.abc import Iterator

from ludex.kernel import Event, Seat, Sentence, listed, seat_name
from ludex.table import somebody

from ...rules import UNKNOWN, Cards, Hand
from ..rules import Bet, BuyIn, Call, Check, Fold, Muck, RaiseTo, Show, StayOut, most, to_call
from ..rules.betting import called
from ..rules.dealing import street
from ..rules.events import DealBoard, DealHoles
from ..rules.hands import begun
from ..rules.pots import Pot, before_paying, pots, ranks, shares, uncalled
from ..rules.state import BETWEEN, Amounts, Phase, State
from . import tell


def narrate(s: State, event: Event[State], _after: State, seat: Seat) -> Sentence | None:
    """Describe the deed of `seat`; of chance, nothing."""
    player = seat_name(seat)
    match event:
        case Fold() | Check() | Show() | Muck() | StayOut():
            return tell(f"did.{event.name}", player=player)
        case Call():
            return tell("did_call", player=player, chips=to_call(s))
        case BuyIn():
            return tell("did_buy", player=player, chips=s.rules.stack)
        case Bet(amount) | RaiseTo(amount):
            is_all = "_all_in" if amount == most(s) else ""
            return tell(f"did_bet.{event.name}{is_all}", player=player, chips=amount)
    return None


def consequences(s: State, event: Event[State], t: State) -> tuple[Sentence, ...]:
    """Yield the consequences of an event, in sentences."""
    # The cards that decide the pots may be unknown, because `s` is a view.
    is_last = len(s.board) == 5 and s.phase is Phase.BETTING
    if is_last and any(UNKNOWN in hole and s.live[p] for p, hole in enumerate(s.holes)):
        return ()
    return tuple(_consequences(s, event, t))


def _consequences(s: State, event: Event[State], t: State) -> Iterator[Sentence]:
    bets = s.bets
    match event:
        case BuyIn() | StayOut():
            return
        case DealHoles():
            posted = begun(s)
            bets = posted.bets
            yield from _begun(s, posted)
        case Call():
            bets = called(s).bets
        case DealBoard(cards):
            yield tell(street(s), cards=_listed(cards))
    if not isinstance(event, Bet | RaiseTo):  # their own words say so
        yield from _all_in(s, t)
    yield from _returned(bets, t)
    for p, up in enumerate(t.shown):
        if up and (_is_new(s, t) or not s.shown[p]) and UNKNOWN not in t.holes[p]:
            yield _shows(t, Seat(p))
    if t.phase in BETWEEN:
        yield from _paid(s, t)
        yield from _out(s, t)


def _is_new(s: State, t: State) -> bool:
    """Has a hand begun?"""
    return t.session.hand > s.session.hand


def _begun(s: State, t: State) -> Iterator[Sentence]:
    """The first sentences of a hand; `t` is the table before the cards."""
    for p, (before, after) in enumerate(zip(s.session.bought, t.session.bought, strict=True)):
        if after > before:
            yield tell("buys", player=somebody(Seat(p)), chips=after - before)
    session, bets = t.session, t.bets
    small, big = session.small, session.big
    yield tell("chapter", hand=session.hand, player=seat_name(session.button))
    if t.dead:
        yield tell("ante.one", player=somebody(big), chips=t.dead)
    elif any(t.paid):
        yield tell("ante.all", chips=max(t.paid))
    if t.live[small]:
        yield tell("small_blind.told", player=somebody(small), chips=bets[small])
    yield tell("big_blind.told", player=somebody(big), chips=bets[big])


def _all_in(s: State, t: State) -> Iterator[Sentence]:
    """Name the players who have put in the last chip now."""
    for p, live in enumerate(t.live):
        if live and t.stacks[p] == t.won[p] and (_is_new(s, t) or s.stacks[p]):
            yield tell("all_in.told", player=somebody(Seat(p)))


def _returned(bets: Amounts, t: State) -> Iterator[Sentence]:
    """Yield the chips that go back when the round is over, of the bets when nothing else had been
    done."""
    p, amount = uncalled(bets)
    if amount and not any(t.bets):
        yield tell("takes_back", player=somebody(p), chips=amount)


def _shows(t: State, p: Seat) -> Sentence:
    player, cards = somebody(p), _listed(t.holes[p])
    if len(t.board) < 5:
        return tell("shows.two", player=player, cards=cards)
    return tell("shows.whole", player=player, cards=cards, hand=_value(t, p))


def _paid(s: State, t: State) -> Iterator[Sentence]:
    """Yield the winner of each pot, with the hand."""
    whole = before_paying(s, t)
    found, hands = pots(whole), ranks(whole)
    for i, pot in enumerate(found):
        kind = "pot" if len(found) == 1 else "side_pot" if i else "main_pot"
        whole_pot = tell(kind, chips=pot.amount)
        winners = [(p, won) for p, won in shares(pot, hands) if won]
        for p, won in winners:
            part = tell("part", chips=won, pot=whole_pot) if winners[1:] else whole_pot
            yield _wins(t, p, part, pot)


def _wins(t: State, p: Seat, part: Sentence, pot: Pot) -> Sentence:
    if not pot.seats[1:]:
        return tell("wins.alone", player=somebody(p), pot=part)
    return tell("wins.pot", player=somebody(p), pot=part, hand=_value(t, p))


def _out(s: State, t: State) -> Iterator[Sentence]:
    """Name the players who have lost the last chip of a tournament."""
    for p, place in enumerate(t.session.places):
        if place > 1 and not s.session.places[p]:
            yield tell("out.told", player=somebody(Seat(p)), place=place)


def _value(t: State, p: Seat) -> Sentence:
    return Hand.of((*t.holes[p], *t.board)).words


def _listed(cards: Cards) -> Sentence:
    return listed(card.spoken for card in cards)
