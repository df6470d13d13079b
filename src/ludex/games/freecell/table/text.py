"""The table as text: free cells and homes above, the columns under their numbers.

Players count columns from 1; transcripts count them from 0, as the document and its events.

`consequences` are what is told of an event beside the event itself.
"""

from collections.abc import Iterator
from itertools import zip_longest

from ludex.kernel import Event, Sentence, joined, listed
from ludex.parts.cards import Card

from ..rules.autoplay import next_home
from ..rules.ending import outcome
from ..rules.events import Autoplay
from ..rules.state import Phase, State
from . import tell


def consequences(s: State, event: Event[State], _: State) -> tuple[str, ...]:
    """Yield the cards that were sent home, in order."""
    if not isinstance(event, Autoplay):
        return ()
    sent = []
    while (step := next_home(s, event.cards)) is not None:
        sent += [home[-1].face for home in step.homes if home not in s.homes]
        s = step
    if len(sent) == 1:
        return (tell("goes_home", card=sent[0]),)
    return (tell("go_home", cards=listed(sent)),)


WIDTH = 4
EMPTY = "--"


def text(s: State) -> str:
    """The state drawn for people; each column reads downwards, its last card is free."""
    return joined((*picture(s), status(s)), "\n")


def document_text(s: State) -> str:
    """The same as transcripts show it, where columns are called as events name them."""
    return "\n".join((*picture(s, start=0), status(s)))


def picture(s: State, start: int = 1) -> Iterator[str]:
    """The lines of the table, the columns counted from `start`."""
    cells: str = _row(s.cells) or joined((" ", tell("no_cells")), "")
    homes = _row(tuple(home[-1] if home else None for home in s.homes))
    yield tell("places", cells=cells, homes=homes)
    yield "".join(f"{i:{WIDTH}}" for i in range(start, start + len(s.columns)))
    rows = [*zip_longest(*s.columns)] or [()]
    first = rows[0] or (None,) * len(s.columns)
    yield _row(first)
    for row in rows[1:]:
        faces = (card.face if card else "" for card in row)
        yield "".join(f"{face:>{WIDTH}}" for face in faces).rstrip()


def _row(places: tuple[Card | None, ...]) -> str:
    return "".join(f"{card.face if card else EMPTY:>{WIDTH}}" for card in places)


def status(s: State) -> Sentence:
    """Return the state of the game, in a sentence."""
    if s.phase is Phase.SETUP:
        return tell("not_dealt")
    kind = "at_home.one" if s.at_home == 1 else "at_home.several"
    end, home = outcome(s), tell(kind, home=s.at_home, cards=s.rules.cards)
    if end is None:
        return home
    return end.text if end.winners else joined((end.text, home), "; ")
