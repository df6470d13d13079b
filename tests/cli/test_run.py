"""`ludex run`: transcripts, files, expectations and everything that can be wrong."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from broken_rulebooks import BASE
from commands import LUDEX, ludex, started
from playing import ROOT

GOLDEN = ROOT / "tests" / "games" / "chess_solitaire" / "golden"
AT04 = str(GOLDEN / "at04.txt")
EXPECTED = (GOLDEN / "at04.expected.txt").read_text()


def test_the_transcript_goes_to_standard_output() -> None:
    done = ludex("run", "chess-solitaire", AT04)
    assert (done.status, done.out, done.err) == (0, EXPECTED, "")


def test_a_dash_reads_standard_input() -> None:
    done = ludex("run", "chess_solitaire", "-", stdin=Path(AT04).read_text())
    assert (done.status, done.out) == (0, EXPECTED)


def test_the_transcript_goes_to_out_whole_and_an_existing_out_is_kept(
    tmp_path: Path,
) -> None:
    out = tmp_path / "out.txt"
    assert ludex("run", "chess-solitaire", AT04, str(out)).status == 0
    assert out.read_text() == EXPECTED
    out.write_text("mine")
    kept = ludex("run", "chess-solitaire", AT04, str(out))
    assert kept.status == 2
    assert kept.err == f"ludex: {out} exists; --force overwrites it\n"
    assert out.read_text() == "mine"
    assert ludex("run", "chess-solitaire", AT04, str(out), "--force").status == 0
    assert out.read_text() == EXPECTED
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


def test_an_expected_transcript_is_met_or_the_first_difference_is_shown(
    tmp_path: Path,
) -> None:
    same = ludex("run", "chess-solitaire", AT04, "--expect", str(GOLDEN / "at04.expected.txt"))
    assert (same.status, same.out, same.err) == (
        0,
        "",
        "the same as the rulebook's\n",
    )
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(EXPECTED.replace("You Win", "You Lose"))
    differs = ludex("run", "chess-solitaire", AT04, "--expect", str(wrong))
    assert differs.status == 1
    assert differs.out.startswith(
        "line 79 differs, after move_and_capture(2,4,2,1) (- wrong.txt, + the rulebook)"
    )
    assert "- Game Over: You Lose!\n+ Game Over: You Win!" in differs.out
    as_json = ludex("run", "chess-solitaire", AT04, "--expect", str(wrong), "--json")
    told = json.loads(as_json.out)
    assert told["event"] == "move_and_capture(2,4,2,1)"
    assert "Game Over: You Lose!\n" in told["file"]
    assert "Game Over: You Win!\n" in told["rulebook"]


def test_the_etf_dialect_prints_the_oracle_s_error_and_nothing_else() -> None:
    done = ludex("run", "chess-solitaire", "-", "--dialect", "etf", stdin="start_game moves()")
    assert done.status == 2
    assert done.out == (
        "Syntax Error: specification of command executions cannot be parsed\n"
        "parse error (Line 1, Column 18)\n"
    )


def test_a_game_starts_from_a_position_line() -> None:
    line = "R..P/..../..../...."
    done = ludex(
        "run", "chess-solitaire", "-", "--position", line,
        stdin="move_and_capture(1,1,1,4)",
    )  # fmt: skip
    assert done.out.splitlines()[8] == "Game Over: You Win!"


def test_chance_acts_by_itself_with_a_seed() -> None:
    kuhn = str(ROOT / "examples" / "kuhn_poker.py")
    done = ludex("run", kuhn, "-", "--seed", "1", stdin="bet bet")
    again = ludex("run", kuhn, "-", "--seed", "1", stdin="bet bet")
    assert done.out == again.out
    assert "->deal(" in done.out
    waiting = ludex("run", kuhn, "-", stdin="bet")
    assert "Error: Waiting for chance: deal" in waiting.out


def test_json_lines_tell_event_refusal_and_position() -> None:
    done = ludex("run", "chess-solitaire", "-", "--json", stdin="start_game undo undo")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [line["event"] for line in lines] == [None, "start_game", "undo", "undo"]
    assert lines[1]["position"] == "..../..../..../...."
    assert lines[3]["refusal"] == {"text": "Nothing to undo", "guard": 1}


BAD: list[tuple[list[str], str | bytes, str]] = [
    (["run", "chess-solitair", "-"], "", "no game 'chess-solitair'. Did you mean"),
    (["run", "whist", "-"], "", "no game 'whist'. There are:"),
    (
        ["run", "Poker", "-"],
        "",
        "no game 'Poker'. Related games: holdem.",
    ),
    (["rules", "freecell", "--format", "doc"], "", "'--format': 'doc' is not one of"),
    (["run", "chess-solitaire"], "", "Missing argument 'SCRIPT'"),
    (["run", "chess-solitaire", "-"], "fly(1)", "line 1, column 1: no event 'fly'"),
    (["run", "chess-solitaire", "-"], "Undo", "did you mean 'undo'?"),
    (["run", "chess-solitaire", "-"], "moves(1)", "takes 2 arguments, 1 given"),
    (["run", "chess-solitaire", "-"], "moves(1,2,3)", "takes 2 arguments, 3 given"),
    (["run", "chess-solitaire", "-"], f"moves({2**31},1)", "does not fit 32 bits"),
    (["run", "chess-solitaire", "-"], "moves()", "empty parentheses"),
    (["run", "chess-solitaire", "-"], "moves(1", "is not closed"),
    (["run", "chess-solitaire", "-"], b"\x7fELF\xff\xfe", "is not text (byte 0xff"),
    (["run", "chess-solitaire", "nowhere.txt"], "", "nowhere.txt: No such file"),
    (["run", "chess-solitaire", "."], "", "Is a directory"),
    (
        ["run", "chess-solitaire", "-", "no/where/out"],
        "undo",
        "cannot write no/where/out",
    ),
    (["run", "chess-solitaire", "-", "."], "undo", "is a folder"),
    (["run", "chess-solitaire", "-", "--position", "x"], "", "4 rows joined by /"),
    (["run", "chess-solitaire", "-", "--preset", "x"], "", "no preset 'x'"),
    (["run", "chess-solitaire", "-", "--option", "x"], "", "expected NAME=VALUE"),
    (["run", "chess-solitaire", "-", "--option", "x=1"], "", "no option 'x'"),
    (["run", "chess-solitaire", "-", "--expect", "x"], "undo", "x: No such file"),
    (["run", "chess-solitaire", "-", "--seed", "x"], "", "Invalid value for '--seed'"),
    (["rules", "chess-solitaire", "--preset", "x"], "", "no preset 'x'"),
    (["play", "chess-solitaire", "--bot", "2"], "", "has the seats 1 to 1"),
    (
        ["simulate", "chess-solitaire", "--games", "0"],
        "",
        "Invalid value for '--games'",
    ),
    (["fly"], "", "No such command 'fly'"),
    (["rules", "nowhere.py"], "", "nowhere.py: no such file"),
    (["rules", str(ROOT / "tests" / "commands.py")], "", "the file defines no `game`"),
]


def test_bad_input_is_one_clear_line_and_status_2(tmp_path: Path) -> None:
    for arguments, stdin, said in BAD:
        done = ludex(*arguments, stdin=stdin, cwd=tmp_path)
        assert done.status == 2, arguments
        assert done.out == "", arguments
        assert said in done.err, arguments
        assert done.err.startswith("ludex: "), arguments
        assert done.err.count("\n") == 1, arguments
        assert list(tmp_path.iterdir()) == [], arguments


def test_many_faults_are_listed_and_then_counted() -> None:
    done = ludex("run", "chess-solitaire", "-", stdin="fly\n" * 1000)
    assert done.status == 2
    lines = done.err.splitlines()
    assert len(lines) == 21
    assert lines[-1].endswith("and 980 more like these")


def test_a_file_that_is_no_python_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def (")
    done = ludex("rules", "broken.py", cwd=tmp_path)
    assert done.status == 2
    assert done.err.startswith("ludex: broken.py: SyntaxError")
    assert done.err.count("\n") == 1


def test_a_long_script_is_streamed_and_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    script = tmp_path / "long.txt"
    script.write_text("setup_chess(K,1,1) undo\n" * 20_000)
    with started(
        "run", "chess-solitaire", str(script),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"# of chess pieces on board: 0\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


def test_out_may_be_a_link_and_keeps_its_mode_but_must_be_a_file(
    tmp_path: Path,
) -> None:
    real, link, pipe = tmp_path / "real", tmp_path / "link", tmp_path / "pipe"
    real.write_text("old")
    real.chmod(0o600)
    link.symlink_to(real)
    os.mkfifo(pipe)
    assert ludex("run", "chess-solitaire", AT04, str(link), "--force").status == 0
    assert link.is_symlink()
    assert real.read_text() == EXPECTED
    assert real.stat().st_mode & 0o777 == 0o600
    refused = ludex("run", "chess-solitaire", AT04, str(pipe), "--force")
    assert refused.status == 2
    assert "is not a regular file" in refused.err
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    "command",
    [
        "shell chess-solitaire <&-",
        pytest.param("games >&-", marks=pytest.mark.slow),
        pytest.param("run chess-solitaire - </dev/null 2>&-", marks=pytest.mark.slow),
    ],
)
def test_a_closed_stream_is_an_empty_one(command: str) -> None:
    quoted = " ".join(f"'{word}'" for word in LUDEX)
    done = subprocess.run(
        ["bash", "-c", f"{quoted} {command}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_a_bug_in_a_rulebook_is_named_and_no_traceback(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "tic_tac_toe.py").read_text()
    broken = text.replace(
        "turn=lambda", "always={'empty': lambda s: not any(s.cells)}, turn=lambda"
    )
    (tmp_path / "broken.py").write_text(broken.replace("not any(s.cells)", "s.cells[4] is None"))
    done = ludex("run", "broken.py", "-", stdin="mark(5)", cwd=tmp_path)
    assert done.status == 1
    assert done.err == "ludex: a bug in the rulebook: mark(5) breaks 'empty'\n"


def test_a_line_that_is_no_position_is_refused() -> None:
    for line in ["cells=[- - -] turn=1", "cells=[- - - - - - - - -] turn=9"]:
        game = str(ROOT / "examples" / "tic_tac_toe.py")
        done = ludex("run", game, "-", "--position", line, stdin="mark(5)")
        assert done.status == 2, line
        assert "this is not a position of tic-tac-toe" in done.err, line


ENDING = """
import os, signal
class End(Event[State]):
    "Be interrupted."
    def apply(self, s):
        os.kill(os.getpid(), signal.NAME)
        return s
game = made(End, outcome=lambda s: None)
"""


def test_whoever_is_interrupted_or_asked_to_end_says_so_and_leaves_no_file(
    tmp_path: Path,
) -> None:
    rules, script = tmp_path / "rules.py", tmp_path / "script.txt"
    script.write_text("add\n" * 1000 + "end\n" + "add\n" * 1000)
    for name in ("SIGINT", "SIGTERM"):
        rules.write_text(BASE + ENDING.replace("NAME", name))
        done = ludex("run", str(rules), str(script), str(tmp_path / "out.txt"))
        assert (done.status, done.err) == (130, "ludex: interrupted\n"), name
        assert {path.name for path in tmp_path.glob("*.txt")} == {"script.txt"}, name
        assert not [*tmp_path.glob(".*")], name
