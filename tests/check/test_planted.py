"""Mistakes of authors that random play seldom meets: planted in a right rulebook, and found."""

from pathlib import Path

import pytest

from commands import ludex
from playing import ROOT

RIGHT = (ROOT / "examples" / "tic_tac_toe.py").read_text()
TURN = "turn=lambda s: s.turn, outcome"


def checked(folder: Path, before: str, after: str) -> str:
    assert before in RIGHT
    file = folder / "planted.py"
    file.write_text(RIGHT.replace(before, after))
    return ludex("check", str(file)).out


PLANTED = {
    "candidates that leave out a legal event": (
        TURN,
        "speed=__import__('ludex.kernel').kernel.Speed("
        f"candidates=lambda s: (Mark(i) for i in range(1, 9))), {TURN}",
        "mark(9): it is legal, and the candidates leave it out",
    ),
    "a turn of nobody": (
        TURN,
        "turn=lambda s: Seat(2), outcome",
        "the player on turn is seat 2, and there is no such seat",
    ),
    "a turn of nobody in a rare state": (
        TURN,
        "turn=lambda s: Seat(5) if s.cells[:5] == (0, 1, 0, 1, 1) else s.turn, outcome",
        "the player on turn is seat 5, and there is no such seat",
    ),
    "a winner who does not play": (
        "return won(Seat(1 - s.turn)",
        "return won(Seat(3 - s.turn)",
        "the winner is seat 2, and there is no such seat",
    ),
    "a text that raises": (
        'text=lambda s: "{}',
        'text=lambda s: 1 // (s.cells.count(None) - 4) and "" or "{}',
        "crash: ZeroDivisionError",
    ),
    "a property that does not hold": (
        TURN,
        f'always={{"few marks": lambda s: s.cells.count(None) > 6}}, {TURN}',
        "'few marks' does not hold",
    ),
    "a contract that is broken": (
        "    def apply(self",
        "    def ensures(self, s: State, t: State) -> Guards:\n"
        '        yield t.cells.count(None) > 5 or "at most three marks"\n\n    def apply(self',
        "mark(4) breaks 'at most three marks'",
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_mistake_is_found_and_the_states_are_explored(name: str, tmp_path: Path) -> None:
    before, after, told = PLANTED[name]
    out = checked(tmp_path, before, after)
    assert told in out
    assert "not explored" not in out
    assert "something is wrong" in out


def test_a_right_rulebook_is_not_accused() -> None:
    out = ludex("check", str(ROOT / "examples" / "tic_tac_toe.py")).out
    assert "complete; nothing wrong was found" in out


def test_no_law_is_said_to_be_kept_above_a_random_game_that_went_wrong(tmp_path: Path) -> None:
    before, after, _ = PLANTED["a contract that is broken"]
    assert "kept in random games, seed 1; and a random game went wrong" in checked(
        tmp_path, before, after
    )
