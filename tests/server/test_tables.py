"""Tables over real sockets: sitting down, playing, going back, coming again."""

from dataclasses import replace
from pathlib import Path

import pytest

from serving import QUICK, Player, Server, server

BOARD = "NP.Q/.R.B/K.N./.P.."


def two(web: Server, **wish: object) -> dict[str, object]:
    made: dict[str, object] = web.post("/api/tables", {"seats": ["me", "friend"], **wish})
    return made


def token_of(link: str) -> str:
    return link.split("#")[1]


def test_every_game_can_be_begun_and_played_from_the_lobby(web: Server) -> None:
    for offer in web.get("/api/games"):
        several = offer["players"][1] > 1
        seats = {"seats": ["me", "bot:random"]} if several else {}
        with web.table(game=offer["name"], **seats) as me:
            me.my_turn()
            shared = ("name", "title", "drawings")
            known = {each: offer[each] for each in shared}
            assert me.table["game"] == {**known, "records": me.table["game"]["records"]}
            assert me.table["scene"]["zones"]
            assert me.events
            before = me.table["seq"]
            assert me.act(me.events[0])["seq"] > before


def test_a_move_is_seen_in_the_scene_and_in_the_log(web: Server) -> None:
    with web.table(game="chess-solitaire", position=BOARD) as me:
        me.seat_down()
        me.act("move_and_capture(1,4,1,2)")
        assert me.log[-1]["event"] == "move_and_capture(1,4,1,2)"
        assert me.log[-1]["seat"] == 1
        assert "queen" in me.log[-1]["words"]
        zones = {zone["key"]: zone for zone in me.table["scene"]["zones"]}
        assert sum(len(zone["pieces"]) for zone in zones.values()) == 7


def test_a_refused_event_changes_nothing_and_says_why(web: Server) -> None:
    with web.table(game="chess-solitaire", position=BOARD) as me:
        me.seat_down()
        for event, text in (
            ("move_and_capture(1,3,1,2)", "There is no piece on c4"),
            ("move_and_capture(9,9,9,9)", "(9, 9) is not on the board"),
            ("move_and_capture(1,1,1,2)", "A knight does not move from a4 to b4"),
            ("fly(1)", "no event 'fly'."),
            ("moves(1,1)", "moves is a question, not a move."),
        ):
            me.send("act", event=event)
            refusal = me.hear("refusal")
            assert (refusal["text"], refusal["stale"]) == (text, False)
            assert refusal["seq"] == me.table["seq"]


def test_a_table_is_shown_again_to_who_was_late_and_not_to_who_was_refused(web: Server) -> None:
    with web.table(game="chess-solitaire", position=BOARD) as me:
        me.seat_down()
        for seq, kinds in ((None, ["refusal", "pong"]), (99, ["refusal", "pong", "table"])):
            me.send("act", event="move_and_capture(1,3,1,2)", **({"seq": seq} if seq else {}))
            me.send("ping")
            heard = [me.receive()["type"] for _ in kinds]
            assert sorted(heard) == sorted(kinds)
            assert heard[0] == "refusal"


def test_a_double_click_applies_once_and_gets_the_current_view(web: Server) -> None:
    with web.table(game="freecell", deal=617) as me:
        me.seat_down()
        assert me.table["deal"] == "deal 617"
        event, seq = me.events[0], me.table["seq"]
        for _ in range(5):
            me.send("act", seq=seq, event=event)
        stale = [me.hear("refusal") for _ in range(4)]
        assert all(refusal["stale"] for refusal in stale)
        assert me.see()["seq"] == seq + 1
        assert [entry["event"] for entry in me.log] == [event]


def test_two_tabs_on_one_seat_stay_in_step(web: Server) -> None:
    with web.table(game="freecell", deal=1) as one:
        one.seat_down()
        with web.player(one.made["table"], one.made["token"]) as two:
            two.seat_down()
            for mover, other in ((one, two), (two, one)) * 3:
                seq = mover.act(mover.events[-1])["seq"]
                other.when(lambda m, seq=seq: m["seq"] >= seq)
            assert one.table["scene"] == two.table["scene"]
            assert one.log == two.log


