"""The engine of Chess Solitaire does what the rulebook says, board for board."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from ludex.compile.draws import below, word
from ludex.compile.engine import Engine, Row
from ludex.compile.jit import step
from ludex.compile.lockstep import compared, stepped, walked
from ludex.compile.loops import loops
from ludex.compile.playouts import simulate
from ludex.games.chess_solitaire.engine.engine import (
    ACTIONS,
    RESET,
    SLOTS,
    engine,
)
from ludex.games.chess_solitaire.game import game
from ludex.games.chess_solitaire.rules.events import judged
from ludex.games.chess_solitaire.rules.pieces import Piece
from ludex.games.chess_solitaire.rules.state import EMPTY_BOARD, State
from ludex.kernel import Dice
from ludex.parts.grid import Square
from ludex.registry import refined

FAST = refined(game).unchecked()
"""The rulebook with its list of moves, which other tests prove."""


def started(slots: Sequence[Square], kinds: Sequence[Piece]) -> State:
    board = EMPTY_BOARD
    for slot, kind in zip(slots, kinds, strict=True):
        board = board.put(slot, kind)
    return judged(board)


@pytest.mark.parametrize(("pieces", "every"), [(0, 1), (1, 1), (2, 29), (3, 997)])
def test_boards_of_few_pieces_are_packed_and_played(pieces: int, every: int) -> None:
    """Board by board, as everybody else does it; `test_chess_solitaire_proof` has all."""
    packed = engine()
    for seen, slots in enumerate(combinations(SLOTS, pieces)):
        for number, kinds in enumerate(product(Piece, repeat=pieces)):
            if (number + seen) % every == 0:
                s = started(slots, kinds)
                assert compared(packed, s, FAST) is None, s
                assert not [*stepped(packed, s, FAST)], s


def test_random_games_are_those_of_the_rulebook() -> None:
    for pieces in (2, 8, 16):
        made, difference = walked(engine(pieces), range(100), 1_000)
        assert difference is None, difference
        assert made >= 1_000


def test_setting_up_is_part_of_it() -> None:
    packed = engine()
    dice = Dice(3)
    s = game.start()
    for _ in range(40):
        assert compared(packed, s) is None
        assert not [*stepped(packed, s)]
        s = game.after(s, dice.choice(game.moves(s)))
        if game.outcome(s) is not None:
            s = game.start()


def test_moves_are_chosen_from_the_legal_ones_each_as_likely() -> None:
    packed = engine(10)
    one = loops(packed).one
    found = np.zeros(packed.most, np.int64)
    for seed in range(20):
        row = np.zeros(packed.words, np.int64)
        one.begin(row, seed)
        if one.actor(row) < 0:
            continue
        legal = {*found[: one.legal(row, found)].tolist()}
        assert one.choose is not None
        tries = 300 * len(legal)
        chosen = [one.choose(row, seed, n, found) for n in range(tries)]
        assert {*chosen} == legal
        assert all(200 < chosen.count(number) < 400 for number in legal)


def test_a_reset_clears_the_board() -> None:
    packed = engine()
    row = packed.rows([started(SLOTS[:3], [Piece.KING] * 3)])[0]
    packed.steps.apply(row, RESET)
    assert packed.decode(row) == game.start()


def test_every_number_stands_for_one_event() -> None:
    packed = engine()
    row = np.zeros(packed.words, np.int64)
    events = [packed.event(row, number) for number in range(ACTIONS)]
    assert len({*events}) == ACTIONS == 354
    assert [packed.action(row, event) for event in events] == [*range(ACTIONS)]


def test_a_bug_is_found_and_shown() -> None:
    @step
    def generous(state: Row, found: Row) -> int:
        found[0] = 98 + 5
        return 1

    packed = engine(5)
    broken: Engine = replace(packed, steps=replace(packed.steps, legal=generous))
    _, difference = walked(broken, range(20), 100)
    assert difference is not None
    assert "legal; by the rules" in str(difference)


def test_draws_are_those_of_the_dice() -> None:
    for seed in (0, 1, 2**40, -5):
        dice = Dice(seed)
        for drawn in range(20):
            assert int(word(seed, drawn)) % 2**64 == dice.word()
            assert 0 <= below(seed, drawn, 7) < 7


def test_threads_do_not_change_the_games() -> None:
    alone, together = (
        simulate(engine(8), 1_000),
        simulate(engine(8), 1_000, workers=3),
    )
    assert np.array_equal(alone[0], together[0])
    assert np.array_equal(alone[1], together[1])
    assert 0.2 < alone[0].mean() < 0.4
