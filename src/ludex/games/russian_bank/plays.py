"""What can be played: candidates for the kernel, and which of them are compulsory."""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final

from ludex.games.russian_bank.building import (
    LOADABLE,
    available,
    fits_load,
    space_accepts,
)
from ludex.games.russian_bank.dealing import DEALS, Deal
from ludex.games.russian_bank.duties import (
    Duty,
    before_discarding,
    before_passing,
    before_play,
    before_turning,
    discarding_duty,
    open_duty,
    turning_duty,
    wanted,
    ways_back,
)
from ludex.games.russian_bank.events import (
    AgreeStalemate,
    CallStop,
    Discard,
    Move,
    NextGame,
    Pass,
    Resign,
    TurnHand,
    can_turn,
    in_play,
)
from ludex.games.russian_bank.groups import MoveGroup, MoveRun, runs
from ludex.games.russian_bank.options import (
    Compulsory,
    FillSpaces,
    Groups,
    HandTurn,
    Loading,
)
from ludex.games.russian_bank.table import (
    HOUSES,
    PLACES,
    THEIR_RESERVE,
    THEIR_WASTE,
    Kind,
    Phase,
    Play,
    State,
    pile_at,
    top,
)
from ludex.kernel import Event, Guards, Query, Seat
from ludex.parts.cards import Card
from ludex.parts.remembered import remembered

MOVES: Final = {a: {b: Move(a, b) for b in PLACES} for a in PLACES}
TO_HOUSE: Final = {a: [MOVES[a][house] for house in HOUSES] for a in PLACES}
TURN_HAND, DISCARD, PASS, CALL_STOP = TurnHand(), Discard(), Pass(), CallStop()
ALL_BOUND: Final = (Compulsory.ALL_AVAILABLE, Compulsory.ALL_WITH_RELEASE)
NEXT_GAME: Final = NextGame()
RESIGNATIONS: Final = (Resign(Seat(0)), Resign(Seat(1)))
AGREEMENTS: Final = (AgreeStalemate(Seat(0)), AgreeStalemate(Seat(1)))
NO_HOUSES: Final[list[int]] = []
DEALT: Final = (Deal(0), Deal(DEALS - 1))


@remembered(most=16)  # both players are asked for what they can do, of the same view
def candidates(s: State) -> Sequence[Event[State]]:
    """All legal events but wrong plays and asides."""
    if s.phase is Phase.DEAL:
        return DEALT
    if s.phase is Phase.OVER:
        return ()
    duty = open_duty(s) if s.rules.blocks else None
    found = [*_moves(s, duty), *_ends_and_turns(s, duty)]
    if s.court.watched is not None and CALL_STOP.permitted(s):
        found.append(CALL_STOP)
    if s.rules.group_moves is Groups.UNIT:
        groups = (MoveGroup(*run) for run in runs(s))
        found += (group for group in groups if group.permitted(s))
    return found


def asides(s: State) -> Iterator[Event[State]]:
    """What may be legal and is no move: runs of moves, giving up, offers, the next game."""
    if s.phase is Phase.OVER:
        yield NEXT_GAME
    elif s.phase is Phase.PLAY:
        if s.rules.group_moves is Groups.MACRO and not all(s.houses):
            yield from (MoveRun(*run) for run in runs(s))
        yield from RESIGNATIONS
        yield from AGREEMENTS


def _moves(s: State, duty: Duty | None) -> list[Event[State]]:
    """Cards that fit; where rules block, only compulsory ones while there are any."""
    if duty is not None:
        return [MOVES[a][b] for a, b in duty[1]]
    rules = s.rules
    # No duty is open: where all cards are bound to foundations, none fits one.
    bound = rules.blocks and rules.compulsory_foundation in ALL_BOUND
    moves = _fitting(s, foundations=not bound)
    if rules.blocks and rules.loading is Loading.LAST_RESORT:
        return [
            move
            for move in moves
            if move.target.kind not in LOADABLE
            or before_play(s, Play(move.source, move.target)) is None
        ]
    return [*moves]


