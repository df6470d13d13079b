"""What is kept about a table beside its events: help from the beginning, and who was here when."""

from collections.abc import Iterator

import pytest

from serving import Server, server, two


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(f"sqlite:///{tmp_path_factory.mktemp('kept')}/tables.db") as running:
        yield running


def test_a_deal_that_is_known_from_the_beginning_is_kept_as_such(web: Server) -> None:
    assert web.hall is not None
    with web.table(game="carcassonne", seats=["me", "bot:random"]) as me:
        me.my_turn()
        first = me.made["table"]
        assert [one.advised for one in web.hall.database.listed([first])] == [False]
        like = {"table": first, "token": me.made["token"]}
        again = web.post("/api/tables", {"like": like, "fresh": False})["table"]
    kept = web.hall.database.listed([first, again])
    assert {one.new.id: one.advised for one in kept} == {first: True, again: True}


def test_when_somebody_was_here_last_is_known_as_soon_as_they_have_gone(
    web: Server,
) -> None:
    with two(web, game="carcassonne") as (one, other):
        live = web.live(one.made["table"])
        assert live.last_here == {}
        other.socket.close()
        one.see(lambda m: not m["seats"][1]["here"])
        assert {*live.last_here} == {2}