def test_undo_and_redo_go_over_what_bots_and_chance_replied(web: Server) -> None:
    with web.table(game="carcassonne", seats=["me", "bot:random"]) as me:
        me.my_turn()
        first = me.table["scene"]
        me.act(me.events[0])
        me.my_turn()
        later, length = me.table["scene"], me.table["log_length"]
        assert me.table["can"]["undo"]
        me.send("undo")
        me.when(lambda m: m["log_length"] < length)
        assert me.table["scene"] == first
        assert me.table["assisted"]  # the tile that would have come is known
        me.send("redo")
        me.when(lambda m: m["log_length"] == length)
        assert me.table["scene"] == later


def test_coming_back_resumes_exactly(web: Server) -> None:
    with web.table(game="russian-bank", seats=["me", "bot:random"]) as me:
        me.my_turn()
        me.act(me.events[0])
        me.my_turn()
        left, log = me.table, list(me.log)
    with web.player(me.made["table"], me.made["token"]) as again:
        again.seat_down()
        assert again.log == log
        for part in ("seq", "scene", "turn", "can", "seat"):
            assert again.table[part] == left[part]


def test_a_friend_sits_down_by_link_and_somebody_looks_on(web: Server) -> None:
    made = two(web, game="carcassonne")
    with (
        web.player(made["table"], made["token"]) as me,  # type: ignore[arg-type]
        web.player(made["table"], web.claim(made)) as friend,  # type: ignore[arg-type]
        web.player(made["table"], token_of(made["watch"])) as onlooker,  # type: ignore[arg-type]
    ):
        me.when(lambda m: all(seat["here"] for seat in m["seats"]) and m["turn"])
        friend.when(lambda m: m["turn"])
        onlooker.when(lambda m: m["turn"])
        assert (me.table["seat"], friend.table["seat"]) == (1, 2)
        assert onlooker.table["seat"] == 0
        assert onlooker.events == []
        assert friend.events == []
        me.act(me.events[0])
        friend.my_turn()
        onlooker.when(lambda m: m["turn"] == 2)
        onlooker.send("act", event=friend.events[0])
        assert onlooker.hear("refusal")["text"] == "You are watching."
        me.when(lambda m: m["turn"] == 2)
        assert me.log == friend.log == onlooker.log
        me.send("act", event=friend.events[0])
        assert me.hear("refusal")["text"] == "It is the turn of player 2"


def people(web: Server, **wish: object) -> "tuple[dict[str, object], str, str]":
    made = two(web, **wish)
    return made, str(made["token"]), web.claim(made)


def test_between_people_undo_needs_agreement(web: Server) -> None:
    made, mine, yours = people(web, game="carcassonne")
    table = str(made["table"])
    with web.player(table, mine) as me, web.player(table, yours) as you:
        me.my_turn()
        first = me.table["scene"]
        me.act(me.events[0])
        you.my_turn()
        me.when(lambda m: m["turn"] == 2)
        me.send("undo")
        assert you.when(lambda m: m["undo_asked_by"])["undo_asked_by"] == 1
        you.send("agree", agree=False)
        me.when(lambda m: m["undo_asked_by"])
        assert me.when(lambda m: m["undo_asked_by"] is None)["turn"] == 2
        me.send("undo")
        me.when(lambda m: m["undo_asked_by"])
        me.send("agree", agree=True)
        assert me.hear("refusal")["text"] == "The others have to agree."
        you.when(lambda m: m["undo_asked_by"])
        you.send("agree", agree=True)
        me.when(lambda m: m["your_turn"])
        assert me.table["scene"]["zones"] == first["zones"]
        you.when(lambda m: m["turn"] == 1)
        you.send("redo")
        assert you.hear("refusal")["text"] == "Only player 1 can redo that."


