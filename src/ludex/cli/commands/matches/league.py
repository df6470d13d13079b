"""`ludex league GAME --player … --player …`: the ranking of players, and its certainty."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ludex.cli.arguments import (
    GameOpening,
    GameRules,
    Json,
    Seed,
    changes_of,
    find_played,
    given_or_fresh,
    show,
)
from ludex.cli.arguments.jobs import Work, demand_one
from ludex.cli.arguments.seats import tell_weaker
from ludex.cli.errors import BadInput, as_bad_input, readable, tell_user
from ludex.cli.records import Without
from ludex.cli.terminal.progress import progress_bar
from ludex.kernel.start import option_texts
from ludex.players.league.files import SETTINGS, Folder, GameJob, LeagueGame
from ludex.players.league.run import Entrants, League, PlayedGame, playing, total_games
from ludex.players.league.standings import (
    HEADINGS,
    PlayerStanding,
    page,
    rows,
    standings,
)
from ludex.players.league.standings import record as standings_record
from ludex.players.programs.pipe import PipeLimits
from ludex.registry import refined

if TYPE_CHECKING:
    from ludex.players.league.parquet import GameTable

NAMED = re.compile(r"(?P<name>[^=:]*)=(?P<text>.+)", re.DOTALL)
LONGEST_NAME = 40


def league(
    opening: GameRules,
    work: Annotated[Work, Without("out")],
    *,
    player: list[str],
    deals: int = 10,
    swiss: int | None = None,
    seconds: float = 10.0,
    seed: Seed = None,
    out: Path | None = None,
    as_json: Json = False,
) -> None:
    """Rate players in a league: bots, programs, and Python functions.

    All players meet each other on the same deals, and each deal is played in every seating. A
    player that makes an illegal move, exceeds the time limit or quits loses the game; the
    rule is printed. --out saves every game; standings.html and `ludex report` show the
    results, and an interrupted league can be continued.

    \b
    ludex league GAME --player greedy --player 'mine=cmd:./my_program'
    ludex league GAME --player my_bot.py:choose --player search:200 --out results

    `ludex match` compares bots quickly and saves no games; a league is for programs that you
    do not trust yet. The protocol of programs is in docs/protocol-players.md.

    Options:
      player ([NAME=]WHO): A player (repeat): a bot (`ludex bots GAME`), cmd:./program, or
          my_bot.py:function.
      deals (1..): Deals for each pairing, each played in every seating.
      swiss (ROUNDS, 1..): Play this many rounds between players with similar scores, instead
          of a round robin.
      seconds (0.01..3600): The time limit of a program or function for each move.
      out (DIR): Save the games (as scripts and as Parquet) and the standings. After an
          interrupt, the same command continues the league.
    """
    demand_one(work.workers, work.cluster)
    given = given_or_fresh(_kept_seed(out) if seed is None else seed)
    task = LeagueTask(opening, _named(player), given, seconds, out and out.absolute())
    entrants = task.entrants()
    tell_weaker(entrants.game)
    _demand_seats(entrants, swiss)
    settings = task.settings(deals, swiss)
    folder = readable(Folder.opened(out, settings), "--out: ") if out else None
    league = League(entrants, folder)
    total = total_games(entrants, deals=deals, swiss=swiss)
    streamed = _streamed(folder, settings, entrants.seats, total)
    played = league.play(deals, swiss, lambda games: work.results(task, games))
    with nullcontext() if streamed is None else closing(streamed):
        ended = _watched(league, played, total, given, streamed)
    found = standings(entrants.names, league.games)
    count, name = len(league.games), opening.name
    record = {
        "game": name,
        "seed": given,
        "games": count,
        "of": total,
        "interrupted": not ended,
        "standings": standings_record(found),
    }
    whole = "" if count == total else f" of {total:,}"
    lines = [f"{name}: {count:,}{whole} games, seed {given}", *_table(found)]
    if out is not None:
        title = f"{name}: {count:,} games, seed {given}"
        html, text = (
            page(title, found, league.games),
            json.dumps(record, indent=2, ensure_ascii=False),
        )
        (out / "standings.html").write_text(html, encoding="utf-8")
        (out / "standings.json").write_text(text + "\n", encoding="utf-8")
        lines += [f"Every game, and standings.html: {out} (see also: ludex report {out})"]
    show(record, lines, as_json=as_json)
    if not ended:
        raise KeyboardInterrupt


@dataclass(frozen=True)
class LeagueTask:
    """All that a process needs to know to play games of a league."""

    opening: GameOpening
    players: tuple[tuple[str, str], ...]
    seed: int
    seconds: float
    out: Path | None = None
    """The folder of the seed and all games, which programs must not see."""

    def entrants(self) -> "Entrants":
        """Return the league, with everything that is wrong in it told."""
        game = refined(find_played(self.opening.name))
        start = self.opening.state_of(game)
        changes = changes_of(self.opening.option)
        chosen = self.opening.preset or game.start.default
        options = {**option_texts(game.start.rules[chosen]), **changes}
        bounds = PipeLimits(hidden=(self.out,) if self.out else ())
        players = dict(self.players)
        entrants = Entrants(game, start, players, self.seed, self.seconds, options, bounds)
        with as_bad_input(ValueError):
            for bot in entrants.found().values():
                getattr(bot, "close", lambda: None)()
        return entrants

    def ready(self) -> "Callable[[GameJob], PlayedGame]":
        """A function that plays a game."""
        return playing(self.entrants())

    def settings(self, deals: int, swiss: int | None) -> dict[str, Any]:
        """Return what makes it this league and no other."""
        return {
            "game": self.opening.name,
            "preset": self.opening.preset,
            "options": self.opening.option or [],
            "players": dict(self.players),
            "seed": self.seed,
            "seconds": self.seconds,
            "deals": deals,
            "swiss": swiss,
        }


def _named(players: list[str]) -> tuple[tuple[str, str], ...]:
    """`NAME=WHO`, or WHO alone, which is its own name."""
    found: dict[str, str] = {}
    for text in players:
        match = NAMED.fullmatch(text)
        given = (text, text) if match is None else match.group("name", "text")
        name, player = (each.strip() for each in given)
        if match is not None and not (name.isprintable() and 0 < len(name) <= LONGEST_NAME):
            raise BadInput(
                f"--player {text!r}: a name has 1 to {LONGEST_NAME} printable characters, "
                "without = and :"
            )
        if name in found:
            raise BadInput(f"--player {text}: there are two players called {name!r}")
        if not text.isprintable():
            raise BadInput(f"--player {text!r}: it has characters that cannot be printed")
        found[name] = player
    if len(found) < 2:
        raise BadInput("a league needs two players: --player greedy --player random")
    return tuple(found.items())


def _demand_seats(entrants: "Entrants", swiss: int | None) -> None:
    seats, players, game = entrants.seats, len(entrants.names), entrants.game
    if seats > players:
        fewest = game.players[0]
        hint = f"; try --option players={max(2, fewest)}" if "players" in game.start.domains else ""
        raise BadInput(f"{game.name} has {seats} seats here, for {players} players{hint}")
    if swiss is not None and seats != 2:
        raise BadInput(f"--swiss is for tables of two; this table of {game.name} has {seats} seats")


def _streamed(
    folder: Folder | None, settings: dict[str, Any], seats: int, total: int
) -> "GameTable | None":
    """Return the games as Parquet, where there is a folder and pyarrow is installed."""
    if folder is None:
        return None
    if find_spec("pyarrow") is None:
        hint = 'games.parquet needs pyarrow: pip install "ludex[cluster]"'
        tell_user(f"{hint}; the other results are saved")
        return None
    from ludex.players.league.parquet import GameTable

    return GameTable(folder, settings, seats, total)


def _kept_seed(out: Path | None) -> int | None:
    """The seed of a league that was begun: nobody has to type it again."""
    if out is None or not (out / SETTINGS).is_file():
        return None
    try:
        seed = json.loads((out / SETTINGS).read_text())["seed"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return seed if isinstance(seed, int) else None


def _watched(
    league: League,
    played: "Iterator[LeagueGame]",
    total: int,
    seed: int,
    streamed: "GameTable | None",
) -> bool:
    """Count the games with a bar on standard error; False when somebody stopped them."""
    with progress_bar(total, "games", f"seed {seed}") as advance:
        advance(len(league.games))
        try:
            for game in played:
                if streamed is not None:
                    streamed.catch_up()
                if game.fault is not None:
                    player, text = game.fault["player"], game.fault["text"]
                    seats = " v ".join(game.players)
                    tell_user(f"deal {game.deal}, {seats}: {player} {text}")
                advance(1)
        except KeyboardInterrupt:
            return False
    return True


def _table(found: "list[PlayerStanding]") -> Iterator[str]:
    """Yield the standings, without the columns in which there is nothing."""
    lines = [HEADINGS, *rows(found)]
    columns = [i for i in range(len(HEADINGS)) if i < 2 or any(row[i] for row in lines[1:])]
    widths = {i: max(len(row[i]) for row in lines) for i in columns}
    for row in lines:
        cells = [row[i].ljust(widths[i]) if i == 1 else row[i].rjust(widths[i]) for i in columns]
        yield "  ".join(cells).rstrip()
