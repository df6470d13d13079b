"""The hold'em table in text: one line a seat, the board, and what comes next."""

from collections.abc import Iterator, Sequence

from ludex.kernel import Seat, Sentence, joined, listed, say, seat_name

from ...hands import Cards, Hand, spaced
from ..rules import BETWEEN, Ended, Phase, State, amounts, owed, to_call
from ..rules.dealing import street
from ..rules.ending import outcome, ranking
from ..rules.pots import Pot, pots


def text(s: State, stacks: Sequence[str] | None = None) -> str:
    """The whole table as it is; `stacks` in other words, where they are not known."""
    behind = stacks or [*map(str, s.stacks)]
    seats = (_seat(s, Seat(p), behind[p]) for p in range(len(s.stacks)))
    return joined((_head(s), *_middle(s), *seats, *_ending(s)), "\n")


def _head(s: State) -> Sentence:
    hand = max(s.session.hand, 1)
    rules, stakes = s.rules, s.rules.stakes(hand)
    limit = FIXED_LIMIT if rules.fixed else NO_LIMIT
    words = [say("hand", "hand {hand}", hand=hand) if s.session.hand else BEFORE]
    if rules.hands_per_level:
        words.append(say("level", "level {level}", level=rules.level(hand)))
    words.append(joined((limit, f"{stakes.small}/{stakes.big}"), " "))
    if stakes.ante:
        words.append(say("ante", "ante {chips}", chips=stakes.ante))
    return joined(words)


BEFORE = say("before", "before the first hand")
FIXED_LIMIT = say("fixed_limit", "fixed limit")
NO_LIMIT = say("no_limit", "no limit")


def _middle(s: State) -> Iterator[Sentence]:
    last = s.session.last
    if last is not None and not s.board:
        yield say("last_hand", "last hand: {winners}", winners=joined(_winners(last)))
    if s.session.hand:
        yield say("on_board", "board: {cards}", cards=spaced(s.board) or "-")
    if s.pot:
        whole = [_share(pot) for pot in pots(s)]
        shares = joined((" (", joined(whole, "; "), ")"), "") if whole[1:] else ""
        yield say("in_pot", "pot:   {chips}{shares}", chips=s.pot, shares=shares)


def _share(pot: Pot) -> Sentence:
    seats = [p + 1 for p in sorted(pot.seats)]
    words = "{chips} between {seats}" if seats[1:] else "{chips} for {seats}"
    return say("pot_of", words, chips=pot.amount, seats=listed(seats))


def _winners(last: Ended) -> Iterator[Sentence]:
    for p, (hole, won) in enumerate(zip(last.holes, last.won, strict=True)):
        if won:
            value = _worth(hole, last.board) if hole else ""
            words, name = "{player} won {chips}{value}", seat_name(Seat(p))
            yield say("has_won", words, player=name, chips=won, value=value)


def _worth(hole: Cards, board: Cards) -> Sentence:
    return _after(say("worth", "with {hand}", hand=Hand.of((*hole, *board)).words))


def _after(words: Sentence) -> Sentence:
    return joined((" ", words), "")


def _seat(s: State, p: Seat, behind: str) -> Sentence:
    mark = ">" if s.waiting[:1] == (p,) else " "
    bet: str = " " * BET
    if s.bets[p]:
        bet = say("bet", "bet {chips}", chips=str(s.bets[p]).ljust(BET - len("bet ")))
    standing = _standing(s, p)
    cards = f" {spaced(s.holes[p]):5}"
    row = joined((f"{mark} {p + 1:2} {behind:>7} ", bet, cards), "")
    if standing:
        row = joined((row, "  ", standing), "")
    elif not cards.strip():  # nothing but the bet, and nothing after that
        row = joined((f"{mark} {p + 1:2} {behind:>7}", f" {bet}".rstrip()), "")
    return joined((row, *_marks(s, p)), " ")


BET = 11
BUTTONS = (
    say("has_button", "[button]"),
    say("has_small", "[small]"),
    say("has_big", "[big]"),
)


def _marks(s: State, p: Seat) -> Iterator[Sentence]:
    holders = (s.session.button, s.session.small, s.session.big)
    return (word for word, seat in zip(BUTTONS, holders, strict=True) if seat == p)


def _standing(s: State, p: Seat) -> Sentence | None:
    """How the hand stands for `p`, and the place of who is out or has won it all."""
    place = s.session.places[p]
    at = say("place", "place {place}", place=place) if place else None
    parts = [one for one in (_fate(s, p), at) if one is not None]
    return joined(parts) if parts else None


def _fate(s: State, p: Seat) -> Sentence | None:
    if not s.holes[p]:
        return say("out", "out") if s.rules.asks and s.session.hand else None
    if s.won[p]:
        words = "wins {chips}{value}"
        return say("wins", words, chips=s.won[p], value=_with(s, p))
    if not s.live[p]:
        return say("folded", "folded")
    if s.phase in BETWEEN:
        return say("loses", "loses{value}", value=_with(s, p))
    return say("all_in", "all in") if not s.stacks[p] else None


def _with(s: State, p: Seat) -> str:
    """What a shown hand is worth."""
    if not s.shown[p] or len(s.board) < 5:
        return ""
    return _worth(s.holes[p], s.board)


def _ending(s: State) -> Iterator[Sentence]:
    name = seat_name(s.waiting[0]) if s.waiting else None
    match s.phase:
        case Phase.DEAL:
            yield say("to_deal", "the next hand is to be dealt")
        case Phase.BOARD:
            yield say("to_open", "the {street} is to be dealt", street=street(s))
        case Phase.BETTING:
            choices = _choices(s)
            yield say("to_act", "{player} to act: {what}", player=name, what=choices)
        case Phase.SHOWDOWN if s.waiting:
            yield say("to_show", "{player} to show or muck", player=name)
        case Phase.SHOWDOWN:
            yield say("unknown", "nobody can tell who wins: cards are not known")
        case Phase.REBUY:
            words = "{player} has nothing left: buy in again for {chips} or stay out"
            yield say("to_buy", words, player=name, chips=s.rules.stack)
        case Phase.OVER:
            ended, words = outcome(s), "{place}. {player}"
            assert ended is not None
            yield ended.text
            places = (say("place", words, place=n, player=seat_name(p)) for n, p in ranking(s))
            yield say("ranking", "ranking: {places}", places=joined(places))


def _choices(s: State) -> Sentence:
    due, sizes = owed(s), amounts(s)
    call = say("can_call", "call {chips}", chips=to_call(s))
    words = [call if due else say("can_check", "check")]
    if sizes:
        words.append(_bets(sizes[0], sizes[-1], is_raise=s.price > 0))
    if due:
        words.append(say("can_fold", "fold"))
    return listed(words, "or")


def _bets(least: int, most: int, *, is_raise: bool) -> Sentence:
    up_to = _after(say("up_to", "up to {most}", most=most)) if most > least else ""
    words = "raise to {least}{up_to}" if is_raise else "bet {least}{up_to}"
    return say("can_bet", words, least=least, up_to=up_to)
