"""The panel beside the hold'em table: the number of the hand, the value of one's own, the winner,
and the choices that can be made before one's turn."""

from collections.abc import Iterator
from functools import lru_cache

from ludex.kernel import Seat, Sentence, joined, listed, seat_name
from ludex.table import Ahead, SidePanel

from ...rules import UNKNOWN, Cards, Hand, PokerCard
from ...rules.ranking import rank_name, rank_plural
from ..rules.ending import gains, ranking
from ..rules.options import Rules
from ..rules.state import BETWEEN, Phase, State
from . import tell

CHECK_OR_FOLD = Ahead(tell("check_or_fold"), ("check", "fold"))
CALL_ANY = Ahead(tell("call_any"), ("check", "call"))
SIT_OUT = Ahead(tell("sit_out"), ("check", "fold", "show", "stay_out"), lasting=True)
"""Blinds are posted and hands folded, until the player comes back; nothing is bought."""


def side_panel(s: State, seat: Seat) -> SidePanel:
    """Everything that is told, as a seat sees it."""
    has_ended = s.phase in BETWEEN and any(s.won)  # and still lies there to be looked at
    hands = {Seat(p): _hand(s, Seat(p)) for p, won in enumerate(s.won) if won} if has_ended else {}
    return SidePanel(
        heading=_heading(s.rules, max(s.session.hand, 1)),
        remark=_won(s, seat, hands) if has_ended else _strength(s, seat),
        lit=_winning(s, hands),
        ahead=_ahead(s, seat),
        results=tuple(_result(s, *one) for one in ranking(s)) if s.phase is Phase.OVER else (),
    )


@lru_cache(maxsize=1 << 10)  # it stands over every scene of a hand
def _heading(rules: Rules, hand: int) -> Sentence:
    return joined(_place(rules, hand), ", ")


def _place(rules: Rules, hand: int) -> Iterator[Sentence]:
    """Return the number of the hand, and the stakes."""
    stakes = rules.stakes(hand)
    yield tell("hand.of" if rules.hands > 1 else "hand.one", hand=hand, hands=rules.hands)
    yield tell("blinds", small=stakes.small, big=stakes.big)
    if stakes.ante:
        yield tell("ante.stakes", chips=stakes.ante)
    if rules.hands_per_level:
        yield tell("level", level=rules.level(hand))


def _strength(s: State, seat: Seat) -> Sentence | str:
    """Return the value of one's own cards with those on the board."""
    if not 0 <= seat < len(s.holes):
        return ""
    if place := s.session.places[seat]:
        return tell("you_are_out", place=place)
    hole = s.holes[seat]
    if not s.live[seat] or not hole or UNKNOWN in hole:
        return ""
    return _worth(hole, s.board)


@lru_cache(maxsize=1 << 10)  # it stands over every scene of a street
def _worth(hole: Cards, board: Cards) -> Sentence:
    hand = Hand.of((*hole, *board)).words if board else _unaided(*sorted(hole, reverse=True))
    return tell("strength", hand=hand)


def _unaided(high: PokerCard, low: PokerCard) -> Sentence:
    """Two cards before there is a board."""
    first, second = high // 4, low // 4
    if first == second:
        return tell("pair", ranks=rank_plural(first))
    kind = "hole.suited" if high % 4 == low % 4 else "hole.offsuit"
    return tell(kind, high=rank_name(first), low=rank_name(second))


Hands = dict[Seat, Hand | None]
"""The hand face up before each winner, with the board; None where that is no hand."""


def _hand(s: State, p: Seat) -> Hand | None:
    if not s.shown[p] or len(s.board) < 5 or UNKNOWN in s.holes[p]:
        return None
    return Hand.of((*s.holes[p], *s.board))


def _winning(s: State, hands: Hands) -> tuple[str, ...]:
    """The five cards with which the pot was won; of several winners those of each."""
    cards = {card for hand in hands.values() if hand for card in hand.best_five}
    there = (*s.board, *(card for p in hands for card in s.holes[p]))
    return tuple(str(card) for card in there if card in cards)


def _won(s: State, seat: Seat, hands: Hands) -> Sentence:
    """Return the winners with the amounts, and their hands."""
    first, *others = hands.values()
    if first and others and all(hand == first for hand in others):
        players = listed(map(seat_name, hands))
        return tell("share", players=players, chips=sum(s.won), hand=first.words)
    return joined((_wins(s, seat, p, hand) for p, hand in hands.items()), "; ")


def _wins(s: State, seat: Seat, p: Seat, hand: Hand | None) -> Sentence:
    kind = f"{'you_win' if p == seat else 'wins'}.{'hand' if hand else 'chips'}"
    return tell(kind, player=seat_name(p), chips=s.won[p], hand=hand and hand.words)


def _ahead(s: State, seat: Seat) -> tuple[Ahead, ...]:
    """Yield the choices that can be made before it is one's turn."""
    if not 0 <= seat < len(s.stacks) or s.phase is Phase.OVER:
        return ()
    is_in = s.stacks[seat] or (s.live[seat] and not s.session.places[seat])
    lasting = (SIT_OUT,) if s.rules.hands != 1 and (s.rules.rebuys or is_in) else ()
    is_asked = s.phase is Phase.BETTING and s.live[seat] and s.stacks[seat]
    return (CHECK_OR_FOLD, CALL_ANY, *lasting) if is_asked and s.waiting[0] != seat else lasting


def _result(s: State, place: int, p: Seat) -> Sentence:
    """Return the result of a player."""
    gain, player = gains(s)[p], seat_name(p)
    if s.rules.is_tournament:
        return tell("place.ranked", place=place, player=player)
    kind = "result.won" if gain > 0 else "result.lost" if gain else "result.even"
    return tell(kind, place=place, player=player, chips=s.stacks[p], gain=abs(gain))
