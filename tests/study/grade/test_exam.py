"""Tests of an exam, and what the oracle that makes them is made of."""

import sys
from pathlib import Path

import pytest

from ludex.registry import load
from ludex.study.grade.exam import sources_of

RULEBOOK = """\
from ludex.kernel import Event, Game, Start

class Add(Event[int]):
    "Add one."

    def apply(self, s):
        return s + 1

game = Game(name="adding", title="Adding", summary="Add.", start=Start.fixed(0),
            events=(Add,), outcome=lambda s: None, text=str)
"""


def test_the_rules_of_a_game_can_be_read_in_its_whole_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [chess] = sources_of(load("chess-solitaire"), "chess-solitaire")
    assert chess.parts[-2:] == ("games", "chess_solitaire")
    package = tmp_path / "adding_game"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(RULEBOOK)
    monkeypatch.syspath_prepend(tmp_path)
    from adding_game import rules  # type: ignore[import-not-found]

    assert sources_of(rules.game, "adding") == [package]
    for name in ("adding_game", "adding_game.rules"):
        del sys.modules[name]
