"""Equity drawn: bars of wins, ties and losses, and the grid of 169 starting hands.

Needs matplotlib (the extra `plot`). The figures are made without a window.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill, shorten

from ludex.games.poker.equity.equity import KindEquity
from ludex.games.poker.equity.spot import Equity
from ludex.games.poker.hands.notation import RANKS

try:
    from matplotlib import colormaps
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle
except ImportError as missing:
    raise ImportError(
        'pictures need matplotlib: pip install "ludex[plot]"'
    ) from missing

_WIN, _TIE, _LOSE = "#2a7f62", "#d9b44a", "#b5493c"
_INK, _EMPTY = "#222222", "#f2f0ea"


def draw_bars(result: Equity, names: Sequence[str], title: str, file: Path) -> None:
    """A bar for each player: the parts of the boards it wins, ties and loses."""
    figure = Figure(figsize=(8, 1.5 + 0.55 * len(names)), layout="constrained")
    axes = figure.add_subplot()
    for row, (name, share) in enumerate(zip(names, result.shares, strict=True)):
        left = 0.0
        for part, colour in (
            (share.wins, _WIN),
            (share.ties, _TIE),
            (share.losses, _LOSE),
        ):
            width = 100 * part / result.boards
            axes.barh(row, width, left=left, color=colour, height=0.72)
            if width >= 6:
                axes.text(
                    left + width / 2,
                    row,
                    f"{width:.1f}",
                    ha="center",
                    va="center",
                    color="white",
                )
            left += width
        axes.text(
            101,
            row,
            f"{shorten(name, 24, placeholder=' …')}   {_percent(result, row)}",
            va="center",
            color=_INK,
        )
    axes.set(xlim=(0, 100), yticks=[], xlabel="% of boards")
    axes.invert_yaxis()
    axes.spines[["top", "right", "left"]].set_visible(False)
    how = "exact" if result.exact else "sampled, 95 % confidence"
    axes.set_title(
        f"{fill(title, 80)}\n{result.boards:,} boards, {how}", loc="left", fontsize=11
    )
    handles = [Rectangle((0, 0), 1, 1, color=c) for c in (_WIN, _TIE, _LOSE)]
    figure.legend(
        handles,
        ["win", "tie", "lose"],
        loc="outside lower left",
        ncols=3,
        frameon=False,
    )
    figure.savefig(file, dpi=150)


def draw_grid(kinds: Mapping[str, KindEquity], title: str, file: Path) -> None:
    """The 13 x 13 grid: suited hands above the diagonal, offsuit below, pairs on it.

    A cell shows the equity of its kind of hand; kinds outside the range stay empty.
    """
    figure = Figure(figsize=(8.4, 8.4), layout="constrained")
    axes = figure.add_subplot()
    colours = colormaps["RdYlGn"]
    order = RANKS[::-1]
    for row, first in enumerate(order):
        for column, second in enumerate(order):
            kind = _kind(row, column, first, second)
            found = kinds.get(kind)
            face = colours(found.pots) if found else _EMPTY
            axes.add_patch(
                Rectangle((column, row), 1, 1, facecolor=face, edgecolor="white")
            )
            axes.text(
                column + 0.5,
                row + 0.36,
                kind,
                ha="center",
                va="center",
                fontsize=9,
                color=_INK if found else "#b8b4a8",
            )
            if found:
                axes.text(
                    column + 0.5,
                    row + 0.70,
                    f"{100 * found.pots:.1f}",
                    ha="center",
                    va="center",
                    fontsize=8,
                    color=_INK,
                )
    axes.set(xlim=(0, 13), ylim=(13, 0), xticks=[], yticks=[], aspect="equal")
    axes.set_frame_on(False)
    axes.set_title(f"{fill(title, 90)}\nequity in %, exact", loc="left", fontsize=11)
    figure.savefig(file, dpi=150)


def _kind(row: int, column: int, first: str, second: str) -> str:
    if row == column:
        return first + second
    return first + second + "s" if row < column else second + first + "o"


def _percent(result: Equity, player: int) -> str:
    whole = f"{100 * result.of_player(player):.2f} %"
    if result.exact:
        return whole
    low, high = result.interval(player)
    return f"{whole} ({100 * low:.2f} to {100 * high:.2f})"
