"""Statistics over finished games: honest about assisted ones."""

from collections.abc import Iterable, Mapping
from typing import Any

NOTHING = {
    "played": 0,
    "won": 0,
    "streak": 0,
    "best_streak": 0,
    "seconds": 0.0,
    "assisted": 0,
    "assisted_won": 0,
}


def statistics(games: Iterable[Mapping[str, Any]]) -> list[dict[str, object]]:
    """Return for each game: played, won, streaks and time, from summaries in order of time.

    A game counts when it is over and a person sat at it, and no program in a person's place.
    It is won when a person is among the winners and nothing was assisted; an assisted win is
    counted apart and ends no streak, and begins none.
    """
    found: dict[str, dict[str, Any]] = {}
    for row in games:
        people = {i for i, player in enumerate(row["seats"], start=1) if player == "person"}
        if not row["over"] or not people or row.get("client"):
            continue
        name = row["game"]
        sums = found.setdefault(name, {"game": name, **NOTHING})
        is_won = not people.isdisjoint(row["winners"])
        sums["played"] += 1
        sums["seconds"] += row["seconds"]
        if row["assisted"]:
            sums["assisted"] += 1
            sums["assisted_won"] += is_won
            continue
        sums["won"] += is_won
        sums["streak"] = sums["streak"] + 1 if is_won else 0
        sums["best_streak"] = max(sums["streak"], sums["best_streak"])
    return list(found.values())
