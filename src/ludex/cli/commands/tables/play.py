"""`ludex play GAME` and `ludex resume FILE`: one table, saved as it is played."""

import os
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from typer import Exit

from ludex.cli.arguments import (
    Seed,
    TableOpening,
    changes_of,
    demand_decisions,
    find_game,
    given_or_fresh,
    is_terminal,
    language_named,
)
from ludex.cli.arguments.rulebooks import Changed, Rulebooks, RulesFile, load_file
from ludex.cli.arguments.seats import seated
from ludex.cli.commands.tables.puzzle import board_of
from ludex.cli.commands.tables.saves import (
    SaveDir,
    SaveName,
    find_saved,
    game_of,
    latest_unfinished,
    save_folder,
)
from ludex.cli.errors import BadInput, readable, tell_user
from ludex.cli.terminal.colour import print_cards
from ludex.cli.terminal.prompt import Prompt
from ludex.cli.terminal.services import another, explained, make_services
from ludex.kernel import Written, say
from ludex.language.position import position_line
from ludex.language.rulebook.markup import as_text
from ludex.language.rulebook.page import Heading, page_blocks
from ludex.language.rulebook.players import for_players
from ludex.language.translations import rules_language, terminal_language
from ludex.play.line import NEW, QUIT, LineMode
from ludex.play.protocol.log import Header
from ludex.play.seating import Sitting, begin_game, restart_game, resume_game
from ludex.play.starts import deal_from_seed, describe_start, has_open_deals
from ludex.players.advice import advisor_for
from ludex.players.opponents import find_bot

if TYPE_CHECKING:
    from ludex.tui.services import Services


@dataclass(frozen=True, kw_only=True)
class PlaySettings:
    """The settings of a table at the terminal: screen, pause, language, folder.

    Options:
      plain: Line mode: text only, for pipes and screen readers.
      pause (0..60): Seconds of pause after the move of a bot.
      budget (1..): The most positions that a solver searches for a hint.
      language (CODE): en (English) or pt (Portuguese). The default is the language of LANG.
    """

    plain: bool = False
    pause: float = 0.5
    budget: int | None = None
    language: str | None = None
    save_dir: SaveDir = None

    @property
    def spoken(self) -> str:
        """The language that is spoken there."""
        return language_named(self.language)

    @property
    def folder(self) -> Path:
        """The folder of saved games."""
        return save_folder(self.save_dir)

    def services(self, rulebooks: Rulebooks | None = None) -> "Services":
        """Return everything that a terminal table may ask for."""
        return make_services(self.folder, self.pause, rulebooks, self.budget, self.spoken)


def play(
    opening: TableOpening,
    settings: PlaySettings,
    *,
    puzzle: str | None = None,
    seed: Seed = None,
    bot: list[str] | None = None,
) -> None:
    """Play a game: alone, with others at one keyboard, or against bots.

    In a terminal the table is drawn; `?` shows the keys. With --plain, or in a pipe, type an
    event by name, such as `move_and_capture(4,3,2,1)`, or `help`. The game is saved after every
    move: `ludex saves` lists saved games, `ludex resume` continues one.

    Options:
      puzzle (ID): Play the puzzle with this id, in a game with puzzles.
      bot (NAME@SEAT): Let a bot play a seat, such as random@2 (may be repeated). SEAT alone
          means the random bot. NAME alone means every seat except the first. Also a program,
          'cmd:./play@2', or a function, my_bot.py:choose@2.
    """
    language_named(settings.language)  # an unknown one is told before anything else
    name = opening.name
    file = load_file(Path(name)) if name.endswith(".py") else None
    game = demand_decisions(find_game(name) if file is None else file.game)
    # A file is known by its whole path, wherever the saved game is asked for.
    known = game.name if file is None else str(file.path)
    label = None
    if puzzle is not None:
        if not opening.is_usual:
            raise BadInput("--puzzle includes the position: it excludes every other start")
        board = position_line(game, board_of(game, puzzle))
        opening = replace(opening, position=board)
        label = f"puzzle {puzzle.strip().lower()}"
    is_open = seed is None and opening.position is None and opening.deal is None
    nothing_asked = is_open and opening.is_usual and (opening.players, bot) == (None, None)
    drawn = nothing_asked and not settings.plain and is_drawn()
    if drawn and _begin_by_choice(known, settings):
        return
    is_set_up = opening.position is None and opening.deal is None
    if is_set_up and opening.preset is None and game.start.default != game.start.unnamed:
        # The preset of a new game, as lobbies have it: a seed changes no rules.
        opening = replace(opening, preset=game.start.default)
    fresh, numbered = given_or_fresh(seed), has_open_deals(game)
    if numbered and is_open:
        opening = replace(opening, deal=deal_from_seed(fresh))
    start, deal = opening.state_of(game), opening.deal
    header = Header(
        game=known,
        seed=fresh,
        seats=seated(game, game.seat_count(start), bot),
        created="",
        preset=opening.preset,
        options=changes_of(opening.changes(game)),
        # The line says it all, so that the saved game begins there too.
        position=opening.position if deal is None else position_line(game, start),
        label=label if deal is None else f"deal {deal}",
        rules=None if file is None else file.digest,
        seed_chosen=seed is not None and not numbered,
    )
    rulebooks = Rulebooks(() if file is None else (file,))
    sit_down(readable(begin_game(game, header, settings.folder)), settings, rulebooks)


