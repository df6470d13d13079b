"""The reports about one program with one mistake, letter for letter.

`LUDEX_UPDATE_GOLDEN=1 pytest tests/study/grade/test_reports_kept.py` writes them anew; read the
differences before you commit them.
"""

import os
import sys
from pathlib import Path

from commands import ludex
from playing import ROOT

STUDENTS = ROOT / "tests" / "study" / "grade" / "students"
KEPT = Path(__file__).parent / "kept"

SCHEME = """
title = "Lab 3"
points = 20
hidden = ["ends*"]
[weights]
guards = 2
effects = 1
"""


def test_every_report_is_as_it_was(tmp_path: Path) -> None:
    scheme, out = tmp_path / "scheme.toml", tmp_path / "out"
    scheme.write_text(SCHEME)
    program = f"{sys.executable} {STUDENTS / 'lab3.py'} --mistake target_first {{in}}"
    tests = [str(STUDENTS / "tests" / f"{name}.txt") for name in ("refusals", "ends")]
    options = ("--scheme", str(scheme), "--out", str(out))
    done = ludex("grade", "chess-solitaire", "--program", program, *tests, *options)
    assert done.status == 1, done.err
    found = {"printed.txt": done.out.replace(str(tmp_path), "FOLDER")}
    for path in sorted(out.rglob("*.*")):
        found[path.name] = path.read_text(encoding="utf-8")
    if os.environ.get("LUDEX_UPDATE_GOLDEN"):
        for name, text in found.items():
            (KEPT / name).write_text(text, encoding="utf-8")
    assert found == {p.name: p.read_text(encoding="utf-8") for p in KEPT.iterdir()}
