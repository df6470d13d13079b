"""Somebody else's rulebook at work in the sandbox: asked about states and events, line by line.

It is run as a process of its own, for a rulebook is a program like any other. Who asks is
`models`, which trusts nothing that it hears from here.
"""

import json
import os
import sys
from typing import Any

from ludex.kernel import AnyGame, History, Unreadable
from ludex.language.position import read_position
from ludex.language.script_check import Dialect
from ludex.language.transcript import TranscriptEntry, entry_text, play_event
from ludex.registry import load


def main() -> None:
    """Answer questions until there are no more: FILE, DIALECT, PRESET, POSITION, OPTIONS."""
    path, dialect, preset, position, options = sys.argv[1:]
    output = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
    os.dup2(2, 1)  # what the rulebook prints is no answer
    game = load(path)
    if position:
        start = read_position(game, position)
    else:
        start = game.start.varied(preset or None, json.loads(options))
    if isinstance(start, Unreadable):
        raise SystemExit(str(start))
    server = ModelServer(game, start, Dialect(dialect))
    for line in sys.stdin:
        request = json.loads(line)
        answers = [server.answer(request["at"], event) for event in request["events"]]
        output.write(json.dumps({"first": server.first, "answers": answers}) + "\n")
        output.flush()


class ModelServer:
    """States by number, equal ones once."""

    def __init__(self, game: AnyGame, start: object, dialect: Dialect) -> None:
        self.game, self.dialect = game, dialect
        self.states: list[Any] = [start]
        self.numbers: dict[Any, int] = {start: 0}
        self.first = entry_text(TranscriptEntry(None, None, History(game, start)), dialect)

    def answer(self, at: int, text: str) -> dict[str, Any]:
        """Return the text of an event, the number of the next state, and whether that is the end."""
        event = self.game.read(text)
        if isinstance(event, Unreadable):
            return {"text": f"no event: {event}", "next": at, "ended": False}
        try:
            entry = play_event(History(self.game, self.states[at]), event)
            output = entry_text(entry, self.dialect)
            ended = self.game.outcome(entry.state) is not None
        except Exception as bug:  # noqa: BLE001  # a fault of the rulebook is its answer
            return {"text": f"{type(bug).__name__}: {bug}", "next": at, "ended": False}
        number = self.numbers.setdefault(entry.state, len(self.states))
        if number == len(self.states):
            self.states.append(entry.state)
        return {"text": output, "next": number, "ended": ended}


if __name__ == "__main__":
    main()
