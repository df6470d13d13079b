"""`ludex league GAME --player … --player …`: who is the strongest, and how sure is that?"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludex.cli.arguments.jobs import Cluster, Workers
from ludex.cli.arguments.options import (
    Changes,
    GameName,
    Json,
    Preset,
    Seed,
    changes_of,
    find_played,
    first_state,
    given_or_fresh,
    print_json,
)
from ludex.cli.errors import BadInput
from ludex.cli.parallel import demand_one, done

if TYPE_CHECKING:
    from ludex.players.league.files import Kept
    from ludex.players.league.parquet import Streamed
    from ludex.players.league.run import Ended, Entrants, Job, League
    from ludex.players.league.standings import Standing

NAMED = re.compile(r"(?P<name>[^=:]*)=(?P<text>.+)", re.DOTALL)
LONGEST_NAME = 40

Seconds = Annotated[
    float,
    typer.Option(
        min=0.01, max=3600, help="How many a program or function has for each move."
    ),
]


def league(
    name: GameName,
    *,
    player: Annotated[
        list[str],
        typer.Option(
            metavar="[NAME=]WHO",
            help="Who plays (repeat): a bot (`ludex bots GAME`), cmd:./program, "
            "my_bot.py:function.",
        ),
    ],
    deals: Annotated[
        int,
        typer.Option(min=1, help="Deals of each meeting, played in every seating."),
    ] = 10,
    swiss: Annotated[
        int | None,
        typer.Option(
            metavar="ROUNDS",
            min=1,
            help="This many rounds between players with similar scores, instead of "
            "everybody against everybody.",
        ),
    ] = None,
    seconds: Seconds = 10.0,
    preset: Preset = None,
    option: Changes = None,
    seed: Seed = None,
    workers: Workers = 1,
    cluster: Cluster = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Keep every game as a script, all of them as Parquet, and the standings; "
            "the same command goes on where it was stopped.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Let players of every kind meet, and rate them: bots, programs, functions of your own.

    Everybody meets everybody on the same deals, each deal with the seats exchanged. Whoever makes
    a move that the rules refuse, is too slow or quits loses that game; the rule is printed.
    With --out every game is kept, standings.html and `ludex report` show it all, and Ctrl-C
    loses nothing.

    \b
    ludex league GAME --player greedy --player 'mine=cmd:./my_program'
    ludex league GAME --player my_bot.py:choose --player search:200 --out results

    A match (`ludex match`) compares bots quickly and keeps no games; a league is for players
    that nobody trusts yet. Programs speak a few lines of text: docs/protocol-players.md.
    """
    from ludex.players.league.run import League

    demand_one(workers, cluster)
    given = given_or_fresh(_kept_seed(out) if seed is None else seed)
    task = _Task(name, preset, tuple(option or ()), _named(player), given, seconds)
    entrants = task.entrants()
    _demand_seats(entrants, swiss)
    folder = _folder(out, task, deals, swiss)
    running = League(entrants, folder)
    total = _total(entrants, deals, swiss)
    streamed = _streamed(folder, task.settings(deals, swiss), entrants.seats, total)

    def crew(work: "Iterable[Job]") -> "Iterator[Ended]":
        return done(task, work, workers, cluster)

    played = (
        running.round_robin(deals, crew)
        if swiss is None
        else running.swiss(swiss, deals, crew)
    )
    with nullcontext() if streamed is None else closing(streamed):
        ended = _watched(running, played, total, given, streamed)
    _tell(running, task, total, out, as_json=as_json, ended=ended)
    if not ended:
        raise KeyboardInterrupt


