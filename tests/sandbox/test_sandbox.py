"""The sandbox: whatever a program does, it ends in time, leaves nothing and writes nowhere else.

Every test is bounded by the limits that it sets itself; nothing here runs outside the sandbox.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ludex.sandbox import (
    Isolation,
    Limits,
    ProcessEnd,
    RunResult,
    Site,
    choose_isolation,
    run_sandboxed,
)
from ludex.sandbox.namespaces import SORTS

QUICK = Limits(seconds=20.0, cpu=10.0, output=1 << 20)
SHORT = replace(QUICK, seconds=0.6)


def here() -> list[str]:
    """The walls that this machine has."""
    found = []
    for sort in SORTS:
        try:
            choose_isolation(sort)
        except ValueError:
            continue
        found.append(sort)
    return found


HERE = here()


@pytest.fixture
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="ludex-sandbox-") as folder:
        yield Path(folder)


def python(
    program: str, scratch: Path, limits: Limits = QUICK, site: Site | None = None
) -> RunResult:
    """Run some Python in the best sandbox there is."""
    argv = [sys.executable, "-c", program]
    return run_sandboxed(argv, site or Site(scratch), limits, choose_isolation())


def shell(program: str, scratch: Path, sort: str, limits: Limits = QUICK) -> RunResult:
    return run_sandboxed(["/bin/sh", "-c", program], Site(scratch), limits, Isolation(sort))


def running(mark: str) -> list[str]:
    """Processes with a word in their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if mark.encode() in line and int(entry.name) != os.getpid():
            found.append(entry.name)
    return found


def test_there_are_walls_here_or_it_is_said_that_there_are_none() -> None:
    found = choose_isolation()
    assert found.sort == HERE[0]
    assert ("no sandbox" in found.description) == (found.sort == "bare")
    assert "no sandbox (as requested): " in choose_isolation("bare").description
    if "bubblewrap" not in HERE:
        assert "bubblewrap is not installed" in found.description
        with pytest.raises(ValueError, match="bubblewrap is not installed"):
            choose_isolation("bubblewrap")


@pytest.mark.parametrize("sort", HERE)
def test_a_program_reads_prints_and_ends(sort: str, scratch: Path) -> None:
    done = run_sandboxed(["/bin/cat"], Site(scratch), QUICK, Isolation(sort), given=b"one\ntwo")
    assert (done.ended, done.out, done.code) == (ProcessEnd.BY_ITSELF, b"one\ntwo", 0)
    assert shell("exit 3", scratch, sort).description == "exit status 3"
    assert shell("kill -SEGV $$", scratch, sort).description == "ended by SIGSEGV"


@pytest.mark.parametrize("sort", HERE)
def test_a_program_that_is_not_there_is_told(sort: str, scratch: Path) -> None:
    done = run_sandboxed(["./nothing"], Site(scratch), QUICK, Isolation(sort))
    assert done.ended is ProcessEnd.NOT_STARTED
    assert "No such file" in done.description


@pytest.mark.parametrize("sort", HERE)
def test_daemons_that_leave_the_process_group_are_ended_too(sort: str, scratch: Path) -> None:
    seconds = f"{1000 + os.getpid()}.{SORTS.index(sort)}"
    left = f"(setsid sh -c 'sleep {seconds} & sleep {seconds}' >/dev/null 2>&1 &) ; echo done"
    done = shell(left, scratch, sort)
    assert (done.ended, done.out) == (ProcessEnd.BY_ITSELF, b"done\n")
    assert running(seconds) == []


@pytest.mark.parametrize("sort", HERE)
def test_a_hang_that_ignores_every_signal_is_ended(sort: str, scratch: Path) -> None:
    seconds = f"{2000 + os.getpid()}.{SORTS.index(sort)}"
    hang = f"trap '' TERM INT HUP QUIT PIPE; while :; do sleep {seconds}; done"
    assert shell(hang, scratch, sort, SHORT).ended is ProcessEnd.TIME
    assert running(seconds) == []


@pytest.mark.parametrize("sort", HERE)
def test_endless_output_is_cut_at_the_limit(sort: str, scratch: Path) -> None:
    done = shell("yes", scratch, sort)
    assert done.ended is ProcessEnd.OUTPUT
    assert len(done.out) == QUICK.output


def test_a_gigabyte_without_a_newline_is_cut_as_well(scratch: Path) -> None:
    flood = "import sys\nfor _ in range(1 << 14): sys.stdout.write('x' * (1 << 16))"
    done = python(flood, scratch)
    assert (done.ended, len(done.out)) == (ProcessEnd.OUTPUT, QUICK.output)


def test_forks_are_bounded_and_all_of_them_end(scratch: Path) -> None:
    """Not endless even if nothing bounded it: two hundred children that wait."""
    forks = (
        "import os, time\n"
        "for count in range(200):\n"
        "    try:\n"
        "        if not os.fork(): time.sleep(1000)\n"
        "    except OSError: break\n"
        "print(count)"
    )
    done = python(forks, scratch, replace(QUICK, processes=12))
    assert 0 < int(done.out) <= 16
    assert running("time.sleep(1000)") == []


