"""`ludex grade`: programs against the oracle, one and a class, and everything that can be wrong."""

import csv
import json
import sys
from pathlib import Path
from shutil import copy
from xml.etree import ElementTree as ET

import pytest

from commands import Done, ludex
from ludex.sandbox import choose_isolation
from ludex.sandbox.namespaces import PROTECTIONS
from playing import ROOT

STUDENTS = ROOT / "tests" / "study" / "grade" / "students"
LAB3 = f"{sys.executable} {STUDENTS / 'lab3.py'}"
REFUSALS = str(STUDENTS / "tests" / "refusals.txt")
SETUP = str(STUDENTS / "tests" / "setup.txt")

LISTENING = (STUDENTS / "lab3.py").read_text().replace(
    '"__main__"', '"elsewhere"'
) + "\nimport sys, time\nlab3 = sys.modules[__name__]\n"
"""The right program as a library, in the file itself: nothing else of ours is to be seen."""


def grade(*words: str, program: str = f"{LAB3} {{in}}") -> Done:
    return ludex("grade", "chess-solitaire", "--program", program, *words)


def graded(*words: str, program: str = f"{LAB3} {{in}}") -> dict[str, object]:
    done = grade(*words, "--json", program=program)
    assert done.status in (0, 1), done.err
    value = json.loads(done.out)
    assert isinstance(value, dict)
    return value


@pytest.mark.requirement("chess-solitaire.grading")
def test_a_right_program_is_accepted_however_it_is_given_its_script() -> None:
    for program, *words in (
        (f"{LAB3} {{in}}",),
        (f"{LAB3}", "--stdin"),
        (f"{LAB3} {{in}} {{out}}",),
        (f"{LAB3} -i", "--interactive", "--prompt", "->"),
        (f"{LAB3} --dialect etf -i", "--interactive", "--dialect", "etf"),
    ):
        done = grade(REFUSALS, *words, program=program)
        assert (done.status, done.out.splitlines()[0]) == (
            0,
            "refusals.txt  accepted",
        ), program


def test_our_own_program_in_the_oracle_s_place_is_accepted() -> None:
    ours = f"{sys.executable} -m ludex etf chess-solitaire -b {{in}} {{out}}"
    assert grade(REFUSALS, "--dialect", "etf", program=ours).status == 0


def test_the_first_divergence_is_shown_side_by_side_with_its_rule() -> None:
    done = grade(SETUP, REFUSALS, program=f"{LAB3} --mistake target_first {{in}}")
    assert done.status == 1
    assert done.out.startswith(
        "setup.txt     accepted\n"
        "refusals.txt  wrong answer\n"
        "\n"
        "first difference: refusals.txt, line 65, event 9, move_and_capture(2,2,3,3)\n"
        "state before:\n"
        "  # of chess pieces on board: 4\n"
        "  Game In Progress...\n"
        "  RP.B\n"
        "  ....\n"
        "  ....\n"
        "  N...\n"
        "  oracle                              program\n"
        "  ->move_and_capture(2,2,3,3)         ->move_and_capture(2,2,3,3)\n"
        "  # of chess pieces on board: 4       # of chess pieces on board: 4\n"
        "  Error: Slot @ (2, 2) not occupied | Error: Slot @ (3, 3) not occupied\n"
        "  RP.B                                RP.B\n"
        "  ....                                ....\n"
        "  ....                                ....\n"
        "  N...                                N...\n"
        "the rule: move_and_capture, guard 5 before guard 6: There is no piece on "
        "(r1, c1) / There is no piece on (r2, c2) [vacant]\n"
        "  here: Slot @ (2, 2) not occupied\n"
        "  the program answers with guard 6 [vacant], which also fails, but comes later\n"
    )
    assert done.out.splitlines()[-1].startswith("1 of 2 accepted, 72.92 of 100 points")


