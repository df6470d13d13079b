"""A hand history played again, action by action, under the rules of the table.

A strict replay refuses a file at the first action that could not have happened here, or at
the stack that does not come out. Cards that the file does not know stay unknown; those that
their player shows later are known from the start.
"""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from ludex.kernel import CHANCE, Event, Seat
from ludex.parts.places import put

from ...rules import (
    UNKNOWN,
    Cards,
    NotCards,
    hand_text,
    read_cards,
    spaced,
)
from ..rules import (
    Bet,
    Call,
    Check,
    DealBoard,
    Fold,
    Muck,
    Phase,
    RaiseTo,
    Show,
    State,
    owed,
)
from ..rules.dealing import twice
from .forced_bets import HandOpening
from .phh import AMOUNT, HandRecord
from .remarks import HandRemark

DONE = (Phase.DEAL, Phase.OVER)


class ReplayedAction(NamedTuple):
    """One action of the file, and the table after it."""

    action: str
    state: State
    remarks: tuple[HandRemark, ...] = ()


class ImpossibleClaim(Exception):
    """The file says something that cannot be; the text says where and why."""


def replayed(record: HandRecord, opening: HandOpening) -> Iterator[ReplayedAction]:
    """The hand, action by action; a `ImpossibleClaim` ends it."""
    s = opening.start
    holes: dict[Seat, Cards] = {}
    shown = shown_later(record)
    for number, action in enumerate(record.actions, start=1):
        words = words_of(action)
        where = place(number, words)
        try:
            match words:
                case []:
                    pass
                case ["d", "dh", player, cards]:
                    hold(holes, player_of(player, s), cards_of(cards), shown)
                    if len(holes) == len(s.stacks) and s.phase is Phase.DEAL:
                        s = opening.dealt(tuple(c for p in sorted(holes) for c in holes[p]))[1]
                case _:
                    event = event_of(s, words, record.unit)
                    s = after(s, event) if event is not None else s
        except ImpossibleClaim as claim:
            raise ImpossibleClaim(f"{where}: {claim}") from None
        except NotCards:
            if words[1:] in (["f"], ["sm"]):
                s = s._replace(live=put(s.live, s.waiting[0], value=False))
            raise ImpossibleClaim(
                f"{where}: a showdown, and the cards of {unknown_hands(s)} are not known"
            ) from None
        yield ReplayedAction(action, s)
    _compare_ends(record, s)


def words_of(action: str) -> list[str]:
    """An action without its commentary."""
    return action.partition("#")[0].split()


def place(number: int, words: list[str]) -> str:
    """Return where in the file an action stands."""
    return f"action {number} ({' '.join(words)})"


def unknown_hands(s: State) -> str:
    """Name the seats that could win with cards that nobody knows."""
    return names(Seat(p) for p, hole in enumerate(s.holes) if s.live[p] and UNKNOWN in hole)


def names(seats: Iterable[Seat]) -> str:
    """Players as the file names them."""
    *some, last = (f"p{p + 1}" for p in seats)
    return f"{', '.join(some)} and {last}" if some else last


def _compare_ends(record: HandRecord, s: State) -> None:
    """Compare the results with those that the file states at its end."""
    claims = (
        ("finishing_stacks", record.finishing, s.stacks),
        ("winnings", record.winnings, s.won),
    )
    for name, claimed, true in claims:
        if claimed is None:
            continue
        if s.phase not in DONE:
            raise ImpossibleClaim(f"{name}: the hand is not over at the end of the actions")
        for i, (claim, real) in enumerate(zip(claimed, true, strict=True), start=1):
            # Some files count as winnings only what is more than one put in oneself.
            gain = max(s.stacks[i - 1] - record.stacks[i - 1], 0)
            if claim != real and not (name == "winnings" and claim == gain):
                raise ImpossibleClaim(disagreement(name, i, claim, real, record.unit))


def disagreement(name: str, entry: int, claim: int, real: int, unit: Decimal) -> str:
    """Return where the file says other than the hand does."""
    return f"{name}, entry {entry}: the file says {claim * unit}, the hand gives {real * unit}"


def shown_later(record: HandRecord) -> dict[Seat, Cards]:
    """The cards that players show at some time."""
    found: dict[Seat, Cards] = {}
    for action in record.actions:
        match words_of(action):
            case [player, "sm", text] if player[1:].isdecimal() and len(player) < 4:
                cards = read_cards(text)
                if cards and len(cards) == 2 and UNKNOWN not in cards:
                    found[Seat(int(player[1:]) - 1)] = cards
    return found


