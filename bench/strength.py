"""How strong the bots are: matches with their seats exchanged, kept in a file for docs/bots.md.

    python bench/strength.py                    every row, with as many deals as it has in the table below
    python bench/strength.py NAME… --deals 50 --jobs 16
    python bench/strength.py --table            what docs/bots.md has of it

A row that is measured again replaces what was kept. Chips are told in big blinds for a hundred hands, everything
else as points of a hundred games; the intervals are those of 95 % confidence, from deals, not from games.
"""

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from ludex.bots import Bot, view_of
from ludex.games.poker.holdem.rules.state import Phase, State
from ludex.games.poker.rules.evaluator import rank
from ludex.kernel import CHANCE, Dice, Game, Unreadable
from ludex.players.match import demand_move, play_deal
from ludex.players.opponents import find_bot
from ludex.registry import load, refined

KEPT: Final = Path(__file__).with_name("strength.json")
BOARDS: Final = 60


class Row(NamedTuple):
    """A match."""

    game: str
    told: str
    preset: str | None
    options: dict[str, str]
    bots: tuple[str, str]
    deals: int
    chips: bool = False


TWO: Final = {"players": "2"}
SIX: Final = {"players": "6"}
AT_SIX: Final = ("greedy", "random", "caller", "timid")
"""Five of a kind, whom the first bot meets at a table of six."""

RIVALS: Final = ("greedy", "random", "caller", "raiser", "all-in", "timid")


def rows() -> Iterator[tuple[str, Row]]:
    """Every match by name."""
    for rival in RIVALS:
        bots = ("regular", rival)
        yield rival, Row("holdem", "hold'em for two", "one_hand", TWO, bots, 1600, chips=True)  # fmt: skip
    for rival in (*RIVALS, "regular"):
        bots = ("blueprint", rival)
        yield f"blueprint-{rival}", Row("holdem", "hold'em for two", "one_hand", TWO, bots, 1600, chips=True)  # fmt: skip
    for rival in AT_SIX:
        bots = ("regular", rival)
        yield f"six-{rival}", Row("holdem", "hold'em for six", "one_hand", SIX, bots, 300, chips=True)  # fmt: skip
    edition = "Carcassonne, the document's edition"
    yield (
        "builder",
        Row("carcassonne", edition, None, {}, ("builder:1s", "search:1s"), 24),
    )
    yield "builder-base", Row("carcassonne", "Carcassonne, the base game", "base", {}, ("builder:200", "greedy"), 10)  # fmt: skip
    yield "playouts", Row("carcassonne", edition, None, {}, ("playouts:1s", "search:1s"), 16)  # fmt: skip
    yield "planner", Row("russian-bank", "Russian Bank", None, {}, ("planner:0.5s", "greedy"), 32)  # fmt: skip


def lead(row: Row, seed: int) -> float:
    """What the first bot gets in a deal: big blinds a hand, or its part of the points."""
    game = refined(load(row.game))
    start = game.start.varied(row.preset, row.options)
    assert not isinstance(start, Unreadable)
    bots = [find_bot(game, name, start) for name in row.bots]
    if row.options == SIX:
        return fmean(at_six(game, start, bots, seed, seat) for seat in range(6))
    if row.chips:
        return fmean(chips(game, start, bots, seed, seat) for seat in (0, 1))
    return fmean(p.points(0, 1) for p in play_deal(game, start, bots, seed))


def chips(game: Game[State], s: State, bots: list[Bot[State]], seed: int, seat: int) -> float:
    """What the first bot wins in a hand from one of two seats, in big blinds.

    Where both are all in, what is left to luck is averaged: the board is dealt to its end many times.
    """
    source = Dice(seed)
    chance = source.split()
    dice = [[source.split(), source.split()] for _ in range(seat + 1)][seat]
    game, blind = game.unchecked(), s.rules.stakes(1).big
    while game.outcome(s) is None:
        turn = game.turn(s)
        if turn == CHANCE:
            if s.phase is Phase.BOARD and not all(s.stacks):
                return (2 * equity(s, seat, chance) - 1) * min(s.paid) / blind
            s = game.after(s, game.draw(s, chance))
            continue
        bot = turn ^ seat
        event = bots[bot](view_of(game, s, turn), dice[bot])
        s = game.after(s, demand_move(game, s, turn, event))
    scores = game.outcome(s).scores
    return float(scores[seat] - scores[1 - seat]) / 2 / blind


