"""Carcassonne's builder: what it reads off positions, and what it does with it."""

from itertools import islice
from typing import Any

import pytest

pytest.importorskip("numba")

import numpy as np

from ludex.bots import view_of
from ludex.bots.budget import Budget
from ludex.bots.playouts import starting
from ludex.games.carcassonne.bots import builder as building
from ludex.games.carcassonne.bots.builder import building_bot
from ludex.games.carcassonne.engine.engine import event, packed
from ludex.games.carcassonne.engine.features import SIGNS, tables
from ludex.games.carcassonne.engine.tree_search import TreeSearch
from ludex.kernel import CHANCE, Dice
from ludex.registry import load, refined

GAME = refined(load("carcassonne")).unchecked()


def played(preset: str, moves: int, seed: int = 4) -> Any:
    """A random game so far, with a tile that is to be laid."""
    s, dice = GAME.start(preset), Dice(seed)
    while moves or GAME.turn(s) == CHANCE:
        if GAME.turn(s) == CHANCE:
            s = GAME.after(s, GAME.draw(s, dice))
        else:
            s, moves = GAME.after(s, dice.choice(GAME.moves(s))), moves - 1
    return s


def grown(s: Any, walks: int) -> TreeSearch:
    search = TreeSearch(packed(s))
    assert search.walk(walks)
    return search


@pytest.mark.parametrize(("preset", "moves"), [("base", 30), ("standard", 12)])
def test_it_makes_legal_moves_and_the_same_ones_again(preset: str, moves: int) -> None:
    s = played(preset, moves)
    view = view_of(GAME, s, GAME.turn(s))
    bot = building_bot(GAME, Budget(playouts=60))
    chosen = bot(view, Dice(1))
    assert chosen in view.legal
    assert bot(view, Dice(2)) == chosen


def test_every_branch_is_a_legal_move_and_every_walk_is_counted() -> None:
    s = played("base", 40)
    tree = grown(s, 200).tree
    branches = range(int(tree.branches[0]))
    legal = GAME.moves(s)
    assert all(event(np.empty(0, np.int64), int(tree.action[i])) in legal for i in branches)
    assert sum(int(tree.tries[i]) for i in branches) == tree.visits[0] == 200
    assert all(abs(tree.total[i]) <= 1.2 * tree.tries[i] for i in branches)


def test_at_the_last_tile_it_makes_the_most_points() -> None:
    """Nothing follows: whatever leaves it furthest ahead is best, and it can be counted."""
    for seed in range(3):
        s = played("standard", 35, seed)
        seat = GAME.turn(s)

        def ahead(move: Any, s: Any = s, seat: int = seat) -> int:
            scores = GAME.after(s, move).scores
            return int(scores[seat] - scores[1 - seat])

        best = event(np.empty(0, np.int64), grown(s, 40).best())
        assert ahead(best) == max(map(ahead, GAME.moves(s)))


def test_a_tree_that_is_full_ends_the_thinking() -> None:
    search = TreeSearch(packed(played("standard", 3)))
    full = search.tree.first.shape[0] - 3
    search.walk(1)
    search.tree.size[0] += full - search.tree.size[0]
    assert not search.walk(50)
    assert search.walked < 51


def test_what_signs_are_worth_is_known_for_both_sets_of_tiles() -> None:
    assert {*tables()} == {"base", "document"}
    for table in tables().values():
        assert table.shape == (len(SIGNS), 3)
        # At the very end a point is a point.
        assert table[0, 0] == pytest.approx(1, abs=0.2)


def test_on_a_map_that_the_engine_does_not_know_search_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(_: Any) -> Any:
        raise ValueError("islands")

    s = played("standard", 4)
    view = view_of(GAME, s, GAME.turn(s))
    bot = building_bot(GAME, Budget(playouts=20))
    starting(building.first_walk).is_ready(s)
    monkeypatch.setattr(building, "packed", refused)
    assert bot(view, Dice(1)) in view.legal


def test_the_row_of_a_state_is_the_one_that_its_moves_lead_to() -> None:
    """Tiles are laid by one loop: whatever the order, the same features come of it."""
    from ludex.games.carcassonne.engine.engine import decode

    for s in islice((played("base", moves) for moves in (0, 1, 25, 60)), 4):
        assert decode(s.rules, packed(s)) == s
