"""Building what was handed in, in the sandbox, before it is run.

The submission goes into the sandbox and comes back as an archive, so that a build can write
wherever it likes in its own folder and the submission itself stays as it is.
"""

import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ludex.sandbox import (
    Isolation,
    ProcessEnd,
    RunResult,
    Site,
    printable,
    run_sandboxed,
    scratch_folder,
)
from ludex.study.grade.program import GradedProgram

HANDED_IN, BUILT = "handed-in.tar", "built.tar"

SECONDS = 120.0
"""A build may take so long, and a program's own limit where that is more."""


class NotBuilt(Exception):
    """A submission that cannot be built: the text says why."""


@contextmanager
def built(command: str, program: GradedProgram, isolation: Isolation) -> Iterator[GradedProgram]:
    """The program with its submission built; it is gone afterwards."""
    if not command or not program.submission:
        yield program
        return
    with scratch_folder() as scratch, scratch_folder() as place:
        path = Path(program.submission)
        with tarfile.open(scratch / HANDED_IN, "w") as archive:
            for one in sorted(path.iterdir()) if path.is_dir() else (path,):
                archive.add(one, one.name)
        (scratch / HANDED_IN).chmod(0o644)
        scratch.chmod(0o755)
        run = _run(command, scratch, program, isolation)
        try:
            with tarfile.open(scratch / BUILT) as archive:
                archive.extractall(place, filter="data")
        except (OSError, tarfile.TarError):
            raise NotBuilt(_problem(run)) from None
        place.chmod(0o755)
        yield replace(program, submission=str(place))


def _run(command: str, scratch: Path, program: GradedProgram, isolation: Isolation) -> RunResult:
    script = (
        f"tar -xf {HANDED_IN} && rm {HANDED_IN} && "
        f"{{ {command}\n}} >&2 && tar -cf {BUILT} --exclude ./{BUILT} ."
    )
    site = Site(scratch, tuple(map(Path, program.shown)), program.unseen, outputs=(BUILT,))
    seconds = max(SECONDS, program.limits.seconds)
    limits = replace(program.limits, seconds=seconds, cpu=max(seconds, program.limits.cpu))
    return run_sandboxed(["/bin/sh", "-c", script], site, limits, isolation)


def _problem(run: RunResult) -> str:
    lines = run.err.decode(errors="backslashreplace").strip().splitlines()
    last = printable(lines[-1][:200]).strip() if lines else ""
    ended = "" if run.ended is ProcessEnd.BY_ITSELF else run.description
    return "it cannot be built: " + (": ".join(filter(None, (ended, last))) or "no files came back")
