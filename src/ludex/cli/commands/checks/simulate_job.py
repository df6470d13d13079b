"""Random games as a job: a row for each game, and what the chunk has shown besides."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludex.check.coverage import Coverage
from ludex.check.simulate import BrokenPromise, Livelock, Report, play_each
from ludex.cli.arguments import TableOpening
from ludex.cli.arguments.jobs import rules_of
from ludex.jobs.job import Job, Rows
from ludex.kernel import Dice, Game
from ludex.kernel.event import GuardSite

PARTS = 100
"""About so many chunks: no worker is idle for long at the end."""

NUMBERS = ("ended", "events", "seconds", "violations", "circling")
"""The numbers that are counted in a chunk and added up."""


@dataclass(frozen=True)
class RandomGames:
    """A game played at random, by its rules and from a beginning."""

    opening: TableOpening
    unchecked: bool = False

    def __call__(self) -> "tuple[Game[Any], Any]":
        """Return the game and its first state, in whichever process asks."""
        game, start = self.opening()
        return game.unchecked() if self.unchecked else game, start

    def parameters(self, games: int, seed: int, **more: object) -> dict[str, object]:
        """Return all that the rows depend on."""
        game, _ = self.opening()
        return {
            "game": self.opening.name,
            "preset": self.opening.preset,
            "option": self.opening.changes(game),
            "position": self.opening.position,
            "unchecked": self.unchecked,
            "rules": rules_of(game),
            "games": games,
            "seed": seed,
            **more,
        }


@dataclass(frozen=True)
class Simulation:
    """Random games by the rulebook; a chunk is the seeds of its games."""

    opening: RandomGames
    max_events: int

    def ready(self) -> Callable[[Sequence[int]], Rows]:
        """Return a function that plays the games of some seeds."""
        game, start = self.opening()
        ends = _OutcomeCounter(game, start)
        watched = replace(game, outcome=ends.outcome) if game.can_end else game

        def play(seeds: Sequence[int]) -> Rows:
            ends.clear()
            each = map(Dice, seeds)
            report = play_each(watched, start, each, self.max_events, ends.next_game)
            return _as_rows(report, seeds, ends)

        return play

    def job(self, games: int, seed: int) -> Job[Sequence[int]]:
        """Return the job of so many games; each has the dice that it would have alone."""
        game, start = self.opening()
        dice = Dice(seed)
        seeds = [dice.split().seed for _ in range(games)]
        size = max(1, games // PARTS)
        chunks = [seeds[i : i + size] for i in range(0, games, size)]
        request = self.opening.parameters(games, seed, max_events=self.max_events)
        columns = {"seed": "uint64", "events": "int64", "outcome": "string", "winners": "string"}
        columns |= {f"score_{seat + 1}": "double" for seat in range(game.seat_count(start))}
        return Job("simulate", request, columns, self, chunks)


@dataclass
class _OutcomeCounter:
    """The outcome of each game: the last that the rulebook says of it."""

    game: "Game[Any]"
    start: Any
    found: list[Any] = field(default_factory=list)
    last: Any = None

    def outcome(self, s: object) -> Any:  # noqa: ANN401 - an outcome, or none
        self.last = self.game.outcome(s)
        return self.last

    def next_game(self, _: int) -> None:
        self.found.append(self.last)
        self.last = None

    def clear(self) -> None:
        self.found, self.last = [], None

    def columns(self) -> dict[str, list[Any]]:
        """Nulls for games that were cut off, and where there are no scores."""
        found = self.found
        columns: dict[str, list[Any]] = {
            "outcome": [end and str(end.reason) for end in found],
            "winners": [end and " ".join(str(seat + 1) for seat in end.winners) for end in found],
        }
        for seat in range(self.game.seat_count(self.start)):
            columns[f"score_{seat + 1}"] = [
                end.scores[seat] if end and len(end.scores) > seat else None for end in found
            ]
        return columns


def _as_rows(report: "Report", seeds: Sequence[int], ends: _OutcomeCounter) -> "Rows":
    cover = report.coverage
    refusals = [
        [event, site.function, site.line, count] for (event, site), count in cover.refusals.items()
    ]
    details = {
        **{name: getattr(report, name) for name in NUMBERS},
        "outcomes": dict(report.outcomes),
        "breach": report.breach and report.breach._asdict(),
        "never": sorted(report.never),
        "circle": report.circle and report.circle._asdict(),
        "happened": dict(cover.events),
        "tried": dict(cover.tries),
        "refusals": refusals,
    }
    columns = {"seed": [*seeds], "events": report.lengths, **ends.columns()}
    return Rows(columns, details)


def added(game: "Game[Any]", each: "Iterable[Rows]") -> "Report":
    """The report of all chunks, in their order."""
    total = Report(Coverage(game), never=set(game.sometimes))
    for rows in each:
        total.add(_read(game, rows))
    return total


def _read(game: "Game[Any]", rows: "Rows") -> "Report":
    parts = rows.besides
    breach, circle = parts["breach"], parts["circle"]
    refusals = {
        (event, GuardSite(function, line)): count
        for event, function, line, count in parts["refusals"]
    }
    return Report(
        Coverage(game, Counter(refusals), Counter(parts["happened"]), Counter(parts["tried"])),
        games=len(rows.columns["events"]),
        **{name: parts[name] for name in NUMBERS},
        outcomes=Counter(parts["outcomes"]),
        lengths=[*rows.columns["events"]],
        breach=breach and BrokenPromise(**{**breach, "script": tuple(breach["script"])}),
        never=set(parts["never"]),
        circle=circle and Livelock(circle["positions"], tuple(circle["script"])),
    )
