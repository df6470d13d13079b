"""Programs of other people, for tests: they know nothing of Ludex but its lines of text."""

import sys
from pathlib import Path
from time import sleep

LISTENING = """\
import sys, time
legal, told = [], []
for line in sys.stdin:
    word, _, rest = line.rstrip("\\n").partition(" ")
    if word == "hello":
        print("hello tester", flush=True)
    elif word == "position":
        legal = []
    elif word == "legal":
        legal.append(rest)
    elif word == "told":
        told.append(rest)
    elif word == "go":
        {answer}
"""
"""A program that listens well, and answers in its own way."""

FIRST = 'print("bestmove", legal[0], flush=True)'
LAST = 'print("bestmove", legal[-1], flush=True)'


def program(folder: Path, answer: str = FIRST, name: str = "program") -> str:
    """The command of a program that answers so."""
    return script(folder, LISTENING.format(answer=answer), name)


def script(folder: Path, text: str, name: str = "program") -> str:
    """The command of a program with this text."""
    path = folder / f"{name}.py"
    path.write_text(text)
    return f"{sys.executable} -S {path}"


def has_gone(pid: int) -> bool:
    """Has a process ended, or does so soon?"""
    for _ in range(300):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        sleep(0.05)
    return False
