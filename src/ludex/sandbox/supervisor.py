"""The supervisor: a small program that stands between the grader and somebody else's program.

It is run as a script of its own (`python -I -S supervisor.py FD`), needs the standard library
alone, and knows nothing of games. It reads what it is to do from the file FD, for the program can
read its command line. It goes behind the walls that are asked for, starts the program there with
its limits, tells the grader how it ended, and takes care that nothing of it is left.

Two pipes tie it to the grader. On the *lifeline* nothing is ever said: when the grader lets go of it,
or is killed, everything ends. On the other, one line of JSON says how the program ended.
"""

import ctypes
import errno
import json
import os
import platform
import resource
import select
import signal
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

NEW_MOUNTS, NEW_NAME, NEW_IPC, NEW_USERS, NEW_PIDS, NEW_NET = (
    0x00020000,
    0x04000000,
    0x08000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
SET_DEATH_SIGNAL, SET_DUMPABLE, SET_SUBREAPER, NO_NEW_PRIVILEGES = 1, 4, 36, 38
BIND, RECURSIVE, PRIVATE, DETACH = 4096, 16384, 1 << 18, 2
NO_SETUID, NO_DEVICES, NO_PROGRAMS = 2, 4, 8
SET_MOUNT_ATTRIBUTES, HERE, ALL_BELOW, READ_ONLY = 442, -100, 0x8000, 1
KEYRINGS = {"x86_64": 250, "aarch64": 219}
"""The number of the call `keyctl`, for which there is no function."""

JOIN_SESSION = 1

FILES = "nr_inodes=10k"
"""The number of files and folders that a program may create in each place that it may write to."""

DEVICES = ("null", "zero", "full", "random", "urandom")

TICK = 50
"""Milliseconds between two looks at the memory, and for processes to be buried."""

GRACE = 2.0
"""Seconds in which all that is left must be gone."""

FILE = 1024
"""Bytes of memory of a file or folder of which nobody counts the number."""

PAGE = resource.getpagesize()
PROPORTIONAL = 10
"""The word of `smaps_rollup` that is the proportional share, after the range, and the resident set."""

LIBC = ctypes.CDLL(None, use_errno=True)

SECCOMP = "libseccomp.so.2"
ALLOW, DENY, UNKNOWN, X86 = (
    0x7FFF0000,
    0x00050000 | errno.EPERM,
    0x00050000 | errno.ENOSYS,
    0x40000003,
)
EQUAL, GREATER, MASKED = 4, 6, 7
FORBIDDEN = (
    # other processes, the keyrings, new worlds with rights of their own
    *("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd"),
    *("add_key", "keyctl", "request_key", "unshare", "setns", "mount", "umount2", "pivot_root"),
    *("chroot", "move_mount", "open_tree", "fsopen", "open_by_handle_at"),
    # parts of the kernel that no program here needs
    *("bpf", "perf_event_open", "userfaultfd", "io_uring_setup"),
    # memory that is no process's
    *("memfd_create", "memfd_secret", "shmget", "mq_open"),
)


class IsolationError(Exception):
    """The system does not let us build a wall."""


def main() -> None:
    """Do what the file says."""
    with os.fdopen(int(sys.argv[1])) as file:
        file.seek(0)
        spec = json.load(file)
    for fd in (spec["lifeline"], spec["status"], *spec["given"]):
        os.set_inheritable(fd, False)  # noqa: FBT003  # as it is called
    spec["lacking"] = []
    try:
        if spec["wall"] == "namespaces":
            _go_apart(spec)
        if spec["wall"] != "bare" and os.getpid() != 1:
            raise IsolationError(f"{spec['wall']}: not in its own process namespace")
        _keep(spec)
    except (IsolationError, OSError) as problem:
        _tell(spec, {"wall": str(problem)})


def _tell(spec: dict[str, Any], how: dict[str, Any]) -> None:
    with suppress(OSError):
        line = json.dumps({**how, "lacking": spec["lacking"]})
        os.write(spec["status"], line.encode() + b"\n")


# -- the program ----------------------------------------------------------------------------


def _keep(spec: dict[str, Any]) -> None:
    """Run the program to its end; nothing of it outlives this."""
    _control(SET_DUMPABLE, 0)  # the program must not look into its supervisor
    if spec["wall"] == "bare":
        _control(SET_SUBREAPER, 1)  # who leaves the program becomes our child
    else:
        _hand_over(spec)
    if spec["memory"] and not Path("/proc/self/statm").exists():
        spec["lacking"].append("memory")
    rules = _rules(spec)
    receiver, sender = os.pipe()
    program = os.fork()
    if not program:
        os.close(receiver)
        _become(spec, sender, rules)
    os.close(sender)
    if spec.get("conversation"):
        # What the program closes is closed: we do not hold the other ends open.
        nothing = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1):
            os.dup2(nothing, fd)
    how = _watched(spec, program)
    problem = os.read(receiver, 300).decode()
    if spec["wall"] == "bare":
        _end_all(spec["uid"])
    else:
        _end_world()
        _take_back(spec)
    if problem:
        how = {"error": problem}
    if how is not None:
        _tell(spec, how)


