"""What is told beside the hold'em table: which hand it is, what one's own is worth, who has won,
and what can be decided before it is one's turn."""

from collections.abc import Iterator
from functools import lru_cache

from ludex.kernel import Seat, Sentence, joined, listed, say
from ludex.table import Ahead, SidePanel

from ...hands import UNKNOWN, Hand, PokerCard
from ...hands.ranking import rank_name, rank_plural
from ..rules.ending import ranking
from ..rules.options import Rules
from ..rules.state import BETWEEN, Phase, State, player

CHECK_OR_FOLD = Ahead(say("check_or_fold", "Check or fold"), ("check", "fold"))
CALL_ANY = Ahead(say("call_any", "Call any bet"), ("check", "call"))
SIT_OUT = Ahead(say("sit_out", "Sit out"), ("check", "fold", "show", "stay_out"), lasting=True)
"""Blinds are posted and hands folded, until the player comes back; nothing is bought."""


def side_panel(s: State, seat: Seat) -> SidePanel:
    """Everything that is told, as a seat sees it."""
    has_ended = s.phase in BETWEEN and any(s.won)  # and still lies there to be looked at
    return SidePanel(
        heading=_heading(s.rules, max(s.session.hand, 1)),
        remark=_won(s, seat) if has_ended else _strength(s, seat),
        lit=tuple(map(str, _winning(s))) if has_ended else (),
        ahead=_ahead(s, seat),
        results=tuple(_result(s, *one) for one in ranking(s)) if s.phase is Phase.OVER else (),
    )


# -- which hand, at which stakes --------------------------------------------------------


@lru_cache(maxsize=1 << 10)  # it stands over every scene of a hand
def _heading(rules: Rules, hand: int) -> Sentence:
    return joined(_place(rules, hand), ", ")


def _place(rules: Rules, hand: int) -> Iterator[Sentence]:
    stakes = rules.stakes(hand)
    words = "Hand {hand} of {hands}" if rules.hands > 1 else "Hand {hand}"
    yield say("hand", words, hand=hand, hands=rules.hands)
    yield say("blinds", "blinds {small}/{big}", small=stakes.small, big=stakes.big)
    if stakes.ante:
        yield say("ante", "ante {chips}", chips=stakes.ante)
    if rules.hands_per_level:
        yield say("level", "level {level}", level=rules.level(hand))


# -- what a hand is worth ---------------------------------------------------------------


def _strength(s: State, seat: Seat) -> Sentence | str:
    """What one's own cards come to with those on the board."""
    if not 0 <= seat < len(s.holes):
        return ""
    if place := s.session.places[seat]:
        return say("you_are_out", "You are out, in place {place}", place=place)
    if not s.live[seat]:
        return ""
    hole = s.holes[seat]
    if not hole or UNKNOWN in hole:
        return ""
    worth = Hand.of((*hole, *s.board)).words if s.board else _unaided(*sorted(hole, reverse=True))
    return say("strength", "You have {hand}", hand=worth)


def _unaided(high: PokerCard, low: PokerCard) -> Sentence:
    """Two cards before there is a board."""
    first, second = high // 4, low // 4
    if first == second:
        return say("pair", "pocket {ranks}", ranks=rank_plural(first))
    words = "{high}-{low} suited" if high % 4 == low % 4 else "{high}-{low} offsuit"
    return say("hole", words, high=rank_name(first), low=rank_name(second))


# -- who has won ------------------------------------------------------------------------


def _winners(s: State) -> list[Seat]:
    return [Seat(p) for p, won in enumerate(s.won) if won]


def _hand(s: State, p: Seat) -> Hand | None:
    """What lies face up before a player, with the board; None where that is no hand."""
    if not s.shown[p] or len(s.board) < 5 or UNKNOWN in s.holes[p]:
        return None
    return Hand.of((*s.holes[p], *s.board))


def _winning(s: State) -> tuple[PokerCard, ...]:
    """The five cards with which the pot was won; of several winners those of each."""
    hands = [hand for p in _winners(s) if (hand := _hand(s, p))]
    cards = {card for hand in hands for card in hand.best_five}
    there = (*s.board, *(card for p in _winners(s) for card in s.holes[p]))
    return tuple(card for card in there if card in cards)


def _won(s: State, seat: Seat) -> Sentence:
    """Who has won how much, and with what."""
    winners, hands = _winners(s), {p: _hand(s, p) for p in _winners(s)}
    first = hands[winners[0]]
    if first and winners[1:] and all(hand == first for hand in hands.values()):
        words = "{players} share {chips} chips with {hand}"
        shares = listed(map(player, winners))
        return say("share", words, players=shares, chips=sum(s.won), hand=first.words)
    return joined((_wins(s, seat, p, hands[p]) for p in winners), "; ")


WINS = {
    (True, False): "You win {chips} chips",
    (True, True): "You win {chips} chips with {hand}",
    (False, False): "{player} wins {chips} chips",
    (False, True): "{player} wins {chips} chips with {hand}",
}
"""By whether it is the reader, and whether the hand was shown."""


def _wins(s: State, seat: Seat, p: Seat, hand: Hand | None) -> Sentence:
    code, words = "you_win" if p == seat else "wins", WINS[p == seat, hand is not None]
    return say(code, words, player=player(p), chips=s.won[p], hand=hand and hand.words)


# -- before it is one's turn ------------------------------------------------------------


def _ahead(s: State, seat: Seat) -> tuple[Ahead, ...]:
    if not 0 <= seat < len(s.stacks) or s.phase is Phase.OVER:
        return ()
    is_in = s.stacks[seat] or (s.live[seat] and not s.session.places[seat])
    goes_on = s.rules.hands != 1 and (s.rules.rebuys or is_in)
    lasting = (SIT_OUT,) if goes_on else ()
    if s.phase is not Phase.BETTING:
        return lasting
    can_act = s.live[seat] and s.stacks[seat] and s.waiting[0] != seat
    return (CHECK_OR_FOLD, CALL_ANY, *lasting) if can_act else lasting


# -- the end ----------------------------------------------------------------------------


RESULTS = {
    1: "{place}. {player}: {chips} chips, {gain} won",
    0: "{place}. {player}: {chips} chips, nothing won or lost",
    -1: "{place}. {player}: {chips} chips, {gain} lost",
}
"""By the sign of what was gained."""


def _result(s: State, place: int, p: Seat) -> Sentence:
    """How a player has done."""
    gain, who = s.stacks[p] - s.session.bought[p], player(p)
    if s.rules.is_tournament:
        return say("place", "{place}. {player}", place=place, player=who)
    words = RESULTS[(gain > 0) - (gain < 0)]
    return say("result", words, place=place, player=who, chips=s.stacks[p], gain=abs(gain))
