"""The language of rulebooks: events, games, domains, chance, outcomes, history."""

from ludex.kernel.any_game import AnyEvent, AnyGame, AnyState
from ludex.kernel.atoms import (
    Choice,
    DealSeed,
    SeatNumber,
    Several,
    Whole,
    Words,
    YesNo,
    domain_of,
    is_integer,
    snake_case,
)
from ludex.kernel.call import Call, Field, Parameter
from ludex.kernel.dice import SECRET, Dice, SecretDice, dice_for, dice_of, is_secret
from ludex.kernel.document import Document, Erratum, Requirement
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
from ludex.kernel.free import Decimals, Row, Text
from ludex.kernel.game import Game
from ludex.kernel.heuristics import Thinking
from ludex.kernel.history import History, Step, replayed
from ludex.kernel.outcome import Outcome, drawn, lost, won
from ludex.kernel.position import Notation
from ludex.kernel.question import Question
from ludex.kernel.reading import declaration, shortened
from ludex.kernel.seat import CHANCE, ONLOOKER, SOLO, Seat, seat_name, seat_number
from ludex.kernel.sentence import (
    Catalogue,
    Sentence,
    Written,
    as_sentence,
    code_of,
    holes,
    joined,
    listed,
    packed,
    say,
    unpacked,
)
from ludex.kernel.speed import Refinement, Speed
from ludex.kernel.start import Start, Unreadable, changed_rules, option_texts
from ludex.kernel.value import changeable

__all__ = [
    "CHANCE",
    "ONLOOKER",
    "SECRET",
    "SOLO",
    "AnyEvent",
    "AnyGame",
    "AnyState",
    "Atom",
    "Call",
    "Catalogue",
    "Chance",
    "Choice",
    "DealSeed",
    "Decimals",
    "Dice",
    "Document",
    "Domain",
    "Erratum",
    "Event",
    "Fault",
    "Field",
    "Game",
    "GuardSite",
    "Guards",
    "History",
    "Notation",
    "Outcome",
    "Parameter",
    "Query",
    "Question",
    "Redo",
    "Refinement",
    "Refusal",
    "Requirement",
    "Reset",
    "Row",
    "Seat",
    "SeatNumber",
    "SecretDice",
    "Sentence",
    "Several",
    "Speed",
    "Spread",
    "Start",
    "Step",
    "Text",
    "Thinking",
    "Undo",
    "Unreadable",
    "Violation",
    "Whole",
    "Words",
    "Written",
    "YesNo",
    "as_sentence",
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
    "joined",
    "listed",
    "lost",
    "option_texts",
    "packed",
    "replayed",
    "say",
    "seat_name",
    "seat_number",
    "shortened",
    "snake_case",
    "unpacked",
    "won",
]
