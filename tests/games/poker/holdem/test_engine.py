"""The engine of hold'em does what the rulebook says, at every table."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
import pytest

from lockstep_walks import demand_the_same_games, steps_of
from ludex.compile.lockstep import compared
from ludex.compile.loops import loops
from ludex.compile.playouts import simulate
from ludex.games.poker.equity.strength import of_suits, with_card
from ludex.games.poker.holdem.engine.betting import ACTIONS
from ludex.games.poker.holdem.engine.engine import engine
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.events import RaiseTo
from ludex.games.poker.holdem.rules.options import PRESETS, AnteBy, Limit, Rebuy, Rules
from ludex.games.poker.holdem.rules.state import State, first_state
from ludex.games.poker.holdem.rules.view import imagine
from ludex.games.poker.rules.evaluator import rank
from ludex.kernel import CHANCE, Dice, Seat

GAME = game.unchecked()

TABLES = {
    **PRESETS,
    "ten, short, with antes": Rules(players=10, stack=7, ante=1, hands=40),
    "the big blind pays": replace(
        PRESETS["tournament"], stack=40, ante=20, ante_by=AnteBy.BIG_BLIND
    ),
    "no cap": Rules(players=4, stack=90, limit=Limit.FIXED, cap=0, ante=1, hands=9),
    "short fixed limit": replace(
        PRESETS["tournament"], stack=35, limit=Limit.FIXED, hands_per_level=2
    ),
    "three, fast": replace(PRESETS["tournament"], players=3, stack=100, hands_per_level=1),
    "asked, short": Rules(players=4, stack=6, hands=30, rebuy=Rebuy.IF_WANTED),
    "two, asked": Rules(players=2, stack=9, ante=1, hands=9, rebuy=Rebuy.IF_WANTED),
    "no small blind": Rules(players=5, small_blind=0, big_blind=3, hands=3),
}


@pytest.mark.parametrize("name", TABLES)
def test_random_games_are_those_of_the_rulebook(name: str) -> None:
    steps = 1_500 if name in PRESETS else 500
    demand_the_same_games(engine(TABLES[name]), range(5000), steps, GAME)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_many_random_games_are_those_of_the_rulebook(name: str) -> None:
    steps, seeds = steps_of(name, PRESETS, TABLES), range(10**6, 2 * 10**6)
    demand_the_same_games(engine(TABLES[name]), seeds, steps, GAME)


def worth(hand: tuple[int, ...]) -> int:
    suits = 0
    for card in hand:
        suits = with_card(suits, card)
    return int(of_suits(suits))


def test_hands_are_ordered_as_the_evaluator_orders_them() -> None:
    chance = Random(3)
    hands = [tuple(chance.sample(range(52), 7)) for _ in range(4_000)]
    # Better is a lower rank there and a higher number here; equal is equal.
    pairs = {(rank(hand), worth(hand)) for hand in hands}
    assert in_step(pairs)


@pytest.mark.slow
def test_all_hands_of_five_cards_are_ordered_as_the_evaluator_orders_them() -> None:
    pairs = {(rank(hand), worth(hand)) for hand in combinations(range(52), 5)}
    assert len(pairs) == 7_462
    assert in_step(pairs)


def in_step(pairs: set[tuple[int, int]]) -> bool:
    ranks, numbers = zip(*sorted(pairs), strict=True)
    return len({*ranks}) == len(pairs) == len({*numbers}) and [*numbers] == sorted(
        numbers, reverse=True
    )


def states(rules: Rules, seed: int) -> Iterator[State]:
    dice, s = Dice(seed), first_state(rules)
    while GAME.outcome(s) is None:
        yield s
        if GAME.turn(s) == CHANCE:
            s = GAME.after(s, GAME.draw(s, dice))
        else:
            s = GAME.after(s, dice.choice(GAME.moves(s)))
    yield s


def test_a_seat_sees_nothing_but_what_its_view_shows() -> None:
    """Other cards behind the same backs: the same is seen."""
    rules = Rules(players=4, stack=20, hands=6)
    packed, dice = engine(rules), Dice(1)
    one, another = (np.zeros(packed.seen, np.int64) for _ in range(2))
    differ = 0
    for s in states(rules, 4):
        for seat in map(Seat, range(4)):
            other = imagine(game.view(s, seat), seat, dice)
            row, changed = packed.rows([s, other])
            loops(packed).one.observe(row, seat, one)
            loops(packed).one.observe(changed, seat, another)
            assert np.array_equal(one, another)
            differ += not np.array_equal(row, changed)
            assert packed.decode(one) == game.view(s, seat)
    assert differ > 50


def test_any_amount_may_be_bet() -> None:
    rules = Rules(players=2, hands=1)
    packed, s = engine(rules), first_state(rules)
    s = GAME.after(s, GAME.draw(s, Dice(2)))
    row = packed.rows([s])[0]
    number = packed.action(row, RaiseTo(37))
    assert number == ACTIONS + 37
    assert packed.event(row, number) == RaiseTo(37)
    loops(packed).one.apply(row, number)
    assert packed.decode(row) == GAME.after(s, RaiseTo(37))


def test_positions_in_the_middle_of_a_hand_are_read() -> None:
    for s in states(Rules(hands=2), 9):
        assert compared(engine(Rules(hands=2)), s, game) is None


def test_nothing_is_won_from_nobody_and_threads_do_not_matter() -> None:
    scores, lengths = simulate(engine(), 5_000)
    assert np.all(scores.sum(axis=1) == 0)
    again = simulate(engine(), 5_000, workers=3)
    assert np.array_equal(scores, again[0])
    assert np.array_equal(lengths, again[1])
