"""Play a league, or continue one that was interrupted."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludex.bots import Bot
from ludex.kernel import AnyGame, Unreadable
from ludex.language.position import position_line
from ludex.parts.secret_dice import dice_for
from ludex.players.finder import find_player
from ludex.players.league.files import Folder, GameJob, LeagueGame
from ludex.players.league.game import played
from ludex.players.league.pairing import ArrangedGame, round_robin, swiss_round
from ludex.players.league.standings import points_of
from ludex.players.programs.pipe import USUAL, PipeLimits


@dataclass(frozen=True, slots=True)
class Entrants:
    """A game from its start, and its players by name."""

    game: AnyGame
    start: Any
    players: Mapping[str, str]
    """The player behind each name, as `find_player` reads it."""

    seed: int
    seconds: float
    options: Mapping[str, str] = field(default_factory=dict)
    bounds: PipeLimits = USUAL

    @property
    def names(self) -> list[str]:
        """All players, in order."""
        return [*self.players]

    @property
    def seats(self) -> int:
        """The number of seats at the table."""
        return self.game.seat_count(self.start)

    def found(self) -> dict[str, Bot[Any]]:
        """Return all players, ready to play; a ValueError names a player that is not."""
        found = {}
        for name, text in self.players.items():
            bot = find_player(
                self.game,
                text,
                self.start,
                seconds=self.seconds,
                options=self.options,
                bounds=self.bounds,
            )
            if isinstance(bot, Unreadable):
                raise ValueError(f"player {name}: {bot}")  # noqa: TRY004
            found[name] = bot
        return found


PlayedGame = tuple[LeagueGame, tuple[str, ...]]
"""A game and its events."""


def jobs_of(entrants: Entrants, meetings: Iterable[ArrangedGame]) -> Iterator[GameJob]:
    """Return every deal of a meeting once with each player in each seat."""
    names = entrants.names
    for meeting in meetings:
        group = [names[i] for i in meeting.players]
        for turn in range(len(group)):
            seated = group[turn:] + group[:turn]
            if entrants.seats == 1:
                seated = [group[turn]]
            yield GameJob(meeting.round + 1, meeting.deal + 1, tuple(seated))


def playing(entrants: Entrants) -> Callable[[GameJob], PlayedGame]:
    """Return a function that plays games in this process."""
    bots = entrants.found()

    def play(job: GameJob) -> PlayedGame:
        seed = dice_for(entrants.seed, job.deal, "deal").word()
        ended = played(
            entrants.game,
            entrants.start,
            [bots[name] for name in job.players],
            seed,
            entrants.seconds,
        )
        fault = None
        if ended.fault is not None:
            player = job.players[ended.fault.seat]
            fault = {"player": player, "kind": ended.fault.kind, "text": ended.fault.text}
        winners = tuple(job.players[seat] for seat in ended.winners)
        game = LeagueGame(*job.key, winners, ended.scores, fault, ended.moves, ended.seconds)
        return game, ended.events

    return play


PlayGames = Callable[[Iterable[GameJob]], Iterator[PlayedGame]]
"""A function that plays games and yields them in order, or as they end."""


class League:
    """The games that have been played, and the next ones."""

    def __init__(self, entrants: Entrants, folder: Folder | None) -> None:
        self.entrants, self.folder = entrants, folder
        self.games: list[LeagueGame] = [] if folder is None else [*folder.games]
        self.byes: list[str] = []
        """The player who has rested in each round."""

    def play(self, deals: int, swiss: int | None, play_games: PlayGames) -> Iterator[LeagueGame]:
        """Play a round robin, or this many Swiss rounds between players with similar scores."""
        if swiss is not None:
            return self._swiss(swiss, deals, play_games)
        meetings = round_robin(len(self.entrants.names), self.entrants.seats, deals)
        return self._play(meetings, play_games)

    def _swiss(self, rounds: int, deals: int, play_games: PlayGames) -> Iterator[LeagueGame]:
        names = self.entrants.names
        met: dict[frozenset[int], int] = {}
        rested = [0] * len(names)
        for number in range(rounds):
            points = self._points(number, 2.0 * deals)
            pairs, bye = swiss_round(number, points, met, rested)
            if bye is not None:
                rested[bye] += 1
                self.byes.append(names[bye])
            for pair in pairs:
                met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
            meetings = [
                ArrangedGame(pair, number * deals + deal, number)
                for deal in range(deals)
                for pair in pairs
            ]
            yield from self._play(meetings, play_games)

    def _points(self, rounds: int, bye: float) -> list[float]:
        """Return everybody's points after so many rounds; a rest is as good as a round won."""
        points = {name: bye * self.byes.count(name) for name in self.entrants.names}
        for game in self.games:
            if game.round <= rounds:
                for name, got in zip(game.players, points_of(game), strict=True):
                    points[name] += got
        return [*points.values()]

    def _play(
        self, meetings: Iterable[ArrangedGame], play_games: PlayGames
    ) -> Iterator[LeagueGame]:
        known = {game.key for game in self.games}
        missing = [job for job in jobs_of(self.entrants, meetings) if job.key not in known]
        position = position_line(self.entrants.game, self.entrants.start)
        for game, events in play_games(missing):
            stored = game if self.folder is None else self.folder.add(game, position, events)
            self.games.append(stored)
            yield stored


def total_games(entrants: Entrants, *, deals: int, swiss: int | None) -> int:
    """Count the games of the whole league."""
    players = len(entrants.names)
    if swiss is not None:
        return swiss * (players // 2) * deals * 2
    meetings = round_robin(players, entrants.seats, 1)
    return sum(len(meeting.players) for meeting in meetings) * deals
