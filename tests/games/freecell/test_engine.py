"""The engine of FreeCell does what the rulebook says, on every table that it claims."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from lockstep_walks import demand_the_same_games, steps_of
from ludex.compile.engine import Engine
from ludex.compile.lockstep import compared, stepped
from ludex.compile.loops import loops
from ludex.compile.playouts import simulate
from ludex.games.freecell.engine.engine import deal, encode, engine
from ludex.games.freecell.engine.packing import RULES, Unpackable, packed_rules
from ludex.games.freecell.game import game
from ludex.games.freecell.rules.dealing import dealt
from ludex.games.freecell.rules.options import FREECELL, PRESETS, AutoplayScope, Rules
from ludex.games.freecell.rules.state import State
from ludex.kernel import Dice
from ludex.registry import refined

FAST = refined(game).unchecked()
"""The rulebook with its list of moves, which other tests prove."""

TABLES = {
    **PRESETS,
    "many columns": Rules(columns=13, cells=10),
    "few columns, no cells": Rules(columns=7, cells=0),
    "only safe cards": Rules(autoplay=AutoplayScope.SAFE),
    "no autoplay": Rules(autoplay=AutoplayScope.OFF),
}


@pytest.mark.parametrize("name", TABLES)
def test_random_games_are_those_of_the_rulebook(name: str) -> None:
    steps = 1_500 if name in PRESETS else 500
    demand_the_same_games(engine(TABLES[name]), range(1000), steps, FAST)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_many_random_games_are_those_of_the_rulebook(name: str) -> None:
    steps, seeds = steps_of(name, PRESETS, TABLES), range(10**6, 2 * 10**6)
    demand_the_same_games(engine(TABLES[name]), seeds, steps, FAST)


def test_every_move_of_a_position_leads_where_the_guards_say() -> None:
    """Also those that chance takes rarely, and the guards themselves are asked."""
    packed, dice = engine(), Dice(5)
    for number in range(1, 5):
        s: State = dealt(FREECELL, number)
        for _ in range(40):
            assert compared(packed, s, game.unchecked()) is None
            assert not [*stepped(packed, s, game.unchecked())]
            moves = FAST.moves(s)
            if not moves:
                break
            s = game.after(s, dice.choice(moves))


def test_deals_are_those_that_everybody_knows() -> None:
    row = np.zeros(engine().words, np.int64)
    row[RULES] = packed_rules(FREECELL)
    for number in (1, 11982, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1):
        deal(row, number)
        assert engine().decode(row) == dealt(FREECELL, number)


def test_moves_are_chosen_from_the_legal_ones_each_as_likely() -> None:
    packed = engine()
    one = loops(packed).one
    assert one.choose is not None
    found, dice = np.zeros(packed.most, np.int64), Dice(8)
    s: State = dealt(FREECELL, 7)
    for _ in range(25):
        row = packed.rows([s])[0]
        legal = found[: one.legal(row, found)].tolist()
        tries = 200 * len(legal)
        chosen = Counter(one.choose(row, 3, n, found) for n in range(tries))
        assert {*chosen} == {*legal}
        assert all(130 < times < 270 for times in chosen.values())
        s = game.after(s, dice.choice(FAST.moves(s)))


def test_numbers_and_events_stand_for_each_other() -> None:
    for rules in PRESETS.values():
        packed = engine(rules)
        row = np.array([packed_rules(rules)], np.int64)
        events = [packed.event(row, number) for number in range(packed.actions)]
        assert len({*events}) == packed.actions
        assert [packed.action(row, each) for each in events] == [*range(packed.actions)]


def test_other_tables_are_refused_in_one_line() -> None:
    for rules in (Rules(packs=2, columns=10), Rules(columns=6)):
        with pytest.raises(Unpackable, match="one pack and seven columns or more"):
            engine(rules)
    with pytest.raises(Unpackable, match="when the cards are dealt"):
        encode(game.start())
    s: State = dealt(FREECELL, 1)
    tall = (sum(s.columns, ()), *((),) * 7)
    with pytest.raises(Unpackable, match="room for 20 cards in a column, not for 52"):
        encode(replace(s, columns=tall))


def test_threads_do_not_change_the_games() -> None:
    alone, together = simulate(engine(), 300), simulate(engine(), 300, workers=3)
    assert np.array_equal(alone[0], together[0])
    assert np.array_equal(alone[1], together[1])


def test_a_seat_sees_the_whole_table() -> None:
    packed: Engine = engine()
    row = packed.rows([dealt(FREECELL, 3)])[0]
    seen = np.zeros(packed.seen, np.int64)
    loops(packed).one.observe(row, 0, seen)
    assert np.array_equal(seen, row)
