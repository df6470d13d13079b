"""Models for other checkers: Spin counts what we count, and what is not faithful is refused."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from commands import ludex
from ludex.check.explore import Graph, explore
from ludex.language.position import read_position
from ludex.registry import load
from ludex.study import models
from ludex.study.models import NotTranslated, identifier, plain
from playing import ROOT

needs_spin = pytest.mark.skipif(
    not all(map(shutil.which, ("spin", "gcc"))), reason="needs spin and gcc installed"
)
TIC = str(ROOT / "examples" / "tic_tac_toe.py")
HEAPS = str(ROOT / "examples" / "packaged_game" / "src" / "heaps" / "__init__.py")
PIG = str(ROOT / "examples" / "pig.py")


def spun(model: str, folder: Path, *flags: str) -> tuple[int, int]:
    """The states and transitions that Spin counts."""
    (folder / "model.pml").write_text(model)
    for command in (
        ["spin", *flags, "-a", "model.pml"],
        ["gcc", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"],
    ):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    done = subprocess.run(
        ["./pan", "-m1000000"], cwd=folder, check=True, capture_output=True, text=True
    ).stdout
    assert "errors: 0" in done
    found = [re.search(rf"(\d+) {what}", done) for what in ("states, stored", "transitions")]
    states, transitions = (int(one[1]) for one in found if one is not None)
    return states, transitions - 1  # Spin counts the beginning


def graph_of(name: str, position: str | None = None, **options: str) -> Graph:
    game = load(name)
    state = read_position(game, position) if position else game.start.varied(None, options)
    return explore(game, state)


def demand_counts(model: str, graph: Graph, folder: Path) -> None:
    """The same states, transitions and outcomes."""
    assert spun(model, folder) == (len(graph), graph.transitions)
    for kind, count in graph.outcomes().items():
        flag = f"-DCOUNT_{identifier(kind)}"
        assert spun(model, folder, flag)[1] == graph.transitions + count


@needs_spin
@pytest.mark.slow
def test_spin_counts_the_eight_pieces_listed_as_we_do(tmp_path: Path) -> None:
    graph = graph_of("chess-solitaire", "NP.Q/.R.B/K.N./.P..")
    assert len(graph) == 1685
    assert spun(models.write_model(graph, "promela"), tmp_path) == (1685, graph.transitions)


@needs_spin
@pytest.mark.slow
def test_spin_counts_the_outcomes_of_five_pieces_as_we_do(tmp_path: Path) -> None:
    graph = graph_of("chess-solitaire", "R..N/.P../..K./B..Q")
    assert len(graph.outcomes()) == 2
    demand_counts(models.write_model(graph, "promela"), graph, tmp_path)


@pytest.mark.slow
@needs_spin
def test_a_play_that_can_go_on_for_ever_and_chance_are_counted_too(
    tmp_path: Path,
) -> None:
    graph = graph_of(PIG, goal="3", sides="3")
    model = models.write_model(graph, "promela")
    assert "Chance events are choices here" in model
    demand_counts(model, graph, tmp_path)


def test_the_relation_of_tla_has_every_transition() -> None:
    graph = graph_of("chess-solitaire", "R..N/.P../..K./B..Q")
    text = models.write_model(graph, "tla")
    steps = re.findall(r'^  <<(\d+), "([^"]*)", (\d+)>>,?$', text, re.MULTILINE)
    assert len(steps) == len({*steps}) == graph.transitions
    lines = text.splitlines()
    assert lines[0] == "---- MODULE ChessSolitaire ----"
    assert lines[-1] == "===="
    known, waiting = {0}, [0]
    assert "Init == s = 0" in lines
    after: dict[int, set[int]] = {}
    for a, _, b in steps:
        after.setdefault(int(a), set()).add(int(b))
    while waiting:
        new = after.get(waiting.pop(), set()) - known
        known |= new
        waiting += new
    assert len(known) == len(graph)
    for kind, count in graph.outcomes().items():
        found = re.search(rf"^{identifier(kind)} == s \\in (\d+)\.\.(\d+)$", text, re.MULTILINE)
        assert found is not None
        assert int(found[2]) - int(found[1]) + 1 == count
        ended = {*range(int(found[1]), int(found[2]) + 1)}
        assert not ended & after.keys()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("holdem",), "holdem is not exported: its players do not all see the same"),
        (("russian-bank",), "its players do not all see the same"),
        (
            ("freecell", "--deal", "1", "--time", "0.3"),
            "not every state is known (cut: at",
        ),
        (
            ("freecell",),  # at once, and not after the time that exploring may take
            "freecell is not exported: not every state can be known: deal has 8.59e+09 outcomes",
        ),
        ((str(ROOT / "examples" / "kuhn_poker.py"),), "do not all see the same"),
        (("nowhere",), "no game 'nowhere'"),
    ],
)
def test_what_would_not_be_faithful_is_refused_in_one_line(
    words: tuple[str, ...], problem: str
) -> None:
    done = ludex("export", *words, "--to", "promela")
    assert (done.status, done.out) == (2, "")
    assert problem in done.err
    assert done.err.count("\n") == 1


def test_too_many_transitions_are_refused() -> None:
    graph = graph_of(PIG, goal="3", sides="3")
    assert "int s = 0;" in models.write_model(graph, "promela")
    graph.transitions = 10**6
    with pytest.raises(NotTranslated, match="more than can be listed"):
        models.write_model(graph, "promela")


def test_words_of_a_rulebook_end_no_comment_and_no_string() -> None:
    assert plain('a */ b "c" \\ (* d\n') == "a * / b 'c' ' ( * d'"
    assert identifier("Player 1 wins!") == "player_1_wins"
    assert identifier("do") == "do_"
    assert identifier("1st") == "x_1st"


def test_a_model_is_written_into_a_file(tmp_path: Path) -> None:
    out = tmp_path / "pig.tla"
    done = ludex("export", PIG, "--to", "tla", "--out", str(out))
    assert (done.status, done.out) == (0, "")
    assert out.read_text().startswith("---- MODULE Pig ----")
    again = ludex("export", PIG, "--to", "tla", "--out", str(out))
    assert again.err == f"ludex: {out} exists; --force overwrites it\n"
