"""The services of the terminal table: games, solvers, puzzles and saved games, all in one."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ludex.check.why.explanation import explain, explanation_lines
from ludex.cli.arguments import find_game, given_or_fresh
from ludex.cli.arguments.rulebooks import Rulebooks
from ludex.cli.commands.tables.puzzle import TRIES, board_of, ordinal_of
from ludex.cli.errors import BadInput
from ludex.cli.terminal.saved_games import Saves
from ludex.kernel import Dice, Game, Unreadable, say
from ludex.language.position import position_line, read_position
from ludex.language.translations import rules_language, terminal_language
from ludex.play.protocol.effects import ExplanationRequest
from ludex.play.protocol.log import Header
from ludex.play.saved import delete_saved, read_saved
from ludex.play.seating import PERSON, Sitting, begin_game, restart_game, resume_game
from ludex.play.starts import deal_from_seed, has_open_deals, with_deal
from ludex.play.statistics import statistics
from ludex.players.advice import advisor_for
from ludex.players.opponents import bots_of, levels_of
from ludex.registry import Puzzle, Puzzles, PuzzleSpec, companion_of, having, played
from ludex.table import looks_of

if TYPE_CHECKING:
    from ludex.tui.services import Beginning, Services


T = TypeVar("T")

PREFERENCES = "look.json"
"""The file of preferences, beside the saved games."""


def make_services(
    folder: Path,
    pause: float,
    rulebooks: Rulebooks | None = None,
    budget: int | None = None,
    language: str = "en",
) -> "Services":
    """Everything that a terminal table may ask for.

    `rulebooks` are those that were named: nothing else is run because a saved game asks.
    `budget` is how many positions a solver looks into for a hint.
    """
    from ludex.tui.services import Services

    rulebooks = rulebooks or Rulebooks()
    return Services(
        games=lambda: tuple(game.name for game in played()),
        load=find_game,
        advisor=partial(advisor_for, budget=budget),
        bots=lambda game: (*levels_of(game), *bots_of(game)),
        seed=lambda: given_or_fresh(None),
        sit=lambda header: _with_game(
            rulebooks, header, lambda game: begin_game(game, header, folder)
        ),
        restart=lambda sitting: restart_game(sitting, folder),
        resume=lambda path: _resume(path, rulebooks),
        another=lambda header: _with_game(rulebooks, header, lambda game: another(game, header)),
        beginnings=lambda name: _puzzles(find_game(name)),
        puzzles=_every_puzzle,
        saved=Saves(folder, rulebooks).read,
        delete=delete_saved,
        statistics=lambda rows: list(statistics(rows)),
        preferences=folder / PREFERENCES,
        explain=partial(explained, language),
        words=lambda game: terminal_language(language, game).words,
        rules_words=lambda game: rules_language(language, game).words,
        signs=_signs,
        pause=pause,
    )


def _signs(game: "Game[Any]") -> dict[str, str]:
    drawings = looks_of(game).drawings
    return {look: drawn.sign for look, drawn in drawings.items() if drawn.sign}


def _with_game(
    rulebooks: Rulebooks, header: Header, then: "Callable[[Game[Any]], T | Unreadable]"
) -> "T | Unreadable":
    """Do something with the game of a header, if there is one."""
    try:
        return then(rulebooks.game_of(header))
    except BadInput as trouble:
        return Unreadable((str(trouble),))


def _resume(path: Path, rulebooks: Rulebooks) -> "Sitting | Unreadable":
    saved = read_saved(path)
    if isinstance(saved, Unreadable):
        return saved
    return _with_game(rulebooks, saved.header, lambda game: resume_game(game, saved))


def another(game: "Game[Any]", header: "Header") -> "Header | Unreadable":
    """Return a header with another deal for the same rules and players; after a puzzle another puzzle."""
    puzzles = companion_of(game).puzzles
    if puzzles is not None and header.position is not None:
        state = read_position(game, header.position)
        if not isinstance(state, Unreadable):
            pieces = max(4, min(7, puzzles.pieces(state)))
            return _puzzle(game, puzzles, None, pieces, given_or_fresh(None))
    seed = given_or_fresh(None)
    fresh = replace(header, position=None, label=None, seed=seed, seed_chosen=False)
    return with_deal(game, fresh, deal_from_seed(seed)) if has_open_deals(game) else fresh


def _every_puzzle() -> "tuple[Beginning, ...]":
    """Return the puzzles of every game that has some; with its title where several have."""
    names = having("puzzles")
    return tuple(
        replace(beginning, words=f"{find_game(name).title}: {beginning.words}")
        if len(names) > 1
        else beginning
        for name in names
        for beginning in _puzzles(find_game(name))
    )


def _puzzles(game: "Game[Any]") -> "tuple[Beginning, ...]":
    from ludex.tui.lobby.saved import MONTHS
    from ludex.tui.services import Beginning

    puzzles = companion_of(game).puzzles
    if puzzles is None:
        return ()

    def daily(_: str) -> "Header | Unreadable":
        day = ordinal_of(None)
        found = puzzles.of_day(day, tries=TRIES, tell=lambda _: None)
        return _begun_with(game, found, day)

    def of_level(level: str, _: str) -> "Header | Unreadable":
        pieces = puzzles.sizes[level]
        return _puzzle(game, puzzles, level, pieces, given_or_fresh(None))

    now, date = datetime.now(UTC), "{day} {month} {year}"
    month = MONTHS[now.month - 1]
    today = say("date", date, day=now.day, month=month, year=now.year)
    return (
        Beginning(say("daily_puzzle", "Today's puzzle, {day}", day=today), daily),
        *(
            Beginning(
                say("level_puzzle", "{level} puzzle", level=level.capitalize()),
                partial(of_level, level),
            )
            for level in puzzles.sizes
        ),
        Beginning("Puzzle by its id", partial(_puzzle_of, game), "The id of a puzzle"),
    )


def _puzzle(
    game: "Game[Any]",
    puzzles: "Puzzles[Any]",
    level: str | None,
    pieces: int,
    seed: int,
) -> "Header | Unreadable":
    """The header of a game that begins with a puzzle."""
    spec = PuzzleSpec(pieces, level)
    found = puzzles.make(spec, Dice(seed), tries=TRIES, tell=lambda _: None)
    return _begun_with(game, found, seed)


def _begun_with(game: "Game[Any]", found: "Puzzle[Any] | None", seed: int) -> "Header | Unreadable":
    if found is None:
        return Unreadable(("no such puzzle was found; try again",))
    return _begins_with(game, found.start, found.id, seed)


def _puzzle_of(game: "Game[Any]", name: str) -> "Header | Unreadable":
    """The header of a game that begins with the puzzle of an id."""
    try:
        board = board_of(game, name)
    except BadInput as trouble:
        return Unreadable((str(trouble),))
    return _begins_with(game, board, name.strip().lower(), given_or_fresh(None))


def _begins_with(game: "Game[Any]", start: Any, name: str, seed: int) -> "Header":  # noqa: ANN401  # of any game
    return Header(
        game.name,
        seed,
        (PERSON,),
        "",
        position=position_line(game, start),
        label=f"puzzle {name}",
    )


def explained(language: str, game: "Game[Any]", request: "ExplanationRequest") -> list[str]:
    """Explain an event that somebody at a table asks about, in lines of a language."""
    found = explain(
        game,
        request.shown,
        request.event,
        of_another=request.of_another,
        is_view=request.hides,
    )
    return explanation_lines(found, rules_language(language, game).words)
