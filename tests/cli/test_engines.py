"""`ludex simulate --engine` and `ludex check --engine compiled`, as users run them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from commands import ludex
from pages import blocks
from playing import ROOT

EIGHT = "NP.Q/.R.B/K.N./.P.."
HANDS = ("--preset", "one_hand", "--option", "hands=40")
STARTS = {
    "chess-solitaire": ("--position", EIGHT),
    "freecell": (),
    "holdem": HANDS,
    "carcassonne": ("--preset", "base"),
    "russian-bank": (),
}
"""Tables that tests of the engines play too: compiling another one takes up to 40 seconds."""


@pytest.mark.parametrize(
    "name",
    [
        "chess-solitaire",
        *(pytest.param(name, marks=pytest.mark.slow) for name in [*STARTS][1:]),
    ],
)
def test_many_games_come_to_statistics_that_repeat(name: str) -> None:
    words = ("simulate", name, *STARTS[name], "--engine", "--games", "2,000")
    one, two = (ludex(*words, "--seed", "5", "--jobs", jobs, "--json") for jobs in ("1", "2"))
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


def test_games_that_are_cut_off_are_told_and_count_for_nothing_else() -> None:
    words = ("simulate", "chess-solitaire", "--position", EIGHT, "--engine")
    few = (*words, "--games", "500", "--seed", "5", "--max-events", "5")
    told = json.loads(ludex(*few, "--json").out)
    cut = told["cut_off"]["too_long"]
    assert 0 < cut < 500
    assert told["cut_off"]["no_room"] == 0
    assert told["ended"] == 500 - cut
    assert told["outcomes"]["cut off"] == cut
    assert told["length"]["longest"] <= 5
    done = ludex(*few)
    assert f"{500 - cut:,} ended, {cut:,} cut off" in done.out
    assert f"cut off    {cut:,} after 5 moves (the limit)" in done.out
    assert "moves, of the games that ended" in done.out


def test_games_without_room_in_the_engine_are_told_apart() -> None:
    empty = ("empty_house_takes=nothing", "stalemate=third_repetition")
    options = [word for option in empty for word in ("--option", option)]
    words = ("simulate", "russian-bank", "--engine", "--games", "100", "--seed", "1")
    told = json.loads(ludex(*words, *options, "--json").out)
    cut = told["cut_off"]["no_room"]
    assert 0 < cut < 100
    assert told["ended"] + cut + told["cut_off"]["too_long"] == 100
    assert sum(told["outcomes"].values()) == 100
    done = ludex(*words, *options)
    assert f"cut off    {cut:,} because the engine had no space" in done.out


def test_where_no_game_ended_there_are_no_means(tmp_path: Path) -> None:
    words = ("simulate", "chess-solitaire", "--position", EIGHT, "--engine")
    few = (*words, "--games", "50", "--seed", "1", "--max-events", "1")
    told = json.loads(ludex(*few, "--json").out)
    assert told["ended"] == 0
    assert told["outcomes"] == {"cut off": 50}
    assert told["scores"] == [{"mean": None, "margin": None}]
    assert told["length"] == {"mean": None, "median": None, "longest": None}
    assert told["events"] == 50
    picture = tmp_path / "none.svg"
    done = ludex(*few, "--picture", str(picture))
    assert done.status == 0
    assert "0 ended, 50 cut off" in done.out
    assert "score " not in done.out
    assert "no game ended" in picture.read_text() or picture.stat().st_size > 1_000


def test_what_is_printed_has_margins() -> None:
    words = ("simulate", "holdem", *HANDS, "--engine")
    done = ludex(*words, "--games", "10^3", "--seed", "1")
    assert done.status == 0
    assert done.out.startswith("holdem: 1,000 hands, seed 1, engine on cpu: 1,000")
    assert "score      player 6: " in done.out
    assert re.search(r"score      player 1: -?[\d.]+ ± [\d.]+\n", done.out)
    assert re.search(r"length     mean [\d.]+ ± [\d.]+, median ", done.out)
    assert re.search(r" player 1 wins, [\d.]+ % \([\d.]+ to [\d.]+\)\n", done.out)
    assert "hands per CPU second" in done.out


def test_lengths_and_scores_are_drawn(tmp_path: Path) -> None:
    for suffix in ("png", "svg"):
        picture = tmp_path / f"games.{suffix}"
        words = ("simulate", "holdem", *HANDS, "--engine", "--games", "200")
        assert ludex(*words, "--picture", str(picture)).status == 0, suffix
        assert picture.stat().st_size > 5_000, suffix


def test_bad_use_is_one_line() -> None:
    for words, line in [
        (
            ("fighting", "--engine"),
            "fighting begins with a chance event that has too many outcomes",
        ),
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
    ]:
        done = ludex("simulate", *words)
        assert done.status == 2, words
        assert line in done.err, words
        assert done.err.count("\n") == 1, words


def test_without_numba_one_line_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['numba'] = None; from ludex.cli import main; "
        "sys.argv = ['ludex', 'simulate', 'freecell', '--engine']; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert 'need Numba: pip install "ludex[fast]"' in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_a_gpu_one_line_says_what_it_takes() -> None:
    done = ludex("simulate", "freecell", "--engine", "--device", "gpu")
    if done.status:  # there is none here
        assert done.status == 2
        assert "GPU" in done.err or "CUDA" in done.err
        assert done.err.count("\n") == 1


def test_compiled_engines_are_proved_by_the_command() -> None:
    words = ("check", "chess-solitaire", "--engine", "compiled")
    done = ludex(*words, "--start", EIGHT)
    assert done.status == 0
    assert "1,685 states compared" in done.out
    assert "proved equal" in done.out
    done = ludex(*words, "--start", EIGHT, "--states", "50")
    assert "no difference found" in done.out


@pytest.mark.slow
def test_a_game_that_is_dealt_is_compared_by_the_command() -> None:
    done = ludex("check", "freecell", "--engine", "compiled", "--states", "50")
    assert "no difference found" in done.out


STEPS = ("check", "chess-solitaire", "--start", EIGHT, "--engine")


def test_random_games_are_followed_for_as_many_steps_as_one_likes() -> None:
    words = (*STEPS, "compiled", "--steps", "200", "--json")
    alone, together = (
        json.loads(ludex(*words, "--workers", workers).out) for workers in ("1", "2")
    )
    assert alone == together
    assert 200 <= alone["steps"] < 210
    assert alone["difference"] is None
    assert alone["games"] > 20
    assert alone["next"] == 200
    done = ludex(*STEPS, "compiled", "--steps", "10^2", "--seed", "7", "--thorough")
    assert done.status == 0
    assert "random games compared, from seed 7" in done.out
    assert "every legal move (the guards)" in done.out
    assert "verdict    no difference found" in done.out


def test_steps_are_for_compiled_engines() -> None:
    for words, line in [
        ((*STEPS, "listing", "--steps", "5"), "--steps is for --engine compiled"),
        ((*STEPS[:-1], "--steps", "5"), "--steps is for --engine compiled"),
        ((*STEPS, "compiled", "--steps", "some"), "expected a number of steps"),
        (
            (
                "check",
                "fighting",
                "--engine",
                "compiled",
                "--steps",
                "5",
            ),
            "fighting begins with a chance event that has too many outcomes",
        ),
    ]:
        done = ludex(*words)
        assert done.status == 2, words
        assert line in done.err, words


def test_an_engine_that_is_not_there_is_named_with_those_that_are() -> None:
    done = ludex("check", "carcassonne", "--engine", "steam")
    assert done.status == 2
    assert "no engine 'steam' of carcassonne; there are: listing, compiled, derived" in done.err


@pytest.mark.parametrize(
    "number",
    [0, pytest.param(1, marks=pytest.mark.slow)],
    ids=["whole", "side by side"],
)
def test_the_examples_of_the_page_run(number: int) -> None:
    """The second compiles all loops of hold'em; `tests/compile/test_many_games.py` calls those of smaller games."""
    examples = blocks((ROOT / "docs" / "engines.md").read_text(), "python")
    assert len(examples) == 2
    exec(examples[number], {})
