"""A table for learners: a game, how it begins, and what is agreed on actions and observations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Literal, get_args

from ludex.bots import thinking_of
from ludex.envs.actions import MOST, REACH, SLOTS, EventBlocks, Numbering
from ludex.envs.tensors.observation import Observation, observation_of
from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    Dice,
    Unreadable,
    Whole,
)
from ludex.language.position import read_position
from ludex.registry import Puzzles, PuzzleSpec, companion_of, load
from ludex.table import looks_of

Deal = int | str | Sequence[int | str] | None
"""A deal by its number; a position line or the name of a puzzle; several of them, of which the seed takes
one; or whatever the seed gives."""

Boards = Literal["puzzles", "any"]
"""The boards to set up by hand: one that can be won, or any, as vectors begin."""

Reward = Literal["outcome", "score", "worth"]
"""`outcome`: what the end brings, from -1 to 1. `score`: the scores of the end. `worth`: after
each step by how much better the seat stands than before, in the game's own unit."""

LIMIT = 10_000
"""Events after which an episode is cut off."""

MODES = ("ansi", "rgb_array", "human")

TRIES = 20_000
"""Boards that are looked at for a puzzle."""


class NoTable(ValueError):
    """A game that cannot be played with these options; the text gives the reason in one line."""


def demand(name: str, value: object, known: Sequence[object]) -> None:
    """Refuse a value that an option does not have."""
    if value not in known:
        words = ", ".join(map(repr, known))
        raise NoTable(f"{name}={value!r}: expected one of {words}")


def demand_either(name: str, value: object, one: str, other: str) -> None:
    """Refuse what is neither of two values."""
    if value not in (one, other):
        raise NoTable(f"{name}={value!r}: expected {one!r} or {other!r}")


@dataclass(frozen=True, kw_only=True)
class StartOptions:
    """The beginning of the games of a table."""

    preset: str | None = None
    players: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    deal: Deal = None
    pieces: int | None = None
    """Of puzzles, where boards are set up by hand."""

    def start(self, game: AnyGame) -> AnyState:
        """Return the first state under the preset with single options changed."""
        words = {True: "yes", False: "no"}
        changes = {
            name: words[value] if isinstance(value, bool) else str(value)
            for name, value in (self.options or {}).items()
        }
        players = self.players
        known = {*game.start.domains}
        if players is not None and "players" in known:
            changes["players"] = str(players)
        state = game.start.varied(self.preset or game.start.default, changes)
        if isinstance(state, Unreadable):
            raise NoTable(f"{game.name}: {state}")
        seats = game.seat_count(state)
        if players is not None and players != seats:
            raise NoTable(f"{game.name} is for {seats}, not for {players}")
        return state


@dataclass(frozen=True, kw_only=True)
class TableOptions(StartOptions):
    """Everything that can be chosen about a table."""

    boards: Boards = "puzzles"
    reward: str = "outcome"
    limit: int = LIMIT
    amounts: Sequence[int] = ()
    reach: int = REACH
    slots: int = SLOTS
    render_mode: str | None = None


def game_of(game: "str | AnyGame") -> AnyGame:
    """Return the game of a name or in a file; one that somebody decides something in."""
    found = load(game) if isinstance(game, str) else game
    if not found.is_decided:
        raise NoTable(f"{found.name} has no decisions for players, so there is nothing to learn")
    return found


