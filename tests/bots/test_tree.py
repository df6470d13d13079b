"""The bot that grows a tree: what it proves, what it does with hidden cards."""

from typing import Any

import pytest

from ludex.bots import Bot, random_bot, view_of
from ludex.bots.budget import Budget
from ludex.bots.tree import Tree
from ludex.kernel import Dice, Game, Seat
from ludex.players.game_loop import play_out
from ludex.players.opponents import find_bot
from ludex.registry import load
from pages import blocks
from playing import ROOT, event_of, example


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Game[Any]:
    """The game of the tutorial."""
    file = tmp_path_factory.mktemp("nim") / "nim.py"
    page = (ROOT / "docs" / "tutorial.md").read_text()
    file.write_text("\n\n".join(blocks(page, "python")))
    return load(str(file))


def bot_of(game: Game[Any], name: str) -> Bot[Any]:
    found = find_bot(game, name)
    assert callable(found)
    return found


@pytest.mark.parametrize("stones", [n for n in range(2, 22) if n % 4])
def test_a_won_game_of_nim_is_won_against_anybody(nim: Game[Any], stones: int) -> None:
    first = type(nim.start())(stones, Seat(0))
    played = play_out(nim, stones, start=first, bots=(bot_of(nim, "tree:400"), random_bot))
    outcome = nim.outcome(played.state)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_what_is_proved_ends_the_search(nim: Game[Any]) -> None:
    view = view_of(nim, type(nim.start())(6, Seat(0)), Seat(0))
    best, *others = Tree(nim, view, Dice(1)).search(Budget(playouts=100_000))
    assert (str(best.event), best.is_proven, best.mean) == ("take(2)", True, 1.0)
    assert sum(tried.tries for tried in (best, *others)) < 1_000


def test_a_lost_game_lasts_as_long_as_it_can(nim: Game[Any]) -> None:
    view = view_of(nim, type(nim.start())(4, Seat(0)), Seat(0))
    best = Tree(nim, view, Dice(1)).search(Budget(playouts=1_000))[0]
    assert best.is_proven
    assert best.mean == -1.0


def test_the_solution_of_tic_tac_toe_never_beats_it() -> None:
    game = example("tic_tac_toe")
    tree, solved = bot_of(game, "tree:300"), bot_of(game, "solved")
    for seed, seats in enumerate([(tree, solved), (solved, tree)]):
        played = play_out(game, seed, bots=seats)
        outcome = game.outcome(played.state)
        assert outcome is not None
        assert outcome.winners == (0, 1)


def test_where_cards_are_hidden_nothing_is_proved() -> None:
    game = example("kuhn_poker")
    s = game.start()
    for line in ("deal(king, queen)", "pass"):
        s = game.after(s, event_of(game, line))
    tree = Tree(game, view_of(game, s, Seat(1)), Dice(1))
    for _ in range(200):
        tree.grow()
    assert not tree.is_open
    assert [tried.is_proven for tried in tree.answer()] == [False, False]


def test_the_king_calls() -> None:
    game = example("kuhn_poker")
    s = game.start()
    for line in ("deal(queen, king)", "bet"):
        s = game.after(s, event_of(game, line))
    view = view_of(game, s, Seat(1))
    assert str(Tree(game, view, Dice(1)).search(Budget(playouts=60))[0].event) == "bet"
