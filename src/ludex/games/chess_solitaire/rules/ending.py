"""How a game of Chess Solitaire ends."""

from typing import Final

from ludex.games.chess_solitaire.rules.state import SLOTS, Phase, State
from ludex.kernel import SOLO, Outcome, lost, say, won

# Asked for several times after every event: made once.
WON: Final = won(
    SOLO, say("won", "You win: {why}", why=say("one_left", "one piece is left"))
)
STUCK: Final = "{pieces} pieces are left, and none can capture"
LOST_WITH: Final = tuple(
    lost(say("lost", "You lose: {why}", why=why))
    for why in (
        say("no_piece", "there is no piece on the board"),
        *(say("stuck", STUCK, pieces=n) for n in range(1, len(SLOTS) + 1)),
    )
)
"""By the number of pieces."""


def outcome(s: State) -> Outcome | None:
    """Won with one piece left, lost without a valid move."""
    match s.phase:
        case Phase.WON:
            return WON
        case Phase.LOST:
            return LOST_WITH[len(s.board)]
        case _:
            return None
