"""Carcassonne, the base game and the document's edition: lay tiles, claim what is on them.

This page is the table of contents. In `rules`, `events` is the rulebook, to be read first. The
equipment: `tiles` are the words, the drawings and the two sets of tiles, `segments` reads their parts
off the drawings and turns them, `places` are the squares. `features` and `terrain` are the map,
`scoring` what it is worth. `options` says what
may differ, `state` what is on the table and in the bag, `candidates` what may be tried, `ending`
how a game ends, `properties` what always holds. `picture` draws a state, `position`
writes it on a line, and says all that may be wrong with one that somebody wrote.
`table` shows a game, `bots` play it, `engine` plays many; `document` and `formats` are the
document's words, errata and programs.
"""

from dataclasses import replace
from functools import partial

from ludex.bots import Thinking
from ludex.kernel import Game, Speed, Start
from ludex.language.document import Document
from ludex.language.translations import Wordings
from ludex.study.documents.records import read_errata, read_last_run, read_requirements
from ludex.table import read_lessons, read_options

from .bots.evaluation import worth
from .document.document_words import DOCUMENT
from .rules.candidates import candidates
from .rules.ending import outcome, over
from .rules.events import DrawTile, PlaceTile, Scores
from .rules.options import PRESETS
from .rules.picture import text
from .rules.position import notation
from .rules.properties import ALWAYS, SOMETIMES, STEPS
from .rules.state import State, begun, turn
from .table.narration import consequences, last_move, narrate
from .table.outlines import highlights
from .table.scene import gestures, looks, side_panel

lessons, emblem = read_lessons(__package__)

game = Game(
    name="carcassonne",
    title="Carcassonne",
    summary="Add tiles to a growing map and claim its cities, roads, fields and cloisters.",
    start=Start(
        begun,
        PRESETS,
        unnamed="standard",
    ),
    events=(DrawTile, PlaceTile, Scores),
    outcome=outcome,
    over=over,
    text=text,
    consequences=consequences,
    wordings=Wordings(f"{__package__}.table", {"document": DOCUMENT}),
    players=(1, 10),
    seats=lambda s: s.rules.players,
    turn=turn,
    notation=notation,
    always=ALWAYS,
    steps=STEPS,
    sometimes=SOMETIMES,
    document=Document(
        title="Haskassonne (B. A. Alves Ferreira, Laboratórios de Informática I, 2014)",
        errata=read_errata(f"{__package__}.document"),
        requirements=read_requirements(f"{__package__}.document"),
        last_run=partial(read_last_run, f"{__package__}.document"),
    ),
    looks=replace(
        looks,
        emblem=emblem,
        lessons=lessons,
        options=read_options(__package__),
        narrate=narrate,
        gestures=gestures,
        highlights=highlights,
        side_panel=lambda s, _: side_panel(s),
        last_move=last_move,
    ),
    thinking=Thinking(worth=worth),
    speed=Speed(candidates=candidates),
)

__all__ = ["State", "game"]
