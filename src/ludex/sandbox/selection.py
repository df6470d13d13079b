"""Choosing an isolation: the best that the machine allows, tried and not guessed."""

import shutil
from functools import cache

from ludex.sandbox.namespaces import SORTS, Isolation
from ludex.sandbox.run import tried


@cache
def choose_isolation(wanted: str = "auto") -> Isolation:
    """Return the best isolation that can be had here, or the one that is wanted.

    ValueError says why those that are wanted cannot be had.
    """
    lacking = ""
    for sort in SORTS if wanted == "auto" else (wanted,):
        found = Isolation(sort, lacking)
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
