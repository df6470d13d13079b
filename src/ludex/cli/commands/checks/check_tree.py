"""`ludex check GAME --tree`: the size and shape of the game tree, for researchers."""

from typing import Any

from ludex.cli.arguments import show
from ludex.kernel import Game
from ludex.language.templates import render_lines
from ludex.solve.small.game_tree import Interval, tree_statistics


def show_tree(
    game: "Game[Any]", start: object, *, seed: int, most: int, seconds: float, as_json: bool
) -> None:
    """Print the statistics of the tree below a state."""
    found = tree_statistics(game, start, seed=seed, most=most, seconds=seconds)
    lines = render_lines(
        "cli/commands/checks/check_tree.txt.j2", name=game.name, seed=seed, found=found
    )
    record = {
        "game": game.name,
        "seed": seed,
        "counted": not found.games,
        "games": found.games,
        "log10_nodes": _bounds(found.log_nodes),
        "nodes_met": dict(found.kinds),
        "branching": {kind: _bounds(one) for kind, one in found.branching.items()},
        "widest": found.widest,
        "depth": _bounds(found.depth),
        "longest": found.longest,
        "states": found.states,
        "information_sets": found.sets,
        "not_all_listed": sorted(found.unlisted),
    }
    show(record, lines, as_json=as_json)


def _bounds(one: Interval) -> dict[str, float]:
    return {name: round(value, 6) for name, value in one._asdict().items()}