def test_a_wish_to_undo_is_void_when_somebody_plays_on(web: Server) -> None:
    made, mine, yours = people(web, game="carcassonne")
    table = str(made["table"])
    with web.player(table, mine) as me, web.player(table, yours) as you:
        me.my_turn()
        me.act(me.events[0])
        me.when(lambda m: m["turn"] == 2)
        me.send("undo")
        you.when(lambda m: m["undo_asked_by"])
        you.act(you.events[0])
        assert you.table["undo_asked_by"] is None
        you.when(lambda m: m["turn"] == 1)
        you.send("agree", agree=True)
        assert you.hear("refusal")["text"] == "There is no request to undo."


def test_hints_and_the_light_are_given_and_noted(web: Server) -> None:
    with web.table(game="chess-solitaire", position="RP../..../..../....") as me:
        me.seat_down()
        assert me.table["can"] == {
            "undo": False, "redo": False, "hint": True, "winnable": True, "check": False,
            "close": False, "review": False,
        }  # fmt: skip
        assert not me.table["assisted"]
        me.send("winnable")
        light = me.hear("winnable")
        assert (light["answer"], light["limit"]) == ("yes", None)
        me.send("hint")
        hint = me.hear("hint")
        assert hint["event"] == "move_and_capture(1,1,1,2)"
        assert {hint["pick"], hint["drop"]} <= {z["key"] for z in me.table["scene"]["zones"]}
        assert me.act(hint["event"])["assisted"]
        assert me.table["outcome"]["winners"] == [1]


def test_a_drop_that_is_not_allowed_is_answered_with_the_rule(web: Server) -> None:
    with web.table(game="chess-solitaire", position=BOARD) as me:
        me.seat_down()
        gesture = me.table["scene"]["gestures"][0]
        zones = [zone["key"] for zone in me.table["scene"]["zones"] if not zone["pieces"]]
        me.send("why", pick=gesture["pick"], drop=zones[0])
        assert "There is no piece" in me.hear("refusal")["text"]
        me.send("why", pick="nowhere", drop="no place")
        assert me.hear("refusal")["text"] == "That cannot be put there."


def test_a_table_can_be_had_again_as_it_was_or_with_a_fresh_deal(web: Server) -> None:
    with web.table(game="freecell") as me:
        me.seat_down()
        deal, zones = me.table["deal"], me.table["scene"]["zones"]
        like = {"table": me.made["table"], "token": me.made["token"]}
        me.act(me.events[0])
    with web.table(like=like) as again:
        again.seat_down()
        assert (again.table["deal"], again.table["scene"]["zones"]) == (deal, zones)
    with web.table(like=like, fresh=True) as fresh:
        fresh.seat_down()
        assert fresh.table["scene"]["zones"] != zones
    assert not again.table["assisted"]  # its cards lay open: it tells nothing new


@pytest.mark.parametrize("game", ["holdem", "russian-bank", "carcassonne"])
def test_nobody_may_look_into_the_same_deal_while_others_play_it(web: Server, game: str) -> None:
    made, mine, yours = people(web, game=game)
    keys = [{"table": made["table"], "token": token} for token in (mine, yours)]
    with web.player(str(made["table"]), mine) as me:
        me.seat_down()
        for key in keys:
            status, text = web.refused("/api/tables", {"like": key})
            assert (status, "wait for the end" in text) == (403, True)
    assert web.post("/api/tables", {"like": keys[0], "fresh": True})["deal"] is None
    with web.player(str(made["table"]), mine) as me:
        me.seat_down()
        assert not me.table["assisted"]


def test_alone_one_may_look_into_the_same_deal_but_not_in_secret(web: Server) -> None:
    with web.table(game="russian-bank", seats=["me", "bot:random"]) as me:
        me.my_turn()
        like = {"table": me.made["table"], "token": me.made["token"]}
        with web.table(like=like) as again:
            again.my_turn()
            assert again.table["assisted"]
            assert again.table["deal"] == "the same again"
        assert me.when(lambda m: m["assisted"])
    listed = web.post("/api/tables/mine", {"tables": [like]})
    assert [one["assisted"] for one in listed] == [True]