def test_json_tells_tests_verdicts_and_the_first_divergence() -> None:
    value = graded(SETUP, REFUSALS, program=f"{LAB3} --mistake rook_blind {{in}}")
    assert value["tests"] == 2
    assert value["accepted"] == 1
    assert value["verdicts"] == {"accepted": 1, "wrong answer": 1}
    first = value["first_divergence"]
    assert isinstance(first, dict)
    assert (first["event"], first["code"]) == ("move_and_capture(1,1,1,4)", "blocked")


def verdict(program: str, *words: str) -> object:
    value = graded(REFUSALS, *words, program=program)
    verdicts = value["verdicts"]
    assert isinstance(verdicts, dict)
    return next(iter(verdicts))


def test_verdicts_are_those_of_judges(tmp_path: Path) -> None:
    def python(text: str) -> str:
        path = tmp_path / "program.py"
        path.write_text(text)
        return f"{sys.executable} {path} {{in}}"

    lab3 = LISTENING
    said = "lab3.transcript(open(sys.argv[1]).read())"
    assert verdict(python(f"{lab3}print({said})")) == "presentation only"
    blanks = f"{said}.replace(chr(10), ' ' + chr(10))"
    assert verdict(python(f"{lab3}print({blanks}, end='')")) == "presentation only"
    granted = ("--tolerate", "trailing-blanks")
    assert verdict(python(f"{lab3}print({blanks}, end='')"), *granted) == "accepted"
    assert verdict(python(f"{lab3}print({said} * 2, end='')")) == "wrong answer"
    assert verdict(python("1 / 0")) == "crash"
    assert verdict(python("pass")) == "no output"
    assert verdict(python("import time; time.sleep(99)"), "--time", "0.5") == "time limit"
    assert verdict(python("while True: print('x' * 9999)"), "--output", "1") == "output limit"
    assert verdict(python("import sys; sys.stdout.buffer.write(bytes(range(256)))")) == (
        "wrong answer"
    )
    late = f"{lab3}print({said}, end='')\nsys.exit(3)"
    assert verdict(python(late)) == "crash"
    assert verdict(python(late), "--any-status") == "accepted"


def test_interactively_a_late_answer_and_a_second_answer_are_told(
    tmp_path: Path,
) -> None:
    path = tmp_path / "program.py"
    lab3 = LISTENING
    loop = (
        "game = lab3.Game('', 'document')\nprint(game.text(), end='', flush=True)\n"
        "for line in sys.stdin:\n    ((_, name, words),) = lab3.events(line)\n"
    )
    program = f"{sys.executable} {path}"
    path.write_text(f"{lab3}{loop}    print(game.answer(name, words) * 2, end='', flush=True)")
    assert verdict(program, "--interactive") == "wrong answer"
    path.write_text(f"{lab3}{loop}    time.sleep(99)")
    assert verdict(program, "--interactive", "--time", "0.6") == "time limit"


def test_a_program_can_neither_read_the_transcripts_nor_change_the_tests(
    tmp_path: Path,
) -> None:
    script, expected = tmp_path / "at1.txt", tmp_path / "at1.expected.txt"
    script.write_text("start_game\n")
    expected.write_text(ludex("run", "chess-solitaire", str(script)).out)
    program = f"/bin/sh -c 'cat {expected}; echo undo >> {script}; cat {script} > /dev/null' {{in}}"
    done = ludex("grade", "chess-solitaire", "--program", program, str(script), "--json")
    found = json.loads(done.out)
    if "no sandbox" not in ludex("grade", "chess-solitaire", "--program", program, str(script)).err:
        assert found["verdicts"] != {"accepted": 1}
        assert script.read_text() == "start_game\n"


@pytest.mark.slow
def test_minimising_leaves_nothing_to_be_left_out() -> None:
    value = graded(
        REFUSALS,
        "--minimise",
        program=f"{LAB3} --mistake reset_any_time --mistake rook_blind {{in}}",
    )
    results = value["results"]
    assert isinstance(results, list)
    smallest = results[0]["smallest"]
    assert smallest[-1] == "move_and_capture(1,1,1,4)"
    assert "start_game" in smallest
    assert len(smallest) == 5


