"""What every bot keeps, and what each is good for."""

from importlib.util import find_spec
from typing import Any

import pytest

from ludex.bots import KINDS, Bot, find_bot, view_of
from ludex.bots import budget as budget_module
from ludex.bots import search as searching
from ludex.bots.budget import Budget
from ludex.kernel import CHANCE, Dice, Game, Unreadable
from ludex.players.opponents import best_of
from ludex.players.opponents import find_bot as registered
from ludex.registry import load, refined
from playing import event_of, every_game, example

BRIEF = {"search": "search:8", "tree": "tree:8"}
"""The bots with a budget that tests can afford."""


def bot_of(game: Game[Any], name: str) -> Bot[Any]:
    found = find_bot(game, BRIEF.get(name, name))
    assert not isinstance(found, Unreadable)
    return found


def journal(game: Game[Any], name: str, seed: int, moves: int) -> list[str]:
    """What a bot does that plays against itself, chance with dice of its own.

    It thinks on the faster lists of moves; what it does is judged by the guards.
    """
    fast = refined(game).unchecked()
    bot, chance, dice = bot_of(fast, name), Dice(1), Dice(seed)
    s = game.start()
    made: list[str] = []
    for _ in range(20 * moves):
        if game.outcome(s) is not None or len(made) == moves:
            break
        turn = game.turn(s)
        if turn == CHANCE:
            s = game.after(s, game.draw(s, chance))
            continue
        view = view_of(game, s, turn)
        event = bot(view, dice)
        assert event in view.legal
        made.append(str(event))
        s = game.after(s, event)
    return made


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_every_bot_plays_every_game_by_the_rules_and_by_its_dice_alone(
    game: Game[Any], kind: str
) -> None:
    played = journal(game, kind, seed=2, moves=3)
    assert played == journal(game, kind, seed=2, moves=3)


def test_other_dice_play_otherwise() -> None:
    game = load("carcassonne")
    for kind in ("random", "search"):
        some = {tuple(journal(game, kind, seed, moves=2)) for seed in range(3)}
        assert len(some) > 1


@pytest.mark.parametrize("name", ["greedy", "search:60"])
def test_a_win_that_is_there_is_taken(name: str) -> None:
    game = example("tic_tac_toe")
    s = game.start()
    for cell in (1, 4, 2, 5):
        s = game.after(s, event_of(game, f"mark({cell})"))
    bot = find_bot(game, name)
    assert not isinstance(bot, Unreadable)
    for seed in range(5):
        assert str(bot(view_of(game, s, game.turn(s)), Dice(seed))) == "mark(3)"


def test_search_sees_the_threat_that_greedy_does_not() -> None:
    game = example("tic_tac_toe")
    s = game.start()
    for cell in (1, 9, 2):
        s = game.after(s, event_of(game, f"mark({cell})"))
    chosen: dict[str, set[str]] = {"greedy": set(), "search:200": set()}
    for name, found in chosen.items():
        bot = find_bot(game, name)
        assert not isinstance(bot, Unreadable)
        view = view_of(game, s, game.turn(s))
        found.update(str(bot(view, Dice(seed))) for seed in range(6))
    assert chosen["search:200"] == {"mark(3)"}
    assert len(chosen["greedy"]) > 1


def test_a_budget_of_seconds_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that every look at moves on by a tenth of a second."""
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return looks / 10

    for module in (searching, budget_module):
        monkeypatch.setattr(module, "perf_counter", clock)
    game = load("carcassonne").unchecked()
    s = game.after(game.start(), game.draw(game.start(), Dice(1)))
    view = view_of(game, s, game.turn(s))
    trials = searching.BudgetedSearch(game, view, Dice(1), Budget(seconds=3.0)).best()
    assert looks <= 32 + len(trials)
    assert trials[0].results


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("whist", "there is no bot 'whist'; there are random, greedy, tree, search"),
        ("", "there is no bot ''; there are random, greedy, tree, search"),
        ("random:3", "'random' has no budget: write random alone"),
        ("search:", "'' is not a budget"),
        ("search:0", "'0' is not a budget"),
        ("search:-1s", "'-1s' is not a budget"),
        ("search:0s", "'0s' is not a budget"),
        ("search:infs", "'infs' is not a budget"),
        ("search:nans", "'nans' is not a budget"),
        ("search:s", "write seconds such as 0.5s (up to 600s) or a number of playouts"),
        ("search:1000000000000", "is not a budget"),
    ],
)
def test_a_name_that_means_nothing_is_told(name: str, words: str) -> None:
    found = find_bot(example("tic_tac_toe"), name)
    assert isinstance(found, Unreadable)
    assert words in str(found)


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("0.5s", Budget(seconds=0.5)),
        ("2s", Budget(seconds=2.0)),
        ("200", Budget(playouts=200)),
    ],
)
def test_a_budget_is_read_and_written(text: str, budget: Budget) -> None:
    assert Budget.read(text) == budget
    assert str(budget) == text


def test_the_memory_of_good_replies_makes_playouts_short() -> None:
    game = load("carcassonne").unchecked()
    s, dice = game.start(), Dice(4)
    for _ in range(25):
        by_chance = game.turn(s) == CHANCE
        moves = [game.draw(s, dice)] if by_chance else game.moves(s)
        s = game.after(s, dice.choice(moves))
    assert len(game.moves(s)) > searching.LOOKED_AT
    view = view_of(game, s, game.turn(s))
    search = searching.BudgetedSearch(game, view, dice, Budget(playouts=1))
    best = game.moves(s)[-1]
    search.memory[best] = 5
    promising = search.promising(game.moves(s), dice)
    assert promising[0] == best
    assert len(promising) == searching.LOOKED_AT


@pytest.mark.parametrize(
    ("game", "best"),
    [
        (example("tic_tac_toe"), "solved"),
        (example("connect_four"), "tree"),
        (load("carcassonne"), "builder" if find_spec("numba") else "search"),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_best_is_the_strongest_bot_of_a_game(game: Game[Any], best: str) -> None:
    assert best_of(game) == best
    assert not isinstance(registered(game, "best"), Unreadable)
    assert not isinstance(registered(game, "best:5"), Unreadable)
    assert isinstance(registered(game, "bestest"), Unreadable)
