"""Players of nine men's morris with habits, to see that an exam finds them.

ludex exam nine-mens-morris --player examples/players/habits.py:never_captures_first
"""

from typing import Any

from ludex.bots import View
from ludex.kernel import Dice

POINTS = [
    "a7",
    "d7",
    "g7",
    "b6",
    "d6",
    "f6",
    "c5",
    "d5",
    "e5",
    "a4",
    "b4",
    "c4",
    "e4",
    "f4",
    "g4",
    "c3",
    "d3",
    "e3",
    "b2",
    "d2",
    "f2",
    "a1",
    "d1",
    "g1",
]


def never_captures_first(view: View[Any], dice: Dice) -> str:
    """Go on placing or moving where a man of the opponent's is to be removed first."""
    event = str(dice.choice(view.legal))
    return f"place({event[7:-1]})" if event.startswith("remove") else event


def often_on_top(view: View[Any], dice: Dice) -> str:
    """Place a man on another one, three times in ten."""
    event = str(dice.choice(view.legal))
    free = {str(one) for one in view.legal}
    taken = [at for at in POINTS if f"place({at})" not in free]
    if event.startswith("place") and taken and dice.below(10) < 3:
        return f"place({dice.choice(taken)})"
    return event


def legal_events(prompt: str) -> list[str]:
    """The events that a prompt lists (--legal)."""
    listed = prompt.partition("The legal events:\n")[2]
    return listed.partition("\n\n")[0].splitlines()


def moves_out_of_turn(prompt: str) -> str:
    """Never wait for the other player."""
    first = legal_events(prompt)[0]
    return "place(a1)" if first == "wait" else first


def repeats_itself(prompt: str) -> str:
    """Always say the same."""
    return "place(d7)"


def answers_prose(prompt: str) -> str:
    """Talk about the position instead of moving."""
    return "The corner a1 is strong, so I would place(a1) and then look for a mill."


def is_silent(prompt: str) -> str:
    """Answer nothing at all."""
    return ""


def always_says_a(prompt: str) -> str:
    """Give the first of two answers, whatever they are."""
    return "A"
