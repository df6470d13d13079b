"""The colours of the table: dark and light, two or four for suits."""

from dataclasses import dataclass
from typing import Final

from ludex.tui.drawing.canvas import Ink


@dataclass(frozen=True, slots=True)
class Mark:
    """How a place is pointed out: a background, and the colour of its frame."""

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
    chessman: str
    suits: dict[str, str]
    cursor: Mark
    legal: Mark
    held: Mark
    hint: Mark
    changed: str
    fields: tuple[str, str]
    """Two shades, so that neighbouring tiles can be told apart."""

    cities: tuple[str, str]
    road: str
    crossing: str
    cloister: str
    colourless: bool = False

    @property
    def plain(self) -> Ink:
        """Words on the table."""
        return Ink(self.ink, self.felt)

    @property
    def quiet(self) -> Ink:
        """Lines and words that stay in the background."""
        return Ink(self.faint, self.felt)


TWO: Final = {"S": "#1d1d1f", "C": "#1d1d1f", "H": "#c8102e", "D": "#c8102e"}
FOUR: Final = {"S": "#1d1d1f", "C": "#11743a", "H": "#c8102e", "D": "#1558c0"}

SEATS: Final = (
    "#c0392b", "#2471a3", "#b7950b", "#6c3483", "#212f3c",
    "#a04000", "#0e6655", "#943126", "#5d6d7e", "#1b4f72",
)  # fmt: skip


def palette(*, dark: bool, four: bool, colourless: bool = False) -> Palette:
    """The colours for a terminal."""
    suits = FOUR if four else TWO
    if dark:
        return Palette(
            felt="#0f3227",
            ink="#dfeae3",
            faint="#6f9484",
            accent="#ffd166",
            face="#f7f3e8",
            edge="#9a927c",
            back="#2f4b8f",
            back_ink="#8fa8e0",
            light_square="#e8d9b8",
            dark_square="#a97c50",
            chessman="#2b1d12",
            suits=suits,
            cursor=Mark("#ffe08a", "#a34700"),
            legal=Mark("#a9e5b0", "#0b6b2d"),
            held=Mark("#b9ccff", "#2340a8"),
            hint=Mark("#f5b8ff", "#8a1b9c"),
            changed="#c05a00",
            fields=("#5c9a45", "#67a650"),
            cities=("#b5763a", "#bf8145"),
            road="#efe3c4",
            crossing="#8a6a42",
            cloister="#efe6d2",
            colourless=colourless,
        )
    return Palette(
        felt="#dcebe0",
        ink="#16281f",
        faint="#6b8577",
        accent="#a34700",
        face="#ffffff",
        edge="#8b8b85",
        back="#4a6bc0",
        back_ink="#c9d6f8",
        light_square="#f3e6c8",
        dark_square="#c99b6b",
        chessman="#2b1d12",
        suits=suits,
        cursor=Mark("#ffd95e", "#8a3c00"),
        legal=Mark("#9fdea8", "#075c25"),
        held=Mark("#b9ccff", "#2340a8"),
        hint=Mark("#f2a9ff", "#7a148b"),
        changed="#c05a00",
        fields=("#7fbb66", "#8cc774"),
        cities=("#c98b4f", "#d3985e"),
        road="#fff6dc",
        crossing="#96744a",
        cloister="#fbf5e6",
        colourless=colourless,
    )
