"""A game without zones at the terminal: its text, letters for events, and the list of all."""

from pathlib import Path

from packages import heaps_installed
from terminal_table import Player, game_header, played


def test_a_packaged_game_without_zones_is_played_by_keys(tmp_path: Path) -> None:
    shown: list[str] = []

    async def play(player: Player) -> None:
        shown.append(player.shown())
        await player.types("a")
        await player.types("enter")
        shown.append(player.shown())
        await player.types("t")
        shown.append(player.shown())
        await player.types(*"2,9", "enter")
        shown.append(player.shown())
        await player.types("t")
        await player.types(*"2,5", "enter")
        shown.append(player.shown())

    with heaps_installed(tmp_path / "site"):
        played(tmp_path, game_header("heaps", "person"), play)
    assert "1: ooo" in shown[0]
    assert "t Take …" in shown[0]
    assert "1: oo " in shown[1]
    assert "Take: heap (a number from 1 to 3), count" in shown[2]
    assert "No: heap 2 has 5 left" in shown[3]
    assert "2: - " in shown[4]
