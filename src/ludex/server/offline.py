"""Downloads to be played without a server: puzzles, and the rulebooks of open deals.

Of a puzzle every position that can come up is worked out by the rulebook. The browser knows no
rule: it looks up where it is, what can be moved, and where that leads. That is possible where a
puzzle is small and nothing is by chance. Of a deal there are far too many positions: there the
rulebook itself goes along, the same text as here, and the browser runs it (`ludex.play.offline`).
"""

import json
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from io import BytesIO
from modulefinder import ModuleFinder
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import ludex
from ludex.kernel import SOLO, AnyGame
from ludex.registry import Puzzle, Puzzles
from ludex.registry.shipped import GAMES
from ludex.server.cached_responses import CachedResponse
from ludex.server.game_list import GameList, OfferedGame
from ludex.server.tables.records.new_table import deal_of
from ludex.table import looks_of, scene_of

EACH = 12
"""So many puzzles of each level are taken along."""

DAYS = 14
"""The puzzles of so many days are taken along, from today on."""

MOST = 1500
"""Puzzles with more positions than this stay at home."""

Position = dict[str, object]


def offline_puzzles(games: GameList, offered: OfferedGame, today: date) -> dict[str, object]:
    """Return the places of the board, and all that can come up in some puzzles of each level and in
    those of the next days."""
    game, puzzles = offered.game, offered.puzzles
    assert puzzles is not None
    packs = puzzles.packs()
    every = (puzzle.start for some in packs.values() for puzzle in some)
    zones = next((scene_of(game, start, SOLO).zones for start in every), ())
    return {
        "game": offered.name,
        "title": game.title,
        "places": [
            {"key": z.key, "label": z.label, "x": z.x, "y": z.y, "look": z.look} for z in zones
        ],
        "packs": [
            {"level": level, "puzzles": [*_packed(game, some[:EACH])]}
            for level, some in packs.items()
        ],
        "days": [
            {**puzzle_data, "date": date.fromordinal(day).isoformat(), "level": puzzle.level}
            for day, puzzle in _of_days(puzzles, today)
            for puzzle_data in _packed(game, [puzzle])
        ],
        "deals": [
            {"game": game.name, "title": game.title, "days": _deals_of(today)}
            for game in with_open_deals(games)
        ],
    }


def with_open_deals(games: GameList) -> list[AnyGame]:
    """Return the games of our own for one, whose deals lie open and have numbers."""
    own = (offered for name, offered in games.items() if name in GAMES)
    return [o.game for o in own if o.game.players == (1, 1) and o.has_deals]


def _deals_of(today: date) -> dict[str, int]:
    """Return the deals of the next days, by their dates."""
    ordinals = range(today.toordinal(), today.toordinal() + DAYS)
    return {date.fromordinal(day).isoformat(): deal_of(day) for day in ordinals}


OFFLINE = "ludex.play.offline"
"""The modules that Python in the browser imports first."""


@cache
def rulebooks(games: GameList) -> CachedResponse:
    """Return the kernel, the protocol of a table and the rules of those games, as one file."""
    package = Path(ludex.__file__).parent
    finder = ModuleFinder([str(package.parent)])
    finder.import_hook(OFFLINE)
    modules = {game.name: GAMES[game.name] for game in with_open_deals(games)}
    for module in modules.values():
        finder.import_hook(module)
    found = (getattr(module, "__file__", None) for module in finder.modules.values())
    files = {Path(name) for name in found if name}
    files |= {data for file in files for data in file.parent.glob("*/*.toml")}
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr(ZipInfo("games.json"), json.dumps(modules), ZIP_DEFLATED)
        for file in sorted(files):
            name = file.relative_to(package.parent).as_posix()
            archive.writestr(ZipInfo(name), file.read_bytes(), ZIP_DEFLATED)
    return CachedResponse(packed.getvalue(), "application/zip", "no-cache")


def _of_days(puzzles: Puzzles[Any], today: date) -> Iterator[tuple[int, Puzzle[Any]]]:
    """Yield the puzzles of the days, where they are known at once and need not be looked for."""
    for ordinal in range(today.toordinal(), today.toordinal() + DAYS):
        if puzzles.daily is not None:
            yield ordinal, puzzles.daily(ordinal)


def _packed(game: AnyGame, puzzles: Iterable[Puzzle[Any]]) -> Iterator[dict[str, object]]:
    for puzzle in puzzles:
        positions = reachable_positions(game, puzzle.start)
        if positions is not None:
            yield {"id": puzzle.id, "positions": positions}


def reachable_positions(game: AnyGame, start: Any) -> list[Position] | None:  # noqa: ANN401  # its state
    """Return what can come up, the beginning first: where each piece lies, what can be moved from
    where to where, and which position that is. None where it is too much."""
    numbers, states = {start: 0}, [start]
    found: list[Position] = []
    for state in states:  # it grows meanwhile
        moves = []
        for event in game.moves(state):
            gesture = looks_of(game).gesture(state, event)
            if gesture.pick is None or gesture.drop is None:
                continue
            after = game.after(state, event)
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            moves.append((gesture.pick, gesture.drop, numbers[after]))
        if len(states) > MOST:
            return None
        outcome = game.outcome(state)
        found.append(
            {
                "pieces": {
                    zone.key: [zone.pieces[-1].look, zone.pieces[-1].label]
                    for zone in looks_of(game).zones(state, SOLO)
                    if zone.pieces
                },
                "moves": moves,
                "won": None if outcome is None else SOLO in outcome.winners,
            }
        )
    return found
