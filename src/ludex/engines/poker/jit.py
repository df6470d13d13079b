"""The compiler of the engines, or one clear line when it is not installed."""

try:
    from numba import njit
except ImportError as missing:
    raise ImportError(
        'compiled loops need Numba: pip install "ludex[fast]"'
    ) from missing

__all__ = ["njit"]
