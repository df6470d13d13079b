"""A match from its first deal to its last, or until enough is known.

The deal of a seed at a table of bots is one piece of work: `Task` says what a process has to know for it, and
nothing else is shared between pieces.
"""

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rich.console import Console
from rich.progress import Progress

from ludex.bots.match import Played, Tally, play_deal
from ludex.bots.sprt import Verdict, verdict_of
from ludex.cli.arguments.options import find_game, find_played, first_state
from ludex.cli.crew import done
from ludex.cli.matches.log import MatchLog
from ludex.cli.trouble import BadInput
from ludex.kernel import Dice, Unreadable
from ludex.players.finding import find_player, is_outside
from ludex.registry import refined

MOST_ELO: Final = 1000

Table = tuple[int, ...]
"""Which of the bots meet, as they were counted."""


class Task:
    """What a process needs to know to play deals of a match."""

    def __init__(
        self,
        name: str,
        preset: str | None,
        option: tuple[str, ...],
        names: tuple[str, ...],
        *,
        kept: bool,
    ) -> None:
        self.name, self.preset, self.option, self.names = name, preset, option, names
        self.kept = kept

    def ready(self) -> Callable[[tuple[Table, int]], tuple[Played, ...]]:
        """A function that plays the deal of a seed at a table of bots."""
        game = refined(find_game(self.name))
        start = first_state(game, self.preset, [*self.option], None)
        players = []
        for bot in self.names:
            found = find_player(game, bot, start)
            if isinstance(found, Unreadable):
                raise BadInput(str(found))
            players.append(found)

        def play(piece: tuple[Table, int]) -> tuple[Played, ...]:
            table, seed = piece
            bots = [players[bot] for bot in table]
            return play_deal(game, start, bots, seed, kept=self.kept)

        return play


def tables_of(
    name: str, names: list[str], preset: str | None, option: list[str] | None
) -> list[Table]:
    """Who meets whom: all of them at one table, or every two."""
    game = find_played(name)
    seats = game.seat_count(first_state(game, preset, option, None))
    if len(names) < 2:
        raise BadInput("--bots: a match needs two bots, such as --bots greedy random")
    if seats < 2:
        raise BadInput(f"--bots: {len(names)} bots for {seats} seat of {name}")
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
class Match:
    """A match as it goes."""

    task: Task
    tally: Tally
    tables: list[Table]
    seed: int
    deals: int
    sprt: tuple[float, float] | None
    kept: MatchLog | None
    verdict: Verdict | None = None
    """How the test stands, if there is one."""

    def work(self) -> Iterator[tuple[Table, int]]:
        """Every deal at every table."""
        dice = Dice(self.seed)
        for _ in range(self.deals):
            word = dice.word()
            yield from ((table, word) for table in self.tables)

    def watched(self, jobs: int) -> bool:
        """Count the games with a bar on standard error; False when somebody stopped them."""
        off = not sys.stderr.isatty()
        whole = self.deals * len(self.tables) * len(self.tables[0])
        with (
            Progress(console=Console(stderr=True), disable=off) as bar,
            closing(self.counted(jobs)) as counted,
        ):
            task = bar.add_task(f"games, seed {self.seed}", total=whole)
            try:
                for games in counted:
                    bar.update(task, completed=games)
            except KeyboardInterrupt:
                return False
        return True

    def counted(self, jobs: int) -> Generator[int, None, None]:
        """Play on until all is played or enough is known, and say how many games there are."""
        self._judge()
        results = done(self.task, self.work(), jobs)
        for (table, _), deal in zip(self.work(), results, strict=True):
            self.tally.add(deal, table)
            if self.kept is not None:
                self.kept.add(table, deal)
            self._judge()
            yield self.tally.games
            if self.verdict is not None and self.verdict.is_decided:
                return

    def _judge(self) -> None:
        if self.sprt is not None:
            self.verdict = verdict_of(self.tally.deals, 2, *self.sprt)


def apart(given: str) -> list[str]:
    """`greedy,random` are two; the command of a program may have commas."""
    return [given] if is_outside(given) else given.split(",")
