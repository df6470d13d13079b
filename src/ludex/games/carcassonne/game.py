"""Carcassonne, the base game and the document's edition: lay tiles, claim what is on them.

This page is the table of contents. In `rules`, `events` is the rulebook, to be read first. The
equipment: `tiles` are the words, `tile_kinds` draws the tiles and counts the two sets, `segments`
reads their parts off the drawings, `rotation` is a tile as it lies, `places` are the squares.
`features` and `terrain` are the map, `scoring` and `awards` what it is worth. `options` says what
may differ, `state` what is on the table and in the bag, `candidates` what may be tried, `ending`
how a game ends, `properties` what always holds. `text` and `picture` draw a state, `position`
writes it on a line, `setup` is a position as somebody wrote it, with all that may be wrong with it.
`table` shows a game, `bots` play it, `engine` plays many; `document` and `formats` are the
document's words, errata and programs.
"""

from typing import Final

from ludex.games.carcassonne.bots.evaluation import worth
from ludex.games.carcassonne.document.errata import ERRATA
from ludex.games.carcassonne.document.requirements import REQUIREMENTS
from ludex.games.carcassonne.document.wording import DOCUMENT
from ludex.games.carcassonne.rules.candidates import candidates
from ludex.games.carcassonne.rules.ending import outcome, over
from ludex.games.carcassonne.rules.events import DrawTile, PlaceTile, Scores
from ludex.games.carcassonne.rules.options import GROUPS, MEANINGS, PRESETS, TITLES
from ludex.games.carcassonne.rules.position import notation
from ludex.games.carcassonne.rules.properties import ALWAYS, SOMETIMES, STEPS
from ludex.games.carcassonne.rules.state import State, begun, turn
from ludex.games.carcassonne.rules.text import text
from ludex.games.carcassonne.table.actions import narrate
from ludex.games.carcassonne.table.highlights import last_move
from ludex.games.carcassonne.table.lessons import EMBLEM, LESSONS
from ludex.games.carcassonne.table.narration import consequences
from ludex.games.carcassonne.table.outlines import highlights
from ludex.games.carcassonne.table.scene import drops, gesture, gestures, zones
from ludex.games.carcassonne.table.side_panel import side_panel
from ludex.kernel import Document, Game, Speed, Start, Thinking
from ludex.table import Looks

game: Final = Game(
    name="carcassonne",
    title="Carcassonne",
    summary="Add tiles to a growing map and claim its cities, roads, fields and cloisters.",
    start=Start(
        begun,
        PRESETS,
        unnamed="standard",
        titles=TITLES,
        meanings=MEANINGS,
        groups=GROUPS,
    ),
    events=(DrawTile, PlaceTile, Scores),
    outcome=outcome,
    over=over,
    text=text,
    consequences=consequences,
    wordings={"document": DOCUMENT},
    players=(1, 10),
    seats=lambda s: s.rules.players,
    turn=turn,
    notation=notation,
    always=ALWAYS,
    steps=STEPS,
    sometimes=SOMETIMES,
    document=Document(
        title="Haskassonne (B. A. Alves Ferreira, Laboratórios de Informática I, 2014)",
        errata=ERRATA,
        requirements=REQUIREMENTS,
    ),
    looks=Looks(
        emblem=EMBLEM,
        lessons=LESSONS,
        zones=zones,
        gesture=gesture,
        narrate=narrate,
        gestures=gestures,
        drops=drops,
        highlights=highlights,
        side_panel=side_panel,
        last_move=last_move,
    ),
    thinking=Thinking(worth=worth),
    speed=Speed(candidates=candidates),
)

__all__ = ["State", "game"]
