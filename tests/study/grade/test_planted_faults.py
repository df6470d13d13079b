"""Rewritten rulebooks: equal ones are never accused, and planted faults are found."""

from pathlib import Path

import pytest

from ludex.kernel import Dice
from study.grade.planted_faults import EXHAUSTIVE, PAIRS, REWRITTEN, compared, faults, is_different

FEW = {"tic-tac-toe": 1_000, "kuhn-poker": 10_000, "chess-solitaire": 600, "nine-mens-morris": 600}
"""Questions in breadth, where only the beginning is looked at."""

FAULTS = 8
"""In each rulebook. With 50 of each, which takes ten minutes, the first three passed, too."""

NEAR = 3_000
"""Questions in breadth, where a rulebook is too large to be asked about everything."""


@pytest.mark.parametrize("name", PAIRS)
def test_an_equal_rewrite_is_not_accused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.study.grade.models.QUESTIONS", FEW[name])
    monkeypatch.setattr("ludex.study.grade.models.WALKS", 12)
    monkeypatch.setattr("ludex.study.grade.models.kept_suite", lambda *_: [])
    found = compared(name, REWRITTEN / PAIRS[name][1])
    assert found.script is None
    assert found.complete or name != "kuhn-poker"


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_planted_faults_that_show_are_found(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name == "nine-mens-morris":  # no suite comes with it: to make one takes most of a minute
        monkeypatch.setattr("ludex.study.grade.models.kept_suite", lambda *_: [])
    if name not in EXHAUSTIVE:
        monkeypatch.setattr("ludex.study.grade.models.QUESTIONS", NEAR)
        monkeypatch.setattr("ludex.study.grade.models.NEARBY", 0)
    dice, every = Dice(1), [*faults(name)]
    drawn = [every.pop(dice.below(len(every))) for _ in range(FAULTS)]
    missed, found = [], 0
    for number, (mistake, text) in enumerate(drawn):
        path = tmp_path / f"fault_{number}.py"
        path.write_text(text)
        try:
            script = compared(name, path).script
        except Exception:  # noqa: BLE001  # a file that cannot be loaded is a crash, and told so
            script = ()
        if script is not None:
            found += 1
        elif is_different(name, path, games=40):
            missed.append(mistake[:4])
    if name in EXHAUSTIVE:
        assert missed == []
    assert found >= 0.95 * (found + len(missed))
