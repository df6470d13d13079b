"""Faults of rulebooks are found and told in a line: never a traceback, never silence."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import pytest

from commands import Done, ludex
from ludex.check.simulate import find_circle
from ludex.cli.arguments.rulebooks import load_file
from ludex.kernel import Fault, History
from ludex.kernel.promises import changeable
from ludex.registry import load
from ludex.registry.shipped import GAMES

FAULTY = Path(__file__).parent / "faulty"


def faulty(name: str) -> str:
    return str(FAULTY / f"{name}.py")


def simulated(name: str, *more: str) -> Done:
    done = ludex("simulate", faulty(name), "--seed", "1", *more)
    assert "Traceback" not in done.out + done.err
    return done


def one_line(done: Done) -> str:
    """The last line, which complains, with the status of a failed check."""
    assert done.status == 1, done.err
    assert "Traceback" not in done.err
    *_, line = done.err.splitlines()
    assert line.startswith("ludex: a bug in the rulebook: ")
    return line.removeprefix("ludex: a bug in the rulebook: ")


# -- states that change ------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("changing", "Pile is a dataclass that can change: write @dataclass(frozen=True)"),
        ("listing", "Row.stones is a list: make it a tuple"),
    ],
)  # fmt: skip
def test_a_state_that_could_change_is_told_before_anything_is_played(
    name: str, problem: str
) -> None:
    done = simulated(name, "--games", "5")
    assert done.status == 1
    assert f"a state must be a value that never changes, but {problem}" in done.out
    game = load_file(Path(faulty(name))).game
    with pytest.raises(Fault, match="never changes"):
        History(game, game.start()).play(game.events[0]())
    typed = ludex("play", faulty(name), "--plain", stdin="take\nundo\n")
    assert problem in one_line(typed)


def test_a_state_that_changes_although_it_looks_like_a_value_is_caught() -> None:
    report = json.loads(simulated("sly", "--games", "3", "--json").out)
    assert "take: it changes the state it is applied to" in report["breach"]["problem"]
    assert report["breach"]["script"] == ["take"] * 3


def test_values_are_told_from_what_can_change() -> None:
    @dataclass(frozen=True)
    class Cell:
        stones: tuple[object, ...]
        seen: list[int] = field(default_factory=list, compare=False)

    class Board:
        pass

    class Hand(NamedTuple):
        cards: object

    assert changeable(Cell((1, "a", None, frozenset({2})))) is None
    assert changeable(Cell(({},))) == ("a part of Cell.stones is a dict: make it a tuple of pairs")
    assert changeable(Hand({1})) == "Hand.cards is a set: make it a frozenset"
    assert changeable(Hand(Board())) == (
        "Hand.cards is a Board, which is not compared by its contents"
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_states_of_our_games_are_values(name: str) -> None:
    assert changeable(load(name).start()) is None


# -- guards and effects that raise --------------------------------------------------


def test_a_guard_that_raises_is_named_with_its_script_and_position() -> None:
    done = simulated("raising")
    assert done.status == 1
    assert "violation  take(1): guard 2 raises KeyError: 3 (raising.py, line 21)" in (done.out)
    report = json.loads(simulated("raising", "--json").out)
    breach = report["breach"]
    assert breach["position"] == "stones=3"
    assert breach["script"][-1].startswith("take(")
    script = "\n".join(breach["script"])
    again = ludex("run", faulty("raising"), "-", stdin=script)
    assert "guard 2 raises KeyError: 3 (raising.py, line 21)" in one_line(again)


def test_table_play_says_in_a_line_that_a_guard_raises() -> None:
    for command in ("play", "shell"):
        done = ludex(command, faulty("raising"), stdin="take(3)\ntake(1)\ntake(1)\n")
        assert "take(1): guard 2 raises KeyError: 3" in one_line(done)


def test_an_effect_that_raises_is_named() -> None:
    report = json.loads(simulated("breaking", "--json").out)
    problem = report["breach"]["problem"]
    assert problem.startswith("halve: its effect raises ZeroDivisionError: ")
    assert problem.endswith("(breaking.py, line 16)")
    done = ludex("run", faulty("breaking"), "-", stdin="halve\n")
    assert "halve: its effect raises ZeroDivisionError" in one_line(done)


def test_any_other_part_of_a_game_file_that_raises_is_a_line_too() -> None:
    done = ludex("run", faulty("breaking"), "-", stdin="show\n")
    assert one_line(done) == (
        "breaking.py, line 33, in <lambda>: ZeroDivisionError: integer division or modulo by zero"
    )


# -- guards that are too strong ------------------------------------------------------


def test_a_game_that_nobody_can_leave_fails_and_is_left_early() -> None:
    done = simulated("strong", "--games", "50")
    assert done.status == 1
    assert "failed     none of the games ended" in done.out
    assert "only 2 positions can be reached" in done.out
    report = json.loads(simulated("strong", "--games", "50", "--json").out)
    assert report["ended"] == 0
    assert report["circling"] == 50
    assert report["circle"]["positions"] == 2
    assert report["events"] <= 50 * 64
    assert report["failures"] == ["none of the games ended"]


def test_what_never_happens_in_a_hundred_games_fails() -> None:
    few = simulated("half_strong", "--games", "99")
    assert few.status == 0
    assert "never, though it should sometimes: tails" in few.out
    enough = simulated("half_strong", "--games", "100")
    assert enough.status == 1
    assert "failed     never, though it should sometimes: tails" in enough.out


def test_a_game_from_which_an_end_can_be_reached_goes_in_no_circle() -> None:
    solitaire = load("chess-solitaire").unchecked()
    assert find_circle(solitaire, solitaire.start(), 1000) is None
    rooms = load_file(Path(faulty("strong"))).game
    assert find_circle(rooms, rooms.start(), 2) == 2
    assert find_circle(rooms, rooms.start(), 1) is None


@pytest.mark.parametrize(
    "name",
    [
        "chess-solitaire",
        "fighting",
        pytest.param("carcassonne", marks=pytest.mark.slow),
        pytest.param("holdem", marks=pytest.mark.slow),
    ],
)
def test_a_hundred_games_of_ours_show_everything(name: str) -> None:
    done = ludex("simulate", name, "--games", "100", "--seed", "2")
    assert done.status == 0, done.out


# -- domains ---------------------------------------------------------------------------


def test_a_field_without_a_domain_is_told_with_the_domains_there_are() -> None:
    for command in ("rules", "simulate", "play"):
        done = ludex(command, faulty("floating"))
        assert done.status == 2
        assert done.err.startswith(f"ludex: {faulty('floating')}: TypeError: ")
        assert "Bet.amount: float has no domain; the type of a field may be" in done.err
        for domain in ("Whole(1, 8)", "bool", "Seat", "Enum", "Several", "Card"):
            assert domain in done.err
        assert done.err.count("\n") == 1


def test_a_state_that_cannot_be_written_is_told_with_what_can() -> None:
    assert simulated("weighing", "--games", "3").status == 0
    done = ludex("run", faulty("weighing"), "-", "--json", stdin="add\n")
    line = one_line(done)
    assert line.startswith("State.weight: float cannot stand in a position line; ")
    assert "give the game a `notation`" in line
