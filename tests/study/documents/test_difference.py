"""A routine of a document beside the rulebook: the calls on which they differ, by kind."""

from dataclasses import replace

import pytest

from counting import COUNTING
from ludex.kernel import Event, Game, Guards
from ludex.study.documents.difference import (
    ComparedCall,
    DifferenceKind,
    RoutineComparison,
    compare_calls,
)

ADD = "plus"


class Plus(Event[int]):
    """Add one, up to three."""

    def guards(self, s: int) -> Guards:
        yield s < 3 or "three is enough"

    def apply(self, s: int) -> int:
        return s + 1


class Lax(Plus):
    """The same up to four."""

    def guards(self, s: int) -> Guards:
        yield s < 4 or "three is enough"


class Strict(Plus):
    """The same up to two."""

    def guards(self, s: int) -> Guards:
        yield s < 2 or "three is enough"


class Wrong(Plus):
    """Add two from one on."""

    def apply(self, s: int) -> int:
        return s + 1 + (s == 1)


class Undefined(Plus):
    """Divide by what may be nothing."""

    def guards(self, s: int) -> Guards:
        yield 6 // (2 - s) < 9 or "three is enough"
        yield from super().guards(s)


def compare(written: type[Event[int]]) -> RoutineComparison[int, int]:
    game: Game[int] = replace(COUNTING, events=(Plus,))
    return RoutineComparison(
        name=ADD,
        reading="as it stands",
        universe="the numbers from 0 to 4",
        calls=lambda: (ComparedCall(s, written(), str(s)) for s in range(5)),
        written=game,
        meant=game,
        state=lambda s: s,
        event=lambda _: Plus(),
    )


@pytest.mark.parametrize(
    ("written", "differing", "smallest"),
    [
        (Plus, {}, None),
        (Lax, {DifferenceKind.TOO_LAX: 1}, "3"),
        (Strict, {DifferenceKind.TOO_STRICT: 1}, "2"),
        (Wrong, {DifferenceKind.EFFECT: 1}, "1"),
        (Undefined, {DifferenceKind.UNDEFINED: 1}, "2"),
    ],
)
def test_the_calls_on_which_two_differ_are_counted_by_kind(
    written: type[Event[int]], differing: dict[DifferenceKind, int], smallest: str | None
) -> None:
    found = compare_calls(compare(written))
    assert found.calls == 5
    assert found.counts == differing
    assert (found.first.position if found.first else None) == smallest
