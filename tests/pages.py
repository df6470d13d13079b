"""What pages say is run: the commands and programs of README and the book."""

import os
import re
import subprocess
import sys
from pathlib import Path

from commands import ENVIRONMENT
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


def run(
    command: str, folder: Path, cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """The command in a shell that finds `ludex`, with nobody at the keyboard."""
    shim = folder / "bin"
    shim.mkdir(exist_ok=True)
    ludex = shim / "ludex"
    ludex.write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "from ludex.cli import main; main()" "$@"\n'
    )
    ludex.chmod(0o755)
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=cwd,
        env={**os.environ, **ENVIRONMENT, "PATH": f"{shim}:{os.environ['PATH']}"},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=300,
    )