@pytest.mark.slow
def test_fresh_scripts_are_the_same_for_the_same_seed(tmp_path: Path) -> None:
    game = str(ROOT / "examples" / "tic_tac_toe.py")
    words = ("grade", game, "--program", "/bin/cat {in}", "--generate", "4", "--json")
    first, again = (ludex(*words, "--seed", "5") for _ in range(2))
    assert (first.status, first.out) == (1, again.out)
    marks = json.loads(first.out)["marks"]
    assert {mark["sort"] for mark in marks} == {
        "guards",
        "pairs",
        "effects",
        "outcomes",
    }


@pytest.mark.slow
def test_a_class_is_marked_side_by_side_and_goes_on_where_it_stopped(
    tmp_path: Path,
) -> None:
    handed_in = tmp_path / "class"
    own = f'{sys.executable} "$(dirname "$0")/lab3.py"'
    for name, mistake in (("anna", ""), ("bert", "rook_blind"), ("carl", "rook_blind")):
        (handed_in / name).mkdir(parents=True)
        (handed_in / name / "go.sh").write_text(f"{own} --mistake '{mistake}' $1\n")
    (handed_in / "dora").mkdir()
    for folder in handed_in.iterdir():
        copy(STUDENTS / "lab3.py", folder)
    words = [
        "grade", "chess-solitaire", REFUSALS, "--hidden", SETUP,
        "--submissions", str(handed_in), "--program", "/bin/sh {submission}/go.sh {in}",
        "--show", sys.prefix, "--show", sys.base_prefix,
    ]  # fmt: skip
    alone, apart = tmp_path / "alone", tmp_path / "apart"
    one = ludex(*words, "--jobs", "1", "--json", "--out", str(alone))
    two = ludex(*words, "--jobs", "2", "--json", "--out", str(apart))
    assert (one.status, one.out) == (1, two.out)
    values = json.loads(one.out)
    assert [(v["name"], v["accepted"]) for v in values] == [
        ("anna", 2), ("bert", 1), ("carl", 1), ("dora", 0),
    ]  # fmt: skip
    for name in (
        "index.html",
        "marks.csv",
        "junit.xml",
        "bert/page.html",
        "bert/results.json",
    ):
        assert (alone / name).read_bytes() == (apart / name).read_bytes()
    kept = (alone / "anna" / "marked.json").stat().st_mtime_ns
    (handed_in / "dora" / "go.sh").write_text(f"{own} $1\n")
    told = ludex(*words, "--out", str(alone)).out
    assert "dora    2 of 2" in told
    assert "2 of 4: move_and_capture, guard 8:" in told
    assert (alone / "anna" / "marked.json").stat().st_mtime_ns == kept
    _reports_are_well_formed(alone)


def _reports_are_well_formed(out: Path) -> None:
    rows = [*csv.DictReader((out / "marks.csv").read_text().splitlines())]
    assert [row["submission"] for row in rows] == ["anna", "bert", "carl", "dora"]
    assert rows[1]["move_and_capture:8"] == "broken"
    suites = ET.parse(out / "junit.xml").getroot()
    assert [suite.get("failures") for suite in suites] == ["0", "1", "1", "0"]
    results = json.loads((out / "bert" / "results.json").read_text())
    assert results["score"] == float(rows[1]["points"]) < 100
    assert [test["status"] for test in results["tests"]] == ["failed", "passed"]
    assert [test["name"] for test in results["tests"]] == [
        "refusals.txt",
        "hidden test 2",
    ]
    page = (out / "bert" / "page.html").read_text()
    assert "blocked" in page
    assert "Rules with the most errors" in (out / "index.html").read_text()


