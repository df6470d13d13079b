"""A chat endpoint over loopback: whole answers are read, and everything else is a failure."""

from collections.abc import Callable

import pytest

from chat_endpoint import (
    Answer,
    Endpoint,
    chat_server,
    completion,
    delta,
    drips,
    is_busy_once,
    is_late,
    now,
    says,
)
from ludex.exam.chat import ChatAnswer, ChatEndpoint, ChatFailed

MESSAGES = [{"role": "user", "content": "Your move?"}]


def asked(answer: Answer, seconds: float = 5.0) -> ChatAnswer:
    with chat_server(answer) as server:
        return ChatEndpoint(server.url, "m", seconds=seconds).ask(MESSAGES)


def test_a_request_names_the_model_and_carries_the_key_and_settings() -> None:
    with chat_server(says("mark(5)")) as server:
        endpoint = ChatEndpoint(f"{server.url}/", "tiny", "secret", {"temperature": 0})
        assert endpoint.ask(MESSAGES) == ChatAnswer("mark(5)", 100, 7)
        ((path, key, body),) = server.requests
    assert path == "/v1/chat/completions"
    assert key == "Bearer secret"
    assert body == {"model": "tiny", "messages": MESSAGES, "temperature": 0}
    assert "secret" not in repr(endpoint)


def test_a_stream_is_put_together() -> None:
    usage = {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 2}}
    parts: list[object] = [delta("mar"), delta("k(5)", "stop"), usage, "[DONE]"]
    assert asked(lambda one, _: one.stream(parts)) == ChatAnswer("mark(5)", 3, 2)


def speaks_another_language(one: Endpoint, _: object) -> None:
    one.wfile.write(b"hello\r\n\r\n")


BAD: dict[str, tuple[str, Answer]] = {
    "a stream that breaks off": ("half", lambda one, _: one.stream([delta("mark(")])),
    "fewer bytes than announced": (
        "half",
        lambda one, _: one.send(completion("mark(5)"), short=9),
    ),
    "the limit of tokens": ("cut off", lambda one, _: one.send(completion("mar", "length"))),
    "nothing": ("empty", says("")),
    "null": ("empty", lambda one, _: one.send(completion(None))),
    "no JSON": ("protocol", lambda one, _: one.send(b"<html>")),
    "other JSON": ("protocol", lambda one, _: one.send(b'{"choices": [4]}')),
    "a fault": ("HTTP 500", lambda one, _: one.send(b"out of memory", status=500)),
    "elsewhere": ("HTTP 307", lambda one, _: one.send(b"", status=307)),
    "no HTTP": ("connection", speaks_another_language),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_whole_answer_is_a_failure(what: str) -> None:
    kind, answer = BAD[what]
    with pytest.raises(ChatFailed) as failed:
        asked(answer)
    assert failed.value.kind == kind


@pytest.mark.parametrize("slow", [is_late, drips])
def test_the_limit_of_time_is_for_the_whole_answer(slow: Answer) -> None:
    begun = now()
    with pytest.raises(ChatFailed) as failed:
        asked(slow, seconds=0.3)
    assert failed.value.kind == "time"
    assert now() - begun < 3


def test_a_busy_endpoint_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    remember: Callable[[float], None] = pauses.append
    monkeypatch.setattr("ludex.exam.chat.time.sleep", remember)
    assert asked(is_busy_once).text == "mark(5)"
    assert pauses == [1.0]
    with pytest.raises(ChatFailed, match="HTTP 503"):
        asked(lambda one, _: one.send(b"", status=503))
    assert len(pauses) == 3


def test_nobody_there_is_a_failure() -> None:
    with chat_server(says("x")) as server:
        url = server.url
    with pytest.raises(ChatFailed) as failed:
        ChatEndpoint(url, "m").ask(MESSAGES)
    assert failed.value.kind == "connection"