def test_memory_processor_time_and_open_files_are_bounded(scratch: Path) -> None:
    much = python("x = bytearray(1 << 28)", scratch, replace(QUICK, memory=1 << 26))
    assert b"MemoryError" in much.err
    burning = python("while True: pass", scratch, replace(QUICK, cpu=1))
    assert burning.ended is ProcessEnd.TIME
    files = "found = []\nwhile True: found.append(open('/dev/null'))"
    assert b"Too many open files" in python(files, scratch, replace(QUICK, files=16)).err


def test_a_file_that_grows_and_grows_is_cut(scratch: Path) -> None:
    grow = "f = open('big', 'wb')\nwhile True: f.write(b'x' * 65536)"
    done = python(grow, scratch, site=Site(scratch, outputs=("big",)))
    assert done.ended in (ProcessEnd.OUTPUT, ProcessEnd.BY_ITSELF)
    assert 0 < (scratch / "big").stat().st_size <= QUICK.output


def test_a_program_may_close_its_input_or_never_read_it(scratch: Path) -> None:
    argv = [sys.executable, "-c", "import sys; sys.stdin.close(); print('ok')"]
    done = run_sandboxed(argv, Site(scratch), QUICK, choose_isolation(), given=b"x" * (1 << 20))
    assert (done.out, done.code) == (b"ok\n", 0)


def test_a_program_that_needs_a_terminal_gets_none(scratch: Path) -> None:
    done = python("open('/dev/tty')", scratch)
    assert done.code == 1


def test_the_grader_s_environment_is_not_handed_on(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDEX_SECRET_OF_THE_TEACHER", "42")
    done = python("import os; print(sorted(os.environ))", scratch)
    assert b"SECRET" not in done.out


@pytest.mark.parametrize("sort", [sort for sort in HERE if sort != "bare"])
def test_nothing_is_written_outside_and_hidden_things_are_not_seen(
    sort: str, scratch: Path, tmp_path: Path
) -> None:
    secret, own = tmp_path / "expected.txt", tmp_path / "own"
    secret.write_text("the answers")
    own.mkdir()
    (own / "data").write_text("mine")
    others = tmp_path / "others"
    others.mkdir()
    (others / "solution").write_text("theirs")
    program = (
        f"cat {own}/data; cat {secret}; ls {others}; "
        f"echo x > {own}/data; echo x > {secret}; touch /etc/ludex-was-here; "
        "touch /tmp/ludex-was-here; echo kept > here"
    )
    site = Site(scratch, (own,), (secret, others), outputs=("here",))
    done = run_sandboxed(["/bin/sh", "-c", program], site, QUICK, Isolation(sort))
    assert done.out == b"mine"
    assert secret.read_text() == "the answers"
    assert (own / "data").read_text() == "mine"
    assert (scratch / "here").read_text() == "kept\n"
    assert not Path("/etc/ludex-was-here").exists()
    assert not Path("/tmp/ludex-was-here").exists()  # it had a /tmp of its own


@pytest.mark.parametrize("sort", [sort for sort in HERE if sort != "bare"])
def test_there_is_no_network(sort: str, scratch: Path) -> None:
    connect = (
        "import socket\n"
        "with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:\n"
        "    s.connect(('192.0.2.1', 9))"
    )
    argv = [sys.executable, "-c", connect]
    done = run_sandboxed(argv, Site(scratch), QUICK, Isolation(sort))
    assert b"Network is unreachable" in done.err


@pytest.mark.parametrize("sort", [sort for sort in HERE if sort != "bare"])
def test_a_program_sees_and_can_end_no_process_but_its_own(sort: str, scratch: Path) -> None:
    done = shell(f"kill -9 {os.getpid()} || echo lives", scratch, sort)
    assert done.out == b"lives\n"


def test_when_the_grader_is_killed_its_programs_end() -> None:
    """The leash: nobody has to be told."""
    seconds = f"{3000 + os.getpid()}.5"
    grader = (
        "from pathlib import Path; import tempfile\n"
        "from ludex.sandbox import *\n"
        f"run_sandboxed(['/bin/sleep', '{seconds}'], Site(Path(tempfile.mkdtemp())), Limits(), choose_isolation())"
    )
    import subprocess

    with subprocess.Popen([sys.executable, "-c", grader]) as process:
        late = time.monotonic() + 30
        while not any(
            Path(f"/proc/{pid}/comm").read_text() == "sleep\n" for pid in running(seconds)
        ):
            assert time.monotonic() < late
            time.sleep(0.02)
        process.kill()
    while running(seconds):
        assert time.monotonic() < late
        time.sleep(0.02)
