"""Talk at a table, between the people who sit there.

It is no part of the game: nothing of it is written down, in a log, a script or the store, and
it is gone when the table leaves memory. Onlookers do not hear it, and whoever takes over a seat
does not hear what was said before.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from ludex.play.protocol.effects import Rejection

LONGEST = 200
PHRASES = 12
"""Set phrases are sent by number: everybody reads them in a language of one's own."""

KEPT = 50
NOBODY = Rejection("There is no other person at this table.")
NOTHING = Rejection("The message is empty.")


class Remark(Struct, frozen=True):
    """Something that was said."""

    seat: int
    text: str
    """Empty where it is a set phrase."""

    phrase: int | None
    heard_by: frozenset[bytes]
    """The keys of the seats at the time."""

    @property
    def as_message(self) -> dict[str, object]:
        """Return the remark as it is sent."""
        return {"seat": self.seat, "text": self.text, "phrase": self.phrase}


def heard_by(key: bytes, talk: Iterable[Remark]) -> list[dict[str, object]]:
    """Return what whoever has this key has heard, the oldest first."""
    return [one.as_message for one in talk if key in one.heard_by]


def remark_in(
    received: Mapping[str, object], seat: int, keys: Iterable[bytes]
) -> Remark | Rejection:
    """Return what a message says, in one line that can be seen; or why it says nothing."""
    heard_by = frozenset(keys)
    match received:
        case {"phrase": int(phrase)} if phrase in range(PHRASES):
            return Remark(seat, "", int(phrase), heard_by)  # true is 1, to Python
        case {"text": str(text)}:
            seen = "".join(c if c.isprintable() else " " for c in text[: 4 * LONGEST])
            line = " ".join(seen.split())[:LONGEST].strip()
            return Remark(seat, line, None, heard_by) if line else NOTHING
    return NOTHING
