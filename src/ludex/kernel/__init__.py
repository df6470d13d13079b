"""The language of rulebooks."""

from ludex.kernel.dice import Dice

__all__ = ["Dice"]
