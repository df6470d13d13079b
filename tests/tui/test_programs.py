"""Programs at the drawn table: when one fails the screen says so, and nothing is lost."""

import asyncio
from pathlib import Path

import pytest

from foreign_programs import FIRST, program
from ludex.cli.terminal.services import make_services
from ludex.kernel import Seat, Unreadable
from ludex.play.protocol.log import Header
from ludex.play.saved import Saved, read_saved
from ludex.play.seating import Sitting, resume_game
from ludex.players.finder import find_player
from ludex.tui.table.dialogs import Page
from playing import ROOT
from terminal_table import LARGE, Player, named, sitting_at

TIC_TAC_TOE = str(ROOT / "tests" / "tui" / "without_a_scene.py")


def sat_with(folder: Path, who: str, seconds: float) -> Sitting:
    header = Header(TIC_TAC_TOE, 1, ("person", who), "")
    sat = make_services(folder, 0, named(header)).sit(header)
    assert isinstance(sat, Sitting)
    hurried = find_player(sat.table.game, who, seconds=seconds)
    assert not isinstance(hurried, Unreadable)
    sat.table.bots = {Seat(1): hurried}
    return sat


async def failing(player: Player) -> None:
    """Until the screen says that the program has failed."""
    await player.waits_for(lambda: isinstance(player.app.screen, Page))


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ('sys.exit("out of ideas")', "status 1 (out of ideas)"),
        pytest.param("time.sleep(60)", "took too long", marks=pytest.mark.slow),
        ('print("bestmove mark(12)", flush=True)', "mark(12) is refused"),
    ],
    ids=["crash", "hang", "illegal"],
)
def test_a_program_that_fails_is_told_and_the_game_is_resumed(
    tmp_path: Path, answer: str, words: str
) -> None:
    async def script() -> None:
        saves = tmp_path / "saves"
        who = f"cmd:{program(tmp_path, answer)}"
        sat = sat_with(saves, who, 0.5)
        async with sitting_at(saves, sat, LARGE) as player:
            player.app.simulate_key("1")
            await failing(player)
            shown = " ".join(player.shown().replace("│", " ").split())
            assert "A program has failed" in shown
            assert "player 2 cannot move" in shown
            assert words in shown
            await player.types("escape")
            assert words in player.said or player.said.endswith("…")
            await player.types("u")  # a person may take it back, and move again
            assert sat.table.turn == Seat(0)
            player.app.simulate_key("5")
            await failing(player)
            program(tmp_path, FIRST)  # its author has mended it
            player.app.simulate_key("enter")
            await player.waits_for(lambda: sat.table.history.length == 2)
            player.app.simulate_key("q")
            await player.waits_for(lambda: not player.app.is_running)
        (path,) = saves.glob("*.jsonl")
        saved = read_saved(path)
        assert isinstance(saved, Saved)
        again = resume_game(sat.table.game, saved, outside=True)
        assert isinstance(again, Sitting)
        assert [str(event) for event in again.table.history.journal] == [
            "mark(5)", "mark(1)",
        ]  # fmt: skip
        again.leave()

    asyncio.run(script())


def test_a_function_that_fails_is_told_as_a_program_is(tmp_path: Path) -> None:
    async def script() -> None:
        mine = tmp_path / "mine.py"
        mine.write_text("def choose(view, dice):\n    return 1 / 0\n")
        saves = tmp_path / "saves"
        sat = sat_with(saves, f"{mine}:choose", 5)
        async with sitting_at(saves, sat, LARGE) as player:
            player.app.simulate_key("1")
            await failing(player)
            assert "ZeroDivisionError" in " ".join(player.shown().split())

    asyncio.run(script())