def test_the_chosen_seed_is_kept_and_told_only_when_the_game_is_over(
    web: Server,
) -> None:
    def play(me: Player) -> list[str]:
        me.seat_down()
        while me.table["outcome"] is None:
            assert me.table["seed"] is None
            me.act(me.events[0])
            me.my_turn()
        return [entry["event"] for entry in me.log]

    wish = {"game": "carcassonne", "seed": 42, "seats": ["me"]}
    with web.table(**wish) as one, web.table(**wish) as two:
        assert play(one) == play(two)
        assert one.table["seed"] == "42"


def test_lists_statistics_and_the_script_of_a_finished_game(web: Server) -> None:
    with web.table(game="chess-solitaire", position="RP../..../..../....") as me:
        me.seat_down()
        key = {"table": me.made["table"], "token": me.made["token"]}
        me.act("move_and_capture(1,1,1,2)")
    unknown = {"table": "nothing", "token": "wrong"}
    wrong = {"table": me.made["table"], "token": "wrong"}
    (mine,) = web.post("/api/tables/mine", {"tables": [key, unknown]})
    assert (mine["over"], mine["winners"], mine["events"]) == (True, [1], 1)
    assert web.post("/api/tables/mine", {"tables": [wrong]}) == []
    (sums,) = web.post("/api/statistics", {"tables": [key]})
    assert (sums["game"], sums["played"], sums["won"]) == ("chess-solitaire", 1, 0)
    assert sums["assisted_won"] == 1  # a position that somebody chose is practice
    script = web.get(f"/api/tables/{key['table']}/script", key["token"])
    assert script == (
        "-- ludex run chess-solitaire --position RP../..../..../.... FILE\n"
        "move_and_capture(1,1,1,2)\n"
    )


def test_the_log_of_hidden_cards_stays_closed_while_they_are_played(
    web: Server,
) -> None:
    with web.table(game="russian-bank", seats=["me", "bot:random"]) as me:
        me.my_turn()
        status, text = web.refused(f"/api/tables/{me.made['table']}/script")
        assert (status, text.startswith("A token is needed")) == (403, True)
        from urllib.error import HTTPError

        with pytest.raises(HTTPError) as caught:
            web.get(f"/api/tables/{me.made['table']}/script", me.made["token"])
        with caught.value as error:
            assert error.code == 403


@pytest.mark.parametrize(
    ("wish", "status", "text"),
    [
        ({"game": "chess"}, 404, "There is no game chess"),
        ({}, 422, "Which game?"),
        ({"game": "freecell", "preset": "no"}, 422, "no preset 'no'"),
        ({"game": "freecell", "options": {"wheels": "4"}}, 422, "no option 'wheels'"),
        ({"game": "freecell", "deal": -1}, 422, "Deals are numbered"),
        ({"game": "russian-bank", "deal": 1}, 422, "Russian Bank has no numbered deals."),
        ({"game": "freecell", "position": "nonsense"}, 422, ""),
        ({"game": "freecell", "seats": ["me", "friend"]}, 422, "This table has 1 seat, not 2."),
        ({"game": "russian-bank", "seats": ["friend", "friend"]}, 422, "Exactly one seat"),
        ({"game": "russian-bank", "seats": ["me", "bot:deep"]}, 422, "there is no bot 'deep'"),
        ({"game": "freecell", "seats": ["you"]}, 422, "seats.0"),
        ({"game": "freecell", "colour": "red"}, 422, "colour"),
        ({"game": "freecell", "puzzle": {}}, 422, "There are puzzles for chess-solitaire"),
        ({"game": "chess-solitaire", "puzzle": {"id": "0000000001"}}, 422, "is not the name of a puzzle"),
        ({"game": "chess-solitaire", "puzzle": {"id": "0000000000"}}, 422, "cannot be won"),
        ({"game": "chess-solitaire", "puzzle": {"pieces": 99}}, 422, "puzzle.pieces"),
        ({"like": {"table": "x", "token": "y"}}, 404, "There is no such table"),
        ({"like": {"table": "x", "token": "y"}, "seed": 1}, 422, "same settings: leave out seed"),
        (["no object"], 422, ""),
        (b"{", 422, ""),
        (b"\xff\xfe", 422, ""),
        (b"[" * 30_000, 400, ""),
        (b"x" * 70_000, 413, "The body is too large."),
    ],
    ids=str,
)  # fmt: skip
def test_a_table_that_cannot_be_is_refused_in_a_sentence(
    web: Server, wish: object, status: int, text: str
) -> None:
    found = web.refused("/api/tables", wish)
    assert found[0] == status, found
    assert text in found[1]


