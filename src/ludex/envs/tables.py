"""A table for learners: a game, how it begins, and what is agreed on actions and observations.

`begun` finds the first state that somebody asks for; a `Table` holds what does not change
from episode to episode.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Literal, TypeVar

from ludex.envs.actions import Numbering
from ludex.envs.observation import Observation, observation_of
from ludex.kernel import CHANCE, Dice, Event, Game, Seat, Unreadable, Whole
from ludex.registry import Puzzles, Wish, companion_of, load
from ludex.table import looks_of

S = TypeVar("S")

Deal = int | str | Sequence[int | str] | None
"""A deal by its number; a position line or the name of a puzzle; several of them, of which the seed takes
one; or whatever the seed gives."""

Boards = Literal["puzzles", "any"]
"""Where a board is set up by hand: with one that can be won, or with any, as vectors begin."""

TRIES = 20_000
"""Boards that are looked at for a puzzle."""


class NoTable(ValueError):
    """Why a game cannot be played as asked for, in one line."""


def game_of(game: "str | Game[Any]") -> Game[Any]:
    """The game of a name or in a file; one that somebody decides something in."""
    found = load(game) if isinstance(game, str) else game
    if not found.is_decided:
        raise NoTable(
            f"in {found.name} nobody decides anything: there is nothing to learn"
        )
    return found


def begun(
    game: Game[S],
    preset: str | None = None,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
) -> S:
    """The first state under a preset with single options changed."""
    changes = {name: _written(value) for name, value in (options or {}).items()}
    if players is not None and any(one.name == "players" for one in game.start.options):
        changes["players"] = str(players)
    state = game.start.varied(preset or game.start.default, changes)
    if isinstance(state, Unreadable):
        raise NoTable(f"{game.name}: {state}")
    seats = game.seat_count(state)
    if players is not None and players != seats:
        raise NoTable(f"{game.name} is for {seats}, not for {players}")
    return state


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class Table(Generic[S]):
    """What stays the same from episode to episode."""

    def __init__(
        self,
        game: Game[S],
        start: S,
        *,
        deal: Deal = None,
        pieces: int | None = None,
        boards: Boards = "puzzles",
        numbering: Numbering[S] | None = None,
    ) -> None:
        self.game = game.unchecked()
        self.start = start
        self.seats = game.seat_count(start)
        self.deal = deal
        self.pieces = pieces
        self.numbering = numbering or Numbering(self.game)
        self.boards = boards
        for one in each_deal(deal):
            self.first(one, 0)  # a deal that there is not is refused at once
        if pieces is not None and self.puzzles is None:
            raise NoTable(f"{game.name} has no puzzles: leave `pieces` out")

    @cached_property
    def observation(self) -> Observation[S]:
        """What the numbers of a tensor mean."""
        return observation_of(self.game, self.start)

    @cached_property
    def puzzles(self) -> Puzzles[S] | None:
        """The puzzles of a game that is set up by hand."""
        if not looks_of(self.game).is_set_up(self.start):
            return None
        return companion_of(self.game).puzzles

    def first(self, deal: Deal, seed: int) -> tuple[S, Event[S] | None]:
        """The state in which an episode begins, and what chance has to do first, if it is told.

        A game that is set up by hand begins with a puzzle, another one for each seed.
        """
        if isinstance(deal, str):
            return self._read(deal), None
        if isinstance(deal, Sequence):
            return self.first(deal[seed % len(deal)], seed)
        if deal is not None:
            return self.start, self._dealt(deal)
        if self.puzzles is None:
            return self.start, None
        wish = Wish(self.puzzles.usual if self.pieces is None else self.pieces)
        if self.boards == "any":
            return self._any_board(wish.pieces, seed), None
        try:
            found = self.puzzles.make(wish, Dice(seed), tries=TRIES, tell=_nobody)
        except ValueError as problem:
            raise NoTable(f"{self.game.name}: {problem}") from None
        if found is None:
            raise NoTable(
                f"{self.game.name}: no puzzle of {wish.pieces} pieces was found"
            )
        return self.puzzles.begun(found.start), None

    def _any_board(self, pieces: int, seed: int) -> S:
        """The board that a vector begins with, by the same seed."""
        boards = companion_of(self.game).boards
        if boards is None:
            raise NoTable(f"{self.game.name} has no boards by chance")
        try:
            engine = boards(pieces)
        except ValueError as problem:
            raise NoTable(str(problem)) from None
        from ludex.compile.loops import loops  # noqa: PLC0415 - heavy

        [row] = engine.rows([self.start])
        chance = Dice(seed).split().seed
        signed = chance - (chance >> 63 << 64)  # 64 bits with a sign
        loops(engine).one.begin(row, signed)
        board: S = engine.decode(row)
        return board

    def _read(self, line: str) -> S:
        if self.puzzles is not None:
            board = self.puzzles.decoded(line)
            if board is not None:
                return self.puzzles.begun(board)
        state = self.game.read_position(line)
        if isinstance(state, Unreadable):
            raise NoTable(f"deal {line!r}: {state}")
        if self.game.seat_count(state) != self.seats:
            raise NoTable(f"deal {line!r}: it is for another number of players")
        return self.puzzles.begun(state) if self.puzzles is not None else state

    def _dealt(self, number: int) -> Event[S]:
        """The event by which chance deals the deal of a number."""
        game, s = self.game, self.start
        if isinstance(number, int) and game.turn(s) == CHANCE:
            for cls in game.events:
                fields = cls.fields()
                if cls.by_chance and len(fields) == 1:
                    domain = fields[0].domain
                    if isinstance(domain, Whole) and domain.allows(number):
                        event = cls(number)  # type: ignore[call-arg]  # its field
                        if game.refusal(s, event) is None:
                            return event
        raise NoTable(f"{game.name} has no deal {number!r}")

    def legal(self, shown: S, seat: Seat) -> tuple[dict[int, Event[S]], int]:
        """What a seat can do, by number."""
        return self.numbering.legal(shown, seat)


def each_deal(deal: Deal) -> Sequence[int | str | None]:
    """Every deal that may be taken; there is at least one."""
    if isinstance(deal, str) or not isinstance(deal, Sequence):
        return (deal,)
    if not deal:
        raise NoTable("deal: an empty list of deals")
    return deal


def _nobody(_: int) -> None:
    """Nobody waits for news."""
