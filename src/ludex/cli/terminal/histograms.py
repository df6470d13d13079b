"""The distributions in a report, drawn as histograms; needs matplotlib (the extra `plot`)."""

from collections import Counter
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from ludex.compile.histograms import BARS, COLOURS
from ludex.jobs.results import JobResults

LABELS = {"moves": "moves", "events": "events", "all_moves": "moves with those home", "states": "states searched", "odds": "random play wins one in", "traps": "traps"}  # fmt: skip


def draw(results: "JobResults", file: Path) -> None:
    """A histogram for each column of numbers."""
    columns = {
        name: counter
        for name, counter in results.values.items()
        if counter and (name in LABELS or name.startswith("score_"))
    }
    figure = Figure(figsize=(5 * max(1, len(columns)), 4.2), layout="constrained")
    for number, (name, counter) in enumerate(columns.items()):
        axes = figure.add_subplot(1, len(columns), number + 1)
        _bars(axes, counter, COLOURS[number % len(COLOURS)])
        label = LABELS.get(name) or f"score of player {name.rpartition('_')[2]}"
        axes.set(xlabel=label, ylabel="" if number else "rows")
        axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(f"{results.job} {results.game}: {results.rows:,} rows")
    figure.savefig(file)


def _bars(axes: Any, counter: "Counter[Any]", colour: str) -> None:  # noqa: ANN401
    low, high = int(min(counter)), int(max(counter)) + 1
    wide = (high - low) // BARS + 1
    edges = [edge - 0.5 for edge in range(low, high + wide + 1, wide)]
    axes.hist([*counter], edges, weights=[*counter.values()], color=colour, alpha=0.65)
