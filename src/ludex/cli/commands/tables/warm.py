"""`ludex warm`: compile now what a game, a bot or a hint would compile later."""

from collections.abc import Callable, Iterator
from time import perf_counter

from ludex.bots.observation import AnyView, view_of
from ludex.cli.arguments import AnyGame, find_played
from ludex.cli.terminal.progress import ProgressLine
from ludex.kernel import CHANCE, Dice, Unreadable
from ludex.kernel import AnyGame as GameOfAnyState
from ludex.registry import engine, played


def warm(game: AnyGame = None) -> None:
    """Compile engines and bots in advance, so that they answer at once.

    Engines, solvers and the strongest bots are compiled at their first use and cached on disk.
    That takes up to a minute for each game. This command does it in advance, for one or all games.

    \b
    ludex warm              every game that is installed
    ludex warm freecell     its engine, its solver and its hints
    """
    import ludex.compile.jit  # noqa: F401  # says which extra is missing

    line = ProgressLine("warm")
    for one in [find_played(game)] if game else played():
        for label, compiled in _work(one):
            line.stage(f"{one.name}, {label}")
            begun = perf_counter()
            if compiled():
                line.clear()
                print(f"{one.name:16} {label:8} {perf_counter() - begun:5.1f} s")
    line.clear()


def _work(game: GameOfAnyState) -> Iterator[tuple[str, Callable[[], bool]]]:
    """Yield what is compiled for a game; each says whether there was anything to do."""
    yield "engine", lambda: _play_on_engine(game)
    view = _first_choice(game)
    if view is not None:
        yield "bots", lambda: _move_once(game, view)
        yield "hints", lambda: _hint_once(game, view)


def _play_on_engine(game: GameOfAnyState) -> bool:
    from ludex.compile.loops import simulate_games

    try:
        simulate_games(engine(game), 1)
    except ValueError:  # there is no engine of this game
        return False
    return True


def _move_once(game: GameOfAnyState, view: AnyView) -> bool:
    from ludex.players.opponents import best_of, find_bot

    bot = find_bot(game, best_of(game))
    if isinstance(bot, Unreadable):
        return False
    bot(view, Dice(1))
    return True


def _hint_once(game: GameOfAnyState, view: AnyView) -> bool:
    from ludex.players.advice import advisor_for

    advisor_for(game).hint(view, Dice(1))
    return True


def _first_choice(game: GameOfAnyState) -> AnyView | None:
    """Return what a seat sees when it first has several moves."""
    from ludex.players.game_loop import each_turn

    for turn in each_turn(game, 1):
        if turn.seat != CHANCE and len(game.legal(turn.before)) > 1:
            return view_of(game, turn.before, turn.seat)
    return None
