"""The colours of the table: dark and light, two or four for suits."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ludex.tui.drawing.canvas import Ink


@dataclass(frozen=True, slots=True)
class Highlight:
    """A way to point out a place: a background, and the colour of its frame."""

    bg: str
    line: str


@dataclass(frozen=True, slots=True)
class Palette:
    """Every colour that a painter may use."""

    felt: str
    """The table itself."""

    ink: str
    faint: str
    accent: str
    face: str
    edge: str
    """The frame of a card."""

    back: str
    back_ink: str
    light_square: str
    dark_square: str
    suits: dict[str, str]
    cursor: Highlight
    legal: Highlight
    hint: Highlight
    fields: tuple[str, str]
    """Two shades, so that neighbouring tiles can be told apart."""

    cities: tuple[str, str]
    road: str
    crossing: str
    cloister: str
    chessman: str = "#2b1d12"
    held: Highlight = Highlight("#b9ccff", "#2340a8")
    changed: str = "#c05a00"
    colourless: bool = False

    @property
    def plain(self) -> Ink:
        """Return the colours of words on the table."""
        return Ink(self.ink, self.felt)

    @property
    def quiet(self) -> Ink:
        """Return the colours of lines and words that stay in the background."""
        return Ink(self.faint, self.felt)


TWO: Final = {"S": "#1d1d1f", "C": "#1d1d1f", "H": "#c8102e", "D": "#c8102e"}
FOUR: Final = {"S": "#1d1d1f", "C": "#11743a", "H": "#c8102e", "D": "#1558c0"}

SEATS: Final = (
    "#c0392b", "#2471a3", "#b7950b", "#6c3483", "#212f3c",
    "#a04000", "#0e6655", "#943126", "#5d6d7e", "#1b4f72",
)  # fmt: skip


COLOURS: Final[Mapping[str, tuple[Any, Any]]] = {
    "felt": ("#0f3227", "#dcebe0"),
    "ink": ("#dfeae3", "#16281f"),
    "faint": ("#6f9484", "#6b8577"),
    "accent": ("#ffd166", "#a34700"),
    "face": ("#f7f3e8", "#ffffff"),
    "edge": ("#9a927c", "#8b8b85"),
    "back": ("#2f4b8f", "#4a6bc0"),
    "back_ink": ("#8fa8e0", "#c9d6f8"),
    "light_square": ("#e8d9b8", "#f3e6c8"),
    "dark_square": ("#a97c50", "#c99b6b"),
    "cursor": (Highlight("#ffe08a", "#a34700"), Highlight("#ffd95e", "#8a3c00")),
    "legal": (Highlight("#a9e5b0", "#0b6b2d"), Highlight("#9fdea8", "#075c25")),
    "hint": (Highlight("#f5b8ff", "#8a1b9c"), Highlight("#f2a9ff", "#7a148b")),
    "fields": (("#5c9a45", "#67a650"), ("#7fbb66", "#8cc774")),
    "cities": (("#b5763a", "#bf8145"), ("#c98b4f", "#d3985e")),
    "road": ("#efe3c4", "#fff6dc"),
    "crossing": ("#8a6a42", "#96744a"),
    "cloister": ("#efe6d2", "#fbf5e6"),
}
"""The colours that differ, of dark terminals and of light ones."""


def palette(*, dark: bool, four: bool, colourless: bool = False) -> Palette:
    """Return the colours for a terminal."""
    colours = {name: pair[0 if dark else 1] for name, pair in COLOURS.items()}
    return Palette(**colours, suits=FOUR if four else TWO, colourless=colourless)
