"""What the gate answers for a body that is too long, comes too late or never, asked directly."""

import asyncio
from typing import Any

import pytest
from fastapi import Request

from ludex.server.errors import RequestRefused
from ludex.server.http.api import while_connected
from ludex.server.http.metrics import Metrics
from ludex.server.http.middleware import Gate
from ludex.server.settings import Settings

GONE = {"type": "http.disconnect"}


def part(body: bytes, *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def answered(
    *messages: dict[str, Any], length: str | None = None
) -> tuple[int, dict[bytes, bytes], bytes]:
    """The status, the headers, and the body that came through the gate."""
    sent: list[Any] = []
    waiting = iter(messages)
    through = b""

    async def inner(_scope: Any, receive: Any, send: Any) -> None:
        nonlocal through
        through = (await receive())["body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive() -> dict[str, Any]:
        return next(waiting)

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost")]
    if length is not None:
        headers.append((b"content-length", length.encode()))
    scope = {
        "type": "http", "method": "POST", "path": "/", "raw_path": b"/",
        "query_string": b"", "scheme": "http", "client": ("127.0.0.1", 5), "headers": headers,
    }  # fmt: skip
    gate = Gate(inner, Settings(body_bytes=20), Metrics())
    asyncio.run(gate(scope, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), through


def test_a_body_comes_through_whole_up_to_its_length() -> None:
    assert answered(part(b"a" * 20))[::2] == (200, b"a" * 20)
    assert answered(part(b"a" * 9, more=True), part(b"b" * 11))[::2] == (
        200,
        b"a" * 9 + b"b" * 11,
    )
    assert answered(part(b"a" * 9, more=True), part(b"b" * 12))[0] == 413


@pytest.mark.parametrize(
    ("length", "status"),
    [("20", 200), ("21", 413), ("20".zfill(12), 200), ("20".zfill(13), 413)],
)
def test_a_length_that_is_too_large_is_refused_before_the_body(length: str, status: int) -> None:
    assert answered(part(b"a" * 20), length=length)[0] == status


def test_who_goes_in_the_midst_of_a_body_is_not_let_in() -> None:
    status, headers, through = answered(part(b"a", more=True), GONE)
    assert (status, through) == (400, b"")
    assert headers[b"connection"] == b"close"


def test_work_for_somebody_who_has_gone_is_cancelled() -> None:
    ended: list[bool] = []

    async def work() -> str:
        try:
            return await asyncio.sleep(60, "done")
        finally:
            ended.append(True)

    async def gone() -> dict[str, str]:
        await asyncio.sleep(0.01)
        return GONE

    request = Request({"type": "http"}, gone)
    with pytest.raises(RequestRefused) as refused:
        asyncio.run(while_connected(request, work()))
    assert refused.value.status == 400
    assert ended == [True]
