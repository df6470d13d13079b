"""An exam finds the habits of players, and blames the right rule."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from chat_endpoint import chat_server, completion
from commands import ludex
from ludex.bots import View, random_bot
from ludex.check.trials import event_pool
from ludex.exam.chat import ChatAnswer
from ludex.exam.examinees import AskedMove, Examinee, PlayerChoice
from ludex.exam.positions import TURN, ExamPosition, choose_positions, rule_of
from ludex.exam.prompt import PromptPlan, position_text
from ludex.exam.referee import AnswerKind, judge, last_line
from ludex.exam.report import lines, summary
from ludex.exam.run import END, Examination, Row
from ludex.kernel import Dice, Seat
from ludex.players.rating import share
from ludex.study.coverage.obligations import Catalogue
from playing import ROOT, example

HABITS = ROOT / "examples" / "players" / "habits.py"
QUESTIONS = 64


def examined(player: str, *more: str) -> dict[str, Any]:
    """The exam of a player of tic-tac-toe."""
    done = ludex("exam", "tic-tac-toe", "--player", player, "--legal", "--json", *more)
    assert done.status == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def broken(found: dict[str, Any]) -> dict[str, tuple[int, int]]:
    return {one["rule"]: (one["hits"], one["of"]) for one in found["rules"] if one["hits"]}


def habit(name: str, *, games: int = 0) -> dict[str, Any]:
    game = example("nine_mens_morris")
    player = PlayerChoice(f"{HABITS}:{name}").find(game, game.start())
    exam = Examination(game, game.start(), player, "", PromptPlan(legal=True), 1, 3, random_bot)
    rows = [row for i, one in enumerate(positions()) for row in exam.position(i, one)]
    return summary(game, [*rows, *(row for i in range(games) for row in exam.game_of(i))])


def test_one_that_never_captures_first_breaks_that_rule_alone_and_always() -> None:
    found = habit("never_captures_first")
    count = found["refused"]
    assert count >= 8
    assert broken(found) == {"place:1": (count, count)}
    (one,) = (one for one in found["rules"] if one["hits"])
    assert one["sentence"] == "remove a man of your opponent's first"


def test_one_that_moves_out_of_turn_is_told_so() -> None:
    found = habit("moves_out_of_turn")
    assert broken(found) == {TURN: (QUESTIONS // 8, QUESTIONS // 8)}
    assert found["legal"] == QUESTIONS - QUESTIONS // 8


def test_one_that_repeats_itself_is_seen_to() -> None:
    found = habit("repeats_itself")
    refused = found["refused"]
    assert refused > 20
    assert found["after"]["repeats it"] == 2 * refused
    assert found["after"]["not asked again"] == refused
    assert {*broken(found)} == {"place:1", "place:2", "place:3", TURN}


def test_prose_is_unreadable_and_silence_a_failure_and_neither_is_a_move() -> None:
    prose = habit("answers_prose", games=2)
    assert prose["unreadable"] == prose["questions"] == QUESTIONS + 2
    assert prose["games"]["no_move"] == 2
    assert prose["games"]["points"] == 0
    silent = habit("is_silent")
    assert (silent["failed"], silent["legal"]) == (QUESTIONS, 0)
    assert silent["failures"] == {"empty": 3 * QUESTIONS}


def breaks(rule: str, part: float, name: str = "nine_mens_morris") -> Examinee:
    """A player that breaks a rule in so many of the positions in which it can."""
    dice, game = Dice(11), example(name)
    catalogue = Catalogue(game)
    kind = game.calls[rule.partition(":")[0]]
    events = event_pool(kind, 2)
    assert events is not None

    def answer(asked: AskedMove) -> ChatAnswer:
        view = asked.view
        wrong = [e for e in events if rule_of(catalogue, view.shown, e) == rule]
        if wrong and view.legal and dice.below(1000) < 1000 * part:
            return ChatAnswer(str(dice.choice(wrong)))
        return ChatAnswer(str(dice.choice(view.legal)) if view.legal else "wait")

    return answer


@cache
def positions(seed: int = 1, name: str = "nine_mens_morris") -> list[ExamPosition]:
    game = example(name)
    return choose_positions(game, game.start(), QUESTIONS, seed)


def rows_of(player: Examinee, name: str = "nine_mens_morris") -> list[Row]:
    game = example(name)
    exam = Examination(game, game.start(), player, "", PromptPlan(), 1, tries=1)
    return [row for i, one in enumerate(positions(name=name)) for row in exam.position(i, one)]


@pytest.mark.parametrize(
    ("rule", "part"), [("place:3", 0.15), ("remove:1", 0.6), ("remove:2", 0.3), ("move:5", 0.5)]
)
def test_rates_agree_with_the_construction_of_a_player(rule: str, part: float) -> None:
    game = example("nine_mens_morris")
    found = summary(game, rows_of(breaks(rule, part)))
    assert {*broken(found)} == {rule}
    one = next(one for one in found["rules"] if one["rule"] == rule)
    assert one["low"] <= part <= one["high"]
    assert one["of"] >= 8


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nine_mens_morris", "dots_and_boxes", "breakthrough"])
def test_who_breaks_a_rule_is_blamed_for_that_rule_alone(name: str) -> None:
    game = example(name)
    rules = {rule for one in positions(name=name) for rule in one.breakable} - {TURN}
    assert len(rules) >= 3
    for rule in rules:
        found = summary(game, rows_of(breaks(rule, 1.0, name), name))
        assert {*broken(found)} == {rule}, rule
        assert found["share"]["value"] < 1.0


@pytest.mark.slow
def test_every_rule_that_can_be_broken_is_asked_about_and_the_seed_decides_how() -> None:
    game = example("nine_mens_morris")
    asked = positions()
    rules = {rule for one in asked for rule in one.breakable}
    numbered = {f"{one.event}:{one.guard}" for one in Catalogue(game).refusals()}
    assert rules == numbered | {TURN}
    assert asked == choose_positions(game, game.start(), QUESTIONS, 1)
    assert len({one.script for one in asked} & {one.script for one in positions(2)}) < 10


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("mark(5)", "mark(5)"),
        ("I take the middle.\n\n**Answer:** `mark(5)`", "mark(5)"),
        ("```\nmark(5)\n```\n", "mark(5)"),
        ("> move: mark(5).", "mark(5)"),
        ("", ""),
    ],
)
def test_the_answer_is_the_last_line_without_its_marks(text: str, line: str) -> None:
    assert last_line(text) == line


def test_answers_are_of_four_kinds() -> None:
    game = example("tic_tac_toe")
    catalogue, s = Catalogue(game), game.start()
    taken = game.after(s, game.moves(s)[4])

    def kind(answer: str, seat: int = 1) -> tuple[AnswerKind, str]:
        ruling = judge(catalogue, taken, Seat(seat), answer)
        return ruling.kind, ruling.rule

    assert kind("mark(1)") == (AnswerKind.LEGAL, "")
    assert kind("mark(5)") == (AnswerKind.REFUSED, "mark:2")
    assert kind("mark(12)") == (AnswerKind.REFUSED, "mark:1")
    assert kind("wait") == (AnswerKind.REFUSED, TURN)
    assert kind("wait", 0) == (AnswerKind.LEGAL, "")
    assert kind("mark(1)", 0) == (AnswerKind.REFUSED, TURN)
    assert kind("I would not mark(1).")[0] is AnswerKind.UNREADABLE
    assert kind("undo")[0] is AnswerKind.UNREADABLE


def test_the_scene_does_not_tell_what_is_legal() -> None:
    game = example("nine_mens_morris")
    s = game.start()
    view = View(Seat(0), s, game.moves(s, Seat(0)))
    both = position_text(game, view, PromptPlan("both"))
    assert game.text(s) in both
    assert '"zones"' in both
    assert "place(" not in both
    assert "place(a7)" in position_text(game, view, PromptPlan(legal=True))


def marks_the_first_free(one: Any, request: dict[str, Any]) -> None:
    """A model that plays tic-tac-toe: the first cell that it has not been refused."""
    heard = " ".join(message["content"] for message in request["messages"][2:])
    cell = next(n for n in range(1, 10) if f"mark({n})" not in heard)
    one.send(completion(f"Let me see.\nmark({cell})"))


def test_an_endpoint_is_told_of_refusals_and_mends_them(tmp_path: Path) -> None:
    out, folder = tmp_path / "rows.parquet", tmp_path / "scripts"
    with chat_server(marks_the_first_free) as server:
        more = ("--model", "m", "--questions", "12", "--games", "2", "--tries", "9")
        kept = ("--out", str(out), "--scripts", str(folder))
        found = examined(server.url, *more, *kept)
        count = len(server.requests)
        again = examined(server.url, *more, *kept)
        assert len(server.requests) == count, "what is kept is not asked again"
    assert again == found
    assert found["tokens_in"] == 100 * count
    assert found["after"]["mends it"] > 0
    assert found["after"]["repeats it"] == 0
    assert found["games"]["no_move"] == 0
    script = folder / "game-0001.txt"
    done = ludex("run", "tic-tac-toe", str(script))
    assert done.status == 0
    assert done.out.count("is taken") == script.read_text().count("mark(") - len(
        {line for line in script.read_text().splitlines() if line.startswith("mark(")}
    )


def test_a_program_is_asked_by_its_protocol_and_a_person_at_the_terminal() -> None:
    program = f"cmd:bash {ROOT / 'examples/players/first.sh'}"
    found = examined(program, "--questions", "4", "--games", "1")
    assert found["share"]["value"] == 1.0
    done = ludex(
        "exam", "tic-tac-toe", "--player", "person", "--questions", "1", stdin="mark(77)\n"
    )
    assert done.status == 0, done.err
    assert "MARK" in done.err.upper()
    assert "1 refused" in done.out
    assert "failed 2" in done.out


def test_a_report_names_the_rule_in_words() -> None:
    game = example("nine_mens_morris")
    rows = rows_of(breaks("place:3", 1.0))
    text = "\n".join(lines("morris", summary(game, rows)))
    assert "point ‹at› is taken" in text
    assert all(row["script"] is not None for row in rows if row["kind"] == END)


def test_wilson_s_interval_is_that_of_the_tables() -> None:
    found = share(10, 40)
    assert (round(found.low, 4), round(found.high, 4)) == (0.1419, 0.4019)
    assert share(0, 0)[1:] == (0.0, 1.0)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--player", "http://127.0.0.1:1/v1"), "name the model"),
        (("--player", "no-such-bot"), "no bot"),
        (("--player", "random", "--questions", "0"), "nothing to ask"),
        (("--player", "random", "--setting", "x"), "NAME=VALUE"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], why: str) -> None:
    done = ludex("exam", "tic-tac-toe", *words)
    assert done.status == 2
    assert why in done.err
    assert done.err.count("\n") == 1
