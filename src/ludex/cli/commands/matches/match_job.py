"""A match from its first deal to its last, or until enough is known; its games as scripts.

It is a job: the deals of some seeds, each at a table of bots, are a chunk of it, and a game is a row. `MatchTask` says what
a worker has to know, and nothing else is shared between chunks. With a log every game is on disk, too:

games.jsonl            a line a game: who sat where, who won, the scores, its script
0007-greedy-random.txt its events, as a script that `ludex run` understands
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from ludex.cli.arguments import TableOpening
from ludex.cli.arguments.jobs import Work, rules_of
from ludex.cli.errors import BadInput, readable
from ludex.jobs.job import Job, Rows, Slices
from ludex.kernel import Dice
from ludex.players.finder import find_player, is_outside
from ludex.players.league.files import script_name
from ludex.players.match import MatchGame, Tally, play_deal
from ludex.players.sprt import SprtState, verdict_of
from ludex.registry import refined

GAMES = "games.jsonl"


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


MOST_ELO = 1000

PARTS = 100
"""About so many chunks has a match, but none of them"""

LARGEST = 20
"""more deals than this: a test may be decided early, and Ctrl-C loses what is not finished."""

KEPT = 100_000
"""So many chunks can be kept at most: each is a file until the last is finished."""

Table = tuple[int, ...]
"""The bots that meet, as they were counted."""

OF_EACH = {"score": "double", "moves": "int64", "seconds": "double"}
"""The numbers that are known of each bot in a game."""

Piece = tuple[Table, int]
"""The deal of a seed at a table."""


@dataclass(frozen=True)
class MatchTask:
    """All that a worker needs to know to play deals of a match."""

    opening: TableOpening
    names: tuple[str, ...]
    tables: tuple[Table, ...]
    seed: int
    with_scripts: bool
    """Is every event stored?"""

    def pieces(self, numbers: range) -> Iterator[Piece]:
        """Every deal at every table, by number."""
        many = len(self.tables)
        dice = Dice.ahead(self.seed, numbers.start // many)
        word = dice.word()
        for number in numbers:
            if number % many == 0 and number > numbers.start:
                word = dice.word()
            yield self.tables[number % many], word

    def ready(self) -> Callable[[range], Rows]:
        """Return a function that plays some deals."""
        game, start = self.opening()
        game = refined(game)
        players = [readable(find_player(game, bot, start)) for bot in self.names]

        def play(numbers: range) -> Rows:
            pieces, deals = [*self.pieces(numbers)], []
            for table, seed in pieces:
                bots = [players[bot] for bot in table]
                deals.append(play_deal(game, start, bots, seed, with_events=self.with_scripts))
            return self.rows_of(pieces, deals)

        return play

    @property
    def columns(self) -> dict[str, str]:
        """The columns of a game's row; bots are counted as they were named."""
        found = {
            "seed": "uint64",
            "rotation": "int64",
            "winners": "string",
            "events": "int64",
            "script": "string",
        }
        for name, kind in OF_EACH.items():
            found |= {f"{name}_{bot + 1}": kind for bot in range(len(self.names))}
        return found

    def rows_of(self, pieces: Sequence[Piece], deals: Sequence[tuple[MatchGame, ...]]) -> Rows:
        """Each game as a row; of bots that were not at the table there is nothing."""
        rows = []
        for (table, seed), deal in zip(pieces, deals, strict=True):
            for rotation, game in enumerate(deal):
                row: dict[str, Any] = {
                    "seed": seed,
                    "rotation": rotation,
                    "winners": " ".join(str(table[at] + 1) for at in sorted(game.winners)),
                    "events": sum(game.moves),
                    "script": "\n".join(game.events) if self.with_scripts else None,
                }
                of_each = zip(table, game.scores, game.moves, game.seconds, strict=True)
                for bot, *numbers in of_each:
                    for name, number in zip(OF_EACH, numbers, strict=True):
                        row[f"{name}_{bot + 1}"] = number
                rows.append(row)
        return Rows.of(self.columns, rows)

    def read(self, numbers: range, rows: Rows) -> Iterator[tuple[Table, tuple[MatchGame, ...]]]:
        """The deals again."""
        games = zip(*(rows.columns[name] for name in self.columns), strict=True)
        for table, _ in self.pieces(numbers):
            deal = []
            for _ in table:
                row = dict(zip(self.columns, next(games), strict=True))
                won = {int(bot) - 1 for bot in row["winners"].split()}
                scores, moves, seconds = (
                    tuple(row[f"{name}_{bot + 1}"] for bot in table) for name in OF_EACH
                )
                script = tuple(row["script"].splitlines()) if self.with_scripts else ()
                winners = frozenset(at for at, bot in enumerate(table) if bot in won)
                deal.append(MatchGame(winners, scores, moves, seconds, script))
            yield table, tuple(deal)


