"""FreeCell and its relatives: every card is seen, and nearly every deal can be won.

`rules` says what may differ between relatives, `table` what lies where, `moves` what a
player can do, `homing` which cards go home together, `setting` how the cards come to lie,
`queries` what can be asked, `plays` what may be tried and how a game ends. `deals`, `formats`
and `notation` speak with other programs, `solution` turns their moves into events, and
`errata` lists where we depart from the document. This page is the table of contents.
"""

from typing import Final

from ludex.games.freecell.errata import ERRATA
from ludex.games.freecell.homing import Autoplay, told
from ludex.games.freecell.homing import __doc__ as about_homing
from ludex.games.freecell.moves import (
    MoveFreeToGame,
    MoveFreeToHome,
    MoveGameToFree,
    MoveGameToGame,
    MoveGameToHome,
)
from ludex.games.freecell.moves import __doc__ as about_moves
from ludex.games.freecell.picture import text
from ludex.games.freecell.plays import asides, candidates, outcome, over
from ludex.games.freecell.position import notation
from ludex.games.freecell.properties import ALWAYS, SOMETIMES, STEPS
from ludex.games.freecell.queries import (
    IsEmptyFreeCell,
    IsEmptyGameCell,
    IsEmptyHomeCell,
    WinGame,
)
from ludex.games.freecell.rules import PRESETS
from ludex.games.freecell.scene import gesture, meant, zones
from ludex.games.freecell.setting import Begin, Deal, NewGame, SetGameCells
from ludex.games.freecell.setting import __doc__ as about_setting
from ludex.games.freecell.table import Phase, State, cleared
from ludex.kernel import CHANCE, SOLO, Game, Seat, Start


def turn(s: State) -> Seat:
    """Chance deals, then the player moves."""
    return CHANCE if s.phase is Phase.SETUP else SOLO


game: Final = Game(
    name="freecell",
    title="FreeCell",
    emblem=("card:KS", "card:QH", "card:JC"),
    summary="Bring every card home in suit, with four free cells to help.",
    source="Assignment 4, Part 1, Specification: Card, Deck and Board (2018)",
    errata=ERRATA,
    about=f"{about_moves}\n{about_homing}\n{about_setting}",
    start=Start(cleared, PRESETS),
    events=(
        Deal,
        SetGameCells,
        Begin,
        MoveGameToGame,
        MoveGameToHome,
        MoveGameToFree,
        MoveFreeToGame,
        MoveFreeToHome,
        Autoplay,
        NewGame,
        IsEmptyGameCell,
        IsEmptyHomeCell,
        IsEmptyFreeCell,
        WinGame,
    ),
    outcome=outcome,
    text=text,
    told=told,
    turn=turn,
    candidates=candidates,
    asides=asides,
    over=over,
    notation=notation,
    zones=zones,
    gesture=gesture,
    meant=meant,
    always=ALWAYS,
    steps=STEPS,
    sometimes=SOMETIMES,
    rare=("a game is won",),
)

__all__ = ["State", "game"]
