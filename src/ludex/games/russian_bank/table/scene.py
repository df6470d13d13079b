"""The Russian Bank table: your own piles below, the opponent's above, the rest between."""

from functools import cache, lru_cache
from typing import Final

from ludex.games.russian_bank.rules.candidates import MOVES
from ludex.games.russian_bank.rules.events import (
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
from ludex.games.russian_bank.rules.places import (
    WASTE,
    Kind,
    Place,
    Places,
    Play,
    spoken,
)
from ludex.games.russian_bank.rules.plays import due_plays, moved
from ludex.games.russian_bank.rules.state import (
    Faces,
    Pile,
    State,
    opponent,
    pile_at,
    top,
)
from ludex.games.russian_bank.table.side_panel import stopping
from ludex.kernel import ONLOOKER, Event, Seat, Sentence, say, seat_name
from ludex.parts.cards import Card, Hidden
from ludex.table import Gesture, Layout, Piece, Zone, button, pressed

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
    half = len(s.houses) // 2
    return (
        *_own(s, opponent(nearest), seat, FAR),
        *[_house(i, half, pile) for i, pile in enumerate(s.houses)],
        *[_foundation(i, pile) for i, pile in enumerate(s.foundations)],
        *_own(s, nearest, seat, NEAR),
    )


# Most piles lie as they lay in the scene before: their zones are the same objects.


@lru_cache(maxsize=1 << 13)
def _house(i: int, half: int, pile: Faces) -> Zone:
    x, y = HOUSES_AT[i >= half], FIRST_ROW + i % half
    place = Place(Kind.HOUSE, i + 1)
    pieces = _pieces(place.word, pile)
    return Zone(place.word, spoken(place), x, y, Layout.FAN_RIGHT, pieces, "house")


@lru_cache(maxsize=1 << 13)
def _foundation(i: int, pile: Faces) -> Zone:
    place = Place(Kind.FOUNDATION, i + 1)
    pieces = _pieces(place.word, pile)
    x, y = FOUNDATIONS_AT[i // 4], FIRST_ROW + i % 4
    return Zone(place.word, spoken(place), x, y, Layout.PILE, pieces, "foundation")


def _own(s: State, seat: Seat, viewer: Seat, y: float) -> tuple[Zone, ...]:
    side, yours = s.sides[seat], seat == viewer
    turned = () if s.turned is None or s.seat != seat else (s.turned,)
    return (
        _own_pile("reserve", seat, y, side.reserve, side.loaded, yours=yours),
        _own_pile("hand", seat, y, side.hand, 0, yours=yours),
        _own_pile("turned", seat, y, turned, 0, yours=yours),
        _own_pile("waste", seat, y, side.waste, 0, yours=yours),
    )


@lru_cache(maxsize=1 << 13)
def _own_pile(
    name: str, seat: Seat, y: float, pile: Pile, loaded: int, *, yours: bool
) -> Zone:
    key = f"{name}:{seat + 1}"
    up = name in ("turned", "waste")
    pieces = _pieces(key, pile, hidden=0 if up else _face_down(name, pile, loaded))
    label = YOURS[name] if yours else say(name, LABELS[name], player=seat_name(seat))
    shown = say(name, OWN_CAPTIONS[name], cards=len(pile))
    return Zone(key, label, OWN_AT[name], y, Layout.PILE, pieces, name, caption=shown)


YOURS: Final = {
    "reserve": say("reserve", "your reserve"),
    "hand": say("hand", "your hand"),
    "turned": say("turned", "your turned card"),
    "waste": say("waste", "your waste"),
}
LABELS: Final = {
    "reserve": "the reserve of {player}",
    "hand": "the hand of {player}",
    "turned": "the turned card of {player}",
    "waste": "the waste of {player}",
}
OWN_CAPTIONS: Final = {
    "reserve": "reserve: {cards}",
    "hand": "hand: {cards}",
    "turned": "turned",
    "waste": "waste: {cards}",
}
HIDDEN: Final = say("hidden", "a hidden card")


def _face_down(name: str, pile: Pile, loaded: int) -> int:
    """How many cards of a pile lie face down: a hand does, a reserve under its top."""
    return len(pile) if name == "hand" else len(pile) - loaded - 1


def _pieces(zone: str, pile: Pile, hidden: int = 0) -> tuple[Piece, ...]:
    return tuple(_piece(zone, i, card, up=i >= hidden) for i, card in enumerate(pile))


@lru_cache(maxsize=1 << 14)  # the same cards lie in many scenes
def _piece(zone: str, i: int, card: Card | Hidden, *, up: bool) -> Piece:
    if not up or isinstance(card, Hidden):
        return Piece(f"{zone}/{i}", "card:back", HIDDEN)
    return Piece(str(card), f"card:{card.rank.letter}{card.suit.letter}", card.spoken)


def _key(mover: Seat, place: Place, *, is_turned: bool) -> str:
    """The zone of a place that the player on turn names."""
    if place.kind in (Kind.HOUSE, Kind.FOUNDATION):
        return place.word
    seat = opponent(mover) if place.kind in OWN else mover
    kind = OWN.get(place.kind, place.kind)
    name = "turned" if place.kind is Kind.HAND and is_turned else kind.value
    return f"{name}:{seat + 1}"


@lru_cache(maxsize=1 << 13)  # what could be played stays for many moves
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
                card=first.face, more=count - 1, source=source, target=target,
            )  # fmt: skip
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


def meant(s: State, pick: str, drop: str) -> Event[State] | None:
    """The top card of the pile that was picked; of a house also a card with those on it."""
    source, target = _place(s, _zone_of(s, pick)), _place(s, drop)
    if source is None or target is None:
        return None
    if source.kind is Kind.HAND and target == WASTE:
        return Discard()
    count = _run(s, source, pick)
    if count > 1 and target.kind is Kind.HOUSE:
        move = MoveGroup if s.rules.runs_move == "as_a_unit" else MoveRun
        return move(source.number, target.number, count)
    return Move(source, target)


def _run(s: State, source: Place, pick: str) -> int:
    """How many cards of a house are meant: from the card that was picked to the end."""
    if source.kind is not Kind.HOUSE:
        return 1
    keys = [str(card) for card in s.houses[source.number - 1]]
    return len(keys) - keys.index(pick) if pick in keys else 1


def _zone_of(s: State, pick: str) -> str:
    for zone in zones(s, s.seat):
        if any(piece.key == pick for piece in zone.pieces):
            return zone.key
    return pick


def _place(s: State, key: str) -> Place | None:
    """The place of a zone, as the player on turn names it."""
    name, colon, number = key.partition(":")
    if not colon:
        return Places().parse(key)
    own = "hand" if name == "turned" else name
    return Places().parse(own if int(number) == s.seat + 1 else f"their_{own}")
