"""`ludex play GAME` and `ludex resume FILE`: one table, saved as it is played."""

import os
import sys
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from ludex.cli.arguments.options import (
    Changes,
    DealNumber,
    GameName,
    LanguageName,
    Position,
    Preset,
    Seed,
    changes_of,
    demand_decisions,
    find_game,
    first_state,
    given_or_fresh,
    is_terminal,
    language_named,
)
from ludex.cli.arguments.rulebooks import Changed, Rulebooks, RulesFile, load_file
from ludex.cli.arguments.seats import Bots, Players, seated, with_players
from ludex.cli.commands.saves import (
    SaveDir,
    SaveName,
    find_saved,
    game_of,
    latest_unfinished,
    save_folder,
)
from ludex.cli.errors import BadInput
from ludex.cli.terminal.colour import say
from ludex.cli.terminal.explanation import explained

if TYPE_CHECKING:
    from ludex.bots.advice import Advisor
    from ludex.kernel import Game, Unreadable
    from ludex.play.seating import Sitting

T = TypeVar("T")

PAUSE = 0.5
"""Seconds, unless somebody asks for more or less."""

Plain = Annotated[
    bool,
    typer.Option(
        "--plain", help="Line mode: words only, for pipes and screen readers."
    ),
]
PuzzleId = Annotated[
    str | None,
    typer.Option(
        "--puzzle",
        metavar="ID",
        help="Play the puzzle of this id, in a game with puzzles.",
    ),
]
Pause = Annotated[
    float,
    typer.Option(
        min=0,
        max=60,
        help="Seconds for which a bot's move is shown before play goes on.",
    ),
]
Programs = Annotated[
    bool,
    typer.Option(
        "--programs",
        help="Start the programs and functions that play in it: somebody else may have"
        " written the file.",
    ),
]
StandIn = Annotated[
    str | None,
    typer.Option(
        metavar="BOT",
        help="Let this bot, such as greedy, play in the place of programs and functions.",
    ),
]
Budget = Annotated[
    int | None,
    typer.Option(min=1, help="The most positions that a solver looks into for a hint."),
]


def play(
    name: GameName,
    *,
    preset: Preset = None,
    option: Changes = None,
    position: Position = None,
    deal: DealNumber = None,
    puzzle: PuzzleId = None,
    seed: Seed = None,
    players: Players = None,
    bot: Bots = None,
    plain: Plain = False,
    pause: Pause = PAUSE,
    budget: Budget = None,
    language: LanguageName = None,
    save_dir: SaveDir = None,
) -> None:
    """Play a game, alone, several at one keyboard, or against bots.

    On a terminal the table is drawn: `?` shows the keys. With --plain, or in a pipe, type an
    event by name, such as `move_and_capture(4,3,2,1)`, or `help`. The game is saved as it is
    played: `ludex saves` lists games, `ludex resume` goes on with one.
    """
    from ludex.play.log import Header
    from ludex.play.seating import begin_game
    from ludex.play.starts import deal_from_seed, has_open_deals

    spoken = language_named(language)
    file = load_file(Path(name)) if name.endswith(".py") else None
    game = demand_decisions(find_game(name) if file is None else file.game)
    # A file is known by its whole path, wherever the saved game is asked for.
    known = game.name if file is None else str(file.path)
    label = None
    if puzzle is not None:
        if preset or option or position or deal is not None:
            raise BadInput("--puzzle says everything: no other beginning beside it")
        position, label = _puzzle(game, puzzle), f"puzzle {puzzle.strip().lower()}"
    asked = (preset, option, position, deal, seed, players, bot)
    if not plain and all(one is None for one in asked) and is_drawn():
        opened = _begin_by_choice(known, save_folder(save_dir), pause, budget, spoken)
        if opened:
            return
    if all(one is None for one in (preset, position, deal, seed)):
        preset = _offered_first(game)
    fresh, numbered = given_or_fresh(seed), has_open_deals(game)
    if numbered and all(one is None for one in (position, deal, seed)):
        deal = deal_from_seed(fresh)
    option = with_players(game, option, players)
    start = first_state(game, preset, option, position, deal)
    header = Header(
        game=known,
        seed=fresh,
        seats=seated(game, game.seat_count(start), bot),
        created="",
        preset=preset,
        options=changes_of(option),
        # The line says it all, so that the saved game begins there too.
        position=position if deal is None else game.position(start),
        label=label if deal is None else f"deal {deal}",
        rules=None if file is None else file.digest,
        seed_chosen=seed is not None and not numbered,
    )
    sit_down(
        _or_trouble(begin_game(game, header, save_folder(save_dir))),
        save_folder(save_dir),
        plain=plain,
        pause=pause,
        budget=budget,
        rulebooks=Rulebooks(() if file is None else (file,)),
        language=spoken,
    )


