"""The parts of scenes as bytes, found by what they are: most lie as they lay before."""

from collections.abc import Callable, Sequence

from ludex.table import Gesture, Zone

Highlight = tuple[str, tuple[str, ...]]
"""The name of some zones that are shown together, and their keys."""

Part = Zone | Gesture | Highlight


class EncodedParts:
    """Bytes of zones and gestures, at most so many; those not asked for are forgotten.

    A scene has a hundred parts, of which a move changes a few: the others are looked up
    without a step of Python for each.
    """

    def __init__(self, encode: Callable[[Part], bytes], most: int) -> None:
        self._encode = encode
        self._most = most // 2
        self._known: dict[int, bytes] = {}
        self._kept: list[Part] = []  # or others could get their identities
        self._older: dict[int, bytes] = {}
        self._kept_longer: list[Part] = []

    def joined(self, parts: Sequence[Part]) -> bytes:
        """All of them, with commas between."""
        found = [*map(self._known.get, map(id, parts))]
        if None in found:
            for i, part in enumerate(parts):
                if found[i] is None:
                    found[i] = self._made(part)
        return b",".join(found)  # type: ignore[arg-type]  # none is missing now

    def _made(self, part: Part) -> bytes:
        made = self._older.get(id(part)) or self._encode(part)
        if len(self._kept) >= self._most:
            self._older, self._kept_longer = self._known, self._kept
            self._known, self._kept = {}, []
        self._known[id(part)] = made
        self._kept.append(part)
        return made
