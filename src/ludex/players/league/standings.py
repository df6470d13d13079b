"""How the players stand: a table, JSON, and a page to look at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations
from typing import Any

from ludex.players.league.files import LeagueGame
from ludex.players.rating import Rating, ratings


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """One player."""

    name: str
    games: int
    won: int
    drawn: int
    lost: int
    points: float
    rating: Rating
    score: float | None
    """What it scores in a game, where the game counts."""

    faults: int
    seconds: float
    """For a move."""


def points_of(game: LeagueGame) -> tuple[float, ...]:
    """Return the points of each seat: winners share one, and so does everybody if nobody won."""
    sharing = game.winners
    if not sharing:
        alone = len(game.players) == 1
        return tuple(0.0 if alone else 1 / len(game.players) for _ in game.players)
    return tuple((name in sharing) / len(sharing) for name in game.players)


def standings(names: Sequence[str], games: Sequence[LeagueGame]) -> list[PlayerStanding]:
    """Everybody, the strongest first."""
    met = compared(names, games)
    counted = {pair: (len(got), sum(got)) for pair, got in met.items()}
    rated = ratings(len(names), counted)
    found = [_standing(name, rated[i], games) for i, name in enumerate(names)]
    return sorted(found, key=lambda one: (-one.rating.value, -one.points, one.name))


def _standing(name: str, rating: Rating, games: Sequence[LeagueGame]) -> PlayerStanding:
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
    """Compare all players in pairs: in a game, or with the same deal at a table for one."""
    number = {name: i for i, name in enumerate(names)}
    found: dict[tuple[int, int], list[float]] = {}
    for one, other, got in _pairs(games):
        found.setdefault((number[one], number[other]), []).append(got)
    return found


def _pairs(games: Sequence[LeagueGame]) -> list[tuple[str, str, float]]:
    found = []
    alone: dict[int, list[tuple[str, tuple[float, float]]]] = {}
    for game in games:
        merit = _merits(game)
        if len(game.players) == 1:
            alone.setdefault(game.deal, []).append((game.players[0], merit[0]))
        for i, j in combinations(range(len(game.players)), 2):
            found.append((game.players[i], game.players[j], _better(merit[i], merit[j])))
    for same_deal in alone.values():
        for (one, its), (other, others) in combinations(same_deal, 2):
            found.append((one, other, _better(its, others)))
    return found


def _merits(game: LeagueGame) -> list[tuple[float, float]]:
    """Rank the seats of a game: by a win, then by score unless somebody failed."""
    counted = game.scores if game.scores and game.fault is None else (0.0,) * len(game.players)
    return [
        (float(name in game.winners), score)
        for name, score in zip(game.players, counted, strict=True)
    ]


def _better(one: tuple[float, float], other: tuple[float, float]) -> float:
    return 0.5 if one == other else float(one > other)


# -- as people and machines read it ----------------------------------------------------------


HEADINGS = ("", "player", "rating", "±", "points", "games", "won", "drawn", "lost",
            "score", "faults", "s/move")  # fmt: skip


def rows(found: Sequence[PlayerStanding]) -> list[tuple[str, ...]]:
    """The table, a row a player."""
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
    """The standings for machines."""
    return [
        {
            "place": place,
            "player": one.name,
            "rating": round(one.rating.value, 1),
            "interval": [
                round(one.rating.value + side * one.rating.give_or_take, 1) for side in (-1, 1)
            ],
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
"""Players, the strongest, in the table of who did what against whom."""

STYLE = """body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.3rem .7rem;text-align:right;
border-bottom:1px solid #8884}td:nth-child(2),th:nth-child(2){text-align:left}
.wide td{text-align:left;vertical-align:top}code{font-size:.9em}
@media(prefers-color-scheme:dark){body{background:#1b1d20;color:#e8e6e3}a{color:#8ab4f8}}"""


def page(title: str, found: Sequence[PlayerStanding], games: Sequence[LeagueGame]) -> str:
    """Render standings, who beat whom, and every game, on one page that needs nothing else."""
    names = [one.name for one in found]
    return (
        "<!doctype html><html lang=en><meta charset=utf-8>"
        '<meta name=viewport content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style><h1>{escape(title)}</h1>"
        f"{_table(HEADINGS, map(_row, rows(found)))}"
        "<p>Ratings are on Elo’s scale around 0: 400 points more mean ten wins to one. ± is the "
        "interval of 95&nbsp;%.</p>"
        f"<h2>Against each other</h2>{_crosstable(names[:MOST_CROSSED], games)}"
        f"<h2>Games</h2>{_games(games)}\n"
    )


def _table(headings: Sequence[str], lines: Iterable[str], kind: str = "") -> str:
    head = "".join(f"<th>{escape(each)}</th>" for each in headings)
    return f"<table{kind}><tr>{head}</tr>{''.join(lines)}</table>"


def _row(cells: Sequence[str], last: str = "") -> str:
    """Render a row; `last` is a cell in HTML."""
    return f"<tr>{''.join(f'<td>{escape(each)}</td>' for each in cells)}{last}</tr>"


def _crosstable(names: Sequence[str], games: Sequence[LeagueGame]) -> str:
    shown = set(names)
    among = [game for game in games if shown.issuperset(game.players)]
    got = compared(names, among if len(names) == MOST_CROSSED else games)
    lines = []
    for i, name in enumerate(names):
        cells = []
        for j in range(len(names)):
            here = [*got.get((i, j), []), *(1 - each for each in got.get((j, i), []))]
            cells.append(f"{sum(here):g} / {len(here)}" if here else "")
        lines.append(_row([str(i + 1), name, *cells]))
    return _table(["", "player", *map(str, range(1, len(names) + 1))], lines)


def _games(games: Sequence[LeagueGame]) -> str:
    lines = []
    for game in games:
        fault = game.fault and f"{game.fault['player']}: {game.fault['text']}"
        cells = (str(game.round), str(game.deal), ", ".join(game.players),
                 ", ".join(game.winners) or "nobody",
                 " : ".join(f"{each:g}" for each in game.scores), fault or "")  # fmt: skip
        link = f'<a href="{escape(game.script)}">script</a>' if game.script else ""
        lines.append(_row(cells, f"<td>{link}</td>"))
    headings = ("round", "deal", "seats", "won by", "score", "lost by a fault", "")
    return _table(headings, lines, ' class="wide"')
