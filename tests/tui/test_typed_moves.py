"""The drawn table: moves as players write them, what one's hand is worth, choices once."""

from pathlib import Path

from ludex.tui.table.dialogs import Chooser, WordDialog
from terminal_table import LARGE, Player, game_header, played


def journal(player: Player) -> list[str]:
    return [str(event) for event in player.table.table.history.journal]


def test_a_digit_begins_a_move_as_players_write_it(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.types("3")
        assert isinstance(player.app.screen, WordDialog)
        await player.types("a", "enter")
        assert journal(player)[-1] == "move_game_to_free(2,0)"
        before = journal(player)
        await player.types("colon")
        await player.types("a", "b", "enter")
        assert player.said.startswith("No: ")
        await player.types("colon")
        await player.types("escape")
        assert journal(player) == before

    played(tmp_path, game_header("freecell", seed=1), script)


def test_the_line_above_the_table_says_what_the_own_hand_is_worth(
    tmp_path: Path,
) -> None:
    async def script(player: Player) -> None:
        assert "You have " in player.shown().splitlines()[0]

    played(tmp_path, game_header("holdem", *["greedy"] * 5), script, LARGE)


def test_a_tile_that_lies_four_ways_alike_is_offered_once(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        table = player.table
        cloisters = [g for g in table.scene.gestures if g.words.startswith("Lay clo")]
        assert len(cloisters) > 3
        await player.makes_by_words(cloisters[0].words)
        assert not isinstance(player.app.screen, Chooser)

    drawn = "scores=0:0 next=B tiles=E,N,0,0"
    header = game_header("carcassonne", "person", position=drawn)
    played(tmp_path, header, script)
