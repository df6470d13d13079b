"""No guard without a test: each is seen refusing, each event seen happening."""

from pathlib import Path
from typing import Any

import pytest

from ludex.check.coverage import Coverage
from ludex.check.simulate import Report, simulate
from ludex.kernel import Dice, Game, History
from ludex.text.check import Dialect, Typed, faults
from ludex.text.transcript import run
from playing import every_game, random_history

GAMES = every_game()
REACHING = Path(__file__).parent / "reaching"
"""Scripts for the guards that random play hardly finds: `GAME.txt`, `GAME-PRESET.txt`."""


def random_play(game: Game[Any], preset: str) -> Report[Any]:
    return simulate(game, game.start(preset), 40, dice=Dice(7), max_events=400)


def scripted(game: Game[Any], preset: str, coverage: Coverage[Any]) -> None:
    names = [f"{game.name}-{preset}.txt"]
    if preset == game.start.default:
        names.append(f"{game.name}.txt")
    for name in names:
        path = REACHING / name
        if path.exists():
            lines = path.read_text().splitlines
            assert not list(faults(game, lines, Dialect.DOCUMENT))
            history = History(game, game.start(preset))
            for entry in run(history, Typed(game).events(lines)):
                if entry.refusal is not None:
                    coverage.refused(entry.refusal)
                elif entry.event is not None:
                    coverage.happened(entry.event)


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_every_guard_refuses_and_every_event_happens_in_some_test(
    game: Game[Any],
) -> None:
    together = Coverage(game)
    for preset in game.start.presets:
        report = random_play(game, preset)
        assert report.breach is None, report.breach
        together.refusals += report.coverage.refusals
        together.events += report.coverage.events
        scripted(game, preset, together)
    assert together.unreached_guards() == []
    assert together.unreached_events() == []
    assert together.refusals.keys() <= together.guards().keys()


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_what_should_sometimes_happen_does(game: Game[Any]) -> None:
    dice = Dice(11)
    missing = set(game.sometimes)
    for _ in range(300):
        if not missing:
            break
        for preset in game.start.presets:
            missing -= seen_in_a_game(game, preset, dice.split(), missing)
    assert not missing


def seen_in_a_game(
    game: Game[Any], preset: str, dice: Dice, names: set[str]
) -> set[str]:
    history = random_history(game, dice.word(), 500, preset)
    states = [history.start, *(step.state for step in history.steps)]
    return {name for name in names if any(game.sometimes[name](s) for s in states)}
