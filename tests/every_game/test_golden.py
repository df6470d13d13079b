"""A golden transcript for every game: a script, and exactly what it prints.

`LUDEX_UPDATE_GOLDEN=1 pytest tests/every_game/test_golden.py` writes them anew; read the
difference before you commit it.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from ludex.kernel import Game, History
from ludex.language.script_check import Dialect, Typed, script_faults
from ludex.language.transcript import run_script, transcript_pieces
from playing import every_game

GOLDEN = Path(__file__).parent / "golden"
GAMES = every_game()


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_a_script_prints_its_golden_transcript(game: Game[Any]) -> None:
    script = GOLDEN / f"{game.name}.txt"
    expected = GOLDEN / f"{game.name}.expected.txt"
    assert script.exists(), f"{game.name} has no golden script"
    lines = script.read_text().splitlines
    assert not list(script_faults(game, lines, Dialect.DOCUMENT))
    entries = run_script(History(game, game.start()), Typed(game).events(lines))
    transcript = "".join(transcript_pieces(entries))
    if os.environ.get("LUDEX_UPDATE_GOLDEN"):
        expected.write_text(transcript)
    assert transcript == expected.read_text()
