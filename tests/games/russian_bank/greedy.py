"""A plain greedy player: foundations, then the reserve, then loading, then the hand."""

from dataclasses import dataclass

from games.russian_bank.bank import GAME
from ludex.games.russian_bank.rules.events import Discard, Move, Pass, TurnHand
from ludex.games.russian_bank.rules.places import PileKind, Place
from ludex.games.russian_bank.rules.state import End, State
from ludex.kernel import CHANCE, Dice, Event, Seat

LOADS = (PileKind.THEIR_RESERVE, PileKind.THEIR_WASTE)


def preference(s: State, event: Event[State]) -> int:
    """The lower, the sooner; 9 is never played."""
    if isinstance(event, Discard | Pass):
        return 6
    if isinstance(event, TurnHand):
        return 5
    if not isinstance(event, Move):
        return 9
    a, b = event.source.kind, event.target.kind
    if b is PileKind.FOUNDATION:
        return 0 if a is PileKind.RESERVE else 1
    if a is PileKind.RESERVE:
        # A space is worth more than the card that fills it, unless it must be filled.
        return 2 if b in LOADS or s.houses[event.target.number - 1] else 4
    if b in LOADS:
        return 3
    if a in (PileKind.HAND, PileKind.WASTE):
        return 4
    return 4 if empties_a_house(s, event.source, event.target) else 9


def empties_a_house(s: State, source: Place, target: Place) -> bool:
    """Does the last card of a house go on another one?"""
    return len(s.houses[source.number - 1]) == 1 and bool(s.houses[target.number - 1])


def choice(s: State, events: list[Event[State]], dice: Dice) -> Event[State]:
    best = min(preference(s, event) for event in events)
    return dice.choice([e for e in events if preference(s, e) == best])


@dataclass(frozen=True)
class Played:
    end: End | None
    winner: Seat | None
    starter: Seat | None
    turns: int
    moves: int
    loads: int
    points: int


def greedy_game(start: State, dice: Dice, cap: int = 3000) -> Played:
    game, s = GAME.unchecked(), start
    turns = moves = loads = 0
    while game.outcome(s) is None and turns < cap:
        if game.turn(s) == CHANCE:
            event = game.draw(s, dice)
        else:
            event = choice(s, game.moves(s), dice)
            moves += isinstance(event, Move)
            loads += isinstance(event, Move) and event.target.kind in LOADS
            turns += isinstance(event, Discard | Pass)
        s = game.after(s, event)
    result = s.match.result
    return Played(
        result.end if result else None,
        result.ahead if result else None,
        s.match.starter,
        turns + 1,
        moves,
        loads,
        result.points if result else 0,
    )
