"""Deals by number: one that can be remembered unless somebody chooses, one for each day, and the
whole way to win where a solver knows one."""

from ludex.kernel import SOLO, Unreadable
from ludex.language.position import read_position
from ludex.play.starts import KNOWN_DEALS
from ludex.registry import load
from ludex.server.tables.records.new_table import deal_of
from ludex.table import scene_of
from serving import Server

WITH_AN_ACE = (
    "rules=freecell columns=JDKD2S4C3S6D6S/2DKCKS5CTD8S9C/9H9S9DTS4S8D2H/"
    "JC5SQDQHTHQS6H/5DJS4H8H6CAD/7HQCASAC2C3D/7CKHAH4DJH8C/5H3H3C7S7DTC"
)


def number(deal: str) -> int:
    return int(deal.removeprefix("deal "))


def test_a_deal_that_nobody_chose_has_a_number_that_can_be_remembered(
    web: Server,
) -> None:
    made = web.post("/api/tables", {"game": "freecell"})
    assert 1 <= number(made["deal"]) <= KNOWN_DEALS
    key = {"table": made["table"], "token": made["token"]}
    again = web.post("/api/tables", {"like": key, "fresh": True})
    assert 1 <= number(again["deal"]) <= KNOWN_DEALS
    assert again["deal"] != made["deal"]  # one in a million is the same
    same = web.post("/api/tables", {"like": key, "fresh": False})
    assert same["deal"] == made["deal"]


def test_every_day_has_its_deal(web: Server) -> None:
    daily = web.get("/api/deals/daily")
    assert daily["game"] == "freecell"
    made = web.post("/api/tables", {"game": "freecell", "deal": daily["deal"]})
    assert number(made["deal"]) == daily["deal"]
    assert web.status("/api/deals/daily?game=holdem") == 422
    days = [deal_of(day) for day in range(739_000, 739_100)]
    assert days == [deal_of(day) for day in range(739_000, 739_100)]
    assert len({*days}) > 95
    assert all(1 <= deal <= KNOWN_DEALS for deal in days)


def test_a_hint_tells_the_whole_way(web: Server) -> None:
    with web.table(game="chess-solitaire", position="NP.Q/.R.B/K.N./.P..") as me:
        me.see()
        me.send("hint")
        hint = me.hear("hint")
        assert hint["way"][0] == hint["event"]
        for event in hint["way"]:
            me.act(event)
        assert me.table["outcome"]["winners"] == [1]


def test_packs_have_sixty_puzzles_or_more_of_each_level(web: Server) -> None:
    found = web.get("/api/puzzles/packs")
    assert found["game"] == "chess-solitaire"
    packs = {pack["level"]: pack["puzzles"] for pack in found["packs"]}
    assert list(packs) == ["easy", "medium", "hard", "expert", "master"]
    assert all(len({*puzzles}) >= 60 for puzzles in packs.values())
    taken = web.get("/api/puzzles/offline")["packs"]
    assert {pack["level"]: pack["puzzles"][0]["id"] for pack in taken} == {
        level: puzzles[0] for level, puzzles in packs.items()
    }
    wish = {"game": found["game"], "puzzle": {"id": packs["master"][-1]}}
    assert web.post("/api/tables", wish)["deal"] == f"puzzle {packs['master'][-1]}"


def test_a_board_of_the_editor_is_told_its_ways_to_win(web: Server) -> None:
    board = {"game": "chess-solitaire", "position": "NP.Q/.R.B/K.N./.P.."}
    told = web.post("/api/puzzles/check", board)
    assert (told["winnable"], told["ways"] > 0) == ("yes", True)
    lost = {**board, "position": "P..P/..../..../...."}
    assert "ways" not in web.post("/api/puzzles/check", lost)


def test_only_what_can_never_hurt_may_be_done_for_a_player() -> None:
    game = load("freecell")
    start = read_position(game, WITH_AN_ACE)
    assert not isinstance(start, Unreadable)
    harmless = {g.event for g in scene_of(game, start, SOLO).gestures if g.harmless}
    assert harmless == {"autoplay(safe)"}
