"""Fighting: two five-card hands from one pack, and who wins.

`rules` has the deal and the comparison. This page is the table of contents.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from ludex.kernel import CHANCE, Event, Game, Seat, Speed, Start
from ludex.language.document import Document
from ludex.study.documents.records import read_errata, read_last_run, read_requirements
from ludex.table import Layout, Looks, Piece, TablePlace, Zone

from ..rules import RANKING, Hand, spaced
from .rules import events
from .rules.events import FIVE, Deal, State, outcome

DOCUMENT = f"{__package__.rpartition('.')[0]}.document"
"""The package of the document, which it shares with hold'em."""


def text(s: State) -> str:
    """Both hands, what they are worth, and who wins."""
    ended = outcome(s)
    if ended is None:
        return "two hands of five cards to be dealt from one pack"
    hands = enumerate((s.first, s.second), start=1)
    lines = [f"player {i}: {spaced(h)}  {Hand.of(h).words}" for i, h in hands]
    winner = f"player {ended.winners[0] + 1} wins: " if len(ended.winners) == 1 else ""
    return "\n".join((*lines, winner + ended.reason))


def zones(s: State, _: Seat) -> tuple[Zone, ...]:
    """Return one row of cards a hand."""
    return tuple(
        TablePlace(f"hand:{i}", f"hand of player {i}", 0, 2 * (i - 1), Layout.ROW, "").holding(
            tuple(Piece(str(c), f"card:{str(c).upper()}", c.spoken) for c in hand)
        )
        for i, hand in enumerate(s, start=1)
    )


def candidates(_: State) -> Iterator[Event[State]]:
    """Nobody chooses anything: chance deals, and that is all."""
    return iter(())


game: Final = Game(
    name="fighting",
    title="Fighting",
    summary="Two hands of five cards from one pack: the better one wins.",
    about=f"{events.__doc__}\n{RANKING}",
    start=Start.fixed(State()),
    events=(Deal,),
    outcome=outcome,
    over=None,  # the hands lie there: that says it
    text=text,
    players=(2, 2),
    turn=lambda _: CHANCE,
    always={
        "five different cards each, or none": lambda s: len({*s.first, *s.second}) in (0, 2 * FIVE),
    },
    sometimes={
        "the second hand wins": lambda s: bool(s.first) and Hand.of(s.first) < Hand.of(s.second),
    },
    document=Document(
        title="An Event-B Specification of Poker (its companion context Fighting)",
        errata=read_errata(DOCUMENT),
        requirements=read_requirements(DOCUMENT),
        last_run=partial(read_last_run, DOCUMENT),
    ),
    looks=Looks(zones=zones),
    speed=Speed(candidates=candidates),
)