def resume(
    name: SaveName = "latest",
    *,
    rules: RulesFile = None,
    changed: Changed = False,
    programs: bool = False,
    stand_in: str | None = None,
    settings: PlaySettings,
) -> None:
    """Continue a saved game; without a name, the last one that is not over.

    A game in a Python file needs that file: `ludex resume NAME --rules my_game.py`.

    Options:
      programs: Start the programs and functions named in the saved game. Use it only if you
          trust the file.
      stand_in (BOT): Let this bot, such as greedy, play instead of programs and functions.
    """
    language_named(settings.language)
    rulebooks = Rulebooks.named(rules, accept_changed=changed)
    if name == "latest":
        name = latest_unfinished(settings.folder, rulebooks)
    saved = find_saved(name, settings.save_dir)
    game = game_of(saved, rulebooks)
    if stand_in is not None:
        readable(find_bot(game, stand_in), f"--stand-in {stand_in}: ")
    sitting = readable(resume_game(game, saved, outside=programs, stand_in=stand_in))
    sit_down(sitting, settings, rulebooks)


def sit_down(
    sitting: "Sitting", settings: PlaySettings, rulebooks: Rulebooks | None = None
) -> None:
    """Play in line mode, or on the screen where there is one."""
    if settings.plain or not is_drawn():
        _in_lines(sitting, settings)
        return
    from ludex.tui.app import LudexApp

    _announce(sitting, settings.spoken)
    app = LudexApp(settings.services(rulebooks), sitting)
    try:
        app.run()
    finally:
        _leave(sitting, settings.spoken)
    if app.return_code:
        raise Exit(app.return_code)


def _leave(sitting: "Sitting", language: str) -> None:
    words, path = terminal_language(language).words, Written(sitting.file.path)
    if sitting.file.is_gone:
        notice = say("file_gone", "{path} was deleted: the game is lost", path=path)
        tell_user(words(notice))
        sitting.leave()
        return
    sitting.leave()
    if not sitting.file.path.exists():
        tell_user(words("nothing was played, so nothing was saved"))


def _in_lines(sitting: "Sitting", settings: PlaySettings) -> None:
    """Play one game after the other, until the player has had enough."""
    while True:
        _announce(sitting, settings.spoken)
        try:
            ending = _played_in_lines(sitting, settings)
        except ChildProcessError as failed:  # a program at the table
            path = sitting.file.path
            later = (
                f"; to continue: ludex resume {quote(str(path))} --programs, "
                "or --stand-in greedy for a bot instead"
            )
            raise BadInput(f"{failed}{later if path.exists() else ''}") from None
        finally:
            _leave(sitting, settings.spoken)
        if ending == QUIT:
            return
        if ending == NEW:
            header = readable(another(sitting.table.game, sitting.header))
            sitting = readable(begin_game(sitting.table.game, header, settings.folder))
        else:
            sitting = readable(restart_game(sitting, settings.folder))


def _announce(sitting: "Sitting", language: str) -> None:
    header, path = sitting.header, Written(sitting.file.path)
    words = terminal_language(language, sitting.table.game).words
    label = describe_start(header.label)
    saved = say("saved_in", "seed {seed}, saved in {path}", seed=header.seed, path=path)
    tell_user(", ".join(words(part) for part in (label, saved) if part))


def _played_in_lines(sitting: "Sitting", settings: PlaySettings) -> str:
    prompt, game = Prompt(), sitting.table.game
    line = LineMode(
        sitting.table,
        prompt.ask,
        print_cards,
        partial(_rules_of, game, settings.spoken),
        partial(advisor_for, game, settings.budget),
        explain=partial(explained, settings.spoken),
        words=terminal_language(settings.spoken, game).words,
    )
    prompt.words = line.words
    return line.play()


def is_drawn() -> bool:
    """Can a table be drawn here? On a terminal, when Textual is there."""
    return is_terminal() and os.environ.get("TERM") != "dumb" and has_textual()


def has_textual() -> bool:
    """Is Textual installed? If not, it is said once."""
    if find_spec("textual") is not None:
        return True
    tell_user("ludex: the screen needs Textual (pip install textual); continuing in line mode")
    return False


def _begin_by_choice(name: str, settings: PlaySettings) -> bool:
    """Ask on the screen how a game begins; False where it has one way only."""
    from ludex.tui.app import LudexApp

    rooms = settings.services()
    if not rooms.beginnings(name):
        return False
    LudexApp(rooms, name).run()
    return True


def _rules_of(game: Any, language: str) -> str:  # noqa: ANN401  # of any game
    words = rules_language(language, game).words
    first, whole = for_players(page_blocks(game), words)
    return as_text([Heading(1, words(game.title)), *first, *whole])
