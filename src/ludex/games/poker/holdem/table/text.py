"""The hold'em table in text: one line a seat, the board, and what comes next."""

from collections.abc import Iterator, Sequence

from ludex.kernel import Seat, Sentence, joined, listed, seat_name

from ...rules import Cards, Hand, spaced
from ..rules import BETWEEN, Phase, State, amounts, owed, to_call
from ..rules.dealing import street
from ..rules.ending import outcome, ranking
from ..rules.pots import Pot, pots
from . import tell


def text(s: State, stacks: Sequence[str] | None = None) -> str:
    """The whole table as it is; `stacks` in other words, where they are not known."""
    behind = stacks or [*map(str, s.stacks)]
    seats = (_seat(s, Seat(p), behind[p]) for p in range(len(s.stacks)))
    return joined((joined(_head(s)), *_middle(s), *seats, *_ending(s)), "\n")


def _head(s: State) -> Iterator[Sentence]:
    rules, hand = s.rules, max(s.session.hand, 1)
    stakes = rules.stakes(hand)
    yield tell("hand.text", hand=hand) if s.session.hand else tell("before")
    if rules.hands_per_level:
        yield tell("level", level=rules.level(hand))
    limit = tell("fixed_limit" if rules.fixed else "no_limit")
    yield joined((limit, f"{stakes.small}/{stakes.big}"), " ")
    if stakes.ante:
        yield tell("ante.stakes", chips=stakes.ante)


def _middle(s: State) -> Iterator[Sentence]:
    last = s.session.last
    if last is not None and not s.board:
        winners = (
            tell(
                "has_won",
                player=seat_name(Seat(p)),
                chips=won,
                value=_worth(hole, last.board) if hole else "",
            )
            for p, (hole, won) in enumerate(zip(last.holes, last.won, strict=True))
            if won
        )
        yield tell("last_hand", winners=joined(winners))
    if s.session.hand:
        yield tell("on_board", cards=spaced(s.board) or "-")
    if s.pot:
        whole = [_share(pot) for pot in pots(s)]
        shares = joined((" (", joined(whole, "; "), ")"), "") if whole[1:] else ""
        yield tell("in_pot", chips=s.pot, shares=shares)


def _share(pot: Pot) -> Sentence:
    seats = [p + 1 for p in sorted(pot.seats)]
    kind = "pot_of.several" if seats[1:] else "pot_of.one"
    return tell(kind, chips=pot.amount, seats=listed(seats))


def _worth(hole: Cards, board: Cards) -> Sentence:
    return _after(tell("worth", hand=Hand.of((*hole, *board)).words))


def _after(words: Sentence) -> Sentence:
    return joined((" ", words), "")


BET = 11
BUTTONS = tuple(map(tell, ("has_button", "has_small", "has_big")))


def _seat(s: State, p: Seat, behind: str) -> Sentence:
    mark = ">" if s.waiting[:1] == (p,) else " "
    bet: str = " " * BET
    if s.bets[p]:
        bet = tell("bet.text", chips=str(s.bets[p]).ljust(BET - len("bet ")))
    standing = [*_standing(s, p)]
    cards = f" {spaced(s.holes[p]):5}"
    row = joined((f"{mark} {p + 1:2} {behind:>7} ", bet, cards), "")
    if standing:
        row = joined((row, "  ", joined(standing)), "")
    elif not cards.strip():  # nothing but the bet, and nothing after that
        row = joined((f"{mark} {p + 1:2} {behind:>7}", f" {bet}".rstrip()), "")
    holders = (s.session.button, s.session.small, s.session.big)
    marks = (word for word, seat in zip(BUTTONS, holders, strict=True) if seat == p)
    return joined((row, *marks), " ")


def _standing(s: State, p: Seat) -> Iterator[Sentence]:
    """Return the state of the hand for `p`, and the place of who is out or has won it all."""
    if not s.holes[p]:
        if s.rules.asks and s.session.hand:
            yield tell("out.standing")
    elif s.won[p]:
        yield tell("wins.text", chips=s.won[p], value=_with(s, p))
    elif not s.live[p]:
        yield tell("folded")
    elif s.phase in BETWEEN:
        yield tell("loses", value=_with(s, p))
    elif not s.stacks[p]:
        yield tell("all_in.standing")
    if place := s.session.places[p]:
        yield tell("place.taken", place=place)


def _with(s: State, p: Seat) -> str:
    """Return the value of a shown hand."""
    return _worth(s.holes[p], s.board) if s.shown[p] and len(s.board) == 5 else ""


def _ending(s: State) -> Iterator[Sentence]:
    name = seat_name(s.waiting[0]) if s.waiting else None
    match s.phase:
        case Phase.DEAL:
            yield tell("to_deal")
        case Phase.BOARD:
            yield tell("to_open", street=street(s))
        case Phase.BETTING:
            yield tell("to_act", player=name, what=listed(_choices(s), "or"))
        case Phase.SHOWDOWN:
            yield tell("to_show", player=name) if name else tell("unknown")
        case Phase.REBUY:
            yield tell("to_buy", player=name, chips=s.rules.stack)
        case Phase.OVER:
            ended = outcome(s)
            assert ended is not None
            yield ended.text
            places = (tell("place.ranked", place=n, player=seat_name(p)) for n, p in ranking(s))
            yield tell("ranking", places=joined(places))


def _choices(s: State) -> Iterator[Sentence]:
    due, sizes = owed(s), amounts(s)
    yield tell("can_call", chips=to_call(s)) if due else tell("can_check")
    if sizes:
        least, most = sizes[0], sizes[-1]
        up_to = _after(tell("up_to", most=most)) if most > least else ""
        yield tell("can_bet.raise" if s.price else "can_bet.bet", least=least, up_to=up_to)
    if due:
        yield tell("can_fold")
