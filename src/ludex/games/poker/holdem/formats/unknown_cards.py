"""Showdowns of cards that nobody knows: what can be said of them all the same."""

from ludex.games.poker.hands.evaluator import rank
from ludex.games.poker.hands.pack import PACK, UNKNOWN, Cards
from ludex.games.poker.holdem.formats.replay import names
from ludex.games.poker.holdem.rules.state import Phase, State
from ludex.kernel import Event, Seat


def undecided(s: State, event: Event[State]) -> State:
    """The table after an event that leads to a showdown of unknown cards.

    Everything but the winners is the same whatever the cards are; so some are put in for
    the unknown ones, and what they would win goes back into the pots.
    """
    cards = tuple(card for hole in s.holes for card in hole)
    coming = getattr(event, "cards", ())
    filled = iter(stand_ins(cards, gone=(*s.board, *coming)))
    holes = tuple(tuple(next(filled) for _ in hole) for hole in s.holes)
    t = event.apply(s._replace(holes=holes))
    stacks = tuple(a - b for a, b in zip(t.stacks, t.won, strict=True))
    had = zip(s.stacks, s.bets, s.paid, strict=True)
    paid = tuple(sum(all_of) - rest for all_of, rest in zip(had, stacks, strict=True))
    return t._replace(
        phase=Phase.SHOWDOWN,
        waiting=(),
        holes=s.holes,
        shown=tuple(
            up and UNKNOWN not in hole
            for up, hole in zip(t.shown, s.holes, strict=True)
        ),
        stacks=stacks,
        paid=paid,
        dead=s.dead,
        won=(0,) * len(t.won),
    )


def best_shown(s: State) -> str:
    """Whose hand is the best of those that are known, if the board is whole."""
    known = {
        Seat(p): rank((*hole, *s.board))
        for p, hole in enumerate(s.holes)
        if s.live[p] and UNKNOWN not in hole and len(s.board) == 5
    }
    if not known:
        return ""
    best = names(p for p, value in known.items() if value == min(known.values()))
    return f"; of the known hands that of {best} is the best"


def stand_ins(cards: Cards, gone: Cards = ()) -> Cards:
    """The cards, with any others of the pack for those that are unknown."""
    taken = {*cards, *gone}
    free = (card for card in PACK if card not in taken)
    return tuple(next(free) if card == UNKNOWN else card for card in cards)
