"""Connections go from the worker that accepted them to the one that keeps the table."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from ludex.server.sockets.connections import Handover, HandoverBox, new_handover_box

HEAD = b"GET /api/tables/abc/socket HTTP/1.1\r\n\r\n"


@pytest.fixture
def boxes() -> Iterator[list[HandoverBox]]:
    with ExitStack() as at_the_end:
        made = [new_handover_box() for _ in range(4)]
        for box in made:
            for end in box:
                at_the_end.enter_context(end)
        yield made


def path(n: int) -> bytes:
    return b"/api/tables/table%d/socket" % n


def test_all_workers_agree_on_who_keeps_a_table(boxes: list[HandoverBox]) -> None:
    workers = [Handover(own, boxes) for own in range(4)]
    keepers = [{worker.keeper(path(n)) for worker in workers} for n in range(200)]
    assert all(len(agreed) == 1 for agreed in keepers)
    assert set.union(*keepers) == {0, 1, 2, 3}


def test_what_is_no_table_is_served_where_it_came(boxes: list[HandoverBox]) -> None:
    for own in range(4):
        for other in (b"/", b"/t/abc", b"/api/tables/abc", b"/api/tables/abc/script"):
            assert Handover(own, boxes).keeper(other) == own
        assert not Handover(own, boxes).hand_over(b"/", HEAD, 0)


def test_what_follows_the_path_does_not_matter(boxes: list[HandoverBox]) -> None:
    worker = Handover(0, boxes)
    for n in range(20):
        assert worker.keeper(path(n) + b"?x=1") == worker.keeper(path(n))


def test_a_connection_lives_on_at_the_worker_that_keeps_the_table(
    boxes: list[HandoverBox],
) -> None:
    keeper = Handover(0, boxes).keeper(path(1))
    accepted_by = Handover((keeper + 1) % 4, boxes)
    client, accepted = socket.socketpair()
    with client:
        with accepted:
            assert accepted_by.hand_over(path(1), HEAD, accepted.fileno())
        taken = Handover(keeper, boxes).taken()
        assert taken is not None
        head, connection = taken
        with connection:
            assert head == HEAD
            client.sendall(b"still there?")
            assert connection.recv(100) == b"still there?"
    assert Handover(keeper, boxes).taken() is None


def test_where_the_keeper_takes_no_more_the_table_is_served_where_it_came(
    boxes: list[HandoverBox],
) -> None:
    keeper = Handover(0, boxes).keeper(path(1))
    accepted_by = Handover((keeper + 1) % 4, boxes)
    client, accepted = socket.socketpair()
    with client, accepted:
        given = 0
        while accepted_by.hand_over(path(1), HEAD * 100, accepted.fileno()):
            given += 1
            assert given < 10_000
        assert given > 0
        while (taken := Handover(keeper, boxes).taken()) is not None:
            taken[1].close()
            given -= 1
        assert given == 0
