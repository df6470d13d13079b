"""Are the levels of opponents in order? Each plays the one below; the results are kept in a file.

    python bench/levels.py                      every game, some minutes each
    python bench/levels.py GAME --games 40 --jobs 16 --full --levels 4 5
    python bench/levels.py --table              what docs/bots.md has of it

A level that is measured again replaces its row; the others stay. In hold'em a game is a session of hands of their own, each dealt
to both from both seats, and whoever has more chips in the end has won it. `--full` lets the fifth level think as long as it does at the table:
by the clock, so only on a machine with a core for every job.
"""

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any, Final

from strength import chips

from ludex.kernel import Dice, Unreadable
from ludex.players.match import MatchGame, Tally, play_deal
from ludex.players.opponents import find_bot, opponent_of
from ludex.registry import load, refined

MEASURED: Final[dict[str, tuple[str, dict[str, str], str, int]]] = {
    "carcassonne": ("Carcassonne, the document's edition", {}, "builder:200", 20),
    "russian-bank": ("Russian Bank", {}, "planner:200", 10),
    "holdem": ("hold'em for two, 50 hands", {"players": "2"}, "", 120),
    "examples/tic_tac_toe.py": ("tic-tac-toe", {}, "", 200),
    "examples/connect_four.py": ("Connect Four", {}, "best:200", 40),
}
"""What each is called, its options, whose place the fifth level leaves to a quicker one, and how many games."""

HANDS: Final = 50
"""The hands of a session of hold'em: half as many deals."""

KEPT: Final = Path(__file__).with_name("levels.json")

HEAD: Final = (
    "| game | match | games | won, drawn, lost | points of a hundred (95 %) |\n"
    "| --- | --- | --- | --- | --- |\n"
)


def deal(name: str, names: list[str], seed: int) -> tuple[MatchGame, ...]:
    """One deal from both seats, or a session."""
    game, session = refined(load(name)), name == "holdem"
    start = game.start.varied("one_hand" if session else None, MEASURED[name][1])
    bots = [find_bot(game, bot, start) for bot in names]
    assert not any(isinstance(bot, Unreadable) for bot in bots)
    if not session:
        return play_deal(game, start, bots, seed)
    dice = Dice(seed)
    words = [dice.word() for _ in range(HANDS // 2)]
    won = sum(chips(game, start, bots, w, seat) for w in words for seat in (0, 1))
    winners = frozenset({0} if won > 0 else {1} if won < 0 else {0, 1})
    return (MatchGame(winners, (won, -won), (HANDS, HANDS), (0.0, 0.0), ()),)


def measured(
    name: str, given: argparse.Namespace, pool: ProcessPoolExecutor
) -> Iterator[dict[str, Any]]:
    """Levels against those below."""
    _, _, quick, usual = MEASURED[name]
    levels, seed = opponent_of(refined(load(name))).levels, given.seed
    deals = (given.games or usual) // (1 if name == "holdem" else 2)
    for level in given.levels:
        names = [f"level:{level}", f"level:{level - 1}"]
        if level == 5 and quick and not given.full:
            names[0] = quick
        tally, dice = Tally(2), Dice(seed)
        seeds = [dice.word() for _ in range(deals)]
        for played in pool.map(deal, repeat(name), repeat(names), seeds):
            tally.add(played)
        record = tally.record(0)
        rate = [round(x, 4) for x in (record.rate.value, record.rate.low, record.rate.high)]
        yield {
            "game": name,
            "bots": names,
            "level": level,
            "are": [str(levels[level - 1]), str(levels[level - 2])],
            "games": tally.games,
            "seed": seed,
            "wins": record.wins,
            "draws": record.draws,
            "losses": record.losses,
            "rate": rate,
        }


def table(rows: list[dict[str, Any]]) -> str:
    """The rows for docs/bots.md."""
    lines = []
    for row in rows:
        better, worse = row["level"], row["level"] - 1
        quick = row["bots"][0]
        played = "" if quick.startswith("level:") else f" (`{quick}`)"
        rate, low, high = (100 * x for x in row["rate"])
        lines.append(
            f"| {MEASURED[row['game']][0]} | level {better}{played} v level {worse} "
            f"| {row['games']} | {row['wins']}, {row['draws']}, {row['losses']} "
            f"| {rate:.0f} ({low:.0f} to {high:.0f}) |\n"
        )
    return HEAD + "".join(lines)


def main() -> None:
    """Measure, or print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--out", type=Path, default=KEPT)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--games", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", type=int, nargs="+", default=[2, 3, 4, 5])
    given = parser.parse_args()
    if given.table:
        print(table(json.loads(given.out.read_text())), end="")
        return
    kept = json.loads(given.out.read_text()) if given.out.exists() else []
    order = list(MEASURED)
    for name in given.game or MEASURED:
        with ProcessPoolExecutor(given.jobs) as pool:
            for found in measured(name, given, pool):
                print(json.dumps(found), flush=True)
                its = (name, found["level"])
                kept = [r for r in kept if (r["game"], r["level"]) != its] + [found]
                kept.sort(key=lambda row: (order.index(row["game"]), row["level"]))
                lines = ",\n".join(json.dumps(row) for row in kept)
                given.out.write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
