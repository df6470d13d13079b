"""`ludex match GAME --bots A B` and `ludex bots GAME`: the players, and their results."""

from dataclasses import replace
from pathlib import Path

from typer import Context

from ludex.bots.levels import WORDS
from ludex.cli.arguments import (
    GameName,
    Json,
    Seed,
    TableOpening,
    find_played,
    print_json,
    show,
)
from ludex.cli.arguments.jobs import Work
from ludex.cli.arguments.seats import tell_weaker
from ludex.cli.commands.matches.match_job import (
    MatchLog,
    MatchTask,
    RunningMatch,
    demand_sense,
    split_names,
    tables_of,
)
from ludex.cli.commands.matches.match_report import match_lines, verdict_record
from ludex.players.advice import source_of
from ludex.players.match import Tally
from ludex.players.opponents import best_of, bots_of, levels_of, opponent_of


def match(
    context: Context,
    opening: TableOpening,
    work: Work,
    *,
    bots: list[str],
    games: int = 100,
    sprt: tuple[float, float] | None = None,
    log: Path | None = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Compare bots in a match: every deal is played in every seating.

    All games of a deal have the same chance events. With --position or --deal every game
    begins there. If there are more bots than seats, each pair plays. Elo ratings are
    maximum-likelihood estimates with mean 0; their intervals come from the Fisher information.
    Ctrl-C ends the match and prints the results so far. If the bots have a budget of playouts,
    the same seed gives the same match on any machine.

    Options:
      bots (A B …): The bots, from `ludex bots GAME`. search:200 and search:0.5s set a budget
          for each move; best is the strongest bot. Also my_bot.py:choose, module:function,
          'cmd:./program'.
      games (1..): The number of games: a multiple of the number of bots. If there are more
          bots than seats, the number of games of each pair.
      sprt (ELO0 ELO1): Test sequentially whether the first of two bots is better by ELO0 or
          by ELO1, such as 0 20, and stop when that is decided. --games is the maximum.
      log (DIR): Save every game there as a script for `ludex run`.
    """
    name = opening.name
    game = find_played(name)
    tell_weaker(game)
    names = [word for given in (*bots, *context.args) for word in split_names(given)]
    tables = tables_of(opening, names)
    demand_sense(names, games, sprt, tables)
    seed = work.seed(seed)
    task = MatchTask(opening, tuple(names), tuple(tables), seed, with_scripts=log is not None)
    task.ready()  # whatever is wrong with the bots is told before anything is kept
    # The number of players is among the options of the scripts.
    rules = replace(opening, option=opening.changes(game), players=None)
    match_log = None if log is None else MatchLog(log, rules, names)
    tally, deals = Tally(len(names)), games // len(tables[0])
    match = RunningMatch(task, tally, deals, sprt, match_log)
    ended = match.play(work)
    record = {
        "game": game.name,
        "seed": seed,
        "games": tally.games,
        "interrupted": not ended,
        "bots": tally.summary(names),
        "pairs": tally.pairs(names),
    }
    if match.verdict is not None:
        record["sprt"] = verdict_record(match.verdict)
    lines = match_lines(game.name, seed, names, tally, games * len(tables), verdict=match.verdict)
    show(record, lines, as_json=as_json)
    if not ended:
        raise KeyboardInterrupt


def bots(name: GameName, *, as_json: Json = False) -> None:
    """List the bots of a game: its own first, then from weak to strong; and the hint giver."""
    game = find_played(name)
    source, kinds = source_of(game), bots_of(game)
    if as_json:
        found, levels = (
            [{"name": bot, "sentence": sentence} for bot, sentence in listed]
            for listed in (kinds, levels_of(game))
        )
        print_json(
            {
                "game": game.name,
                "bots": found,
                "levels": levels,
                "best": best_of(game),
                "hints": source,
            }
        )
        return
    width = max(len(bot) for bot, _ in kinds)
    for bot, sentence in kinds:
        print(f"{bot:{width}}  {sentence}")
    if levels_of(game):
        opponent = opponent_of(game)
        names = opponent.names
        print(f"{opponent.name}: {opponent.character}")
        print(f"  {', '.join(f'{name} {word}' for name, word in zip(names, WORDS, strict=True))}")
        print(f"  level:1 to level:{len(names)} are the same.")
    print(f"The strongest is {best_of(game)}; hints come from {source}.")
