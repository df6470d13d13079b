"""The winner by the ranking of poker, and the reason in words."""

from collections.abc import Sequence
from typing import NamedTuple

from ludex.kernel import Sentence, say

from ...rules import Hand, HandClass, rank_name


class HandVerdict(NamedTuple):
    """The winner, 0 for a tie, and the reason."""

    winner: int
    words: str


def verdict(first: Sequence[int], second: Sequence[int]) -> HandVerdict:
    """Compare two hands, given as ids 0..51, by the ranking of poker."""
    one, other = Hand.of(first), Hand.of(second)
    if one == other:
        tie = say("tie", "a tie: {hand} on both sides", hand=_closed(one.words))
        return HandVerdict(0, tie)
    better, worse = max(one, other), min(one, other)
    won, lost = _told_apart(better.hand_class, worse.hand_class)
    beats = say("beats", "{better} beats {worse}", better=_closed(won), worse=lost)
    return HandVerdict(1 if one > other else 2, beats)


def _closed(words: Sentence) -> Sentence:
    """Words with a comma in them end with one when the sentence goes on."""
    return say("pause", "{words},", words=words) if "," in words else words


def _told_apart(better: HandClass, worse: HandClass) -> tuple[Sentence, Sentence]:
    """Both in words, with the card that decides when the words alone do not."""
    if better.words != worse.words:
        return better.words, worse.words
    decides, against = next(
        (a, b) for a, b in zip(better.ranks, worse.ranks, strict=True) if a != b
    )
    same = _closed(better.words)
    return _with(same, decides), _with(same, against)


def _with(hand: Sentence, rank: int) -> Sentence:
    word = rank_name(rank)
    words = "{hand} with an {rank}" if word[0] in "ae" else "{hand} with a {rank}"
    return say("kicker", words, hand=hand, rank=word)
