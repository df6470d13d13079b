"""The walls: what a program cannot see, reach or fill, each tried from inside."""

import os
import socket
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

import pytest

from ludex.sandbox import (
    Isolation,
    ProcessEnd,
    RunResult,
    Site,
    choose_isolation,
    run_sandboxed,
    supervisor,
)
from ludex.sandbox.namespaces import PROTECTIONS
from ludex.sandbox.process import printable
from ludex.sandbox.scratch import remove_folder, scratch_folder
from sandbox.test_sandbox import HERE, QUICK

WALLED = [sort for sort in HERE if sort != "bare"]
FILTERED = [sort for sort in WALLED if "calls" not in choose_isolation(sort).missing]


def python(program: str, sort: str, site: Site | None = None) -> RunResult:
    with scratch_folder() as scratch:
        where = replace(site, scratch=scratch) if site else Site(scratch)
        argv = [sys.executable, "-c", program]
        return run_sandboxed(argv, where, QUICK, Isolation(sort))


def test_the_walls_that_stand_are_told_by_name() -> None:
    bare = choose_isolation("bare")
    assert {"files", "disk", "processes", "network"} <= {*bare.missing}
    assert bare.gaps == [PROTECTIONS[name] for name in bare.missing]
    for sort in WALLED:
        assert {*choose_isolation(sort).missing} <= {"calls", "proc", "memory"}
        assert "; but not: no Unix" in Isolation(sort, missing=("calls",)).description


