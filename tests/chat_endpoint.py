"""An endpoint on loopback that speaks the chat protocol, well or badly."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

Answer = Callable[["Endpoint", dict[str, Any]], None]


class Endpoint(BaseHTTPRequestHandler):
    """One request; the way of answering is the server's."""

    server: "ChatServer"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        request = json.loads(body)
        self.server.requests.append((self.path, self.headers.get("Authorization"), request))
        self.server.answer(self, request)

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def send(
        self, body: bytes, kind: str = "application/json", status: int = 200, short: int = 0
    ) -> None:
        """Send an answer, without its last bytes if it is to be `short` of them."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) - short])

    def stream(self, parts: list[object], pause: float = 0.0) -> None:
        """Send a stream of events; its end is the end of the connection."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for part in parts:
            text = part if isinstance(part, str) else json.dumps(part)
            self.wfile.write(f": still here\n\ndata: {text}\n\n".encode())
            self.wfile.flush()
            self.server.stopped.wait(pause)


class ChatServer(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Endpoint)
        self.answer = answer
        self.requests: list[tuple[str, str | None, dict[str, Any]]] = []
        self.stopped = Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, *_: object) -> None:
        """A client that has gone is no news."""


@contextmanager
def chat_server(answer: Answer) -> Iterator[ChatServer]:
    """An endpoint while the block lasts."""
    with ChatServer(answer) as server:
        thread = Thread(target=lambda: server.serve_forever(0.01), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.stopped.set()
            server.shutdown()


def completion(text: str | None, reason: str = "stop") -> bytes:
    """A whole answer."""
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": reason}
    usage = {"prompt_tokens": 100, "completion_tokens": 7}
    return json.dumps({"choices": [choice], "usage": usage}).encode()


def says(text: str) -> Answer:
    return lambda one, _: one.send(completion(text))


def delta(text: str, reason: str | None = None) -> dict[str, Any]:
    return {"choices": [{"delta": {"content": text}, "finish_reason": reason}]}


def is_late(one: Endpoint, _: dict[str, Any]) -> None:
    one.server.stopped.wait(5)


def drips(one: Endpoint, _: dict[str, Any]) -> None:
    one.stream([delta("mark")] * 200, pause=0.05)


def is_busy_once(one: Endpoint, _: dict[str, Any]) -> None:
    if len(one.server.requests) == 1:
        one.send(b"", status=429)
    else:
        one.send(completion("mark(5)"))


def now() -> float:
    return time.monotonic()
