"""The doors of the terminal table: games, solvers, puzzles and saved games, all in one."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.cli.options import find_game, given_or_fresh
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.kernel import Unreadable
    from ludex.play.saved import Header
    from ludex.play.sitting import Sitting
    from ludex.tui.house import Beginning, House, Row

PUZZLES = "chess-solitaire"
"""The game that puzzles are made for."""

TASTE = "look.json"
"""Beside the saved games."""

LEVELS = {"easy": 5, "medium": 6, "hard": 7}
"""So many pieces have the puzzles of a level."""


def house(folder: Path, pause: float) -> "House":
    """Everything that a terminal table may ask for."""
    from ludex.bots import KINDS
    from ludex.games import GAMES
    from ludex.play.statistics import statistics
    from ludex.solve.advice import advisor_for
    from ludex.tui.house import House

    return House(
        games=tuple(GAMES),
        load=find_game,
        advisor=advisor_for,
        bots=tuple((kind.name, kind.sentence) for kind in KINDS),
        seed=lambda: given_or_fresh(None),
        sit=lambda header: _sit(header, folder),
        resume=_resume,
        another=another,
        beginnings=lambda name: _puzzles() if name == PUZZLES else (),
        puzzles=_puzzles,
        saved=lambda: _saved(folder),
        statistics=lambda rows: list(statistics(rows)),
        taste=folder / TASTE,
        pause=pause,
    )


def _sit(header: "Header", folder: Path) -> "Sitting[Any] | Unreadable":
    from ludex.kernel import Unreadable
    from ludex.play.sitting import begun

    try:
        game = find_game(header.game)
    except BadInput as trouble:  # a game whose file has gone
        return Unreadable((str(trouble),))
    return begun(game, header, folder)


def _resume(path: Path) -> "Sitting[Any] | Unreadable":
    from ludex.kernel import Unreadable
    from ludex.play.saved import read_saved
    from ludex.play.sitting import resumed

    saved = read_saved(path)
    if isinstance(saved, Unreadable):
        return saved
    try:
        game = find_game(saved.header.game)
    except BadInput as trouble:  # as above
        return Unreadable((str(trouble),))
    return resumed(game, saved)


def another(header: "Header") -> "Header | Unreadable":
    """The same rules and players with another deal; after a puzzle another puzzle."""
    if header.game == PUZZLES and header.position is not None:
        pieces = sum(letter.isalpha() for letter in header.position)
        return _puzzle(None, max(4, min(7, pieces)), given_or_fresh(None))
    return replace(header, position=None, label=None, seed=given_or_fresh(None))


def _puzzles() -> "tuple[Beginning, ...]":
    from ludex.tui.house import Beginning

    def daily() -> "Header | Unreadable":
        from ludex.cli.puzzle import seed_of_day

        return _puzzle(None, 6, seed_of_day(None))

    return (
        Beginning("Today's puzzle", daily),
        *(
            Beginning(
                f"{level.capitalize()} puzzle",
                lambda level=level: _puzzle(  # type: ignore[misc]  # each its own level
                    level, LEVELS[level], given_or_fresh(None)
                ),
            )
            for level in LEVELS
        ),
    )


def _puzzle(level: str | None, pieces: int, seed: int) -> "Header | Unreadable":
    """The header of a game that begins with a puzzle."""
    from ludex.kernel import Dice, Unreadable
    from ludex.play.saved import Header
    from ludex.play.sitting import PERSON
    from ludex.solve.puzzles import Level, puzzle

    wanted = Level(level) if level else None
    found = puzzle(pieces, Dice(seed), wanted=wanted)
    if found is None:
        return Unreadable(("no such puzzle was found; try again",))
    position = find_game(PUZZLES).position(found.start)
    label = f"puzzle {found.id}"
    return Header(PUZZLES, seed, (PERSON,), "", position=position, label=label)


def _saved(folder: Path) -> "list[Row]":
    """A row for each saved game, the latest last; what cannot be read is left out."""
    from ludex.cli.saves import summary
    from ludex.kernel import Unreadable
    from ludex.play.saved import read_saved

    rows = []
    for path in sorted(folder.glob("*.jsonl")):
        saved = read_saved(path)
        if isinstance(saved, Unreadable):
            continue
        try:
            rows.append({**summary(saved), "path": str(path)})
        except BadInput:  # a game whose file has gone
            continue
    rows.sort(key=lambda row: str(row["created"]))
    return list(rows)
