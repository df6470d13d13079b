"""Poker hands by the million: NumPy arrays and compiled loops (the extra `fast`)."""

try:
    import numpy as np
except ImportError as missing:
    raise ImportError(
        'the poker engines need NumPy: pip install "ludex[fast]"'
    ) from missing

del np
