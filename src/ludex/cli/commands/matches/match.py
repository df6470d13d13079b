"""`ludex match GAME --bots A B` and `ludex bots GAME`: the players, and their results."""

from dataclasses import replace
from pathlib import Path

from typer import Context

from ludex.bots.levels import WORDS
from ludex.cli.arguments import (
    GameName,
    Json,
    Seed,
    TableRules,
    find_played,
    print_json,
    show,
)
from ludex.cli.arguments.jobs import Work
from ludex.cli.commands.matches.match_job import (
    MatchLog,
    MatchTask,
    RunningMatch,
    apart,
    demand_sense,
    tables_of,
)
from ludex.cli.commands.matches.match_report import match_lines, verdict_record
from ludex.players.advice import source_of
from ludex.players.match import Tally
from ludex.players.opponents import best_of, bots_of, levels_of, opponent_of


def match(
    context: Context,
    opening: TableRules,
    work: Work,
    *,
    bots: list[str],
    games: int = 100,
    sprt: tuple[float, float] | None = None,
    log: Path | None = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other, every deal with the seats exchanged, and compare them.

    Chance acts the same in every game of a deal. Of more bots than seats, every two meet. Elo
    ratings are the likeliest for all results, their middle is 0, and their intervals come from
    Fisher's information. Ctrl-C ends the match and prints what is
    known so far. With a budget of playouts the same seed gives the same match, whoever works.

    Options:
      bots (A B …): The bots, from `ludex bots GAME`; search:200 and search:0.5s have a budget
          for each move, and best is the strongest of them. Your own: my_bot.py:choose,
          module:function, 'cmd:./program'.
      games (1..): How many games; each deal takes one for each bot. Of more bots than seats
          every two meet, and it is how many games they have.
      sprt (ELO0 ELO1): Stop as soon as it is clear whether the first of two bots is ELO0 or
          ELO1 better, such as 0 20; --games is the most that are played.
      log (DIR): Keep every game there as a script for `ludex run`.
    """
    name = opening.name
    game = find_played(name)
    names = [word for given in (*bots, *context.args) for word in apart(given)]
    tables = tables_of(opening, names)
    demand_sense(names, games, sprt, tables)
    seed = work.seed(seed)
    task = MatchTask(opening, tuple(names), tuple(tables), seed, with_scripts=log is not None)
    task.ready()  # whatever is wrong with the bots is told before anything is kept
    # The number of players is among the options of the scripts.
    rules = replace(opening, option=opening.changes(game), players=None)
    kept = None if log is None else MatchLog(log, rules, names)
    tally, deals = Tally(len(names)), games // len(tables[0])
    match = RunningMatch(task, tally, deals, sprt, kept)
    ended = match.play(work)
    record = {
        "game": name,
        "seed": seed,
        "games": tally.games,
        "interrupted": not ended,
        "bots": tally.summary(names),
        "pairs": tally.pairs(names),
    }
    if match.verdict is not None:
        record["sprt"] = verdict_record(match.verdict)
    lines = match_lines(name, seed, names, tally, games * len(tables), verdict=match.verdict)
    show(record, lines, as_json=as_json)
    if not ended:
        raise KeyboardInterrupt


def bots(name: GameName, *, as_json: Json = False) -> None:
    """List the bots of a game: its own first, then from weak to strong; and who gives hints."""
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
    print(f"The best of them is {best_of(game)}; hints come from {source}.")
