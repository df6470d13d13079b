"""A scene as an SVG: any game's table, drawn without a browser.

Like the terminal and the web client this knows scenes, and never a game. A look that neither it nor
the game has a drawing for is shown by its label.
"""

from collections.abc import Iterator, Mapping
from html import escape
from types import MappingProxyType
from typing import Final

from book import art
from ludex.table import Drawing, Layout, Piece, Scene, Zone

UNIT: Final = 64
TALL: Final = 1.4
"""How many times as high as wide a card is."""

GAP: Final = 10
MARGIN: Final = 16
INK: Final = {"S": "#1d1d22", "C": "#1d1d22", "H": "#c0202c", "D": "#c0202c"}
PLAYERS: Final = ("#e377c2", "#c62828", "#1f5fbf", "#f2c02b", "#1d8a4a", "#2a2a2e")
CARD_PLACES: Final = frozenset(
    (
        "cell",
        "foundation",
        "column",
        "house",
        "reserve",
        "hand",
        "waste",
        "turned",
        "seat",
    )
)
FELT: Final = "#1f5b3c"
WOOD: Final = "#3b2f26"


Drawings = Mapping[str, Drawing]
"""The pictures that a game brings for its own looks."""


def drawn(scene: Scene, title: str, drawings: Drawings = MappingProxyType({})) -> str:
    """The whole table, its regions side by side."""
    regions: dict[str, list[Zone]] = {}
    for zone in scene.zones:
        regions.setdefault(zone.region, []).append(zone)
    parts: list[str] = []
    right = bottom = float(MARGIN)
    for zones in regions.values():
        group, wide, high = _region(zones, drawings)
        parts.append(f'<g transform="translate({right:g} {MARGIN})">{group}</g>')
        right += wide + MARGIN
        bottom = max(bottom, high + 2 * MARGIN)
    cards = any(_kind(p.look) == "card" for z in scene.zones for p in z.pieces)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right:g} {bottom:g}" '
        f'role="img" font-family="Georgia, serif"><title>{escape(title)}</title>'
        f'<rect width="100%" height="100%" rx="10" fill="{FELT if cards else WOOD}"/>'
        f"{''.join(parts)}</svg>"
    )


def _kind(look: str) -> str:
    return look.partition(":")[0]


def _region(zones: list[Zone], drawings: Drawings) -> tuple[str, float, float]:
    """Its drawing, and how wide and high that is."""
    touching = all(z.layout is Layout.SQUARE for z in zones)
    cards = any(
        _kind(z.look) in CARD_PLACES or any(_kind(p.look) == "card" for p in z.pieces)
        for z in zones
    )
    tall = TALL if cards else 1.0
    gap = 0 if touching else GAP
    boxes = [(z, z.x * (UNIT + gap), z.y * (UNIT * tall + (22 if cards else gap))) for z in zones]
    west = min(x for _, x, _ in boxes)
    north = min(y - (14 if z.caption else 0) for z, _, y in boxes)
    parts, wide, high = [], 0.0, 0.0
    for zone, x, y in boxes:
        body, w, h = _zone(zone, tall, drawings)
        parts.append(f'<g transform="translate({x - west:g} {y - north:g})">{body}</g>')
        wide, high = max(wide, x - west + w), max(high, y - north + h)
    return "".join(parts), wide, high


def _zone(zone: Zone, tall: float, drawings: Drawings) -> tuple[str, float, float]:
    parts = [_own(zone.look, drawings) or _place(zone, tall)]
    wide, high = float(UNIT), UNIT * tall
    for piece, x, y in _lying(zone):
        body = _own(piece.look, drawings) or _piece(piece)
        parts.append(f'<g transform="translate({x:g} {y:g})">{body}</g>')
        wide, high = max(wide, x + UNIT), max(high, y + UNIT * tall)
    if zone.caption:
        words = escape(zone.caption)
        wide = max(wide, 6.2 * len(zone.caption))
        parts.append(
            f'<text x="2" y="-4" font-size="12" fill="#f3efe6" '
            f'font-family="system-ui, sans-serif">{words}</text>'
        )
    return "".join(parts), wide, high