def _hand_over(spec: dict[str, Any]) -> None:
    """Copy what the program is given into its folder, which is in memory and vanishes."""
    folder = Path(spec["cwd"])
    if not folder.exists():
        folder.mkdir(parents=True)
        folder.chmod(0o777)
    for given in spec["given"]:
        for entry in os.scandir(given):
            with os.fdopen(os.open(entry.name, os.O_RDONLY, dir_fd=given), "rb") as file:
                (folder / entry.name).write_bytes(file.read())


def _take_back(spec: dict[str, Any]) -> None:
    """Copy the files that are asked for out of the folder: plain ones, and not too much of them."""
    for given in spec["given"]:
        for name in spec["kept"]:
            with suppress(OSError):
                source = Path(spec["cwd"], name)
                fd = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
                with os.fdopen(fd, "rb") as file:
                    if stat.S_ISREG(os.fstat(fd).st_mode):
                        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
                        copy = os.open(name, flags, 0o600, dir_fd=given)
                        with os.fdopen(copy, "wb") as stored:
                            stored.write(file.read(spec["limits"]["RLIMIT_FSIZE"]))


def _become(spec: dict[str, Any], report: int, rules: int | None) -> None:
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
        if rules is not None:
            _demand(ctypes.CDLL(SECCOMP).seccomp_load(ctypes.c_void_p(rules)), "seccomp")
        env = os.environ if spec["env"] is None else spec["env"]
        os.execvpe(spec["argv"][0], spec["argv"], env)  # noqa: S606  # to run it is our business
    except OSError as problem:
        where = f": {problem.filename}" if problem.filename else ""
        os.write(report, f"{problem.strerror}{where}".encode())
    except IsolationError as problem:
        os.write(report, str(problem).encode())
    os._exit(127)


