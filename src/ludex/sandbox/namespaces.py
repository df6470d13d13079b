"""Walls: what keeps a program from the rest of the machine, here; and an honest word about it.

Three sorts, the best that the machine allows: *bubblewrap*, when it is installed; *namespaces* of
the kernel that we unshare ourselves; and *bare*, limits alone. Behind the first two a program has
no network, sees and can signal no process but its own, writes to nothing but its scratch folder
and temporary folders that vanish, and does not see the tests or other people's submissions.
"""

import os
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Final

SORTS: Final = ("bubblewrap", "namespaces", "bare")

SUPERVISOR: Final = str(Path(__file__).with_name("supervisor.py"))

TEMPORARY: Final = ("/tmp", "/var/tmp", "/dev/shm")  # noqa: S108  # covered, not used

STRANGER: Final = 1_900_000_000
"""Users from here on run one program each, when it is root who grades."""

Step = tuple[str, str, str]
"""`cover` a folder with an empty one, `blank` a file, `show` a folder, `lend` it for writing;
where; and what is shown there."""


@dataclass(frozen=True, slots=True)
class Site:
    """The places that a program may see, and those that it may not."""

    scratch: Path
    shown: tuple[Path, ...] = ()
    """What belongs to the program, which may lie in what is hidden."""

    hidden: tuple[Path, ...] = ()
    """Tests, transcripts, reports, other people's submissions."""

    copies: Mapping[Path, Path] = field(default_factory=dict)
    """Of what is shown and closed to others: what is shown in its place."""


@dataclass(frozen=True, slots=True)
class Isolation:
    """The walls of this machine."""

    sort: str
    lacking: str = ""
    """Why there are no better ones."""

    @property
    def told(self) -> str:
        """A sentence on what is and what is not contained."""
        if self.sort == "bare":
            return (
                f"no walls here ({self.lacking or 'as asked'}): programs have their limits and are ended whole, "
                "but can use the network, and read and write whatever "
                f"{'everybody' if is_root() else 'you'} may"
            )
        by = {"bubblewrap": "bubblewrap", "namespaces": "the kernel's namespaces"}
        why = f" ({self.lacking})" if self.lacking else ""
        return (
            f"behind the walls of {by[self.sort]}{why}: no network, no writing outside, "
            "tests and other submissions not seen"
        )

    @property
    def contains(self) -> bool:
        """Is there no network, and no writing outside?"""
        return self.sort != "bare"

    def command(self, steps: Iterable[Step]) -> list[str]:
        """Return the command that starts the supervisor."""
        supervisor = [sys.executable, "-I", "-S", SUPERVISOR]
        if self.sort != "bubblewrap":
            return supervisor
        words = ["bwrap", "--die-with-parent", "--unshare-pid", "--unshare-net"]
        words += ["--unshare-ipc", "--unshare-uts", "--ro-bind", "/", "/"]
        words += ["--dev", "/dev", "--proc", "/proc"]
        covered: set[Path] = set()
        for what, path, source in steps:
            if what in ("show", "lend"):
                words += _way_to(Path(path), covered)
            match what:
                case "cover":
                    words += ["--perms", "1777", "--tmpfs", path]
                    covered.add(Path(path))
                case "blank":
                    words += ["--ro-bind", "/dev/null", path]
                case "show":
                    words += ["--ro-bind", source, path]
                case _:
                    words += ["--bind", source, path]
        if is_root():
            words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        return [*words, "--", *supervisor]


def _way_to(path: Path, covered: set[Path]) -> list[str]:
    """The folders above a place, open to all, where something covers them."""
    above = [one for one in path.parents if covered & {*one.parents}]
    return [word for one in above[::-1] for word in ("--perms", "0755", "--dir", str(one))]


def is_root() -> bool:
    """Is it root who grades? Then programs run as somebody else."""
    return os.geteuid() == 0


def stranger() -> int | None:
    """The user whom a program runs as; None where it has to be ourselves."""
    return STRANGER + os.getpid() if is_root() else None


def steps(site: Site, program: str | None) -> list[Step]:
    """Return what is covered and what is shown, from the outermost place to the innermost."""
    made: dict[str, str] = {}
    for place in TEMPORARY:
        if Path(place).is_dir():
            made[str(Path(place).resolve())] = "cover"
    own = (Path(SUPERVISOR).parents[1], *_home_of(sys.executable), *_home_of(program))
    shown = [(path, "show") for path in (*own, *site.shown)]
    for path, what in (*shown, (site.scratch, "lend")):
        real = path.resolve()
        if is_root():
            # What is closed to strangers is opened as far as it leads to what they may see.
            for above in real.parents:
                if not _is_open(above):
                    made.setdefault(str(above), "cover")
        made[str(real)] = what
    for path in site.hidden:
        real = path.resolve()
        if real.exists() and made.get(str(real)) != "lend":
            made[str(real)] = "cover" if real.is_dir() else "blank"
    order = sorted(made, key=lambda path: (path.count("/"), path))
    instead = {str(path.resolve()): str(copy) for path, copy in site.copies.items()}
    return [
        (made[path], path, instead.get(path, path))
        for path in order
        if path in instead or _matters(path, made)
    ]


def _matters(path: str, made: dict[str, str]) -> bool:
    """Need a step be taken? What is shown where nothing covers it is there anyway, and what
    is hidden where something covers it is not."""
    above = (made.get(str(one)) for one in Path(path).parents)
    nearest = next(filter(None, above), None)
    match made[path]:
        case "show":
            return nearest == "cover"
        case "lend":
            return True
        case _:
            return nearest != "cover"


def closed(path: Path, *, deep: bool) -> bool:
    """Is it not to be read by strangers, as whom programs run; or, `deep`, something in it?"""
    if not is_root():
        return False
    below = path.rglob("*") if deep and path.is_dir() else iter(())
    return not all(map(_is_readable, chain((path,), below)))


def _is_readable(path: Path) -> bool:
    wanted = 0o005 if path.is_dir() else 0o004
    try:
        return path.stat().st_mode & wanted == wanted
    except OSError:
        return True


def _is_open(folder: Path) -> bool:
    try:
        return bool(folder.stat().st_mode & 0o001)
    except OSError:
        return True


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
        folder = path.parent
        closed = [above for above in path.parents if not _is_open(above)]
        if closed and is_root():
            homes.append(closed[0] / path.relative_to(closed[0]).parts[0])
        else:
            homes.append(folder.parent if folder.name == "bin" else folder)
    return sorted(home for home in homes if len(home.parts) > 2)
