"""`ludex compile` and `ludex check --engine derived`, as users run them."""

import json
from pathlib import Path

from commands import ludex
from playing import ROOT

PIG = str(ROOT / "examples" / "pig.py")


def test_a_rulebook_is_compiled_and_its_layout_and_its_code_are_shown() -> None:
    told = json.loads(ludex("compile", PIG, "--json").out)
    assert told["compiled"]
    assert told["chances"] == ["shows"]
    code = ludex("compile", PIG, "--source").out
    assert "def legal(state, found):" in code
    assert "# pig.py:" in code


def test_a_rulebook_that_cannot_be_compiled_is_named_with_line_and_remedy(tmp_path: Path) -> None:
    text = Path(PIG).read_text()
    path = tmp_path / "pig.py"
    path.write_text(text.replace("def outcome(", "FACTOR = 0.5\n\n\ndef outcome(", 1))
    assert ludex("compile", str(path)).status == 0
    path.write_text(text.replace("turn=Seat(1 - s.turn)", "turn=Seat(int(1.5 - s.turn))"))
    done = ludex("compile", str(path))
    assert done.status == 1
    assert done.out.startswith("pig cannot be compiled.\n")
    assert "1.5 is not a whole number. Count in whole numbers." in done.out
    assert "pig.py, line " in done.out


def test_a_derived_engine_is_proved_in_every_state() -> None:
    done = ludex("check", PIG, "--engine", "derived", "--states", "300")
    assert done.status == 0
    assert "verdict    no difference found" in done.out
