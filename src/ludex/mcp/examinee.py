"""A client of MCP takes an exam: one tool gives it a question, another takes its answer."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any

import anyio
import mcp_types as types
from anyio import to_thread
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from pydantic import ValidationError

from ludex.exam.chat import ChatAnswer
from ludex.exam.examinees import AskedMove
from ludex.mcp.responses import Arguments, Text, ToolError
from ludex.mcp.server import answered, refused
from ludex.mcp.stdio import StdioConnection
from ludex.sandbox import Failed, TimedOut

READY = 30.0
"""The seconds for which a call waits for the next question."""

FAREWELL = 5.0
"""The seconds for which a client may read the report."""

INSTRUCTIONS = """\
An exam about the rules of a game. question shows the rules and a position; answer takes your answer
and returns the next question, until the exam is over and the report comes back."""


class QuestionArguments(Arguments):
    """The question needs no arguments."""


class AnswerArguments(Arguments):
    """An answer is a text; its last line counts."""

    answer: Text


class ClientExaminee:
    """A client as the player of an exam: questions go out to it, answers come back."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        """The time limit for an answer, from the call that fetches the question."""

        self._changed = threading.Condition()
        self._rules = ""
        self._question: str | None = None
        self._deadline: float | None = None
        self._answers: list[str] = []
        self._report: str | None = None
        self._has_left = False

    def __call__(self, move: AskedMove) -> ChatAnswer:
        """Ask the client; the rules come with the first question, and when they change."""
        text = move.text if move.rules == self._rules else f"{move.rules}\n\n{move.text}"
        self._rules = move.rules
        with self._changed:
            self._question, self._deadline = text, None
            self._answers.clear()
            self._changed.notify_all()
            while not self._answers:
                if self._has_left:
                    raise Failed("the client has left")
                left = self._seconds_left()
                if left is not None and left <= 0:
                    self._question = None
                    raise TimedOut(f"no answer in {self.seconds:g} s")
                self._changed.wait(left)
            return ChatAnswer(self._answers[0])

    def _seconds_left(self) -> float | None:
        """Return the seconds until the open question is late; None before it is fetched."""
        return None if self._deadline is None else self._deadline - time.monotonic()

    def question(self) -> str:
        """Return the open question, or the report; the time for the answer begins."""
        with self._changed:
            self._changed.wait_for(lambda: (self._question or self._report) is not None, READY)
            if self._report is not None:
                return self._report
            if self._question is None:
                raise ToolError("The next question is not ready yet: call question again.")
            if self._deadline is None:
                self._deadline = time.monotonic() + self.seconds
                self._changed.notify_all()
            return self._question

    def answer(self, text: str) -> str:
        """Take an answer, and return the next question."""
        with self._changed:
            if self._question is None or self._deadline is None:
                raise ToolError(
                    "No question is open: call question. Answers may have a time limit."
                )
            self._question, self._answers = None, [text]
            self._changed.notify_all()
        return self.question()

    def finish(self, report: str) -> None:
        """End the exam: the client may read the report."""
        with self._changed:
            self._report = report
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._has_left, FAREWELL)

    def leave(self) -> None:
        """The client has left: every open question fails."""
        with self._changed:
            self._has_left = True
            self._changed.notify_all()


def exam_server(examinee: ClientExaminee) -> Server[Any]:
    """Return the server of an exam: two tools."""
    schemas: dict[str, type[Arguments]] = {"question": QuestionArguments, "answer": AnswerArguments}
    descriptions = {
        "question": "Show the open question: the rules of the game and a position.",
        "answer": "Answer the open question with one event on the last line; returns the next one.",
    }

    async def list_tools(_: object, _request: object) -> types.ListToolsResult:
        tools = []
        for name, arguments in schemas.items():
            schema = arguments.model_json_schema()
            schema.pop("description", None)
            tools.append(types.Tool(name=name, description=descriptions[name], input_schema=schema))
        return types.ListToolsResult(tools=tools)

    async def call_tool(_: object, request: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            if request.name not in schemas:
                raise ToolError("There are two tools: question and answer.")
            given = schemas[request.name].model_validate(request.arguments or {})
            if isinstance(given, AnswerArguments):
                text = await to_thread.run_sync(
                    examinee.answer, given.answer, abandon_on_cancel=True
                )
            else:
                text = await to_thread.run_sync(examinee.question, abandon_on_cancel=True)
        except ValidationError:
            known = ", ".join(schemas[request.name].model_fields) or "none"
            return refused(f"{request.name}: its arguments are: {known}.")
        except ToolError as trouble:
            return refused(str(trouble))
        return answered(text)

    return Server(
        "ludex-exam",
        title="Ludex exam",
        version=version("ludex"),
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


@contextmanager
def client_examinee(seconds: float) -> Iterator[ClientExaminee]:
    """Serve an exam on standard input and output while the block lasts."""
    examinee = ClientExaminee(seconds)
    with StdioConnection() as wire:

        async def serve() -> None:
            server = exam_server(examinee)
            ends = anyio.wrap_file(wire.reader()), anyio.wrap_file(wire.writer())
            async with stdio_server(*ends) as (incoming, outgoing):
                await server.run(incoming, outgoing, server.create_initialization_options())

        def run() -> None:
            try:
                anyio.run(serve)
            finally:
                examinee.leave()

        threading.Thread(target=run, daemon=True).start()
        yield examinee
