"""Chess Solitaire: every move captures, and the last piece standing wins.

`pieces` says how the pieces move, `rules` what can happen, `position` how a board is
written on one line, `scene` how it lies on a table. This page is the table of contents.
"""

from typing import Final

from ludex.games.chess_solitaire import pieces, rules
from ludex.games.chess_solitaire.position import notation
from ludex.games.chess_solitaire.rules import (
    MoveAndCapture,
    Moves,
    Phase,
    ResetGame,
    SetupChess,
    StartGame,
    State,
    asides,
    candidates,
    captures,
    judged,
    outcome,
    refused,
    text,
)
from ludex.games.chess_solitaire.scene import gesture, meant, zones
from ludex.kernel import Game, Start


def is_judged(s: State) -> bool:
    """Whoever is in play has a move and more than one piece; whoever is not, has not."""
    return s.phase is Phase.SETUP or s == judged(s.board)


game: Final = Game(
    name="chess-solitaire",
    title="Chess Solitaire",
    emblem=("chess:N", "chess:R"),
    summary="Capture with every move until one piece is left.",
    source="EECS3311 Lab 3: Building a Chess-Solitaire Game App using ETF (Eiffel)",
    about=f"{rules.__doc__}\n{pieces.__doc__}",
    start=Start.fixed(State()),
    events=(SetupChess, StartGame, ResetGame, MoveAndCapture, Moves),
    outcome=outcome,
    over=None,  # Table 2 of the document says it in its own place
    text=text,
    refused=refused,
    candidates=candidates,
    asides=asides,
    notation=notation,
    zones=zones,
    gesture=gesture,
    meant=meant,
    always={
        "the board has sixteen slots": lambda s: len(s.board.cells) == 16,
        "one piece wins, no valid move loses, else the game goes on": is_judged,
    },
    steps={
        "a capture takes exactly one piece off the board": lambda s, e, t: (
            not isinstance(e, MoveAndCapture) or len(t.board) == len(s.board) - 1
        ),
    },
    sometimes={
        "a game is won": lambda s: s.phase is Phase.WON,
        "a game is lost": lambda s: s.phase is Phase.LOST,
        "a game is lost with several captures made": lambda s: (
            s.phase is Phase.LOST and len(s.board) == 2
        ),
    },
)

__all__ = ["State", "captures", "game", "judged"]
