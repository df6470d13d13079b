"""A hand history played again, action by action, under the rules of the table.

A file that lies is refused at the first action that could not have happened, or at the
stack that does not come out. Cards that the file does not know stay unknown; those that
their player shows later are known from the start.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from ludex.games.poker.holdem.betting import Bet, Call, Check, Fold, RaiseTo, owed
from ludex.games.poker.holdem.dealing import DealBoard, DealHoles, dealt, twice
from ludex.games.poker.holdem.phh import Record
from ludex.games.poker.holdem.rules import AnteBy, Limit, Rules
from ludex.games.poker.holdem.showing import Muck, Show
from ludex.games.poker.holdem.state import Phase, State, seated
from ludex.games.poker.notation import NotCards
from ludex.games.poker.pack import UNKNOWN, Cards, read_cards, spaced, written
from ludex.kernel import CHANCE, Event, Seat, Unreadable

DONE: Final = (Phase.DEAL, Phase.OVER)


@dataclass(frozen=True, slots=True)
class Played:
    """One action of the file, the event it was (none for a mere remark), the table then."""

    action: str
    event: Event[State] | None
    state: State


class Lie(Exception):
    """The file says something that cannot be; the text says where and why."""


def opening(record: Record) -> State | Unreadable:
    """The table before the hand, or why the forced bets are not played here."""
    n = len(record.stacks)
    small, big, *others = record.blinds
    dead_small = n > 2 and small > 0 and not big
    if dead_small:
        small, big = 0, small
    problems = [
        f"blinds_or_straddles, entry {i}: a straddle or post of {post} is not played here"
        for i, post in enumerate(others, start=3)
        if post
    ]
    bets = (big,) if record.variant == "NT" else (big, 2 * big)
    if record.bets != bets:
        found = ", ".join(map(str, record.bets))
        problems.append(
            f"bets of {found} with a big blind of {big} are not played here"
        )
    ante, by = record.antes[0], AnteBy.EVERYBODY
    if len({*record.antes}) > 1:
        ante, by = max(record.antes), AnteBy.BIG_BLIND
        place = 0 if dead_small else 1
        if record.antes[place] != ante or sum(record.antes) != ante:
            problems.append("antes: all the same, or one by the big blind, are played")
    rules = Rules(
        players=n,
        stack=max(record.stacks),
        small_blind=small,
        big_blind=max(big, 1),
        ante=ante,
        ante_by=by,
        limit=Limit.NONE if record.variant == "NT" else Limit.FIXED,
        hands=1,
        rebuy=False,
    )
    contradiction = rules.contradiction()
    problems += contradiction.problems if contradiction else ()
    if problems:
        return Unreadable(tuple(problems))
    button = Seat(n - 1)
    if n == 2:
        return seated(rules, record.stacks, button, button, Seat(0))
    if dead_small:
        return seated(rules, record.stacks, button, button, Seat(0))
    return seated(rules, record.stacks, button, Seat(0), Seat(1))


def replayed(record: Record, start: State) -> Iterator[Played]:
    """The hand from `start`, action by action; a `Lie` ends it."""
    s = start
    holes: dict[int, Cards] = {}
    shown = _shown_later(record)
    for number, action in enumerate(record.actions, start=1):
        words = action.partition("#")[0].split()
        where = f"action {number} ({' '.join(words)})"
        try:
            match words:
                case []:
                    yield Played(action, None, s)
                    continue
                case ["d", "dh", player, cards]:
                    _deal_to(holes, _player(player, s), _cards(cards), shown)
                    event = None
                    if len(holes) == len(s.stacks) and s.phase is Phase.DEAL:
                        event, s = _deal(s, holes)
                case _:
                    event = _event(s, words, record.unit)
                    s = _after(s, event) if event is not None else s
        except Lie as lie:
            raise Lie(f"{where}: {lie}") from None
        except NotCards:
            unknown = [p + 1 for p, hole in enumerate(s.holes) if UNKNOWN in hole]
            names = " and ".join(f"p{p}" for p in unknown)
            raise Lie(
                f"{where}: a showdown, and the cards of {names} are not known"
            ) from None
        yield Played(action, event, s)
    _compare_ends(record, s)


def _compare_ends(record: Record, s: State) -> None:
    """What the file says at its end must have come out."""
    claims = (
        ("finishing_stacks", record.finishing, s.stacks),
        ("winnings", record.winnings, s.won),
    )
    for name, claimed, true in claims:
        if claimed is None:
            continue
        if s.phase not in DONE:
            raise Lie(f"{name}: the hand is not over at the end of the actions")
        for i, (told, real) in enumerate(zip(claimed, true, strict=True), start=1):
            # Some files count as winnings only what is more than one put in oneself.
            gain = max(s.stacks[i - 1] - record.stacks[i - 1], 0)
            if told != real and not (name == "winnings" and told == gain):
                raise Lie(
                    f"{name}, entry {i}: the file says {told * record.unit}, "
                    f"the hand gives {real * record.unit}"
                )


def _shown_later(record: Record) -> dict[int, Cards]:
    """The cards that players show at some time."""
    found = {}
    for action in record.actions:
        match action.partition("#")[0].split():
            case [player, "sm", text] if player[1:].isdecimal() and len(player) < 4:
                cards = read_cards(text)
                if cards and UNKNOWN not in cards:
                    found[int(player[1:]) - 1] = cards
            case _:
                pass
    return found


def _deal_to(
    holes: dict[int, Cards], p: Seat, cards: Cards, shown: dict[int, Cards]
) -> None:
    if p in holes:
        raise Lie(f"p{p + 1} has cards already")
    if len(cards) != 2:
        raise Lie(f"a player gets two cards, not {len(cards)}")
    if cards == (UNKNOWN, UNKNOWN):
        cards = shown.get(p, cards)
    together = [c for hole in (*holes.values(), cards) for c in hole if c != UNKNOWN]
    if repeated := [*twice(tuple(together))]:
        raise Lie(f"{spaced(repeated)} is there twice")
    holes[p] = cards


def _deal(s: State, holes: dict[int, Cards]) -> tuple[Event[State] | None, State]:
    """The deal that begins the hand; an observer's one, if not all cards are known."""
    cards = tuple(card for p in sorted(holes) for card in holes[p])
    if UNKNOWN in cards:
        return None, dealt(s, cards)
    event = DealHoles(cards)
    return event, _after(s, event)


