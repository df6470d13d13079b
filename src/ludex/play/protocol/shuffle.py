"""Shuffles that people can trust: a promise before the deal, its secret after the match.

Whoever deals chooses a secret of 256 bits and shows its hash, the commitment, before the
deal. Then each seat that wants to adds a random share of its own. The deals follow from the
secret and the shares together: the dealer cannot have chosen a deal, since the shares were not
known when the secret was promised, and no seat can, since the secret was not known to it. When
the match is over the secret is shown, and everybody can see that it is the promised one and
that every deal follows from it.

    commitment = SHA-256 of the text "ludex secret " and the secret in 64 hex digits
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
SHARES = ":share "
"""Before the hex digits of a share."""

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

    shares: Mapping[int, str] = field(default_factory=dict)
    """By seat, counted from 1."""

    answered: frozenset[int] = frozenset()
    """The seats that have given a share, or want to give none."""

    hurried: bool = False
    """Has somebody asked to deal without those who are not here?"""

    closing: frozenset[int] = frozenset()
    """The seats that want no further game of this match."""

    def after(self, line: LogLine) -> "Notes | None":
        """With one line more; None where it says nothing that is known."""
        more = replace(self, count=self.count + 1)
        seat = frozenset({line.seat})
        if line.event.startswith(SHARES):
            share = line.event.removeprefix(SHARES)
            if SHARE.fullmatch(share) is None or line.seat in self.answered:
                return None
            shares = {**self.shares, line.seat: share}
            return replace(more, shares=shares, answered=self.answered | seat)
        match line.event:
            case ":no share":
                return replace(more, answered=self.answered | seat)
            case ":deal":
                return replace(more, hurried=True)
            case ":close":
                return replace(more, closing=self.closing | seat)
        return None

    def played(self) -> "Notes":
        """After an event: whoever plays on has not had enough."""
        return replace(self, closing=frozenset()) if self.closing else self


def is_note(line: LogLine) -> bool:
    """Is this a line about the table, and no event?"""
    return line.event.startswith(NOTE)


def share_words(share: str | None) -> str:
    """A seat gives its share, or will not give one."""
    return NO_SHARE if share is None else f"{SHARES}{share}"
