"""The language of rulebooks: events, games, domains, chance, outcomes, history."""

from ludex.kernel.call import Call
from ludex.kernel.dice import Dice
from ludex.kernel.domains.atoms import (
    Choice,
    SeatNumber,
    Several,
    Whole,
    Words,
    YesNo,
)
from ludex.kernel.domains.domain import Atom, Domain, Spread
from ludex.kernel.domains.free import Decimals, Row, Text
from ludex.kernel.event import Chance, Event, Guards, Query, Redo, Refusal, Reset, Undo
from ludex.kernel.fault import Fault, Violation
from ludex.kernel.game import AnyEvent, AnyGame, AnyState, Game
from ludex.kernel.history import History, replayed
from ludex.kernel.outcome import Outcome, drawn, lost, won
from ludex.kernel.promises import Properties, StepProperties
from ludex.kernel.seat import CHANCE, ONLOOKER, SOLO, Seat, seat_name, seat_number
from ludex.kernel.speed import ByHand, Refinement, Speed
from ludex.kernel.start import Notation, Start, Unreadable
from ludex.kernel.texts.sentence import (
    Catalogue,
    Sentence,
    Written,
    as_sentence,
    joined,
    listed,
    say,
)

__all__ = [
    "CHANCE",
    "ONLOOKER",
    "SOLO",
    "AnyEvent",
    "AnyGame",
    "AnyState",
    "Atom",
    "ByHand",
    "Call",
    "Catalogue",
    "Chance",
    "Choice",
    "Decimals",
    "Dice",
    "Domain",
    "Event",
    "Fault",
    "Game",
    "Guards",
    "History",
    "Notation",
    "Outcome",
    "Properties",
    "Query",
    "Redo",
    "Refinement",
    "Refusal",
    "Reset",
    "Row",
    "Seat",
    "SeatNumber",
    "Sentence",
    "Several",
    "Speed",
    "Spread",
    "Start",
    "StepProperties",
    "Text",
    "Undo",
    "Unreadable",
    "Violation",
    "Whole",
    "Words",
    "Written",
    "YesNo",
    "as_sentence",
    "drawn",
    "joined",
    "listed",
    "lost",
    "replayed",
    "say",
    "seat_name",
    "seat_number",
    "won",
]
