"""No guard without a test: each is seen refusing, each event seen happening."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ludex.check.coverage import Coverage
from ludex.check.simulate import Report, simulate
from ludex.kernel import Dice, Game, History, Unreadable
from ludex.language.position import read_position
from ludex.language.script_check import Dialect, Lines, Typed, script_faults
from ludex.language.transcript import TranscriptEntry, run_script
from playing import every_game, random_history

GAMES = every_game()
REACHING = Path(__file__).parent / "reaching"
"""Scripts for what random play hardly finds: `GAME.txt`, `GAME-PRESET.txt`.

A line `-- position: LINE` begins a new script at that position.
"""
POSITION = "-- position: "


ROUNDS = 40
"""So many random games of each preset at most."""


def random_play(game: Game[Any]) -> Iterator[Report]:
    """A game of each preset, and again."""
    dice = Dice(7)
    for _ in range(ROUNDS):
        for start in map(game.start, game.start.presets):
            yield simulate(game, start, 1, dice=dice, max_events=400)


def sections(game: Game[Any], preset: str) -> Iterator[tuple[Any, list[str]]]:
    """The first state and the lines of every script for a game and a preset."""
    names = [f"{game.name}-{preset}.txt"]
    if preset == game.start.unnamed:
        names.append(f"{game.name}.txt")
    for path in (REACHING / name for name in names):
        state, lines = game.start(preset), list[str]()
        for line in path.read_text().splitlines() if path.exists() else ():
            if line.startswith(POSITION):
                yield state, lines
                state, lines = read_position(game, line.removeprefix(POSITION)), []
                assert not isinstance(state, Unreadable), state
            lines.append(line)
        yield state, lines


def scripted(game: Game[Any], preset: str) -> Iterator[TranscriptEntry]:
    for state, lines in sections(game, preset):
        script: Lines = partial(list, lines)
        assert not list(script_faults(game, script, Dialect.DOCUMENT))
        yield from run_script(History(game, state), Typed(game).events(script))


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_every_guard_refuses_and_every_event_happens_in_some_test(
    game: Game[Any],
) -> None:
    together = Coverage(game)
    for preset in game.start.presets:
        for entry in scripted(game, preset):
            if entry.refusal is not None:
                together.refused(entry.refusal)
            elif entry.event is not None:
                together.events[entry.event.name] += 1
    for report in random_play(game):
        assert report.breach is None, report.breach
        together.add(report.coverage)
        if not together.unreached_guards() and not together.unreached_events():
            break
    assert together.unreached_guards() == []
    assert together.unreached_events() == []
    assert together.refusals.keys() <= together.guards().keys()


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_what_should_sometimes_happen_does(game: Game[Any]) -> None:
    dice = Dice(11)
    missing = set(game.sometimes)
    for preset in game.start.presets:
        for entry in scripted(game, preset):
            missing -= {name for name in missing if game.sometimes[name](entry.state)}
    for _ in range(300):
        if not missing:
            break
        for preset in game.start.presets:
            missing -= seen_in_a_game(game, preset, dice.split(), missing)
    assert not missing


def seen_in_a_game(game: Game[Any], preset: str, dice: Dice, names: set[str]) -> set[str]:
    history = random_history(game.unchecked(), dice.word(), 500, preset)
    states = [history.start, *(step.state for step in history.steps)]
    return {name for name in names if any(game.sometimes[name](s) for s in states)}
