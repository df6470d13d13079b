"""`ludex report FILE…`: a summary of stored results, as tables and pictures."""

from collections import Counter
from pathlib import Path
from typing import Any

from ludex.cli.arguments import Json, show
from ludex.cli.commands.checks.simulate_engine import find_drawing
from ludex.cli.errors import BadInput
from ludex.jobs.results import JobResults, gathered, summed
from ludex.language.templates import render_lines
from ludex.players.match import wilson
from ludex.sandbox import printable

WORDS = {"moves": "moves", "events": "events", "steps": "steps", "all_moves": "with those home", "states": "states searched", "at_least": "at least", "pieces": "pieces", "odds": "random, one in", "traps": "traps", "first_trap": "first trap"}  # fmt: skip


def report(
    files: list[Path],
    *,
    plot: Path | None = None,
    as_json: Json = False,
) -> None:
    """Summarise saved results: verdicts, win rates, lengths and scores.

    Files of the same game are counted together. Intervals have 95 % confidence. Each mean is
    shown with the median and other quantiles. A folder may belong to a job that is still
    running.

    Options:
      files (FILE…): Files or folders written by --out.
      plot (FILE): Draw the distributions (PNG or SVG).
    """
    find_drawing(plot)
    found = gathered(files)
    if plot is not None:
        if len(found) > 1:
            raise BadInput("--plot: these files are of several games; name the files of one game")
        from ludex.cli.terminal.histograms import draw

        draw(found[0], plot)
    summaries = [_summary(results) for results in found]
    lines = render_lines("cli/commands/checks/report.txt.j2", found=summaries, words=WORDS)
    show(summaries, map(printable, lines), as_json=as_json)  # files of anybody's


def _summary(results: "JobResults") -> dict[str, Any]:
    shares = {
        "verdicts": results.numbers("verdict"),
        "wins": _wins(results),
        "outcomes": results.numbers("outcome"),
    }
    numbers = {
        name: summed(counter)
        for name, counter in results.values.items()
        if name in WORDS or name.startswith("score_")
    }
    return {
        "job": results.job,
        "game": results.game,
        "files": results.files,
        "rows": results.rows,
        "chunks": [results.chunks, results.of],
        **{name: _shares(of, results.rows) for name, of in shares.items() if of},
        "numbers": {name: each for name, each in numbers.items() if each},
        "impossible": sorted(results.numbers("deal")),
    }


def _wins(results: "JobResults") -> "Counter[str]":
    """Count who won alone, who shared, and what was cut off."""
    wins: Counter[str] = Counter()
    if "winners" not in results.values:
        return wins
    for winners, count in results.numbers("winners").items():
        seats = winners.split()
        name = f"player {seats[0]}" if len(seats) == 1 else "shared" if seats else "nobody"
        wins[name] += count
    cut = results.rows - wins.total()
    if cut:
        wins["cut off"] = cut
    return wins


def _shares(counter: "Counter[str]", rows: int) -> dict[str, dict[str, float]]:
    found = {}
    for name, count in counter.most_common():
        share = wilson(count, rows)
        shares = {"share": share.value, "low": share.low, "high": share.high}
        found[name] = {"count": count, **{key: round(part, 6) for key, part in shares.items()}}
    return found
