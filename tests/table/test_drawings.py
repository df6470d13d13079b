"""Drawings that a game brings along: SVG for the browser, signs for the terminal."""

import re
from pathlib import Path

import pytest

from ludex.server.game_list import GameList
from ludex.table import Drawing, Piece, Place, Scene
from ludex.tui.drawing.glyphs import add_signs
from playing import ROOT
from serving import server
from terminal_table import Player, game_header, played

DRAWN = """
from dataclasses import replace
from ludex.table import Drawing, Looks, Piece, Place

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="1"/></svg>'
drawings = {"stone": Drawing(svg=SVG, sign="●"), "heap": Drawing(sign="▲")}
game = replace(game, looks=Looks(drawings=drawings, zones=lambda s, seat: (
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
        assert offered["drawings"] == ["stone", "heap"]
        path = f"/api/games/{offered['name']}/drawings"
        assert web.get(f"{path}/stone").startswith("<svg ")
        assert ">▲</text>" in web.get(f"{path}/heap")
        assert web.refused(f"{path}/pile") == (404, "There is no such drawing.")
        with web.table(game=offered["name"], seats=["me", "friend"]) as me:
            assert me.see()["game"]["drawings"] == ["stone", "heap"]


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


@pytest.mark.parametrize(
    ("inside", "problem"),
    [
        ("<script>alert(1)</script>", "the element script is not allowed"),
        ('<g onclick="alert(1)"/>', "the attribute onclick is not allowed"),
        ('<g style="fill: red"/>', "the attribute style is not allowed"),
        ('<image href="https://example.org/a.png"/>', "the element image is not"),
        ('<use href="https://example.org/#a"/>', "href refers to something outside"),
        ('<rect fill="url(https://example.org/#a)"/>', "fill refers to something out"),
        ("<foreignObject/>", "the element foreignObject is not allowed"),
        ("<g>", "it is no XML"),
    ],
)
def test_a_picture_that_does_more_than_draw_is_refused(inside: str, problem: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{inside}</svg>'
    with pytest.raises(TypeError, match=re.escape(problem)):
        Drawing(svg=svg)


def test_a_picture_may_use_its_own_parts() -> None:
    inside = '<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{inside}</svg>'
    assert Drawing(svg=svg).picture == svg


def test_a_picture_has_no_declarations_and_a_viewbox() -> None:
    for svg in ('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "<svg/>"):
        with pytest.raises(TypeError, match="a drawing is refused"):
            Drawing(svg=svg)
