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
    if wanted not in ("auto", *SORTS):
        raise ValueError(f"no walls of {wanted!r}; there are: auto, {', '.join(SORTS)}")
    lacking = ""
    for sort in SORTS if wanted == "auto" else (wanted,):
        if sort == "bubblewrap" and shutil.which("bwrap") is None:
            problem: str | Isolation = "bubblewrap is not installed"
        else:
            problem = tried(Isolation(sort, lacking))
        if isinstance(problem, Isolation):
            return problem
        if wanted == sort:
            raise ValueError(f"no walls of {sort} here: {problem}")
        lacking = f"{lacking}; {problem}" if lacking else problem
    raise ValueError(f"no program can be run here: {lacking}")
