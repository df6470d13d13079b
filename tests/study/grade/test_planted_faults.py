"""Rewritten rulebooks: equal ones are never accused, and planted faults are found."""

from dataclasses import replace
from pathlib import Path

import pytest
from rulebooks import compared, equal_rewrites, faults, is_different, is_found, measure

from ludex.kernel import Dice
from ludex.registry import load
from ludex.study.grade.exam import Oracle
from ludex.study.grade.models import LockstepLimits
from playing import ROOT, example

REWRITTEN = Path(__file__).parent / "rewritten"

PAIRS = {
    "tic-tac-toe": (ROOT / "examples" / "tic_tac_toe.py", "tic_tac_toe.py"),
    "kuhn-poker": (ROOT / "examples" / "kuhn_poker.py", "kuhn_poker.py"),
    "chess-solitaire": ("chess-solitaire", "chess_solitaire.py"),
    "nine-mens-morris": (REWRITTEN / "nine_mens_morris.py", "nine_mens_morris_again.py"),
}
"""The oracle of each game, and its rewritten rulebook."""

EXHAUSTIVE = ("tic-tac-toe", "kuhn-poker")

QUICK = LockstepLimits(questions=600, walks=12, suite=False)
FEW = {"tic-tac-toe": 1_000, "kuhn-poker": 10_000}
"""Questions in breadth, where only the beginning is looked at."""

FAULTS = 8
"""In each rulebook. With 50 of each, which takes ten minutes, the first three passed, too."""

THOROUGH = {
    "tic-tac-toe": LockstepLimits(),
    "kuhn-poker": LockstepLimits(),
    "chess-solitaire": LockstepLimits(questions=3_000, nearby=0),
    # No suite comes with it: to make one takes most of a minute.
    "nine-mens-morris": LockstepLimits(questions=3_000, nearby=0, suite=False),
}


def oracle_of(name: str) -> Oracle:
    game = load(str(PAIRS[name][0]))
    return Oracle(game, game.start())


@pytest.mark.parametrize("name", PAIRS)
def test_an_equal_rewrite_is_not_accused(name: str) -> None:
    limits = replace(QUICK, questions=FEW.get(name, QUICK.questions))
    found = compared(oracle_of(name), REWRITTEN / PAIRS[name][1], limits)
    assert found.script is None
    assert found.complete or name != "kuhn-poker"


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_planted_faults_that_show_are_found(name: str, tmp_path: Path) -> None:
    oracle, dice = oracle_of(name), Dice(1)
    every = [*faults((REWRITTEN / PAIRS[name][1]).read_text())]
    drawn = [every.pop(dice.below(len(every))) for _ in range(FAULTS)]
    missed, found = [], 0
    for number, (what, make) in enumerate(drawn):
        path = tmp_path / f"fault_{number}.py"
        path.write_text(make())
        if is_found(oracle, path, THOROUGH[name]):
            found += 1
        elif is_different(oracle, path, games=40):
            missed.append(what)
    if name in EXHAUSTIVE:
        assert missed == []
    assert found >= 0.95 * (found + len(missed))


def test_a_rulebook_is_rewritten_in_five_ways_and_stays_equal(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "nim.py").read_text()
    rewritten = [*equal_rewrites(text)]
    assert len({text, *rewritten}) == 6
    game = example("nim")
    for number, other in enumerate(rewritten):
        path = tmp_path / f"nim_{number}.py"
        path.write_text(other)
        assert not is_found(Oracle(game, game.start()), path, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["battleship", "kalah", "leduc_poker", "library"])
def test_faulty_examples_are_told_from_equal_ones(name: str) -> None:
    _, counts, remarks = measure(name, rewrites=2, most=4, seed=3)
    assert counts["equal"] == 2
    assert counts["accused"] == 0, remarks
    assert counts["found"] > 0
    assert counts["missed"] == 0, remarks
