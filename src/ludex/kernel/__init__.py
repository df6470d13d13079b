"""The language of rulebooks: events, games, domains, chance, outcomes, history, scenes."""

from ludex.kernel.atoms import (
    Choice,
    SeatNumber,
    Several,
    Whole,
    YesNo,
    domain_of,
    is_integer,
    snake_case,
)
from ludex.kernel.call import Call, Field, Parameter
from ludex.kernel.dice import Dice, dice_for
from ludex.kernel.domain import Atom, Domain, Spread
from ludex.kernel.event import (
    Chance,
    Event,
    Guards,
    GuardSite,
    Query,
    Redo,
    Refusal,
    Reset,
    Undo,
    Worded,
)
from ludex.kernel.game import Erratum, Game, Violation, declaration, shortened
from ludex.kernel.history import History, Step, replayed
from ludex.kernel.outcome import Outcome, drawn, lost, won
from ludex.kernel.position import Notation
from ludex.kernel.scene import Amount, Gesture, Layout, Piece, Scene, Zone, button
from ludex.kernel.seat import CHANCE, ONLOOKER, SOLO, Seat, seat_name, seat_number
from ludex.kernel.start import Option, Start, Unreadable, changed_rules, option_texts

__all__ = [
    "CHANCE",
    "ONLOOKER",
    "SOLO",
    "Amount",
    "Atom",
    "Call",
    "Chance",
    "Choice",
    "Dice",
    "Domain",
    "Erratum",
    "Event",
    "Field",
    "Game",
    "Gesture",
    "GuardSite",
    "Guards",
    "History",
    "Layout",
    "Notation",
    "Option",
    "Outcome",
    "Parameter",
    "Piece",
    "Query",
    "Redo",
    "Refusal",
    "Reset",
    "Scene",
    "Seat",
    "SeatNumber",
    "Several",
    "Spread",
    "Start",
    "Step",
    "Undo",
    "Unreadable",
    "Violation",
    "Whole",
    "Worded",
    "YesNo",
    "Zone",
    "button",
    "changed_rules",
    "declaration",
    "dice_for",
    "domain_of",
    "drawn",
    "is_integer",
    "lost",
    "option_texts",
    "replayed",
    "seat_name",
    "seat_number",
    "shortened",
    "snake_case",
    "won",
]
