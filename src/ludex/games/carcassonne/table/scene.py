"""The Carcassonne table: an open map that grows, and beside it the bag and the players.

Tiles lie in the region `map` at their own places (y downwards there, as scenes have it).
While a tile is to be laid, every place where it fits is an empty zone. To lay it, pick it
up, drop it there, and choose the facing and the meeple.

The side panel tells of every player the points, and what they would be if it ended.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial

from ludex.kernel import Event, Seat, Sentence, as_sentence, joined, seat_name, seat_number
from ludex.parts.remembered import remembered
from ludex.table import (
    Gesture,
    GestureKind,
    Layout,
    Piece,
    PlacedGesture,
    Plate,
    SidePanel,
    TablePlace,
    Zone,
    button,
    by_number,
    map_key,
    map_place,
    tile_map,
)

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
from . import tell
from .tile_looks import BACK, meeple_look, tile_look, where


@remembered(8)  # zones and plates ask, and the points of the end take longest
def _standings(s: State) -> Sequence[tuple[Seat, int, int | None, int]]:
    """Return each player's points, what they would be if it ended (None when it has), and meeples."""
    nothing: Sequence[None] = [None] * len(s.scores)
    then = nothing if s.phase is Phase.OVER else projected(s)
    standings = enumerate(zip(s.scores, then, strict=True))
    return [(Seat(i), points, at_end, s.meeples(Seat(i))) for i, (points, at_end) in standings]


@remembered(8)
def side_panel(s: State) -> SidePanel:
    """A plate for every player; everybody is told the same."""
    turn = None if s.phase is Phase.OVER else s.seat
    return SidePanel(plates=tuple(_plate(*one, one[0] == turn) for one in _standings(s)))


def _plate(seat: Seat, points: int, then: int | None, home: int, is_on_turn: bool) -> Plate:
    key, name, notes = digit(seat), seat_name(seat), []
    if then is not None:
        notes = [tell("then", then=then), *([] if home else [NO_MEEPLE])]
    return Plate(f"player:{key}", name, tuple(notes), is_on_turn, str(points), f"meeple:{key}")


NO_MEEPLE = tell("none")
DRAWN = "drawn"
LAYINGS = 1 << 10
"""Gestures that are remembered for a player with a kind of tile."""


def laid(s: State) -> Iterator[Zone]:
    """The tiles of the map."""
    tiles, meeples, kind = s.terrain.tiles, s.terrain.meeples, s.rules.tiles
    for at in sorted(tiles):
        yield _laid_at(at, tiles[at], meeples.get(at), kind)


@lru_cache(1 << 14)  # a tile stays where it was laid, scene after scene
def _laid_at(at: Place, turned: Turned, meeple: Meeple | None, tiles: TileSet) -> Zone:
    facing, look = FACINGS.index(turned.facing), LOOKS[turned.tile]
    tile = Piece(f"tile@{map_key(*at)}", tile_look(turned.tile, tiles), look, facing)
    describe = partial(tell, look=look, place=at, way=WAYS[turned.facing])
    if meeple is None:
        return map_place(*at).holding((tile,), label=describe("laid.tile"))
    # A meeple turns with its tile, so that it stands where it should.
    player, role = seat_name(meeple.seat), standing(turned, meeple.role)
    there = Piece(
        f"meeple@{map_key(*at)}",
        meeple_look(digit(meeple.seat), meeple.role, turned.tile),
        tell("meeple.standing", meeple=role, player=player),
        facing,
    )
    label = describe("laid.meeple", meeple=role, player=player)
    return map_place(*at).holding((tile, there), label=label)


def standing(turned: Turned, role: Role) -> Sentence:
    """A meeple in words, and on which part it stands where a tile has several."""
    ordinal, name = where(turned, role), as_sentence(role.word)
    return name if ordinal is None else tell("standing", meeple=name, which=ordinal)


def free(s: State) -> Iterable[Place]:
    """Return the places where the drawn tile fits."""
    if s.drawn is None:
        return ()
    if not s.terrain.tiles:
        return (ORIGIN,)
    fits = FITS[s.drawn]
    return sorted(at for at, (need, _) in s.terrain.openings.items() if need in fits)


# Larger than what is left in the bag beside it: it is looked at first.
DRAWN_AT = TablePlace(DRAWN, "the drawn tile", 0, 0, Layout.PILE, "place:drawn")


def side_zones(s: State) -> Iterator[Zone]:
    """The drawn tile, the bag and the players."""
    if s.drawn is not None:
        look = LOOKS[s.drawn]
        piece = Piece(DRAWN, tile_look(s.drawn, s.rules.tiles), look)
        label = tell("drawn.tile", look=look)
        yield DRAWN_AT.holding((piece,), label=label, caption=tell("drawn.caption"))
    left = tuple((s.left(tile), tile) for tile in s.rules.tiles.kinds)
    if s.rules.is_base:
        played = len(s.terrain.tiles) + len(s.away) + (s.drawn is not None)
        yield _whole_bag(left, s.rules.total - played)
    else:
        for i, (number, tile) in enumerate(left):
            yield _left_in_bag(i, tile, number)
    for seat, points, then, home in _standings(s):
        yield _player(seat, points, then, home)


