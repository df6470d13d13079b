"""`ludex cover`, `suite`, `mutate` and `trace` as users run them."""

import json
import re
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from broken_rulebooks import BASE
from commands import ludex
from ludex.check.explore import ExploreLimits, explore
from ludex.registry import load
from ludex.study.mutants import equivalence
from playing import ROOT

TIC = "examples/tic_tac_toe.py"
GOLDEN = "tests/every_game/golden/tic-tac-toe.txt"
SOON = ("--time", "0.2")


def test_a_script_is_measured_and_what_is_missing_comes_with_a_script() -> None:
    done = ludex("cover", TIC, "-", stdin="mark(1) mark(1)", cwd=ROOT)
    assert done.status == 0
    assert "tic-tac-toe: 1 script, 2 events, 1 refused" in done.out
    assert "guards      1 of 2 have refused an event" in done.out
    assert "missing: mark, guard 1 refuses" in done.out
    assert "questions: proved" in done.out


def test_the_rulebook_is_printed_in_the_colours_of_the_coverage(tmp_path: Path) -> None:
    page, tests = tmp_path / "page.html", tmp_path / "tests.xml"
    words = ("cover", TIC, GOLDEN, *SOON, "--html", str(page), "--junit", str(tests))
    assert ludex(*words, cwd=ROOT).status == 0
    assert 'class="missing"' in page.read_text()
    assert 'class="met"' in page.read_text()
    report = ET.fromstring(tests.read_text())  # our own
    assert int(report.get("tests", 0)) == len(report.findall("testcase"))
    assert ludex(*words, cwd=ROOT).status == 2  # the files are there


def test_too_little_coverage_fails_below_a_bar() -> None:
    words = ("cover", TIC, "-", "--bar", "100", "--json", *SOON)
    done = ludex(*words, stdin="mark(1)", cwd=ROOT)
    assert done.status == 1
    assert json.loads(done.out)["covered"]["guards"]["met"] == 0
    assert ludex(*words, stdin="mark(1) mark(1) mark(10) mark(9) mark(0)", cwd=ROOT).status == 0


def test_mutants_that_take_too_long_are_left_and_that_is_said() -> None:
    done = ludex("mutate", TIC, "--count", "9", "--within", "0.1", cwd=ROOT)
    assert done.status == 0
    told = re.search(r"stopped at 0\.1 seconds: (\d) of 9 mutants were tried\n$", done.out)
    assert told, done.out
    assert 1 <= int(told[1]) < 9


def test_a_suite_is_written_run_covered_and_measured(tmp_path: Path) -> None:
    made = ludex("suite", TIC, "--out", str(tmp_path / "suite"), cwd=ROOT)
    assert made.status == 0, made.err
    scripts = sorted(
        path for path in (tmp_path / "suite").glob("*.txt") if "expected" not in path.name
    )
    for script in scripts:
        beside = script.with_suffix(".expected.txt")
        run = ludex("run", TIC, str(script), "--expect", str(beside), cwd=ROOT)
        assert run.status == 0
        assert ludex("run", TIC, str(script), cwd=ROOT).out == beside.read_text()
    full = ludex("cover", TIC, str(tmp_path / "suite"), "--bar", "100", cwd=ROOT)
    assert full.status == 0
    assert "LINES: 8 of 8" in full.out
    words = ("mutate", TIC, "--suite", str(tmp_path / "suite"), "--kind", "negate", "--kind", "swap")  # fmt: skip
    done = ludex(*words, "--json", cwd=ROOT)
    assert json.loads(done.out)["score"] == 100
    scripts[0].with_suffix(".expected.txt").write_text("something else\n")
    wrong = ludex(*words, cwd=ROOT)
    assert (wrong.status, wrong.err.count("\n")) == (2, 1)
    assert "differs from the output of the rulebook" in wrong.err


def test_a_folder_that_is_no_suite_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("all of it")
    for more in ((), ("--force",)):
        done = ludex("suite", TIC, "--out", str(tmp_path), *more, cwd=ROOT)
        assert (done.status, done.err.count("\n")) == (2, 1)
    assert (tmp_path / "thesis.txt").read_text() == "all of it"


def test_every_instance_of_a_pattern_is_counted() -> None:
    done = ludex("trace", TIC, "mark(0..10){3}", cwd=ROOT)
    assert done.out.startswith("tic-tac-toe: 1,331 instances, 415 different results")
    found = json.loads(ludex("trace", TIC, "mark(0..10){3}", "--json", cwd=ROOT).out)
    assert sum(one["count"] for one in found["verdicts"]) == 1_331


