"""Statistics over finished games: honest about assisted ones."""

from collections.abc import Iterable, Mapping


def statistics(games: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """For each game: played, won, streaks and time, from summaries in order of time.

    A game counts when it is over and a person sat at it, and no program in a person's place.
    It is won when a person is among
    the winners and nothing was assisted; an assisted win is counted apart and ends no
    streak, and begins none.
    """
    found: dict[str, dict[str, object]] = {}
    streaks: dict[str, int] = {}
    for row in games:
        seats, winners = row["seats"], row["winners"]
        assert isinstance(seats, list)
        assert isinstance(winners, list)
        people = {i for i, who in enumerate(seats, start=1) if who == "person"}
        if not row["over"] or not people or row.get("client"):
            continue
        name = str(row["game"])
        sums = found.setdefault(
            name,
            {"game": name, "played": 0, "won": 0, "streak": 0, "best_streak": 0,
             "seconds": 0.0, "assisted": 0, "assisted_won": 0},
        )  # fmt: skip
        is_won = bool(people & set(winners))
        _add(sums, "played", 1)
        _add(sums, "seconds", row["seconds"])
        if row["assisted"]:
            _add(sums, "assisted", 1)
            _add(sums, "assisted_won", int(is_won))
            continue
        _add(sums, "won", int(is_won))
        streaks[name] = streaks.get(name, 0) + 1 if is_won else 0
        sums["streak"] = streaks[name]
        sums["best_streak"] = max(streaks[name], int(str(sums["best_streak"])))
    return list(found.values())


def _add(sums: dict[str, object], name: str, amount: object) -> None:
    before = sums[name]
    assert isinstance(before, int | float)
    assert isinstance(amount, int | float)
    sums[name] = before + amount
