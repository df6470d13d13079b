"""Where exploring stops, and what it keeps: fingerprints, questions, findings."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

import pytest

from counting import COUNTING
from ludex.check.explore import explore
from ludex.check.explore.fingerprint import FingerprintTable, collision
from ludex.check.explore.guard_reach import reach
from ludex.kernel import Event, Game, Guards, Speed, Start, Whole, lost


def test_the_chance_of_a_collision_is_the_one_that_is_told() -> None:
    assert collision(1) == 0.0
    assert collision(2) == 2.0**-128
    assert collision(10**7) == pytest.approx(1.5e-25, rel=0.03)


def test_fingerprints_that_share_a_half_are_two() -> None:
    seen = FingerprintTable()
    halves = [n.to_bytes(8, "little") for n in (1, 2)]
    digests = [low + high for low in halves for high in halves]
    assert [seen.add(digest) for digest in digests] == [0, 1, 2, 3]
    assert [seen.find(digest) for digest in digests] == [0, 1, 2, 3]
    assert [seen.add(digest) for digest in digests] == [0, 1, 2, 3]
    assert seen.find(bytes(16)) is None


def test_a_state_takes_24_to_30_bytes_when_there_are_many() -> None:
    seen = FingerprintTable()
    for n in range(5_000):
        assert seen.add((n * 2_654_435_761).to_bytes(16, "little")) == n
        if n > 600:
            assert 22 < seen.size / len(seen) <= 30
    assert [seen.find((n * 2_654_435_761).to_bytes(16, "little")) for n in (0, 4_999)] == [
        0,
        4_999,
    ]


def test_no_more_is_asked_than_may_be() -> None:
    graph = explore(COUNTING, 0)
    part = reach(graph, 4, thorough=None)  # there are two events
    assert (part.questions, part.states) == (4, 2)


def test_two_hundred_findings_are_enough() -> None:
    always = {f"promise {n}": lambda _: False for n in range(205)}
    graph = explore(replace(COUNTING, always=always), 0)
    assert len(graph.findings) == 200
    assert {finding.state for finding in graph.findings} == {0}


class Guess(Event[int]):
    """Say a number."""

    number: Annotated[int, Whole(1, 20_000)]

    def guards(self, s: int) -> Guards:
        yield s == 0 or "one guess"

    def apply(self, s: int) -> int:
        return self.number % 2 + 1


def few(_: int) -> Iterator[Event[int]]:
    yield Guess(1)
    yield Guess(2)


def test_a_graph_is_whole_where_domains_or_candidates_list_every_event() -> None:
    game: Game[int] = Game(
        name="guess", title="Guess", summary="Guess.", start=Start.fixed(0),
        events=(Guess,), outcome=lambda s: lost("said") if s else None, text=str,
    )  # fmt: skip
    part = explore(game, 0)
    assert "not every guess is listed" in part.cuts
    assert not part.is_complete
    whole = explore(replace(game, speed=Speed(candidates=few)), 0)
    assert (whole.is_complete, len(whole), not whole.cuts) == (True, 3, True)
