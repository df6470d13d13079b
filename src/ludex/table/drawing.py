"""Drawings that a game ships for its own looks: an SVG for browsers, a sign for terminals.

    looks = Looks(drawings={"stone": Drawing(svg=STONE, sign="●")}, zones=…)

An SVG is a picture and nothing else, whoever wrote it: what could run, load or refer to something
outside it is refused when the game is read, and so is what would keep a browser busy.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from xml.etree import ElementTree as ET

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

LARGEST = 100_000
MOST_ELEMENTS = 5_000
MOST_ASPECT = 4.0

DECLARATION = re.compile(r"""\A<\?xml version=["']1\.0["']( encoding=["'](utf|UTF)-8["'])?\s*\?>""")
REFERENCE = re.compile(r"""url\((["']?)#([\w.-]+)\1\)""")
"""To a part of the same picture, such as a gradient."""

FUNCTIONS = "hsl hsla matrix rgb rgba rotate scale skewX skewY translate"

DISC = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="7" '
    'fill="{fill}" stroke="{edge}" stroke-width="1.2"/></svg>'
)


@dataclass(frozen=True)
class Drawing:
    """The picture of a piece or a place that no interface knows by itself."""

    svg: str = ""
    """For browsers: a whole picture, with a viewBox. It is as wide as a place, and as tall as that says."""

    sign: str = ""
    """For terminals, and for browsers where there is no picture: a character or two."""

    def __post_init__(self) -> None:
        if problem := _problem(self.picture):
            raise TypeError(f"a drawing is refused: {problem}")

    @cached_property
    def picture(self) -> str:
        """The SVG; where there is none, the sign as one."""
        size = 86 if len(self.sign) < 2 else 60
        return self.svg or FROM_SIGN.format(size=size, sign=escape(self.sign, quote=False))

    @cached_property
    def aspect(self) -> float:
        """Return the height of the picture, in its widths."""
        _, _, width, height = _view_box(ET.fromstring(self.picture))  # noqa: S314  # it was checked
        return round(height / width, 3)


def disc(fill: str, edge: str, sign: str) -> Drawing:
    """A round piece in these colours: a disc, a man, a stone, a peg."""
    return Drawing(svg=DISC.format(fill=fill, edge=edge), sign=sign)


def _problem(svg: str) -> str:
    """Return the problem of an SVG, in words; nothing where it only draws."""
    if len(svg) > LARGEST:
        return f"it has more than {LARGEST:,} characters"
    if "<!" in svg.replace("<!--", "") or "<?" in DECLARATION.sub("", svg):
        return "declarations are not allowed"
    try:
        root = ET.fromstring(svg)  # noqa: S314  # it has no declarations, so nothing expands
    except (ET.ParseError, ValueError) as error:
        return f"it is not XML: {error}"
    if root.tag != f"{NAMESPACE}svg" or "viewBox" not in root.attrib:
        return "it must be an svg element of the SVG namespace, with a viewBox"
    return next((found for element in root.iter() for found in _faults(element)), "") or _excess(
        root
    )


def _faults(element: ET.Element) -> Iterator[str]:
    name = element.tag.removeprefix(NAMESPACE)
    if name not in ELEMENTS.split():
        yield f"the element {name} is not allowed"
    for attribute, value in element.attrib.items():
        if attribute not in ATTRIBUTES.split():
            yield f"the attribute {attribute} is not allowed"
        *before, _ = REFERENCE.sub("", value).split("(")
        called = [re.split(r"[\s,)]+", text.strip())[-1] for text in before]
        is_outside = attribute == "href" and not value.startswith("#")
        if is_outside or "\\" in value or not set(called) <= {*FUNCTIONS.split()}:
            yield f"{attribute} refers to something outside: {value}"


def _excess(root: ET.Element) -> str:
    """Return the excess of the drawing over the limits: a part counts as often as it is referred
    to."""
    view = _view_box(root)
    if len(view) != 4 or not 1 / MOST_ASPECT <= view[3] / (view[2] or 1e-9) <= MOST_ASPECT:
        return f"its viewBox must be four numbers, no side over {MOST_ASPECT:g} times the other"
    parts = {element.get("id"): element for element in root.iter()}
    drawn, todo = 0, [root]
    while todo:
        for element in todo.pop().iter():
            drawn += 1
            todo += [parts[name] for name in _references(element) if name in parts]
        if drawn > MOST_ELEMENTS:
            return f"more than {MOST_ELEMENTS:,} elements are drawn"
    return ""


def _references(element: ET.Element) -> Iterator[str]:
    for attribute, value in element.attrib.items():
        yield from (found[1] for found in REFERENCE.findall(value))
        if attribute == "href":
            yield value[1:]


def _view_box(root: ET.Element) -> list[float]:
    """The numbers of the viewBox: its corner, its width and its height."""
    found = re.split(r"[\s,]+", root.attrib["viewBox"].strip())
    return [float(number) for number in found if re.fullmatch(r"-?\d+(\.\d+)?", number)]
