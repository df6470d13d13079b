"""FreeCell and its relatives: every card is seen, and nearly every deal can be won.

`events` is the rulebook, to be read first: the moves; beside it `dealing` says how the cards
come to lie, `autoplay` which cards go home together, `places` how
columns, cells and homes are named. `options` says what may differ between relatives, `state`
what lies where, `deals` which deals there are, `candidates` what may be tried, `ending` how
a game ends, `properties` what always holds, `position` writes a state on a line. `table` shows a game,
`engine` plays many, `solver` wins; `document` and `formats` are the document's model and other programs' notations. This page is the table of contents.
"""

from dataclasses import replace
from functools import partial

from ludex.kernel import Game, Speed, Start
from ludex.language.document import Document
from ludex.language.translations import Wordings
from ludex.study.documents.records import (
    read_errata,
    read_last_run,
    read_requirements,
    read_wordings,
)
from ludex.table import read_lessons, read_options

from .rules import autoplay as homing
from .rules import dealing, events
from .rules.candidates import asides, candidates
from .rules.ending import outcome, over, turn
from .rules.events import EVENTS
from .rules.options import PRESETS
from .rules.position import notation
from .rules.properties import ALWAYS, SOMETIMES, STEPS
from .rules.state import State, cleared
from .table.scene import TYPING, looks
from .table.text import consequences, document_text, text

lessons, emblem = read_lessons(__package__)

game = Game(
    name="freecell",
    title="FreeCell",
    summary="Bring every card home in suit, with free cells to help.",
    about=f"{events.__doc__}\n{homing.__doc__}\n{dealing.__doc__}",
    start=Start(cleared, PRESETS),
    events=EVENTS,
    outcome=outcome,
    text=text,
    wordings=Wordings(f"{__package__}.table", read_wordings(f"{__package__}.document")),
    consequences=consequences,
    turn=turn,
    over=over,
    notation=notation,
    always=ALWAYS,
    steps=STEPS,
    sometimes=SOMETIMES,
    rare=("a game is won",),
    document=Document(
        title="Assignment 4, Part 1, Specification: Card, Deck and Board (2018)",
        errata=read_errata(f"{__package__}.document"),
        requirements=read_requirements(f"{__package__}.document"),
        last_run=partial(read_last_run, f"{__package__}.document"),
        text=document_text,
    ),
    looks=replace(
        looks,
        emblem=emblem,
        lessons=lessons,
        options=read_options(__package__),
        typing=TYPING,
        progress=lambda s: s.at_home,
        progress_unit="cards home",
    ),
    speed=Speed(candidates=candidates, asides=asides),
)

__all__ = ["State", "game"]
