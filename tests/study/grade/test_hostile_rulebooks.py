"""Rulebooks whose answers are none, or too much of one: one verdict, and no harm."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from commands import ludex
from ludex.registry import load
from ludex.sandbox import Isolation, Limits, RunResult
from ludex.sandbox.process import ProcessEnd
from ludex.study.grade.exam import Oracle, Test
from ludex.study.grade.marks import mark_program
from ludex.study.grade.models import Model, ModelGrader, ModelStart
from ludex.study.grade.records import record
from ludex.study.grade.scheme import Scheme
from ludex.study.grade.verdicts import GradeVerdict
from playing import ROOT


@dataclass
class Saying:
    """A process that says the same whatever it is asked."""

    line: str
    limits: Limits = field(default_factory=Limits)

    def write(self, data: bytes) -> None:
        del data

    def hear(self, until: float, longest: int) -> str:
        del until
        assert len(self.line) <= longest
        return self.line

    def end(self) -> RunResult:
        return RunResult(ProcessEnd.BY_ITSELF, b"", b"")


def answer(text: str) -> str:
    return f'{{"first": "", "answers": [{text}]}}'


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        '{"first":' * 50_000,
        "1e999",
        answer('{"text": "", "next": 1e999, "ended": false}'),
        answer('{"text": "", "next": NaN, "ended": false}'),
        answer('{"text": {}, "next": 0, "ended": false}'),
        answer('{"text": "", "next": "0", "ended": false}'),
        answer(f'{{"text": "", "next": {"9" * 5000}, "ended": false}}'),
        answer("[]"),
        '{"first": 1, "answers": []}',
        '{"answers": 7}',
        "null",
        "",
    ],
)
def test_what_is_no_answer_is_a_crash(line: str) -> None:
    game = load("chess-solitaire")
    grader = ModelGrader(Oracle(game, game.start()), Isolation("bare"), ModelStart())
    found = grader._grade(Model(Saying(line)))  # type: ignore[arg-type]  # as a process
    assert (found.verdict, found.detail) == (
        GradeVerdict.CRASH,
        "its output is not an answer",
    )


def test_a_text_that_is_none_is_compared_and_can_be_written() -> None:
    game = load("chess-solitaire")
    grader = ModelGrader(Oracle(game, game.start()), Isolation("bare"), ModelStart())
    process = Saying('{"first": "\\ud800\\u001b[2J", "answers": []}')
    found = grader._grade(Model(process))  # type: ignore[arg-type]  # as a process
    assert found.verdict is GradeVerdict.WRONG
    tests = [Test("lockstep", "", ())]
    value = record("x", tests, [found], mark_program(Scheme(), {}, tests, [found]), Scheme())
    assert "\x1b" not in json.dumps(value, ensure_ascii=False).encode().decode()


def test_a_comparison_ends_when_all_answers_together_have_taken_their_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nine seconds for each answer, of ten; of thirty in all."""
    clock = iter(range(0, 1000, 9))
    monkeypatch.setattr("ludex.study.grade.models.time.monotonic", lambda: next(clock))
    model = Model(Saying('{"first": "", "answers": []}'))  # type: ignore[arg-type]  # as a process
    for _ in range(3):
        assert not model.is_spent
        model.ask(0, [])
    model.ask(0, [])
    assert model.is_spent


SLOW = """
import time
from dataclasses import replace
before = game.outcome

def outcome(s):
    late = time.process_time() + 0.01
    while time.process_time() < late:
        pass
    return before(s)

game = replace(game, outcome=outcome)
"""


def test_a_slow_rulebook_is_compared_as_far_as_its_time_goes(tmp_path: Path) -> None:
    """A right rulebook is not accused because it is slow."""
    example = ROOT / "examples" / "tic_tac_toe.py"
    path = tmp_path / "slow.py"
    path.write_text(example.read_text() + SLOW)
    done = ludex("grade", str(example), "--rulebook", str(path), "--time", "2")
    assert "lockstep  accepted: compared in" in done.out, done.out
