"""Showdowns of a hand history: what an action shows, gives up or keeps back, and cards that nobody knows."""

from collections.abc import Iterable
from enum import Enum

from ludex.kernel import Event, Seat

from ...hands import PACK, UNKNOWN, Cards, rank, written
from ..rules import Phase, State
from .replay import Lie, cards_of, names, words_of


class ShowdownAnswer(Enum):
    """What somebody does at the showdown."""

    SHOW = "show"
    MUCK = "muck"
    KEEP = "keep"
    """Claims the pot with cards that the file does not tell."""


def answer_of(s: State, p: Seat, text: str) -> ShowdownAnswer:
    """Return what the action says; a `Lie`, if the cards are others."""
    hole = s.holes[p]
    if not text:
        return ShowdownAnswer.MUCK
    cards = hole if text == "-" else cards_of(text)
    known = {*cards} - {UNKNOWN}
    if len(cards) > 2 or not (known <= {*hole} or (UNKNOWN in hole and text)):
        raise Lie(f"p{p + 1} has {written(hole) or 'no cards'}, not {text}")
    return ShowdownAnswer.KEEP if UNKNOWN in cards or len(cards) < 2 else ShowdownAnswer.SHOW


def shows_later(actions: Iterable[str], p: Seat) -> bool:
    """Does one of the actions that are still to come tell his cards?"""
    return any(
        words[:2] == [f"p{p + 1}", "sm"] and words[2:] and "?" not in words[2]
        for words in map(words_of, actions)
    )


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
    return before_paying(s, t)._replace(
        phase=Phase.SHOWDOWN,
        waiting=(),
        holes=s.holes,
        shown=tuple(up and UNKNOWN not in hole for up, hole in zip(t.shown, s.holes, strict=True)),
        won=(0,) * len(t.won),
    )


def before_paying(s: State, t: State) -> State:
    """Return the table `t` before its pots were paid: what was in no stack then is in the pots.

    The table before the last event is `s`.
    """
    stacks = tuple(a - b for a, b in zip(t.stacks, t.won, strict=True))
    had = zip(s.stacks, s.bets, s.paid, strict=True)
    paid = tuple(sum(all_of) - rest for all_of, rest in zip(had, stacks, strict=True))
    return t._replace(stacks=stacks, paid=paid, dead=s.dead)


def best_shown(s: State) -> str:
    """Return whose hand is the best of those that are known, if the board is whole."""
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