def test_what_the_command_names_is_part_of_what_is_marked(tmp_path: Path) -> None:
    lab, out = tmp_path / "lab3.py", str(tmp_path / "marks")
    source = (STUDENTS / "lab3.py").read_text()
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada").touch()
    one = (f"{sys.executable} {lab} {{in}}",)
    many = (f"{one[0]} {{submission}}", "--submissions", str(tmp_path / "class"))
    for program, *words in (one, many):
        lab.write_text(f"import sys; del sys.argv[2:]\n{source}")
        assert grade(SETUP, *words, "--out", out, program=program).status == 0
        lab.write_text("print('something else')")
        assert grade(SETUP, *words, "--out", out, program=program).status == 1


def test_a_hidden_test_shows_what_it_is_about_and_not_the_script(
    tmp_path: Path,
) -> None:
    out = tmp_path / "out"
    program = f"{LAB3} --mistake setup_overwrites {{in}}"
    done = grade("--hidden", SETUP, "--minimise", "--out", str(out), program=program)
    assert "hidden test 1  wrong answer" in done.out
    assert "the rule: setup_chess, guard 3: There is already a piece" in done.out
    told = [path.read_text() for path in out.rglob("*") if path.is_file()]
    for text in (done.out, *told):
        assert "setup_chess(Q,1,1)" not in text
        assert "setup.txt" not in text


def test_a_scheme_says_what_counts(tmp_path: Path) -> None:
    scheme = tmp_path / "lab3.toml"
    scheme.write_text(
        'title = "Lab 3"\npoints = 20\nhidden = ["set*"]\npartly = 0\n[tests]\n"set*" = 3\n'
    )
    value = graded(
        SETUP,
        REFUSALS,
        "--scheme",
        str(scheme),
        program=f"{LAB3} --mistake rook_blind {{in}}",
    )
    assert (value["points"], value["of"]) == (15.0, 20.0)


def test_scripts_of_other_games_are_graded_too(tmp_path: Path) -> None:
    program = tmp_path / "program.sh"
    for game in ("freecell", "russian-bank"):
        script = ROOT / "tests" / "every_game" / "golden" / f"{game}.txt"
        graded = ("grade", game, str(script), "--program", f"/bin/sh {program} {{in}}")
        said = script.with_suffix(".expected.txt").read_text()
        program.write_text(f"cat <<'END'\n{said}END\n")
        assert ludex(*graded).status == 0, game
        program.write_text(f"cat <<'END'\n{said.replace('Error', 'Wrong')}END\n")
        first = json.loads(ludex(*graded, "--json").out)["first_divergence"]
        assert first["rule"].startswith(f"{first['event'].partition('(')[0]}:"), game


EMPTY = "<board><terrain/><scores><score player='1' score='0'/></scores><next tile='E'/></board>"


@pytest.mark.requirement("carcassonne.make.test")
@pytest.mark.parametrize("program", ["draw", "play", "next"])
def test_the_filters_of_carcassonne_are_judged(program: str, tmp_path: Path) -> None:
    ours = f"{sys.executable} -m ludex carcassonne {program}"
    words = ["--as", program, "--stdin", "--generate", "1", "--seed", "3"]
    done = ludex("grade", "carcassonne", "--program", ours, *words)
    assert done.status == 0, done.out
    (tmp_path / "states").mkdir()
    (tmp_path / "states" / "empty.xml").write_text(EMPTY)
    words = ["--as", program, "--stdin", str(tmp_path / "states")]
    wrong = ludex("grade", "carcassonne", "--program", "/bin/echo nothing", *words)
    assert wrong.status == 1
    assert "empty.xml  wrong answer" in wrong.out


