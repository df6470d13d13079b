"""Leduc hold'em solved by CFR+, beside OpenSpiel's own Leduc and solvers, in one run on one core.

    python bench/leduc.py [--target 0.001] [--seconds 120]

Both sides run CFR+ until the exploitability (NashConv / 2, in chips a game) is below the target. Each
measures it by its own exact best responses; then our strategy is put into OpenSpiel's tree and judged by
OpenSpiel's `exploitability`, so that both numbers are one measure. Without OpenSpiel (`pip install
open_spiel`) it is said to be absent.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any

from rows import keep, missing

from ludex.check.explore import ExploreLimits
from ludex.registry import load
from ludex.solve.small.cfr import LOOKS, CfrResult, Matrix, Plan, ValueBounds, run_cfr
from ludex.solve.small.payoffs import Measure
from ludex.solve.small.sequence_form import SequenceForm, Watch, build_sequence_form

EXAMPLE = Path(__file__).parents[1] / "examples" / "leduc_poker.py"
LETTERS = {"CALL": "Call", "RAISE": "Raise", "FOLD": "Fold"}


@dataclass
class Run:
    """What one side has come to."""

    rounds: int = 0
    exploitability: float = float("inf")
    learning: float = 0.0
    """Seconds of CPU in rounds of CFR+."""

    looking: float = 0.0
    """Seconds of CPU in best responses."""

    def row(self, name: str) -> str:
        """A line of the table."""
        return (
            f"{name:<22}{self.rounds:>8,}{self.exploitability:>16.6f}"
            f"{self.learning:>10.2f}{self.looking:>10.2f}"
        )


class TimedMatrix(Matrix):
    """Counts the seconds that go into best responses."""

    looking = 0.0

    def bounds(self, plans: Sequence[Plan]) -> ValueBounds:
        begun = process_time()
        found = super().bounds(plans)
        self.looking += process_time() - begun
        return found


def ours(target: float, seconds: float) -> tuple[SequenceForm, CfrResult, Run]:
    """The form, the strategies, and what they cost; building the form is part of it."""
    game = load(str(EXAMPLE)).unchecked()
    begun = process_time()
    form = build_sequence_form(game, game.start(), Watch(ExploreLimits()))
    assert isinstance(form, SequenceForm)
    matrix = TimedMatrix(form, Measure.SCORES)
    found = run_cfr(matrix, target, lambda *_: process_time() - begun > seconds)
    learning = process_time() - begun - matrix.looking
    run = Run(found.rounds, found.bounds.exploitability, learning, matrix.looking)
    return form, found, run


def theirs(target: float, seconds: float) -> Run:
    """CFR+ of OpenSpiel, in C++, looked at after as many rounds as ours."""
    import pyspiel

    peer = pyspiel.load_game("leduc_poker")
    cfr, run, look = pyspiel.CFRPlusSolver(peer), Run(), 1.0
    while run.exploitability > target and run.learning < seconds:
        begun = process_time()
        while run.rounds < look:
            cfr.evaluate_and_update_policy()
            run.rounds += 1
        run.learning += process_time() - begun
        begun = process_time()
        run.exploitability = pyspiel.exploitability(peer, cfr.average_policy())
        run.looking += process_time() - begun
        look = max(look + 1, look * LOOKS)
    return run


def in_their_tree(form: SequenceForm, found: CfrResult) -> tuple[int, float, float]:
    """Our strategy in OpenSpiel's Leduc: information states, exploitability, value."""
    import pyspiel
    from open_spiel.python.algorithms.expected_game_score import policy_value
    from open_spiel.python.algorithms.exploitability import exploitability
    from open_spiel.python.policy import TabularPolicy

    peer = pyspiel.load_game("leduc_poker")
    policy = TabularPolicy(peer)
    known = dict(_by_what_is_seen(form, found))
    for state in _every(peer.new_initial_state()):
        if state.is_terminal() or state.is_chance_node():
            continue
        row = policy.policy_for_key(state.information_state_string())
        row[:] = 0
        odds = known[_seen(state)]
        for action in state.legal_actions():
            row[action] = odds[state.action_to_string(state.current_player(), action)]
    value = policy_value(peer.new_initial_state(), [policy, policy])[0]
    return (
        len(policy.states_per_player[0]) + len(policy.states_per_player[1]),
        (exploitability(peer, policy)),
        float(value),
    )


def _by_what_is_seen(
    form: SequenceForm, found: CfrResult
) -> Iterator[tuple[object, dict[str, float]]]:
    cards: Callable[[Any], int] = lambda card: card.value - 1  # noqa: E731
    for player, strategy in enumerate(found.strategies):
        for here, odds in zip(form.players[player].sets, strategy, strict=True):
            s = here.shown
            board = -1 if s.board is None else cards(s.board)
            said = tuple(tuple(LETTERS[one.name] for one in r) for r in s.rounds)
            names = [str(event).capitalize() for event in here.events]
            key = player, cards(s.cards[player]), board, said
            yield key, dict(zip(names, odds, strict=True))


def _seen(state: Any) -> object:  # noqa: ANN401  # OpenSpiel has no types
    """The same of a state of OpenSpiel, from its history: two deals, betting, a deal, betting."""
    player, dealt, rounds = state.current_player(), list[int](), [list[str]()]
    walk = state.get_game().new_initial_state()
    for action in state.history():
        if walk.is_chance_node():
            dealt.append(action)
            if len(dealt) == 3:
                rounds.append([])
        else:
            rounds[-1].append(walk.action_to_string(walk.current_player(), action))
        walk.apply_action(action)
    board = dealt[2] if len(dealt) > 2 else -1
    return player, dealt[player], board, tuple(map(tuple, rounds))


def _every(state: Any) -> Iterator[Any]:  # noqa: ANN401  # as above
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from _every(state.child(action))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--target", type=float, default=1e-3)
    parser.add_argument("--seconds", type=float, default=120.0)
    asked = parser.parse_args()
    form, found, run = ours(asked.target, asked.seconds)
    sets = sum(len(player.sets) for player in form.players)
    print(f"Leduc hold'em to an exploitability (NashConv / 2) of {asked.target:g}")
    print(f"{'':<22}{'rounds':>8}{'exploitability':>16}{'learning':>10}{'looking':>10}")
    print(run.row("Ludex"))
    if find_spec("pyspiel") is None:
        print("OpenSpiel is absent (pip install open_spiel): no comparison")
        missing("OpenSpiel")
        return
    other = theirs(asked.target, asked.seconds)
    print(other.row("OpenSpiel, C++"))
    keep(f"Leduc hold'em by CFR+ to {asked.target:g}", "CPU s", run.learning + run.looking,
         "OpenSpiel, C++", other.learning + other.looking, less_is_better=True)  # fmt: skip
    states, value, game_value = in_their_tree(form, found)
    print(f"information sets: Ludex {sets}, OpenSpiel {states}")
    print(
        f"Ludex's strategy judged by OpenSpiel: exploitability {value:.6f} (Ludex says "
        f"{found.bounds.exploitability:.6f}), value {game_value:.6f} (Ludex says "
        f"{found.bounds.value:.6f})"
    )


if __name__ == "__main__":
    main()