def _offered_first(game: "Game[Any]") -> str | None:
    """The preset of a new game, as lobbies have it; a seed may be one from before."""
    return None if game.start.default == game.start.unnamed else game.start.default


def _puzzle(game: "Game[Any]", puzzle_id: str) -> str:
    """The position line of a puzzle."""
    from ludex.cli.commands.puzzle import board_of

    return game.position(board_of(game, puzzle_id))


def resume(
    name: SaveName = "latest",
    *,
    rules: RulesFile = None,
    changed: Changed = False,
    programs: Programs = False,
    stand_in: StandIn = None,
    plain: Plain = False,
    pause: Pause = PAUSE,
    budget: Budget = None,
    language: LanguageName = None,
    save_dir: SaveDir = None,
) -> None:
    """Go on with a saved game; without a name, with the last one that is not over.

    A game in a Python file needs that file: `ludex resume NAME --rules my_game.py`.
    """
    from ludex.play.seating import resume_game

    spoken, folder = language_named(language), save_folder(save_dir)
    files = () if rules is None else (rules,)
    rulebooks = Rulebooks.named(files, accept_changed=changed)
    if name == "latest":
        name = latest_unfinished(folder, rulebooks)
    saved = find_saved(name, save_dir)
    game = game_of(saved, rulebooks)
    if stand_in is not None:
        _demand_own_bot(game, stand_in)
    sitting = _or_trouble(resume_game(game, saved, outside=programs, stand_in=stand_in))
    sit_down(
        sitting,
        folder,
        plain=plain,
        pause=pause,
        budget=budget,
        rulebooks=rulebooks,
        language=spoken,
    )


def _demand_own_bot(game: "Game[Any]", name: str) -> None:
    from ludex.kernel import Unreadable
    from ludex.players.opponents import find_bot

    found = find_bot(game, name)
    if isinstance(found, Unreadable):
        raise BadInput(f"--stand-in {name}: {found}")


def _or_trouble(found: "T | Unreadable") -> "T":
    from ludex.kernel import Unreadable

    if isinstance(found, Unreadable):
        raise BadInput(str(found))
    return found


def sit_down(
    sitting: "Sitting[Any]",
    folder: "Path",
    *,
    plain: bool,
    pause: float,
    budget: int | None = None,
    rulebooks: Rulebooks | None = None,
    language: str = "en",
) -> None:
    """Play in line mode, or on the screen where there is one."""
    if plain or not is_drawn():
        _in_lines(sitting, folder, budget, language)
        return
    from ludex.cli.terminal.services import doors
    from ludex.tui.app import LudexApp

    _announce(sitting, language)
    app = LudexApp(doors(folder, pause, rulebooks, budget, language), sitting)
    try:
        app.run()
    finally:
        _leave(sitting, language)
    if app.return_code:
        raise typer.Exit(app.return_code)