def _fitting(s: State, *, foundations: bool) -> list[Move]:
    """Where each available card fits; the houses and loads are looked up, not tried."""
    rules, back = s.rules, ways_back(s)
    waiting = wanted(s.foundations) if foundations else {}
    moves: list[Move] = []
    spaces: list[int] = []
    rooms: dict[int, list[int]] = {}
    for i, pile in enumerate(s.houses):
        if pile:
            suit, rank, _ = pile[-1]
            rooms.setdefault(2 * rank - 1 - (suit & 1), []).append(i)
        else:
            spaces.append(i)
    tops = [
        (place, below)
        for place, pile in (
            (THEIR_RESERVE, s.theirs.reserve),
            (THEIR_WASTE, s.theirs.waste),
        )
        if (below := top(pile)) is not None
    ]
    for source, card in available(s):
        suit, rank, _ = card
        moves += [MOVES[source][place] for place in waiting.get((suit, rank), ())]
        houses = rooms.get(2 * rank + (suit & 1), NO_HOUSES)
        if spaces and space_accepts(rules, card):
            houses = houses + spaces
        if back and source in back:
            houses = [i for i in houses if i not in back[source]]
        if houses:
            to_house = TO_HOUSE[source]
            moves += [to_house[i] for i in houses]
        for target, below in tops:
            if suit is below[0] and fits_load(rules, card, below):
                moves.append(MOVES[source][target])
    return moves


def _ends_and_turns(s: State, duty: Duty | None) -> tuple[Event[State], ...]:
    """Turning, discarding, passing: at most one of them at a time."""
    free = not s.rules.blocks
    if s.turned is not None:
        may = free or (duty is None and discarding_duty(s) is None)
        return (DISCARD,) if may else ()
    if can_turn(s):
        any_time = free or s.rules.hand_turn_when is HandTurn.ANY_TIME
        may = any_time or (duty is None and turning_duty(s) is None)
        return (TURN_HAND,) if may else ()
    return (PASS,) if PASS.permitted(s) else ()


class Tag(Enum):
    """Whether something must be played or may be."""

    COMPULSORY = "compulsory"
    VOLUNTARY = "voluntary"


@remembered(most=16)
def due_plays(s: State) -> tuple[Play, ...]:
    """The plays of which one is due now, the most urgent kind only."""
    if s.phase is not Phase.PLAY:
        return ()
    duty = open_duty(s)
    if duty is None:
        if s.turned is not None:
            duty = before_discarding(s)
        else:
            duty = before_turning(s) if can_turn(s) else before_passing(s)
    return () if duty is None else duty[1]


@remembered(most=16)
def compulsory_plays(s: State) -> tuple[Play, ...]:
    """The due plays that the rules call compulsory: foundations, spaces, forced loads.

    What else is due is only a condition of turning or discarding: the reserve card that
    fits a house is no compulsory play, and other cards may go before it.
    """
    due = due_plays(s)
    if open_duty(s) is not None:
        return due
    loads = s.rules.loading is Loading.COMPULSORY
    fills = s.rules.fill_spaces_before_hand is not FillSpaces.NO and s.turned is None
    return tuple(
        play
        for play in due
        if (loads and play.target.kind in LOADABLE)
        or (fills and play.target.kind is Kind.HOUSE and not pile_at(s, play.target))
    )


def tag(s: State, event: Event[State]) -> Tag:
    """Is this legal event compulsory?"""
    if not isinstance(event, Move):
        return Tag.VOLUNTARY
    bound = Play(event.source, event.target) in compulsory_plays(s)
    return Tag.COMPULSORY if bound else Tag.VOLUNTARY


def described(s: State, event: Event[State]) -> str:
    """A move with its card: `A♠ from the reserve to foundation 1`."""
    if not isinstance(event, Move):
        return event.name.replace("_", " ").capitalize()
    return moved(top(pile_at(s, event.source)), Play(event.source, event.target))


def moved(card: Card | None, play: Play) -> str:
    """The same, for a card that is known already."""
    face = card.face if card else "a card"
    return f"{face} from {play.source} to {play.target}"


class Plays(Query[State]):
    """Show everything that can be played now, and whether it is compulsory."""

    def guards(self, s: State) -> Guards:
        yield from in_play(s)

    def answer(self, s: State) -> str:
        return "\n".join(
            f"{tag(s, event).value:10}  {event}  {described(s, event)}"
            for event in candidates(s)
        )
