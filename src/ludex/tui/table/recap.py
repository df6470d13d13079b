"""A recap of what has happened since the player's last decision, in one line that stays readable."""

from enum import IntEnum


class Weight(IntEnum):
    """The importance of a sentence: the least is left out first, where there is no room for all."""

    ROUTINE = 0
    """What chance did: the table shows it."""

    OWN = 1
    """What the player did: it is known."""

    OTHERS = 2
    TOLD = 3
    """What came of it."""


GAP = "   "


class Recap:
    """Sentences, each with its weight."""

    def __init__(self) -> None:
        self._said: list[tuple[Weight, str]] = []

    def forget(self) -> None:
        """Begin anew: the player has decided."""
        self._said.clear()

    def add(self, weight: Weight, sentence: str) -> None:
        """Add a sentence."""
        self._said.append((weight, sentence))

    def line(self, width: int) -> str:
        """Write as much as there is room for: of what weighs least the earliest goes first."""
        kept = list(self._said)
        while len(kept) > 1 and len(_joined(kept)) > width:
            kept.remove(min(kept, key=lambda said: said[0]))
        return _joined(kept)


def _joined(said: list[tuple[Weight, str]]) -> str:
    return GAP.join(sentence for _, sentence in said)
