"""The hold'em table as data: seats round it, the board and the pot in the middle."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ludex.kernel import Event, Seat, Sentence, joined, listed, say
from ludex.table import (
    Amount,
    Gesture,
    Piece,
    Place,
    Zone,
    betting_table,
    button,
    chips,
    counted,
    pressed,
)

from ...hands.pack import Cards
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
from .showdown import usual


class Behind(NamedTuple):
    """What a player has behind, in which hand."""

    chips: int
    big: int
    """The big blind."""

    parity: int
    """Of the number of the hand: cards that are dealt anew are other cards."""

    @property
    def blinds(self) -> Sentence:
        """How many big blinds that is, to the nearest half."""
        whole, half = divmod(round(2 * self.chips / self.big), 2)
        number = f"{whole or ''}½" if half else f"{whole}"
        return say("big_blinds", "{number} BB", number=number)


def zones(s: State, seat: Seat) -> tuple[Zone, ...]:
    """The board, the pot, and for each seat its cards, its bet and its stack."""
    table = betting_table(len(s.stacks), max(seat, 0))
    found = [_board(table.board, s.board), _pot(table.pot, s.pot, _sides(s))]
    acting = s.waiting[0] if s.waiting else None
    for p, (place, bet) in enumerate(zip(table.seats, table.bets, strict=True)):
        # Who has folded has no cards any more; one's own can still be looked at.
        holes = s.holes[p] if s.live[p] or p == seat else ()
        signs, fate = _signs(s, Seat(p)), _fate(s, Seat(p))
        behind = Behind(s.stacks[p], s.big_blind, s.session.hand % 2)
        found += (
            _hand(place, behind, signs, fate, holes, is_acting=acting == p),
            _chips(bet, s.bets[p] or s.won[p]),
        )
    return tuple(found)


# Most of the table is as it was in the scene before: the same zones are the same objects.

_chips = lru_cache(maxsize=1 << 12)(chips)


@lru_cache(maxsize=1 << 10)
def _board(place: Place, cards: Cards) -> Zone:
    return place.holding(_cards("board", cards))


@lru_cache(maxsize=1 << 10)
def _pot(place: Place, amount: int, sides: tuple[int, ...]) -> Zone:
    name = WHOLE_POT
    if sides:
        main, *others = sides
        words = "main {main}, side {sides}: pot"
        name = say("pots", words, main=main, sides=listed(map(str, others)))
    return chips(place, amount, say("named_amount", "{name} {amount}", name=name, amount=amount))


def _sides(s: State) -> tuple[int, ...]:
    """The main pot and the side pots, where there are any."""
    if s.phase in BETWEEN or min(s.stacks):
        return ()
    found = tuple(pot.amount for pot in pots(s))
    return found if found[1:] else ()


@lru_cache(maxsize=1 << 12)
def _hand(
    place: Place,
    behind: Behind,
    signs: tuple[str, ...],
    fate: Sentence | None,
    holes: Cards,
    *,
    is_acting: bool,
) -> Zone:
    name, marks = place.label, [SIGNS[sign] for sign in signs]
    blinds, fates = behind.blinds, () if fate is None else (fate,)
    caption = say("stack", "{player}: {chips}", player=name, chips=behind.chips)
    return place.holding(
        _cards(f"{behind.parity}.{place.seat}", holes),
        label=joined((name, counted(behind.chips), blinds, *marks, *fates)),
        look="seat:turn" if is_acting else "seat:out" if fate in (OUT, FOLDED) else "seat",
        caption=joined((caption, *fates)),
        signs=signs,
        # Who is all in or out has nothing to count.
        notes=(blinds,) if behind.chips or fate is None else (),
    )


SIGNS: Mapping[str, Sentence] = {
    "D": say("button", "button"),
    "SB": say("small_blind", "small blind"),
    "BB": say("big_blind", "big blind"),
}
"""What lies before a seat, as a sign and in words."""

OUT = say("out", "out")
FOLDED = say("folded", "folded")
BROKE = say("broke", "nothing left")
ALL_IN = say("all_in", "all in")


def _signs(s: State, p: Seat) -> tuple[str, ...]:
    session = s.session
    # The small blind is not posted for somebody who is out; the button waits there.
    is_posted = s.holes[p] or not session.hand
    holders = (session.button, session.small if is_posted else None, session.big)
    return tuple(sign for sign, holder in zip(SIGNS, holders, strict=True) if holder == p)


def _fate(s: State, p: Seat) -> Sentence | None:
    """Why a seat does not act any more, if so."""
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
    return tuple(
        Piece(
            str(card) if card.is_known else f"{where}:{i}",
            f"card:{str(card).upper()}" if card.is_known else "card:back",
            card.spoken,
        )
        for i, card in enumerate(cards)
    )


def gesture(s: State, event: Event[State]) -> Gesture:
    """Buttons; the least bet is a slider from there up to all in."""
    match event:
        case Bet(amount) | RaiseTo(amount):
            return _slider(s, event, amount)
        case Call():
            return Gesture("call", say("call", "Call {chips}", chips=to_call(s)))
        case Show() | Muck():
            return pressed(str(event), event.spoken(), harmless=event == usual(s))
        case BuyIn():
            words = say("buy_in", "Buy in for {chips}", chips=s.rules.stack)
            return pressed("buy_in", words, prominent=True)
        case StayOut():
            return pressed("stay_out", say("stay_out", "Stay out"), note=STAYING_OUT)
        case _:
            return button(event)


def _slider(s: State, event: Bet | RaiseTo, amount: int) -> Gesture:
    is_bet, sizes = isinstance(event, Bet), amounts(s)
    code, least, highest = "bet" if is_bet else "raise_to", sizes[0], sizes[-1]
    if amount == least < highest:
        words = say(code, "Bet …" if is_bet else "Raise to …")
        slider = Amount(least, highest, marks=_marks(s, least, highest))
        return Gesture(f"{event.name}({{}})", words, amount=slider)
    words = say(code, "Bet {chips}" if is_bet else "Raise to {chips}", chips=amount)
    return Gesture(str(event), joined((words, ALL_IN)) if amount == most(s) else words)


HALF_POT = say("half_pot", "½ pot")
TWO_THIRDS = say("two_thirds", "⅔ pot")
WHOLE_POT = say("whole_pot", "pot")


def _marks(s: State, least: int, highest: int) -> tuple[tuple[Sentence, int], ...]:
    """Bets by their names: parts of the pot as it would be after a call, and all in."""
    pot = s.pot + owed(s)
    sizes = (
        (HALF_POT, s.price + pot // 2),
        (TWO_THIRDS, s.price + 2 * pot // 3),
        (WHOLE_POT, s.price + pot),
    )
    named = {size: words for words, size in reversed(sizes) if least <= size < highest}
    return (*((named[size], size) for size in sorted(named)), (ALL_IN, highest))


STAYING_OUT = say("staying_out", "You have nothing left. Who stays out is dealt no more hands.")
