"""The examples for researchers run: the notebook whole, the programs in small."""

import importlib.util
import json
import runpy
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from playing import ROOT

RL = ROOT / "examples" / "rl"


def program(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"examples_rl_{name}", RL / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name: str, *words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [name, *words])
    runpy.run_path(str(RL / f"{name}.py"), run_name="__main__")


def test_the_notebook_runs_from_its_first_cell_to_its_last(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("numba")
    book = json.loads((RL / "environments.ipynb").read_text())
    assert book["nbformat"] == 4
    names: dict[str, Any] = {"__name__": "notebook"}
    for cell in book["cells"]:
        assert not cell.get("outputs"), "it is kept without what it printed"
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    assert "random moves solve" in capsys.readouterr().out
    assert names["refusal"].startswith("check: there is a bet")


def test_ppo_is_as_short_as_promised() -> None:
    assert len((RL / "ppo.py").read_text().splitlines()) < 250


def test_ppo_learns_and_is_measured_beside_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch")
    words = ("--puzzles", "40", "--held-out", "20", "--updates", "2", "--pieces", "3")
    run("ppo", *words, monkeypatch=monkeypatch)
    out = capsys.readouterr().out
    assert "the network after training" in out
    assert "the exact solver                       100.0%" in out


def test_cfr_of_open_spiel_comes_close_to_unbeatable_on_our_rulebook(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyspiel")
    words = ("--game", "ludex_kuhn_poker", "--iterations", "16")
    run("cfr", *words, monkeypatch=monkeypatch)
    *_, last = capsys.readouterr().out.splitlines()
    assert float(last.split("exploitability ")[1].split(",")[0]) < 0.05


@pytest.mark.slow
def test_cfr_of_open_spiel_looks_through_our_leduc_poker(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyspiel")
    run("cfr", "--iterations", "1", monkeypatch=monkeypatch)
    [line] = capsys.readouterr().out.splitlines()
    assert float(line.split("exploitability ")[1].split(",")[0]) < 2.5


def test_alphazero_knows_every_state_and_which_moves_are_best(tmp_path: Path) -> None:
    pytest.importorskip("jax")
    learner = program("alphazero")
    t = learner.tables()
    assert (len(t.end), int(t.end.sum())) == (5_478, 958)
    assert t.best[0].all()  # every first move keeps the draw
    curve = learner.picture([(0, 0.5, 0.4), (10, 0.9, 0.1)], 4_520, 0.6)
    assert curve.startswith("<svg")


def test_what_is_cited_is_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text()
    project = (ROOT / "pyproject.toml").read_text()
    version = project.split('\nversion = "')[1].split('"')[0]
    assert f"\nversion: {version}\n" in text
    assert "\nlicense: MIT\n" in text
