"""`ludex check` and `ludex why` as users run them, with rulebooks that are broken in every way."""

import json
import os
import re
import signal
import time
from contextlib import suppress
from pathlib import Path

import pytest

from broken_rulebooks import BASE
from commands import ludex, once, started
from playing import ROOT

PUZZLE = "NP.Q/.R.B/K.N./.P.."
PAGE = (ROOT / "docs" / "check.md").read_text()

BROKEN = {
    "raising": '''
class Odd(Event[State]):
    """Divide."""
    def guards(self, s):
        yield 1 // (3 - s.n) >= 9 or "no"
    def apply(self, s):
        return s
game = made(Odd)
''',
    "looping": '''
class Odd(Event[State]):
    """Wait."""
    def guards(self, s):
        while s.n == 3:
            pass
        yield s.n > 100 or "no"
    def apply(self, s):
        return s
game = made(Odd)
''',
    "saying_1": '''
class Odd(Event[State]):
    """Say one."""
    def guards(self, s):
        yield 1
    def apply(self, s):
        return s
game = made(Odd)
''',
    "changing": '''
@dataclass(frozen=True)
class Box:
    n: int = 0
class Smuggle(Event[Box]):
    """Add one behind everybody's back."""
    def apply(self, s):
        object.__setattr__(s, "n", s.n + 1)
        return Box(s.n)
game = made(start=Start.fixed(Box()), events=(Smuggle,))
''',
    "endless_graph": '''
class Up(Event[State]):
    """Up."""
    def apply(self, s):
        return State(s.n + 1)
game = made(events=(Up,), outcome=lambda s: None)
''',
    "unhashable": '''
@dataclass(frozen=True)
class Box:
    n: list
class More(Event[Box]):
    """More."""
    def apply(self, s):
        return Box([*s.n, 1])
game = made(start=Start.fixed(Box([])), events=(More,), outcome=lambda s: None)
''',
    "a_million": '''
class Pick(Event[State]):
    """Pick a number."""
    k: Annotated[int, Whole(1, 1_000_000)]
    def apply(self, s):
        return State(s.n + self.k)
game = made(
    events=(Pick,), outcome=lambda s: lost("x") if s.n > 10**7 else None,
    speed=Speed(candidates=lambda s: (Pick(k) for k in range(1, 1_000_001))),
)
''',
    "wide": '''
class Put(Event[State]):
    """Put."""
    a: Annotated[int, Whole(1, 1000)]
    b: Annotated[int, Whole(1, 1000)]
    def apply(self, s):
        return State(s.n + self.a * 1000 + self.b)
game = made(events=(Put,))
''',
    "never_over": """
game = made(outcome=lambda s: all(iter(lambda: True, False)))
""",
    "leaving": '''
class Leave(Event[State]):
    """Leave."""
    def guards(self, s):
        raise SystemExit(0)
        yield True
    def apply(self, s):
        return s
game = made(Leave)
''',
    "shy": '''
class Odd(Event[State]):
    """Wait for a hostile value."""
    k: Annotated[int, Whole(1, 3)]
    def guards(self, s):
        while self.k > 3:
            pass
        yield s.n > 100 or "no"
    def apply(self, s):
        return s
game = made(Odd)
''',
    "alike": '''
@dataclass(frozen=True)
class Box:
    n: int = 0
    way: str = ""
    def __eq__(self, other):
        return isinstance(other, Box) and self.n == other.n
    def __hash__(self):
        return self.n
class Step(Event[Box]):
    """Step, by one way or the other."""
    k: Annotated[int, Whole(1, 2)]
    def apply(self, s):
        return Box(s.n + 1, s.way + str(self.k))
game = made(start=Start.fixed(Box()), events=(Step,))
''',
}


