"""Faster ways to the rulebooks' own answers: refinements, and compiled engines on arrays.

Nothing here is a rule. A refinement is attached to a game by whoever wants speed (bots, many
games: `ludex.registry.refined`), and proved against the guards (`ludex.check.refinement`).
"""

from importlib.util import find_spec

if (
    find_spec("numpy") is None
):  # whatever is imported from here needs it; `native` only when it compiles
    raise ImportError('compiled engines need Numba: pip install "ludex[fast]"')
