"""Answers that many ask for, encoded once and sent plain or compressed."""

import gzip
from dataclasses import dataclass
from functools import cached_property

from starlette.requests import Request
from starlette.responses import Response

WORTH_PACKING = 500
JSON = "application/json"


@dataclass(frozen=True)
class CachedResponse:
    """An answer as it is sent."""

    body: bytes
    kind: str = JSON
    caching: str | None = None
    brotli: bytes | None = None
    """Packed better than the server can; browsers take that where nobody in between may spoil it."""

    @cached_property
    def packed(self) -> bytes | None:
        """Compressed, where that is worth it; all files at once would take half a second."""
        if len(self.body) <= WORTH_PACKING:
            return None
        packed = gzip.compress(self.body, 9, mtime=0)
        return packed if len(packed) <= len(self.body) * 0.9 else None


def respond_with(cached: CachedResponse, request: Request) -> Response:
    """Return the answer to a request."""
    headers = {"vary": "accept-encoding", "content-type": cached.kind}
    if cached.caching is not None:
        headers["cache-control"] = cached.caching
    body = cached.body
    accepted = request.headers.get("accept-encoding", "").split(",")
    taken = {name.split(";")[0].strip() for name in accepted}
    if "br" in taken and cached.brotli:
        body = cached.brotli
        headers["content-encoding"] = "br"
    elif "gzip" in taken and cached.packed:
        body = cached.packed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=None, headers=headers)
