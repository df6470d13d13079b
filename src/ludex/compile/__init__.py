"""Faster ways to the rulebooks' own answers: refinements, and compiled engines on arrays.

Nothing here is a rule. A refinement is attached to a game by whoever wants speed (bots, many
games: `ludex.registry.refined`), and proved against the guards (`ludex.check.refinement`).
"""

try:
    import numpy as np  # noqa: F401  # whatever is imported from here needs it
except ImportError as missing:
    raise ImportError('compiled engines need Numba: pip install "ludex[fast]"') from missing
