"""What a match hides stays hidden until the match is over, and folded hands after it.

The end of a game is not the end of its match: the seed, the link that begins the same, the
script and the same table again would all tell what the next game deals.
"""

from typing import Any
from urllib.error import HTTPError

import pytest

from serving import Player, Server, two

ENDLESS = {"match_target": "none"}
ONE_WIN = {"match_target": "games", "match_games": "1"}


def refused(web: Server, path: str, player: Player) -> str:
    """Why a seat is refused what it asks for by its token."""
    with pytest.raises(HTTPError) as refusal:
        web.get(f"/api/tables/{player.made['table']}/{path}", player.made["token"])
    with refusal.value:
        assert refusal.value.code == 403
        return refusal.value.read().decode()


def key(player: Player) -> dict[str, str]:
    return {"table": player.made["table"], "token": player.made["token"]}


def caught_up(one: Player, other: Player) -> None:
    other.when(lambda m: m["seq"] >= one.table["seq"])


def tells_nothing(web: Server, player: Player) -> None:
    """No seed, no secret, no link, no script, no file, no same table again."""
    now, live = player.table, web.live(player.made["table"])
    assert (now["seed"], now["share"], now["shuffle"]["secret"]) == (None, None, None)
    told = "\n".join(player.received)
    assert str(live.header.seed) not in told
    assert f"{live.header.seed - 2**256:064x}" not in told
    assert "The log shows" in refused(web, "script", player)
    if not now["finished"]:
        assert "when the match is over" in refused(web, "shuffle", player)
    status, _ = web.refused("/api/tables", {"like": key(player), "fresh": False})
    assert status == 403


def test_the_end_of_a_game_opens_nothing_while_the_match_goes_on(web: Server) -> None:
    with two(web, game="russian-bank") as (one, other):
        one.act("resign(1)")
        caught_up(one, other)
        assert one.table["outcome"] is not None
        assert not one.table["finished"]
        for player in (one, other):
            tells_nothing(web, player)
        other.act("next_game")
        caught_up(other, one)
        one.when(lambda m: m["outcome"] is None and m["turn"] > 0)
        tells_nothing(web, one)


def test_the_end_of_the_match_opens_everything(web: Server) -> None:
    with two(web, game="russian-bank", options=ONE_WIN) as (one, _):
        over = one.act("resign(1)")
        assert over["finished"]
        seed = web.live(one.made["table"]).header.seed
        assert over["shuffle"]["secret"] == f"{seed - 2**256:064x}"
        assert over["share"]["seed"] == over["seed"] == str(seed)
        script = web.get(f"/api/tables/{one.made['table']}/script", one.made["token"])
        assert "resign(1)" in script


def test_each_game_of_a_match_is_dealt_from_a_secret_of_its_own(web: Server) -> None:
    with two(web, game="russian-bank", options=ENDLESS) as (one, other):
        for _ in range(3):
            one.act("resign(1)")
            caught_up(one, other)
            one.act("next_game")
            one.when(lambda m: m["outcome"] is None and m["turn"] > 0)
            caught_up(one, other)
        journal = web.live(one.made["table"]).shown.history.journal
        seeds = [int(e.words()[0]) for e in journal if e.name == "deal"]
        assert len(set(seeds)) == 4
        assert all(seed >= 2**256 for seed in seeds)


def test_a_match_without_a_target_is_over_when_all_have_had_enough(web: Server) -> None:
    with two(web, game="russian-bank", options=ENDLESS) as (one, other):
        assert not one.table["can"]["close"]
        one.send("close")
        assert one.hear("refusal")["text"] == "There is no match to end now."
        one.act("resign(1)")
        caught_up(one, other)
        one.send("close")
        assert one.see(lambda m: m["closing"] == [1])["finished"] is False
        tells_nothing(web, one)
        caught_up(one, other)
        other.send("close")
        over = other.see(lambda m: m["finished"])
        assert over["shuffle"]["secret"] is not None
        assert over["scene"]["gestures"] == []
        one.when(lambda m: m["finished"])
        one.send("act", event="next_game")
        refusal = one.hear("refusal")["text"]
        assert refusal == "This match is over: all players agreed to end it."
        verdict = web.get(f"/api/tables/{one.made['table']}/verdict", one.made["token"])
        assert verdict["holds"]


def test_who_plays_on_has_not_had_enough(web: Server) -> None:
    with two(web, game="russian-bank", options=ENDLESS) as (one, other):
        one.act("resign(1)")
        one.send("close")
        one.see(lambda m: m["closing"] == [1])
        caught_up(one, other)
        other.act("next_game")
        assert other.when(lambda m: m["turn"] > 0)["closing"] == []
        other.act("resign(2)")
        other.send("close")
        assert not other.see(lambda m: m["closing"] == [2])["finished"]


# -- folded hands ---------------------------------------------------------------------------

HANDS = {"players": "2", "hands": "3"}


def folded(one: Player, other: Player) -> None:
    """Play hold'em to its end: everybody folds."""
    while True:
        mover, waiting = (one, other) if one.table["your_turn"] else (other, one)
        if mover.table["outcome"]:
            return
        mover.act("fold")
        for player in (mover, waiting):
            player.when(
                lambda m, seq=mover.table["seq"]: (
                    m["seq"] >= seq and (m["turn"] > 0 or m["outcome"])
                )
            )


