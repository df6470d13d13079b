"""`ludex run GAME SCRIPT [OUT]`: a script with its exact transcript."""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from typer import Exit

from ludex.cli.arguments import (
    GameOpening,
    Json,
    Wording,
    print_json,
)
from ludex.cli.arguments.files import ScriptInput, demand_none, new_file, text_of
from ludex.cli.arguments.rulebooks import is_of_file, shown
from ludex.cli.commands.tables.saves import find_saved
from ludex.cli.errors import BadInput, tell_user
from ludex.cli.terminal.colour import colour_cards
from ludex.cli.terminal.saved_games import played
from ludex.kernel import Dice, History, Unreadable
from ludex.language.expectation import first_difference
from ludex.language.position import position_line
from ludex.language.script_check import Dialect, Typed, script_faults
from ludex.language.transcript import entry_text, reason, transcript_pieces
from ludex.language.transcript import run_script as play
from ludex.registry import companion_of, having

FAULTS_SHOWN = 20


def run(
    opening: GameOpening,
    script: str | None = None,
    out: Path | None = None,
    *,
    dialect: Wording = Dialect.DOCUMENT,
    expect: Path | None = None,
    force: bool = False,
    notation: str | None = None,
    from_save: str | None = None,
    seed: int | None = None,
    as_json: Json = False,
) -> None:
    """Check the syntax of a script, then run it and print the transcript.

    A refused event is normal output. Exit status: 0 the script ran, 1 `--expect` found a
    difference or the solution of `--notation` does not win, 2 bad usage, input or syntax.

    Options:
      script (SCRIPT): A file of events; - is standard input.
      out (OUT): The file for the transcript. The default is standard output.
      expect (FILE): Compare the transcript with this file; exit status 1 if they differ.
      force: Overwrite OUT.
      notation (FILE): Instead of SCRIPT: moves in the usual notation of the game (26 a7 3h).
      from_save (FILE): Instead of SCRIPT: a saved game, as it was played.
      seed: Make the chance events that the script leaves out, with this seed.
    """
    if out is not None and expect is not None:
        raise BadInput("--expect compares the transcript; it does not go to OUT too")
    if out == Path("-"):
        out = None
    game, start = opening()
    if notation is not None:
        if script is not None:
            raise BadInput("a SCRIPT or --notation, not both")
        _replay(game, start, notation, as_json=as_json)
        return
    if from_save is not None:
        # With a saved game the first word after the game is OUT, if there is one.
        out = Path(script) if script not in (None, "-") else out
        entries = play(*_saved(game, opening.name, from_save))
        _show(entries, dialect, expect, out, force=force, as_json=as_json)
        return
    if script is None:
        raise BadInput("Missing argument 'SCRIPT'. Try 'ludex run --help'.")
    with ScriptInput(script) as source:
        demand_faultless(game, source, dialect)
        dice = None if seed is None else Dice(seed)
        entries = play(History(game, start), Typed(game, dialect).events(source.lines), dice)
        _show(entries, dialect, expect, out, force=force, as_json=as_json)


def _replay(game: Any, start: Any, file: str, *, as_json: bool) -> None:  # noqa: ANN401  # of any game
    """Say whether the moves in `file` win, and where they first fail."""
    replay = companion_of(game).replay
    if replay is None:
        games = ", ".join(having("replay"))
        raise BadInput(f"--notation is for {games}; {game.name} has none")
    played = replay(start, text_of(file))
    if isinstance(played, Unreadable):
        raise BadInput(f"{file}: {played}")
    if as_json:
        print_json(played.record)
    else:
        print(played.summary)
    if not played.wins:
        raise Exit(1)


def _saved(game: Any, given: str, name: str) -> tuple[Any, Any]:  # noqa: ANN401  # of any game
    """The first state and the events of a saved game of this game."""
    saved = find_saved(name, None)
    header = saved.header
    if is_of_file(header) != given.endswith(".py") or not (
        is_of_file(header) or header.game == game.name
    ):
        raise BadInput(f"{name} is a game of {shown(header.game)}, not of {given}")
    if header.rules and header.rules != sha256(Path(given).read_bytes()).hexdigest():
        note = f"{given} has changed since {name} was saved"
        tell_user(f"ludex: {note}; the script is run with its present rules")
    played(saved, game)  # what is refused is told before anything is shown
    return History(game, saved.header.start(game)), saved.events(game)


def _show(
    entries: Any,  # noqa: ANN401  # of any game
    dialect: Any,  # noqa: ANN401  # a class that is imported late
    expect: Path | None,
    out: Path | None,
    *,
    force: bool,
    as_json: bool,
) -> None:
    if expect is not None:
        _compare(entries, dialect, expect, as_json=as_json)
    else:
        pieces = _json(entries, dialect) if as_json else transcript_pieces(entries, dialect)
        _write(pieces, out, force=force)


def demand_faultless(game: Any, source: ScriptInput, dialect: Any) -> None:  # noqa: ANN401  # of any game
    """Print everything wrong with a script and leave, unless it may run."""
    found = script_faults(game, source.lines, dialect)
    if dialect is Dialect.ETF:
        # The oracle's error text is its output: it stands where the transcript would.
        lines = 0
        for line in found:
            print(line)
            lines += 1
        if lines:
            raise Exit(2)
        return
    demand_none(source.name, found, FAULTS_SHOWN)


def _json(entries: Any, dialect: Any) -> Iterator[str]:  # noqa: ANN401  # of any game
    for entry in entries:
        refusal = entry.refusal
        value = {
            "event": entry.event and str(entry.event),
            "refusal": refusal
            and {
                "text": reason(entry.history.game, refusal, dialect),
                "guard": refusal.guard,
            },
            "position": position_line(entry.history.game, entry.state),
            "text": entry_text(entry, dialect),
        }
        yield json.dumps(value, ensure_ascii=False) + "\n"


def _write(pieces: Iterator[str], out: Path | None, *, force: bool) -> None:
    if out is None:
        for piece in pieces:
            sys.stdout.write(colour_cards(piece))
        return
    with new_file(out, force=force) as file:
        for piece in pieces:
            file.write(piece)


def _compare(entries: Any, dialect: Any, transcript: Path, *, as_json: bool) -> None:  # noqa: ANN401  # of any game
    try:
        with transcript.open("rb") as file:
            lines = (line.decode() for line in file)
            difference = first_difference(entries, dialect, lines)
    except UnicodeDecodeError:
        raise BadInput(f"{transcript} is not UTF-8 text") from None
    except OSError as error:
        raise BadInput(f"{transcript}: {error.strerror}") from None
    if as_json:
        names = ("line", "event", "file", "rulebook")
        print_json({"same": difference is None, **dict(zip(names, difference or (), strict=False))})
    elif difference is not None:
        print(difference.picture(transcript.name))
    if difference is not None:
        raise Exit(1)
    tell_user("the same as the rulebook's")
