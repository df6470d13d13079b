"""`ludex simulate --workers`: the same report, one line on Ctrl-C, nothing lost with a process."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import sleep

import pytest

from commands import ludex, started
from playing import ROOT

TIC_TAC_TOE = ROOT / "examples" / "tic_tac_toe.py"
ENDLESS = """
import os
from pathlib import Path

from ludex.kernel import Event, Game, Start


class Wait(Event[int]):
    \"\"\"Wait, and leave word which process did.\"\"\"

    def apply(self, s: int) -> int:
        Path(f"played-by-{os.getpid()}").touch()
        return s + 1


game = Game(
    name="endless",
    title="Endless",
    summary="Wait.",
    start=Start.fixed(0),
    events=(Wait,),
    outcome=lambda s: None,
    text=str,
)
"""


@pytest.mark.parametrize("name", ["chess-solitaire", str(TIC_TAC_TOE)])
def test_the_report_is_the_same_with_one_process_and_with_two(name: str) -> None:
    reports = []
    for jobs in ("1", "2"):
        done = ludex(
            "simulate",
            name,
            "--games",
            "12",
            "--seed",
            "5",
            "--workers",
            jobs,
            "--json",
        )
        assert (done.status, done.err) == (0, "")
        report = json.loads(done.out)
        assert report.pop("seconds") > 0
        reports.append(report)
    assert reports[0] == reports[1]


def test_a_violation_found_by_another_process_is_printed_as_a_script(
    tmp_path: Path,
) -> None:
    broken = TIC_TAC_TOE.read_text().replace(
        "turn=lambda", "always={'few': lambda s: None in s.cells}, turn=lambda"
    )
    (tmp_path / "broken.py").write_text(broken)
    alone, two = (
        ludex(
            "simulate", "broken.py", "--games", "30", "--seed", "1", "--workers", jobs,
            cwd=tmp_path,
        )
        for jobs in ("1", "2")
    )  # fmt: skip
    assert alone.status == two.status == 1
    script = two.out.partition("after this script:\n")[2]
    assert len(script.splitlines()) == 9
    assert script == alone.out.partition("after this script:\n")[2]


def test_no_processes_or_too_many_are_bad_usage() -> None:
    for jobs in ("0", "-1", "1001", "many"):
        done = ludex("simulate", "chess-solitaire", "--workers", jobs)
        assert done.status == 2
        assert "Invalid value for '--workers'" in done.err
        assert done.err.count("\n") == 1


@dataclass(frozen=True)
class Endless:
    """A simulation on two processes that would never end, and who plays it."""

    process: subprocess.Popen[str]
    players: list[int]

    def end(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[Endless]:
    (tmp_path / "endless.py").write_text(ENDLESS)
    with started(
        "simulate", "endless.py", "--games", "2", "--workers", "2", "--max-events", "1000000000",
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        while len(found := [*tmp_path.glob("played-by-*")]) < 2:
            assert process.poll() is None
            sleep(0.05)
        yield Endless(process, [int(path.name.rpartition("-")[2]) for path in found])


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def background() -> Iterator[None]:
    """Tests may be run under `nohup` or by a service: Ctrl-C is ignored, and by children too."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_all_processes_with_one_line(background: None, endless: Endless) -> None:
    os.killpg(endless.process.pid, signal.SIGINT)  # as a terminal does: to all of them
    assert endless.end() == (130, "", "ludex: interrupted\n")
    assert not any(map(is_running, endless.players))


@pytest.mark.slow
def test_being_asked_to_end_ends_all_processes(endless: Endless) -> None:
    endless.process.terminate()
    assert endless.end() == (130, "", "ludex: interrupted\n")
    assert not any(map(is_running, endless.players))


@pytest.mark.slow
def test_what_a_killed_process_played_is_played_again(endless: Endless, tmp_path: Path) -> None:
    os.kill(max(endless.players), signal.SIGKILL)  # whom the pool may not watch yet
    while len(found := [*tmp_path.glob("played-by-*")]) < 4:  # two others
        assert endless.process.poll() is None
        sleep(0.05)
    os.killpg(endless.process.pid, signal.SIGINT)
    assert endless.end() == (130, "", "ludex: interrupted\n")
    players = [int(path.name.rpartition("-")[2]) for path in found]
    assert not any(map(is_running, players))


def test_games_are_kept_and_the_same_command_goes_on(tmp_path: Path) -> None:
    """Without a seed, too: that of the file is taken."""
    words = ["simulate", str(TIC_TAC_TOE), "--games", "12", "--json"]
    first = ludex(*words, "--out", "games.parquet", cwd=tmp_path)
    assert (first.status, first.err) == (0, "")
    again = ludex(*words, "--out", "games.parquet", cwd=tmp_path)
    assert again == first
    seed = str(json.loads(first.out)["seed"])
    alone = json.loads(ludex(*words, "--seed", seed).out)
    assert {**alone, "seconds": 0} == {**json.loads(first.out), "seconds": 0}
    other = ludex(*words, "--out", "games.parquet", "--max-events", "7", cwd=tmp_path)
    assert other.status == 2
    assert "belongs to another job (max_events 10000, not 7)" in other.err
    assert other.err.count("\n") == 1


def test_a_cluster_has_workers_of_its_own() -> None:
    words = ["--workers", "2", "--cluster", "tcp://127.0.0.1:1"]
    done = ludex("simulate", str(TIC_TAC_TOE), *words)
    assert done.status == 2
    assert done.err.startswith("ludex: --workers or --cluster, not both")
