"""Rewritten rulebooks with faults planted in them, and comparing them in this process."""

import ast
import copy
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ludex.check.strange_events import strange_event
from ludex.kernel import CHANCE, AnyEvent, Dice, Event, History
from ludex.language.script_check import Dialect
from ludex.language.transcript import entry_text, play_event
from ludex.registry import load
from ludex.study.grade.exam import Oracle
from ludex.study.grade.model_server import ModelServer
from ludex.study.grade.models import LockstepResult, compare
from ludex.study.mutants.operators import Mistake, mistakes
from playing import ROOT

REWRITTEN = Path(__file__).parent / "rewritten"

PAIRS = {
    "tic-tac-toe": (ROOT / "examples" / "tic_tac_toe.py", "tic_tac_toe.py"),
    "kuhn-poker": (ROOT / "examples" / "kuhn_poker.py", "kuhn_poker.py"),
    "chess-solitaire": ("chess-solitaire", "chess_solitaire.py"),
    "nine-mens-morris": (REWRITTEN / "nine_mens_morris.py", "nine_mens_morris_again.py"),
}
"""The oracle of each game, and its rewritten rulebook."""

EXHAUSTIVE = ("tic-tac-toe", "kuhn-poker")


class HereModel:
    """Another rulebook, asked in this process as it would be in the sandbox."""

    def __init__(self, path: Path) -> None:
        self.server = ModelServer(game := load(str(path)), game.start(), Dialect.DOCUMENT)
        self.first = self.server.first

    def ask(self, at: int, events: Sequence[str]) -> list[dict[str, Any]]:
        return [self.server.answer(at, event) for event in events]


def oracle_of(name: str) -> Oracle:
    game = load(str(PAIRS[name][0]))
    return Oracle(game, game.start())


def compared(name: str, path: Path) -> LockstepResult:
    return compare(oracle_of(name), HereModel(path))  # type: ignore[arg-type]  # as a model


def faults(name: str) -> Iterator[tuple[Mistake, str]]:
    """Every mistake in a function of the rewritten rulebook, and the whole text with it."""
    tree = ast.parse((REWRITTEN / PAIRS[name][1]).read_text())
    for number, node in enumerate(ast.walk(tree)):
        if isinstance(node, ast.FunctionDef):
            for mistake in mistakes(ast.Module(node.body, []), lambda _, __: ()):
                twin = copy.deepcopy(tree)
                there = next(n for i, n in enumerate(ast.walk(twin)) if i == number)
                assert isinstance(there, ast.FunctionDef)
                assert isinstance(mistake.tree, ast.Module)
                there.body = mistake.tree.body
                yield mistake, ast.unparse(ast.fix_missing_locations(twin))


def is_different(name: str, path: Path, games: int, seed: int = 5) -> bool:
    """Do many random games show a difference? Asked apart from the comparison that is tested."""
    one, other = load(str(PAIRS[name][0])), load(str(path))
    dice = Dice(seed)
    for _ in range(games):
        s, t = one.start(), other.start()
        for _ in range(80):
            event = _some_event(one, s, dice)
            read = other.read(str(event))
            if not isinstance(read, Event):
                return True
            try:
                here, there = (
                    play_event(History(one, s), event),
                    play_event(History(other, t), read),
                )
                same = entry_text(here) == entry_text(there)
                ends = one.outcome(here.state) is None, other.outcome(there.state) is None
            except Exception:  # noqa: BLE001  # a fault may do anything
                return True
            if not same or ends[0] != ends[1]:
                return True
            s, t = here.state, there.state
            if not ends[0] and dice.below(4) == 0:
                break
    return False


def _some_event(game: Any, s: Any, dice: Dice) -> AnyEvent:
    over = game.outcome(s) is not None
    if not over and game.turn(s) == CHANCE:
        event: AnyEvent = game.draw(s, dice)
        return event
    moves = [] if over else [event for event in game.moves(s) if not event.beyond_source]
    if moves and dice.below(3):
        return dice.choice(moves)
    while True:
        strange: AnyEvent = strange_event(game, dice, dice.choice(moves) if moves else None)
        if not (strange.beyond_source or strange.of_history or strange.by_chance):
            return strange
