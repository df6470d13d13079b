"""How a socket begins: what the application is told of the request, and what it may answer."""

import asyncio
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import unquote

from starlette.types import Message, Scope
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

NO_SOCKET: Final = (
    b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
)
"""For what is so wrong that the protocol has no answer to it."""


def scope_of(
    request: Request, transport: asyncio.Transport, state: Mapping[str, Any]
) -> Scope:
    """The request as an ASGI application is told it."""
    path, _, query = request.path.partition("?")
    return {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws",
        "server": _end(transport, "sockname"),
        "client": _end(transport, "peername"),
        "root_path": "",
        "path": unquote(path),
        "raw_path": _raw(path),
        "query_string": _raw(query),
        "headers": [
            (_raw(name.lower()), _raw(value))
            for name, value in request.headers.raw_items()
        ],
        "subprotocols": [],
        "state": dict(state),
        "extensions": {"websocket.http.response": {}},
    }


def _end(transport: asyncio.Transport, name: str) -> tuple[str, int] | None:
    found = transport.get_extra_info(name)
    return (found[0], found[1]) if isinstance(found, tuple | list) else None


def _raw(text: str) -> bytes:
    """The bytes that the protocol has read as this text, whatever they were."""
    return text.encode("latin-1", "surrogateescape")


def refusal(protocol: ServerProtocol, head: Message, body: bytes) -> Response:
    """What the application answers instead of a socket."""
    response = protocol.reject(HTTPStatus(head["status"]), "")
    response.body = body
    for name in ("content-type", "content-length"):
        del response.headers[name]
    for key, value in head["headers"]:
        response.headers[key.decode("latin-1")] = value.decode("latin-1")
    return response