@pytest.mark.parametrize("sort", WALLED)
def test_only_the_system_and_what_is_shown_is_there(sort: str, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    for name in ("mine.py", "oracle.py", "scheme.toml"):
        (own / name).write_text(name)
    (own / "link").symlink_to("oracle.py")
    tmp_path.chmod(0o755)
    own.chmod(0o755)
    listing = f"import os; print(sorted(os.listdir('/')), sorted(os.listdir({str(own)!r})))"
    site = Site(tmp_path, (own,), (own / "oracle.py", own / "scheme.toml"))
    done = python(listing, sort, site)
    root, seen = done.out.decode().split("] [")
    assert not {"'home'", "'run'", "'sys'", "'mnt'", "'srv'"} & {*root.strip("[]").split(", ")}
    assert seen.strip() == "'link', 'mine.py']"
    told = f"print(open('/proc/1/cmdline').read(), open('/proc/self/mountinfo').read(), open({str(own / 'link')!r}))"
    hidden = python(told, sort, site)
    assert b"oracle.py" not in hidden.out
    assert b"scheme.toml" not in hidden.out + hidden.err
    assert b"FileNotFoundError" in hidden.err


@pytest.mark.parametrize("sort", WALLED)
def test_no_socket_of_the_machine_can_be_reached(sort: str, tmp_path: Path) -> None:
    places = [tmp_path / "socket", "\0ludex-test"]
    tmp_path.chmod(0o755)
    with socket.socket(socket.AF_UNIX) as one, socket.socket(socket.AF_UNIX) as other:
        for each, place in zip((one, other), places, strict=True):
            each.bind(str(place))
            each.listen()
        (tmp_path / "socket").chmod(0o777)
        connect = (
            "import socket\n"
            f"for place in {[str(place) for place in places]!r}:\n"
            " try: socket.socket(socket.AF_UNIX).connect(place); print('reached', place)\n"
            " except OSError as error: print('no')"
        )
        assert python(connect, sort).out == b"no\nno\n"
        calls = "calls" not in choose_isolation(sort).missing
        if calls:  # even where it is shown
            assert python(connect, sort, Site(tmp_path, (tmp_path,))).out == b"no\nno\n"


@pytest.mark.parametrize("sort", FILTERED)
def test_calls_that_no_program_needs_are_refused(sort: str) -> None:
    tried = (
        "import ctypes, os, socket\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "print(libc.ptrace(0, 0, 0, 0), libc.unshare(0x10000000), libc.mount(b'', b'/', b'', 0, 0))\n"
        "print(libc.shmget(0, 4096, 0o1777), libc.syscall(248, b'user', b'x', b'y', 1, -4))\n"
        "for family in (socket.AF_UNIX, 16, 38, 40):\n"
        " try: socket.socket(family, socket.SOCK_DGRAM); print(family)\n"
        " except OSError: pass\n"
        "one, other = socket.socketpair(); one.send(b'still works'); print(other.recv(99))"
    )
    assert python(tried, sort).out == b"-1 -1 -1\n-1 -1\nb'still works'\n"


@pytest.mark.parametrize("sort", WALLED)
def test_each_run_of_root_has_a_user_of_its_own(sort: str) -> None:
    first, second = (python("import os; print(os.getuid())", sort).out for _ in range(2))
    assert (first != second) == (os.geteuid() == 0)


@pytest.mark.parametrize("sort", WALLED)
def test_memory_is_limited_in_total_and_told(sort: str) -> None:
    many = (
        "import os, time\n"
        "for _ in range(6):\n"
        "    if not os.fork(): x = bytearray(b'x') * (40 << 20); time.sleep(9)\n"
        "time.sleep(9)"
    )
    with scratch_folder() as scratch:
        limits = replace(QUICK, memory=100 << 20, seconds=8.0)
        argv = [sys.executable, "-c", many]
        done = run_sandboxed(argv, Site(scratch), limits, Isolation(sort))
    assert (done.ended, done.description) == (ProcessEnd.MEMORY, "out of memory")


@pytest.mark.parametrize("sort", WALLED)
@pytest.mark.parametrize("folder", [".", "/tmp", "/dev/shm", "/var/tmp"])
def test_the_disk_is_limited_in_total(sort: str, folder: str) -> None:
    fill = (
        "import os\n"
        "for i in range(40):\n"
        f"    with open(os.path.join({folder!r}, str(i)), 'wb') as file: file.write(bytes(1 << 19))"
    )
    with scratch_folder() as scratch:
        limits = replace(QUICK, disk=4 << 20)
        argv = [sys.executable, "-c", fill]
        done = run_sandboxed(argv, Site(scratch), limits, Isolation(sort))
        assert b"No space left on device" in done.err
        assert [*scratch.iterdir()] == []


@pytest.mark.requirement("carcassonne.make.clean")
def test_a_folder_is_removed_however_deep_it_is_and_whatever_is_closed_in_it(
    tmp_path: Path,
) -> None:
    """Made with descriptors: its path would be far too long; in memory, for disks are slow."""
    memory = "/dev/shm"
    top = Path(mkdtemp(prefix="ludex-", dir=memory if os.access(memory, os.W_OK) else tmp_path))
    at = os.open(top, os.O_RDONLY)
    for depth in range(20_000):
        os.mkdir("d", dir_fd=at)
        if depth % 1000 == 0:
            os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=at))
            os.symlink("/etc", "link", dir_fd=at)
            os.mkfifo("pipe", dir_fd=at)
        below = os.open("d", os.O_RDONLY, dir_fd=at)
        if depth % 777 == 0:
            os.fchmod(below, 0o300)
        os.close(at)
        at = below
    os.close(at)
    remove_folder(top)
    assert not top.exists()
    assert Path("/etc").exists()


def test_no_text_of_a_program_moves_a_cursor() -> None:
    assert printable("a\x1b[2J\tb\x9b1m\n\u202ec\x07") == "a�[2J b�1m �c�"


def test_nobody_is_ended_but_in_a_world_of_processes_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Never tried for real: where it fails, it ends everything on the machine."""
    ended: list[int] = []
    monkeypatch.setattr(os, "kill", lambda pid, _: ended.append(pid))
    supervisor._end_world()
    assert ended == []
    monkeypatch.setattr(os, "getpid", lambda: 1)
    supervisor._end_world()
    assert ended == [-1]
    with pytest.raises(ValueError, match="no sandbox 'paper'; there are: auto, bubblewrap"):
        choose_isolation("paper")