class LearningTable:
    """A table that stays the same from episode to episode."""

    def __init__(self, game: AnyGame, options: TableOptions) -> None:
        demand("boards", options.boards, get_args(Boards))
        demand("render_mode", options.render_mode, (None, *MODES))
        kinds = get_args(Reward)
        if options.reward not in kinds:
            raise NoTable(f"there is no reward {options.reward!r}; there are {', '.join(kinds)}")
        if options.reward == "worth" and thinking_of(game).worth is None:
            raise NoTable(f"{game.name} has no evaluation of positions: no reward 'worth'")
        self.game, self.options = game.unchecked(), options
        self.start = options.start(game)
        self.seats = game.seat_count(self.start)
        self.numbering = Numbering(
            self.game,
            reach=options.reach,
            slots=options.slots,
            amounts=options.amounts,
        )
        for one in each_deal(options.deal):
            self.first(one, 0)  # a deal that there is not is refused at once
        if options.pieces is not None and self.puzzles is None:
            raise NoTable(f"{game.name} has no puzzles: leave out `pieces`")

    @cached_property
    def observation(self) -> Observation:
        """Return what the numbers of a tensor mean."""
        return observation_of(self.game, self.start)

    @cached_property
    def puzzles(self) -> Puzzles[AnyState] | None:
        """Return the puzzles of a game that is set up by hand."""
        if not looks_of(self.game).is_set_up(self.start):
            return None
        return companion_of(self.game).puzzles

    def first(self, deal: Deal, seed: int) -> tuple[AnyState, AnyEvent | None]:
        """Return the state in which an episode begins, and what chance has to do first, if it is told.

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
        pieces = self.options.pieces
        spec = PuzzleSpec(self.puzzles.usual if pieces is None else pieces)
        if self.options.boards == "any":
            return self._any_board(spec.pieces, seed), None
        try:
            found = self.puzzles.make(spec, Dice(seed), tries=TRIES, tell=lambda _: None)
        except ValueError as problem:
            raise NoTable(f"{self.game.name}: {problem}") from None
        if found is None:
            raise NoTable(f"{self.game.name}: no puzzle of {spec.pieces} pieces was found")
        return self.puzzles.begun(found.start), None

    def _any_board(self, pieces: int, seed: int) -> AnyState:
        """Return the board that a vector begins with, by the same seed."""
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
        board: AnyState = engine.decode(row)
        return board

    def _read(self, line: str) -> AnyState:
        if self.puzzles is not None:
            board = self.puzzles.decoded(line)
            if board is not None:
                return self.puzzles.begun(board)
        state = read_position(self.game, line)
        if isinstance(state, Unreadable):
            raise NoTable(f"deal {line!r}: {state}")
        if self.game.seat_count(state) != self.seats:
            raise NoTable(f"deal {line!r}: it has another number of players")
        return self.puzzles.begun(state) if self.puzzles is not None else state

    def _dealt(self, number: int) -> AnyEvent:
        """Return the event by which chance deals the deal of a number."""
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


def each_deal(deal: Deal) -> Sequence[int | str | None]:
    """List every deal that may be taken; there is at least one."""
    if isinstance(deal, str) or not isinstance(deal, Sequence):
        return (deal,)
    if not deal:
        raise NoTable("deal: an empty list of deals")
    return deal


class ChanceNumbering(EventBlocks):
    """A number for every chance event that the domains can make."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        classes = [cls for cls in game.events if cls.by_chance]
        for cls in classes:
            if cls.sampled or prod(f.domain.size for f in cls.fields()) > MOST:
                raise NoTable(f"what chance does in {game.name} cannot be listed ({cls.name})")
        super().__init__(
            (cls, tuple(tuple(field.domain.values()) for field in cls.fields())) for cls in classes
        )

    def __len__(self) -> int:
        return max(1, self.fixed)

    def event(self, number: int) -> AnyEvent:
        """Return the chance event of a number."""
        found = self.find(number)
        if found is None:
            last = self.fixed - 1
            raise NoTable(f"chance has no number {number}: they are 0 to {last}")
        return found

    def outcomes(self, s: AnyState) -> list[tuple[int, AnyEvent, Fraction]]:
        """List what chance can do in a state: numbers, events and exact probabilities."""
        listed = self.game.chance(s)
        if listed is None:
            raise NoTable(f"what chance does here in {self.game.name} cannot be listed")
        found = []
        for event, chance in listed:
            number = self.number(event) if chance else None
            if number is not None:
                found.append((number, event, chance))
            elif chance:
                raise NoTable(f"{event} has no number")
        return sorted(found, key=lambda one: one[0])
