"""Choosing an isolation: the best that the machine allows, tried and not guessed."""

import shutil
from functools import cache

from ludex.sandbox.namespaces import SORTS, Isolation
from ludex.sandbox.run import tried


@cache
def choose_isolation(wanted: str = "auto") -> Isolation:
    """Return the strongest sandbox available here, or the requested one.

    A ValueError gives the reason if the requested one is not available.
    """
    if wanted not in ("auto", *SORTS):
        raise ValueError(f"no sandbox {wanted!r}; there are: auto, {', '.join(SORTS)}")
    lacking = ""
    for sort in SORTS if wanted == "auto" else (wanted,):
        if sort == "bubblewrap" and shutil.which("bwrap") is None:
            problem: str | Isolation = "bubblewrap is not installed"
        else:
            problem = tried(Isolation(sort, lacking))
        if isinstance(problem, Isolation):
            return problem
        if wanted == sort:
            raise ValueError(f"the sandbox {sort} is not available: {problem}")
        lacking = f"{lacking}; {problem}" if lacking else problem
    raise ValueError(f"no sandbox is available: {lacking}")
