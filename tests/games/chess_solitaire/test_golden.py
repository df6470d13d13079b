"""The document's own example, and the oracle's transcripts where they are at hand."""

from pathlib import Path

import pytest

from ludex.games.chess_solitaire.game import game
from ludex.kernel import History
from ludex.language.script_check import Dialect, Typed, script_faults
from ludex.language.transcript import run_script, transcript_pieces
from playing import SHARED

GOLDEN = Path(__file__).parent / "golden"
ORACLE = SHARED / "conformance" / "chess_solitaire"
CASES = sorted(path.name.removesuffix(".in.txt") for path in ORACLE.glob("*.in.txt"))


def transcript(script: Path, dialect: Dialect) -> str:
    lines = script.read_text().splitlines
    assert not list(script_faults(game, lines, dialect))
    entries = run_script(History(game, game.start()), Typed(game, dialect).events(lines))
    return "".join(transcript_pieces(entries, dialect))


@pytest.mark.requirement(
    "chess-solitaire.count",
    "chess-solitaire.status",
    "chess-solitaire.rows",
    "chess-solitaire.error line",
    "chess-solitaire.setup_chess",
    "chess-solitaire.start_game",
    "chess-solitaire.moves",
    "chess-solitaire.move_and_capture",
    "chess-solitaire.R1",
    "chess-solitaire.board",
    "chess-solitaire.CHESS",
)
def test_at04_prints_what_the_document_shows() -> None:
    expected = (GOLDEN / "at04.expected.txt").read_text()
    assert transcript(GOLDEN / "at04.txt", Dialect.DOCUMENT) == expected


def test_the_etf_dialect_indents_states_and_not_echoes() -> None:
    document = (GOLDEN / "at04.expected.txt").read_text()
    expected = "".join(
        line if line.startswith("->") else f"  {line}"
        for line in document.splitlines(keepends=True)
    )
    assert transcript(GOLDEN / "at04.txt", Dialect.ETF) == expected


@pytest.mark.requirement(
    "chess-solitaire.Table 2.*",
    "chess-solitaire.status",
    "chess-solitaire.rows",
    "chess-solitaire.count",
    "chess-solitaire.reset_game",
)
@pytest.mark.parametrize("case", CASES)
def test_the_oracle_s_transcripts_are_met_byte_for_byte(case: str) -> None:
    expected = (ORACLE / f"{case}.expected.txt").read_bytes()
    script = ORACLE / f"{case}.in.txt"
    assert transcript(script, Dialect.ETF).encode() == expected
