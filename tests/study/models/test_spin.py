"""Spin, on a model of its own, counts what we count."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest

from ludex.check.explore import explore
from ludex.language.position import read_position
from ludex.registry import load
from playing import ROOT


def promela() -> ModuleType:
    spec = spec_from_file_location("promela", ROOT / "bench" / "promela.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["promela"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.skipif(not promela().is_there(), reason="needs spin and gcc installed")
@pytest.mark.parametrize("line", ["NP.Q/.R.B/K.N./.P..", "R..N/.P../..K./B..Q"])
def test_spin_counts_the_states_and_transitions_that_we_count(line: str) -> None:
    spun = promela().spun(line)
    game = load("chess-solitaire")
    graph = explore(game, read_position(game, line))
    assert (spun.states, spun.transitions) == (len(graph), graph.transitions)


def test_the_model_has_an_option_for_every_capture_that_the_pieces_know() -> None:
    from ludex.games.chess_solitaire.rules.pieces import BETWEEN

    known = sum(len(to) for of in BETWEEN.values() for to in of.values())
    assert len([*promela().options()]) == known
