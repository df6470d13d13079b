"""Runs of moves are offered where they could go, and nowhere else."""

import pytest

from ludex.games.russian_bank.game import State, game
from ludex.games.russian_bank.rules.events import MoveRun
from ludex.kernel import CHANCE, Dice, Event


def offered(s: State) -> list[Event[State]]:
    return [event for event in game.legal(s) if isinstance(event, MoveRun)]


def allowed(s: State) -> list[Event[State]]:
    """All runs that the guards let pass, whoever tries them."""
    tried = (
        MoveRun(source, target, count)
        for source in range(1, len(s.houses) + 1)
        for target in range(1, len(s.houses) + 1)
        for count in range(2, 14)
    )
    return [run for run in tried if run.permitted(s)]


@pytest.mark.slow
def test_every_run_that_the_guards_allow_is_offered() -> None:
    found = 0
    for seed in range(4):
        dice, s = Dice(seed), game.start()
        for _ in range(60):
            if game.outcome(s) is not None:
                break
            by_chance = game.turn(s) == CHANCE
            if not by_chance:
                assert offered(s) == allowed(s)
                found += len(offered(s))
            s = game.after(s, game.draw(s, dice) if by_chance else dice.choice(game.moves(s)))
    assert found > 20
