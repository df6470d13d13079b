"""The Russian Bank table: your own piles below, the opponent's above, the rest between.

The side panel tells whose side is whose, how the match stands, what a call costs.
"""

from collections.abc import Iterator
from functools import cache, lru_cache

from ludex.kernel import ONLOOKER, Event, Seat, Sentence, seat_name
from ludex.parts.cards import Card
from ludex.table import (
    Gesture,
    Layout,
    Pile,
    Plate,
    SidePanel,
    TablePlace,
    button,
    card_table,
    pressed,
)

from ..rules.candidates import MOVES, due_plays, moved
from ..rules.ending import reached
from ..rules.events import (
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
from ..rules.places import THE_OPPONENTS, PileKind, Place, Play, spoken
from ..rules.state import Phase, State, opponent, pile_at, top
from ..rules.state import Pile as Cards
from ..rules.turns import FALSE_CALLS
from . import tell


def side_panel(s: State, _: Seat) -> SidePanel:
    """Everything that is told; here both are told the same."""
    seats, far = (Seat(0), Seat(1)), reached(s.rules, s.match)
    results = (
        tell("result", player=seat_name(seat), standing=_standing(s, seat))
        for seat in sorted(seats, key=lambda seat: -far[seat])
    )
    return SidePanel(
        plates=tuple(_plate(s, seat) for seat in seats),
        results=tuple(results) if s.phase is Phase.OVER else (),
    )


def _plate(s: State, seat: Seat) -> Plate:
    offers = (tell("offers.plate"),) if seat in s.court.offers else ()
    is_on_turn = s.phase is Phase.PLAY and s.seat == seat
    notes = (_standing(s, seat), *offers)
    return Plate(f"reserve:{seat + 1}", seat_name(seat), notes, is_on_turn)


def _standing(s: State, seat: Seat) -> Sentence:
    """Return the progress of a player in the match."""
    rules, far = s.rules, reached(s.rules, s.match)[seat]
    match rules.match_target:
        case "points":
            return tell("standing.points", points=far, target=rules.match_points)
        case "games":
            return tell("standing.games", games=far, target=rules.match_games)
    return tell("standing.none", points=s.match.scores[seat])


def stopping(s: State) -> Sentence:
    """Describe the effect of a call of stop, and its cost when it is wrong."""
    watched, faults, cost = s.court.watched, s.rules.faults, s.rules.wrong_call_costs
    assert watched is not None
    left = FALSE_CALLS - s.court.false_calls[opponent(watched)]
    kind = "stopping.all_faults" if faults == "all_faults" else "stopping.skipped"
    return tell(kind, player=seat_name(watched), price=tell(f"price.{cost}", left=left))


NEAR, FAR = 5.5, 0.0
"""The distance down the table of one's own piles, and of the opponent's."""

HOUSES_AT = (0.0, 5.0)
FOUNDATIONS_AT = (2.9, 3.9)
FIRST_ROW = 1.3
OWN_AT = {"reserve": 0.3, "hand": 3.5, "turned": 4.75, "waste": 6.05}
"""Columns and rows: between houses there is room for fans, narrow enough for a phone, and beside
a reserve for the name of its player."""


def places(s: State, seat: Seat) -> tuple[TablePlace, ...]:
    """The places of the opponent, the houses, the foundations and those of the nearest player."""
    return _places(len(s.houses), seat)


@cache
def _places(houses: int, viewer: Seat) -> tuple[TablePlace, ...]:
    nearest = Seat(0) if viewer == ONLOOKER else viewer
    return (
        *_own_places(opponent(nearest), viewer, FAR),
        *_shared(PileKind.HOUSE, houses, HOUSES_AT, Layout.FAN_RIGHT),
        *_shared(PileKind.FOUNDATION, 8, FOUNDATIONS_AT, Layout.PILE),
        *_own_places(nearest, viewer, NEAR),
    )


def _shared(
    kind: PileKind, count: int, columns: tuple[float, float], layout: Layout
) -> Iterator[TablePlace]:
    rows = count // 2
    for i in range(count):
        place, x, y = Place(kind, i + 1), columns[i // rows], FIRST_ROW + i % rows
        yield TablePlace(place.word, spoken(place), x, y, layout, kind.value)


def _own_places(seat: Seat, viewer: Seat, y: float) -> Iterator[TablePlace]:
    for name, x in OWN_AT.items():
        owner = "yours" if seat == viewer else "theirs"
        label = tell(f"{name}.{owner}", player=seat_name(seat))
        yield TablePlace(f"{name}:{seat + 1}", label, x, y, Layout.PILE, name, seat=seat + 1)


def piles(s: State, seat: Seat) -> tuple[Pile | Cards, ...]:
    """Yield the cards of each place."""
    nearest = Seat(0) if seat == ONLOOKER else seat
    far, near = _own(s, opponent(nearest)), _own(s, nearest)
    return (*far, *s.houses, *s.foundations, *near)


def _own(s: State, seat: Seat) -> tuple[Pile, ...]:
    """The piles of a player: the hand lies face down, a reserve under its top."""
    side = s.sides[seat]
    turned = () if s.turned is None or s.seat != seat else (s.turned,)
    covered = max(len(side.reserve) - side.loaded - 1, 0)
    return (
        Pile(side.reserve, covered, _caption("reserve", len(side.reserve))),
        Pile(side.hand, len(side.hand), _caption("hand", len(side.hand))),
        Pile(turned, 0, _caption("turned", len(turned))),
        Pile(side.waste, 0, _caption("waste", len(side.waste))),
    )


@cache  # four of each player, in every scene
def _caption(kind: str, cards: int) -> Sentence:
    return tell(f"{kind}.caption", cards=cards)


def _key(mover: Seat, place: Place, *, is_turned: bool) -> str:
    """The zone of a place that the player on turn names."""
    if place.kind in (PileKind.HOUSE, PileKind.FOUNDATION):
        return place.word
    seat = opponent(mover) if place.kind in THE_OPPONENTS else mover
    name = "turned" if place.kind is PileKind.HAND and is_turned else place.kind.value
    return f"{name.removeprefix('their_')}:{seat + 1}"


@lru_cache(1 << 13)  # what could be played stays for many moves
def _moving(
    mover: Seat, play: Play, card: Card | None, *, is_due: bool, is_turned: bool
) -> Gesture:
    words = moved(card, play)
    if is_due:
        words = tell("due.play", play=words)
    source, target = (_key(mover, place, is_turned=is_turned) for place in play)
    return Gesture(str(MOVES[play.source][play.target]), words, source, target)


def gesture(s: State, event: Event[State]) -> Gesture:  # noqa: PLR0911  # one a kind
    """Pick a card and drop it where it goes; pick the hand to turn it."""
    mine, text = s.seat + 1, str(event)
    match event:
        case Move(source, target):
            card, play = top(pile_at(s, source)), Play(source, target)
            is_due, is_turned = play in due_plays(s), s.turned is not None
            return _moving(s.seat, play, card, is_due=is_due, is_turned=is_turned)
        case MoveRun(source, target, count) | MoveGroup(source, target, count):
            first, more = s.houses[source - 1][-count], count - 1
            words = tell("run", card=first.face, more=more, source=source, target=target)
            return Gesture(text, words, str(first), f"house{target}")
        case TurnHand():
            return Gesture(text, tell("turn_hand"), f"hand:{mine}")
        case Discard():
            words = tell("discard", card=_turned(s))
            return Gesture(text, words, f"turned:{mine}", f"waste:{mine}")
        case Pass():
            return pressed(text, "Pass: nothing can be played", prominent=True)
        case CallStop():
            return pressed(text, "Stop!", prominent=True, note=stopping(s))
        case NextGame():
            return pressed(text, "Next game", prominent=True)
        case AgreeStalemate():
            is_offered = bool(s.court.offers)  # then it is waited for
            verb = "Agree to" if is_offered else "Offer"
            return pressed(text, f"{verb} a stalemate", prominent=is_offered)
        case Resign():
            return pressed(text, "Resign")
        case _:
            return button(event)


def _turned(s: State) -> Sentence:
    """The turned hand card in words."""
    return s.turned.spoken if isinstance(s.turned, Card) else tell("card")


looks = card_table(places, piles, gesture)
