"""`ludex review FILE`: a game looked back at, move by move."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludex.bots import thinking_of
from ludex.bots.judge import Judge
from ludex.cli.arguments import (
    Changes,
    Json,
    Preset,
    find_game,
    first_state,
    given_or_fresh,
    show,
)
from ludex.cli.arguments.files import ScriptInput
from ludex.cli.arguments.rulebooks import Changed, Rulebooks, RulesFile
from ludex.cli.commands.scripts.run import demand_faultless
from ludex.cli.commands.tables.saves import SaveDir, find_saved, game_of
from ludex.cli.errors import BadInput
from ludex.cli.terminal.saved_games import played
from ludex.kernel import Dice, History, Refusal, Seat, seat_name
from ludex.kernel.history import replayed
from ludex.language.script_check import Dialect, Typed
from ludex.language.templates import render, render_lines
from ludex.players.advice import source_of
from ludex.players.opponents import judge_of
from ludex.players.review import Review, reviewed

BARS = "▁▂▃▄▅▆▇█"
WIDEST = 60
"""So many bars a line has."""


def review(
    file: str,
    *,
    name: str | None = None,
    seat: int | None = None,
    playouts: int | None = None,
    top: int = 5,
    svg: Path | None = None,
    preset: Preset = None,
    option: Changes = None,
    rules: RulesFile = None,
    changed: Changed = False,
    save_dir: SaveDir = None,
    seed: int = 1,
    as_json: Json = False,
) -> None:
    """Review a game: the most costly moves, better moves, the standing, and luck.

    A move is evaluated from the view of its player. Before the game is over, only one seat is
    reviewed, and only its view is used.

    Options:
      file (FILE): A saved game, its name in `ludex saves`, or with --game a script.
      name --game (GAME): FILE is a script of this game.
      seat (1..): The seat to review, counted from 1. The default is every seat if the game is
          over, otherwise the first person.
      playouts (1..100000): The playouts for each move. The default is the usual number.
      top (1..): The number of costly moves to print.
      svg (OUT): Draw the standing over time to this file.
      seed: The seed of the playouts.
    """
    if name is None:
        saved = find_saved(file, save_dir)
        history = played(saved, game_of(saved, Rulebooks.named(rules, accept_changed=changed)))
        people = [i for i, player in enumerate(saved.header.seats) if player == "person"]
    else:
        history, people = _run(file, name, preset, option), []
    judge = judge_of(history.game)
    seats = _seats(history, seat, people, solves=judge.proved_value is not None)
    tries = judge.tries if playouts is None or not judge.tries else playouts
    found = reviewed(history, seats, judge, tries, Dice(given_or_fresh(seed)))
    if svg is not None:
        _draw(svg, found)
    lines = _lines(history, found, judge, tries, top)
    show(_record(history, found), lines, as_json=as_json)


def _run(file: str, name: str, preset: str | None, option: list[str] | None) -> "History[Any]":
    """The game that a script plays."""
    game = find_game(name)
    start = first_state(game, preset, option, None)
    with ScriptInput(file) as source:
        demand_faultless(game, source, Dialect.DOCUMENT)
        events = Typed(game, Dialect.DOCUMENT).events(source.lines)
        history = replayed(game, start, events)
    if isinstance(history, Refusal):
        raise BadInput(f"{file}: {history.event} is refused: {history.text}")
    return history


def _seats(
    history: "History[Any]", seat: int | None, people: "Sequence[int]", *, solves: bool
) -> "list[Seat]":
    """Return the seats that look back: all, where they may know everything by then, or one."""
    game, count = history.game, history.game.seat_count(history.start)
    if count < 2 and not solves:
        raise BadInput(f"{game.name} is for one player, and there is no solver to compare with")
    if not history.length:
        raise BadInput("nothing was played yet")
    if seat is not None:
        if seat > count:
            raise BadInput(f"--seat {seat}: the seats are 1 to {count}")
        if people and seat - 1 not in people and not game.is_finished(history.state):
            raise BadInput(f"--seat {seat}: the game is not over, and a bot sits there")
        return [Seat(seat - 1)]
    if game.is_finished(history.state):
        return [Seat(i) for i in range(count)]
    return [Seat((people or [0])[0])]


def _lines(
    history: "History[Any]",
    found: "Review",
    judge: "Judge",
    tries: int,
    top: int,
) -> list[str]:
    game = history.game
    return render_lines(
        "cli/commands/tables/review.txt.j2",
        game=game,
        history=history,
        source=source_of(game),
        tries=tries,
        found=found,
        unit=thinking_of(game).unit if thinking_of(game).worth is not None else "of a win",
        judge=judge,
        worst=found.worst(top),
        seat_name=seat_name,
        sparkline=sparkline,
    )


def sparkline(values: "Sequence[float]") -> str:
    """Draw numbers as a line of bars; of many, the last of each part."""
    count = min(WIDEST, len(values))
    sampled = [values[(i + 1) * len(values) // count - 1] for i in range(count)]
    low, spread = min(sampled), max(sampled) - min(sampled)
    most = len(BARS) - 1
    levels = (round(most * (x - low) / spread) if spread else most // 2 for x in sampled)
    return "".join(BARS[level] for level in levels)


def _record(history: "History[Any]", found: "Review") -> dict[str, Any]:
    game = history.game
    return {
        "game": game.name,
        "events": history.length,
        "over": game.is_finished(history.state),
        "seats": [
            {
                "seat": seat + 1,
                "lost": round(found.lost(seat), 4),
                "luck": round(found.luck[seat], 4),
                "standing": [round(x, 4) for x in values],
            }
            for seat, values in found.standings.items()
        ],
        "moves": [
            {
                "number": move.number,
                "seat": move.seat + 1,
                "event": str(move.event),
                "before": round(move.before, 4),
                "after": round(move.after, 4),
                "lost": round(move.lost, 4),
                "better": None if move.better is None else str(move.better),
            }
            for move in found.moves
        ],
    }


def _draw(path: Path, found: "Review") -> None:
    """The standing of every seat as a line."""
    every = [x for values in found.standings.values() for x in values]
    spread = (max(every) - min(every)) or 1.0
    standings = found.standings.items()
    text = render(
        "cli/commands/tables/review.svg.j2", standings=standings, low=min(every), spread=spread
    )
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as trouble:
        raise BadInput(f"--svg {path}: {trouble.strerror}") from None
