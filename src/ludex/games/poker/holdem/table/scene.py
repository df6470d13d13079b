"""The hold'em table as data: seats round it, the board and the pot in the middle."""

from collections.abc import Mapping
from functools import lru_cache

from ludex.kernel import Event, Seat, Sentence, joined, listed
from ludex.table import (
    Gesture,
    Piece,
    TablePlace,
    Zone,
    betting_table,
    button,
    chips,
    counted,
    pressed,
    slider,
)

from ...rules.pack import Cards, PokerCard
from ..rules import (
    BETWEEN,
    Bet,
    BuyIn,
    Call,
    Muck,
    Phase,
    RaiseTo,
    Show,
    State,
    StayOut,
    amounts,
    most,
    owed,
    to_call,
)
from ..rules.pots import pots
from . import tell
from .showdown import usual


def zones(s: State, seat: Seat) -> tuple[Zone, ...]:
    """The board, the pot, and for each seat its cards, its bet and its stack."""
    table = betting_table(len(s.stacks), max(seat, 0))
    found = [_board(table.board, s.board), _pot(table.pot, s.pot, _sides(s))]
    acting = s.waiting[0] if s.waiting else None
    for p, (place, bet) in enumerate(zip(table.seats, table.bets, strict=True)):
        # Who has folded has no cards any more; one's own can still be looked at.
        holes = s.holes[p] if s.live[p] or p == seat else ()
        signs, fate = _signs(s, Seat(p)), _fate(s, Seat(p))
        # Cards that are dealt anew are other cards.
        stack = s.stacks[p], s.big_blind, s.session.hand % 2
        found += (
            _hand(place, stack, signs, fate, holes, is_acting=acting == p),
            chips(bet, s.bets[p] or s.won[p]),
        )
    return tuple(found)


# Most of the table is as it was in the scene before: the same zones are the same objects.


@lru_cache(maxsize=1 << 10)
def _board(place: TablePlace, cards: Cards) -> Zone:
    return place.holding(_cards("board", cards))


@lru_cache(maxsize=1 << 10)
def _pot(place: TablePlace, amount: int, sides: tuple[int, ...]) -> Zone:
    name = tell("whole_pot")
    if sides:
        main, *others = sides
        name = tell("pots", main=main, sides=listed(map(str, others)))
    return chips(place, amount, tell("named_amount", name=name, amount=amount))


def _sides(s: State) -> tuple[int, ...]:
    """The main pot and the side pots, where there are any."""
    if s.phase in BETWEEN or min(s.stacks):
        return ()
    found = tuple(pot.amount for pot in pots(s))
    return found if found[1:] else ()


@lru_cache(maxsize=1 << 12)
def _hand(
    place: TablePlace,
    stack: tuple[int, int, int],
    signs: tuple[str, ...],
    fate: Sentence | None,
    holes: Cards,
    *,
    is_acting: bool,
) -> Zone:
    """The cards of a player, who has so many chips, at such a big blind, in an even or odd hand."""
    behind, big, parity = stack
    marks, fates = [SIGNS[sign] for sign in signs], () if fate is None else (fate,)
    whole, half = divmod(round(2 * behind / big), 2)
    blinds = tell("big_blinds", number=f"{whole or ''}½" if half else f"{whole}")
    return place.holding(
        _cards(f"{parity}.{place.seat}", holes),
        label=joined((place.label, counted(behind), blinds, *marks, *fates)),
        look="seat:turn" if is_acting else "seat:out" if fate in (OUT, FOLDED) else "seat",
        caption=joined((tell("stack", player=place.label, chips=behind), *fates)),
        signs=signs,
        # Who is all in or out has nothing to count.
        notes=(blinds,) if behind or fate is None else (),
    )


SIGNS: Mapping[str, Sentence] = {
    "D": tell("button"),
    "SB": tell("small_blind.sign"),
    "BB": tell("big_blind.sign"),
}
"""The things before a seat, as a sign and in words."""

OUT, FOLDED, BROKE = tell("out.standing"), tell("folded"), tell("broke")
ALL_IN = tell("all_in.standing")


def _signs(s: State, p: Seat) -> tuple[str, ...]:
    session = s.session
    # The small blind is not posted for somebody who is out; the button waits there.
    is_posted = s.holes[p] or not session.hand
    holders = (session.button, session.small if is_posted else None, session.big)
    return tuple(sign for sign, holder in zip(SIGNS, holders, strict=True) if holder == p)


def _fate(s: State, p: Seat) -> Sentence | None:
    """Return the reason for which a seat does not act any more, if so."""
    if not s.session.hand:
        return None
    if not s.holes[p]:
        return OUT
    if not s.live[p]:
        return FOLDED
    if s.phase is Phase.REBUY and p in s.waiting:
        return BROKE
    return None if s.stacks[p] or s.phase in BETWEEN else ALL_IN


def _cards(where: str, cards: Cards) -> tuple[Piece, ...]:
    return tuple(_card(card, f"{where}:{i}") for i, card in enumerate(cards))


@lru_cache(maxsize=1 << 10)
def _card(card: PokerCard, where: str) -> Piece:
    if card.is_known:
        return Piece(str(card), f"card:{str(card).upper()}", card.spoken)
    return Piece(where, "card:back", card.spoken)


def gesture(s: State, event: Event[State]) -> Gesture:
    """Buttons; the least bet is a slider from there up to all in."""
    match event:
        case Bet(amount) | RaiseTo(amount):
            return _bet(s, event, amount)
        case Call():
            return Gesture("call", tell("call", chips=to_call(s)))
        case Show() | Muck():
            return pressed(str(event), event.spoken(), harmless=event == usual(s))
        case BuyIn():
            return pressed("buy_in", tell("buy_in", chips=s.rules.stack), prominent=True)
        case StayOut():
            return pressed("stay_out", tell("stay_out"), note=tell("staying_out"))
        case _:
            return button(event)


def _bet(s: State, event: Bet | RaiseTo, amount: int) -> Gesture:
    sizes = amounts(s)
    if amount == sizes[0] < sizes[-1]:
        return slider(event, tell(f"{event.name}.slider"), sizes[0], sizes[-1], _marks(s))
    words = tell(f"{event.name}.gesture", chips=amount)
    return Gesture(str(event), joined((words, ALL_IN)) if amount == most(s) else words)


def _marks(s: State) -> dict[Sentence, int]:
    """Bets by their names: parts of the pot as it would be after a call, and all in."""
    pot = s.pot + owed(s)
    parts = {"half_pot": pot // 2, "two_thirds": 2 * pot // 3, "whole_pot": pot}
    return {ALL_IN: most(s), **{tell(name): s.price + part for name, part in parts.items()}}
