"""The gate before every request: admission, limits, and the headers of the response.

It limits rates, paths and bodies, checks the host, sets the headers that keep a page from
loading or sending anything elsewhere, and turns a bug into a plain 500 without details.
Where requests are logged (`ludex serve --log-requests`) it is by route, so that nothing
that a client put into a path is in a log.
"""

import asyncio
import logging
from time import monotonic

from msgspec.json import encode
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludex.server.errors import problem
from ludex.server.http.metrics import Metrics
from ludex.server.http.origin import client_of, header, is_own_host
from ludex.server.limits.rate_limit import Bucket, PerClient
from ludex.server.settings import Settings

LOG = logging.getLogger(__name__)

EVERYWHERE = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
)
FRAMED = "; ".join((*EVERYWHERE, "frame-ancestors 'self'"))
"""A table may stand in a page of the same server: the book has boards to play."""

FRAMING = "; ".join((*EVERYWHERE, "frame-src 'self'", "frame-ancestors 'none'"))
"""The book, which puts tables into its pages."""

RUNNING = "; ".join(EVERYWHERE).replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The pages that run a rulebook, which is Python in WebAssembly; other pages do not."""

POLICY = "; ".join((*EVERYWHERE, "frame-ancestors 'none'"))
"""Everything else."""

CONTENT = b"content-security-policy"
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
"""Those that are counted by name."""

SECURE = (b"strict-transport-security", b"max-age=31536000")
"""The header for pages over TLS, which are never to be asked for without."""

HEALTH = "/health"
"""Asked by machines again and again, whoever else asks from there: counted by itself."""


class Gate:
    """An ASGI application around another."""

    def __init__(self, inner: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._inner, self._settings, self._metrics = inner, settings, metrics

        def bucket() -> Bucket:
            return Bucket(settings.request_rate, settings.request_burst)

        self._rates, self._health = PerClient(bucket), PerClient(bucket)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it in, or answer in its place."""
        if scope["type"] == "websocket":
            await self._open(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        begun, status = monotonic(), 500
        always = (*HEADERS, SECURE) if scope["scheme"] == "https" else HEADERS

        async def out(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = list(message.get("headers", ()))
                names = {key for key, _ in headers}
                if b"cache-control" not in names:
                    headers.append((b"cache-control", b"no-store"))
                if CONTENT not in names:
                    headers.append((CONTENT, POLICY.encode()))
                message = {**message, "headers": [*headers, *always]}
            await send(message)

        try:
            await self._answer(scope, receive, out)
        finally:
            route = getattr(scope.get("route"), "path", "(none)")
            used = monotonic() - begun
            self._metrics.request(_method(scope), route, status, used)
            LOG.info("%s %s %d %.1f ms", _method(scope), route, status, used * 1000)

    async def _open(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket is let in like any request; what is said there is its own affair."""
        refused = self._refused(scope)
        if refused is None:
            await self._inner(scope, receive, send)
        else:
            await respond(send, *refused, kind="websocket.http.response")

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refused(scope)
        if refused is not None:
            await respond(send, *refused)
            return
        body = await self._body(scope, receive)
        if isinstance(body, tuple):
            await respond(send, *body)
            return
        given = False

        async def whole() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._inner(scope, whole, watched)
        except Exception:  # told without a word of what is inside
            LOG.exception("a bug while answering")
            if not started:
                await respond(send, 500, "An internal error occurred.")

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        settings = self._settings
        if not is_own_host(scope, settings):
            return 421, "This server does not serve that host name."
        size = len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"")
        if size > settings.path_bytes:
            return 414, "The path is too long."
        rates = self._health if scope["path"] == HEALTH else self._rates
        if not rates[client_of(scope)].take():
            return 429, "Too many requests; wait a moment."
        names = {name for name, _ in scope["headers"]}
        if b"content-length" in names and b"transfer-encoding" in names:
            # A proxy may have read the other length.
            return 400, "A request must have exactly one Content-Length."
        return None

    async def _body(self, scope: Scope, receive: Receive) -> bytes | tuple[int, str]:
        """Return the whole body, unless it is too long or takes too long."""
        too_large = 413, "The body is too large."
        length = header(scope, b"content-length")
        if length and (len(length) > 12 or int(length) > self._settings.body_bytes):
            return too_large
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self._settings.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return 400, "The body did not arrive."
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > self._settings.body_bytes:
                        return too_large
                    if not message.get("more_body"):
                        return b"".join(parts)
        except TimeoutError:
            return 408, "The body took too long."


def _method(scope: Scope) -> str:
    return scope["method"] if scope["method"] in METHODS else "?"


async def respond(send: Send, status: int, text: str, kind: str = "http.response") -> None:
    """An error as every error looks."""
    body = encode(problem(text))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    if status in (400, 408):  # what comes next may be the rest of a body
        headers.append((b"connection", b"close"))
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
