"""Moves as players write them, typed at the table: `26`, `a7`, `3h`."""

from dataclasses import replace
from typing import Final

from ludex.kernel import Event, Sentence, say
from ludex.registry import Shorthand

from ..rules.state import Phase, State
from .notation import read_move
from .solution import NoMove, meant, written

ABOUT: Final = (
    "Moves are typed as players write them: 26 is column 2 to column 6, "
    "3a column 3 to the first free cell, a7 from there to column 7, 3h home."
)


def _read(s: State, text: str) -> Event[State] | Sentence | None:
    """Return the legal event that is likeliest meant; where none is legal, one that says why."""
    move = read_move(text.lower())
    if move is None or s.phase is not Phase.PLAY:
        return None
    events = meant(s, move)
    if isinstance(events, NoMove):
        words = "No card goes from {source} to {target}"
        return say("no_way", words, source=str(move.source), target=str(move.target))
    return next((event for event in events if event.permitted(s)), events[0])


def _write(s: State, event: Event[State]) -> str | None:
    """Return the move, with the number of cards only where another would be understood."""
    move = written(event)
    if move is None:
        return None
    short = str(replace(move, count=None))
    return short if _read(s, short) == event else str(move)


SHORTHAND: Final = Shorthand(ABOUT, _read, _write)
