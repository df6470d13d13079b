"""The gestures of a scene: the pieces that can be picked up, their targets, and the gesture of
each."""

from collections.abc import Iterable, Sequence

from ludex.table import Gesture, Layout, Scene
from ludex.tui.board.spots import BoardSpot, piece_of, spot_of, zone_of
from ludex.tui.drawing.looks import kind_of


class GesturesByPick:
    """The gestures of a scene, by what is picked; those without a place are buttons."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.moves: dict[str, list[Gesture]] = {}
        self.buttons: list[Gesture] = []
        for gesture in scene.gestures:
            pick = gesture.pick or gesture.drop
            where = self.buttons if pick is None else self.moves.setdefault(pick, [])
            where.append(gesture)

    def keys(self, spot: BoardSpot) -> tuple[str, ...]:
        """List the keys by which a spot may be picked: its piece's, and on top also its zone's."""
        zone, piece = zone_of(self.scene, spot.zone), piece_of(self.scene, spot)
        if zone is None:
            return ()
        on_top = spot.piece is None or spot.piece == len(zone.pieces) - 1
        keys = [] if piece is None else [piece.key]
        return tuple(dict.fromkeys([*keys, *([zone.key] if on_top else [])]))

    def of_spot(self, spot: BoardSpot) -> tuple[Gesture, ...]:
        """List every gesture that begins by picking here."""
        found = [g for key in self.keys(spot) for g in self.moves.get(key, ())]
        return tuple(dict.fromkeys(found))

    def stops(self, zone_key: str) -> list[int | None]:
        """List where in a zone the cursor halts: at what can be picked, and on top."""
        zone = zone_of(self.scene, zone_key)
        if zone is None or not zone.pieces or zone.layout in (Layout.SQUARE, Layout.PILE):
            return [None]
        last = len(zone.pieces) - 1
        return [
            i for i in range(len(zone.pieces)) if i == last or self.of_spot(BoardSpot(zone_key, i))
        ]

    def pickable(self) -> list[BoardSpot]:
        """List every spot where something can be picked."""
        found = (spot_of(self.scene, key) for key in self.moves)
        return [spot for spot in found if spot is not None]

    def only_pick(self) -> BoardSpot | None:
        """Return the one thing that can be picked at all, if there is just one."""
        dragged = {g.pick for gs in self.moves.values() for g in gs if g.pick and g.drop}
        if len(dragged) != 1 or any(g.drop is None for gs in self.moves.values() for g in gs):
            return None
        return spot_of(self.scene, next(iter(dragged)))

    def only_targets(self) -> tuple[str, ...]:
        """List where that one thing can go."""
        only = self.only_pick()
        return () if only is None else drop_zones(self.of_spot(only))


def drop_zones(gestures: Sequence[Gesture]) -> tuple[str, ...]:
    """List the zones where these gestures end."""
    return tuple(dict.fromkeys(g.drop for g in gestures if g.drop is not None))


def onto(gestures: Sequence[Gesture], zone: str) -> tuple[Gesture, ...]:
    """List the gestures that end on a zone; of those that are called the same, only the first."""
    return without_duplicates(gesture for gesture in gestures if gesture.drop == zone)


def without_duplicates(gestures: Iterable[Gesture]) -> tuple[Gesture, ...]:
    """Keep one of those that are called the same, such as a cloister that lies four ways alike."""
    found: dict[str, Gesture] = {}
    for gesture in gestures:
        found.setdefault(gesture.words, gesture)
    return tuple(found.values())


def obvious(scene: Scene, gestures: Sequence[Gesture]) -> tuple[Gesture, ...]:
    """Return the gestures of the move that needs no thought: the only one, or to a foundation."""
    places = drop_zones(gestures)
    if not places:
        return tuple(gestures[:1])
    if len(places) == 1:
        return onto(gestures, places[0])
    for key in places:
        zone = zone_of(scene, key)
        if zone is not None and kind_of(zone.look) == "foundation":
            return onto(gestures, key)
    return ()