def test_today_s_puzzle_is_the_same_for_everybody_and_can_be_played(
    web: Server,
) -> None:
    today = web.get("/api/puzzles/daily")
    with web.table(game="chess-solitaire", puzzle={"daily": True}) as me:
        me.seat_down()
        assert me.table["deal"] == f"puzzle {today['id']}"
    with web.table(game="chess-solitaire", puzzle={"id": today["id"]}) as again:
        assert again.seat_down()["scene"] == me.table["scene"]
    question = {"game": "chess-solitaire", "position": today["position"]}
    assert web.post("/api/puzzles/check", question) == {
        "winnable": "yes", "problems": [], "id": today["id"],
        "level": today["level"], "ways": 1,
    }  # fmt: skip
    bad = {"game": "chess-solitaire", "position": "XX"}
    assert web.post("/api/puzzles/check", bad)["problems"]


def test_the_rules_of_every_game_are_blocks(web: Server) -> None:
    kinds = set()
    for offer in web.get("/api/games"):
        page = web.get(f"/api/games/{offer['name']}/rules?preset={offer['presets'][0]}")
        assert page["title"] == offer["title"]
        kinds |= {block["kind"] for block in page["first"] + page["whole"]}
    assert kinds == {"heading", "paragraph", "bullets", "table"}
    assert web.refused("/api/games/freecell/rules?preset=none")[0] == 404


def test_a_table_without_a_standing_is_worked_out_from_its_log(web: Server) -> None:
    made = web.post("/api/tables", {"game": "chess-solitaire", "position": BOARD})
    key = {"table": made["table"], "token": made["token"]}
    (mine,) = web.post("/api/tables/mine", {"tables": [key]})
    assert (mine["events"], mine["over"], mine["status"]) == (
        0,
        False,
        "player 1 to move",
    )


def test_a_bot_that_thinks_elsewhere_plays_a_legal_game(web: Server) -> None:
    with web.table(game="carcassonne", seats=["me", "bot:greedy"]) as me:
        for _ in range(3):
            me.my_turn()
            me.act(me.events[0])
        me.my_turn()
        assert {entry["seat"] for entry in me.log} == {0, 1, 2}


def test_a_table_that_nobody_uses_leaves_memory_and_comes_back(tmp_path: Path) -> None:
    forgetful = replace(QUICK, idle_seconds=0.0)
    with server(f"sqlite:///{tmp_path}/tables.sqlite3", forgetful) as web:
        assert web.hall is not None
        with web.table(game="russian-bank", seats=["me", "bot:random"]) as me:
            me.my_turn()
            me.act(me.events[0])
            seen, log = me.my_turn(), list(me.log)
            web.hall.memory.evict()
            assert me.made["table"] in web.hall.tables  # somebody sits there
        while web.hall.tables:
            web.hall.memory.evict()
        with web.player(me.made["table"], me.made["token"]) as again:
            again.seat_down()
            assert again.log == log
            assert again.table["scene"] == seen["scene"]


def test_a_bot_may_be_given_a_budget_that_is_modest(web: Server) -> None:
    wish = {"game": "carcassonne", "seats": ["me", "bot:search:20"]}
    made = web.post("/api/tables", wish)
    with web.table(**wish) as me:
        table = me.seat_down()
        assert [seat["who"] for seat in table["seats"]] == ["person", "bot:search:20"]
    assert made["seat"] == 1
    for greedy in ("bot:search:60s", "bot:search:5000"):
        status, text = web.refused("/api/tables", {**wish, "seats": ["me", greedy]})
        assert status == 422
        assert text == "A bot may think here for at most 5 seconds or 1000 playouts."