def tables_of(opening: TableOpening, names: list[str]) -> list[Table]:
    """Return who meets whom: all of them at one table, or every two."""
    game, start = opening()
    seats = game.seat_count(start)
    if len(names) < 2:
        raise BadInput("--bots: a match needs two bots, such as --bots greedy random")
    if seats < 2:
        raise BadInput(f"--bots: {len(names)} bots for {seats} seat of {opening.name}")
    everybody = range(len(names))
    return [(*everybody,)] if len(names) <= seats else [*combinations(everybody, 2)]


def demand_sense(
    names: list[str],
    games: int,
    sprt: tuple[float, float] | None,
    tables: list[Table],
) -> None:
    """Say what is wrong with the question."""
    many = len(tables[0])
    if games % many:
        raise BadInput(
            f"--games {games}: every deal is played {many} times with the seats "
            f"exchanged, so it takes a multiple of {many}"
        )
    if sprt is None:
        return
    if len(names) != 2:
        raise BadInput(f"--sprt compares two bots, not {len(names)}")
    if not -MOST_ELO <= sprt[0] < sprt[1] <= MOST_ELO:
        raise BadInput(
            f"--sprt {sprt[0]:g} {sprt[1]:g}: write the smaller number first, both from "
            f"-{MOST_ELO} to {MOST_ELO}, such as 0 20"
        )


@dataclass
class RunningMatch:
    """A match as it goes."""

    task: MatchTask
    tally: Tally
    deals: int
    sprt: tuple[float, float] | None
    log: MatchLog | None
    verdict: SprtState | None = None
    """The state of the test, if there is one."""

    def job(self) -> Job[range]:
        """Every deal at every table."""
        total = self.deals * len(self.task.tables)
        chunks = Slices(total, max(1, min(LARGEST, total // PARTS)))
        task = self.task
        game, _ = task.opening()
        request = {
            "game": task.opening.name,
            "preset": task.opening.preset,
            "option": task.opening.changes(game),
            "bots": [*task.names],
            "rules": rules_of(game),
            "deals": self.deals,
            "seed": task.seed,
            "script": task.with_scripts,
        }
        beginning = {"position": task.opening.position, "deal": task.opening.deal}
        request |= {name: given for name, given in beginning.items() if given is not None}
        return Job("match", request, task.columns, task, chunks)

    def play(self, work: Work) -> bool:
        """Play until all is played or enough is known; False when somebody stopped it."""
        self._judge()
        job = self.job()
        if work.out is not None and len(job.chunks) > KEPT:
            raise BadInput(f"--out: at most {KEPT * LARGEST:,} deals can be saved")
        with closing(work.rows(job, "deals", f"seed {self.task.seed}")) as rows:
            try:
                for numbers, some in zip(job.chunks, rows, strict=True):
                    for table, deal in self.task.read(numbers, some):
                        self.tally.add(deal, table)
                        if self.log is not None:
                            self.log.add(table, deal)
                        self._judge()
                        if self.verdict is not None and self.verdict.is_decided:
                            return True
            except KeyboardInterrupt:
                return False
        return True

    def _judge(self) -> None:
        if self.sprt is not None:
            self.verdict = verdict_of(self.tally.deals, 2, *self.sprt)


def split_names(given: str) -> list[str]:
    """`greedy,random` are two; the command of a program may have commas."""
    return [given] if is_outside(given) else given.split(",")
