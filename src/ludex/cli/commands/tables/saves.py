"""Saved games at the command line: list, resume, replay, statistics."""

import sys
from pathlib import Path
from time import sleep
from typing import Annotated, Any

from typer import Argument, Option

from ludex.cli.arguments import Json, print_json
from ludex.cli.arguments.rulebooks import Changed, Rulebooks, RulesFile, RulesFiles
from ludex.cli.errors import BadInput, as_bad_input, readable, tell_user
from ludex.cli.terminal.saved_games import Row, Saves, played
from ludex.kernel import Game, History
from ludex.language.transcript import run_script, transcript_pieces
from ludex.play.saved import Saved, delete_saved, read_saved
from ludex.play.statistics import statistics

SaveDir = Annotated[
    Path | None,
    Option("--save-dir", metavar="FOLDER", help="The folder of saved games."),
]
SaveName = Annotated[
    str,
    Argument(metavar="FILE", help="A saved game's file, or its name in `ludex saves`."),
]


def save_folder(given: Path | None) -> Path:
    """The folder given, or the platform's place for a user's data."""
    if given is not None:
        return given
    from platformdirs import user_data_path

    return user_data_path("ludex") / "saves"


def find_saved(name: str, folder: Path | None) -> "Saved":
    """The saved game of a file, or of a name in the folder."""
    path = Path(name)
    if not path.exists():
        path = save_folder(folder) / (name if name.endswith(".jsonl") else f"{name}.jsonl")
    if not path.exists():
        raise BadInput(f"no saved game {name!r}; `ludex saves` lists them")
    saved = readable(read_saved(path))
    if saved.note:
        tell_user(f"ludex: {saved.note}")
    return saved


def _read_rows(folder: Path | None, rulebooks: Rulebooks) -> list[Row]:
    """The rows of all saved games; what is wrong with others is told beside them."""
    saved = Saves(save_folder(folder), rulebooks).read()
    for line in saved.troubles:
        tell_user(f"ludex: {line}")
    return [dict(row) for row in saved.rows]


def latest_unfinished(folder: Path, rulebooks: Rulebooks) -> str:
    """The file of the game that was played last and is not over.

    Whether a game is over is not known without its rules: it is passed over, and told.
    """
    rows = [row for row in Saves(folder, rulebooks).read().rows if not row["over"]]
    rows.sort(key=lambda row: Path(str(row["path"])).stat().st_mtime_ns, reverse=True)
    for row in rows:
        if row["needs"] is None:
            return str(row["path"])
        tell_user(f"ludex: {row['name']}: {row['needs']}")
    raise BadInput(f"no unfinished game in {folder}")


def latest(folder: Path) -> str:
    """The file of the game that was played last, over or not."""
    rows = Saves(folder, Rulebooks()).read().rows
    paths = [Path(str(row["path"])) for row in rows]
    if not paths:
        raise BadInput(f"no saved game in {folder}")
    return str(max(paths, key=lambda path: path.stat().st_mtime_ns))


def saves(
    *,
    rules: RulesFiles = None,
    changed: Changed = False,
    delete: list[str] | None = None,
    save_dir: SaveDir = None,
    as_json: Json = False,
) -> None:
    """List the saved games, the latest last; or delete one.

    A game in a Python file is listed without its result, unless you name that file with
    --rules: a saved game never starts code by itself.

    Options:
      delete (NAME): Delete this saved game for good.
    """
    if delete:
        _delete(delete, save_folder(save_dir))
        return
    rows = _read_rows(save_dir, Rulebooks.named(rules, accept_changed=changed))
    if as_json:
        print_json(rows)
        return
    if not rows:
        tell_user(f"no saved games in {save_folder(save_dir)}")
    for row in rows:
        marks = " (practice)" if row["practice"] else " (assisted)" * bool(row["assisted"])
        by = f" (played over {str(row['client']).upper()})" if row["client"] else ""
        length = f"{row['events']:5} event{'s' if row['events'] != 1 else ' '}"
        print(f"{row['name']:40} {length}  {row['status']}{marks}{by}")


def _delete(names: list[str], folder: Path) -> None:
    """Delete saved games of the folder: all of them, or none if one is missing."""
    paths = [folder / f"{Path(name).name.removesuffix('.jsonl')}.jsonl" for name in names]
    for name, path in zip(names, paths, strict=True):
        if not path.is_file() or name not in (path.name, path.stem, str(path)):
            raise BadInput(f"no saved game {name!r} in {folder}; `ludex saves` lists them")
    for path in dict.fromkeys(paths):
        trouble = delete_saved(path)
        if trouble is not None:
            raise BadInput(trouble)
        print(f"{path.stem} was deleted")


def replay(
    name: SaveName = "latest",
    *,
    step: bool = False,
    speed: float = 0,
    rules: RulesFile = None,
    changed: Changed = False,
    save_dir: SaveDir = None,
) -> None:
    """Show a saved game from its beginning, event by event.

    Options:
      step: Wait for a key after every event.
      speed (0..): Events per second; 0 prints all events at once.
    """
    if name == "latest":
        name = latest(save_folder(save_dir))
    saved = find_saved(name, save_dir)
    game = game_of(saved, Rulebooks.named(rules, accept_changed=changed))
    played(saved, game)  # what is refused is told before anything is shown
    start, events = saved.header.start(game), saved.events(game)
    for piece in transcript_pieces(run_script(History(game, start), events)):  # type: ignore[arg-type]  # both were read
        print(piece, end="", flush=True)
        if piece.startswith("->"):
            continue
        if step and sys.stdin.readline() == "":
            return
        if speed:
            sleep(1 / speed)


def game_of(saved: "Saved", rulebooks: Rulebooks) -> "Game[Any]":
    """The game of one saved game; what it needs is told with its name."""
    with as_bad_input(BadInput, about=f"{saved.path.name}: "):
        return rulebooks.game_of(saved.header)


def stats(
    *,
    rules: RulesFiles = None,
    changed: Changed = False,
    save_dir: SaveDir = None,
    as_json: Json = False,
) -> None:
    """Show the games you have played and won; assisted games and practice are counted separately.

    A practice game has a chosen seed or position; numbered deals and puzzles are not practice.

    Games in a Python file are counted if you name that file with --rules.
    """
    rows = _read_rows(save_dir, Rulebooks.named(rules, accept_changed=changed))
    for needs in sorted({str(row["needs"]) for row in rows if row["needs"]}):
        games = [row for row in rows if row["needs"] == needs]
        tell_user(f"ludex: {len(games)} saved game{'s' * (len(games) > 1)} not counted: {needs}")
    found = statistics(rows)
    if as_json:
        print_json(found)
        return
    print(f"{'game':20}{'played':>8}{'won':>6}{'streak':>8}{'best':>6}{'time':>10}{'assisted':>10}")
    for row in found:
        print(
            f"{row['game']:20}{row['played']:8}{row['won']:6}{row['streak']:8}{row['best_streak']:6}"
            f"{row['seconds']:9.0f}s{row['assisted']:10}"
        )
