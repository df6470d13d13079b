"""What a table says of its beginning: its rules, its name, a link that begins the same."""

from typing import Any

from serving import Player, Server


def asked_again(share: dict[str, str]) -> dict[str, Any]:
    """What the lobby asks for when it is opened by a link of these words."""
    wish: dict[str, Any] = {"options": {}}
    for name, text in share.items():
        if name.startswith("option."):
            wish["options"][name.removeprefix("option.")] = text
        elif name == "players":
            wish["seats"] = ["me", *["bot:random"] * (int(text) - 1)]
        else:
            wish[name] = int(text) if name == "deal" else text
    if "puzzle" in wish:
        wish["puzzle"] = {"id": wish["puzzle"]}
    return wish


def test_a_link_brings_the_same_deal_with_the_same_options(web: Server) -> None:
    with web.table(game="freecell", deal=617, options={"cells": "2"}) as me:
        first = me.see()
    assert first["share"] == {"game": "freecell", "deal": "617", "option.cells": "2"}
    assert (first["preset"], first["options"]) == ("freecell", {"cells": "2"})
    with web.table(**asked_again(first["share"])) as other:
        assert other.see()["scene"] == first["scene"]


def test_the_deal_that_chance_chose_is_shared_once_it_lies_there(web: Server) -> None:
    with web.table(game="freecell") as me:
        share = me.when(lambda m: m["deal"] is not None)["share"]
        assert share == {"game": "freecell", "deal": me.table["deal"].split()[1]}


def test_a_seed_is_shared_only_when_the_game_is_over(web: Server) -> None:
    seats = ["me", "bot:random", "bot:random"]
    options = {"hands": "1"}
    with web.table(game="holdem", seats=seats, seed=7, options=options, open_hands=True) as me:
        now = me.my_turn()
        assert (now["share"], now["deal"]) == (None, "a chosen seed")
        over = finished(me)
        assert over["deal"] == "seed 7"
        share = over["share"]
    assert share["seed"] == "7"
    assert share["players"] == "3"
    with web.table(**asked_again(share)) as other:
        other.my_turn()
        assert other.log[0]["told"] == me.log[0]["told"]


def finished(me: Player) -> dict[str, Any]:
    while not me.my_turn()["outcome"]:
        me.act(next(e for e in me.events if e.startswith(("fold", "check", "show"))))
    over: dict[str, Any] = me.table
    return over


def test_a_large_seed_is_written_in_digits(web: Server) -> None:
    made = web.post("/api/tables", {"game": "carcassonne", "seed": "9" * 38})
    assert made["deal"] == "a chosen seed"


def test_the_rules_are_those_of_the_table(web: Server) -> None:
    page = web.get("/api/games/freecell/rules?preset=freecell&option=cells%3D2")
    told = [item for block in page["whole"] for item in block.get("items", ())]
    assert "How many free cells? 2" in told
    assert page["lessons"][0]["pieces"][0]["look"] == "card:AS"
    status, problem = web.refused("/api/games/freecell/rules?option=cells%3D99")
    assert (status, problem) == (422, "cells=99: expected a number from 0 to 10.")


def test_two_seats_of_one_table_are_two_rows(web: Server) -> None:
    made = web.post("/api/tables", {"game": "russian-bank", "seats": ["me", "friend"]})
    links = [made["token"], web.claim(made)]
    keys = [{"table": made["table"], "token": token} for token in links]
    found = web.post("/api/tables/mine", {"tables": keys})
    assert [row["seat"] for row in found] == [1, 2]


def test_a_table_keeps_its_game(web: Server) -> None:
    with web.table(game="freecell", deal=617) as me:
        me.see()
        assert "new_game" not in me.events
        me.send("act", event="new_game")
        refusal = me.until(lambda m: m["type"] == "refusal")
    assert refusal["text"] == "A table keeps its game: open a new table."


def test_pieces_of_an_own_board_are_moved_and_taken_off(web: Server) -> None:
    with web.table(game="chess-solitaire", preset="standard") as me:
        me.see()
        for event in ("setup_chess(R,1,1)", "setup_chess(N,2,2)", "setup_chess(P,1,4)"):
            me.act(event)
        assert me.table["can"]["check"]
        assert me.act("take_off(2,2)")["position"] == "setup R..P/..../..../...."
        assert me.act("move_piece(1,4,4,1)")["position"] == "setup R.../..../..../P..."
        assert [entry["event"] for entry in me.log] == [
            "setup_chess(R,1,1)",
            "setup_chess(N,2,2)",
            "setup_chess(P,1,4)",
            "take_off(2,2)",
            "move_piece(1,4,4,1)",
        ]
        board = {"game": "chess-solitaire", "position": "R.../..../..../P..."}
        assert me.table["share"] == board
        me.act("start_game")
        assert not me.table["can"]["check"]
        me.act("move_and_capture(1,1,4,1)")
        assert me.table["share"] == board
        assert not me.table["assisted"]


def test_a_board_is_cleared(web: Server) -> None:
    with web.table(game="chess-solitaire", preset="standard") as me:
        me.see()
        me.act("setup_chess(R,1,1)")
        assert me.act("clear_board")["position"] == "setup ..../..../..../...."
        assert me.table["share"] is None
        me.send("act", event="clear_board")
        refusal = me.until(lambda m: m["type"] == "refusal")
    assert refusal["text"] == "There is no piece on the board"
