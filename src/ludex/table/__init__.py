"""The vocabulary of shown things: scenes, gestures, lessons, and what a seat is told.

A scene is data: zones that hold pieces, and a gesture for each legal event. The terminal and the
browser draw any scene, and know no game.
"""

from ludex.table.betting import betting_table, chips, counted, slider
from ludex.table.board import board, square_key, standing, touch
from ludex.table.cards import Pile, card_piece, card_table, pile, places_in_row
from ludex.table.drawing import Drawing, disc
from ludex.table.drop import find_dropped_event
from ludex.table.forms import Blank, Form
from ludex.table.lesson import Lesson, Shown, fan, read_lessons, row, squares
from ludex.table.looks import Looks, brief_scene_of, looks_of, scene_of
from ludex.table.mancala import mancala, mancala_text
from ludex.table.map import free_place, map_key, map_place, tile_map
from ludex.table.options import Option, meanings_of, options_of, titles_of
from ludex.table.question import OptionTexts, Question, read_options
from ludex.table.scene import (
    NO_LAST_MOVE,
    NO_SIDE_PANEL,
    Ahead,
    Amount,
    Gain,
    Gesture,
    GestureKind,
    LastMove,
    Layout,
    Piece,
    PlacedGesture,
    Plate,
    Scene,
    SidePanel,
    TablePlace,
    Zone,
    button,
    pressed,
)
from ludex.table.sentences import by_number, read_sentences, somebody

__all__ = [
    "NO_LAST_MOVE",
    "NO_SIDE_PANEL",
    "Ahead",
    "Amount",
    "Blank",
    "Drawing",
    "Form",
    "Gain",
    "Gesture",
    "GestureKind",
    "LastMove",
    "Layout",
    "Lesson",
    "Looks",
    "Option",
    "OptionTexts",
    "Piece",
    "Pile",
    "PlacedGesture",
    "Plate",
    "Question",
    "Scene",
    "Shown",
    "SidePanel",
    "TablePlace",
    "Zone",
    "betting_table",
    "board",
    "brief_scene_of",
    "button",
    "by_number",
    "card_piece",
    "card_table",
    "chips",
    "counted",
    "disc",
    "fan",
    "find_dropped_event",
    "free_place",
    "looks_of",
    "mancala",
    "mancala_text",
    "map_key",
    "map_place",
    "meanings_of",
    "options_of",
    "pile",
    "places_in_row",
    "pressed",
    "read_lessons",
    "read_options",
    "read_sentences",
    "row",
    "scene_of",
    "slider",
    "somebody",
    "square_key",
    "squares",
    "standing",
    "tile_map",
    "titles_of",
    "touch",
]
