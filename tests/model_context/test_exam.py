"""A client of MCP takes an exam: over pipes, late, gone, and with calls that make no sense."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from commands import ludex
from ludex.bots import view_of
from ludex.exam.examinees import AskedMove
from ludex.exam.prompt import PromptPlan
from ludex.kernel import Dice, Seat
from ludex.mcp.examinee import ClientExaminee, exam_server
from ludex.sandbox import Failed, TimedOut
from mcp_clients import command_session, run, text_of
from playing import ROOT, example

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")


def a_move(rules: str = "The rules.") -> AskedMove:
    game = example("tic_tac_toe")
    view = view_of(game, game.start(), Seat(0))
    return AskedMove(game, view, rules, PromptPlan(legal=True), Dice(1))


def in_thread(examinee: ClientExaminee, moves: int = 1) -> tuple[threading.Thread, list[Any]]:
    """Ask the examinee some moves in a thread; the list has its answers, or how they failed."""
    found: list[Any] = []

    def ask() -> None:
        for _ in range(moves):
            try:
                found.append(examinee(a_move()).text)
            except Failed as failed:
                found.append(type(failed))
        examinee.finish("the report")

    thread = threading.Thread(target=ask)
    thread.start()
    return thread, found


def test_a_client_is_asked_answers_and_reads_the_report() -> None:
    examinee = ClientExaminee(30.0)
    thread, found = in_thread(examinee, 2)

    async def scenario() -> None:
        async with Client(exam_server(examinee)) as client:
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == ["question", "answer"]
            first = text_of(await client.call_tool("question", {}))
            assert first.startswith("The rules.\n\nYou are player 1")
            assert text_of(await client.call_tool("question", {})) == first
            second = text_of(await client.call_tool("answer", {"answer": "mark(5)"}))
            assert second.startswith("You are player 1")  # the rules have been told
            report = text_of(await client.call_tool("answer", {"answer": "I do not know"}))
            assert report == "the report"
            for name, arguments in (
                ("answer", {"answer": "mark(1)"}),
                ("answer", {"move": "mark(1)"}),
                ("answer", {"answer": 5}),
                ("play", {}),
            ):
                assert (await client.call_tool(name, arguments)).is_error

    run(scenario)
    examinee.leave()
    thread.join(20)
    assert found == ["mark(5)", "I do not know"]


def test_the_time_begins_with_the_call_that_fetches_the_question() -> None:
    examinee = ClientExaminee(0.1)
    thread, found = in_thread(examinee)
    time.sleep(0.3)
    assert not found
    examinee.question()
    examinee.leave()  # the report is not waited for
    thread.join(20)
    assert found in ([TimedOut], [Failed])  # it is late, or has left before


def test_a_late_client_fails_and_its_answer_counts_for_nothing() -> None:
    examinee = ClientExaminee(0.05)
    thread, found = in_thread(examinee)
    while examinee.question() != "the report":
        time.sleep(0.02)
    with pytest.raises(Exception, match="No question is open"):
        examinee.answer("mark(5)")
    examinee.leave()
    thread.join(20)
    assert found == [TimedOut]


def test_questions_to_a_client_that_has_left_fail() -> None:
    examinee = ClientExaminee(30.0)
    examinee.leave()
    thread, found = in_thread(examinee, 3)
    thread.join(20)
    assert found == [Failed, Failed, Failed]


def test_the_command_examines_the_client_that_starts_it(tmp_path: Path) -> None:
    arguments = ["exam", TIC_TAC_TOE, "--player", "mcp", "--questions", "3", "--json"]
    found: dict[str, Any] = {}

    async def scenario() -> None:
        async with command_session(*arguments, "--scripts", str(tmp_path)) as session:
            text = text_of(await session.call_tool("question", {}))
            assert "Answer with one event" in text
            for _ in range(9):  # three questions, three tries
                text = text_of(await session.call_tool("answer", {"answer": "no event"}))
            found.update(json.loads(text))

    run(scenario)
    assert (found["questions"], found["unreadable"], found["legal"]) == (3, 3, 0)
    assert len([*tmp_path.glob("*.txt")]) == 3


def test_a_client_answers_alone() -> None:
    refused = ludex("exam", TIC_TAC_TOE, "--player", "mcp", "--workers", "2")
    assert refused.status == 2
    assert "mcp answers alone" in refused.err