@pytest.fixture
def broken(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / f"{request.param}.py"
    path.write_text(BASE + BROKEN[request.param])
    return path


def of(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("broken", names, indirect=True)


def test_the_puzzle_is_reported_with_its_exact_numbers() -> None:
    done = once(f"ludex check chess-solitaire --start {PUZZLE}")
    assert done.status == 0
    assert "states      1,685 in 8 layers" in done.out
    assert "transitions 4,288" in done.out
    assert "209 lost, 33 won" in done.out
    assert done.out.splitlines()[-1] == ("verdict     complete; nothing wrong was found")


def test_machines_get_the_same_as_json() -> None:
    done = ludex("check", "chess-solitaire", "--start", PUZZLE, "--json")
    found = json.loads(done.out)
    assert found["sound"] is True
    assert found["graph"]["states"] == 1_685
    assert found["graph"]["outcomes"] == {"lost": 209, "won": 33}
    assert found["graph"]["complete"] is True


@of("raising")
def test_a_guard_that_raises_is_undefined_with_a_script_that_runs(broken: Path) -> None:
    done = ludex("check", str(broken))
    assert done.status == 1
    assert "finding     undefined: odd: guard 1 raises ZeroDivisionError" in done.out
    assert "a shortest script, 4 events" in done.out
    script = re.findall(r"^    (\w+)$", done.out, re.MULTILINE)[:4]
    assert script == ["add", "add", "add", "odd"]
    again = ludex("run", str(broken), "-", stdin="\n".join(script))
    assert "guard 1 raises ZeroDivisionError" in again.err


@of("raising")
def test_a_finding_can_be_pasted_as_a_test(broken: Path) -> None:
    done = ludex("check", str(broken), "--as-test")
    code = done.out[done.out.index("from ludex.check.shrink") :]
    names: dict[str, object] = {}
    exec(code, names)  # that is what it is for
    test = names["test_raising_1"]
    with pytest.raises(AssertionError):
        test()  # type: ignore[operator]


@pytest.mark.slow
@of("looping")
def test_a_guard_that_loops_for_ever_is_told_and_left(broken: Path) -> None:
    done = ludex("check", str(broken), "--patience", "1")
    assert done.status == 1
    assert "endless: odd: it has not finished within 1 seconds" in done.out


@of("saying_1")
def test_a_guard_that_says_1_instead_of_true_is_told(broken: Path) -> None:
    done = ludex("check", str(broken))
    assert done.status == 1
    assert "odd: guard 1 gave 1, not True or a text" in done.out


@of("changing")
def test_a_game_that_changes_its_states_is_not_explored(broken: Path) -> None:
    done = ludex("check", str(broken))
    assert done.status == 1
    assert "broken law  purity: smuggle changes the state it is applied to" in done.out
    assert "not explored: its states change" in done.out


@of("endless_graph")
def test_an_infinite_graph_is_cut_and_says_so(broken: Path) -> None:
    done = ludex("check", str(broken), "--states", "500")
    assert done.status == 0
    assert "verdict     cut: at 500 states" in done.out


@of("unhashable")
def test_a_state_that_cannot_be_hashed_is_told_with_its_cure(broken: Path) -> None:
    done = ludex("check", str(broken))
    assert done.status == 1
    assert "Box.n is a list: make it a tuple" in done.out


@of("a_million")
def test_a_million_legal_events_are_cut_by_the_clock(broken: Path) -> None:
    done = ludex("check", str(broken), "--time", "0.5")
    assert done.status == 0
    assert "laws        not asked: more than 20,000 events" in done.out
    assert "verdict     cut: at 0.5 seconds" in done.out


@of("wide")
def test_too_many_events_in_a_state_are_no_fault_of_a_guard(broken: Path) -> None:
    done = ludex("check", str(broken), "--time", "0.5", "--patience", "1")
    assert (done.status, done.err) == (0, "")
    assert "laws        not asked: more than 20,000 events" in done.out
    assert "states      1 in 1 layer; 1 of them not explored" in done.out
    assert done.out.endswith("nothing wrong was found\n")


@pytest.mark.slow
@of("never_over")
def test_an_outcome_that_is_never_known_is_told_and_left(broken: Path) -> None:
    done = ludex("check", str(broken), "--patience", "1")
    assert (done.status, done.err) == (1, "")
    assert "not explored: the rulebook has not finished within 1 seconds" in done.out


@pytest.mark.slow
@of("shy")
def test_a_guard_that_loops_for_a_hostile_argument_is_told(broken: Path) -> None:
    done = ludex("check", str(broken), "--patience", "1")
    assert (done.status, done.err) == (1, "")
    assert re.search(r"odd\(\d+\): it has not finished within 1 seconds", done.out)


@of("leaving")
def test_a_rulebook_does_not_end_the_program(broken: Path) -> None:
    done = ludex("check", str(broken))
    assert (done.status, done.out) == (1, "")
    assert re.fullmatch(
        r"ludex: a bug in the rulebook: leaving.py, line \d+, in guards: SystemExit: 0\n",
        done.err,
    )


@of("alike")
def test_states_that_are_equal_and_not_identical_are_one(broken: Path) -> None:
    done = ludex("check", str(broken), "--states", "1000")
    assert "states      7 in 7 layers" in done.out
    assert "transitions 12" in done.out


@pytest.mark.parametrize("stage", ["laws.LawCheck.play", "examine.reach"])
def test_ctrl_c_at_any_stage_gives_what_was_found_so_far(
    stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"ludex.check.{stage}", pressed)
    done = ludex("check", "examples/tic_tac_toe.py", cwd=ROOT)
    assert (done.status, done.err) == (130, "ludex: interrupted\n")
    explored = "not explored" if "laws" in stage else "complete"
    assert done.out.endswith(f"verdict     {explored}; interrupted; nothing wrong was found\n")


def test_bad_input_is_one_clear_line() -> None:
    for arguments, message in [
        (("chess-solitaire", "--states", "0"), "--states"),
        (("examples/tic_tac_toe.py", "--start", PUZZLE), "no field"),
        (("examples/tic_tac_toe.py", "--symmetry"), "tic-tac-toe declares none"),
        (("chess-solitaire", "--engine", "fast"), "no engine 'fast'"),
        (("examples/tic_tac_toe.py", "--svg", "no/where.svg"), "there is no folder"),
        (("nobody",), "no game 'nobody'"),
    ]:
        done = ludex("check", *arguments, cwd=ROOT)
        assert done.status == 2, arguments
        assert message in done.err, arguments
        assert done.err.count("\n") == 1, arguments
        assert done.out == "", arguments


def test_where_chance_has_too_many_outcomes_it_says_what_to_give(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludex.check.laws.LawCheck.play", lambda *_: None)  # not asked
    done = ludex("check", "freecell", "--preset", "freecell")
    assert "not explored: deal has" in done.out
    assert "--deal N or --seed N" in done.out


@pytest.mark.slow
@pytest.mark.parametrize("broken", ["endless_graph"], indirect=True)
def test_a_killed_worker_is_one_clear_line_and_nothing_is_left_running(
    broken: Path,
) -> None:
    arguments = ("check", str(broken), "--workers", "2", "--states", "100000000")
    with started(*arguments, stdout=-1, stderr=-1, text=True) as process:
        child = _first_child(process.pid)
        os.kill(child, signal.SIGKILL)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 2
        assert "killed by signal 9" in err
        assert err.count("\n") == 1
        assert not _children(process.pid)


MARKED = """
class Up(Event[State]):
    \"\"\"Up.\"\"\"
    def apply(self, s):
        if s.n == 300:
            open("there", "w").close()
        return State(s.n + 1)
game = made(events=(Up,), outcome=lambda s: None)
"""


PRESSED = MARKED.replace('open("there", "w").close()', "import os; os.kill(os.getpid(), 2)")


def demand_what_was_found(status: int, out: str, err: str) -> None:
    assert (status, err) == (130, "ludex: interrupted\n")
    assert re.search(r"^states +[0-9,]{3,} in", out, re.MULTILINE)
    assert "verdict     cut: interrupted; nothing wrong was found" in out


def test_ctrl_c_gives_what_was_found_so_far(tmp_path: Path) -> None:
    (tmp_path / "up.py").write_text(BASE + PRESSED)
    limits = ("--states", "4000000000", "--time", "3600")
    done = ludex("check", "up.py", *limits, cwd=tmp_path)
    demand_what_was_found(done.status, done.out, done.err)


@pytest.mark.slow
def test_ctrl_c_gives_what_all_processes_found_and_nothing_is_left_running(
    tmp_path: Path,
) -> None:
    (tmp_path / "up.py").write_text(BASE + MARKED)
    arguments = ("check", "up.py", "--workers", "2", "--states", "4000000000")
    more = ("--time", "3600")
    with started(*arguments, *more, stdout=-1, stderr=-1, text=True, cwd=tmp_path) as process:
        deadline = time.monotonic() + 120
        while not (tmp_path / "there").exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        out, err = process.communicate(timeout=120)
        demand_what_was_found(process.returncode, out, err)
        assert not _of_group(process.pid)


def _of_group(group: int) -> list[str]:
    """The processes of a group that are still at work."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        left = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                state, _, found = stat.read_text().rpartition(")")[2].split()[:3]
                left += [stat.parent.name] * (int(found) == group and state != "Z")
        if not left:
            return []
        time.sleep(0.1)
    return left


def _children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [*map(int, path.read_text().split())] if path.exists() else []


def _first_child(pid: int) -> int:
    """A worker, once there are two beside the tracker of resources."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        workers = [
            child
            for child in _children(pid)
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        ]
        if len(workers) == 2:
            return workers[0]
        time.sleep(0.1)
    raise AssertionError("no worker was started")


# -- why ----------------------------------------------------------------------------------------


def test_why_lists_every_guard() -> None:
    words = ("why", "chess-solitaire", "--position", PUZZLE, "move_and_capture(1,1,2,4)")
    done = ludex(*words, "--source")
    assert done.status == 1
    assert done.out.startswith(
        "move_and_capture(1,1,2,4) is refused by condition 7: A knight does not move"
    )
    assert "  7 FAILED     reaches(piece, (r1, c1), (r2, c2)) [invalid_move]" in done.out
    assert "  8 UNDEFINED" in done.out
    for_players = ludex(*words).out
    assert "  6 held       else: There is no piece on d3\n" in for_players
    assert "  7 FAILED     A knight does not move from a4 to d3\n      piece: N\n" in for_players
    assert not re.search(r"[.]py|==|reaches|Error|invalid_move", for_players)


def test_why_of_a_legal_event_is_what_it_would_do() -> None:
    done = ludex("why", "examples/tic_tac_toe.py", "mark(5)", cwd=ROOT)
    assert done.status == 0
    assert done.out.startswith("mark(5) is legal")
    assert "....X...." in done.out.replace("\n", "")
    found = ludex("why", "examples/tic_tac_toe.py", "mark(5)", "--json", cwd=ROOT)
    assert json.loads(found.out)["legal"] is True


def test_why_of_nonsense_is_one_clear_line() -> None:
    done = ludex("why", "chess-solitaire", "castle(1)")
    assert (done.status, done.out) == (2, "")
    assert done.err == "ludex: no event 'castle'\n"


@pytest.mark.slow
@of("looping")
def test_why_of_a_guard_that_loops_for_ever_is_one_line(broken: Path) -> None:
    there = ("--position", "n=3", "--patience", "1")
    for command in (("why", str(broken), "odd"), ("check", str(broken))):
        done = ludex(*command, *there)
        assert (done.status, done.out) == (1, "")
        assert done.err.count("\n") == 1
        assert "odd: it has not finished within 1 seconds (guards, line " in done.err


@of("saying_1", "unhashable")
def test_why_says_what_is_wrong_with_a_rulebook(broken: Path) -> None:
    odd = broken.stem == "saying_1"
    done = ludex("why", str(broken), "odd" if odd else "more")
    assert done.status == 1
    assert "is UNDEFINED: " in done.out
    assert ("gave 1, not True or a text" if odd else "make it a tuple") in done.out
    assert done.err == ""


def test_why_in_a_position_of_another_game_is_one_clear_line() -> None:
    tic_tac_toe = ("why", "examples/tic_tac_toe.py", "mark(5)")
    done = ludex(*tic_tac_toe, "--position", PUZZLE, cwd=ROOT)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1


def test_the_shell_answers_why() -> None:
    done = ludex("shell", "chess-solitaire", stdin="why start_game\nwhy nothing\nquit\n")
    assert "start_game is legal" in done.out
    assert "no event 'nothing'" in done.out


def test_line_mode_answers_why() -> None:
    done = ludex(
        "play", "examples/tic_tac_toe.py", "--plain", "--seed", "1",
        stdin="mark(5)\nwhy mark(5)\nwhy\nquit\n", cwd=ROOT,
    )  # fmt: skip
    assert "is refused by condition 2: cell 5 is taken" in done.out
    assert "Type why and an event." in done.out


# -- the page -----------------------------------------------------------------------------------


def test_the_report_that_the_page_shows_is_the_report() -> None:
    done = once("ludex check examples/tic_tac_toe.py")
    shown = re.findall(r"^    (.*)$", PAGE.partition("It does two things")[0], re.MULTILINE)
    printed = done.out.splitlines()
    assert [line for line in shown if line not in printed] == []


def test_the_program_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(from .*?)```", PAGE, re.DOTALL)
    exec(program, {})  # it is what the page shows
    assert capsys.readouterr().out.startswith("1685 4288")
