"""The events worth trying in Russian Bank (the guards say what is legal), and the possible plays in
words."""

from collections.abc import Iterator

from ludex.kernel import Event, Guards, Query, Seat, Sentence, say
from ludex.parts.cards import Card
from ludex.parts.remembered import remembered

from .building_rules import rooms, takes
from .compulsory import (
    compulsory_loads,
    open_duty,
    spaces,
)
from .dealing import DEALS, Deal
from .ending import NO_GAME
from .events import (
    AgreeStalemate,
    CallStop,
    Discard,
    Move,
    MoveGroup,
    MoveRun,
    NextGame,
    Pass,
    Resign,
    TurnHand,
)
from .places import PLACES, PileKind, Play, spoken
from .state import Phase, State, pile_at, top
from .turns import can_turn

MOVES = {a: {b: Move(a, b) for b in PLACES} for a in PLACES}
TURN_HAND, DISCARD, PASS, CALL_STOP = TurnHand(), Discard(), Pass(), CallStop()
ACTIONS = (TURN_HAND, DISCARD, PASS, CALL_STOP)
SEATS = (Seat(0), Seat(1))
BY_PLAYERS = (*map(Resign, SEATS), *map(AgreeStalemate, SEATS))
DEALT = (Deal(0), Deal(DEALS - 1))
NEXT_GAME = NextGame()


def candidates(s: State) -> Iterator[Event[State]]:
    """Yield where each available card fits, and every way to go on; the guards decide."""
    if s.phase is Phase.DEAL:
        yield from DEALT
    elif s.phase is Phase.PLAY:
        yield from fitting(s)
        yield from ACTIONS
        if s.rules.runs_move == "as_a_unit":
            yield from (MoveGroup(*run) for run in runs(s))


def fitting(s: State) -> list[Move]:
    """Return the moves that building allows, card by card."""
    return [MOVES[a][b] for a, targets in rooms(s) for b in targets]


@remembered(16)  # both players are asked for what they can do, of the same view
def asides(s: State) -> list[Event[State]]:
    """Return what may be legal and is no move: runs of moves, giving up, offers, the next game."""
    if s.phase is Phase.OVER:
        return [NEXT_GAME]
    found: list[Event[State]] = []
    if s.phase is Phase.PLAY:
        if s.rules.runs_move == "in_one_gesture" and may_run(s):
            spaces = s.houses.count(())
            found += (
                MoveRun(i, j, n) for i, j, n in runs(s) if n <= 1 << spaces - (not s.houses[j - 1])
            )
        found += BY_PLAYERS
    return found


def may_run(s: State) -> bool:
    """Could cards go one by one over an empty house? Not while others must be played."""
    if all(s.houses):
        return False
    duty = open_duty(s) if s.rules.blocks else None
    return duty is None or any(a.kind is b.kind is PileKind.HOUSE for a, b in duty.skipped)


def runs(s: State) -> Iterator[tuple[int, int, int]]:
    """Source, target and count of every run that fits another house."""
    allowed = takes(s.rules)[PileKind.HOUSE]
    houses = [(j, allowed[top(pile)]) for j, pile in enumerate(s.houses, start=1)]
    for i, pile in enumerate(s.houses, start=1):
        covered = pile[:-1]
        for j, taken in houses:
            if i != j and not taken.isdisjoint(covered):
                counts = range(2, len(pile) + 1)
                yield from ((i, j, n) for n in counts if pile[-n] in taken)


@remembered(1 << 10)  # for the gestures of a scene, and for the log a move later
def due_plays(s: State) -> tuple[Play, ...]:
    """Return the plays of which one is due now, the most urgent kind only."""
    if s.phase is not Phase.PLAY:
        return ()
    goes_on = TurnHand() if can_turn(s) else Pass()
    duty = open_duty(s) or (goes_on if s.turned is None else Discard()).fault(s)
    return () if duty is None else duty.skipped


def compulsory_plays(s: State) -> tuple[Play, ...]:
    """Return the due plays that the rules call compulsory: foundations, spaces, forced loads.

    What else is due is only a condition of turning or discarding: the reserve card that
    fits a house is no compulsory play, and other cards may go before it.
    """
    if open_duty(s) is not None:
        return due_plays(s)
    compulsory = compulsory_loads(s) + ([] if s.turned else spaces(s))
    return tuple(play for play in due_plays(s) if play in compulsory)


def is_compulsory(s: State, event: Event[State]) -> bool:
    """Must this legal event be played (or another such one)?"""
    return isinstance(event, Move) and Play(event.source, event.target) in compulsory_plays(s)


def described(s: State, event: Event[State]) -> str:
    """Return a move with its card: `A♠ from the reserve to foundation 1`."""
    if not isinstance(event, Move):
        return event.name.replace("_", " ").capitalize()
    return moved(top(pile_at(s, event.source)), Play(event.source, event.target))


def moved(card: Card | None, play: Play) -> Sentence:
    """Return the same, for a card that is known already."""
    return say(
        "play",
        "{card} from {pile} to {target_pile}",
        card=card.face if card else "a card",
        pile=spoken(play.source),
        target_pile=spoken(play.target),
    )


class Plays(Query[State]):
    """Show everything that can be played now, and whether it is compulsory."""

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.PLAY or NO_GAME

    def answer(self, s: State) -> str:
        tags = {True: "compulsory", False: "voluntary"}
        return "\n".join(
            f"{tags[is_compulsory(s, event)]:10}  {event}  {described(s, event)}"
            for event in candidates(s)
            if event.permitted(s)
        )
