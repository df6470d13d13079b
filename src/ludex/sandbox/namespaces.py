"""Isolation: the protections between a program and the rest of the machine, and an honest word
about them.

Three sorts, the best that the machine allows: *bubblewrap*, when it is installed; *namespaces* of
the kernel that we unshare ourselves; and *bare*, limits alone. Behind the first two a program is in
a world of its own: it sees the system's programs, what belongs to itself, and nothing else; no
network, no process but its own; it writes to folders in memory that vanish.
"""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from secrets import randbelow
from typing import Any

SORTS = ("bubblewrap", "namespaces", "bare")

SUPERVISOR = Path(__file__).with_name("supervisor.py")

OWN = SUPERVISOR.parents[1]
"""The folder of Ludex, from which a program could learn what is right."""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt")
"""The folders of compilers, interpreters and their libraries, on any Linux; no sockets, no homes.
"""

TEMPORARY = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108  # the program's own ones

STRANGERS = 1_900_000_000
"""Users from here on run one program each, when it is root who grades."""

PROTECTIONS = {
    "files": "a program sees only the system's programs and its own files: no tests, no rulebook",
    "disk": "a program writes only to temporary folders in memory, with a limit on their size",
    "processes": "a program sees and signals only its own processes",
    "network": "no network, no abstract sockets",
    "proc": "/proc shows only the program's own processes",
    "calls": "no Unix sockets, keyrings, tracing or new namespaces (libseccomp)",
    "memory": "a limit on the memory of all processes of a program together",
}
"""The protections by name, and the effect of each on a program."""

BARE = ("files", "disk", "processes", "network", "proc")
"""Those that need a world of its own."""

Step = tuple[str, str, str]
"""`show` a folder or file, or make a `link`; where; and what is shown or linked there."""


@dataclass(frozen=True, slots=True)
class Site:
    """The folders and files that a program may see, and the hidden ones."""

    scratch: Path
    """Its folder, with the program's own copies of files."""

    shown: tuple[Path, ...] = ()
    """The files of the program, even in hidden folders."""

    hidden: tuple[Path, ...] = ()
    """The hidden files, even in visible folders: rulebooks, tests, reports, other submissions."""

    copies: Mapping[Path, Path] = field(default_factory=dict)
    """Copies of visible files that other users may not read."""

    outputs: tuple[str, ...] = ()
    """The files that are copied back into its folder at the end."""


@dataclass(frozen=True, slots=True)
class Isolation:
    """The sandbox of this machine."""

    sort: str
    lacking: str = ""
    """The reason why no stronger sandbox is available."""

    missing: tuple[str, ...] = ()
    """The protections that are not available."""

    @property
    def description(self) -> str:
        """Describe the protections in a sentence."""
        if self.sort == "bare":
            return (
                f"no sandbox ({self.lacking or 'as requested'}): programs have limits, and all their "
                "processes are ended, but they can use the network, and read and write all files that "
                f"{'everybody' if is_root() else 'you'} can"
            )
        by = {"bubblewrap": "bubblewrap", "namespaces": "the kernel's namespaces"}
        why = f" ({self.lacking})" if self.lacking else ""
        without = f"; but not: {'; '.join(self.gaps)}" if self.missing else ""
        return (
            f"sandbox of {by[self.sort]}{why}: no network, no writing outside, no access to tests and "
            f"other submissions{without}"
        )

    @property
    def gaps(self) -> list[str]:
        """Return the meanings of the protections that are missing."""
        return [PROTECTIONS[name] for name in self.missing]

    @property
    def contains(self) -> bool:
        """Does it prevent network access and writing outside?"""
        return self.sort != "bare"

    def words(self, steps: Iterable[Step], rooms: Iterable[str], disk: int) -> list[str]:
        """Return the arguments of bubblewrap, which builds its sandbox before the supervisor
        begins."""
        if self.sort != "bubblewrap":
            return []
        words = [
            "--die-with-parent",
            "--as-pid-1",
            "--unshare-pid",
            "--unshare-net",
            "--unshare-ipc",
        ]
        words += ["--unshare-uts", "--dev", "/dev", "--proc", "/proc"]
        for room in rooms:
            words += ["--perms", "1777", "--size", str(disk), "--tmpfs", room]
        made: set[Path] = {Path("/"), *map(Path, rooms)}
        for step, path, source in steps:
            above = [one for one in Path(path).parents if one not in made]
            for folder in reversed(above):
                words += ["--perms", "0755", "--dir", str(folder)]
            words += ["--symlink" if step == "link" else "--ro-bind", source, path]
            made.update(above, [Path(path)])
        words += ["--remount-ro", "/dev", "--remount-ro", "/"]
        if is_root():
            for right in ("SETUID", "SETGID", "KILL", "SYS_PTRACE", "DAC_OVERRIDE"):
                words += ["--cap-add", f"CAP_{right}"]
        return words


def is_root() -> bool:
    """Is it root who grades? Then programs run as somebody else."""
    return os.geteuid() == 0


