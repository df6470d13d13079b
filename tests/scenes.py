"""Tables as the server sends them, which tests of the client's layout read: web/tests/scenes.json.

`PYTHONPATH=tests python tests/scenes.py` writes them anew.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from ludex.kernel import CHANCE, Dice, Game, Seat
from ludex.language.position import read_position
from ludex.registry import load
from ludex.server.presentation.encodings import Encoding
from ludex.server.presentation.parts import WholeParts
from ludex.table import scene_of
from ludex.table.sentence_data import packed
from playing import ROOT

FILE = ROOT / "web" / "tests" / "scenes.json"
MOMENTS = 3
READ = ("key", "x", "y", "span", "layout", "region", "caption", "notes", "signs")
"""What of a zone its place on the screen depends on, beside its look and its pieces."""

SENT = Encoding(packed)  # type: ignore[arg-type]  # nothing else asks for words
"""Sentences as the client has them once they have come."""

Zones = list[dict[str, Any]]


def tables() -> dict[str, list[Zones]]:
    """Some moments of each table, as the first seat sees it."""
    found = {name: [*_moments(load(name), None)] for name in ("freecell", "russian-bank")}
    chess, holdem = load("chess-solitaire"), load("holdem")
    board = read_position(chess, "NPRQ/PRPB/KPNR/BPQN")
    found["chess-solitaire"] = [*_moments(chess, board)]
    for players in (2, 3, 6, 10):
        ring = holdem.start.varied("cash", {"players": str(players)})
        found[f"holdem for {players}"] = [*_moments(holdem, ring, 6 * players)]
    return found


def _moments(game: Game[Any], start: Any, events: int = 40) -> Iterator[Zones]:
    rules, dice = game.unchecked(), Dice(4)
    states = [rules.start() if start is None else start]
    while len(states) < events and rules.outcome(states[-1]) is None:
        state = states[-1]
        if rules.turn(state) == CHANCE:
            event = rules.draw(state, dice)
        else:
            quiet = [e for e in rules.moves(state) if str(e) in ("check", "call")]
            event = dice.choice(quiet or rules.moves(state))
        states.append(rules.after(state, event))
    for at in range(MOMENTS):
        state = states[1 + at * (len(states) - 2) // (MOMENTS - 1)]
        zones = scene_of(rules, rules.view(state, Seat(0)), Seat(0)).zones
        yield [*map(_read, json.loads(b"[%b]" % WholeParts(SENT).join(zones)))]


def _read(zone: dict[str, Any]) -> dict[str, Any]:
    pieces = [{"key": piece["key"], "look": piece["look"]} for piece in zone["pieces"]]
    known = {name: zone[name] for name in READ if zone.get(name) not in (None, "", [])}
    return {**known, "look": zone["look"], "pieces": pieces}


def written() -> str:
    """The file; a line for each zone, so that what has changed is seen."""
    text = json.dumps(tables(), ensure_ascii=False)
    return re.sub(r'({"key": "[^"]*", "(?:x|y|span|layout)")', r"\n\1", text) + "\n"


if __name__ == "__main__":
    FILE.write_text(written())
