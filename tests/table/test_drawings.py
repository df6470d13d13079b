"""Drawings that a game brings along: SVG for the browser, signs for the terminal."""

import re
from pathlib import Path
from urllib.request import urlopen

import pytest

from ludex.server.game_list import GameList
from ludex.table import Drawing, Piece, Scene, TablePlace
from ludex.tui.drawing.glyphs import add_signs
from playing import ROOT
from serving import server
from terminal_table import Player, game_header, played

DRAWN = """
from dataclasses import replace
from ludex.table import Drawing, Looks, Piece, TablePlace

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="1"/></svg>'
drawings = {"stone": Drawing(svg=SVG, sign="●"), "heap": Drawing(sign="▲"), "wall": Drawing(svg=SVG.replace("1 1", "4 1"))}
game = replace(game, looks=Looks(drawings=drawings, zones=lambda s, seat: (
    TablePlace("a", "the board", 0, 0, look="").holding((Piece("p", "stone:red", "a stone"),)),
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
        assert offered["drawings"] == ["stone", "heap", "wall"]
        assert offered["aspects"] == {"wall": 0.25}
        path = f"/api/games/{offered['name']}/drawings"
        assert web.get(f"{path}/stone").startswith("<svg ")
        assert ">▲</text>" in web.get(f"{path}/heap")
        with urlopen(f"{web.address}{path}/stone", timeout=10) as answer:
            assert "sandbox" in answer.headers["content-security-policy"]
        assert web.refused(f"{path}/pile") == (404, "There is no such drawing.")
        with web.table(game=offered["name"], seats=["me", "friend"]) as me:
            told = me.see()["game"]
            assert told["drawings"] == ["stone", "heap", "wall"]
            assert told["aspects"] == {"wall": 0.25}


def test_a_terminal_shows_the_sign(file: Path, tmp_path: Path) -> None:
    async def look(player: Player) -> None:
        assert "●" in player.shown()
        assert "a stone" not in player.shown()

    played(tmp_path, game_header(str(file), "person"), look)


def test_pieces_without_a_sign_stay_as_they_are() -> None:
    pieces = (Piece("p", "card:QS", "queen"), Piece("q", "stone:red", "a stone"))
    scene = Scene((TablePlace("a", "a", 0, 0, look="").holding(pieces),), (), "")
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
        ('<rect fill="URL(https://example.org/#a)"/>', "fill refers to something outside"),
        (r'<rect fill="u\72l(https://example.org/#a)"/>', "fill refers to something outside"),
        ("<rect fill=\"image-set('a.png' 1x)\"/>", "fill refers to something outside"),
        ('<a href="javascript:alert(1)"/>', "the element a is not allowed"),
        ('<set attributeName="href" to="javascript:alert(1)"/>', "the element set is not"),
        ('<use xlink:href="#a" xmlns:xlink="http://www.w3.org/1999/xlink"/>', "the attribute {"),
        ('<use href="data:image/svg+xml,&lt;svg/&gt;"/>', "href refers to something outside"),
        ("<foreignObject/>", "the element foreignObject is not allowed"),
        ("<g>", "it is not XML"),
    ],
)
def test_a_picture_that_does_more_than_draw_is_refused(inside: str, problem: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{inside}</svg>'
    with pytest.raises(TypeError, match=re.escape(problem)):
        Drawing(svg=svg)


def svg(inside: str = "", view: str = "0 0 1 1", before: str = "") -> str:
    return f'{before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{inside}</svg>'


def test_a_picture_may_use_its_own_parts() -> None:
    gradient = '<defs><linearGradient id="a"/></defs>'
    parts = """<g transform="translate(1 2) rotate(3)"><rect fill="url(#a)"/><rect fill="url('#a')"/></g>"""
    whole = svg(gradient + parts, before='<?xml version="1.0" encoding="UTF-8"?>')
    assert Drawing(svg=whole).picture == whole


@pytest.mark.parametrize(
    ("picture", "problem"),
    [
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', "declarations are not allowed"),
        (svg(before='<?xml-stylesheet href="https://example.org/a.css"?>'), "declarations"),
        (svg(before='<?xml version="1.0" encoding="UTF-7"?>'), "declarations"),
        ("<svg/>", "an svg element of the SVG namespace, with a viewBox"),
        (svg(view="0 0 9"), "its viewBox must be four numbers"),
        (svg(view="0 0 9 0"), "its viewBox must be four numbers"),
        (svg(view="0 0 1 900"), "no side over 4 times the other"),
        (svg("<g/>" * 50_000), "it has more than 100,000 characters"),
        (svg('<g id="a"><use href="#a"/></g>'), "more than 5,000 elements are drawn"),
        (
            svg(
                "".join(f'<g id="a{i}">{f"""<use href="#a{i + 1}"/>""" * 9}</g>' for i in range(9))
            ),
            "more than 5,000 elements are drawn",
        ),
    ],
)
def test_a_picture_is_whole_and_easy_to_draw(picture: str, problem: str) -> None:
    with pytest.raises(TypeError, match=re.escape(problem)):
        Drawing(svg=picture)


def test_a_sign_is_drawn_whatever_it_is() -> None:
    assert Drawing(sign="</text><script>").picture.endswith(
        "&lt;/text&gt;&lt;script&gt;</text></svg>"
    )
    with pytest.raises(TypeError, match="it is not XML"):
        Drawing(sign="\x00")


def test_a_picture_is_as_tall_as_its_view_box_says() -> None:
    assert Drawing(svg=svg(view="0 0 63 88")).aspect == 1.397
    assert Drawing(svg=svg(view="-5,-5 , 10,5.0")).aspect == 0.5
    assert Drawing(sign="●").aspect == 1
