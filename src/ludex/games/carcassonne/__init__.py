"""Carcassonne (the B-C-E-N edition)."""

from typing import Final

from ludex.games.carcassonne.rules import *
from ludex.kernel import Game, Start
game: Final = Game(
    name="carcassonne",
    title="Carcassonne",
    summary="Lay tiles to a growing map and claim its cities, fields and cloisters.",
    start=Start(begun, {"standard": Rules()}),
    events=(DrawTile, PlaceTile, Scores),
    outcome=outcome, text=repr, players=(1, 10), seats=lambda s: s.rules.players,
    turn=turn, candidates=candidates, exact=True,
)
