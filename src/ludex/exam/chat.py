"""A chat endpoint: one POST with the messages so far, one answer, whole or as a stream.

An incomplete answer raises `Failed` with a short name that can be counted. The time limit covers
everything from the connection to the last byte.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from socket import SHUT_RDWR, socket
from threading import Timer
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ludex.sandbox import Failed

LONGEST = 4_000_000
"""Bytes of an answer."""

AGAIN = frozenset({429, 502, 503, 504})
"""Status codes after which the request is repeated, after a pause."""

PAUSE = 20.0
"""The longest pause, in seconds."""


class ChatFailed(Failed):
    """There is no whole answer; `kind` is the reason in a word or two."""

    def __init__(self, kind: str, text: str = "") -> None:
        super().__init__(text or kind)
        self.kind = kind


class ChatAnswer(NamedTuple):
    """An answer, and the number of tokens that the endpoint reports."""

    text: str
    tokens_in: int | None = None
    tokens_out: int | None = None


@dataclass(frozen=True)
class ChatEndpoint:
    """An HTTP endpoint that speaks the common chat protocol."""

    url: str
    """Its address, up to `/v1`."""

    model: str
    key: str = field(default="", repr=False)
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Further fields of a request, such as `temperature`."""

    seconds: float = 60.0
    retries: int = 2

    def ask(self, messages: Sequence[Mapping[str, str]]) -> ChatAnswer:
        """Send the messages and return the answer; ChatFailed says why there is none."""
        body = {"model": self.model, "messages": [*messages], **self.settings}
        for attempt in range(self.retries + 1):
            try:
                return self._answer(json.dumps(body).encode())
            except _AskAgain as busy:
                if attempt == self.retries:
                    raise ChatFailed(busy.kind, str(busy)) from None
                time.sleep(min(PAUSE, busy.pause or 2.0**attempt))
        raise AssertionError

    def _answer(self, body: bytes) -> ChatAnswer:
        parts = urlsplit(self.url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        late, sockets = list[bool](), list[socket]()
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        connection = kind(parts.hostname or "", parts.port, timeout=self.seconds)

        def stop() -> None:
            late.append(True)
            for one in sockets:
                with suppress(OSError):
                    one.shutdown(SHUT_RDWR)

        timer = Timer(self.seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            connection.connect()
            sockets.append(connection.sock)
            path = f"{parts.path.rstrip('/')}/chat/completions"
            connection.request("POST", path, body, headers)
            with closing(connection.getresponse()) as response:
                return _read(response)
        except ChatFailed:
            if late:
                raise ChatFailed("time", f"no answer in {self.seconds:g} s") from None
            raise
        except (OSError, HTTPException) as problem:
            if late or isinstance(problem, TimeoutError):
                raise ChatFailed("time", f"no answer in {self.seconds:g} s") from None
            raise ChatFailed("connection", f"{type(problem).__name__}: {problem}") from None
        finally:
            timer.cancel()
            connection.close()


class _AskAgain(ChatFailed):
    def __init__(self, status: int, pause: float) -> None:
        super().__init__(f"HTTP {status}")
        self.pause = pause


def _read(response: HTTPResponse) -> ChatAnswer:
    status = response.status
    if status in AGAIN:
        wait = response.headers.get("Retry-After", "")
        raise _AskAgain(status, float(wait) if wait.isdecimal() else 0.0)
    if status != 200:
        body = response.read(300).decode(errors="replace")
        raise ChatFailed(f"HTTP {status}", f"HTTP {status}: {' '.join(body.split())}")
    is_stream = response.headers.get_content_type() == "text/event-stream"
    parts = [*_parts(response)] if is_stream else [_json(_whole(response))]
    text, ended, usage = "", not is_stream, dict[str, Any]()
    try:
        for part in parts:
            usage = part.get("usage") or usage
            for choice in part.get("choices", ())[:1]:
                message = choice.get("delta" if is_stream else "message") or {}
                text += message.get("content") or ""
                reason = choice.get("finish_reason")
                ended = ended or reason is not None
                if reason == "length":
                    raise ChatFailed("cut off", "the answer was cut off at the endpoint's limit")
        tokens = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
    except (AttributeError, TypeError):
        raise ChatFailed("protocol", "the answer is not of the chat protocol") from None
    if not ended:
        raise ChatFailed("half", "the answer ended in the middle")
    if not text.strip():
        raise ChatFailed("empty", "the answer is empty")
    known = [count if isinstance(count, int) else None for count in tokens]
    return ChatAnswer(text, *known)


def _whole(response: HTTPResponse) -> bytes:
    try:
        found = response.read(LONGEST + 1)
    except HTTPException:
        raise ChatFailed("half", "the answer ended in the middle") from None
    if len(found) > LONGEST:
        raise ChatFailed("too long", f"the answer has more than {LONGEST:,} bytes")
    if response.length:  # bytes that were announced and did not come
        raise ChatFailed("half", "the answer ended in the middle")
    return found


def _json(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise ChatFailed("protocol", "the answer is not of the chat protocol")
    return found


def _parts(response: HTTPResponse) -> Iterator[dict[str, Any]]:
    """The data of a stream, up to its end."""
    size = 0
    while True:
        try:
            line = response.readline(LONGEST)
        except HTTPException:
            raise ChatFailed("half", "the answer ended in the middle") from None
        size += len(line)
        if size > LONGEST:
            raise ChatFailed("too long", f"the answer has more than {LONGEST:,} bytes")
        data = line.partition(b"data:")[2].strip() if line.startswith(b"data:") else b""
        if not line or data == b"[DONE]":
            return
        if data:
            yield _json(data)
