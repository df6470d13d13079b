"""The board: a scene drawn in cells, with what is pointed at, for keys and mouse."""

from dataclasses import dataclass

from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ludex.table import Layout, Scene, Zone
from ludex.tui.board.cursor import Arrow, nearest
from ludex.tui.board.spots import BoardHighlights, BoardSpot
from ludex.tui.drawing.canvas import Canvas
from ludex.tui.drawing.layout import SIZES, TablePlan, plan_map, plan_table
from ludex.tui.drawing.packing import PlacedZone
from ludex.tui.drawing.painter import draw
from ludex.tui.drawing.palette import Palette, palette

FIXED = "table"
MAPS = tuple(
    size for i, size in enumerate(SIZES) if size.square not in [s.square for s in SIZES[:i]]
)
"""The sizes of maps: one for each size of a square."""

NARROW, WIDE = 30, 38
"""A table beside a map is so many columns wide."""


@dataclass
class Pane:
    """A part of the board that shows one region through a window of its own."""

    region: str
    plan: TablePlan
    view: Region
    dx: int = 0
    dy: int = 0

    def follow(self, rect: Region) -> None:
        """Scroll so that these cells of the plan are seen."""
        self.dx = _window(self.dx, self.view.width, rect.x, rect.right)
        self.dy = _window(self.dy, self.view.height, rect.y, rect.bottom)

    def scroll(self, dx: int, dy: int) -> None:
        """Move the window, not beyond the edges; what fits into it stays in the middle."""
        self.dx = _within(self.dx + dx, self.plan.width - self.view.width)
        self.dy = _within(self.dy + dy, self.plan.height - self.view.height)

    def seen(self, rect: Region) -> Region:
        """Return where cells of the plan appear on the board."""
        return rect.translate((self.view.x - self.dx, self.view.y - self.dy))


def _within(at: int, most: int) -> int:
    return most // 2 if most <= 0 else max(0, min(most, at))


def _window(at: int, length: int, low: int, high: int) -> int:
    if low < at:
        return low
    return high - length if high > at + length else at


class BoardWidget(Widget, can_focus=True):
    """Draws a scene; tells where the mouse points."""

    DEFAULT_CSS = "BoardWidget { width: 1fr; height: 1fr; }"

    @dataclass
    class Pointed(Message):
        """The mouse was pressed on a spot, or double."""

        spot: BoardSpot
        double: bool

    @dataclass
    class Dragged(Message):
        """The mouse was pressed on a spot, and let go on another."""

        spot: BoardSpot
        to: BoardSpot

    def __init__(self) -> None:
        super().__init__(id="board")
        self._pressed: BoardSpot | None = None
        self.scene = Scene((), (), "")
        self.words = ""
        """Shown in place of a scene that has no zones."""

        self.pointing = BoardHighlights()
        self.colours: Palette = palette(dark=True, four=False)
        self.panes: list[Pane] = []
        self.zoom = 0
        self._canvas: Canvas | None = None
        self._key: object = None

    # -- what is shown -----------------------------------------------------------------

    def show(self, scene: Scene, pointing: BoardHighlights, words: str = "") -> None:
        """Draw another scene, or point elsewhere."""
        self.scene, self.pointing, self.words = scene, pointing, words
        self._plan()
        cursor = pointing.cursor
        if cursor is not None and (found := self.find(cursor.zone)) is not None:
            pane, placed = found
            pane.follow(placed.spot(cursor.piece))
        self._canvas = None
        self.refresh()

    def change_zoom(self, by: int) -> None:
        """Draw larger or smaller maps."""
        self.zoom = max(-len(MAPS), min(len(MAPS), self.zoom + by))
        self._key = None
        self.show(self.scene, self.pointing, self.words)

    def pan(self, way: Arrow) -> None:
        """Move the window over the first region that is larger than its window."""
        dx, dy = way.value
        for pane in self.panes:
            if pane.plan.width > pane.view.width or pane.plan.height > pane.view.height:
                pane.scroll(6 * dx, 3 * dy)
                break
        self._canvas = None
        self.refresh()

    def _plan(self) -> None:
        width, height = self.size
        key = self.scene.zones, width, height, self.zoom
        if key == self._key or not width or not height:
            return
        before = {pane.region: pane for pane in self.panes}
        self.panes = list(_panes(self.scene.zones, width, height, self.zoom))
        for pane in self.panes:
            last = before.get(pane.region)
            if last is None or last.plan.metrics != pane.plan.metrics:
                pane.dx = (pane.plan.width - pane.view.width) // 2
                pane.dy = (pane.plan.height - pane.view.height) // 2
            else:
                _keep(pane, last)
            pane.scroll(0, 0)
        self._key = key

    # -- where things are --------------------------------------------------------------

    def find(self, zone: str) -> tuple[Pane, PlacedZone] | None:
        """Find the pane and the place of a zone."""
        for pane in self.panes:
            for placed in pane.plan.placed:
                if placed.zone.key == zone:
                    return pane, placed
        return None

    def next(self, spot: BoardSpot, way: Arrow) -> str | None:
        """Find the zone beside a spot in a direction, in its own region if there is one."""
        found = self.find(spot.zone)
        if found is None:
            return None
        pane, placed = found
        here = pane.seen(placed.rect)
        for same in (True, False):
            rects = {
                other.zone.key: p.seen(other.rect)
                for p in self.panes
                if (p is pane) is same
                for other in p.plan.placed
                if other.zone.key != spot.zone
            }
            key = nearest(rects, here, way)
            if key is not None:
                return key
        return None

    def spot_at(self, x: int, y: int) -> BoardSpot | None:
        """Find what lies under a cell of the board."""
        for pane in self.panes:
            if not pane.view.contains(x, y):
                continue
            for placed in reversed(pane.plan.placed):
                for i in reversed(range(len(placed.spots))):
                    if pane.seen(placed.spots[i]).contains(x, y):
                        fanned = placed.zone.layout not in (Layout.PILE, Layout.SQUARE)
                        return BoardSpot(placed.zone.key, i if fanned else None)
                if pane.seen(placed.rect).contains(x, y):
                    return BoardSpot(placed.zone.key)
        return None

    # -- Textual -----------------------------------------------------------------------

    def on_resize(self) -> None:
        """Plan for another size."""
        self.show(self.scene, self.pointing, self.words)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember where a drag may begin."""
        self._pressed = self.spot_at(event.x, event.y)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go elsewhere: that was a drag, and is no click."""
        pressed, spot = self._pressed, self.spot_at(event.x, event.y)
        if pressed is not None and spot is not None and spot.zone != pressed.zone:
            self.post_message(self.Dragged(pressed, spot))
        else:
            self._pressed = None

    def on_click(self, event: events.Click) -> None:
        """Tell who wants to know."""
        dragged, self._pressed = self._pressed is not None, None
        spot = self.spot_at(event.x, event.y)
        if spot is not None and not dragged:
            self.post_message(self.Pointed(spot, double=event.chain > 1))

    def on_mouse_scroll_down(self) -> None:
        """Move the map by the wheel."""
        self.pan(Arrow.DOWN)

    def on_mouse_scroll_up(self) -> None:
        """Move the map by the wheel."""
        self.pan(Arrow.UP)

    def render_line(self, y: int) -> Strip:
        """Return one line of the picture."""
        if self._canvas is None or (self._canvas.width, self._canvas.height) != self.size:
            self._canvas = self._drawn()
        if y >= self._canvas.height:
            return Strip.blank(self.size.width)
        return self._canvas.strip(y)

    def _drawn(self) -> Canvas:
        width, height = self.size
        canvas = Canvas(width, height, self.colours.plain)
        if not self.scene.zones:
            _words(canvas, self.words, self.colours)
            return canvas
        for pane in self.panes:
            canvas.paste(
                draw(pane.plan, self.pointing, self.colours),
                pane.view,
                pane.dx,
                pane.dy,
            )
            if len(self.panes) > 1 and pane.region == FIXED and pane.view.x:
                edge = Region(pane.view.x - 1, 0, 1, height)
                canvas.fill(edge, self.colours.quiet, "│")
        return canvas

    def text(self) -> str:
        """Return the characters of the picture."""
        return self._drawn().text()


