"""The bot that follows a solver wins what can be won, and hints say what a move is good for."""

import pytest

from games.freecell.freecell_table import dealt
from ludex.bots import view_of
from ludex.games.freecell.solver import Ways
from ludex.games.freecell.solver.hints import reason
from ludex.kernel import SOLO, Dice, Unreadable
from ludex.language.position import read_position
from ludex.players.opponents import best_of, bots_of, find_bot
from ludex.registry import load


@pytest.mark.parametrize("name", ["freecell", "chess-solitaire"])
def test_best_follows_the_solver_to_the_win(name: str) -> None:
    game = load(name)
    assert best_of(game) == "solver"
    assert bots_of(game)[-1][0] == "solver"
    bot, dice = find_bot(game, "best"), Dice(1)
    assert not isinstance(bot, Unreadable)
    s = dealt(1) if name == "freecell" else read_position(game, "NP.Q/.R.B/K.N./.P..")
    while game.outcome(s) is None:
        s = game.after(s, bot(view_of(game, s, SOLO), dice))
    outcome = game.outcome(s)
    assert outcome is not None
    assert outcome.winners == (SOLO,)


def test_where_nothing_wins_it_makes_a_legal_move() -> None:
    game = load("chess-solitaire")
    bot = find_bot(game, "solver")
    assert not isinstance(bot, Unreadable)
    for s in (game.start(), read_position(game, "RR../..../..../N.NN")):
        view = view_of(game, s, SOLO)
        assert bot(view, Dice(1)) in view.legal
    assert isinstance(find_bot(game, "solver:5"), Unreadable)


def test_every_kind_of_reason_is_true_of_the_way() -> None:
    """Of each it is looked up on the way what it says of a card."""
    s, told = dealt(617), set()
    way = Ways().way(s)
    for i, event in enumerate(way):
        said = reason(s, way[i:])
        after = event.apply(s)
        if said is None:
            assert after.homes != s.homes
        else:
            told.add(said.template)
            if said == "It frees the ace of hearts.":
                assert str(way[i + 1].apply(after).homes).count("AH") == 1
                assert str(after.homes).count("AH") == 0
            if "empties a free cell" in said:
                assert after.free_cells == s.free_cells + 1
            if "empties column" in said:
                assert after.columns.count(()) >= s.columns.count(())
        s = after
    assert len(told) == 6
