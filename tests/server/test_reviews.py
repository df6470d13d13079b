"""A finished game looked back at over HTTP: part by part, and nothing that a seat may not know."""

from typing import Any
from urllib.error import HTTPError

import pytest

from ludex.bots.playouts import CompilingEngine
from ludex.kernel import Seat
from ludex.players.game_loop import play_out
from ludex.registry import load
from ludex.server.game_list import OfferedGame
from ludex.server.workers import answers as reviewing
from ludex.server.workers.answers import review_part
from serving import Server


def status(web: Server, path: str, token: str) -> int:
    try:
        web.get(path, token)
    except HTTPError as error:
        with error:
            return error.code
    return 200


def finished(web: Server, *, open_hands: bool) -> tuple[str, str, str]:
    """A hand of hold'em that was folded: the path of its review, and the two keys to it."""
    wish: dict[str, Any] = {"game": "holdem", "seed": 4, "seats": ["me", "bot:caller"]}
    options = {"hands": "1", "players": "2"}
    with web.table(**wish, preset="cash", options=options, open_hands=open_hands) as one:
        path = f"/api/tables/{one.made['table']}/review"
        one.my_turn()
        assert status(web, path, one.made["token"]) == 403  # it is not over
        one.act("fold")
        one.when(lambda message: message["outcome"] is not None)
        return path, one.made["token"], one.made["watch"].partition("#")[2]


def test_a_game_is_looked_back_at_when_it_is_over(web: Server) -> None:
    path, mine, watching = finished(web, open_hands=True)
    found = web.get(path, mine)
    parts = [found]  # on a busy machine there are several
    while parts[-1]["next"] is not None:
        parts.append(web.get(f"{path}?begun={parts[-1]['next']}", mine))
    assert [seat["seat"] for seat in found["seats"]] == [1, 2]
    for i in range(2):
        standing = [value for one in parts for value in one["seats"][i]["standing"]]
        assert len(standing) == found["events"] + 1
    assert sum(one["seats"][0]["choices"] for one in parts) == 1
    assert found["unit"]["template"] == "chips"
    assert web.get(path, watching)["events"] == found["events"]
    assert status(web, f"{path}?begun=1000", mine) == 422


def test_who_plays_alone_is_told_by_a_solver_what_lost(web: Server) -> None:
    with web.table(game="chess-solitaire", position=".N../.Q.R/P.../....") as one:
        one.seat_down()
        assert not one.table["can"]["review"]
        one.act("move_and_capture(2,4,2,2)")
        while one.table["outcome"] is None:
            one.act(one.events[0])
        assert one.table["can"]["review"]
        found = web.get(f"/api/tables/{one.made['table']}/review", one.made["token"])
    (seat,) = found["seats"]
    assert seat["standing"][:2] == [1.0, 0.0]
    assert [move["number"] for move in found["moves"]] == [1]
    assert found["unit"]["template"] == "of a win"


def test_where_folded_hands_stay_hidden_one_sees_only_the_own_side(web: Server) -> None:
    path, mine, watching = finished(web, open_hands=False)
    assert [seat["seat"] for seat in web.get(path, mine)["seats"]] == [1]
    assert status(web, path, watching) == 403


def test_the_parts_of_a_review_make_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CompilingEngine, "is_ready", lambda *_, **__: False)  # nothing compiles
    game = load("carcassonne")
    history = play_out(game, 3, bots=("greedy", "random"), most=4)
    seats = (Seat(0), Seat(1))
    asked = (OfferedGame(game), history.start, history.journal, seats)
    monkeypatch.setattr(reviewing, "SECONDS", 1e9)
    whole = review_part(*asked, 0)
    assert whole.next is None
    monkeypatch.setattr(reviewing, "SECONDS", 0.0)
    standings: list[list[float]] = [[], []]
    moves = []
    for begun in range(history.length):
        found = review_part(*asked, begun)
        assert found.next == (begun + 1 if begun + 1 < history.length else None)
        for values, one in zip(standings, found.seats, strict=True):
            values.extend(one.standing)
        moves += found.moves
    assert standings == [one.standing for one in whole.seats]
    assert [len(values) for values in standings] == [history.length + 1] * 2
    assert all(one.choices > 0 for one in whole.seats)
    assert moves == whole.moves
