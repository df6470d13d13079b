"""The command `ludex` as users run it: its output and its exit status."""

import atexit
import io
import os
import shutil
import sys
import tempfile
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from ludex.cli import main

DATA = tempfile.mkdtemp(prefix="ludex-tests-")
"""Where the tests' saved games go, and not to the user's own."""

atexit.register(shutil.rmtree, DATA, ignore_errors=True)

ENVIRONMENT = {"COLUMNS": "100", "NO_COLOR": "1", "XDG_DATA_HOME": DATA}

LUDEX = [sys.executable, "-c", "from ludex.cli import main; main()"]
"""The command as a process of its own, for tests of signals, pipes and memory."""


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
    told.flush()
    warned.flush()
    return Done(status, out.getvalue().decode(), err.getvalue().decode())
