"""The table in letters: two sides, foundations, houses fanned from left to right."""

from collections.abc import Iterator

from ludex.games.russian_bank.ending import is_decided, sentence
from ludex.games.russian_bank.events import Move
from ludex.games.russian_bank.plays import described, due_plays
from ludex.games.russian_bank.state import Phase, Pile, State
from ludex.games.russian_bank.stop import FALSE_CALLS
from ludex.kernel import Seat, seat_name, seat_number
from ludex.parts.cards import Card, Hidden

WIDTH = 4


def text(s: State) -> str:
    """What transcripts and terminals show."""
    return "\n".join(lines(s))


def lines(s: State) -> Iterator[str]:
    """Player 2 at the top, the common piles between, player 1 at the bottom."""
    yield side(s, Seat(1))
    yield f"  foundations {' '.join(face(pile) for pile in s.foundations)}".rstrip()
    half = len(s.houses) // 2
    for i in range(half):
        left, right = fanned(s, i), fanned(s, half + i)
        yield f"  {left:42}  {right}".rstrip()
    yield side(s, Seat(0))
    yield status(s)


def side(s: State, seat: Seat) -> str:
    """Reserve and waste by their top card, every pile by its size."""
    own = s.sides[seat]
    turned = ""
    if s.turned is not None and s.seat == seat:
        turned = f" turned {shown(s.turned)}"
    return (
        f"{seat_name(seat)}: reserve {face(own.reserve)}({len(own.reserve)})  "
        f"hand({len(own.hand)}){turned}  waste {face(own.waste)}({len(own.waste)})  "
        f"points {s.match.scores[seat]}"
    )


def face(pile: Pile) -> str:
    """The top card in a column, dashes for an empty pile."""
    return f"{shown(pile[-1]) if pile else '--':{WIDTH}}"


def shown(card: Card | Hidden) -> str:
    """A card as players read it; its pack never matters."""
    return card.face if isinstance(card, Card) else "??"


def fanned(s: State, i: int) -> str:
    """A house with all its cards, the one that can move last."""
    return f"house {i + 1}: {' '.join(card.face for card in s.houses[i]) or '--'}"


def status(s: State) -> str:
    """Whose turn it is, or how the game ended."""
    result = s.match.result
    ended = ""
    if result is not None and s.phase is not Phase.PLAY:
        points = f", {result.points} points" if result.points else ""
        ended = f"{sentence(result)}{points}".capitalize()
    match s.phase:
        case Phase.DEAL:
            return f"{ended}. {waiting(s)}" if ended else waiting(s)
        case Phase.OVER:
            if is_decided(s.rules, s.match):
                return f"{ended}. Match over"
            return f"{ended}. Game over; next_game goes on"
        case Phase.PLAY:
            return f"Player {seat_number(s.seat)} to move{''.join(pending(s))}{reminder(s)}"


def pending(s: State) -> Iterator[str]:
    """Offers, turns to be lost, and how many wrong calls are left."""
    court = s.court
    for seat in sorted(court.offers):
        yield f"; {seat_name(seat)} offers a stalemate"
    for seat in sorted(court.forfeits):
        yield f"; {seat_name(seat)} loses the next turn"
    counted = s.rules.wrong_call_costs == "one_of_three_calls"
    if counted and s.rules.enforcement == "stop":
        one, two = (FALSE_CALLS - calls for calls in court.false_calls)
        yield f"; wrong calls left: {one} and {two}"


def waiting(s: State) -> str:
    """Before a deal."""
    return "Waiting for the deal" + (
        "" if single(s) else f" of game {s.match.games + 1}"
    )


def single(s: State) -> bool:
    """Is this a game without a match around it?"""
    return s.rules.match_target == "none"


def reminder(s: State) -> str:
    """Under `remind` the table says what is due."""
    plays = due_plays(s) if s.rules.enforcement == "remind" else ()
    return f"; due: {described(s, Move(*plays[0]))}" if plays else ""
