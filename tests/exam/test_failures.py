"""A player that fails makes no move: whatever its kind and its failure, nothing takes its place."""

from pathlib import Path
from typing import Any

import pytest

from chat_endpoint import Answer, chat_server, completion, delta, drips, is_late, says
from ludex.bots import random_bot
from ludex.exam.examinees import PlayerChoice
from ludex.exam.positions import choose_positions
from ludex.exam.prompt import PromptPlan
from ludex.exam.report import summary
from ludex.exam.run import END, Examination
from playing import example

SHORT, LONG = 0.2, 20.0
"""Seconds for an answer: of a player that is late, and of one that a busy machine must not make late."""


def examined(player: str, kind: str) -> dict[str, Any]:
    """The exam of a player that fails: two questions of two tries, and a game."""
    seconds = SHORT if kind == "time" else LONG
    game = example("tic_tac_toe")
    start = game.start()
    examinee = PlayerChoice(player, "m", seconds=seconds, retries=0).find(game, start)
    exam = Examination(game, start, examinee, "", PromptPlan(legal=True), 1, 2, random_bot)
    asked = choose_positions(game, start, 2, 1)
    rows = [row for i, one in enumerate(asked) for row in exam.position(i, one)]
    rows += exam.game_of(0)
    *_, end = (row for row in rows if row["kind"] == END)
    assert not [line for line in end["script"].splitlines() if not line.startswith("--")]
    return summary(game, rows)


def demand_no_move(found: dict[str, Any], kind: str) -> None:
    """Every answer is a failure of this kind, and no answer is a move."""
    assert found["failures"] == {kind: 6}
    assert (found["failed"], found["questions"]) == (3, 3)
    assert (found["legal"], found["refused"], found["unreadable"]) == (0, 0, 0)
    assert found["share"]["of"] == 0
    assert found["games"]["no_move"] == 1
    assert found["games"]["points"] == 0


def breaks_connection(one: Any, _: object) -> None:
    one.send(completion("mark(5)"), short=9)


ENDPOINTS: dict[str, tuple[str, Answer]] = {
    "is late": ("time", is_late),
    "drips": ("time", drips),
    "breaks off": ("half", breaks_connection),
    "breaks off a stream": ("half", lambda one, _: one.stream([delta("mark(5)")])),
    "reaches its limit": ("cut off", lambda one, _: one.send(completion("mark(5)", "length"))),
    "says nothing": ("empty", says(" \n")),
    "is busy": ("HTTP 503", lambda one, _: one.send(b"mark(5)", status=503)),
    "speaks HTML": ("protocol", lambda one, _: one.send(b"<p>mark(5)</p>")),
}


@pytest.mark.parametrize("what", ENDPOINTS)
def test_an_endpoint_that_fails_makes_no_move(what: str) -> None:
    kind, answer = ENDPOINTS[what]
    with chat_server(answer) as server:
        demand_no_move(examined(server.url, kind), kind)


PROGRAMS = {
    "ends": ("failed", "print('hello x', flush=True); input(); exit(3)"),
    "says nothing": (
        "time",
        "print('hello x', flush=True)\nwhile True: input() == 'go' and print('bestmove ', flush=True)",
    ),
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_a_program_that_fails_makes_no_move(what: str, tmp_path: Path) -> None:
    kind, text = PROGRAMS[what]
    file = tmp_path / "program.py"
    file.write_text(text)
    demand_no_move(examined(f"cmd:python3 {file}", kind), kind)


FUNCTIONS = {
    "raises": ("failed", "def answer(prompt): raise OSError('the network is down')"),
    "returns nothing": ("empty", "def answer(prompt): return None"),
}


@pytest.mark.parametrize("what", FUNCTIONS)
def test_a_function_that_fails_makes_no_move(what: str, tmp_path: Path) -> None:
    kind, text = FUNCTIONS[what]
    file = tmp_path / "function.py"
    file.write_text(text)
    demand_no_move(examined(f"{file}:answer", kind), kind)
