"""The usual ways of games, so that a rulebook need not state them: the defaults of a game's record."""

from functools import lru_cache
from typing import TypeVar

from ludex.kernel.call import Call
from ludex.kernel.outcome import Outcome
from ludex.kernel.seat import SOLO, Seat, seat_name
from ludex.kernel.texts.sentence import Sentence, say

S = TypeVar("S")


def endless(_: object) -> None:
    """A system, such as a bank, goes on for ever."""


def is_whole(_: object) -> bool:
    """One game is the whole match: none follows."""
    return False


def over(_: Outcome) -> str:
    """Return the refusal of a move after the end."""
    return say("game_over", "the game is over")


@lru_cache(maxsize=64)
def to_move(seat: Seat) -> Sentence:
    """Return the sentence for a game that goes on."""
    return say("to_move", "{player} to move", player=seat_name(seat))


def solo(_: object) -> Seat:
    """One player, whose turn it always is."""
    return SOLO


def in_the_open(state: S, _: Seat) -> S:
    """Everybody sees everything."""
    return state


def no_consequences(_: object, _event: Call, _after: object) -> tuple[str, ...]:
    """The next state tells it all."""
    return ()