def hold(holes: dict[Seat, Cards], p: Seat, cards: Cards, shown: dict[Seat, Cards]) -> None:
    """Player `p` gets these cards, or those that he will show."""
    if len(holes.get(p, ())) == 2:
        raise ImpossibleClaim(f"p{p + 1} has cards already")
    if len(cards) != 2:
        raise ImpossibleClaim(f"a player gets two cards, not {len(cards)}")
    if UNKNOWN in cards and {*cards} - {UNKNOWN} <= {*shown.get(p, ())}:
        cards = shown.get(p, cards)
    others = (hole for q, hole in holes.items() if q != p)
    together = [c for hole in (*others, cards) for c in hole if c != UNKNOWN]
    if repeated := twice(tuple(together)):
        raise ImpossibleClaim(f"{spaced(repeated)} appears twice")
    holes[p] = cards


def event_of(s: State, words: list[str], unit: Decimal) -> Event[State] | None:
    """The event of an action, or None when it only tells what everybody sees."""
    match words:
        case ["d", "db", cards]:
            if s.phase is not Phase.BOARD:
                raise ImpossibleClaim("no card of the board is due")
            return DealBoard(cards_of(cards))
        case [player, "f"]:
            _demand_turn(s, player)
            return Fold()
        case [player, "cc"]:
            _demand_turn(s, player)
            if s.phase is not Phase.BETTING:
                raise ImpossibleClaim("the betting is over")
            return Call() if owed(s) else Check()
        case [player, "cbr", amount]:
            _demand_turn(s, player)
            chips = chips_of(amount, unit)
            return RaiseTo(chips) if s.price else Bet(chips)
        case [player, "sm", *cards] if len(cards) < 2:
            return _at_showdown(s, player, "".join(cards))
        case _:
            raise ImpossibleClaim("this is not an action of hold'em")


def _at_showdown(s: State, player: str, text: str) -> Event[State] | None:
    """Return what an action shows; without a text it mucks."""
    p = player_of(player, s)
    cards = s.holes[p] if text in ("", "-") else cards_of(text)
    if {*cards} != {*s.holes[p]}:
        raise ImpossibleClaim(f"p{p + 1} has {hand_text(s.holes[p]) or 'no cards'}, not {text}")
    if s.phase in DONE or (text and s.shown[p]):  # whoever wins need not show
        return None
    if s.shown[p]:
        raise ImpossibleClaim("all hands are shown when somebody is all in")
    _demand_turn(s, player)
    return Show() if text else Muck()


def after(s: State, event: Event[State]) -> State:
    """The table after an event that the rules allow."""
    refusal = event.refusal(s)
    if refusal is not None:
        raise ImpossibleClaim(refusal.text)
    return event.apply(s)


def _demand_turn(s: State, player: str) -> None:
    p = player_of(player, s)
    turn = s.waiting[0] if s.waiting else CHANCE
    if turn == CHANCE:
        raise ImpossibleClaim("the hand is over" if any(s.won) else "cards are due first")
    if p != turn:
        raise ImpossibleClaim(f"it is the turn of p{turn + 1}")


def player_of(word: str, s: State) -> Seat:
    """The seat of `p1`, `p2`, …"""
    number = word[1:]
    if word[:1] != "p" or not number.isdecimal() or len(number) > 2:
        raise ImpossibleClaim(f"{word[:40]} is no player")
    if not 1 <= int(number) <= len(s.stacks):
        raise ImpossibleClaim(f"there is no {word}: {len(s.stacks)} play")
    return Seat(int(number) - 1)


def cards_of(text: str) -> Cards:
    """The cards of an action."""
    cards = read_cards(text)
    if cards is None:
        raise ImpossibleClaim(f"{text[:40]} are no cards")
    return cards


def chips_of(word: str, unit: Decimal) -> int:
    """The amount of an action, in chips."""
    if not AMOUNT.fullmatch(word):
        raise ImpossibleClaim(f"{word[:40]} is not a number of chips")
    amount = Decimal(word) / unit
    if amount != int(amount):
        raise ImpossibleClaim(f"{word} is not a number of chips")
    return int(amount)
