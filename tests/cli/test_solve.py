"""`ludex solve` as users run it: values, tables, limits, and rulebooks that are broken."""

import csv
import json
import os
import re
import signal
import time
from contextlib import chdir
from pathlib import Path

import pytest

from broken_rulebooks import BASE
from commands import ludex, once, started
from playing import ROOT

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")
KUHN_POKER = str(ROOT / "examples" / "kuhn_poker.py")
PIG = str(ROOT / "examples" / "pig.py")
CONNECT_FOUR = str(ROOT / "examples" / "connect_four.py")

BROKEN = {
    "a guard that raises": (
        """
class Odd(Event[State]):
    "Divide."
    def guards(self, s):
        yield 1 // (3 - s.n) >= 9 or "no"
    def apply(self, s):
        return s
game = made(Odd)
""",
        "the rulebook has an error (undefined)",
    ),
    "an effect that raises": (
        """
class Odd(Event[State]):
    "Fall over."
    def apply(self, s):
        return State(1 // (2 - s.n))
game = made(Odd)
""",
        "the rulebook has an error (effect)",
    ),
    "a guard that gives 1": (
        """
class Odd(Event[State]):
    "Count."
    def guards(self, s):
        yield 1
    def apply(self, s):
        return s
game = made(Odd)
""",
        "guard 1 gave 1, not True or a text",
    ),
    "a view that raises": (
        "game = made(view=lambda s, seat: State(1 // (2 - s.n)))",
        "the rulebook has an error: ZeroDivisionError",
    ),
    "a state that can change": (
        """
from dataclasses import dataclass
@dataclass
class Loose:
    n: int = 0
game = made(start=Start.fixed(Loose()))
""",
        "the rulebook has an error",
    ),
    "an outcome that raises": (
        "game = made(outcome=lambda s: [1 // (2 - s.n)] and None)",
        "the rulebook has an error (crash)",
    ),
    "an outcome that is none": (
        "game = made(outcome=lambda s: s.n > 3 or None)",
        "the rulebook has an error (property): its outcome is True, which is not an Outcome",
    ),
    "a state that cannot be hashed": (
        """
class Loose(NamedTuple):
    n: list = []
game = made(start=Start.fixed(Loose()), outcome=lambda s: None, notation=None)
""",
        "the rulebook has an error",
    ),
    "a dead end for two": (
        """
game = made(
    players=(2, 2), turn=lambda s: Seat(s.n % 2),
    outcome=lambda s: None,
)
""",
        "the game is not over, but no player can move",
    ),
}


def test_a_broken_rulebook_is_one_line(tmp_path: Path) -> None:
    for what, (code, words) in BROKEN.items():
        path = tmp_path / "bad.py"
        path.write_text(BASE + code)
        done = ludex("solve", str(path))
        assert done.status == 2, done
        assert done.err.count("\n") == 1, done
        assert words in done.err, what
        assert "Traceback" not in done.err + done.out, what


PAGE = (ROOT / "docs" / "solve.md").read_text()


def test_the_report_that_the_page_shows_is_the_report() -> None:
    shown = re.findall(r"^    (.*)$", PAGE.partition("| game |")[0], re.MULTILINE)
    printed = once("ludex solve examples/tic_tac_toe.py").out.splitlines()
    assert shown
    assert [line for line in shown if line not in printed] == []


def test_the_program_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    with chdir(ROOT):
        exec(program, {})
    assert capsys.readouterr().out == "(Fraction(6, 7), Fraction(1, 7))\n"


ENDLESS = """
class On(Event[State]):
    "Add more."
    def apply(self, s):
        return State(s.n + 1)
class Twice(Event[State]):
    "Double."
    def apply(self, s):
        return State(2 * s.n + 10)
game = made(On, Twice, outcome=lambda s: None)
"""

CROWDED = """
class Pick(Event[State]):
    "Pick one of a million."
    number: Annotated[int, Whole(1, 1_000_000)]
    def guards(self, s):
        yield s.n == 0 or "once"
    def apply(self, s):
        return State(self.number + 10)
game = made(Pick, outcome=lambda s: lost("done") if s.n > 5 else None)
"""


def test_an_endless_game_is_cut_and_unknown(tmp_path: Path) -> None:
    path = tmp_path / "endless.py"
    path.write_text(BASE + ENDLESS)
    done = ludex("solve", str(path), "--states", "500")
    assert done.status == 2
    assert "value       unknown" in done.out
    assert "not solved: cut at 500 states" in done.out
    assert "impossible" not in done.out


def test_a_million_legal_events_are_told(tmp_path: Path) -> None:
    path = tmp_path / "crowded.py"
    path.write_text(BASE + CROWDED)
    done = ludex("solve", str(path), "--time", "2")
    assert done.status == 2
    assert "not solved: too large: not every pick is listed" in done.out


def test_bad_input_is_one_line() -> None:
    for arguments, words in [
        ((TIC_TAC_TOE, "--states", "0"), "'--states'"),
        ((TIC_TAC_TOE, "--time", "0"), "'--time'"),
        ((TIC_TAC_TOE, "--memory", "0"), "'--memory'"),
        ((TIC_TAC_TOE, "--start", "NP.Q/.R.B/K.N./.P.."), "no field"),
        ((TIC_TAC_TOE, "--players", "3"), "tic-tac-toe is for 2"),
        ((TIC_TAC_TOE, "--by", "luck"), "expected wins or scores"),
        ((TIC_TAC_TOE, "--preset", "large"), "large"),
        (("chess-solitaire", "--start", "cells=[- - -] turn=1"), ""),
        (("no-such-game",), "no game 'no-such-game'"),
        ((TIC_TAC_TOE, "--csv", "/no/such/folder/table.csv"), "/no/such/folder"),
    ]:
        done = ludex("solve", *arguments)
        assert done.status == 2, done
        assert done.err.count("\n") == 1, done.err
        assert words in done.err, arguments


