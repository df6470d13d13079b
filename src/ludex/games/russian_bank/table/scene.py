"""The Russian Bank table: your own piles below, the opponent's above, the rest between.

The side panel tells whose side is whose, how the match stands, what a call costs.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from ludex.kernel import ONLOOKER, Event, Seat, Sentence, say, seat_name
from ludex.parts.cards import Card
from ludex.table import Gesture, Layout, Plate, SidePanel, Zone, button, pile, pressed
from ludex.table import Place as TablePlace

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
from ..rules.places import Kind, Place, Play, spoken
from ..rules.state import Phase, State, opponent, pile_at, player, top
from ..rules.turns import FALSE_CALLS


def side_panel(s: State, _: Seat) -> SidePanel:
    """Everything that is told; here both are told the same."""
    over = s.phase is Phase.OVER
    return SidePanel(
        plates=(_plate(s, Seat(0)), _plate(s, Seat(1))),
        results=tuple(_results(s)) if over else (),
    )


def _plate(s: State, seat: Seat) -> Plate:
    notes = [_standing(s, seat)]
    if seat in s.court.offers:
        notes.append(say("offers", "offers a stalemate"))
    return Plate(
        f"reserve:{seat + 1}",
        player(seat),
        tuple(notes),
        s.phase is Phase.PLAY and s.seat == seat,
    )


def _standing(s: State, seat: Seat) -> Sentence:
    """How far a player has come in the match."""
    rules, far = s.rules, reached(s.rules, s.match)[seat]
    if rules.match_target == "points":
        return say("standing", "{points} of {target} points", points=far, target=rules.match_points)
    if rules.match_target == "games":
        return say("standing", "{games} of {target} games", games=far, target=rules.match_games)
    return say("standing", "points: {points}", points=s.match.scores[seat])


def _results(s: State) -> Iterator[Sentence]:
    """Both players with how far they have come, the first to get there first."""
    far = reached(s.rules, s.match)
    for seat in sorted((Seat(0), Seat(1)), key=lambda seat: -far[seat]):
        words = "{player}: {standing}"
        yield say("result", words, player=player(seat), standing=_standing(s, seat))


def stopping(s: State) -> Sentence:
    """What a call of stop does, and what it costs when it is wrong."""
    watched = s.court.watched
    assert watched is not None
    words = "Has {player} skipped a compulsory play? Then it is taken back, and the turn is yours. {price}"
    if s.rules.faults == "all_faults":
        words = (
            "Has {player} committed a fault? Then it is taken back, and the turn is yours. {price}"
        )
    return say("stopping", words, player=player(watched), price=_price(s, watched))


def _price(s: State, watched: Seat) -> Sentence:
    match s.rules.wrong_call_costs:
        case "the_turn":
            return say("price", "A wrong call costs you your turn.")
        case "one_of_three_calls":
            left = FALSE_CALLS - s.court.false_calls[opponent(watched)]
            return say("price", "Wrong calls that you have left: {left}.", left=left)
        case _:
            return say("price", "A wrong call costs nothing.")


NEAR, FAR = 5.5, 0.0
"""How far down one's own piles lie, and the opponent's."""

HOUSES_AT = (0.0, 5.0)
FOUNDATIONS_AT = (2.9, 3.9)
FIRST_ROW = 1.3
OWN_AT = {"reserve": 0.3, "hand": 3.5, "turned": 4.75, "waste": 6.05}
"""Columns and rows: between houses there is room for fans, narrow enough for a phone, and beside
a reserve for the name of its player."""

OWN = {
    Kind.THEIR_RESERVE: Kind.RESERVE,
    Kind.THEIR_HAND: Kind.HAND,
    Kind.THEIR_WASTE: Kind.WASTE,
}


def zones(s: State, seat: Seat) -> tuple[Zone, ...]:
    """Every pile of the table."""
    nearest = Seat(0) if seat == ONLOOKER else seat
    far, houses, foundations, near = _places(len(s.houses), nearest, seat)
    return (
        *_own(s, opponent(nearest), far),
        *map(pile, houses, s.houses),
        *map(pile, foundations, s.foundations),
        *_own(s, nearest, near),
    )


def _own(s: State, seat: Seat, places: Sequence[TablePlace]) -> Iterator[Zone]:
    """The piles of a player: the hand lies face down, a reserve under its top."""
    side = s.sides[seat]
    turned = () if s.turned is None or s.seat != seat else (s.turned,)
    covered = len(side.reserve) - side.loaded - 1
    piles = (
        (side.reserve, covered),
        (side.hand, len(side.hand)),
        (turned, 0),
        (side.waste, 0),
    )
    for place, (cards, face_down) in zip(places, piles, strict=True):
        words = OWN_CAPTIONS[place.look]
        caption = say(place.look, words, cards=len(cards))
        yield pile(place, cards, max(face_down, 0), caption)


@cache
def _places(houses: int, nearest: Seat, viewer: Seat) -> tuple[tuple[TablePlace, ...], ...]:
    """The places of the opponent, the houses, the foundations and the nearest player."""
    return (
        tuple(_own_places(opponent(nearest), viewer, FAR)),
        tuple(
            _shared(Kind.HOUSE, i, HOUSES_AT, houses // 2, Layout.FAN_RIGHT) for i in range(houses)
        ),
        tuple(_shared(Kind.FOUNDATION, i, FOUNDATIONS_AT, 4, Layout.PILE) for i in range(8)),
        tuple(_own_places(nearest, viewer, NEAR)),
    )


def _shared(kind: Kind, i: int, columns: Sequence[float], rows: int, layout: Layout) -> TablePlace:
    place = Place(kind, i + 1)
    x, y = columns[i // rows], FIRST_ROW + i % rows
    return TablePlace(place.word, spoken(place), x, y, layout, kind.value)


def _own_places(seat: Seat, viewer: Seat, y: float) -> Iterator[TablePlace]:
    for name, x in OWN_AT.items():
        label = say(name, LABELS[name], player=seat_name(seat))
        if seat == viewer:
            label = YOURS[name]
        number = seat + 1
        yield TablePlace(f"{name}:{number}", label, x, y, Layout.PILE, name, seat=number)


YOURS = {
    "reserve": say("reserve", "your reserve"),
    "hand": say("hand", "your hand"),
    "turned": say("turned", "your turned card"),
    "waste": say("waste", "your waste"),
}
LABELS = {
    "reserve": "the reserve of {player}",
    "hand": "the hand of {player}",
    "turned": "the turned card of {player}",
    "waste": "the waste of {player}",
}
OWN_CAPTIONS = {
    "reserve": "reserve: {cards}",
    "hand": "hand: {cards}",
    "turned": "turned",
    "waste": "waste: {cards}",
}


def _key(mover: Seat, place: Place, *, is_turned: bool) -> str:
    """The zone of a place that the player on turn names."""
    if place.kind in (Kind.HOUSE, Kind.FOUNDATION):
        return place.word
    seat = opponent(mover) if place.kind in OWN else mover
    kind = OWN.get(place.kind, place.kind)
    name = "turned" if place.kind is Kind.HAND and is_turned else kind.value
    return f"{name}:{seat + 1}"


@lru_cache(1 << 13)  # what could be played stays for many moves
def _moving(
    mover: Seat, play: Play, card: Card | None, *, is_due: bool, is_turned: bool
) -> Gesture:
    words = moved(card, play)
    if is_due:
        words = say("due", "{play} (compulsory)", play=words)
    source, target = (_key(mover, place, is_turned=is_turned) for place in play)
    return Gesture(str(MOVES[play.source][play.target]), words, source, target)


def gesture(s: State, event: Event[State]) -> Gesture:  # noqa: PLR0911  # one a kind
    """Pick a card and drop it where it goes; pick the hand to turn it."""
    match event:
        case Move(source, target):
            return _moving(
                s.seat,
                play := Play(source, target),
                top(pile_at(s, source)),
                is_due=play in due_plays(s),
                is_turned=s.turned is not None,
            )
        case MoveRun(source, target, count) | MoveGroup(source, target, count):
            first = s.houses[source - 1][-count]
            words = say(
                "run",
                "{card} and {more} more from house {source} to house {target}",
                card=first.face,
                more=count - 1,
                source=source,
                target=target,
            )
            return Gesture(str(event), words, str(first), f"house{target}")
        case TurnHand():
            hand = f"hand:{s.seat + 1}"
            return _turning(hand)
        case Discard():
            mine = s.seat + 1
            return Gesture(
                str(event),
                say("discard", "Discard the {card}, and end the turn", card=_turned(s)),
                f"turned:{mine}",
                f"waste:{mine}",
            )
        case Pass():
            return pressed(str(event), "Pass: nothing can be played", prominent=True)
        case CallStop():
            return pressed(str(event), "Stop!", prominent=True, note=stopping(s))
        case NextGame():
            return pressed(str(event), "Next game", prominent=True)
        case AgreeStalemate():
            return _stalemate(str(event), is_offered=bool(s.court.offers))
        case Resign():
            return pressed(str(event), "Resign")
        case _:
            return button(event)


@cache
def _stalemate(event: str, *, is_offered: bool) -> Gesture:
    """Offered, or agreed to: then it is waited for."""
    if is_offered:
        return pressed(event, "Agree to a stalemate", prominent=True)
    return pressed(event, "Offer a stalemate")


@cache
def _turning(hand: str) -> Gesture:
    return Gesture("turn_hand", say("turn_hand", "Turn a hand card"), hand)


def _turned(s: State) -> Sentence:
    """The turned hand card in words."""
    if isinstance(s.turned, Card):
        return s.turned.spoken
    return say("card", "card")
