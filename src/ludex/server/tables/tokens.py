"""Keys to seats: 192 random bits in a link, a digest of them in the store."""

from collections.abc import Mapping
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe

TOKEN_BYTES = 24
ID_BYTES = 9


def new_token() -> str:
    """Return a token that nobody can guess."""
    return token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """Return a table's name: unique, no secret."""
    return token_urlsafe(ID_BYTES)


def digest(token: str) -> bytes:
    """Return what is kept of a token; it has bits enough to need no salt."""
    return sha256(token.encode("utf-8", "surrogatepass")).digest()


def seat_of(keys: Mapping[int, bytes], token: str) -> int | None:
    """Return the seat that a token opens; all are compared, in constant time each."""
    given, found = digest(token), None
    for seat, kept in keys.items():
        if compare_digest(kept, given):
            found = seat
    return found