def _event(s: State, words: list[str], unit: Decimal) -> Event[State] | None:
    """The event of an action, or None when it only tells what everybody sees."""
    match words:
        case ["d", "db", cards]:
            if s.phase is not Phase.BOARD:
                raise Lie("no card of the board is due")
            return DealBoard(_cards(cards))
        case [player, "f"]:
            _demand_turn(s, player)
            return Fold()
        case [player, "cc"]:
            _demand_turn(s, player)
            if s.phase is not Phase.BETTING:
                raise Lie("the betting is over")
            return Call() if owed(s) else Check()
        case [player, "cbr", amount]:
            _demand_turn(s, player)
            chips = _chips(amount, unit)
            return RaiseTo(chips) if s.price else Bet(chips)
        case [player, "sm"]:
            return _mucked(s, _player(player, s))
        case [player, "sm", cards]:
            return _showed(s, _player(player, s), cards)
        case _:
            raise Lie("this is no action of hold'em")


def _mucked(s: State, p: Seat) -> Event[State] | None:
    if s.phase in DONE:  # whoever wins need not show
        return None
    if s.shown[p]:
        raise Lie("all hands are shown when somebody is all in")
    _demand_turn(s, f"p{p + 1}")
    return Muck()


def _showed(s: State, p: Seat, text: str) -> Event[State] | None:
    cards = s.holes[p] if text == "-" else _cards(text)
    if {*cards} != {*s.holes[p]}:
        raise Lie(f"p{p + 1} has {written(s.holes[p]) or 'no cards'}, not {text}")
    if s.shown[p] or s.phase in DONE:
        return None
    _demand_turn(s, f"p{p + 1}")
    return Show()


def _after(s: State, event: Event[State]) -> State:
    refusal = event.refusal(s)
    if refusal is not None:
        raise Lie(refusal.text)
    return event.apply(s)


def _demand_turn(s: State, player: str) -> None:
    p = _player(player, s)
    turn = s.waiting[0] if s.waiting else CHANCE
    if turn == CHANCE:
        raise Lie("the hand is over" if any(s.won) else "cards are due first")
    if p != turn:
        raise Lie(f"it is the turn of p{turn + 1}")


def _player(word: str, s: State) -> Seat:
    number = word[1:]
    if word[:1] != "p" or not number.isdecimal() or len(number) > 2:
        raise Lie(f"{word} is no player")
    if not 1 <= int(number) <= len(s.stacks):
        raise Lie(f"there is no {word}: {len(s.stacks)} play")
    return Seat(int(number) - 1)


def _cards(text: str) -> Cards:
    cards = read_cards(text)
    if cards is None:
        raise Lie(f"{text} are no cards")
    return cards


def _chips(word: str, unit: Decimal) -> int:
    if not re.fullmatch(r"[0-9]{1,15}(?:\.[0-9]{1,15})?", word):
        raise Lie(f"{word[:40]} is no number of chips")
    amount = Decimal(word) / unit
    if amount != int(amount):
        raise Lie(f"{word} is no number of chips")
    return int(amount)
