"""The standings of the players: a table, JSON and a page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ludex.language.templates import render
from ludex.players.league.files import LeagueGame
from ludex.players.rating import Estimate, ratings


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """One player."""

    name: str
    games: int
    won: int
    drawn: int
    lost: int
    points: float
    rating: Estimate
    score: float | None
    """Its mean score in a game, if the game has scores."""

    faults: int
    seconds: float
    """The seconds for a move."""


def points_of(game: LeagueGame) -> tuple[float, ...]:
    """Return the points of each seat: the winners share one point; without a winner, all players
    do."""
    sharing = game.winners
    if not sharing:
        alone = len(game.players) == 1
        return tuple(0.0 if alone else 1 / len(game.players) for _ in game.players)
    return tuple((name in sharing) / len(sharing) for name in game.players)


def standings(names: Sequence[str], games: Sequence[LeagueGame]) -> list[PlayerStanding]:
    """Return all players, the strongest first."""
    met = compared(names, games)
    counted = {pair: (len(got), sum(got)) for pair, got in met.items()}
    rated = ratings(len(names), counted)
    found = [_standing(name, rated[i], games) for i, name in enumerate(names)]
    return sorted(found, key=lambda one: (-one.rating.value, -one.points, one.name))


def _standing(name: str, rating: Estimate, games: Sequence[LeagueGame]) -> PlayerStanding:
    mine = [(game, game.players.index(name)) for game in games if name in game.players]
    won = sum(game.winners == (name,) for game, _ in mine)
    lost = sum(
        (bool(game.winners) or len(game.players) == 1) and name not in game.winners
        for game, _ in mine
    )
    counted = [game.scores[seat] for game, seat in mine if game.scores]
    moves = sum(game.moves[seat] for game, seat in mine)
    return PlayerStanding(
        name,
        len(mine),
        won,
        len(mine) - won - lost,
        lost,
        round(sum(points_of(game)[seat] for game, seat in mine), 3),
        rating,
        sum(counted) / len(counted) if counted else None,
        sum(game.fault is not None and game.fault["player"] == name for game, _ in mine),
        sum(game.seconds[seat] for game, seat in mine) / max(1, moves),
    )


def compared(
    names: Sequence[str], games: Sequence[LeagueGame]
) -> dict[tuple[int, int], list[float]]:
    """Compare all players in pairs: in a game, or, for one player, on the same deal."""
    place = {name: i for i, name in enumerate(names)}
    met: dict[tuple[int, bool], list[tuple[int, tuple[bool, float]]]] = {}
    for number, game in enumerate(games):
        alone = len(game.players) == 1
        # By a win, then by score unless somebody failed.
        counted = game.scores if game.scores and game.fault is None else (0.0,) * len(game.players)
        met.setdefault((game.deal if alone else number, alone), []).extend(
            (place[name], (name in game.winners, score))
            for name, score in zip(game.players, counted, strict=True)
        )
    found: dict[tuple[int, int], list[float]] = {}
    for table in met.values():
        for (one, its), (other, others) in combinations(table, 2):
            got = 0.5 if its == others else float(its > others)
            found.setdefault((one, other), []).append(got)
    return found


# -- as people and machines read it ----------------------------------------------------------


HEADINGS = ("", "player", "rating", "±", "points", "games", "won", "drawn", "lost",
            "score", "faults", "s/move")  # fmt: skip


def rows(found: Sequence[PlayerStanding]) -> list[tuple[str, ...]]:
    """Return the table, one row for each player."""
    return [
        (
            str(place), one.name, f"{one.rating.value:+.0f}",
            f"{one.rating.give_or_take:.0f}", f"{one.points:g}", str(one.games),
            str(one.won), str(one.drawn), str(one.lost),
            "" if one.score is None else f"{one.score:.1f}",
            str(one.faults or ""), f"{one.seconds:.3f}",
        )
        for place, one in enumerate(found, 1)
    ]  # fmt: skip


def record(found: Sequence[PlayerStanding]) -> list[dict[str, Any]]:
    """Return the standings as JSON."""
    return [
        {
            "place": place,
            "player": one.name,
            "rating": round(one.rating.value, 1),
            "interval": [round(one.rating.low, 1), round(one.rating.high, 1)],
            "points": one.points,
            "games": one.games,
            "won": one.won,
            "drawn": one.drawn,
            "lost": one.lost,
            "score": None if one.score is None else round(one.score, 3),
            "faults": one.faults,
            "seconds_per_move": round(one.seconds, 4),
        }
        for place, one in enumerate(found, 1)
    ]


MOST_CROSSED = 50
"""The most players in the table of pairs; these are the strongest."""


def page(title: str, found: Sequence[PlayerStanding], games: Sequence[LeagueGame]) -> str:
    """Render standings, pairs and games on one self-contained page."""
    names = [one.name for one in found[:MOST_CROSSED]]
    return render(
        "players/league/page.html.j2",
        title=title,
        headings=HEADINGS,
        rows=rows(found),
        numbers=[*range(1, len(names) + 1)],
        crossed=_crossed(names, games),
        games=games,
    )


def _crossed(names: Sequence[str], games: Sequence[LeagueGame]) -> Iterator[list[object]]:
    """Yield for each player what it got against each of the others, in how many games."""
    names_shown = set(names)
    got = compared(names, [game for game in games if names_shown.issuperset(game.players)])
    for i, name in enumerate(names):
        row: list[object] = [i + 1, name]
        for j in range(len(names)):
            here = [*got.get((i, j), []), *(1 - each for each in got.get((j, i), []))]
            row.append(f"{sum(here):g} / {len(here)}" if here else "")
        yield row
