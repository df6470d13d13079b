"""Choosing walls: the best that the machine allows, tried and not guessed."""

import shutil
from functools import cache

from ludex.sandbox.namespaces import SORTS, Walls
from ludex.sandbox.run import tried


@cache
def walls(wanted: str = "auto") -> Walls:
    """The best walls that can be built here, or those that are wanted; tried, not guessed.

    ValueError says why those that are wanted cannot be had.
    """
    lacking = ""
    for sort in SORTS if wanted == "auto" else (wanted,):
        found = Walls(sort, lacking)
        if sort == "bubblewrap" and shutil.which("bwrap") is None:
            problem: str | None = "bubblewrap is not installed"
        else:
            problem = tried(found)
        if problem is None:
            return found
        if wanted == sort:
            raise ValueError(f"no walls of {sort} here: {problem}")
        lacking = f"{lacking}; {problem}" if lacking else problem
    raise ValueError(f"no program can be run here: {lacking}")