def _words(canvas: Canvas, words: str, colours: Palette) -> None:
    lines = words.splitlines()
    wide = max(map(len, lines), default=0)
    x, y = max(0, (canvas.width - wide) // 2), max(0, (canvas.height - len(lines)) // 2)
    for i, line in enumerate(lines):
        canvas.write(x, y + i, line, colours.plain)


def _keep(pane: Pane, last: Pane) -> None:
    """Keep what was seen where it is: the map has grown."""
    places = {placed.zone.key: placed.rect for placed in last.plan.placed}
    for placed in pane.plan.placed:
        if placed.zone.key in places:
            was = places[placed.zone.key]
            pane.dx = last.dx + placed.rect.x - was.x
            pane.dy = last.dy + placed.rect.y - was.y
            return


def _panes(zones: tuple[Zone, ...], width: int, height: int, zoom: int) -> list[Pane]:
    """Show the table alone, or an open map and the table beside it (above it when narrow)."""
    fixed = [zone for zone in zones if zone.region == FIXED]
    regions = list(dict.fromkeys(z.region for z in zones if z.region != FIXED))
    if not regions:
        return [Pane(FIXED, plan_table(fixed, width, height), Region(0, 0, width, height))]
    panes: list[Pane] = []
    room = Region(0, 0, width, height)
    if fixed and width >= 2 * NARROW:
        wide = max(NARROW, min(WIDE, width // 3))
        view = Region(width - wide, 0, wide, height)
        panes.append(Pane(FIXED, plan_table(fixed, wide, height), view))
        room = Region(0, 0, width - wide - 1, height)
    elif fixed:
        plan = plan_table(fixed, width, height // 2)
        high = min(height // 2, max(p.rect.bottom for p in plan.placed))
        panes.append(Pane(FIXED, plan, Region(0, 0, width, high)))
        room = Region(0, high, width, height - high)
    share = room.height // len(regions)
    for i, region in enumerate(regions):
        own = [zone for zone in zones if zone.region == region]
        view = Region(room.x, room.y + i * share, room.width, share)
        panes.append(Pane(region, _mapped(own, view, zoom), view))
    return panes


def _mapped(zones: list[Zone], view: Region, zoom: int) -> TablePlan:
    """Plan the map at the largest size at which all of it is seen, or nearly the smallest."""
    sizes = [size for size in MAPS if size.square[0] >= 6]
    best = len(sizes) - 1
    for i, metrics in enumerate(sizes):
        plan = plan_map(zones, metrics, border=0)
        if plan.width <= view.width and plan.height <= view.height and metrics.square[0] <= 14:
            best = i
            break
    return plan_map(zones, sizes[max(0, min(len(sizes) - 1, best - zoom))])
