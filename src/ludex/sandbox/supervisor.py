"""The supervisor: a small program that stands between the grader and somebody else's program.

It is run as a script of its own (`python -I -S supervisor.py SPEC`), needs the standard library
alone, and knows nothing of games. It goes behind the walls that SPEC names, starts the program
there with its limits, tells the grader how it ended, and takes care that nothing of it is left.

Two pipes tie it to the grader. On the *lifeline* nothing is ever said: when the grader lets go of it,
or is killed, everything ends. On the other, one line of JSON says how the program ended.
"""

import ctypes
import json
import os
import resource
import select
import signal
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

NEW_MOUNTS, NEW_IPC, NEW_USERS, NEW_PIDS, NEW_NET = (
    0x00020000,
    0x08000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
SET_DEATH_SIGNAL, SET_DUMPABLE, SET_SUBREAPER, NO_NEW_PRIVILEGES = 1, 4, 36, 38
BIND, RECURSIVE, PRIVATE = 4096, 16384, 1 << 18
NO_SETUID, NO_DEVICES, NO_PROGRAMS = 2, 4, 8
SET_MOUNT_ATTRIBUTES, HERE, ALL_BELOW = 442, -100, 0x8000
READ_ONLY, UNPRIVILEGED = 1, 2

ROOM: Final = "size=64m,nr_inodes=10k,mode=1777"
"""Of the places for temporary files, which are the program's own."""

TICK: Final = 100
"""Milliseconds between two looks for processes to be buried."""

GRACE: Final = 2.0
"""Seconds in which all that is left must be gone."""

LIBC: Final = ctypes.CDLL(None, use_errno=True)


class NoWall(Exception):
    """The system does not let us build a wall."""


def main() -> None:
    """Do what SPEC says."""
    spec = json.loads(sys.argv[1])
    for fd in (spec["lifeline"], spec["status"]):
        os.set_inheritable(fd, False)  # noqa: FBT003  # as it is called
    try:
        if spec["wall"] == "namespaces":
            _go_apart(spec)
        _keep(spec)
    except (NoWall, OSError) as problem:
        _tell(spec, {"wall": str(problem)})


def _tell(spec: dict[str, Any], how: dict[str, Any]) -> None:
    with suppress(OSError):
        os.write(spec["status"], json.dumps(how).encode() + b"\n")


# -- the program ----------------------------------------------------------------------------


def _keep(spec: dict[str, Any]) -> None:
    """Run the program to its end; nothing of it outlives this."""
    _control(SET_DUMPABLE, 0)  # the program must not look into its supervisor
    if spec["wall"] == "bare":
        _control(SET_SUBREAPER, 1)  # who leaves the program becomes our child
    heard, said = os.pipe()
    program = os.fork()
    if not program:
        os.close(heard)
        _become(spec, said)
    os.close(said)
    if spec.get("conversation"):
        # What the program closes is closed: we do not hold the other ends open.
        nothing = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1):
            os.dup2(nothing, fd)
    ended = _watched(spec, program)
    problem = os.read(heard, 300).decode()
    if spec["wall"] == "bare":
        _end_all(spec["uid"])
    if problem:
        _tell(spec, {"error": problem})
    elif ended is not None:
        code = os.waitstatus_to_exitcode(ended)
        _tell(spec, {"signal": -code} if code < 0 else {"exit": code})


def _become(spec: dict[str, Any], said: int) -> None:
    """Turn into the program: with limits, without rights, in a session of its own."""
    try:
        os.setsid()
        for name, value in spec["limits"].items():
            kind = getattr(resource, name)
            most = resource.getrlimit(kind)[1]
            at_most = value if most == resource.RLIM_INFINITY else min(value, most)
            # Out of processor time is a signal of its own first, so that it can be told.
            last = at_most + 1 if name == "RLIMIT_CPU" else at_most
            resource.setrlimit(kind, (at_most, last))
        if spec["umask"] is not None:
            os.umask(spec["umask"])
        if spec["uid"] is not None:
            os.setgroups([])
            os.setresgid(spec["uid"], spec["uid"], spec["uid"])
            os.setresuid(spec["uid"], spec["uid"], spec["uid"])
        _control(NO_NEW_PRIVILEGES, 1)
        os.chdir(spec["cwd"])
        for number in (signal.SIGPIPE, signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        env = os.environ if spec["env"] is None else spec["env"]
        os.execvpe(spec["argv"][0], spec["argv"], env)  # noqa: S606  # to run it is our business
    except OSError as problem:
        where = f": {problem.filename}" if problem.filename else ""
        os.write(said, f"{problem.strerror}{where}".encode())
    os._exit(127)


def _watched(spec: dict[str, Any], program: int) -> int | None:
    """Wait for the program; return how it ended, None when it was let go before."""
    poll = select.poll()
    poll.register(spec["lifeline"], select.POLLIN)
    if hasattr(os, "pidfd_open"):  # elsewhere it is seen at the next look
        poll.register(os.pidfd_open(program), select.POLLIN)
    while True:
        ready = {which for which, _ in poll.poll(TICK)}
        with suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == program:
                    return status
                if not pid:
                    break
        if spec["lifeline"] in ready:
            return None


def _end_all(uid: int | None) -> None:
    """Without walls: end whatever the program has left, wherever it has hidden itself."""
    late = time.monotonic() + GRACE
    while time.monotonic() < late:
        if uid is not None:
            _end_user(uid)
        for pid in _below(os.getpid()):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.005)


