"""Histograms of the lengths and the scores of many games.

Needs matplotlib (the extra `plot`). The figures are made without a window.
"""

from collections import Counter
from collections.abc import Mapping
from math import ceil, floor
from pathlib import Path
from typing import Any

from ludex.compile.statistics import SimulationStatistics, mean_of

try:
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator
except ImportError as missing:
    raise ImportError('pictures need matplotlib: pip install "ludex[plot]"') from missing

COLOURS = ("#2a7f62", "#b5493c", "#3d6fa5", "#d9b44a", "#7a5195", "#8a8a8a")
BARS = 60
FEW = 4
"""With so many seats or fewer each has a histogram of its scores."""


def draw_histograms(found: SimulationStatistics, title: str, file: Path) -> None:
    """Draw the lengths, and the scores of the first seats, of the games that ended."""
    figure = Figure(figsize=(10, 4.2), layout="constrained")
    lengths, scores = figure.subplots(1, 2)
    _bars(lengths, found.lengths, COLOURS[0], "")
    lengths.set(xlabel="moves of a game", ylabel="games")
    lengths.set_title(_mean(found.lengths, "mean length"), fontsize=10)
    for seat, counter in enumerate(found.scores[:FEW]):
        _bars(scores, counter, COLOURS[seat], f"player {seat + 1}")
    scores.set(xlabel="score")
    scores.set_title(_mean(found.scores[0], "mean of player 1"), fontsize=10)
    if len(found.scores) > 1:
        scores.legend(frameon=False)
    for axes in (lengths, scores):
        axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(title)
    figure.savefig(file)


def _bars(axes: Any, counter: Mapping[Any, int], colour: str, label: str) -> None:  # noqa: ANN401
    """Draw each bar for as many values as the others, so that none stands out by chance."""
    if not counter:
        return
    low, high = floor(min(counter)), ceil(max(counter))
    wide = (high - low) // BARS + 1
    edges = [edge - 0.5 for edge in range(low, high + wide + 1, wide)]
    weights = [*counter.values()]
    axes.hist([*counter], edges, weights=weights, color=colour, alpha=0.65, label=label)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _mean(counter: "Counter[Any]", words: str) -> str:
    if not counter:
        return "no game ended"
    mean, margin = mean_of(counter)
    return f"{words} {mean:.2f} ± {margin:.2g}"
