"""Saved games at the command line: list, resume, replay, statistics."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.options import Json, find_game, print_json
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.play.saved import Saved

SaveDir = Annotated[
    Path | None,
    typer.Option("--save-dir", metavar="FOLDER", help="Where saved games are kept."),
]
SaveName = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="A saved game's file, or its name in `ludex saves`."
    ),
]


Row = dict[str, object]
"""What there is to say about a saved game, by the names of columns."""


def save_folder(given: Path | None) -> Path:
    """The folder given, or the platform's place for a user's data."""
    if given is not None:
        return given
    from platformdirs import user_data_path

    return user_data_path("ludex") / "saves"


def find_saved(name: str, folder: Path | None) -> "Saved":
    """The saved game of a file, or of a name in the folder."""
    from ludex.kernel import Unreadable
    from ludex.play.saved import read_saved

    path = Path(name)
    if not path.exists():
        path = save_folder(folder) / (
            name if name.endswith(".jsonl") else f"{name}.jsonl"
        )
    if not path.exists():
        raise BadInput(f"no saved game {name!r}; `ludex saves` lists them")
    saved = read_saved(path)
    if isinstance(saved, Unreadable):
        raise BadInput(str(saved))
    if saved.note:
        print(f"ludex: {saved.note}", file=sys.stderr)
    return saved


def played(saved: "Saved", game: Any) -> Any:  # noqa: ANN401  # a history of any game
    """The history of a saved game."""
    from ludex.kernel import Unreadable

    history = saved.history(game)
    if isinstance(history, Unreadable):
        raise BadInput(str(history))
    return history


def summaries(folder: Path) -> tuple[list[Row], list[str]]:
    """A row for each saved game, the latest last, and what is wrong with others."""
    from ludex.kernel import Unreadable
    from ludex.play.saved import read_saved

    rows, wrong = [], []
    for path in folder.glob("*.jsonl"):
        saved = read_saved(path)
        if isinstance(saved, Unreadable):
            wrong.append(str(saved))
            continue
        try:
            rows.append({**summary(saved), "path": str(path)})
        except BadInput as trouble:  # a game whose rules have gone or are others now
            wrong.append(f"{path.name}: {str(trouble).removeprefix(f'{path.name}: ')}")
        if saved.note:
            wrong.append(saved.note)
    rows.sort(key=lambda row: (str(row["created"]), str(row["name"])))
    return rows, wrong


def _told(folder: Path | None) -> list[Row]:
    """The rows of all saved games; what is wrong with others is told beside them."""
    rows, wrong = summaries(save_folder(folder))
    for line in wrong:
        print(f"ludex: {line}", file=sys.stderr)
    return rows


def latest_unfinished(folder: Path) -> str:
    """The file of the game that was played last and is not over."""
    rows = [row for row in summaries(folder)[0] if not row["over"]]
    if not rows:
        raise BadInput(f"no unfinished game in {folder}")
    return max(
        (str(row["path"]) for row in rows), key=lambda p: Path(p).stat().st_mtime_ns
    )


def saves(*, save_dir: SaveDir = None, as_json: Json = False) -> None:
    """List the saved games, the latest last."""
    rows = _told(save_dir)
    if as_json:
        print_json(rows)
        return
    if not rows:
        print(f"no saved games in {save_folder(save_dir)}", file=sys.stderr)
    for row in rows:
        marks = " (assisted)" if row["assisted"] else ""
        print(f"{row['name']:40} {row['events']:5} events  {row['status']}{marks}")


def summary(saved: "Saved") -> Row:
    """One saved game."""
    game = find_game(saved.header.game)
    history = played(saved, game)
    outcome = game.outcome(history.state)
    return {
        "name": saved.path.stem,
        "game": saved.header.game,
        "created": saved.header.created,
        "seats": list(saved.header.seats),
        "events": history.length,
        "seconds": round(saved.seconds, 1),
        "assisted": saved.is_assisted,
        "over": outcome is not None,
        "winners": [seat + 1 for seat in outcome.winners] if outcome else [],
        "status": game.status(history.state),
    }


def replay(
    name: SaveName,
    *,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for a key after every event.")
    ] = False,
    speed: Annotated[
        float, typer.Option(min=0, help="Events a second; 0 prints all at once.")
    ] = 0,
    save_dir: SaveDir = None,
) -> None:
    """Show a saved game from its beginning, event by event."""
    from time import sleep

    from ludex.kernel import History
    from ludex.text.transcript import printed, run

    saved = find_saved(name, save_dir)
    game = find_game(saved.header.game)
    played(saved, game)  # what is refused is told before anything is shown
    start, events = saved.header.start(game), saved.events(game)
    for piece in printed(run(History(game, start), events)):  # type: ignore[arg-type]  # both were read
        print(piece, end="", flush=True)
        if piece.startswith("->"):
            continue
        if step and sys.stdin.readline() == "":
            return
        if speed:
            sleep(1 / speed)


def stats(*, save_dir: SaveDir = None, as_json: Json = False) -> None:
    """What you have played and won; assisted games are counted apart."""
    from ludex.play.statistics import statistics

    found = statistics(_told(save_dir))
    if as_json:
        print_json(found)
        return
    print(
        f"{'game':20}{'played':>8}{'won':>6}{'streak':>8}{'best':>6}{'time':>10}{'assisted':>10}"
    )
    for row in found:
        print(
            f"{row['game']:20}{row['played']:8}{row['won']:6}{row['streak']:8}{row['best_streak']:6}"
            f"{row['seconds']:9.0f}s{row['assisted']:10}"
        )