def _end_user(uid: int) -> None:
    """Everything that runs as the user who runs nothing but the program."""
    pid = os.fork()
    if not pid:
        with suppress(OSError):
            os.setresuid(uid, uid, uid)
            os.kill(-1, signal.SIGKILL)
        os._exit(0)
    os.waitpid(pid, 0)


def _below(supervisor: int) -> list[int]:
    """All descendants of a process."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            told = (entry / "stat").read_text(errors="replace")
            parent = int(told.rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(entry.name))
    found, edge = [], [supervisor]
    while edge:
        below = children.get(edge.pop(), [])
        found += below
        edge += below
    return found


# -- the walls ------------------------------------------------------------------------------


def _go_apart(spec: dict[str, Any]) -> None:
    """Go on as the first process of a world of its own; the outer supervisor waits for it.

    When the first process ends, the system ends all the others in there.
    """
    uid, gid = os.geteuid(), os.getegid()
    apart = NEW_PIDS | NEW_MOUNTS | NEW_NET | NEW_IPC | (NEW_USERS if uid else 0)
    _demand(LIBC.unshare(apart), "unshare")
    if uid:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    first = os.fork()
    if not first:
        _control(SET_DEATH_SIGNAL, signal.SIGKILL)
        if select.select([spec["lifeline"]], [], [], 0)[0]:
            os._exit(1)  # the outer supervisor was gone before it could be tied to us
        _build(spec["steps"])
        return
    for fd in (0, 1, 2, spec["status"]):
        os.close(fd)
    poll = select.poll()
    poll.register(spec["lifeline"], select.POLLIN)
    poll.register(os.pidfd_open(first), select.POLLIN)
    poll.poll()
    with suppress(OSError):
        os.kill(first, signal.SIGKILL)
    os.waitpid(first, 0)
    os._exit(0)


def _build(steps: list[list[Any]]) -> None:
    """Make everything read-only; then cover what is not to be seen, and show what is."""
    _mount("none", "/", None, RECURSIVE | PRIVATE)
    _attributes("/", READ_ONLY | UNPRIVILEGED, 0, ALL_BELOW)
    # What is shown may lie under what is covered: it is taken hold of before.
    held = {step[1]: os.open(step[2], os.O_PATH) for step in steps if step[0] in ("show", "lend")}
    null = os.open("/dev/null", os.O_PATH)
    os.umask(0o022)
    for what, path, _ in steps:
        if what == "cover":
            _mount("tmpfs", path, "tmpfs", NO_SETUID | NO_DEVICES, ROOM)
        elif what == "blank":
            _mount(f"/proc/self/fd/{null}", path, None, BIND)
        else:
            _make(path, held[path])
            _mount(f"/proc/self/fd/{held[path]}", path, None, BIND | RECURSIVE)
            _attributes(
                path,
                0 if what == "lend" else READ_ONLY,
                READ_ONLY if what == "lend" else 0,
            )
    for fd in (*held.values(), null):
        os.close(fd)
    # Where that is not allowed the old one stays, read-only: it names the others' processes.
    with suppress(NoWall):
        _mount("proc", "/proc", "proc", NO_SETUID | NO_DEVICES | NO_PROGRAMS)


def _make(path: str, held: int) -> None:
    """A place for what is to be shown, where what covers it has none."""
    if stat.S_ISDIR(os.fstat(held).st_mode):
        Path(path).mkdir(parents=True, exist_ok=True)
    elif not Path(path).exists():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).touch()


def _mount(source: str, path: str, kind: str | None, flags: int, options: str = "") -> None:
    given = kind.encode() if kind else None
    done = LIBC.mount(source.encode(), os.fsencode(path), given, flags, options.encode())
    _demand(done, f"mount {path}")


def _attributes(path: str, put: int, taken: int, flags: int = 0) -> None:
    """Set what may be done in a mount; `flags` may say that all below are meant too."""
    wanted = (ctypes.c_uint64 * 4)(put, taken, 0, 0)
    done = LIBC.syscall(SET_MOUNT_ATTRIBUTES, HERE, os.fsencode(path), flags, wanted, 32)
    _demand(done, f"mount_setattr {path}")


def _control(what: int, value: int) -> None:
    with suppress(AttributeError):  # only Linux has it
        LIBC.prctl(what, value, 0, 0, 0)


def _demand(done: int, what: str) -> None:
    if done:
        raise NoWall(f"{what}: {os.strerror(ctypes.get_errno())}")


if __name__ == "__main__":
    main()
