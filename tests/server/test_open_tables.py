"""Open tables: seen while somebody waits there, joined once, and never a whole board of one client's."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludex.server.settings import Settings
from ludex.server.tables import open_tables as notice_board
from ludex.server.tables.open_tables import Notice, NoticeBoard
from ludex.server.tables.records.seats import new_token
from serving import QUICK, Server, server

OPEN = {"game": "russian-bank", "seats": ["me", "friend"], "open": True}


def waiting(web: Server) -> list[str]:
    return [one["table"] for one in web.get("/api/tables/open")]


def join(web: Server, table: str, token: str) -> tuple[int, Any]:
    path, body = f"/api/tables/{table}/join", {"token": token}
    status, answer = web.tried(path, body)
    return (status, answer) if answer else web.refused(path, body)


def test_a_table_is_listed_while_somebody_waits_and_a_seat_is_free(web: Server) -> None:
    made = web.post("/api/tables", OPEN)
    assert made["table"] not in waiting(web)  # nobody sits there yet
    with web.player(made["table"], made["token"]) as me:
        me.see(lambda m: m["seats"][0]["here"])
        [one] = [t for t in web.get("/api/tables/open") if t["table"] == made["table"]]
        assert (one["game"], one["seats"], one["free"]) == ("russian-bank", 2, 1)
        assert "creator" not in one
        mine, other = new_token(), new_token()
        assert join(web, made["table"], mine)[1]["seat"] == 2
        assert join(web, made["table"], mine)[1]["seat"] == 2  # the answer was lost
        quicker = "This table has no free seat left: another player was faster."
        assert join(web, made["table"], other) == (409, quicker)
        me.see(lambda m: not m["seats"][1]["open"])
        assert made["table"] not in waiting(web)
        with web.player(made["table"], mine) as you:
            assert you.see()["seat"] == 2


def test_a_table_that_is_not_open_is_joined_by_nobody(web: Server) -> None:
    made = web.post("/api/tables", OPEN | {"open": False})
    refused = 404, "This is not an open table."
    assert join(web, made["table"], new_token()) == refused
    assert join(web, "nowhere", new_token()) == refused
    alone = {"game": "russian-bank", "seats": ["me", "bot:random"], "open": True}
    assert web.refused("/api/tables", alone)[0] == 422


def test_a_seat_that_somebody_has_held_is_not_free_to_everybody(web: Server) -> None:
    made = web.post("/api/tables", OPEN)
    token = new_token()
    join(web, made["table"], token)
    with (
        web.player(made["table"], made["token"]) as me,
        web.player(made["table"], token) as you,
    ):
        you.see()
        you.send("leave")
        me.see(lambda m: m["seats"][1]["open"])
        assert join(web, made["table"], new_token())[0] == 409


def test_nobody_sits_down_at_every_table(tmp_path: Path) -> None:
    slowly = replace(QUICK, join_burst=2, join_rate=0.001)
    with server(f"sqlite:///{tmp_path}/games.db", slowly) as web:
        tables = [web.post("/api/tables", OPEN)["table"] for _ in range(3)]
        tokens = [new_token() for _ in tables]
        sat = [join(web, *one)[0] for one in zip(tables, tokens, strict=True)]
        assert sat == [201, 201, 429]
        assert join(web, tables[0], tokens[0])[0] == 201  # the answer was lost


def notice(table: str, creator: str, since: float = 0.0) -> Notice:
    return Notice(table, "chess", creator, since, 2, 1, "", None, None)


def test_one_client_does_not_fill_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(notice_board, "monotonic", lambda: now[0])
    board = NoticeBoard(Settings(open_tables=8), lambda _: None)
    for n in range(50):
        board.hear({"table": f"a{n}", "notice": vars_of(notice(f"a{n}", "flood", n))})
    board.hear({"table": "b", "notice": vars_of(notice("b", "other", 99.0))})
    assert [n.table for n in board.listed()] == ["a0", "a1", "a2", "b"]
    with pytest.raises(Exception, match="more open tables at once"):
        board.demand_room("flood")
    board.demand_room("other")
    board.hear({"table": "b", "notice": None})
    board.hear({"table": "c", "notice": {"table": 7}})  # no notice at all
    assert [n.table for n in board.listed()] == ["a0", "a1", "a2"]
    now[0] = notice_board.SILENCE
    board.beat()
    assert len(board.listed()) == 3
    now[0] += 1
    board.beat()
    assert board.listed() == []  # the process that told it is silent


def test_tables_of_one_second_are_in_one_order_whichever_process_is_asked() -> None:
    orders = []
    for heard in ("ab", "ba"):
        board = NoticeBoard(Settings(), lambda _: None)
        for table in heard:
            board.hear({"table": table, "notice": vars_of(notice(table, table, 5.0))})
        orders.append([one.table for one in board.listed()])
    assert orders == [["a", "b"], ["a", "b"]]


def vars_of(notice: Notice) -> dict[str, object]:
    return {name: getattr(notice, name) for name in notice.__struct_fields__}


def test_what_waits_here_is_told_to_the_others_and_taken_back() -> None:
    told: list[Any] = []
    board = NoticeBoard(Settings(), told.append)
    chair = SimpleNamespace(is_open=True, tenure=0)
    live = SimpleNamespace(
        id="t", new=SimpleNamespace(request={"open": True}, chairs={0: chair, 1: chair, 2: chair}, creator="me"),
        people_here=frozenset({1}), is_over=False, names={1: (b"", "Ana")}, began_at=5.0,
        game=SimpleNamespace(name="chess"), header=SimpleNamespace(seats=("person", "person")),
    )  # fmt: skip
    board.note(live)  # type: ignore[arg-type]
    board.note(live)  # type: ignore[arg-type]
    assert [(one["table"], one["notice"]["name"]) for one in told] == [("t", "Ana")]
    live.people_here = frozenset()
    board.note(live)  # type: ignore[arg-type]
    assert told[-1] == {"table": "t", "notice": None}
    assert replace(QUICK).open_tables_per_client == 3