def test_an_instance_that_shows_a_bug_ends_with_one(tmp_path: Path) -> None:
    text = (ROOT / TIC).read_text().replace("yield 1 <= self.cell <= 9 or", "yield True or")
    broken = tmp_path / "broken.py"
    broken.write_text(text)
    done = ludex("trace", str(broken), "mark(1) ; mark(8..10)")
    assert done.status == 1
    assert "fault: mark: guard 2 raises IndexError" in done.out


def test_a_guard_that_loops_for_ever_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludex.study.traces.run.TIMEOUT", 0.3)
    looping = (ROOT / TIC).read_text().replace(
        "        yield 1 <= self.cell", "        while self.cell == 5:\n            pass\n        yield 1 <= self.cell"
    )  # fmt: skip
    (tmp_path / "looping.py").write_text(looping)
    done = ludex("trace", str(tmp_path / "looping.py"), "mark(4..5)")
    assert done.status == 1
    assert "a bug in the rulebook: mark(5): it has not finished" in done.err
    assert done.err.count("\n") == 1


LOOPING = (
    BASE
    + '''
class Odd(Event[State]):
    """Wait."""
    k: Annotated[int, Whole(1, 1_000_000)]
    def guards(self, s):
        while s.n == 3:
            pass
        yield s.n > 100 or "no"
    def apply(self, s):
        return s
game = made(Odd)
'''
)


def test_a_rulebook_that_never_ends_is_one_clear_line_to_whoever_measures_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon = partial(explore, limits=ExploreLimits(timeout=0.3))
    for room in ("coverage.survey", "mutants.equivalence"):
        module = import_module(f"ludex.study.{room}")
        monkeypatch.setattr(module, "explore", lambda game, start, _: soon(game, start))
    monkeypatch.setattr("ludex.study.mutants.evaluation.TIMEOUT", 0.3)
    looping = str(tmp_path / "looping.py")
    Path(looping).write_text(LOOPING)
    for words in (("cover", looping, "-"), ("mutate", looping)):
        done = ludex(*words, stdin="add")
        assert (done.status, done.out) == (1, "")
        assert re.fullmatch(
            r"ludex: a bug in the rulebook: odd\(\d+\): it has not finished .*\n", done.err
        )
    star = ludex("trace", looping, "odd(*)")
    assert star.status == 2
    assert "a star stands for at most 10,000 values; name some" in star.err


def test_bad_input_is_one_clear_line() -> None:
    for words, message in [
        (("cover", TIC), "Missing argument 'SCRIPT"),
        (("cover", TIC, "nowhere.txt"), "nowhere.txt: No such file"),
        (("cover", TIC, "docs"), "docs: there is no script (*.txt) in this folder"),
        (
            ("cover", TIC, "README.md"),
            "line 1, column 1: expected the name of an event",
        ),
        (("cover", TIC, "-", "--html", "no/where.html"), "no/where.html"),
        (("cover", "chess-solitaire", "-", "--position", "x"), "4 rows"),
        (("suite", TIC), "Missing option '--out'"),
        (("suite", TIC, "--out", "README.md"), "README.md is not a folder"),
        (("mutate", TIC, "--kind", "odd"), "--kind odd: there are negate, drop"),
        (("mutate", TIC, "--count", "0"), "greater than or equal to 1"),
        (
            ("mutate", "examples/kuhn_poker.py", "--kind", "table"),
            "no mutant of kuhn-poker",
        ),
        (("mutate", TIC, "--suite", "docs"), "docs: there is no script"),
        (
            ("trace", TIC, "mark(*){9}"),
            "387,420,489 instances, and --limit is 1,000,000",
        ),
        (("trace", TIC, "mark(*){900}"), "about 10^"),
        (("trace", TIC, "mark(*"), "this parenthesis is not closed"),
    ]:
        done = ludex(*words, cwd=ROOT)
        assert done.status == 2, words
        assert message in done.err, words
        lines = done.err.splitlines()
        assert len(lines) == 1 or re.fullmatch(r" +\^", lines[-1]), words
        assert "Traceback" not in done.err, words


def test_the_place_of_a_mistake_in_a_pattern_has_a_caret() -> None:
    done = ludex("trace", TIC, "mark(1) ; marc(2)", cwd=ROOT)
    line, pattern, caret = done.err.splitlines()
    assert "column 11: no event 'marc' in tic-tac-toe; did you mean 'mark'?" in line
    assert pattern[caret.index("^") :].startswith("marc")


def test_a_small_game_is_compared_as_a_whole_on_a_busy_machine_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever shares a processor needs several times the seconds for the same work."""
    game, looks = load(str(ROOT / "examples" / "kuhn_poker.py")), count()
    monkeypatch.setattr(equivalence, "process_time", lambda: next(looks) / 10)
    assert equivalence.EquivalenceCheck(game, game.start(), seconds=0.3).complete
    assert next(looks) / 10 > 0.3  # more than a mutant has
