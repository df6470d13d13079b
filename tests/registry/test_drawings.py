"""Drawings that a game brings along: SVG for the browser, signs for the terminal."""

from pathlib import Path

import pytest

from ludex.server.game_list import GameList
from ludex.table import Piece, Place, Scene
from ludex.tui.drawing.glyphs import add_signs
from playing import ROOT
from serving import server
from terminal_table import Player, game_header, played

DRAWN = """
from dataclasses import replace
from ludex.table import Looks, Piece, Place, Zone
from ludex.registry import Companion, Drawing

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="1"/></svg>'
companion = Companion(drawings={"stone": Drawing(svg=SVG, sign="●")})
game = replace(game, looks=Looks(zones=lambda s, seat: (
    Place("a", "the board", 0, 0, look="").holding((Piece("p", "stone:red", "a stone"),)),
)))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "drawn.py"
    found.write_text((ROOT / "examples" / "tic_tac_toe.py").read_text() + DRAWN)
    return found


def test_a_browser_is_told_which_looks_have_pictures_and_gets_them(
    file: Path, tmp_path: Path
) -> None:
    games = GameList([str(file)])
    with server(f"sqlite:///{tmp_path}/games.db", games=games) as web:
        (offered,) = web.get("/api/games")
        assert offered["drawings"] == ["stone"]
        path = f"/api/games/{offered['name']}/drawings"
        assert web.get(f"{path}/stone").startswith("<svg ")
        assert web.refused(f"{path}/heap") == (404, "There is no such drawing.")
        with web.table(game=offered["name"], seats=["me", "friend"]) as me:
            assert me.see()["game"]["drawings"] == ["stone"]


def test_a_terminal_shows_the_sign(file: Path, tmp_path: Path) -> None:
    async def look(player: Player) -> None:
        assert "●" in player.shown()
        assert "a stone" not in player.shown()

    played(tmp_path, game_header(str(file), "person"), look)


def test_pieces_without_a_sign_stay_as_they_are() -> None:
    pieces = (Piece("p", "card:QS", "queen"), Piece("q", "stone:red", "a stone"))
    scene = Scene((Place("a", "a", 0, 0, look="").holding(pieces),), (), "")
    looks = [p.look for p in add_signs(scene, {"stone": "●"}).zones[0].pieces]
    assert looks == ["card:QS", "sign:●"]
    assert add_signs(scene, {}) is scene