def at_six(game: Game[State], s: State, bots: list[Bot[State]], seed: int, seat: int) -> float:
    """What the first bot wins in a hand from one of six seats, in big blinds; the others are all like the second."""
    source = Dice(seed)
    chance, dice = source.split(), [source.split() for _ in range(6)]
    game, blind = game.unchecked(), s.rules.stakes(1).big
    while (outcome := game.outcome(s)) is None:
        turn = game.turn(s)
        if turn == CHANCE:
            s = game.after(s, game.draw(s, chance))
        else:
            bot = bots[turn != seat]
            event = bot(view_of(game, s, turn), dice[turn])
            s = game.after(s, demand_move(game, s, turn, event))
    return float(outcome.scores[seat] - fmean(outcome.scores)) / blind


def equity(s: State, seat: int, dice: Dice) -> float:
    """Which part of the pot one of two hands wins on the average of many boards."""
    known = {*s.holes[0], *s.holes[1], *s.board}
    pack, won = [card for card in range(52) if card not in known], 0.0
    mine, other = s.holes[seat], s.holes[1 - seat]
    for _ in range(BOARDS):
        dice.shuffle(pack)
        board = (*s.board, *pack[: 5 - len(s.board)])
        my_rank, its = rank((*mine, *board)), rank((*other, *board))
        won += (my_rank < its) + 0.5 * (my_rank == its)
    return won / BOARDS


def chunk(row: Row, seeds: list[int]) -> list[float]:
    """Some deals of a match."""
    return [lead(row, seed) for seed in seeds]


def measured(row: Row, deals: int, jobs: int, seed: int) -> dict[str, Any]:
    """A match, its deals shared among processes."""
    dice = Dice(seed)
    seeds = [dice.word() for _ in range(deals)]
    size = max(1, min(25, deals // jobs))
    parts = [seeds[i : i + size] for i in range(0, deals, size)]
    with ProcessPoolExecutor(jobs) as pool:
        found = [x for part in pool.map(chunk, [row] * len(parts), parts) for x in part]
    mean, error = fmean(found), 1.96 * stdev(found) / sqrt(len(found))
    if not error:  # all alike: what is rare may not have been met
        error = 3 / len(found)
    return {
        "bots": row.bots,
        "deals": deals,
        "seed": seed,
        "value": round(100 * mean, 1),
        "low": round(100 * (mean - error), 1),
        "high": round(100 * (mean + error), 1),
    }


def table(kept: dict[str, dict[str, Any]]) -> str:
    """The rows for docs/bots.md."""
    lines = [
        "| game | match | deals | result (95 %) |\n",
        "| --- | --- | --- | --- |\n",
    ]
    for name, row in rows():
        if name in kept:
            found = kept[name]
            one, other = found["bots"]
            unit = "big blinds for a hundred hands" if row.chips else "points of a hundred"  # fmt: skip
            value, low, high = (found[key] for key in ("value", "low", "high"))
            lines.append(
                f"| {row.told} | `{one}` v `{other}` | {found['deals']} "
                f"| {value:.0f} {unit} ({low:.0f} to {min(high, 100) if not row.chips else high:.0f}) |\n"
            )
    return "".join(lines)


def main() -> None:
    """Measure, or print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="*")
    parser.add_argument("--deals", type=int)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=KEPT)
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    kept = json.loads(given.out.read_text()) if given.out.exists() else {}
    if given.table:
        print(table(kept), end="")
        return
    known = dict(rows())
    for name in given.name or known:
        row = known[name]
        found = measured(row, given.deals or row.deals, given.jobs, given.seed)
        kept[name] = found
        print(name, json.dumps(found), flush=True)
        lines = ",\n".join(
            f"{json.dumps(key)}: {json.dumps(kept[key])}" for key in known if key in kept
        )
        given.out.write_text(f"{{\n{lines}\n}}\n")


if __name__ == "__main__":
    main()
