"""`ludex review`: a saved game or a script, looked back at."""

import json
from pathlib import Path

from commands import ludex

SCRIPT = "mark(1)\nmark(5)\nmark(2)\nmark(9)\nmark(3)\n"
GAME = "examples/tic_tac_toe.py"


def test_a_script_is_reviewed_for_people_machines_and_as_a_drawing(
    tmp_path: Path,
) -> None:
    script, drawing = tmp_path / "game.txt", tmp_path / "graph.svg"
    script.write_text(SCRIPT)
    done = ludex(
        "review", str(script), "--game", GAME, "--playouts", "400", "--svg", str(drawing)
    )  # fmt: skip
    assert done.status == 0, done.err
    assert "  4. player 2: mark(9) lost " in done.out
    assert "better was mark(3)" in done.out
    assert "▁▁▁▁▁█" in done.out
    assert drawing.read_text().count("<polyline") == 2
    found = json.loads(ludex("review", str(script), "--game", GAME, "--json").out)
    assert found["over"]
    assert [seat["seat"] for seat in found["seats"]] == [1, 2]
    assert len(found["moves"]) == 5
    assert len(found["seats"][0]["standing"]) == 6


def test_a_saved_game_that_is_not_over_is_reviewed_from_the_persons_side(
    tmp_path: Path,
) -> None:
    begun = ludex(
        "play", "holdem", "--players", "2", "--bot", "random@2", "--plain", "--seed", "1",
        "--save-dir", str(tmp_path), stdin="call\ncheck\n",
    )  # fmt: skip
    assert begun.status == 0, begun.err
    (saved,) = tmp_path.glob("*.jsonl")
    done = ludex("review", str(saved), "--playouts", "8", "--json")
    assert done.status == 0, done.err
    found = json.loads(done.out)
    assert not found["over"]
    assert [seat["seat"] for seat in found["seats"]] == [1]
    assert {move["seat"] for move in found["moves"]} <= {1}
    other = ludex("review", str(saved), "--seat", "2")
    assert (other.status, other.out) == (2, "")
    assert "the game is not over, and a bot sits there" in other.err


def test_in_a_solitaire_a_solver_names_the_move_that_lost(tmp_path: Path) -> None:
    script = tmp_path / "game.txt"
    script.write_text(
        "setup_chess(N,1,2)\nsetup_chess(Q,2,2)\nsetup_chess(R,2,4)\nsetup_chess(P,3,1)\n"
        "start_game\nmove_and_capture(2,4,2,2)\n"
    )
    done = ludex("review", str(script), "--game", "chess-solitaire")
    assert done.status == 0, done.err
    assert "by a solver that looks at every position" in done.out
    assert "6. player 1: move_and_capture(2,4,2,2) lost 1.0; better was " in done.out
    found = json.loads(ludex("review", str(script), "--game", "chess-solitaire", "--json").out)
    assert found["seats"][0]["standing"] == [0.5, 0.5, 0.5, 0.5, 0.5, 1.0, 0.0]
    assert found["seats"][0]["lost"] == 1.0


def test_a_game_of_freecell_is_looked_back_at(tmp_path: Path) -> None:
    begun = ludex(
        "play", "freecell", "--deal", "617", "--plain", "--save-dir", str(tmp_path),
        stdin="hint\nhint\nhint\nquit\n",
    )  # fmt: skip
    assert begun.status == 0, begun.err
    (saved,) = tmp_path.glob("*.jsonl")
    done = ludex("review", str(saved))
    assert done.status == 0, done.err
    assert done.out.splitlines()[0].endswith("not over; by the FreeCell solver")
    assert done.out.endswith("No move was clearly a mistake.\n")


def test_what_cannot_be_reviewed_is_one_line_and_status_2(tmp_path: Path) -> None:
    script = tmp_path / "game.txt"
    script.write_text("mark(1)\nmark(1)\n")
    for words, arguments in {
        "mark(1) is refused": [str(script), "--game", GAME],
        "no saved game 'nothing'": ["nothing"],
        "the seats are 1 to 2": [str(script), "--game", GAME, "--seat", "3"],
    }.items():
        if words.startswith("the seats"):
            script.write_text("mark(1)\n")
        done = ludex("review", *arguments)
        assert (done.status, done.out) == (2, "")
        assert words in done.err
        assert done.err.count("\n") == 1
