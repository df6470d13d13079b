"""All pictures of the tiles, as one golden file, and maps made of them.

`LUDEX_UPDATE_GOLDEN=1 pytest` writes the file anew; read the difference before you
commit it.
"""

import os
from pathlib import Path

import pytest

from ludex.games.carcassonne.formats.programs import Printed, run_draw
from ludex.games.carcassonne.rules.picture import of_tile, side_by_side
from ludex.games.carcassonne.rules.segments import ROLES, TURNED
from ludex.games.carcassonne.rules.tiles import Facing, Role, Tile, TileSet
from ludex.kernel import Unreadable

GOLDEN = Path(__file__).parent / "pictures.txt"

EXAMPLE = """\
*........**....
**......****...
*2*....*1****..
**......******.
*........******
_____....._____
_____..O.._____
_____.O1O._____
_____..O.._____
_____....._____
""".replace("_", " ")


def columns() -> list[tuple[Tile, Role]]:
    order = (Role.NONE, Role.MONK, Role.KNIGHT, Role.FARMER)
    return [
        (tile, role)
        for tile in TileSet.DOCUMENT.kinds
        for role in order
        if role is Role.NONE or role in ROLES[tile]
    ]


def sheet() -> str:
    lines = []
    for facing in Facing:
        names = (f"{tile} {facing} {'' if role is Role.NONE else role}" for tile, role in columns())
        lines.append("  ".join(f"{name:5}" for name in names).rstrip())
        pictures = [of_tile(TURNED[t][facing], role, "i") for t, role in columns()]
        lines += ["  ".join(rows) for rows in zip(*pictures, strict=True)]
        lines.append("")
    return "\n".join(lines)


@pytest.mark.requirement(
    "carcassonne.type.Art", "carcassonne.ASCII map", "carcassonne.module.ArtASCII"
)
def test_the_eleven_pictures_in_four_orientations_are_those_of_the_golden_file() -> None:
    assert len(columns()) == 11
    if os.environ.get("LUDEX_UPDATE_GOLDEN"):
        GOLDEN.write_text(sheet())
    assert sheet() == GOLDEN.read_text()


def board(tiles: str) -> str:
    return f"<board><terrain>{tiles}</terrain><scores/></board>"


def tile(letters: str, x: int, y: int, follower: str = "") -> str:
    tag = f'<tile type="{letters[0]}" x="{x}" y="{y}" orientation="{letters[1]}"'
    if not follower:
        return tag + "/>"
    player, role = follower[:-1], follower[-1]
    return f'{tag}><follower player="{player}" type="{role}"/></tile>'


def drawn(text: str) -> str:
    printed = run_draw(text)
    assert isinstance(printed, Printed)
    return printed.text


@pytest.mark.requirement("carcassonne.Draw", "carcassonne.module.ArtASCII")
def test_the_example_of_the_assignment_is_drawn_in_full_width_lines() -> None:
    tiles = (
        tile("EE", 0, 0, "1K")
        + tile("NW", 1, 0)
        + tile("BN", 0, -1, "1M")
        + tile("EW", -1, 0, "2K")
    )
    assert drawn(board(tiles)) == EXAMPLE


def test_an_empty_board_prints_nothing_at_all() -> None:
    assert drawn(board("")) == ""


@pytest.mark.requirement("carcassonne.type.Limits")
def test_the_bounds_are_those_of_the_tiles_and_need_not_hold_the_origin() -> None:
    assert drawn(board(tile("CN", 70, -30))) == "*****\n" * 5


@pytest.mark.requirement("carcassonne.ASCII map", "carcassonne.type.Player")
def test_a_follower_is_drawn_as_the_first_character_of_its_player() -> None:
    """E-CA-7: kept as the original has it."""
    assert "1" in drawn(board(tile("CN", 0, 0, "10K")))
    assert "-" in drawn(board(tile("CN", 0, 0, "-3K")))


def test_a_follower_that_the_tile_has_no_place_for_is_not_drawn() -> None:
    assert drawn(board(tile("CN", 0, 0, "1F"))) == drawn(board(tile("CN", 0, 0)))


def test_where_two_tiles_lie_on_one_place_the_first_is_drawn() -> None:
    tiles = tile("CN", 0, 0) + tile("BN", 0, 0)
    assert drawn(board(tiles)) == drawn(board(tile("CN", 0, 0)))


def test_a_map_too_large_to_draw_is_refused_in_one_line() -> None:
    printed = run_draw(board(tile("EN", 0, 0) + tile("EN", 10**9, 10**9)))
    assert isinstance(printed, Unreadable)
    assert "too large to draw" in str(printed)


def test_two_pictures_stand_side_by_side() -> None:
    assert side_by_side("ab\ncd\n", "x\n", gap=2) == "ab  x\ncd\n"
    assert side_by_side("", "x\ny\n") == "x\ny\n"