def _lying(zone: Zone) -> Iterator[tuple[Piece, float, float]]:
    """The pieces that are seen, and where each of them lies."""
    match zone.layout:
        case Layout.PILE:
            yield from ((piece, 0, 0) for piece in zone.pieces[-1:])
        case Layout.SQUARE:
            yield from ((piece, 0, 0) for piece in zone.pieces)
        case Layout.FAN_DOWN:
            yield from ((p, 0, i * UNIT * 0.4) for i, p in enumerate(zone.pieces))
        case Layout.FAN_RIGHT:
            yield from ((p, i * UNIT * 0.36, 0) for i, p in enumerate(zone.pieces))
        case Layout.ROW:
            small = any(_kind(p.look) == "meeple" for p in zone.pieces)
            step = UNIT * (0.42 if small else min(1.06, max(0.5, zone.span / 2)))
            yield from ((p, i * step, 0) for i, p in enumerate(zone.pieces))


def _own(look: str, drawings: Drawings) -> str:
    """The game's own picture of a look, as wide as a place; nothing where it has none."""
    found = drawings.get(look) or drawings.get(_kind(look))
    if found is None:
        return ""
    return found.picture.replace(
        "<svg ", f'<svg width="{UNIT}" height="{UNIT * found.aspect:g}" ', 1
    )


def _place(zone: Zone, tall: float) -> str:
    """How it looks where nothing lies."""
    what, _, more = zone.look.partition(":")
    if what == "square":
        fill = "#b07d4f" if more == "dark" else "#efd9b4"
        return f'<rect width="{UNIT}" height="{UNIT}" fill="{fill}"/>'
    if what not in CARD_PLACES or what == "seat":
        return ""
    inner = (
        f'<path d="{art.suits()[more]}" fill="#ffffff55" '
        f'transform="translate({UNIT / 2} {UNIT * tall / 2}) scale(1.6)"/>'
        if what == "foundation" and more in art.suits()
        else ""
    )
    return (
        f'<rect x="1" y="1" width="{UNIT - 2}" height="{UNIT * tall - 2:g}" rx="6" '
        f'fill="#ffffff0d" stroke="#ffffff66"/>{inner}'
    )


def _piece(piece: Piece) -> str:
    what, _, name = piece.look.partition(":")
    scale = UNIT / 100
    match what:
        case "card":
            return f"<title>{escape(piece.label)}</title>{_card(name)}"
        case "chess" if name in art.chess():
            inner = _chessman(name)
        case "tile":
            inner = f'<g transform="rotate({90 * piece.turned} 50 50)">{_tile(name)}</g>'
        case "meeple":
            inner = _meeple(name, piece.turned)
        case "chips":
            return (
                f'<circle cx="14" cy="16" r="11" fill="#2c6fbb" stroke="#fff" '
                f'stroke-width="2" stroke-dasharray="5 3"/><text x="30" y="22" '
                f'font-size="17" font-weight="700" fill="#fff">{escape(name)}</text>'
            )
        case _:
            inner = f'<text x="4" y="60" font-size="20" fill="#fff">{escape(piece.label)}</text>'
    return f'<g transform="scale({scale:g})">{inner}</g>'


def _card(face: str) -> str:
    high = UNIT * TALL
    paper = f'<rect x=".75" y=".75" width="{UNIT - 1.5}" height="{high - 1.5:g}" rx="6" '
    if face == "back":
        return (
            f'{paper} fill="#fffdf6" stroke="#8a8578"/><rect x="5" y="5" '
            f'width="{UNIT - 10}" height="{high - 10:g}" rx="4" fill="#2d4a7c"/>'
        )
    rank, suit = face[:-1].replace("T", "10"), face[-1]
    path, ink = art.suits().get(suit, ""), INK.get(suit, "#1d1d22")
    return (
        f'{paper} fill="#fffdf6" stroke="#8a8578"/>'
        f'<text x="5" y="21" font-size="21" font-weight="700" fill="{ink}">{rank}</text>'
        f'<path d="{path}" fill="{ink}" transform="translate({UNIT - 15} 14) scale(.62)"/>'
        f'<path d="{path}" fill="{ink}" transform="translate(11 33) scale(.5)"/>'
        f'<path d="{path}" fill="{ink}" '
        f'transform="translate({UNIT / 2} {high * 0.66:g}) scale(1.5)"/>'
    )