class _Comparison(ctypes.Structure):
    """A condition on an argument of a system call, as libseccomp takes it."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


def _rules(spec: dict[str, Any]) -> int | None:
    """Return the filter of system calls; None where none is wanted, or there is no library."""
    try:
        library = ctypes.CDLL(SECCOMP) if spec["filter"] else None
    except OSError:
        spec["lacking"].append("calls")
        library = None
    if library is None:
        return None
    library.seccomp_init.restype = ctypes.c_void_p
    made: int = library.seccomp_init(ctypes.c_uint32(ALLOW))
    context = ctypes.c_void_p(made)
    if platform.machine() == "x86_64":
        library.seccomp_arch_add(context, ctypes.c_uint32(X86))

    def forbid(call: str, action: int = DENY, *conditions: _Comparison) -> None:
        number = library.seccomp_syscall_resolve_name(call.encode())
        if number != -1:
            array = (_Comparison * len(conditions))(*conditions)
            count = len(conditions)
            done = library.seccomp_rule_add_array(
                context, ctypes.c_uint32(action), number, count, array
            )
            if done:
                raise IsolationError(f"seccomp {call}: {os.strerror(-done)}")

    for call in FORBIDDEN:
        forbid(call)
    # Unix sockets, and families beyond IPv6, some of which no namespace contains.
    forbid("socket", DENY, _Comparison(0, EQUAL, 1))
    forbid("socket", DENY, _Comparison(0, GREATER, 10))
    forbid("clone", DENY, _Comparison(0, MASKED, NEW_USERS, NEW_USERS))
    forbid("clone3", UNKNOWN)  # its arguments cannot be seen; libraries use clone instead
    return made


def _watched(spec: dict[str, Any], program: int) -> dict[str, Any] | None:
    """Wait for the program; return how it ended, None when it was let go before."""
    poll = select.poll()
    poll.register(spec["lifeline"], select.POLLIN)
    if hasattr(os, "pidfd_open"):  # elsewhere it is seen at the next look
        poll.register(os.pidfd_open(program), select.POLLIN)
    while True:
        ready = {descriptor for descriptor, _ in poll.poll(TICK)}
        with suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == program:
                    code = os.waitstatus_to_exitcode(status)
                    return {"signal": -code} if code < 0 else {"exit": code}
                if not pid:
                    break
        if spec["lifeline"] in ready:
            return None
        if spec["memory"] and _resident(spec["memory"]) + _of_files(spec) > spec["memory"]:
            return {"memory": True}


def _resident(most: int) -> int:
    """Return the bytes of memory of all processes; exactly, where it seems to be too much."""
    everybody = [pid for pid in _below(os.getpid()) if pid != 1]
    rough = sum(_read_number(pid, "statm", 1) * PAGE for pid in everybody)
    if rough <= most:
        return rough
    # What processes share is counted once: each has its part of it.
    return sum(
        _read_number(pid, "smaps_rollup", PROPORTIONAL) * 1024
        or _read_number(pid, "statm", 1) * PAGE
        for pid in everybody
    )


def _of_files(spec: dict[str, Any]) -> int:
    """Return the bytes of memory that files take, however empty they are."""
    if spec["wall"] == "bare":
        return 0
    rooms = map(os.statvfs, spec["rooms"])
    return sum(FILE * (room.f_files - room.f_ffree) for room in rooms)


def _read_number(pid: int, file: str, at: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/{file}").read_text().split()[at])
    except (OSError, ValueError, IndexError):
        return 0


def _end_world() -> None:
    """End all processes of our namespace, of which we are the first.

    Anywhere else this would end all that runs on the machine.
    """
    if os.getpid() == 1:
        with suppress(OSError):
            os.kill(-1, signal.SIGKILL)


def _end_all(uid: int | None) -> None:
    """End everything that the program has left, where there are no namespaces."""
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
            status = (entry / "stat").read_text(errors="replace")
            parent = int(status.rpartition(")")[2].split()[1])
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
    if platform.machine() in KEYRINGS:  # no key of ours is handed on
        LIBC.syscall(KEYRINGS[platform.machine()], JOIN_SESSION, None)
    apart = NEW_PIDS | NEW_MOUNTS | NEW_NET | NEW_IPC | NEW_NAME | (NEW_USERS if uid else 0)
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
        _build(spec)
        return
    for fd in (0, 1, 2, spec["status"], *spec["given"]):
        os.close(fd)
    poll = select.poll()
    poll.register(os.pidfd_open(first), select.POLLIN)
    poll.register(spec["lifeline"], select.POLLIN)
    poll.poll()
    poll.unregister(spec["lifeline"])
    poll.poll(GRACE * 1000)  # the first process sees it too, and takes back what is asked for
    with suppress(OSError):
        os.kill(first, signal.SIGKILL)
    os.waitpid(first, 0)
    os._exit(0)


def _build(spec: dict[str, Any]) -> None:
    """Make a new root, in which there is nothing but what is shown; and go there."""
    root, room = spec["root"], f"{FILES},size={spec['disk']}"
    os.umask(0o022)
    _mount("none", "/", None, RECURSIVE | PRIVATE)
    _mount("tmpfs", root, "tmpfs", NO_SETUID | NO_DEVICES, "mode=755,size=4m")
    for place in spec["rooms"]:
        Path(root + place).mkdir(parents=True, exist_ok=True)
        _mount("tmpfs", root + place, "tmpfs", NO_SETUID | NO_DEVICES, f"{room},mode=1777")
    for step, path, source in spec["steps"]:
        _show(step, root + path, source)
    for name in DEVICES:
        _show("show", f"{root}/dev/{name}", f"/dev/{name}")
    for name, place in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        Path(f"{root}/dev/{name}").symlink_to(f"/proc/self/fd{place}")
    Path(f"{root}/proc").mkdir()
    try:
        _mount("proc", f"{root}/proc", "proc", NO_SETUID | NO_DEVICES | NO_PROGRAMS)
    except IsolationError:  # then there is none: the old one names the others' processes
        spec["lacking"].append("proc")
    _attributes(root, READ_ONLY | NO_SETUID, 0, ALL_BELOW)
    for place in spec["rooms"]:
        _attributes(root + place, 0, READ_ONLY)
    os.chdir(root)
    _demand(LIBC.pivot_root(b".", b"."), "pivot_root")
    _demand(LIBC.umount2(b".", DETACH), "umount")
    os.chdir("/")


def _show(step: str, path: str, source: str) -> None:
    """Put a link, or a folder or file as it is elsewhere, at a place of the new root."""
    place = Path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    if step == "link":
        place.symlink_to(source)
        return
    if Path(source).is_dir():
        place.mkdir(exist_ok=True)
    else:
        place.touch()
    _mount(source, path, None, BIND | RECURSIVE)


def _mount(source: str, path: str, kind: str | None, flags: int, options: str = "") -> None:
    given = kind.encode() if kind else None
    done = LIBC.mount(source.encode(), os.fsencode(path), given, flags, options.encode())
    _demand(done, f"mount {path}")


def _attributes(path: str, put: int, taken: int, flags: int = 0) -> None:
    """Set what may be done in a mount; `flags` may say that all below are meant too."""
    wanted = (ctypes.c_uint64 * 4)(put, taken, 0, 0)
    done = LIBC.syscall(SET_MOUNT_ATTRIBUTES, HERE, os.fsencode(path), flags, wanted, 32)
    _demand(done, f"mount_setattr {path}")


def _control(step: int, value: int) -> None:
    with suppress(AttributeError):  # only Linux has it
        LIBC.prctl(step, value, 0, 0, 0)


def _demand(done: int, step: str) -> None:
    if done:
        raise IsolationError(f"{step}: {os.strerror(ctypes.get_errno())}")


if __name__ == "__main__":
    main()
