"""How many positions an engine was compared in, and patterns with too many arguments."""

from dataclasses import replace

import pytest

from counting import COUNTING
from ludex.check.explore import ExploreLimits
from ludex.check.refinement import ComparedEngine, prove
from ludex.kernel import Dice, Event
from ludex.study.traces.grammar import Unparsable, parse
from playing import example


class Up(Event[int]):
    """Go one up."""

    def apply(self, s: int) -> int:
        return s + 1


def test_the_position_in_which_a_random_game_goes_wrong_is_counted_too() -> None:
    game = replace(COUNTING, events=(Up,))
    engine: ComparedEngine = ComparedEngine(
        name="stops", moves=lambda s: game.moves(s) if s != 5 else []
    )
    near = prove(game, replace(engine, moves=lambda _: []), 0, ExploreLimits(depth=2), Dice(1))
    assert (near.states, near.script, near.is_shortest) == (1, (), True)
    far = prove(game, engine, 0, ExploreLimits(depth=2), Dice(1))
    assert (far.states, len(far.script), far.is_shortest) == (3 + 6, 5, False)
    right = prove(game, replace(engine, moves=game.moves), 0, ExploreLimits(depth=2), Dice(1))
    assert (right.states, right.problem) == (3 + 50 * 21, None)


@pytest.mark.parametrize("pattern", ["mark(1,2)", "mark(*,*)", "mark({1,2},3)"])
def test_an_argument_too_many_is_told(pattern: str) -> None:
    with pytest.raises(Unparsable, match="takes 1 argument, 2 given"):
        parse(example("tic_tac_toe"), pattern)
