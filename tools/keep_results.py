"""Keep the results of the marked tests with Ludex: run this after a full run of the tests.

pytest && python tools/keep_results.py
"""

from pathlib import Path

from ludex.registry import load
from ludex.registry.shipped import GAMES
from ludex.study.requirements.last_run import kept_text
from ludex.study.requirements.markers import find_marks
from ludex.study.requirements.pytest_plugin import FILE, read_results

ROOT = Path(__file__).parent.parent
FOLDERS = ROOT / "src" / "ludex" / "games"
OWN = {"fighting": "poker", "holdem": ""}
"""The folders of games that are called otherwise; hold'em has no document of its own."""


def main() -> None:
    """Write a file for each document, from the marks in `tests` and what the plugin of pytest left."""
    marks, results = find_marks(ROOT / "tests"), read_results(ROOT / FILE)
    for name in GAMES:
        folder = OWN.get(name, name.replace("-", "_"))
        if folder:
            text = kept_text(load(name).name, marks, results)
            to = FOLDERS / folder / "document" / "last_run.json"
            to.write_text(text, encoding="utf-8")
            print(f"{to.relative_to(ROOT)}: {text.count(chr(10)) - 2} tests")


if __name__ == "__main__":
    main()