def test_folded_hands_stay_hidden_when_the_match_is_over(web: Server) -> None:
    with two(web, game="holdem", options=HANDS) as (one, other):
        assert one.table["shuffle"]["open_hands"] is False
        folded(one, other)
        for player in (one, other):
            assert player.table["finished"]
            tells_nothing(web, player)
            for path in ("shuffle", "verdict"):
                assert "Folded hands stay hidden" in refused(web, path, player)


def test_a_table_of_open_hands_says_so_and_opens_them(web: Server) -> None:
    with two(web, game="holdem", options=HANDS, open_hands=True) as (one, other):
        assert other.table["shuffle"]["open_hands"] is True
        folded(one, other)
        token = other.made["token"]
        script = web.get(f"/api/tables/{one.made['table']}/script", token)
        assert script.count("deal_holes(") == 3
        assert web.get(f"/api/tables/{one.made['table']}/verdict", token)["holds"]


# -- looking, then going back -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "last"),
    [
        ({"game": "russian-bank", "options": ONE_WIN}, "resign(1)"),
        ({"game": "holdem", "options": {"players": "2", "hands": "1"}}, "fold"),
        (
            {"game": "holdem", "options": {"hands": "1"}, "open_hands": True},
            "fold",
        ),
    ],
    ids=["resign", "fold", "open hands"],
)
def test_who_goes_back_from_the_end_could_have_looked_and_plays_on_assisted(
    web: Server, wish: dict[str, Any], last: str
) -> None:
    with web.table(**wish, seats=["me", "bot:random"]) as me:
        me.my_turn()
        while "fold" not in me.events and "resign(1)" not in me.events:
            me.act(me.events[0])
            me.my_turn()
        over = me.act(last)
        over = me.when(lambda m: m["finished"])
        assert over["outcome"] is not None
        assert not over["assisted"]
        assert over["can"]["undo"]
        me.send("undo")
        assert me.see(lambda m: m["outcome"] is None)["assisted"]


def test_going_back_from_the_end_of_one_game_of_a_match_has_told_nothing(
    web: Server,
) -> None:
    with web.table(game="russian-bank", seats=["me", "bot:random"]) as me:
        me.my_turn()
        me.act("resign(1)")
        me.send("undo")
        assert not me.see(lambda m: m["outcome"] is None)["assisted"]


# -- what counts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "practice"),
    [
        ({"game": "russian-bank", "seed": 7}, True),
        ({"game": "russian-bank"}, False),
        ({"game": "holdem", "seed": 7}, True),
        ({"game": "carcassonne", "seed": "7"}, True),
        ({"game": "freecell", "deal": 617}, False),
        ({"game": "freecell"}, False),
        ({"game": "chess-solitaire", "position": "RP../..../..../...."}, True),
        ({"game": "chess-solitaire", "puzzle": {"pieces": 3}}, False),
    ],
    ids=lambda wish: "-".join(map(str, wish)) if isinstance(wish, dict) else "",
)
def test_chosen_seeds_and_positions_are_practice(
    web: Server, wish: dict[str, Any], practice: bool
) -> None:
    with web.table(**wish) as me:
        assert me.see()["practice"] is practice
        assert web.post("/api/tables/mine", {"tables": [key(me)]})[0]["assisted"] is (practice)


def test_a_position_that_is_nearly_won_counts_as_assisted(web: Server) -> None:
    with web.table(game="chess-solitaire", position="RP../..../..../....") as me:
        me.see()
        won = me.act("move_and_capture(1,1,1,2)")
        assert won["outcome"]["winners"] == [1]
        (sums,) = web.post("/api/statistics", {"tables": [key(me)]})
        assert (sums["won"], sums["assisted"], sums["assisted_won"]) == (0, 1, 1)


def test_the_same_deal_twice_from_its_beginning_is_assisted_both_times(
    web: Server,
) -> None:
    with web.table(game="carcassonne", seats=["me", "bot:random"]) as me:
        me.my_turn()
        for _ in range(2):
            again = web.post("/api/tables", {"like": key(me), "fresh": False})
            with web.player(again["table"], again["token"]) as other:
                assert other.see()["assisted"]


def test_a_rematch_is_dealt_from_a_new_secret(web: Server) -> None:
    with two(web, game="russian-bank", options=ONE_WIN) as (one, _):
        one.act("resign(1)")
        again = web.post("/api/tables", {"like": key(one), "fresh": True})
        first, second = (web.live(t) for t in (one.made["table"], again["table"]))
        assert first.header.seed != second.header.seed
        assert again["commitment"] not in (None, one.made["commitment"])


def test_the_same_again_is_the_same_deal_and_promises_nothing(web: Server) -> None:
    wish = {"game": "russian-bank", "options": ONE_WIN, "together": True}
    made = web.post("/api/tables", {**wish, "seats": ["me", "bot:random"]})
    with web.player(made["table"], made["token"]) as one:
        one.made = made
        one.see()
        one.share("7" * 64)
        one.my_turn()
        deal = web.live(one.made["table"]).shown.history.journal[0]
        one.act("resign(1)")
        again = web.post("/api/tables", {"like": key(one), "fresh": False})
        assert again["commitment"] is None
        with web.player(again["table"], again["token"]) as me:
            now = me.see(lambda m: m["turn"] > 0)
            assert now["assisted"]
            assert web.live(again["table"]).shown.history.journal[0] == deal
