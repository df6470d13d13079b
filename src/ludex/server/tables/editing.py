"""The editor: while a board is set up, its pieces can be moved and taken off again.

The rules know only how a piece is put on the board. So a piece that is taken off was never
put, as far as the log knows: the table goes back to it, and puts what came after it again.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ludex.games.chess_solitaire.events import SetupChess
from ludex.games.chess_solitaire.state import SLOTS, Phase
from ludex.kernel import Event, Gesture, History

Journal = tuple[Event[Any], ...]


def is_edited(history: History[Any]) -> bool:
    """Is a board being set up?"""
    return getattr(history.state, "phase", None) is Phase.SETUP


def edits(history: History[Any]) -> Mapping[str, tuple[Gesture, Journal]]:
    """What can be changed on the board, by name: how, and the journal it leads to."""
    if not is_edited(history):
        return {}
    return {gesture.event: (gesture, journal) for gesture, journal in _edits(history)}


def _edits(history: History[Any]) -> Iterator[tuple[Gesture, Journal]]:
    journal, state, game = history.journal, history.state, history.game
    free = [slot for slot in sorted(SLOTS) if slot not in state.board]
    for i, event in enumerate(journal):
        assert isinstance(event, SetupChess)
        piece, at = event.piece, event.at
        name, rest = piece.name.lower(), (*journal[:i], *journal[i + 1 :])
        put = game.looks.gesture(state, event)  # from the supply to its slot
        words = f"Take the {name} off {at:board4}"
        off = f"take_off({at.row},{at.col})"
        yield Gesture(off, words, put.drop, put.pick), rest
        for to in free:
            other = SetupChess(piece, to)
            words = f"Put the {name} of {at:board4} on {to:board4}"
            move = f"move_piece({at.row},{at.col},{to.row},{to.col})"
            drop = game.looks.gesture(state, other).drop
            yield Gesture(move, words, put.drop, drop), (*rest, other)
    if journal:
        yield Gesture("clear_board", "Clear the board", aside=True), ()


def common(one: Journal, two: Journal) -> int:
    """How many events two journals begin with alike."""
    pairs = enumerate(zip(one, two, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(two)))
