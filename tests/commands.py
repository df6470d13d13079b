"""The command `ludex` as users run it: its output and its exit status."""

import atexit
import io
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from ludex.cli import main
from playing import ROOT

DATA = tempfile.mkdtemp(prefix="ludex-tests-")
"""Where the tests' saved games go, and not to the user's own."""

atexit.register(shutil.rmtree, DATA, ignore_errors=True)

ENVIRONMENT = {"COLUMNS": "100", "NO_COLOR": "1", "XDG_DATA_HOME": DATA}

HEARS_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""Who was started in the background ignores SIGINT, and so does everything it starts."""

LUDEX = [sys.executable, "-c", f"{HEARS_CTRL_C}; from ludex.cli import main; main()"]
"""The command as a process of its own, for tests of signals, pipes and memory."""


@contextmanager
def started(*arguments: str, **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """The command at work; with the block it ends, and so does all that it has started."""
    options.setdefault("env", {**os.environ, **ENVIRONMENT})
    with subprocess.Popen([*LUDEX, *arguments], start_new_session=True, **options) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):  # nobody of it is left
                os.killpg(process.pid, signal.SIGKILL)


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str


def ludex(*arguments: str, stdin: str | bytes = "", cwd: Path | None = None) -> Done:
    """Run the command in this process: the same `main`, other standard streams."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.BytesIO(), io.BytesIO()
    told = io.TextIOWrapper(out, encoding="utf-8", newline="")
    warned = io.TextIOWrapper(err, encoding="utf-8", newline="")
    status = 0
    before = [(s, signal.getsignal(s)) for s in (signal.SIGINT, signal.SIGTERM)]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with (
        patch("sys.argv", ["ludex", *arguments]),
        patch("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")),
        patch("sys.stdout", told),
        patch("sys.stderr", warned),
        patch.dict(os.environ, ENVIRONMENT),
        chdir(cwd or Path.cwd()),
    ):
        try:
            main()
        except SystemExit as ended:
            status = int(ended.code or 0)
        finally:
            for number, handler in before:
                signal.signal(number, handler)
    told.flush()
    warned.flush()
    return Done(status, out.getvalue().decode(), err.getvalue().decode())


@cache
def once(line: str) -> Done:
    """What a command does that writes nothing, for whoever asks: it is run once."""
    program, *arguments = shlex.split(line)
    assert program == "ludex", line
    return ludex(*arguments, cwd=ROOT)
