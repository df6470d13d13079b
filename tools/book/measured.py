"""What the games' own tests reach: every guard, and how often it has refused."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from book.games import html_table, plain
from ludex.check.coverage import Coverage
from ludex.check.simulate import simulate
from ludex.kernel import Dice, Game, History, Unreadable
from ludex.language.position import read_position
from ludex.language.script_check import Dialect, Lines, Typed
from ludex.language.transcript import run_script

ROOT: Final = Path(__file__).parents[2]
SCRIPTS: Final = ROOT / "tests" / "every_game"
POSITION: Final = "-- position: "
GAMES: Final = 15
EVENTS: Final = 300


def write_coverage(file: Path, games: Iterable[Game[Any]]) -> None:
    """Random play and the scripts of the tests, counted guard by guard."""
    counted = [(game, _coverage(game)) for game in games]
    lines = [
        "# Coverage\n",
        (
            "The build fails if no test reaches a guard. This page shows the coverage of a part of "
            f"the tests: {GAMES} random games of each preset, with hostile arguments, and the "
            "scripts in `tests/every_game`. [`ludex cover`](check.md#cover) measures your own "
            "scripts, including pairs of guards and rows of tables.\n"
        ),
        html_table(
            ("game", "events that happened", "guards that refused"),
            [_summary(game, found) for game, found in counted],
        ),
    ]
    for game, found in counted:
        lines += [f"## {plain(game.title)}\n", *_details(found)]
    file.write_text("\n".join(lines))


def _coverage(game: Game[Any]) -> Coverage:
    together = Coverage(game)
    for preset in game.start.presets:
        start = game.start(preset)
        report = simulate(game, start, GAMES, dice=Dice(7), max_events=EVENTS)
        together.refusals += report.coverage.refusals
        together.events += report.coverage.events + report.coverage.tries
        for state, lines in _scripts(game, preset):
            _run(game, state, lines, together)
    return together


def _scripts(game: Game[Any], preset: str) -> Iterator[tuple[Any, list[str]]]:
    """Golden scripts and those for what random play hardly finds, by position."""
    files = [SCRIPTS / "reaching" / f"{game.name}-{preset}.txt"]
    if preset == game.start.unnamed:
        files += [SCRIPTS / kind / f"{game.name}.txt" for kind in ("reaching", "golden")]
    for file in files:
        state, lines = game.start(preset), list[str]()
        for line in file.read_text().splitlines() if file.exists() else ():
            if line.startswith(POSITION):
                yield state, lines
                state, lines = read_position(game, line.removeprefix(POSITION)), []
                assert not isinstance(state, Unreadable), state
            lines.append(line)
        yield state, lines


def _run(game: Game[Any], state: object, lines: list[str], found: Coverage) -> None:
    def script() -> Iterable[str]:
        return lines

    read: Lines = script
    for entry in run_script(History(game, state), Typed(game, Dialect.DOCUMENT).events(read)):
        if entry.refusal is not None:
            found.refused(entry.refusal)
        elif entry.event is not None:
            found.events[entry.event.name] += 1


def _summary(game: Game[Any], found: Coverage) -> tuple[str, ...]:
    events, guards = len(game.events), len(found.guards())
    happened = events - len(found.unreached_events())
    refused = guards - len(found.unreached_guards())
    return game.title, f"{happened} of {events}", f"{refused} of {guards}"


def _details(found: Coverage) -> Iterator[str]:
    rows = [
        (name, row.reason, f"{found.refusals[name, site]:,}")
        for (name, site), row in found.guards().items()
    ]
    if rows:
        yield html_table(("event", "refused", "times"), rows)
    events = ", ".join(f"`{name}` {count:,}" for name, count in found.events.items())
    yield f"Happened: {events}.\n"
