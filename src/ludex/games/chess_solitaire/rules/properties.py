"""Properties that always hold in Chess Solitaire, and events that must be able to happen."""

from ludex.kernel import Properties, StepProperties

from .events import MoveAndCapture, judged
from .state import Phase, State, mirrored


def is_judged(s: State) -> bool:
    """Does the phase agree with the board: in play, won or lost?"""
    return s.phase is Phase.SETUP or s == judged(s.board)


ALWAYS: Properties[State] = {
    "the board has sixteen slots": lambda s: len(s.board.cells) == 16,
    "one piece wins, no valid move loses, else the game goes on": is_judged,
}

STEPS: StepProperties[State] = {
    "a capture takes exactly one piece off the board": lambda s, e, t: (
        not isinstance(e, MoveAndCapture) or len(t.board) == len(s.board) - 1
    ),
}

SOMETIMES: Properties[State] = {
    "a game is won": lambda s: s.phase is Phase.WON,
    "a game is lost": lambda s: s.phase is Phase.LOST,
    "a game is lost with several captures made": lambda s: (
        s.phase is Phase.LOST and len(s.board) == 2
    ),
}

EVENTUALLY: Properties[State] = {
    "the game is won or lost": lambda s: s.phase in (Phase.WON, Phase.LOST),
}

SYMMETRIES = {
    "left and right exchanged": mirrored,
}