def test_tic_tac_toe_is_a_draw() -> None:
    done = once("ludex solve examples/tic_tac_toe.py")
    assert done.status == 0
    assert "value       a draw: neither player can force a win\n" in done.out
    assert "cost        5,478 positions" in done.out
    assert done.out.endswith("verdict     solved\n")
    assert done.err == ""


def test_from_a_position_that_is_won_the_win_is_shown() -> None:
    line = "cells=[1 1 - 2 2 - - - -] turn=1"
    done = ludex("solve", TIC_TAC_TOE, "--position", line, "--json")
    found = json.loads(done.out)
    assert found["values"] == ["1", "0"]
    assert found["distance"] == 1
    assert found["line"] == ["mark(3)"]


def test_exact_fractions_come_as_text_in_json() -> None:
    done = ludex("solve", PIG, "--option", "goal=2", "--json", "--table")
    found = json.loads(done.out)
    assert found["kind"] == "chance"
    assert found["values"] == ["6/7", "1/7"]
    assert len(found["table"]) == 4
    assert found["table"][0]["events"] == {"throw": 1.0}


def test_kuhn_poker_has_a_table_in_words_and_for_spreadsheets(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.csv"
    done = ludex("solve", KUHN_POKER, "--table", "--csv", str(path))
    assert done.status == 0
    assert "12 information sets in 55 lines of play" in done.out
    assert sum(line.startswith("player ") for line in done.out.splitlines()) == 12
    with path.open() as file:
        rows = [*csv.DictReader(file)]
    assert len(rows) == 24
    assert {row["event"] for row in rows} == {"bet", "pass"}
    again = ludex("solve", KUHN_POKER, "--csv", str(path))
    assert again.status == 2
    assert "--force overwrites it" in again.err


def test_the_method_and_the_rounds_are_chosen() -> None:
    arguments = ("--method", "pcfr+", "--rounds", "40", "--exploitability", "1e-12")
    done = ludex("solve", KUHN_POKER, *arguments)
    assert done.status == 2  # not to this precision
    assert "method      PCFR+, 40 rounds; 1e-12 was not reached" in done.out
    refused = ludex("solve", KUHN_POKER, "--method", "sarsa")
    assert refused.status == 2
    assert "--method sarsa: expected one of cfr, cfr+, dcfr, pcfr+" in refused.err


def test_the_exploitability_that_is_asked_for_is_reached() -> None:
    done = once("ludex solve examples/kuhn_poker.py --exploitability 0.01 --json")
    found = json.loads(done.out)
    assert found["exploitability"] <= 0.01
    assert found["nash_conv"] == pytest.approx(2 * found["exploitability"])
    assert found["low"] <= -1 / 18 <= found["high"]


def test_what_is_too_large_is_told_at_once() -> None:
    done = ludex("solve", CONNECT_FOUR, "--json")
    found = json.loads(done.out)
    assert done.status == 2
    assert found["verdict"] == "unknown"
    assert found["estimated"] is True
    assert found["reason"].startswith("too large: about ")


def test_a_game_with_a_solver_of_its_own_keeps_it() -> None:
    done = ludex("solve", "freecell", "617", "--notation", "none")
    assert done.out.startswith("deal 617: solved")
    assert "Solve FreeCell boards" in ludex("solve", "freecell", "--help").out
    assert "Solve a small game" in ludex("solve", "--help").out


def test_what_was_not_reached_in_time_is_no_success() -> None:
    done = ludex("solve", KUHN_POKER, "--exploitability", "1e-12", "--time", "0.3")
    assert done.status == 2
    assert (
        "verdict     not solved to the requested precision: the limit of time or rounds was reached"
        in done.out
    )
    assert "exploitable by " in done.out


PRESSED = """
import os
from dataclasses import replace
def seen(s, asked=[], before=game.outcome):
    asked.append(s)
    if len(asked) == 30:
        os.kill(os.getpid(), 2)
    return before(s)
game = replace(game, outcome=seen)
"""


def test_ctrl_c_gives_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "endless.py"
    path.write_text(BASE + ENDLESS + PRESSED)
    done = ludex("solve", str(path), "--states", "100000000", "--time", "600")
    assert done.status == 130
    assert "not solved: cut short: interrupted" in done.out


@pytest.mark.slow
def test_ctrl_c_gives_the_strategy_so_far(tmp_path: Path) -> None:
    mark, path = tmp_path / "begun", tmp_path / "kuhn.py"
    begun = f"__import__('pathlib').Path({str(mark)!r}).touch()"
    path.write_text(
        Path(KUHN_POKER).read_text() + PRESSED.replace("os.kill(os.getpid(), 2)", begun)
    )
    limits = ("--time", "600", "--exploitability", "1e-12")
    with started("solve", str(path), *limits, stdout=-1, text=True) as process:
        while not mark.exists():
            assert process.poll() is None
            time.sleep(0.01)
        time.sleep(1.5)  # the tree is long known, its strategy never is
        os.kill(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 130
    assert "requested precision: interrupted" in out
