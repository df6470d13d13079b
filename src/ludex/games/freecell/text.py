"""The table as text: free cells and homes above, the columns under their numbers.

Players count columns from 1; transcripts count them from 0, as the document and its events.
"""

from collections.abc import Iterator
from itertools import zip_longest

from ludex.games.freecell.ending import outcome
from ludex.games.freecell.state import Phase, State
from ludex.parts.cards import Card

WIDTH = 4
EMPTY = "--"


def text(s: State) -> str:
    """The state drawn for people; each column reads downwards, its last card is free."""
    return "\n".join((*picture(s), status(s)))


def document_text(s: State) -> str:
    """The same as transcripts show it, where columns are called as events name them."""
    return "\n".join((*picture(s, start=0), status(s)))


def picture(s: State, start: int = 1) -> Iterator[str]:
    """The lines of the table, the columns counted from `start`."""
    cells = _row(s.cells) or f"{'none':>{WIDTH + 1}}"
    homes = _row(tuple(home[-1] if home else None for home in s.homes))
    yield f"cells{cells}   homes{homes}"
    yield "".join(f"{i:{WIDTH}}" for i in range(start, start + len(s.columns)))
    rows = [*zip_longest(*s.columns)] or [()]
    first = rows[0] or (None,) * len(s.columns)
    yield _row(first)
    for row in rows[1:]:
        faces = (card.face if card else "" for card in row)
        yield "".join(f"{face:>{WIDTH}}" for face in faces).rstrip()


def _row(places: tuple[Card | None, ...]) -> str:
    return "".join(f"{card.face if card else EMPTY:>{WIDTH}}" for card in places)


def status(s: State) -> str:
    """Where the game stands, in a sentence."""
    if s.phase is Phase.SETUP:
        return "The cards are not dealt yet"
    end = outcome(s)
    count = s.at_home
    words = f"{count} of {s.rules.cards} cards {'is' if count == 1 else 'are'} home"
    if end is None:
        return words
    return end.text if end.winners else f"{end.text}; {words}"
