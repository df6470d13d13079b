"""The page of statistics."""

from collections.abc import Sequence

from ludex.kernel import say
from ludex.tui.services import Row, Words

HEAD = (
    f"{'game':16}{'played':>7}{'won':>5}{'streak':>7}{'best':>5}{'time':>9}{'each':>8}"
    f"{'assisted':>9}"
)


def scores(rows: Sequence[Row], words: Words = str) -> str:
    """Write what was played and won and how long it took, a line for each game."""
    if not rows:
        return words("No game has been played to its end yet.")
    foot = words("each: the time of one game.  assisted: won of played, counted separately.")
    lines = (_line(row, words) for row in rows)
    return "\n".join([words(HEAD), *lines, "", foot])


def _line(row: Row, words: Words) -> str:
    played, seconds = int(str(row["played"])), float(str(row["seconds"]))
    counts = {"won": row["assisted_won"], "played": row["assisted"]}
    assisted = words(say("won_of", "{won} of {played}", **counts))
    assisted = assisted if row["assisted"] else "-"
    return (
        f"{row['game']!s:16.16}{played:>7}{row['won']!s:>5}{row['streak']!s:>7}"
        f"{row['best_streak']!s:>5}{clock(seconds):>9}{clock(seconds / played):>8}"
        f"{assisted:>9}"
    )


def clock(seconds: float) -> str:
    """Write a time as clocks show it: `4:05`, `1:02:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
