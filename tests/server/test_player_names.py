"""What people may be called at a table: nothing that could be taken for another's name."""

import pytest

from ludex.server.tables.player_names import (
    INVISIBLE,
    MIXED,
    RESERVED,
    TAKEN,
    read_name,
    why_not_called,
)
from serving import Player, Server, two

BOTS = ("random", "greedy", "prudence", "level")


@pytest.mark.parametrize(
    "name",
    ["Ana", "João", "Ελένη", "Иван", "山田 Taro", "김철수", "x ❤️ x", "Bestie", "Seattle", "Levi"],
)
def test_people_are_called_as_they_like(name: str) -> None:
    assert why_not_called(read_name({"name": name}), BOTS, ["Rui"]) is None


@pytest.mark.parametrize(
    "name",
    [
        "Player 1", "player2", "P1ayer 3", "PLAYER", "Player II", "Seat 4", "jogador 2",
        "ᴘʟᴀʏᴇʀ 1", "Ⓟlayer", "ｐｌａｙｅｒ 1", "Lud3x", "LUDEX team", "l u d e x", "Ĺüdéx",
        "adrnin", "Moderator Ana", "random", "R4ndom", "Random 2", "gr33dy", "Prudence 5", "You",
        "Lud€x team", "Lude×", "Pla¥er 1", "þlayer 1", "Sea† 2", "Player ïí", "Player I1", "Player i·i", "Sea7 2",
        "§upport",
        "🇱🇺🇩🇪🇽", "Bot Prudence", "Ana (bot)", "server2", "2admin", "Support", "jogadora 2",
    ],
)  # fmt: skip
def test_reserved_names_and_those_that_look_like_them_are_refused(name: str) -> None:
    assert why_not_called(read_name({"name": name}), BOTS, []) is RESERVED


@pytest.mark.parametrize("name", ["Рlayer 1", "Ρlayer", "Ludеx", "rаndom", "Аnna"])
def test_letters_of_two_alphabets_are_refused(name: str) -> None:
    assert why_not_called(name, BOTS, []) is MIXED


@pytest.mark.parametrize(
    "name", ["Pl\u200bayer", "\u3164", "a\u034fb", "\u202eanA", "An\u00ada", "A\ufe00", "\u2800"]
)
def test_what_nobody_sees_is_refused(name: str) -> None:
    assert why_not_called(read_name({"name": name}), BOTS, []) is INVISIBLE


@pytest.mark.parametrize("name", ["Ana", "ANA", "Aná", "A n a", "4na"])
def test_two_at_a_table_are_not_called_alike(name: str) -> None:
    assert why_not_called(name, BOTS, ["Ana"]) is TAKEN


def called(player: Player, name: str) -> None:
    player.send("name", name=name)


def test_a_name_that_is_refused_leaves_the_last_one(web: Server) -> None:
    with two(web, game="holdem") as (me, other):
        called(me, "Ana")
        me.see(lambda m: m["seats"][0].get("name") == "Ana")
        other.when(lambda m: m["seats"][0].get("name") == "Ana")
        called(other, "aña")
        refusal = other.hear("refusal")
        assert (refusal["to"], refusal["text"]) == ("name", TAKEN.text)
        called(me, "Player 2")
        assert me.hear("refusal")["text"] == RESERVED.text
        me.see()
        assert me.table["seats"][0]["name"] == "Ana"
        assert "name" not in other.table["seats"][1]
