"""The examples are as short as promised, and everything is derived from them."""

from typing import Any

import pytest

from commands import ludex
from ludex.kernel import Event, Seat
from playing import ROOT, example

LINES = {
    "tic_tac_toe": 40, "kuhn_poker": 80, "connect_four": 130, "pig": 80, "leduc_poker": 130,
}  # fmt: skip


def test_an_example_is_short() -> None:
    for name, limit in LINES.items():
        assert len((ROOT / "examples" / f"{name}.py").read_text().splitlines()) < limit, name


def test_tic_tac_toe_has_its_known_number_of_positions() -> None:
    game = example("tic_tac_toe")
    seen, todo, ends = {game.start()}, [game.start()], 0
    while todo:
        state = todo.pop()
        ends += game.outcome(state) is not None
        for event in game.moves(state):
            after = game.after(state, event)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    assert (len(seen), ends) == (5_478, 958)


def test_kuhn_poker_hides_the_other_card_and_nothing_else() -> None:
    game = example("kuhn_poker")
    dealt: dict[Any, list[Event[Any]]] = {}
    for event, _ in game.chance(game.start()) or ():
        state = game.after(game.start(), event)
        dealt.setdefault(game.view(state, Seat(0)), []).append(event)
    assert sorted(map(len, dealt.values())) == [2, 2, 2]


@pytest.mark.parametrize("name", LINES)
def test_an_example_has_scripts_shell_rules_simulation_and_play(name: str) -> None:
    path = f"examples/{name}.py"
    script = f"tests/every_game/golden/{name.replace('_', '-')}.txt"
    expected = f"tests/every_game/golden/{name.replace('_', '-')}.expected.txt"
    for arguments in (
        ["run", path, script, "--expect", expected],
        ["shell", path],
        ["rules", path],
        ["events", path],
        ["simulate", path, "--games", "10"],
        ["play", path],
    ):
        done = ludex(*arguments, cwd=ROOT)
        assert done.status == 0, done