def test_play_is_judged_by_legality_and_the_rule_is_named(tmp_path: Path) -> None:
    for tile, code in [
        ("type='E' x='0' y='0' orientation='N'/", None),
        (
            "type='E' x='0' y='0' orientation='N'><follower player='1' type='K'/></tile",
            None,
        ),
        ("type='N' x='0' y='0' orientation='N'/", "drawn_tile"),
        ("type='E' x='1' y='0' orientation='N'/", "first_place"),
        (
            "type='E' x='0' y='0' orientation='N'><follower player='2' type='K'/></tile",
            "own_meeple",
        ),
        ("type='E' x='0'/", "readable"),
        (
            "type='E' x='0' y='0' orientation='N'/><tile type='E' x='1' y='0' orientation='N'/",
            "one_tile",
        ),
    ]:
        (tmp_path / "empty.xml").write_text(EMPTY)
        (tmp_path / "play.sh").write_text(f'echo "<tile {tile}>"\n')
        program = f"/bin/sh {tmp_path / 'play.sh'}"
        done = ludex(
            "grade", "carcassonne", "--as", "play", "--stdin", "--program", program,
            str(tmp_path / "empty.xml"), "--json",
        )  # fmt: skip
        told = json.loads(done.out)
        first = told["first_divergence"]
        assert (first and first["code"]) == code, tile
        standing = {one["key"]: one["standing"] for one in told["marks"]}
        assert {"drawn_tile", "first_place", "own_meeple", "taken"} <= standing.keys()
        broken = [rule for rule, what in standing.items() if what == "broken"]
        assert broken == ([code] if code else []), tile


def test_comparisons_of_hands_are_judged_row_by_row(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("hand1,hand2\nKsKh4d4c2s,AsAhQdJc9c\nAsAhQdJc9c,KsKh4d4c2s\nAs,As\n")
    for said, told in (
        ("1\\n2\\n-1\\n", None),
        ("1\\n1\\n-1\\n", ("two_pair", "row 2: AsAhQdJc9c v KsKh4d4c2s")),
        ("1\\n2\\n0\\n", ("not_hands", "row 3: As v As")),
    ):
        program = f"/usr/bin/printf '{said}'"
        words = ("--as", "compare", "--stdin", "--program", program, str(pairs))
        done = ludex("grade", "holdem", *words, "--json")
        first = json.loads(done.out)["first_divergence"]
        assert (first and (first["code"], first["event"])) == told


def test_a_rulebook_is_compared_as_a_model(tmp_path: Path) -> None:
    game = ROOT / "examples" / "tic_tac_toe.py"
    text = game.read_text()
    for name, old, new, script in (
        ("words", "is taken", "was taken", ["mark(1)", "mark(1)"]),
        (
            "line",
            '"147"',
            '"148"',
            ["mark(1)", "mark(2)", "mark(4)", "mark(3)", "mark(7)"],
        ),
    ):
        path = tmp_path / f"{name}.py"
        path.write_text(text.replace(old, new))
        done = ludex("grade", str(game), "--rulebook", str(path), "--json")
        assert done.status == 1
        assert json.loads(done.out)["first_divergence"]["script"] == script
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0")
    done = ludex("grade", str(game), "--rulebook", str(broken))
    assert "lockstep  crash" in done.out


def test_a_rulebook_is_found_by_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "linked").symlink_to(tmp_path / "there")
    (tmp_path / "there" / "pig.py").write_text((ROOT / "examples" / "pig.py").read_text())
    (tmp_path / "my_pig.py").symlink_to(tmp_path / "linked" / "pig.py")
    for file in ("linked/pig.py", "my_pig.py"):
        path = str(tmp_path / file)
        done = ludex("grade", path, "--rulebook", path, "--option", "goal=3")
        assert done.status == 0, done.out


