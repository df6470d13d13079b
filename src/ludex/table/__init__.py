"""The vocabulary of shown things: scenes, gestures, lessons, and what a seat is told.

A scene is data: zones that hold pieces, and a gesture for each legal event. The terminal and the
browser draw any scene, and know no game.
"""

from ludex.table.forms import Blank, Form
from ludex.table.lesson import Lesson, Shown, board, fan, row
from ludex.table.looks import Looks, looks_of, scene_of
from ludex.table.scene import (
    NOTHING_BESIDE,
    NOTHING_SEEN,
    Ahead,
    Amount,
    Beside,
    Gain,
    Gesture,
    Layout,
    Piece,
    Plate,
    Scene,
    Sight,
    Zone,
    button,
    pressed,
)

__all__ = [
    "NOTHING_BESIDE",
    "NOTHING_SEEN",
    "Ahead",
    "Amount",
    "Beside",
    "Blank",
    "Form",
    "Gain",
    "Gesture",
    "Layout",
    "Lesson",
    "Looks",
    "Piece",
    "Plate",
    "Scene",
    "Shown",
    "Sight",
    "Zone",
    "board",
    "button",
    "fan",
    "looks_of",
    "pressed",
    "row",
    "scene_of",
]
