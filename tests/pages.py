"""What pages say is run: the commands and programs of README and the book."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from commands import ENVIRONMENT, Done, ludex
from playing import ROOT

FINDS = re.compile("--as-written|ludex diff")
"""What finds something wrong, in documents that are wrong, ends with 1."""


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


NEEDS_A_SHELL = re.compile(r"[|&;<>$*?~`{}()]|ludex .*ludex ")

QUICKLY = {"ludex cover ": " --time 2"}
"""Commands that look about for as long as they are given."""


def run(command: str, folder: Path, cwd: Path = ROOT) -> Done:
    """The command with nobody at the keyboard; in this process, where it needs no shell."""
    for name, less in QUICKLY.items():
        command += less if command.startswith(name) else ""
    if NEEDS_A_SHELL.search(command) or not command.startswith("ludex "):
        return in_a_shell(command, folder, cwd)
    return ludex(*shlex.split(command)[1:], cwd=cwd)


def in_a_shell(command: str, folder: Path, cwd: Path = ROOT) -> Done:
    """The command in a shell that finds `ludex`."""
    shim = folder / "bin"
    shim.mkdir(exist_ok=True)
    program = shim / "ludex"
    program.write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "from ludex.cli import main; main()" "$@"\n'
    )
    program.chmod(0o755)
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=cwd,
        env={**os.environ, **ENVIRONMENT, "PATH": f"{shim}:{os.environ['PATH']}"},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=300,
    )
    return Done(done.returncode, done.stdout, done.stderr)
