"""The Carcassonne table: an open map that grows, and beside it the bag and the players.

Tiles lie in the region `map` at their own places (y downwards there, as scenes have it).
While a tile is to be laid, every place where it fits is an empty zone. To lay it, pick it
up, drop it there, and choose the facing and the meeple.

The side panel tells of every player the points, and what they would be if it ended.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from ludex.kernel import (
    Event,
    Seat,
    Sentence,
    as_sentence,
    joined,
    say,
    seat_name,
    seat_number,
)
from ludex.parts.remembered import remembered
from ludex.table import Gesture, Layout, Piece, Plate, SidePanel, Zone, button, map_key, map_place
from ludex.table import Place as TablePlace

from ..rules.ending import projected
from ..rules.events import PlaceTile
from ..rules.picture import digit
from ..rules.places import ORIGIN, Place
from ..rules.segments import FITS, TURNED, Turned
from ..rules.state import Phase, State
from ..rules.terrain import Meeple
from ..rules.tiles import (
    FACINGS,
    LOOKS,
    WAYS,
    Facing,
    Role,
    Tile,
    TileSet,
)
from .tile_looks import BACK, meeple_look, tile_look, where


def side_panel(s: State, _: Seat) -> SidePanel:
    """A plate for every player; everybody is told the same."""
    return _side_panel(s)


@remembered(8)
def _side_panel(s: State) -> SidePanel:
    over = s.phase is Phase.OVER
    then = None if over else projected(s)
    return SidePanel(
        plates=tuple(
            _plate(seat, points, then and then[seat], s.meeples(seat), not over and s.seat == seat)
            for seat, points in ((Seat(i), points) for i, points in enumerate(s.scores))
        )
    )


@lru_cache(1 << 12)
def _plate(seat: Seat, points: int, then: int | None, home: int, is_on_turn: bool) -> Plate:
    number, notes = digit(seat), []
    if then is not None:
        notes.append(say("then", "{then} if it ended", then=then))
        if home == 0:
            notes.append(say("none", "no meeple"))
    return Plate(
        f"player:{number}",
        seat_name(seat),
        tuple(notes),
        is_on_turn,
        str(points),
        f"meeple:{number}",
    )


NO_MEEPLE = say("none", "no meeple")
DRAWN = "drawn"
EITHER_WAY = {
    Facing.NORTH: say("either_way", "north or south"),
    Facing.EAST: say("either_way", "east or west"),
}
LAYINGS = 1 << 12
"""Gestures that are remembered for a player with a kind of tile."""


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    """The map, the free places for the drawn tile, that tile, the bag, the players."""
    return _zones(s)


@remembered(8)  # everybody at the table sees the same
def _zones(s: State) -> tuple[Zone, ...]:
    return (*_laid(s), *_free(s), *_drawn(s), *_bag(s), *_players(s))


def _laid(s: State) -> Iterator[Zone]:
    tiles, meeples, kind = s.terrain.tiles, s.terrain.meeples, s.rules.tiles
    for at in sorted(tiles):
        yield _laid_at(at, tiles[at], meeples.get(at), kind)


@lru_cache(1 << 14)  # a tile stays where it was laid, scene after scene
def _laid_at(at: Place, turned: Turned, meeple: Meeple | None, tiles: TileSet) -> Zone:
    words = "{look} at {place}, facing {way}"
    values: dict[str, object] = {"place": at}
    pieces = [_tile(turned, f"tile@{map_key(*at)}", tiles)]
    if meeple is not None:
        words += ", with a {meeple} of {player}"
        values["meeple"] = standing(turned, meeple.role)
        values["player"] = seat_name(meeple.seat)
        pieces.append(_meeple(meeple, f"meeple@{map_key(*at)}", turned))
    look, way = LOOKS[turned.tile], WAYS[turned.facing]
    label = say("laid", words, look=look, way=way, **values)
    return map_place(at.x, at.y).holding(tuple(pieces), label=label)


def standing(turned: Turned, role: Role) -> Sentence:
    """A meeple in words, and on which part it stands where a tile has several."""
    which, name = where(turned, role), as_sentence(role.word)
    if which is None:
        return name
    return say("standing", "{meeple} ({which})", meeple=name, which=which)


def _free(s: State) -> Iterator[Zone]:
    if s.drawn is None:
        return
    if not s.terrain.tiles:
        yield _free_at(ORIGIN)
        return
    fits = FITS[s.drawn]
    openings = s.terrain.openings.items()
    yield from map(_free_at, sorted(at for at, (need, _) in openings if need in fits))


@lru_cache(1 << 14)
def _free_at(at: Place) -> Zone:
    label = say("free", "free place {place}", place=at)
    return map_place(at.x, at.y).holding(label=label, look="place:free")


def _drawn(s: State) -> Iterator[Zone]:
    if s.drawn is not None:
        look = tile_look(s.drawn, s.rules.tiles)
        piece = Piece(DRAWN, look, LOOKS[s.drawn])
        label = say("drawn", "the drawn tile ({look})", look=LOOKS[s.drawn])
        yield DRAWN_AT.holding((piece,), label=label, caption=say("drawn", "drawn"))


# Larger than what is left in the bag beside it: it is looked at first.
DRAWN_AT = TablePlace(DRAWN, "the drawn tile", 0, 0, Layout.PILE, "place:drawn")


def _bag(s: State) -> Iterator[Zone]:
    if s.rules.is_base:
        left = tuple(s.left(tile) for tile in s.rules.tiles.kinds)
        played = len(s.terrain.tiles) + len(s.away) + (s.drawn is not None)
        yield _whole_bag(left, s.rules.total - played)
        return
    for i, tile in enumerate(s.rules.tiles.kinds):
        yield _left_in_bag(i, tile, s.left(tile))


@lru_cache(64)
def _whole_bag(left: tuple[int, ...], to_come: int) -> Zone:
    """All tiles to come in one pile; what they are is told to whoever asks."""
    kinds = zip(left, TileSet.BASE.kinds, strict=True)
    inside = joined((_kind(number, tile) for number, tile in kinds if number), "; ")
    words = "{number} tiles to come, of these: {tiles}"
    if to_come == 1:
        words = "{number} tile to come, of these: {tiles}"
    label = say("none_to_come", "no tile to come")
    if to_come:
        label = say("to_come", words, number=to_come, tiles=inside)
    tiles = say("to_come", "tiles to come")
    pieces = (Piece("bag", BACK, tiles),) if to_come else ()
    caption = say("left", "{number} left", number=to_come)
    return _in_bag("bag", 0).holding(pieces, label=label, caption=caption)


@cache
def _in_bag(key: str, i: int) -> TablePlace:
    return TablePlace(key, "the bag", 1.5 + i, 0, Layout.PILE, "")


@cache
def _kind(number: int, tile: Tile) -> Sentence:
    return say("kind", "{number} {look}", number=number, look=LOOKS[tile])


@cache
def _left_in_bag(i: int, tile: Tile, left: int) -> Zone:
    look = tile_look(tile, TileSet.DOCUMENT)
    pieces = (Piece(f"bag:{tile}", look, LOOKS[tile]),)
    return _in_bag(f"bag:{tile}", i).holding(
        pieces,
        label=say("left", "{number} left: {look}", number=left, look=LOOKS[tile]),
        # Of a kind of which none is left the player is told all the same.
        look="" if left else "place:spent",
        caption=say("left", "{number} left", number=left),
    )


def _players(s: State) -> Iterator[Zone]:
    then = None if s.phase is Phase.OVER else projected(s)
    for i, points in enumerate(s.scores):
        yield _player(Seat(i), points, then and then[i], s.meeples(Seat(i)))


@lru_cache(1 << 12)
def _player(seat: Seat, points: int, then: int | None, home: int) -> Zone:
    """Points and meeples, and the points `then`, if it ended; None when it has."""
    stands: dict[str, object] = {"player": seat_name(seat), "points": points}
    words, short = "{player}: {scored}, {left}", "{player}: {points}"
    if then is not None:
        stands["then"] = then
        words = "{player}: {scored} ({then} if the game ended now), {left}"
        short = "{player}: {points} ({then} if it ended)"
    scored = say("points", "{n} point" if points == 1 else "{n} points", n=points)
    left = say("meeples", "{n} meeple" if home == 1 else "{n} meeples", n=home)
    label = say("stands", words, scored=scored, left=left, **stands)
    pieces = tuple(
        _meeple(Meeple(seat, Role.NONE), f"meeple:{digit(seat)}:{n}", None) for n in range(home)
    )
    # Short enough for one line beside a map in a small terminal.
    shown = say("stands", short, **stands)
    return _beside_map(seat).holding(pieces, label=label, caption=shown)


@cache
def _beside_map(seat: Seat) -> TablePlace:
    number, y = seat_number(seat), 1.9 + 0.95 * seat
    return TablePlace(f"player:{digit(seat)}", seat_name(seat), 0, y, Layout.ROW, "", seat=number)


def _tile(turned: Turned, key: str, tiles: TileSet) -> Piece:
    turns = FACINGS.index(turned.facing)
    return Piece(key, tile_look(turned.tile, tiles), LOOKS[turned.tile], turns)


def _meeple(meeple: Meeple, key: str, turned: Turned | None) -> Piece:
    """A meeple; on a tile it turns with it, so that it stands where it should."""
    number = digit(meeple.seat)
    if turned is None:
        label = say("meeple", "meeple of {player}", player=seat_name(meeple.seat))
        return Piece(key, f"meeple:{number}", label)
    label = say(
        "meeple",
        "{meeple} of {player}",
        meeple=standing(turned, meeple.role),
        player=seat_name(meeple.seat),
    )
    look = meeple_look(number, meeple.role, turned.tile)
    return Piece(key, look, label, FACINGS.index(turned.facing))


def gesture(s: State, event: Event[State]) -> Gesture:
    """Pick up the drawn tile, drop it on a free place, choose facing and meeple."""
    (made,) = gestures(s, (event,))
    return made


def gestures(s: State, events: Sequence[Event[State]]) -> list[Gesture]:
    """The same for all of them: most have been offered before, and are looked up in one go."""
    made = _layings(s.drawn, s.seat)
    known = made.gestures
    found = [*map(known.get, map(id, events))]
    if None in found:
        for i, event in enumerate(events):
            if found[i] is None:
                found[i] = made.new(event)
    return found  # type: ignore[return-value]  # none is missing now


class Layings:
    """The gestures of one player with one kind of tile, by the identity of their events."""

    def __init__(self, drawn: Tile | None, seat: Seat) -> None:
        self._drawn, self._seat = drawn, seat
        self.gestures: dict[int, Gesture] = {}
        self._kept: list[Event[State]] = []  # or others could get their identities

    def new(self, event: Event[State]) -> Gesture:
        """The gesture of an event that was not offered lately."""
        if not isinstance(event, PlaceTile):
            return button(event)
        if len(self._kept) >= LAYINGS:
            self.gestures.clear()
            self._kept.clear()
        self._kept.append(event)
        made = self.gestures[id(event)] = _laying(self._drawn, self._seat, event)
        return made


@lru_cache(1 << 6)  # whose meeple it is, and on which kind of tile
def _layings(drawn: Tile | None, seat: Seat) -> Layings:
    return Layings(drawn, seat)


def _laying(drawn: Tile | None, seat: Seat, event: PlaceTile) -> Gesture:
    tile, way, meeple, look, choices = _manner(drawn, seat, event.facing, event.meeple)
    values: dict[str, object] = {"look": tile, "place": event.at, "meeple": meeple}
    words = "Lay {look} at {place}, {meeple}"
    if way is not None:
        words = "Lay {look} at {place}, facing {way}, {meeple}"
        values["way"] = way
    words = say("lay", words, **values)
    return Gesture(str(event), words, DRAWN, map_key(*event.at), choices, along=look)


@cache  # the same at every place
def _manner(
    drawn: Tile | None, seat: Seat, facing: Facing, role: Role
) -> tuple[Sentence, Sentence | None, Sentence, str, tuple[str, str]]:
    """What is laid, which way round, with whom, how that one looks, and what is chosen."""
    meeple, look = NO_MEEPLE, ""
    if role is not Role.NONE and drawn is not None:
        meeple = standing(TURNED[drawn][facing], role)
        look = meeple_look(digit(seat), role, drawn)
    tile = say("nothing", "nothing") if drawn is None else LOOKS[drawn]
    return tile, _way(drawn, facing), meeple, look, (WAYS[facing], meeple)


def _way(drawn: Tile | None, facing: Facing) -> Sentence | None:
    """Which way round in words, the same for all ways that look alike; None: all do."""
    if drawn is None:
        return WAYS[facing]
    alike = [way for way in FACINGS if _pattern(drawn, way) == _pattern(drawn, facing)]
    if len(alike) == len(FACINGS):
        return None
    return WAYS[facing] if len(alike) == 1 else EITHER_WAY[alike[0]]


def _pattern(tile: Tile, facing: Facing) -> frozenset[object]:
    lies = TURNED[tile][facing]
    return frozenset(zip(lies.alone, lies.ports, strict=True))


def drops(s: State, drop: str) -> Iterator[PlaceTile]:
    """The drawn tile, laid there any way round."""
    x, comma, y = drop.partition(",")
    if comma and s.drawn is not None:
        at = Place(int(x), int(y))
        yield from (PlaceTile(at, facing, Role.NONE) for facing in FACINGS)