@dataclass(frozen=True)
class _Task:
    """What a process needs to know to play games of a league."""

    name: str
    preset: str | None
    option: tuple[str, ...]
    players: tuple[tuple[str, str], ...]
    seed: int
    seconds: float

    def entrants(self) -> "Entrants":
        """The league, with everything that is wrong in it told."""
        from ludex.kernel import option_texts
        from ludex.players.league.run import Entrants
        from ludex.registry import refined

        game = refined(find_played(self.name))
        start = first_state(game, self.preset, [*self.option], None)
        changes = changes_of([*self.option])
        chosen = self.preset or game.start.default
        options = {**option_texts(game.start.rules[chosen]), **changes}
        entrants = Entrants(
            game, start, dict(self.players), self.seed, self.seconds, options
        )
        try:
            for bot in entrants.found().values():
                getattr(bot, "close", lambda: None)()
        except ValueError as trouble:
            raise BadInput(str(trouble)) from trouble
        return entrants

    def ready(self) -> "Callable[[Job], Ended]":
        """A function that plays a game."""
        from ludex.players.league.run import playing

        return playing(self.entrants())

    def settings(self, deals: int, swiss: int | None) -> dict[str, Any]:
        """What makes it this league and no other."""
        return {
            "game": self.name,
            "preset": self.preset,
            "options": [*self.option],
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
        name, who = (each.strip() for each in given)
        if match is not None and not (
            name.isprintable() and 0 < len(name) <= LONGEST_NAME
        ):
            raise BadInput(
                f"--player {text!r}: a name has 1 to {LONGEST_NAME} signs that can be "
                "printed, without = and :"
            )
        if name in found:
            raise BadInput(f"--player {text}: there are two players called {name!r}")
        if not text.isprintable():
            raise BadInput(f"--player {text!r}: it has signs that cannot be printed")
        found[name] = who
    if len(found) < 2:
        raise BadInput("a league needs two players: --player greedy --player random")
    return tuple(found.items())


def _demand_seats(entrants: "Entrants", swiss: int | None) -> None:
    seats, players, game = entrants.seats, len(entrants.names), entrants.game
    if seats > players:
        fewest = game.players[0]
        hint = (
            f"; try --option players={max(2, fewest)}"
            if "players" in game.start.domains
            else ""
        )
        raise BadInput(
            f"{game.name} has {seats} seats here, for {players} players{hint}"
        )
    if swiss is not None and seats != 2:
        raise BadInput(f"--swiss is for tables of two; {game.name} has {seats} here")


def _folder(out: Path | None, task: _Task, deals: int, swiss: int | None) -> Any:  # noqa: ANN401
    from ludex.kernel import Unreadable
    from ludex.players.league.files import Folder

    if out is None:
        return None
    folder = Folder.opened(out, task.settings(deals, swiss))
    if isinstance(folder, Unreadable):
        raise BadInput(f"--out: {folder}")
    return folder


def _streamed(
    folder: Any,  # noqa: ANN401
    settings: dict[str, Any],
    seats: int,
    total: int,
) -> "Streamed | None":
    """The games as Parquet, where there is a folder and pyarrow is installed."""
    from importlib.util import find_spec

    if folder is None:
        return None
    if find_spec("pyarrow") is None:
        hint = 'games.parquet needs pyarrow: pip install "ludex[cluster]"'
        print(f"{hint}; everything else is kept", file=sys.stderr)
        return None
    from ludex.players.league.parquet import Streamed

    return Streamed(folder, settings, seats, total)


def _kept_seed(out: Path | None) -> int | None:
    """The seed of a league that was begun: nobody has to type it again."""
    import json

    from ludex.players.league.files import SETTINGS

    if out is None or not (out / SETTINGS).is_file():
        return None
    try:
        seed = json.loads((out / SETTINGS).read_text())["seed"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return seed if isinstance(seed, int) else None


def _total(entrants: "Entrants", deals: int, swiss: int | None) -> int:
    from ludex.players.league.run import total_games

    return total_games(entrants, deals=deals, swiss=swiss)


def _watched(
    running: "League",
    played: "Iterator[Kept]",
    total: int,
    seed: int,
    streamed: "Streamed | None",
) -> bool:
    """Count the games with a bar on standard error; False when somebody stopped them."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(f"games, seed {seed}", total=total)
        bar.update(task, completed=len(running.games))
        try:
            for game in played:
                if streamed is not None:
                    streamed.catch_up()
                if game.fault is not None:
                    who, text = game.fault["player"], game.fault["text"]
                    console.print(
                        f"deal {game.deal}, {' v '.join(game.players)}: {who} {text}",
                        markup=False, highlight=False, soft_wrap=True,
                    )  # fmt: skip
                bar.update(task, completed=len(running.games))
        except KeyboardInterrupt:
            return False
    return True


def _tell(
    running: "League",
    task: _Task,
    total: int,
    out: Path | None,
    *,
    as_json: bool,
    ended: bool,
) -> None:
    from ludex.players.league.standings import page, record, standings

    found = standings(running.entrants.names, running.games)
    title = f"{task.name}: {len(running.games):,} games, seed {task.seed}"
    told = {
        "game": task.name,
        "seed": task.seed,
        "games": len(running.games),
        "of": total,
        "interrupted": not ended,
        "standings": record(found),
    }
    if out is not None:
        import json

        (out / "standings.html").write_text(
            page(title, found, running.games), encoding="utf-8"
        )
        text = json.dumps(told, indent=2, ensure_ascii=False)
        (out / "standings.json").write_text(text + "\n", encoding="utf-8")
    if as_json:
        print_json(told)
        return
    whole = "" if len(running.games) == total else f" of {total:,}"
    print(f"{task.name}: {len(running.games):,}{whole} games, seed {task.seed}")
    _print(found)
    if out is not None:
        print(f"Every game, and standings.html: {out} (see also: ludex report {out})")


def _print(found: "list[Standing]") -> None:
    from ludex.players.league.standings import HEADINGS, rows

    lines = [HEADINGS, *rows(found)]
    kept = [
        i for i in range(len(HEADINGS)) if i < 2 or any(row[i] for row in lines[1:])
    ]
    widths = {i: max(len(row[i]) for row in lines) for i in kept}
    for row in lines:
        cells = [
            row[i].ljust(widths[i]) if i == 1 else row[i].rjust(widths[i]) for i in kept
        ]
        print("  ".join(cells).rstrip())
