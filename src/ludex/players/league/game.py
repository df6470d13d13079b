"""One game of a league: a player who breaks a rule, is too slow or falls silent has lost it."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import current_thread, main_thread
from time import perf_counter
from types import FrameType
from typing import Any

from ludex.bots import Bot, View, view_of
from ludex.kernel import AnyEvent, AnyGame, AnyState, Dice, History, Outcome, Seat
from ludex.kernel.loop import turns
from ludex.parts.secret_dice import dice_for
from ludex.players.programs.program import Illegal, Program, demand_legal
from ludex.sandbox import Failed, TimedOut
from ludex.table.narration import last_entry


class Forfeit(Exception):
    """A seat, counted from 0, has lost before the end: `illegal`, `time` or `failed`, and why."""

    def __init__(self, seat: int, kind: str, text: str) -> None:
        self.seat, self.kind, self.text = seat, kind, text


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over, however it ended."""

    events: tuple[str, ...]
    winners: tuple[int, ...]
    """The seats that won, counted from 0; nobody's when it is empty."""

    scores: tuple[float, ...]
    """By seat, where the game counts."""

    fault: Forfeit | None
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    """By seat."""


class _Table:
    """The bots of a game in their seats, with their moves and times."""

    def __init__(
        self, game: AnyGame, bots: Sequence[Bot[Any]], dice: Sequence[Dice], limit: float
    ) -> None:
        self.game, self.bots, self.dice, self.limit = game, bots, dice, limit
        self.news: list[list[str]] = [[] for _ in bots]
        self.moves, self.seconds = [0] * len(bots), [0.0] * len(bots)

    def choose(self, s: AnyState, seat: Seat) -> AnyEvent:
        """Return the move of a seat, with the time that it took."""
        view, bot = view_of(self.game, s, seat), self.bots[seat]
        begun = perf_counter()
        event = self._move(view, bot, seat)
        self.moves[seat] += 1
        self.seconds[seat] += perf_counter() - begun
        return event

    def _move(self, view: View[Any], bot: Bot[Any], seat: Seat) -> AnyEvent:
        try:
            if isinstance(bot, Program):
                news, self.news[seat] = tuple(self.news[seat]), []
                return bot.move(view, news)
            with within(self.limit):
                event = bot(view, self.dice[seat])
            return demand_legal(self.game, view, event)
        except Illegal as failed:
            kind, text = "illegal", str(failed)
        except TimedOut:
            kind, text = "time", f"no move in {self.limit:g} s"
        except Failed as failed:
            kind, text = "failed", str(failed)
        except Exception as trouble:  # noqa: BLE001 - a player's own code may do anything
            kind, text = "failed", f"{type(trouble).__name__}: {trouble}"
        raise Forfeit(seat, kind, text)

    def tell(self, history: History[Any]) -> None:
        """Tell programs what has just happened, as far as their seats may know it."""
        for seat, bot in enumerate(self.bots):
            if isinstance(bot, Program):
                entry = last_entry(history, Seat(seat), ())
                self.news[seat].append(f"{entry.seat} {entry.event}")


def played(
    game: AnyGame,
    start: AnyState,
    bots: Sequence[Bot[Any]],
    seed: int,
    limit: float,
) -> FinishedGame:
    """Play one game between the bots in their seats; the seed alone decides what chance deals."""
    history, fault = History(game.unchecked(), start), None
    dice = [dice_for(seed, seat, "league") for seat in range(len(bots))]
    table = _Table(history.game, bots, dice, limit)
    try:
        for turn in turns(history, table.choose, Dice(seed).split()):
            history = turn.history
            table.tell(history)
    except Forfeit as forfeit:
        fault = forfeit
    outcome = game.outcome(history.state)
    winners = _winners(outcome, fault, len(bots))
    for bot in bots:
        if isinstance(bot, Program):
            bot.over(tuple(seat + 1 for seat in winners))
    return FinishedGame(
        tuple(str(event) for event in history.journal),
        winners,
        tuple(map(float, outcome.scores)) if outcome and outcome.scores else (),
        fault,
        tuple(table.moves),
        tuple(round(each, 3) for each in table.seconds),
    )


def _winners(outcome: Outcome | None, fault: Forfeit | None, seats: int) -> tuple[int, ...]:
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
        raise TimedOut("took too long")

    before: Callable[[int, FrameType | None], Any] | int | None
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
