"""One game of a league: who breaks a rule, is too slow or falls silent, has lost it."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import current_thread, main_thread
from time import perf_counter
from types import FrameType
from typing import Any, Final, Generic, TypeVar

from ludex.bots import Bot, view_of
from ludex.kernel import (
    CHANCE,
    Dice,
    Event,
    Game,
    History,
    Outcome,
    Refusal,
    Seat,
    dice_for,
)
from ludex.players.finder import Outsider
from ludex.players.programs.legality import Illegal, demand_legal
from ludex.players.programs.pipe import Failed, TooLate
from ludex.table.narration import last_entry

S = TypeVar("S")

MOST_EVENTS: Final = 20_000
"""A game that has not ended by then is nobody's."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a seat has lost before the end."""

    seat: int
    """Counted from 0."""

    kind: str
    """`illegal`, `time` or `failed`."""

    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over, however it ended."""

    events: tuple[str, ...]
    winners: tuple[int, ...]
    """The seats that won, counted from 0; nobody's when it is empty."""

    scores: tuple[float, ...]
    """By seat, where the game counts."""

    fault: Fault | None
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    """By seat."""


class _Running(Generic[S]):
    """A game as it goes."""

    def __init__(
        self, game: Game[S], start: S, bots: Sequence[Bot[S]], seed: int, limit: float
    ) -> None:
        self.bots, self.limit = bots, limit
        self.seats = game.seat_count(start)
        self.history = History(game, start)
        source = Dice(seed)
        self.chance = source.split()
        self.dice = [dice_for(seed, seat, "league") for seat in range(self.seats)]
        self.told: list[list[str]] = [[] for _ in range(self.seats)]
        self.moves, self.seconds = [0] * self.seats, [0.0] * self.seats

    def play(self) -> Fault | None:
        """To the end, or to the first fault."""
        game = self.history.game
        for _ in range(MOST_EVENTS):
            s = self.history.state
            if game.outcome(s) is not None:
                return None
            seat = game.turn(s)
            if seat == CHANCE:
                self._happen(game.draw(s, self.chance))
                continue
            event = self._move(s, seat)
            if isinstance(event, Fault):
                return event
            self._happen(event)
        return None

    def _move(self, s: S, seat: Seat) -> Event[S] | Fault:
        view, bot = view_of(self.history.game, s, seat), self.bots[seat]
        begun = perf_counter()
        try:
            if isinstance(bot, Outsider):
                told, self.told[seat] = tuple(self.told[seat]), []
                event = bot.move(view, told, self.dice[seat])
            else:
                with within(self.limit):
                    event = bot(view, self.dice[seat])
                demand_legal(self.history.game, view, event)
        except Illegal as failed:
            return Fault(seat, "illegal", str(failed))
        except TooLate:
            return Fault(seat, "time", f"no move in {self.limit:g} s")
        except Failed as failed:
            return Fault(seat, "failed", str(failed))
        except Exception as trouble:  # noqa: BLE001 - a player's own code may do anything
            return Fault(seat, "failed", f"{type(trouble).__name__}: {trouble}")
        self.moves[seat] += 1
        self.seconds[seat] += perf_counter() - begun
        return event

    def _happen(self, event: Event[S]) -> None:
        played = self.history.play(event)
        assert not isinstance(played, Refusal), f"{event}: {played}"
        self.history = played
        for seat, bot in enumerate(self.bots):
            if isinstance(bot, Outsider):
                told = last_entry(played, Seat(seat), ())
                self.told[seat].append(f"{told.seat} {told.event}")


def played(
    game: Game[S],
    start: S,
    bots: Sequence[Bot[S]],
    seed: int,
    limit: float,
) -> Finished:
    """One game between the bots in their seats; the seed alone decides what chance deals."""
    running = _Running(game.unchecked(), start, bots, seed, limit)
    fault = running.play()
    history = running.history
    outcome = game.outcome(history.state)
    winners = _winners(outcome, fault, running.seats)
    for bot in bots:
        if isinstance(bot, Outsider):
            bot.over(tuple(seat + 1 for seat in winners))
    return Finished(
        tuple(str(event) for event in history.journal),
        winners,
        tuple(map(float, outcome.scores)) if outcome and outcome.scores else (),
        fault,
        tuple(running.moves),
        tuple(round(each, 3) for each in running.seconds),
    )


def _winners(
    outcome: Outcome | None, fault: Fault | None, seats: int
) -> tuple[int, ...]:
    if fault is not None:
        return tuple(seat for seat in range(seats) if seat != fault.seat)
    return () if outcome is None else tuple(sorted(map(int, outcome.winners)))


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """A player's own function may take so long; a signal ends it, where there are any."""
    if current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def late(_signal: int, _frame: FrameType | None) -> None:
        raise TooLate("took too long")

    before: Callable[[int, FrameType | None], Any] | int | None
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
