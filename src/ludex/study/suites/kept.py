"""Suites that were made once and are kept: with the game, or in the user's own folder.

Making a suite takes minutes, reading one takes none. A suite that lies with a game says how the game
began; one in the cache says of what rulebook it was made, too: for another it is not taken. What its
scripts must print is always asked of the rulebook as it is now.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from importlib import metadata
from math import inf
from pathlib import Path

from ludex.check.rulebooks import rulebook_of
from ludex.kernel import AnyEvent, AnyGame, AnyState, Unreadable
from ludex.language.position import position_line
from ludex.study.coverage.survey import Effort
from ludex.study.suites.selection import SuitePlan, suite

Script = tuple[AnyEvent, ...]

PLAN = SuitePlan(
    Effort(states=1_500, questions=60_000, idle=20_000, seconds=inf),
    seconds=300.0,
    beyond=False,
)
HURRIED = replace(PLAN, seconds=40.0)
"""The suite of a game that comes without one, for somebody who waits for it."""

NAME = "suite.txt"
"""The suite of a game that comes with Ludex, beside its document."""

MADE_FOR = "-- made for "


def kept_suite(
    game: AnyGame, start: AnyState, tell: Callable[[str], None] = lambda _: None
) -> list[Script]:
    """The default suite of a game, with events of its source alone."""
    place = of_game(game)
    digest = digest_of(game, start)
    found = None if place is None else _read(place, game, beginning(game, start))
    found = found or _read(_cached(digest), game, digest)
    if found:
        return found
    made = make_suite(game, start, tell, HURRIED)
    path = _cached(digest)
    with suppress(OSError):  # without a folder of one's own it is made again
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.{os.getpid()}")
        part.write_text(suite_text(digest, made), encoding="utf-8")
        part.replace(path)
    return made


def make_suite(
    game: AnyGame,
    start: AnyState,
    tell: Callable[[str], None] = lambda _: None,
    plan: SuitePlan = PLAN,
) -> list[Script]:
    """Make the default suite of a game anew."""
    found = suite(game, start, plan, tell=tell)
    return [one for i, one in enumerate(found.scripts) if not found.is_beyond(i)]


def suite_text(digest: str, scripts: Sequence[Script]) -> str:
    """A suite as text: each event on a line, an empty line between scripts."""
    written = ("".join(f"{event}\n" for event in one) for one in scripts)
    return f"{MADE_FOR}{digest}\n\n" + "\n".join(written)


def beginning(game: AnyGame, start: AnyState) -> str:
    """A digest of how a game begins."""
    return sha256(f"{game.name}\n{position_line(game, start)}\n".encode()).hexdigest()[:32]


def digest_of(game: AnyGame, start: AnyState) -> str:
    """The same and a digest of the text of the rulebook."""
    made = sha256(f"{metadata.version('ludex')}\n{beginning(game, start)}\n".encode())
    for module in sorted(rulebook_of(game).modules, key=lambda one: one.__name__):
        path = getattr(module, "__file__", None)
        if path:
            made.update(Path(path).read_bytes())
    return made.hexdigest()[:32]


def of_game(game: AnyGame) -> Path | None:
    """The folder of the suite of a game that comes with Ludex."""
    for module in rulebook_of(game).modules:
        parts = module.__name__.split(".")
        path = getattr(module, "__file__", None)
        if parts[:2] == ["ludex", "games"] and len(parts) > 3 and path:
            folder = Path(path)
            while folder.name != parts[2]:
                folder = folder.parent
            return folder / "document" / NAME
    return None


def _cached(digest: str) -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home, "ludex", "suites", f"{digest}.txt")


def _read(path: Path, game: AnyGame, digest: str) -> list[Script] | None:
    try:
        first, _, text = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    if first != f"{MADE_FOR}{digest}":
        return None
    found = []
    for part in text.strip().split("\n\n"):
        events = [game.read(line) for line in part.splitlines()]
        read = tuple(event for event in events if not isinstance(event, Unreadable))
        if len(read) != len(events):
            return None
        found.append(read)
    return found