@lru_cache(64)
def _whole_bag(left: tuple[tuple[int, Tile], ...], to_come: int) -> Zone:
    """All tiles to come in one pile, of those that are left: a short game does not draw them all."""
    place = _in_bag("bag", 0)
    caption = tell("left.caption", number=to_come)
    if not to_come:
        return place.holding(label=tell("none_to_come"), caption=caption)
    kinds = (tell("kind", number=number, look=LOOKS[tile]) for number, tile in left if number)
    label = tell(by_number("to_come", to_come), number=to_come, tiles=joined(kinds, "; "))
    pieces = (Piece("bag", BACK, tell("to_come.pile")),)
    return place.holding(pieces, label=label, caption=caption)


@cache
def _in_bag(key: str, i: int) -> TablePlace:
    return TablePlace(key, "the bag", 1.5 + i, 0, Layout.PILE, "")


@cache
def _left_in_bag(i: int, tile: Tile, left: int) -> Zone:
    key, look = f"bag:{tile}", LOOKS[tile]
    return _in_bag(key, i).holding(
        (Piece(key, tile_look(tile, TileSet.DOCUMENT), look),),
        label=tell("left.tile", number=left, look=look),
        # Of a kind of which none is left the player is told all the same.
        look="" if left else "place:spent",
        caption=tell("left.caption", number=left),
    )


@cache
def _side_place(seat: Seat) -> TablePlace:
    """The place of a player's meeples beside the map."""
    key, y = f"player:{digit(seat)}", 1.9 + 0.95 * seat
    return TablePlace(key, seat_name(seat), 0, y, Layout.ROW, "", seat=seat_number(seat))


@lru_cache(1 << 12)
def _player(seat: Seat, points: int, then: int | None, home: int) -> Zone:
    """Points and meeples, and the points `then`, if it ended; None when it has."""
    name, number = seat_name(seat), digit(seat)
    describe = partial(tell, player=name, points=points, then=then)
    scored = tell(by_number("points", points), n=points)
    left = tell(by_number("meeples", home), n=home)
    meeple_label = tell("meeple.home", player=name)
    pieces = tuple(
        Piece(f"meeple:{number}:{n}", f"meeple:{number}", meeple_label) for n in range(home)
    )
    return _side_place(seat).holding(
        pieces,
        label=describe(
            "stands.label_ended" if then is None else "stands.label", scored=scored, left=left
        ),
        # Short enough for one line beside a map in a small terminal.
        caption=describe("stands.ended" if then is None else "stands.caption"),
    )


def gesture(s: State, event: Event[State]) -> Gesture:
    """Pick up the drawn tile, drop it on a free place, choose facing and meeple."""
    if not isinstance(event, PlaceTile):
        return button(event)
    return _kind(s.drawn, s.seat, event.facing, event.meeple).at(map_place(*event.at))


def gestures(s: State, events: Iterable[Event[State]]) -> Iterable[Gesture | PlacedGesture]:
    """The same for all of them: those that lay a tile are told by their kind and their place."""
    return map(_layings(s.drawn, s.seat), events)


@lru_cache(1 << 6)  # whose meeple it is, and on which kind of tile
def _layings(drawn: Tile | None, seat: Seat) -> Callable[[Event[State]], Gesture | PlacedGesture]:
    @remembered(LAYINGS)
    def laying(event: Event[State]) -> Gesture | PlacedGesture:
        if not isinstance(event, PlaceTile):
            return button(event)
        kind = _kind(drawn, seat, event.facing, event.meeple)
        return PlacedGesture(kind, map_place(*event.at))

    return laying


@cache  # the same at every place
def _kind(drawn: Tile | None, seat: Seat, facing: Facing, role: Role) -> GestureKind:
    """Return the gestures that lay a tile with this facing and this meeple, wherever it is."""
    meeple, follower_look = NO_MEEPLE, ""
    if role is not Role.NONE and drawn is not None:
        meeple = standing(TURNED[drawn][facing], role)
        follower_look = meeple_look(digit(seat), role, drawn)
    look = tell("nothing") if drawn is None else LOOKS[drawn]
    way = _way(drawn, facing)
    code = "lay.alike" if way is None else "lay.facing"
    words = tell(code, look=look, meeple=meeple, way=way, place="")
    event = str(PlaceTile(ORIGIN, facing, role)).replace(map_key(*ORIGIN), "{}", 1)
    return GestureKind(event, words, DRAWN, (WAYS[facing], meeple), follower_look)


def _way(drawn: Tile | None, facing: Facing) -> Sentence | None:
    """Return the facing in words, the same for all ways that look alike; None if all do."""
    if drawn is None:
        return WAYS[facing]
    alike = [way for way in FACINGS if _pattern(drawn, way) == _pattern(drawn, facing)]
    if len(alike) == len(FACINGS):
        return None
    return WAYS[facing] if len(alike) == 1 else tell(f"either_way.{alike[0].name.lower()}")


def _pattern(tile: Tile, facing: Facing) -> frozenset[object]:
    lies = TURNED[tile][facing]
    return frozenset(zip(lies.alone, lies.ports, strict=True))


def lays(s: State, x: int, y: int) -> Iterator[PlaceTile]:
    """The drawn tile, laid there any way round."""
    if s.drawn is not None:
        yield from (PlaceTile(Place(x, y), facing, Role.NONE) for facing in FACINGS)


looks = tile_map(laid, free, side_zones, gesture, lays)