def _chessman(letter: str) -> str:
    body, lines = art.chess()[letter]
    return "".join(
        (
            *(f'<path d="{d}" fill="#fbf3dd" stroke="#2c2016" stroke-width="3" '
              'stroke-linejoin="round"/>' for d in body),
            *(f'<path d="{d}" fill="none" stroke="#2c2016" stroke-width="2.4"/>'
              for d in lines),
        )
    )  # fmt: skip


def _tile(land: str) -> str:
    if land == "back":
        return '<rect width="100" height="100" rx="4" fill="#4a3a63"/>'
    words = land.split(".")
    roads = [word[1:] for word in words if word.startswith("r")]
    parts = ['<rect width="100" height="100" fill="#8dbd57"/>']
    for colour, wide in (("#6d5a37", 13), ("#efe2c2", 10)):
        parts += [
            f'<path d="{art.road(sides)}" fill="none" stroke="{colour}" stroke-width="{wide}"/>'
            for sides in roads
        ]
    if len(roads) > 2:
        parts.append('<circle cx="50" cy="50" r="11" fill="#7fae4e" stroke="#6d5a37"/>')
    for word in words:
        if word.startswith("c"):
            sides, pennant = word[1:].rstrip("!"), word.endswith("!")
            parts.append(_city(sides, has_roads=bool(roads), has_pennant=pennant))
        elif word.startswith("g"):
            x, y = (float(n) for n in word[1:].split(","))
            parts.append(
                f'<rect x="{x - 9:g}" y="{y - 8:g}" width="18" height="16" rx="2" '
                'fill="#b9985c" stroke="#6d5024"/>'
            )
    if "m" in words:
        parts.append(
            '<path d="M32 72V52H58V72Z" fill="#ece3d0" stroke="#57492f"/>'
            '<path d="M28.5 53L45 38L61.5 53Z" fill="#b5482f"/>'
            '<path d="M56 72V34H70V72Z" fill="#ece3d0" stroke="#57492f"/>'
            '<path d="M53.5 35L63 18L72.5 35Z" fill="#6a7385"/>'
        )
    parts.append('<rect x=".6" y=".6" width="98.8" height="98.8" fill="none" stroke="#3f5a25"/>')
    return "".join(parts)


def _city(sides: str, *, has_roads: bool, has_pennant: bool) -> str:
    turns, ground, wall = art.city(sides, roads=has_roads)
    pennant = (
        '<path d="M42 10H58V20C58 26 54 29 50 31C46 29 42 26 42 20Z" fill="#2456a6" '
        'stroke="#fff" stroke-width="2"/>'
        if has_pennant
        else ""
    )
    return (
        f'<g transform="rotate({90 * turns} 50 50)"><path d="{ground}" fill="#d6ac72"/>'
        f'<path d="{wall}" fill="none" stroke="#4f4334" stroke-width="6"/>'
        f'<path d="{wall}" fill="none" stroke="#bcae98" stroke-width="3.4" '
        f'stroke-dasharray="4.4 2.2"/>{pennant}</g>'
    )


def _meeple(name: str, turned: int) -> str:
    """At home, or standing (a farmer lies) on its part of a tile, upright however that lies."""
    player, _, more = name.partition(":")
    colour = PLAYERS[int(player) % len(PLAYERS)]
    man = (
        f'<path d="{art.meeple()}" fill="{colour}" stroke="#fff" stroke-width="5" '
        'stroke-linejoin="round"/>'
    )
    if not more:
        return f'<g transform="scale(.5)">{man}</g>'
    role, _, spot = more.partition(":")
    x, y = (float(n) for n in spot.split(","))
    for _ in range(turned % 4):
        x, y = 100 - y, x
    lying = " rotate(-90)" if role == "F" else ""
    return f'<g transform="translate({x:g} {y:g}){lying} scale(.3) translate(-50 -52)">{man}</g>'
