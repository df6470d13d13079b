"""Parts of choosing a suite: scripts without needless events, and what holds a row of a table."""

from dataclasses import replace

import pytest

from counting import COUNTING, Add
from ludex.kernel import Query
from ludex.study.coverage.obligations import RowEffect
from ludex.study.coverage.tables import EXTRA, TableRow
from ludex.study.suites.detection import _shortened
from ludex.study.suites.selection import _SuiteProgress


class Look(Query[int]):
    """Tell the number."""

    def answer(self, s: int) -> str:
        return str(s)


ONE, LOOK = Add(two=False), Look()


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        (set[int](), (ONE, ONE)),
        ({2}, (ONE, LOOK, ONE)),
        ({5}, (ONE, ONE, ONE)),
    ],
)
def test_a_script_keeps_what_changes_something_and_what_shows_a_mistake(
    shown: set[int], left: tuple[object, ...]
) -> None:
    script = (ONE, LOOK, ONE, LOOK, ONE)  # from 18: the last one is refused
    game = replace(COUNTING, events=(Add, Look))
    assert _shortened(game, 18, script, [], shown) == left


def test_a_row_too_many_shows_where_what_would_hold_it_is_gone_through() -> None:
    row = TableRow("STEPS", ("rook", "north"), EXTRA)
    held_by = {("STEPS", ()), ("STEPS", ("rook",)), ("STEPS", ("rook", "north"))}
    assert _SuiteProgress(set(), {RowEffect(row)}).around == held_by
