"""The hold'em table in text: one line a seat, the board, and what comes next."""

from collections.abc import Iterator, Sequence

from ludex.games.poker.evaluator import Hand
from ludex.games.poker.holdem.betting import amounts, owed, to_call
from ludex.games.poker.holdem.dealing import street
from ludex.games.poker.holdem.ending import outcome, ranking
from ludex.games.poker.holdem.pots import pots
from ludex.games.poker.holdem.state import BETWEEN, Ended, Phase, State
from ludex.games.poker.pack import spaced
from ludex.kernel import Seat, seat_name


def text(s: State, stacks: Sequence[str] | None = None) -> str:
    """The whole table as it is; `stacks` in other words, where they are not known."""
    behind = stacks or [*map(str, s.stacks)]
    seats = (_seat(s, Seat(p), behind[p]) for p in range(len(s.stacks)))
    return "\n".join((_head(s), *_middle(s), *seats, *_ending(s)))


def _head(s: State) -> str:
    hand = max(s.session.hand, 1)
    rules, stakes = s.rules, s.rules.stakes(hand)
    kind = "fixed limit" if rules.fixed else "no limit"
    words = [f"hand {s.session.hand}" if s.session.hand else "before the first hand"]
    if rules.hands_per_level:
        words.append(f"level {rules.level(hand)}")
    words.append(f"{kind} {stakes.small}/{stakes.big}")
    if stakes.ante:
        words.append(f"ante {stakes.ante}")
    return ", ".join(words)


def _middle(s: State) -> Iterator[str]:
    last = s.session.last
    if last is not None and not s.board:
        yield f"last hand: {', '.join(_winners(last))}"
    if s.session.hand:
        yield f"board: {spaced(s.board) or '-'}"
    if s.pot:
        whole = pots(s)
        parts = [f"{pot.amount} between {_numbers(pot.seats)}" for pot in whole]
        yield f"pot:   {s.pot}" + (f" ({', '.join(parts)})" if parts[1:] else "")


def _winners(last: Ended) -> Iterator[str]:
    for p, (hole, won) in enumerate(zip(last.holes, last.won, strict=True)):
        if won:
            value = f" with {Hand.of((*hole, *last.board)).words}" if hole else ""
            yield f"{seat_name(Seat(p))} won {won}{value}"


def _numbers(seats: tuple[Seat, ...]) -> str:
    return " and ".join(str(p + 1) for p in sorted(seats))


def _seat(s: State, p: Seat, behind: str) -> str:
    turn = s.waiting[:1] == (p,)
    marks = [
        word
        for word, seat in (
            ("button", s.session.button),
            ("small", s.session.small),
            ("big", s.session.big),
        )
        if seat == p
    ]
    row = (
        f"{'>' if turn else ' '} {p + 1:2} {behind:>7} "
        f"{'bet ' + str(s.bets[p]) if s.bets[p] else '':11} "
        f"{spaced(s.holes[p]):5}  {_standing(s, p)}"
    )
    return " ".join((row.rstrip(), *(f"[{m}]" for m in marks)))


def _standing(s: State, p: Seat) -> str:
    """How the hand stands for `p`, and the place of who is out or has won it all."""
    place = s.session.places[p]
    return ", ".join(filter(None, (_fate(s, p), f"place {place}" if place else "")))


def _fate(s: State, p: Seat) -> str:
    if not s.holes[p]:
        return "out" if s.rules.asks and s.session.hand else ""
    if s.won[p]:
        return f"wins {s.won[p]}" + _with(s, p)
    if not s.live[p]:
        return "folded"
    if s.phase in BETWEEN:
        return "loses" + _with(s, p)
    return "all in" if not s.stacks[p] else ""


def _with(s: State, p: Seat) -> str:
    """What a shown hand is worth."""
    if not s.shown[p] or len(s.board) < 5:
        return ""
    return f" with {Hand.of((*s.holes[p], *s.board)).words}"


def _ending(s: State) -> Iterator[str]:
    match s.phase:
        case Phase.DEAL:
            yield "the next hand is to be dealt"
        case Phase.BOARD:
            yield f"the {street(s)} is to be dealt"
        case Phase.BETTING:
            yield f"{seat_name(s.waiting[0])} to act: {_choices(s)}"
        case Phase.SHOWDOWN if s.waiting:
            yield f"{seat_name(s.waiting[0])} to show or muck"
        case Phase.SHOWDOWN:
            yield "nobody can tell who wins: cards are not known"
        case Phase.REBUY:
            name, chips = seat_name(s.waiting[0]), s.rules.stack
            yield f"{name} has nothing left: buy in again for {chips} or stay out"
        case Phase.OVER:
            ended = outcome(s)
            assert ended is not None
            yield ended.text
            yield "ranking: " + ", ".join(
                f"{place}. {seat_name(p)}" for place, p in ranking(s)
            )


def _choices(s: State) -> str:
    due, sizes = owed(s), amounts(s)
    words = [f"call {to_call(s)}" if due else "check"]
    if sizes:
        least, most = sizes[0], sizes[-1]
        verb = "raise to" if s.price else "bet"
        words.append(f"{verb} {least}" + (f" up to {most}" if most > least else ""))
    if due:
        words.append("fold")
    return " or ".join((", ".join(words[:-1]), words[-1])) if words[1:] else words[0]