def _leave(sitting: "Sitting[Any]", language: str) -> None:
    from ludex.kernel import Written, say
    from ludex.language.translations import terminal_language

    words, path = terminal_language(language).words, Written(sitting.file.path)
    if sitting.file.is_gone:
        gone = say("file_gone", "{path} was deleted: this game is lost", path=path)
        print(words(gone), file=sys.stderr)
        sitting.leave()
        return
    sitting.leave()
    if not sitting.file.path.exists():
        print(words("nothing was played, so nothing was saved"), file=sys.stderr)


def _in_lines(
    sitting: "Sitting[Any]", folder: "Path", budget: int | None, language: str
) -> None:
    """One game after the other, until the player has had enough."""
    from ludex.cli.terminal.services import another
    from ludex.play.line import NEW, QUIT
    from ludex.play.seating import begin_game, restart_game

    while True:
        _announce(sitting, language)
        try:
            leaving = _played_in_lines(sitting, budget, language)
        except ChildProcessError as failed:  # a program at the table
            path = sitting.file.path
            later = (
                f"; to go on: ludex resume {quote(str(path))} --programs, "
                "or --stand-in greedy for a bot in its place"
            )
            raise BadInput(f"{failed}{later if path.exists() else ''}") from None
        finally:
            _leave(sitting, language)
        if leaving == QUIT:
            return
        if leaving == NEW:
            header = _or_trouble(another(sitting.table.game, sitting.header))
            sitting = _or_trouble(begin_game(sitting.table.game, header, folder))
        else:
            sitting = _or_trouble(restart_game(sitting, folder))


def _announce(sitting: "Sitting[Any]", language: str) -> None:
    from ludex.kernel import Written, say
    from ludex.language.translations import terminal_language
    from ludex.play.starts import describe_start

    header, path = sitting.header, Written(sitting.file.path)
    words = terminal_language(language, sitting.table.game).words
    label = describe_start(header.label)
    saved = say("saved_in", "seed {seed}, saved in {path}", seed=header.seed, path=path)
    print(", ".join(words(part) for part in (label, saved) if part), file=sys.stderr)


def _played_in_lines(sitting: "Sitting[Any]", budget: int | None, language: str) -> str:
    from ludex.cli.terminal.prompt import Prompt
    from ludex.language.translations import terminal_language
    from ludex.play.line import LineMode

    def advisor() -> "Advisor[Any]":
        from ludex.players.advice import advisor_for

        return advisor_for(game, budget)

    prompt, game = Prompt(), sitting.table.game
    line = LineMode(
        sitting.table,
        prompt.ask,
        say,
        partial(_rules_of, game, language),
        advisor,
        explain=partial(explained, language),
        words=terminal_language(language, game).words,
    )
    prompt.words = line.words
    return line.play()


def is_drawn() -> bool:
    """Can a table be drawn here? On a terminal, when Textual is there."""
    return is_terminal() and os.environ.get("TERM") != "dumb" and has_textual()


def has_textual() -> bool:
    """Is Textual installed? If not, it is said once."""
    from importlib.util import find_spec

    if find_spec("textual") is not None:
        return True
    print(
        "ludex: drawing tables needs Textual (pip install textual); this is line mode",
        file=sys.stderr,
    )
    return False


def _begin_by_choice(
    name: str, folder: "Path", pause: float, budget: int | None, language: str
) -> bool:
    """Where a game has several ways to begin, ask on the screen; False where it has not."""
    from ludex.cli.terminal.services import doors
    from ludex.tui.app import LudexApp

    rooms = doors(folder, pause, budget=budget, language=language)
    if not rooms.beginnings(name):
        return False
    LudexApp(rooms, name).run()
    return True


def _rules_of(game: Any, language: str) -> str:  # noqa: ANN401  # of any game
    from ludex.language.rulebook.markup import as_text
    from ludex.language.rulebook.page import Heading, page
    from ludex.language.rulebook.players import for_players
    from ludex.language.translations import rules_language

    words = rules_language(language, game).words
    first, whole = for_players(page(game), words)
    return as_text([Heading(1, words(game.title)), *first, *whole])