def stranger() -> int | None:
    """A user whom nothing runs as but one program; None where it has to be ourselves."""
    return STRANGERS + randbelow(200_000_000) if is_root() else None


def specify(
    words: Sequence[str],
    site: Site,
    isolation: Isolation,
    **own: Any,  # noqa: ANN401  # JSON
) -> tuple[dict[str, Any], list[str]]:
    """Return what the supervisor of a program is to do, and the words for bubblewrap."""
    visible = steps(site, words[0], isolation.sort) if isolation.contains else []
    scratch, places = str(site.scratch.resolve()), rooms(site)
    spec = {
        "wall": isolation.sort,
        "argv": [*words],
        "cwd": scratch,
        "umask": None,
        "root": scratch,
        "rooms": places,
        "steps": visible,
        "kept": site.outputs,
        **own,
    }
    return spec, isolation.words(visible, places, own["disk"])


def interpreter() -> str:
    """The Python that runs the supervisor: not that of an environment, whose packages are ours."""
    return os.path.realpath(sys.executable)


def rooms(site: Site) -> list[str]:
    """Return the places that a program may write to, behind walls."""
    scratch = site.scratch.resolve()
    places = [*TEMPORARY]
    if not any(scratch.is_relative_to(place) for place in places):
        places.append(str(scratch))
    return places


def steps(site: Site, program: str | None, sort: str) -> list[Step]:
    """Return what is shown of the file system: nothing else is there."""
    homes = (*_home_of(program), *_home_of(_script_language(program)))
    visible = [*map(Path, SYSTEM), *homes, *site.shown]
    if sort == "bubblewrap":  # the supervisor begins behind the walls
        visible += [Path(sys.base_prefix), *_home_of(interpreter()), SUPERVISOR]
    hidden = {path.resolve() for path in site.hidden}
    instead = {path.resolve(): copy for path, copy in site.copies.items()}
    made: dict[str, Step] = {}
    too_much = {one for room in rooms(site) for one in (Path(room), *Path(room).parents)}
    for path in visible:
        if path.resolve() in too_much:
            continue
        # Where a link leads there, it is there under both names.
        for place in dict.fromkeys((Path(os.path.normpath(path.absolute())), path.resolve())):
            for step in _shown(path.resolve(), place, hidden, instead):
                made.setdefault(step[1], step)
    whole = {Path(path) for path, step in made.items() if step[0] == "show"}
    return [
        made[path]
        for path in sorted(made)
        if Path(made[path][2]) in instead.values() or whole.isdisjoint(Path(path).parents)
    ]


def _shown(
    path: Path, place: Path, hidden: set[Path], instead: Mapping[Path, Path]
) -> Iterator[Step]:
    """Yield what is shown of a folder or file: all of it, but for what is hidden in it."""
    if path in hidden or not path.exists():
        return
    if any(path in one.parents for one in hidden):
        for child in path.iterdir():
            if child.is_symlink():
                yield "link", str(place / child.name), str(child.readlink())
            else:
                yield from _shown(child, place / child.name, hidden, instead)
        return
    copied = next((one for one in (path, *path.parents) if one in instead), None)
    source = path if copied is None else instead[copied] / path.relative_to(copied)
    yield "show", str(place), str(source)


def _is_open(folder: Path) -> bool:
    try:
        return bool(folder.stat().st_mode & 0o001)
    except OSError:
        return True


def own_folders() -> tuple[Path, ...]:
    """Return the folders of Ludex and of the packages that it needs; nobody's home is one."""
    found = (Path(entry) for entry in sys.path if entry)
    own = (one for one in found if one.is_dir() and belongings(one / "it") == one)
    return (*own, *_home_of(sys.executable))


def belongings(file: Path) -> Path:
    """Return the folder of a file, or the file alone where that is somebody's home or more."""
    folder = file.parent
    return file if folder in (Path.home(), *Path.home().parents) else folder


def _script_language(program: str | None) -> str | None:
    """Return the name of the program that runs a script, as its first line says.

    The name alone: it is looked for where programs are, and not where the script says.
    """
    try:
        with Path(shutil.which(program or "") or "").open("rb") as file:
            first = file.readline(200)
    except OSError:
        return None
    words = first[2:].decode(errors="replace").split() if first.startswith(b"#!") else []
    named = words[1:2] if words and words[0].endswith("/env") else words[:1]
    return Path(named[0]).name if named else None


def _home_of(program: str | None) -> list[Path]:
    """Return the folders of the program's own files: an interpreter brings its library along.

    One that root has installed in a folder that is closed to others comes with all that lies
    beside it there, such as the versions that it chooses from.
    """
    found = shutil.which(program) if program else None
    if found is None:
        return []
    homes = []
    for path in {Path(found).absolute(), Path(found).resolve()}:
        closed = [above for above in path.parents if not _is_open(above)]
        if closed and is_root():
            homes.append(closed[0] / path.relative_to(closed[0]).parts[0])
        else:
            homes.append(path.parents[1] if path.parent.name == "bin" else belongings(path))
    return sorted(home for home in homes if len(home.parts) > 2)
