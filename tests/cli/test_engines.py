"""`ludex simulate --engine` and `ludex check --engine compiled`, as users run them."""

import json
from pathlib import Path

import pytest

from commands import ludex
from playing import ROOT

EIGHT = "NP.Q/.R.B/K.N./.P.."
STARTS = {
    "chess-solitaire": ("--position", EIGHT),
    "freecell": (),
    "holdem": (),
    "carcassonne": ("--preset", "base"),
    "russian-bank": ("--preset", "seed"),
}


@pytest.mark.parametrize("name", STARTS)
def test_many_games_come_to_statistics_that_repeat(name: str) -> None:
    words = ("simulate", name, *STARTS[name], "--engine", "--games", "2,000")
    one, two = (
        ludex(*words, "--seed", "5", "--jobs", jobs, "--json") for jobs in ("1", "2")
    )
    first, second = json.loads(one.out), json.loads(two.out)
    for told in (first, second):
        assert told["engine"] == "cpu"
        assert told.pop("cpu_seconds") > 0
        assert told.pop("seconds") > 0
    assert first == second
    assert first["games"] == 2_000
    assert sum(first["outcomes"].values()) == 2_000
    assert first["length"]["longest"] >= first["length"]["mean"]
    assert all(score["margin"] >= 0 for score in first["scores"])


def test_what_is_printed_has_margins() -> None:
    done = ludex("simulate", "holdem", "--engine", "--games", "10^3", "--seed", "1")
    assert done.status == 0
    assert done.out.startswith("holdem: 1,000 hands, seed 1, engine on cpu: 1,000")
    assert "score      player 6: " in done.out
    assert " ± " in done.out
    assert "hands per CPU second" in done.out


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_lengths_and_scores_are_drawn(tmp_path: Path, suffix: str) -> None:
    picture = tmp_path / f"games.{suffix}"
    words = (
        "simulate",
        "carcassonne",
        "--preset",
        "base",
        "--engine",
        "--games",
        "200",
    )
    assert ludex(*words, "--picture", str(picture)).status == 0
    assert picture.stat().st_size > 5_000


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ((str(ROOT / "examples" / "pig.py"), "--engine"), "there is no engine of pig"),
        (
            ("russian-bank", "--engine", "--option", "enforcement=stop"),
            "plays where faults are refused (enforcement=block or remind), not with",
        ),
        (("freecell", "--engine", "--games", "0"), "expected from 1 to"),
        (("freecell", "--engine", "--games", "many"), "expected a number of games"),
        (("freecell", "--engine", "--games", "9^99"), "expected from 1 to"),
        (
            ("freecell", "--engine", "--device", "tpu"),
            "--device is cpu or gpu, not tpu",
        ),
        (("freecell", "--device", "gpu"), "are for --engine"),
        (("freecell", "--picture", "x.png"), "are for --engine"),
        (("freecell", "--engine", "--picture", "x.txt"), "a .png or a .svg file"),
        (("freecell", "--engine", "--picture", "no/x.png"), "there is no such folder"),
        (
            ("freecell", "--engine", "--option", "packs=2", "--option", "columns=10"),
            "one pack and seven columns or more, not with 2 and 10",
        ),
    ],
)
def test_bad_use_is_one_line(words: tuple[str, ...], line: str) -> None:
    done = ludex("simulate", *words)
    assert done.status == 2
    assert line in done.err
    assert done.err.count("\n") == 1


def test_compiled_engines_are_proved_by_the_command() -> None:
    words = ("check", "chess-solitaire", "--engine", "compiled")
    done = ludex(*words, "--start", EIGHT)
    assert done.status == 0
    assert "1,685 states compared" in done.out
    assert "proved equal" in done.out
    done = ludex("check", "freecell", "--engine", "compiled", "--states", "50")
    assert "no difference found" in done.out


def test_an_engine_that_is_not_there_is_named_with_those_that_are() -> None:
    done = ludex("check", "carcassonne", "--engine", "steam")
    assert done.status == 2
    assert "no engine 'steam' of carcassonne; there are: listing, compiled" in done.err


def test_the_example_of_the_page_runs() -> None:
    page = (ROOT / "docs" / "engines.md").read_text()
    blocks = page.split("```python\n")[1:]
    assert blocks
    for block in blocks:
        exec(block.split("```")[0], {})
