"""Drawings that a game ships for its own looks: an SVG for browsers, a sign for terminals.

    looks = Looks(drawings={"stone": Drawing(svg=STONE, sign="●")}, zones=…)

An SVG is a picture and nothing else: what could run, load or refer to something outside it is
refused when the game is read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

NAMESPACE = "{http://www.w3.org/2000/svg}"
ELEMENTS = """
    circle clipPath defs desc ellipse g line linearGradient mask path pattern polygon polyline
    radialGradient rect stop svg symbol text title tspan use
"""
ATTRIBUTES = """
    class clip-path clip-rule clipPathUnits cx cy d dominant-baseline dx dy fill fill-opacity
    fill-rule font-family font-size font-style font-weight fx fy gradientTransform gradientUnits
    height href id letter-spacing mask maskContentUnits maskUnits offset opacity paint-order
    pathLength patternContentUnits patternTransform patternUnits points preserveAspectRatio r
    role rx ry spreadMethod stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset
    stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor
    transform version viewBox width x x1 x2 y y1 y2
"""
FROM_SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y="52" font-size="{size}" '
    'text-anchor="middle" dominant-baseline="central" fill="#fff" stroke="#222" stroke-width="5" '
    'paint-order="stroke">{sign}</text></svg>'
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a piece or a place looks that no interface knows by itself."""

    svg: str = ""
    """For browsers: a whole picture, with a viewBox."""

    sign: str = ""
    """For terminals, and for browsers where there is no picture: a character or two."""

    def __post_init__(self) -> None:
        if problem := _problem(self.svg):
            raise TypeError(f"a drawing is refused: {problem}")

    @property
    def picture(self) -> str:
        """The SVG; where there is none, the sign as one."""
        size = 86 if len(self.sign) < 2 else 60
        return self.svg or FROM_SIGN.format(size=size, sign=escape(self.sign))


def _problem(svg: str) -> str:
    """What is wrong with an SVG, in words; nothing where it only draws."""
    if not svg:
        return ""
    if "<!" in svg.replace("<!--", "") or "<?" in svg.removeprefix("<?xml"):
        return "declarations are not allowed"
    try:
        root = ET.fromstring(svg)  # noqa: S314  # it has no declarations, so nothing expands
    except ET.ParseError as error:
        return f"it is no XML: {error}"
    if root.tag != f"{NAMESPACE}svg" or "viewBox" not in root.attrib:
        return "it must be an svg element of the SVG namespace, with a viewBox"
    return next((found for element in root.iter() for found in _faults(element)), "")


def _faults(element: ET.Element) -> Iterator[str]:
    name = element.tag.removeprefix(NAMESPACE)
    if name not in ELEMENTS.split():
        yield f"the element {name} is not allowed"
    for attribute, value in element.attrib.items():
        if attribute not in ATTRIBUTES.split():
            yield f"the attribute {attribute} is not allowed"
        is_outside = attribute == "href" and not value.startswith("#")
        if is_outside or "url(" in value.replace(" ", "").replace("url(#", ""):
            yield f"{attribute} refers to something outside: {value}"
