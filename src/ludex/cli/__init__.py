"""The command `ludex`: everything that people type.

Results go to standard output, messages to standard error. Bad input is one clear line and
exit status 2; a failed check is 1; nobody ever sees a traceback for a mistake of theirs.
"""

import io
import os
import re
import signal
import sys
from pathlib import Path

from ludex.cli.errors import INTERRUPTED, BadInput, tell_user
from ludex.jobs.errors import JobError

EXTRAS = {
    "numpy": "fast",
    "numba": "fast",
    "gymnasium": "rl",
    "pettingzoo": "rl",
    "PIL": "rl",
    "pyarrow": "cluster",
    "matplotlib": "plot",
    "msgspec": "web",
    "sqlalchemy": "web",
}
"""The extras that bring a package, for commands that find it missing."""

SHOWN = 80
LONG_WORD = re.compile(r"[^\s:]{300,}")
"""A word that nobody means to read: so much of it is repeated in a message."""


def main() -> None:
    """Run the command line; the entry point of the console command."""
    _mend_streams()
    signal.signal(signal.SIGTERM, _interrupted)
    try:
        status = _run()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        status = _unread()
    except OSError as trouble:
        reason, about = trouble.strerror or str(trouble), trouble.filename
        status = _say(f"{about}: {reason}" if about else reason, 2)
    except (BadInput, JobError) as trouble:
        status = _say(str(trouble), 2)
    except Exception as bug:
        fault = _fault(bug)
        if fault is None:
            raise
        status = _say(f"a bug in the rulebook: {fault}", 1)
    except SystemExit as ended:  # how Typer ends when the pipe is closed
        closed = isinstance(ended.__context__, BrokenPipeError)
        fault = _fault(ended)  # a rulebook must not end the program
        if fault is not None:
            status = _say(f"a bug in the rulebook: {fault}", 1)
        else:
            status = _unread() if closed else ended.code
    if status == INTERRUPTED:
        _say("interrupted", INTERRUPTED)
    sys.exit(status if isinstance(status, int) else 0)


def _run() -> object:
    """The exit status of the command, as Typer tells it in one way or another."""
    from typer.exceptions import Abort, Exit, TyperException

    from ludex.cli.app import app

    try:
        status: object = app(standalone_mode=False)
        sys.stdout.flush()
    except Exit as ended:
        status = ended.exit_code
    except TyperException as wrong:
        command = getattr(getattr(wrong, "ctx", None), "command_path", "ludex")
        message = " ".join(wrong.format_message().split())
        message = message.replace(": Value error, ", ": ")  # pydantic's, and no word to players
        status = _say(f"{message} Try '{command} --help'.", 2)
    except Abort:
        status = INTERRUPTED
    except ImportError as missing:
        hint = _extra(missing)
        if hint is None:
            raise
        status = _say(hint, 2)
    except BaseException as stuck:
        if not _is_endless(stuck):
            raise
        status = _say(f"a bug in the rulebook: {stuck}", 1)
    return status


def _extra(missing: ImportError) -> str | None:
    """Return which extra to install for a missing package; None where the bug is one of ours."""
    if "pip install" in str(missing):
        return str(missing)
    package = (missing.name or "").partition(".")[0]
    extra = EXTRAS.get(package)
    return extra and f'this command needs {package}: pip install "ludex[{extra}]"'


def _fault(bug: BaseException) -> str | None:
    """Return what is wrong with a rulebook; None where the bug is one of ours."""
    from ludex.kernel import Fault

    if isinstance(bug, Fault):
        return str(bug)
    from traceback import walk_tb

    from ludex.registry.files import MODULE

    lines = [
        (frame.f_code, line)
        for frame, line in walk_tb(bug.__traceback__)
        if str(frame.f_globals.get("__name__")).startswith(MODULE)
    ]
    if not lines:
        return None
    code, line = lines[-1]
    place = f"{Path(code.co_filename).name}, line {line}, in {code.co_name}"
    return f"{place}: {type(bug).__name__}: {' '.join(str(bug).split())}"


def _is_endless(error: BaseException) -> bool:
    """Was a part of a rulebook left, because it did not come to an end?"""
    module = sys.modules.get("ludex.check.timeout")
    return module is not None and isinstance(error, module.Endless)


def _mend_streams() -> None:
    """A closed stream is an empty one; what cannot be written or read is marked as such."""
    null = Path(os.devnull)
    sys.stdin = sys.stdin or null.open(encoding="utf-8")
    sys.stdout = sys.stdout or null.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or null.open("w", encoding="utf-8")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _interrupted(*_: object) -> None:
    """Treat a request to end like Ctrl-C: what is half written is cleaned away."""
    raise KeyboardInterrupt


def _unread() -> int:
    """Throw away what is still buffered: nobody reads our output any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]  # a process has one
    return 0


def _say(message: str, status: int) -> int:
    from ludex.sandbox import printable

    short = LONG_WORD.sub(lambda found: f"{found[0][:SHOWN]}…", message)
    lines = "\n".join(map(printable, short.split("\n")))
    tell_user(f"ludex: {lines}")
    return status