def test_bad_use_is_one_line() -> None:
    for words, told in [
        (["chess-solitaire", REFUSALS], "name what to grade"),
        (["chess-solitaire", "--program", "./x {in}"], "no TESTS"),
        (
            ["chess-solitaire", "--program", "./nothing {in}", REFUSALS],
            "./nothing is not there",
        ),
        (["chess-solitaire", "--program", "cat", REFUSALS], "exactly one of these"),
        (
            ["chess-solitaire", "--program", "cat {in}", "--stdin", REFUSALS],
            "exactly one of these",
        ),
        (
            ["chess-solitaire", "--program", "{submission} {in}", REFUSALS],
            "go together",
        ),
        (["chess-solitaire", "--program", "'x {in}", REFUSALS], "No closing quotation"),
        (
            ["chess-solitaire", "--program", "cat {in}", "nothing.txt"],
            "nothing.txt: No such file",
        ),
        (
            ["chess-solitaire", "--program", "cat {in}", REFUSALS, REFUSALS],
            "are called refusals.txt",
        ),
        (
            ["chess-solitaire", "--program", "cat {in}", "--scheme", "x", REFUSALS],
            "x: No such file",
        ),
        (
            ["chess-solitaire", "--program", "cat {in}", "--as", "draw", REFUSALS],
            "no programs that are filters",
        ),
        (
            [
                "carcassonne",
                "--program",
                "cat",
                "--stdin",
                "--as",
                "dance",
                "--generate",
                "1",
            ],
            "there are: draw, play, next",
        ),
        (["nothing", "--program", "cat {in}", REFUSALS], "no game 'nothing'"),
    ]:
        done = ludex("grade", *words)
        assert (done.status, done.out) == (2, ""), words
        assert told in done.err, words
        assert len(done.err.splitlines()) == 1, words


def test_strict_runs_nothing_unless_every_wall_stands(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    done = grade(REFUSALS, "--strict", "--sandbox", "bare", program=f"/bin/touch {mark} {{in}}")
    assert (done.status, mark.exists()) == (2, False)
    assert "--strict: protections are missing here: a program sees only the system's" in done.err
    if not choose_isolation().missing:
        assert grade(REFUSALS, "--strict").status == 0


def test_the_help_says_which_walls_stand_on_this_machine() -> None:
    built, told = choose_isolation(), ludex("grade", "--help").out
    assert f"The sandbox of this machine ({built.sort}):" in told
    for name, meaning in PROTECTIONS.items():
        assert f"{'no ' if name in built.missing else 'yes'}  {meaning}" in told


def test_a_rulebook_that_takes_the_oracle_s_rules_finds_none(tmp_path: Path) -> None:
    if choose_isolation().sort == "bare":
        pytest.skip("there is no sandbox here")
    oracle, cheat = tmp_path / "oracle.py", tmp_path / "cheat.py"
    oracle.write_text((ROOT / "examples" / "tic_tac_toe.py").read_text())
    for game, text in (
        (str(oracle), "from ludex.registry import load; game = load('oracle.py')"),
        (str(oracle), f"exec(open({str(oracle)!r}).read())"),
        ("chess-solitaire", "from ludex.registry import load; game = load('chess-solitaire')"),
        ("chess-solitaire", "from ludex.games.chess_solitaire.rules import *"),
    ):
        cheat.write_text(text)
        done = ludex("grade", game, "--rulebook", str(cheat))
        assert done.status == 1
        assert "lockstep  crash: " in done.out, done.out


def test_a_program_is_shown_what_it_needs_and_ludex_only_if_it_is_that(tmp_path: Path) -> None:
    if choose_isolation().sort == "bare":
        pytest.skip("there is no sandbox here")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "said").write_text(ludex("run", "chess-solitaire", REFUSALS).out)
    program = f"/bin/cat {tmp_path}/more/../more/said {{in}}".replace(" {in}", "")
    assert grade(REFUSALS, "--stdin", program=program).status == 0  # the command names it
    hidden = f"/bin/sh -c 'cat {tmp_path}/more/said'"
    assert grade(REFUSALS, "--stdin", program=hidden).status == 1
    shown = ("--show", str(tmp_path / "more"))
    assert grade(REFUSALS, "--stdin", *shown, program=hidden).status == 0
    ours = f"{sys.executable} -c 'import ludex.games'"
    assert "No module named" in grade(REFUSALS, "--stdin", program=ours).out
