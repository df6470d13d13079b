"""Shuffles that people can trust: a promise before the deal, its secret after the match.

Whoever deals chooses a secret of 256 bits and shows its hash, the commitment, before the
deal. Then each seat that wants to adds a random share of its own, in two rounds: first the
hashes of all shares are noted, and only then the shares are opened. The deals follow from the
secret and the shares together. So nobody who is last can choose, not even a dealer who also
plays: when the last share is opened it was fixed already. A seat that keeps its share closed
stops the deal, for there is none without it: to refuse is no choice between two deals. When the
match is over the secret is shown, and everybody can see that it is the promised one, that each
share is the one whose hash was noted before any was open, and that every deal follows from them.

    commitment = SHA-256 of the text "ludex secret " and the secret in 64 hex digits
    hash       = SHA-256 of the text "ludex share SEAT:SHARE"
    key        = the secret, where nobody gave a share, else
                 SHA-256 of "ludex shares SECRET 1:SHARE 2:SHARE", the seats in order
    dice of line n (see `ludex.parts.secret_dice.dice_for`): SHA-256 of "KEY:n:chance", the key in decimal
                 digits with 2^256 added, n counting the lines of events, undos and redos

What is said about the shuffle stands in the log, between the events: a line that begins with
a colon is no event of any game.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from ludex.parts.secret_dice import SECRET, is_secret
from ludex.play.protocol.log import LogLine

SHARE = re.compile(r"[0-9a-f]{64}")
"""A share: 256 bits in hex digits."""

NOTE = ":"
HASHES, SHARES = ":hash ", ":share "
"""Before the hex digits of a share's hash, and of the share itself."""

NO_SHARE, DEAL, CLOSE = ":no share", ":deal", ":close"


def secret_text(seed: int) -> str | None:
    """Return the secret in hex digits; None where the seed is a number that somebody chose."""
    return f"{seed - SECRET:064x}" if is_secret(seed) else None


def secret_from(text: str) -> int:
    """Return the seed of a secret in hex digits."""
    return SECRET + int(text, 16)


def commitment(seed: int) -> str | None:
    """Return what is shown of a secret before the deal; a chosen seed promises nothing."""
    secret = secret_text(seed)
    return None if secret is None else _hashed(f"ludex secret {secret}")


def share_hash(seat: int, share: str) -> str:
    """Return what is noted of a share before any is opened; another seat's cannot be copied."""
    return _hashed(f"ludex share {seat}:{share}")


def key_of(seed: int, shares: Mapping[int, str]) -> int:
    """Return the seed that chance throws its dice from: the secret, and everybody's share."""
    given = " ".join(f"{seat}:{share}" for seat, share in sorted(shares.items()))
    if not given or not is_secret(seed):
        return seed
    return secret_from(_hashed(f"ludex shares {secret_text(seed)} {given}"))


def _hashed(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Notes:
    """Notes in a log, which are no events: shares, and who has had enough."""

    count: int = 0
    """So many lines."""

    hashes: Mapping[int, str] = field(default_factory=dict)
    """The hashes of the shares that will be given, by seat, counted from 1."""

    shares: Mapping[int, str] = field(default_factory=dict)
    """The shares that have been opened."""

    answered: frozenset[int] = frozenset()
    """The seats that have given the hash of a share, or want to give none."""

    hurried: bool = False
    """Has somebody asked to deal without those who are not here?"""

    closing: frozenset[int] = frozenset()
    """The seats that want no further game of this match."""

    def after(self, line: LogLine) -> "Notes | None":
        """Return the notes with one line more; None where it says nothing that is known."""
        more, seat = replace(self, count=self.count + 1), line.seat
        word, _, given = line.event.partition(" ")
        match word:
            case ":hash" if SHARE.fullmatch(given) and not self._is_too_late(seat):
                hashes = {**self.hashes, seat: given}
                return replace(more, hashes=hashes, answered=self.answered | {seat})
            case ":no" if given == "share" and not self._is_too_late(seat):
                return replace(more, answered=self.answered | {seat})
            case ":share" if self.fits(seat, given) and seat not in self.shares:
                return replace(more, shares={**self.shares, seat: given})
            case ":deal" if not given:
                return replace(more, hurried=True)
            case ":close" if not given:
                return replace(more, closing=self.closing | {seat})
        return None

    def _is_too_late(self, seat: int) -> bool:
        """May a seat no longer say what it gives? When any share is open, nothing is fixed anew."""
        return seat in self.answered or self.hurried or bool(self.shares)

    def fits(self, seat: int, share: str) -> bool:
        """Is this the share whose hash a seat has given?"""
        is_one = SHARE.fullmatch(share) is not None
        return is_one and self.hashes.get(seat) == share_hash(seat, share)

    @property
    def closed(self) -> frozenset[int]:
        """The seats whose shares are still to be opened."""
        return frozenset(self.hashes.keys() - self.shares.keys())

    def played(self) -> "Notes":
        """Note after an event that the player who plays on has not had enough."""
        return replace(self, closing=frozenset()) if self.closing else self


def is_note(line: LogLine) -> bool:
    """Is this a line about the table, and no event?"""
    return line.event.startswith(NOTE)


def share_words(received: Mapping[str, object]) -> str | None:
    """Return what a seat says of its share: the hash, that there will be none, or the share."""
    match received:
        case {"hash": None}:
            return NO_SHARE
        case {"hash": str(given)}:
            return f"{HASHES}{given}"
        case {"share": str(share)}:
            return f"{SHARES}{share}"
    return None
