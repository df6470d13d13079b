"""Equity drawn: bars of wins, ties and losses, and the grid of 169 starting hands.

Needs matplotlib (the extra `plot`). The figures are made without a window.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from math import nan
from pathlib import Path
from textwrap import fill, shorten

from .equity import KindEquity
from .ranges import KINDS
from .spot import Equity

try:
    from matplotlib import colormaps
    from matplotlib.figure import Figure
except ImportError as missing:
    raise ImportError('pictures need matplotlib: pip install "ludex[plot]"') from missing

_INK, _FAINT, _EMPTY = "#222222", "#b8b4a8", "#f2f0ea"


def draw_bars(result: Equity, names: Sequence[str], title: str, file: Path) -> None:
    """A bar for each player: the parts of the boards it wins, ties and loses."""
    figure = Figure(figsize=(8, 1.5 + 0.55 * len(names)), layout="constrained")
    axes = figure.add_subplot()
    rows, shares = range(len(names)), result.shares
    lefts = [0.0] * len(names)
    for label, colour, counts in (
        ("win", "#2a7f62", [share.wins for share in shares]),
        ("tie", "#d9b44a", [share.ties for share in shares]),
        ("lose", "#b5493c", [share.losses for share in shares]),
    ):
        widths = [100 * count / result.boards for count in counts]
        bars = axes.barh(rows, widths, left=lefts, color=colour, height=0.72, label=label)
        texts = [f"{width:.1f}" if width >= 6 else "" for width in widths]
        axes.bar_label(bars, texts, label_type="center", color="white")
        lefts = [left + width for left, width in zip(lefts, widths, strict=True)]
    for row, name in enumerate(names):
        short = shorten(name, 24, placeholder=" …")
        words = f"{short}   {_percent(result, row)}"
        axes.text(101, row, words, va="center", color=_INK)
    axes.set(xlim=(0, 100), yticks=[], xlabel="% of boards")
    axes.invert_yaxis()
    axes.spines[["top", "right", "left"]].set_visible(False)
    how = "exact" if result.exact else "sampled, 95 % confidence"
    axes.set_title(f"{fill(title, 80)}\n{result.boards:,} boards, {how}", loc="left", fontsize=11)
    figure.legend(loc="outside lower left", ncols=3, frameon=False)
    figure.savefig(file, dpi=150)


def draw_grid(kinds: Mapping[str, KindEquity], title: str, file: Path) -> None:
    """The 13 x 13 grid: suited hands above the diagonal, offsuit below, pairs on it.

    A cell shows the equity of its kind of hand; kinds outside the range stay empty.
    """
    figure = Figure(figsize=(8.4, 8.4), layout="constrained")
    axes = figure.add_subplot()
    grid = [KINDS[13 * row : 13 * row + 13][::-1] for row in range(12, -1, -1)]
    pots = {kind: found.pots for kind, found in kinds.items()}
    axes.pcolormesh(
        [[pots.get(kind, nan) for kind in row] for row in grid],
        cmap=colormaps["RdYlGn"].with_extremes(bad=_EMPTY),
        vmin=0,
        vmax=1,
        edgecolors="white",
    )
    for i, kind in enumerate(chain.from_iterable(grid)):
        colour = _INK if kind in pots else _FAINT
        words = f"{kind}\n{100 * pots[kind]:.1f}" if kind in pots else f"{kind}\n"
        x, y = i % 13 + 0.5, i // 13 + 0.5
        axes.text(x, y, words, ha="center", va="center", fontsize=8, color=colour)
    axes.set(xlim=(0, 13), ylim=(13, 0), xticks=[], yticks=[], aspect="equal")
    axes.set_frame_on(False)
    axes.set_title(f"{fill(title, 90)}\nequity in %, exact", loc="left", fontsize=11)
    figure.savefig(file, dpi=150)


def _percent(result: Equity, player: int) -> str:
    whole = f"{100 * result.of_player(player):.2f} %"
    if result.exact:
        return whole
    low, high = result.interval(player)
    return f"{whole} ({100 * low:.2f} to {100 * high:.2f})"
