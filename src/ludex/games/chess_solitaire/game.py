"""Chess Solitaire: every move captures, and the last piece standing wins.

`events` is the rulebook, to be read first; `pieces` says how the pieces move, `state` what
is on the board, `candidates` what may be tried, `ending` how a game ends, `properties` what
always holds, `position` writes a state on a line. `table` shows a game, `engine` plays many, `solver`
wins; `document` is the document's model.
This page is the table of contents.
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
from ludex.table import read_lessons

from .rules import events, pieces
from .rules.candidates import asides, candidates
from .rules.ending import outcome
from .rules.events import (
    ClearBoard,
    MoveAndCapture,
    MovePiece,
    Moves,
    ResetGame,
    SetupChess,
    StartGame,
    TakeOff,
    captures,
    judged,
)
from .rules.position import notation
from .rules.properties import (
    ALWAYS,
    EVENTUALLY,
    SOMETIMES,
    STEPS,
    SYMMETRIES,
)
from .rules.state import State
from .table.scene import TYPING, looks
from .table.text import document_text, refused, text

lessons, emblem = read_lessons(__package__)

game = Game(
    name="chess-solitaire",
    title="Chess Solitaire",
    summary="Capture with every move until one piece is left.",
    about=f"{events.__doc__}\n{pieces.__doc__}",
    start=Start.fixed(State()),
    events=(
        SetupChess,
        StartGame,
        ResetGame,
        MoveAndCapture,
        Moves,
        MovePiece,
        TakeOff,
        ClearBoard,
    ),
    outcome=outcome,
    over=None,  # Table 2 of the document says it in its own place
    text=text,
    wordings=Wordings(f"{__package__}.table", read_wordings(f"{__package__}.document")),
    notation=notation,
    always=ALWAYS,
    steps=STEPS,
    sometimes=SOMETIMES,
    eventually=EVENTUALLY,
    symmetries=SYMMETRIES,
    document=Document(
        title="EECS3311 Lab 3: Building a Chess-Solitaire Game App using ETF (Eiffel)",
        errata=read_errata(f"{__package__}.document"),
        requirements=read_requirements(f"{__package__}.document"),
        last_run=partial(read_last_run, f"{__package__}.document"),
        text=document_text,
        refused=refused,
    ),
    looks=replace(
        looks,
        emblem=emblem,
        lessons=lessons,
        typing=TYPING,
    ),
    speed=Speed(candidates=candidates, asides=asides),
)

__all__ = ["State", "captures", "game", "judged"]
