"""Every game of a match on disk, as a script that `ludex run` understands.

games.jsonl            a line a game: who sat where, who won, the scores, its script
0007-greedy-random.txt its events
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ludex.cli.arguments.openings import TableOpening
from ludex.cli.errors import BadInput
from ludex.players.league.files import script_name
from ludex.players.match import MatchGame

GAMES: Final = "games.jsonl"


class MatchLog:
    """The folder of a match."""

    def __init__(
        self,
        path: Path,
        opening: TableOpening,
        bots: Sequence[str],
    ) -> None:
        self.path, self.bots, self.games = path, bots, 0
        self.opening = opening
        try:
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()):
                raise BadInput(f"--log {path}: the folder is not empty")
            (path / GAMES).touch()
        except OSError as trouble:
            raise BadInput(f"--log {path}: {trouble.strerror}") from None

    def add(self, table: Sequence[int], deal: "Sequence[MatchGame]") -> None:
        """The games of a deal, each with the seats exchanged."""
        for rotation, game in enumerate(deal):
            self.games += 1
            # With each rotation they move on by a seat.
            order = [(at + rotation) % len(table) for at in range(len(table))]
            seated = [self.bots[table[at]] for at in order]
            script = script_name(self.games, seated)
            how = self.opening.running(script)
            head = f"-- {', '.join(seated)}\n-- {how}\n"
            events = "".join(f"{event}\n" for event in game.events)
            line = {
                "game": self.games,
                "bots": seated,
                "winners": [self.bots[table[at]] for at in sorted(game.winners)],
                "scores": [game.scores[at] for at in order],
                "script": script,
            }
            try:
                (self.path / script).write_text(head + events, encoding="utf-8")
                with (self.path / GAMES).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
            except OSError as trouble:
                raise BadInput(f"--log {self.path}: {trouble.strerror}") from None
