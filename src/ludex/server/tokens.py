"""Keys to seats: 192 random bits in a link, a digest of them in the store."""

from collections.abc import Mapping
from hashlib import blake2b, sha256
from hmac import compare_digest
from secrets import token_urlsafe

from ludex.kernel import Dice

TOKEN_BYTES = 24
ID_BYTES = 9


def new_token() -> str:
    """A token that nobody can guess."""
    return token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """A table's name: unique, no secret."""
    return token_urlsafe(ID_BYTES)


def digest(token: str) -> bytes:
    """What is kept of a token; it has bits enough to need no salt."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def seat_of(keys: Mapping[int, bytes], token: str) -> int | None:
    """The seat that a token opens; all are compared, in constant time each."""
    given, found = digest(token), None
    for seat, kept in keys.items():
        if compare_digest(kept, given):
            found = seat
    return found


def dice_for(seed: int, n: int, purpose: str) -> Dice:
    """Dice of their own for line n: nothing seen before tells what they will show.

    The same seed and line give the same dice in every process and after every restart.
    """
    words = f"{seed}:{n}:{purpose}".encode()
    return Dice(int.from_bytes(blake2b(words, digest_size=8).digest()))
