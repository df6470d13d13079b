"""A script of two hundred thousand events: the whole of it checked and run in flat memory."""

import subprocess
from pathlib import Path

import pytest

from commands import LUDEX


@pytest.mark.slow
def test_two_hundred_thousand_events_cost_no_memory(tmp_path: Path) -> None:
    few, many = tmp_path / "few.txt", tmp_path / "many.txt"
    few.write_text("setup_chess(K,1,1)\nundo\n" * 500)
    many.write_text("setup_chess(K,1,1)\nundo\n" * 100_000)
    assert peak(many) < peak(few) + 8_000_000


def peak(script: Path) -> int:
    """The most memory, in bytes, that a run of `script` took."""
    watch = (
        "import resource, sys; from ludex.cli import main\n"
        "try: main()\n"
        "finally:\n"
        "    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "    print(used, file=sys.stderr)"
    )
    done = subprocess.run(
        [LUDEX[0], "-c", watch, "run", "chess-solitaire", str(script)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=True,
    )
    return int(done.stderr) * 1024
