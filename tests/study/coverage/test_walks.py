"""Random walks: how far they go, and what they lay out by hand."""

from dataclasses import replace

import pytest

from counting import COUNTING
from ludex.kernel import CHANCE, Chance, Dice, Event, Guards
from ludex.study.coverage.walks import LAID, walk


class Deal(Chance[int]):
    """Deal, which ends the laying out."""

    def guards(self, s: int) -> Guards:
        yield True

    def apply(self, s: int) -> int:
        return 20


class Lay(Event[int]):
    """Lay one card more, as often as you like."""

    aside = True
    two: bool

    def apply(self, s: int) -> int:
        return s - 1 - self.two


LAYING = replace(COUNTING, events=(Deal, Lay), turn=lambda _: CHANCE)


@pytest.mark.parametrize("seed", range(12))
def test_a_walk_comes_to_an_end_where_a_board_can_be_laid_by_hand_for_ever(seed: int) -> None:
    assert len(walk(LAYING, 0, Dice(seed), 5).events) <= 5 + LAID


def test_some_walks_lay_a_board_by_hand_where_chance_would_deal() -> None:
    firsts = {type(walk(LAYING, 0, Dice(seed), 5).events[0]) for seed in range(12)}
    assert firsts == {Deal, Lay}
