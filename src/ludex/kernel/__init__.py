"""The language of rulebooks: events, games, domains, chance, outcomes, history, scenes."""

from ludex.kernel.atoms import (
    Choice,
    DealSeed,
    SeatNumber,
    Several,
    Whole,
    YesNo,
    domain_of,
    is_integer,
    snake_case,
)
from ludex.kernel.besides import (
    Document,
    Erratum,
    Looks,
    Refinement,
    Speed,
    Thinking,
)
from ludex.kernel.call import Call, Field, Parameter
from ludex.kernel.dice import SECRET, Dice, SecretDice, dice_for, dice_of, is_secret
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
)
from ludex.kernel.fault import Fault, Violation
from ludex.kernel.game import Game
from ludex.kernel.history import History, Step, replayed
from ludex.kernel.outcome import Outcome, drawn, lost, won
from ludex.kernel.position import Notation
from ludex.kernel.reading import declaration, shortened
from ludex.kernel.scene import (
    Amount,
    Gesture,
    Layout,
    Piece,
    Scene,
    Zone,
    button,
    pressed,
)
from ludex.kernel.seat import CHANCE, ONLOOKER, SOLO, Seat, seat_name, seat_number
from ludex.kernel.sentence import Catalogue, Sentence, code_of, holes, listed, say
from ludex.kernel.start import Option, Start, Unreadable, changed_rules, option_texts
from ludex.kernel.value import changeable

__all__ = [
    "CHANCE",
    "ONLOOKER",
    "SECRET",
    "SOLO",
    "Amount",
    "Atom",
    "Call",
    "Catalogue",
    "Chance",
    "Choice",
    "DealSeed",
    "Dice",
    "Document",
    "Domain",
    "Erratum",
    "Event",
    "Fault",
    "Field",
    "Game",
    "Gesture",
    "GuardSite",
    "Guards",
    "History",
    "Layout",
    "Looks",
    "Notation",
    "Option",
    "Outcome",
    "Parameter",
    "Piece",
    "Query",
    "Redo",
    "Refinement",
    "Refusal",
    "Reset",
    "Scene",
    "Seat",
    "SeatNumber",
    "SecretDice",
    "Sentence",
    "Several",
    "Speed",
    "Spread",
    "Start",
    "Step",
    "Thinking",
    "Undo",
    "Unreadable",
    "Violation",
    "Whole",
    "YesNo",
    "Zone",
    "button",
    "changeable",
    "changed_rules",
    "code_of",
    "declaration",
    "dice_for",
    "dice_of",
    "domain_of",
    "drawn",
    "holes",
    "is_integer",
    "is_secret",
    "listed",
    "lost",
    "option_texts",
    "pressed",
    "replayed",
    "say",
    "seat_name",
    "seat_number",
    "shortened",
    "snake_case",
    "won",
]
