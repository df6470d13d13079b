"""Cards at the showdown of a hand history: what an action shows, gives up or keeps back."""

from collections.abc import Iterable
from enum import Enum

from ludex.games.poker.hands.pack import UNKNOWN, written
from ludex.games.poker.holdem.formats.replay import Lie, cards_of, words_of
from ludex.games.poker.holdem.rules.state import State
from ludex.kernel import Seat


class Answer(Enum):
    """What somebody does at the showdown."""

    SHOW = "show"
    MUCK = "muck"
    KEEP = "keep"
    """Claims the pot with cards that the file does not tell."""


def answer_of(s: State, p: Seat, text: str) -> Answer:
    """What the action says; a `Lie`, if the cards are others."""
    hole = s.holes[p]
    if not text:
        return Answer.MUCK
    cards = hole if text == "-" else cards_of(text)
    known = {*cards} - {UNKNOWN}
    if len(cards) > 2 or not (known <= {*hole} or (UNKNOWN in hole and text)):
        raise Lie(f"p{p + 1} has {written(hole) or 'no cards'}, not {text}")
    return Answer.KEEP if UNKNOWN in cards or len(cards) < 2 else Answer.SHOW


def shows_later(actions: Iterable[str], p: Seat) -> bool:
    """Does one of the actions that are still to come tell his cards?"""
    return any(
        words[:2] == [f"p{p + 1}", "sm"] and words[2:] and "?" not in words[2]
        for words in map(words_of, actions)
    )
