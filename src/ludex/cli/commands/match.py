"""`ludex match GAME --bots A B` and `ludex bots GAME`: who plays, and how well."""

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from ludex.cli.arguments.options import (
    Changes,
    GameName,
    Json,
    Preset,
    Seed,
    find_game,
    find_played,
    first_state,
    given_or_fresh,
    print_json,
)
from ludex.cli.arguments.seats import Players, with_players
from ludex.cli.crew import done
from ludex.cli.trouble import BadInput

if TYPE_CHECKING:
    from ludex.bots.match import Estimate, Played, Tally


def match(
    context: typer.Context,
    name: GameName,
    *,
    bots: Annotated[
        list[str],
        typer.Option(
            metavar="A B",
            help="The bots, from `ludex bots GAME`; search:200 and search:0.5s have "
            "a budget for each move, and best is the strongest of them.",
        ),
    ],
    games: Annotated[
        int,
        typer.Option(min=1, help="How many games; each deal takes one for each bot."),
    ] = 100,
    players: Players = None,
    preset: Preset = None,
    option: Changes = None,
    seed: Seed = None,
    jobs: Annotated[
        int, typer.Option(min=1, max=64, help="Play this many deals at once.")
    ] = 1,
    as_json: Json = False,
) -> None:
    """Let bots play each other, every deal with the seats exchanged, and compare them.

    Chance acts the same in every game of a deal. Ctrl-C ends the match and prints what is
    known so far. With a budget of playouts the same seed gives the same match.
    """
    from ludex.bots.match import Tally

    option = with_players(find_played(name), option, players)
    names = [word for given in (*bots, *context.args) for word in _apart(given)]
    deals = _deals(name, names, preset, option, games)
    seed = given_or_fresh(seed)
    task = _Task(name, preset, tuple(option or ()), tuple(names))
    tally = Tally(len(names))
    ended = _watched(tally, done(task, _seeds(seed, deals), jobs), games, seed)
    if as_json:
        print_json(
            {
                "game": name,
                "seed": seed,
                "games": tally.games,
                "interrupted": not ended,
                "bots": tally.summary(names),
            }
        )
    else:
        _print(name, seed, names, tally, games)
    if not ended:
        raise KeyboardInterrupt


def bots(name: GameName, *, as_json: Json = False) -> None:
    """List the bots of a game: its own first, then from weak to strong; and who gives hints."""
    from ludex.registry.bots import best_of, bots_of
    from ludex.solve.advice import source_of

    game = find_played(name)
    source, kinds = source_of(game), bots_of(game)
    if as_json:
        found = [{"name": bot, "sentence": sentence} for bot, sentence in kinds]
        print_json(
            {"game": game.name, "bots": found, "best": best_of(game), "hints": source}
        )
        return
    width = max(len(bot) for bot, _ in kinds)
    for bot, sentence in kinds:
        print(f"{bot:{width}}  {sentence}")
    print(f"The best of them is {best_of(game)}; hints come from {source}.")


def _apart(given: str) -> list[str]:
    """`greedy,random` are two; the command of a program may have commas."""
    from ludex.players.finding import is_outside

    return [given] if is_outside(given) else given.split(",")


class _Task:
    """What a process needs to know to play deals of a match."""

    def __init__(
        self,
        name: str,
        preset: str | None,
        option: tuple[str, ...],
        names: tuple[str, ...],
    ) -> None:
        self.name, self.preset, self.option, self.names = name, preset, option, names

    def ready(self) -> "Callable[[int], tuple[Played, ...]]":
        """A function that plays the deal of a seed."""
        from ludex.bots.match import play_deal
        from ludex.kernel import Unreadable
        from ludex.players.finding import find_player
        from ludex.registry import refined

        game = refined(find_game(self.name))
        start = first_state(game, self.preset, [*self.option], None)
        players = []
        for bot in self.names:
            found = find_player(game, bot, start)
            if isinstance(found, Unreadable):
                raise BadInput(str(found))
            players.append(found)
        return lambda seed: play_deal(game, start, players, seed)


def _deals(
    name: str,
    names: list[str],
    preset: str | None,
    option: list[str] | None,
    games: int,
) -> int:
    """How many deals make so many games; everything that is wrong is told here."""
    game = find_played(name)
    start = first_state(game, preset, option, None)
    seats = game.seat_count(start)
    if len(names) < 2:
        raise BadInput("--bots: a match needs two bots, such as --bots greedy random")
    if len(names) > seats:
        more = game.players[1] > seats
        raise BadInput(
            f"--bots: {len(names)} bots for {seats} seat{'s' * (seats > 1)} of {name}"
            + (f"; try --players {len(names)}" if more else "")
        )
    _Task(name, preset, tuple(option or ()), tuple(names)).ready()
    if games % len(names):
        raise BadInput(
            f"--games {games}: every deal is played {len(names)} times with the seats "
            f"exchanged, so it takes a multiple of {len(names)}"
        )
    return games // len(names)


def _seeds(seed: int, deals: int) -> Iterator[int]:
    from ludex.kernel import Dice

    dice = Dice(seed)
    return (dice.word() for _ in range(deals))


def _watched(
    tally: "Tally",
    results: "Iterator[tuple[Played, ...]]",
    games: int,
    seed: int,
) -> bool:
    """Count the games with a bar on standard error; False when somebody stopped them."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(f"games, seed {seed}", total=games)
        try:
            for done in tally.count(results):
                bar.update(task, completed=done)
        except KeyboardInterrupt:
            return False
    return True


def _print(name: str, seed: int, names: list[str], tally: "Tally", games: int) -> None:
    if not tally.games:
        print(f"{name}: no deal was finished, seed {seed}")
        return
    whole = "" if tally.games == games else f" of {games:,}"
    print(f"{name}: {tally.games:,}{whole} games, seed {seed}, seats exchanged")
    width = max(map(len, names))
    for bot, label in enumerate(names if len(names) > 2 else names[:1]):
        record = tally.record(bot)
        against = f" against {names[1]}" if len(names) == 2 else ""
        print(
            f"{label:{width}}{against}: {record.wins:,} won, {record.draws:,} drawn, "
            f"{record.losses:,} lost"
        )
        print(f"  win rate  {_interval(record.rate, 100, ' %')}")
        if record.lead is not None:
            print(f"  score     {_interval(record.lead, 1, ' more a game')}")
    for bot, label in enumerate(names):
        record = tally.record(bot)
        pace = record.moves / record.seconds if record.seconds else 0.0
        print(f"{label:{width}}  {record.moves:,} moves, {pace:,.1f} a second")


def _interval(estimate: "Estimate", times: float, unit: str) -> str:
    value, low, high = (
        times * x for x in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value:.1f}{unit} (95 %: {low:.1f} to {high:.1f})"
