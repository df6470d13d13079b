"""The colours of the table: dark and light, two or four for suits."""

from dataclasses import dataclass

from ludex.table.sentences import read_table
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
    fields: list[str]
    """Two shades, so that neighbouring tiles can be told apart."""

    cities: list[str]
    road: str
    crossing: str
    cloister: str
    chessman: str = "#2b1d12"
    picked: Highlight = Highlight("#b9ccff", "#2340a8")
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


COLOURS = read_table(__package__, "palette.toml")
SEATS: list[str] = COLOURS["seats"]["colours"]


def palette(*, dark: bool, four: bool, colourless: bool = False) -> Palette:
    """Return the colours for a terminal."""
    colours = {**COLOURS["dark" if dark else "light"]}
    colours |= {name: Highlight(*colours[name]) for name in ("cursor", "legal", "hint")}
    suits = COLOURS["suits"]["four" if four else "two"]
    return Palette(**colours, suits=suits, colourless=colourless)
