"""The engine of Carcassonne does what the rulebook says, with both sets of tiles."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from lockstep_walks import demand_the_same_games, steps_of
from ludex.compile.lockstep import compared, stepped
from ludex.compile.loops import loops
from ludex.compile.playouts import simulate
from ludex.games.carcassonne.engine.engine import engine
from ludex.games.carcassonne.engine.layout import ABOVE, MOST_OPENINGS, PIECES, TOUCHING
from ludex.games.carcassonne.game import game
from ludex.games.carcassonne.rules.options import PRESETS, Draw, Rules
from ludex.games.carcassonne.rules.state import State
from ludex.games.carcassonne.rules.tiles import TileSet
from ludex.kernel import CHANCE, Dice
from ludex.language.position import position_line, read_position
from ludex.registry import refined

FAST = refined(game).unchecked()
"""The rulebook with its list of moves, which other tests prove."""

BASE = PRESETS["base"]
TABLES = {
    **PRESETS,
    "base, five": replace(BASE, players=5),
    "base, three with one meeple": replace(BASE, players=3, meeples=1),
    "base, without meeples": replace(BASE, meeples=0),
    "base, short": replace(BASE, players=4, length=30),
    "base, drawn by placements": replace(BASE, draw=Draw.PLACEMENTS),
    "document, alone": Rules(players=1),
    "document, ten": Rules(players=10, meeples=8),
    "document, short": Rules(players=3, length=20),
}


@pytest.mark.parametrize("name", TABLES)
def test_random_games_are_those_of_the_rulebook(name: str) -> None:
    steps = 1_500 if name in PRESETS else 500
    demand_the_same_games(engine(TABLES[name]), range(10_000), steps, FAST)


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_many_random_games_are_those_of_the_rulebook(name: str) -> None:
    steps, seeds = steps_of(name, PRESETS, TABLES), range(10**6, 2 * 10**6)
    demand_the_same_games(engine(TABLES[name]), seeds, steps, FAST)


def play(rules: Rules, seed: int, turns: int) -> State:
    dice = Dice(seed)
    s: State = game.start("base" if rules.is_base else "standard")
    for _ in range(2 * turns):
        if FAST.outcome(s) is not None:
            break
        if FAST.turn(s) == CHANCE:
            s = FAST.after(s, FAST.draw(s, dice))
        else:
            s = FAST.after(s, dice.choice(FAST.moves(s)))
    return s


@pytest.mark.parametrize("name", ["base", "standard"])
def test_positions_are_packed_and_every_move_leads_where_the_guards_say(
    name: str,
) -> None:
    rules = PRESETS[name]
    for seed, turns in ((1, 0), (2, 5), (3, 12), (4, 30), (5, 80)):
        s = play(rules, seed, turns)
        if FAST.turn(s) == CHANCE and FAST.outcome(s) is None:
            s = FAST.after(s, FAST.draw(s, Dice(seed)))
        assert compared(engine(rules), s, game.unchecked()) is None
        assert not [*stepped(engine(rules), s, FAST)]
        # Equal positions are equal in whatever order their tiles were laid.
        again = read_position(game, position_line(game, s))
        assert isinstance(again, State)
        assert compared(engine(rules), again, FAST) is None


def test_moves_are_chosen_from_the_legal_ones_each_as_likely() -> None:
    packed = engine()
    one = loops(packed).one
    assert one.choose is not None
    found, room = np.zeros(packed.most, np.int64), np.zeros(MOST_OPENINGS, np.int64)
    for seed in range(8):
        s = play(BASE, seed, 2 + 4 * seed)
        if FAST.turn(s) == CHANCE:
            s = FAST.after(s, FAST.draw(s, Dice(seed)))
        row = packed.rows([s])[0]
        legal = found[: one.legal(row, found)].tolist()
        tries = 100 * len(legal)
        chosen = Counter(one.choose(row, seed, n, room) for n in range(tries))
        assert {*chosen} == {*legal}
        assert all(50 < times < 160 for times in chosen.values())


def test_every_game_lays_every_tile_or_puts_it_away() -> None:
    packed = engine()
    scores, lengths = simulate(packed, 2_000)
    assert lengths.max() == 71
    assert lengths.min() > 60
    assert scores.min() >= 0
    again = simulate(packed, 2_000, workers=3)
    assert np.array_equal(scores, again[0])


def test_tables_have_room_for_every_piece() -> None:
    for tiles in TileSet:
        row = np.zeros(engine().words, np.int64)
        rules = PRESETS["base"] if tiles is TileSet.BASE else PRESETS["standard"]
        run, drawn = loops(engine(rules)).one, 0
        room = np.zeros(MOST_OPENINGS, np.int64)
        drawn = run.begin(row, 7)
        while (who := run.actor(row)) != -2:
            if who == CHANCE:
                drawn = run.draw(row, 7, drawn)
            else:
                assert run.choose is not None
                run.apply(row, run.choose(row, 7, drawn, room))
                drawn += 1
        assert 0 < row[PIECES] <= engine().words - ABOVE
    assert TOUCHING.max() < 256
