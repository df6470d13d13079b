"""Remembering what a function said of an object, without comparing or hashing it.

States share what has not changed: after a move the piles that nobody touched are the very
same tuples as before. What is known of them need not be found out again.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def remembered(most: int) -> Callable[[Callable[[T], R]], Callable[[T], R]]:
    """Make a pure function of one immutable object remember at most so many answers.

    An answer is found by the object's identity. The object is kept with it, so that no
    other can get the same one; when there are too many, those are forgotten that nobody has
    asked for since the last time.
    """

    def decorate(function: Callable[[T], R]) -> Callable[[T], R]:
        answers: dict[int, tuple[R, T]] = {}
        older: dict[int, tuple[R, T]] = {}

        @wraps(function)
        def recalled(thing: T) -> R:
            key = id(thing)
            known = answers.get(key)
            if known is None:
                known = older.get(key) or (function(thing), thing)
                if 2 * len(answers) >= most:
                    older.clear()
                    older.update(answers)
                    answers.clear()
                answers[key] = known
            return known[0]

        return recalled

    return decorate
