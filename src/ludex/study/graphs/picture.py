"""Pictures by Graphviz, whose program `dot` lays out a text of the dot language."""

import shutil
import subprocess


class NoGraphviz(Exception):
    """No picture can be drawn; the text says why, in one line."""


def draw_svg(text: str) -> str:
    """Draw a text of the dot language as SVG."""
    program = shutil.which("dot")
    if program is None:
        raise NoGraphviz("SVG is drawn by Graphviz, whose program dot is not installed")
    done = subprocess.run(  # noqa: S603  # Graphviz, and nothing of a rulebook is a command
        [program, "-Tsvg"],
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise NoGraphviz(f"Graphviz could not draw it: {done.stderr.strip()}")
    return done.stdout
