"""The selection: the place under the cursor, the piece held, and the meaning of a press."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludex.kernel import Written, say
from ludex.table import Gesture, Layout, Scene, Zone
from ludex.tui.board.cursor import Arrow
from ludex.tui.board.gestures import GesturesByPick, drop_zones, obvious, onto
from ludex.tui.board.spots import BoardSpot, describe_spot, piece_of, zone_of

NextZone = Callable[[BoardSpot, Arrow], str | None]
"""The zone next to a spot, as the board has laid them out."""


@dataclass(frozen=True, slots=True)
class NoEffect:
    """Nothing happens, and this is why."""

    words: str


@dataclass(frozen=True, slots=True)
class ChosenGestures:
    """One of these gestures is meant; several differ by their choices."""

    gestures: tuple[Gesture, ...]


@dataclass(frozen=True, slots=True)
class IllegalDrop:
    """No legal gesture, but the referee may say why not."""

    picks: tuple[str, ...]
    drop: str


Intent = NoEffect | ChosenGestures | IllegalDrop | None

ALONG = {
    Layout.FAN_DOWN: (Arrow.UP, Arrow.DOWN),
    Layout.FAN_RIGHT: (Arrow.LEFT, Arrow.RIGHT),
    Layout.ROW: (Arrow.LEFT, Arrow.RIGHT),
}


class Selection:
    """The cursor and the hand of one player."""

    def __init__(self) -> None:
        self.scene = Scene((), (), "")
        self.by_pick = GesturesByPick(self.scene)
        self.cursor: BoardSpot | None = None
        self.picked: BoardSpot | None = None

    def look(self, scene: Scene) -> None:
        """Look at another scene: the cursor stays where it can, the hand is empty."""
        waited, last = not self.by_pick.moves, self._zone()
        self.scene, self.by_pick, self.picked = scene, GesturesByPick(scene), None
        if self.cursor is not None and zone_of(scene, self.cursor.zone) is not None:
            self._halt(self.cursor.zone)
            if not waited or not self.by_pick.moves or self._is_useful(self.cursor):
                return
        self.cursor = self._first(last)

    def _zone(self) -> Zone | None:
        return zone_of(self.scene, self.cursor.zone) if self.cursor else None

    def _is_useful(self, spot: BoardSpot) -> bool:
        """Can anything be done here?"""
        targets = self.by_pick.only_targets()
        return spot.zone in targets or bool(self.by_pick.of_spot(spot))

    def _first(self, last: Zone | None) -> BoardSpot | None:
        """Return where a player would look first: where something can be done, near `last`."""
        targets = self.by_pick.only_targets()
        if targets:
            return BoardSpot(self._nearest(targets, last))
        pickable = self.by_pick.pickable()
        if pickable:
            self._halt(pickable[0].zone)
            return self.cursor
        zones = self.scene.zones
        return BoardSpot(zones[0].key) if zones else None

    def _nearest(self, keys: Sequence[str], last: Zone | None) -> str:
        """Return the zone among these that lies nearest to another, or to the middle."""
        zones = [zone for key in keys if (zone := zone_of(self.scene, key)) is not None]
        same = [z for z in self.scene.zones if z.region == zones[0].region]
        if last is not None and last.region == zones[0].region:
            x, y = last.x, last.y
        else:
            x = sum(z.x for z in same) / len(same)
            y = sum(z.y for z in same) / len(same)
        return min(zones, key=lambda z: abs(z.x - x) + abs(z.y - y)).key

    def _halt(self, zone: str) -> None:
        """Put the cursor on top of a zone."""
        stops: list[int | None] = [None] if self.picked else self.by_pick.stops(zone)
        self.cursor = BoardSpot(zone, stops[-1])

    @property
    def gestures(self) -> tuple[Gesture, ...]:
        """List what can be done with what is held, else with what is under the cursor."""
        spot = self.picked or self.cursor
        return () if spot is None else self.by_pick.of_spot(spot)

    @property
    def targets(self) -> tuple[str, ...]:
        """List the zones where what is held can go."""
        return drop_zones(self.gestures) if self.picked else ()

    # -- moving ------------------------------------------------------------------------

    def move(self, way: Arrow, next_zone: NextZone) -> None:
        """Follow an arrow: over the pieces of a fan, then on to the next zone."""
        if self.cursor is None:
            return
        zone = zone_of(self.scene, self.cursor.zone)
        if zone is not None and not self.picked and way in ALONG.get(zone.layout, ()):
            stops = self.by_pick.stops(zone.key)
            at = stops.index(self.cursor.piece) if self.cursor.piece in stops else -1
            step = 1 if way in (Arrow.DOWN, Arrow.RIGHT) else -1
            if at >= 0 and 0 <= at + step < len(stops):
                self.cursor = BoardSpot(zone.key, stops[at + step])
                return
        key = next_zone(self.cursor, way)
        if key is not None:
            self._halt(key)

    def go_on(self, step: int) -> None:
        """Go to the next lit place, or the next thing that can be picked."""
        if self.picked:
            spots = [BoardSpot(key) for key in self.targets]
        else:
            spots = self.by_pick.pickable()
            spots += [BoardSpot(key) for key in self.by_pick.only_targets()]
        if not spots:
            return
        zones = [spot.zone for spot in spots]
        here = self.cursor
        if here in spots:
            at = spots.index(here) + step
        elif here is not None and here.zone in zones:
            at = zones.index(here.zone) + step
        else:
            at = 0
        chosen = spots[at % len(spots)]
        self._halt(chosen.zone)
        if chosen.piece is not None and not self.picked:
            self.cursor = chosen

    def point(self, spot: BoardSpot) -> None:
        """Put the cursor where the mouse is."""
        self._halt(spot.zone)
        if spot.piece is not None and not self.picked:
            self.cursor = spot

    # -- picking and dropping ----------------------------------------------------------

    def press(self) -> Intent:
        """Pick up what is under the cursor, or put down what is held."""
        if self.cursor is None:
            return NoEffect("There is nothing here.")
        return self._drop(self.cursor) if self.picked else self._pick(self.cursor)

    def _pick(self, spot: BoardSpot) -> Intent:
        gestures = self.by_pick.of_spot(spot)
        if gestures and not drop_zones(gestures):
            return ChosenGestures(gestures)
        if not gestures:
            only = self.by_pick.only_pick()
            if only is not None:
                ending = onto(self.by_pick.of_spot(only), spot.zone)
                if ending:
                    return ChosenGestures(ending)
            if piece_of(self.scene, spot) is None:
                return NoEffect("There is nothing to pick up here.")
        self.picked = spot
        return None

    def _drop(self, spot: BoardSpot) -> Intent:
        assert self.picked is not None
        if spot.zone == self.picked.zone:
            return self.play_obvious()
        gestures = onto(self.gestures, spot.zone)
        return (
            ChosenGestures(gestures)
            if gestures
            else IllegalDrop(self.by_pick.keys(self.picked), spot.zone)
        )

    def play_obvious(self) -> Intent:
        """Make the obvious move with what is held or under the cursor."""
        gestures, spot = self.gestures, self.picked or self.cursor
        found = obvious(self.scene, gestures)
        if found:
            return ChosenGestures(found)
        if gestures:
            self.picked = spot
            return NoEffect("It can go to several places: choose a highlighted one.")
        self.picked = None
        thing = Written(describe_spot(self.scene, spot))
        return NoEffect(say("nothing_with", "Nothing can be done with {thing} now.", thing=thing))

    def cancel(self) -> bool:
        """Put back what is held; was anything held?"""
        picked, self.picked = self.picked, None
        if picked is not None:
            self.cursor = picked
        return picked is not None
