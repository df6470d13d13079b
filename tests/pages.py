"""What pages say is run: the commands and programs of README and the book."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

from commands import ENVIRONMENT, Done, ludex
from playing import ROOT

BINARIES = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
"""Where programs find `ludex`."""


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def commands(text: str) -> list[tuple[str, str]]:
    """(command, output shown under it), from the console blocks of a page."""
    found = []
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def run(command: str, folder: Path) -> Done:
    """The command with nobody at the keyboard; what is ours of a pipe runs in this process."""
    done = Done(0, "", "")
    with patch.dict(ENVIRONMENT, {"PATH": BINARIES}):
        for part in command.split(" | "):
            before, (program, *words) = done, shlex.split(part)
            if program == "ludex":
                done = ludex(*words, stdin=before.out, cwd=folder)
            else:
                its = subprocess.run(
                    [program, *words], input=before.out, cwd=folder, check=False,
                    capture_output=True, text=True,
                )  # fmt: skip
                done = Done(its.returncode, its.stdout, its.stderr)
            done = Done(done.status or before.status, done.out, before.err + done.err)
    return done


def place(folder: Path) -> Path:
    """A folder in which pages find what stands beside the sources, and may write."""
    for name in ("examples", "tests"):
        (folder / name).symlink_to(ROOT / name)
    return folder
