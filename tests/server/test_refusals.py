"""What cannot be had is refused with its status and one sentence."""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from serving import Player, Server, two

HAND = {"players": "2", "hands": "1"}
DEALS = {"players": "2", "hands": "3"}


def test_a_page_that_does_not_exist_and_a_method_that_is_not_possible(web: Server) -> None:
    assert web.refused("/api/nothing") == (404, "There is no such page.")
    with pytest.raises(HTTPError) as error:
        urlopen(Request(f"{web.address}/api/games", method="DELETE"))
    assert (error.value.code, json.load(error.value)["error"]) == (
        405,
        "This is not possible here.",
    )


def test_a_language_without_words(web: Server) -> None:
    assert web.refused("/api/languages/xx") == (
        404,
        "There is no language xx here; there are: en, pt.",
    )


def why_no_log(web: Server, player: Player) -> str:
    with pytest.raises(HTTPError) as error:
        web.get(f"/api/tables/{player.made['table']}/script", player.made["token"])
    assert error.value.code == 403
    return str(json.load(error.value)["error"])


def fold_once(one: Player, other: Player) -> None:
    mover, waiting = (one, other) if one.table["your_turn"] else (other, one)
    mover.act("fold")
    waiting.when(lambda m: m["seq"] >= mover.table["seq"] or m["outcome"])


def test_the_log_says_when_it_opens(web: Server) -> None:
    with two(web, game="holdem", options=DEALS) as (one, other):
        assert why_no_log(web, one) == (
            "The log shows hidden cards: it opens when the game is over."
        )
    with two(web, game="holdem", options=HAND) as (one, other):
        fold_once(one, other)
        assert why_no_log(web, other) == (
            "The log shows folded hands, which stay hidden at this table."
        )


@pytest.mark.parametrize(
    ("wish", "winnable"),
    [
        ({"game": "freecell", "deal": 1}, True),
        ({"game": "chess-solitaire", "position": "NP.Q/.R.B/K.N./.P.."}, True),
        ({"game": "chess-solitaire", "preset": "standard"}, False),
        ({"game": "russian-bank", "seats": ["me", "bot:random"]}, False),
    ],
)
def test_only_deals_that_a_solver_knows_say_whether_they_can_be_won(
    web: Server, wish: dict[str, object], winnable: bool
) -> None:
    with web.table(**wish) as me:
        assert me.see()["can"]["winnable"] is winnable


def test_where_no_solver_can_say_it_nobody_is_told_whether_a_game_can_be_won(web: Server) -> None:
    with web.table(game="russian-bank", seats=["me", "bot:random"]) as me:
        me.my_turn()
        me.send("winnable")
        assert me.hear("refusal")["text"] == "That cannot be proven in this game."
