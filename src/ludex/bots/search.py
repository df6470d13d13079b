"""The bot that tries its best events out in imagined games, and keeps what turns out well.

It sees a view, so each try begins with a state that could lie behind it: the unknowns are
dealt anew (determinisation). From there the event is made and the game is played on, by
everybody as a greedy player would, for a round or two; then the game's own evaluation says
how it has gone. All events are tried in the same imagined states with the same dice, so that
luck is the same for all of them; after each part of the budget the worse half is dropped.
What a greedy player would do stays in to the end: the others have to be better than it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from statistics import fmean, pvariance, variance
from time import perf_counter

from ludex.bots.budget import Budget
from ludex.bots.cancellation import think_on
from ludex.bots.evaluation import RatedEvent, standing, weighed
from ludex.bots.observation import AnyBot, AnyView, unless_forced
from ludex.bots.thinking import thinking_of
from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Dice, Seat

WIDTH = 12
"""So many events are tried, those that a greedy player likes best."""

LOOKED_AT = 16
"""In a playout so many events are weighed: those that were good before, and some others."""

THOROUGH = 2
"""In so many rounds at first everything is weighed, to find what is good at all."""

STEPS = 60
"""A playout is no longer than that."""

CLEAR = 3.0
"""A lead of so many standard errors is no accident."""

ENOUGH = 24
"""After so many tries a clear lead ends the search."""


@dataclass
class Trial:
    """An event and how it went, try by try."""

    event: AnyEvent
    at_first: float
    """Its worth right after it."""

    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean of the results."""
        return fmean(self.results) if self.results else self.at_first

    @property
    def opinion(self) -> RatedEvent:
        """Return the trial as an opinion."""
        return RatedEvent(self.event, len(self.results), self.mean)

    def leads(self, other: "Trial") -> list[float]:
        """Return the leads over another event, where both met the same luck."""
        return [a - b for a, b in zip(self.results, other.results, strict=False)]


def shortlist(game: AnyGame, view: AnyView, dice: Dice) -> list[Trial]:
    """The events that a greedy player likes best, none that looks like another after it."""
    values = weighed(game, view, dice)
    # Of events that seem equal chance chooses, not their order.
    dice.shuffle(values)
    values.sort(key=lambda pair: -pair[1])
    world = thinking_of(game).imagine(view.shown, view.seat, dice)
    looks: dict[str, Trial] = {}
    for event, value in values:
        look = game.text(game.after(world, event))
        looks.setdefault(look, Trial(event, value))
        if len(looks) == WIDTH:
            break
    return [*looks.values()]


class BudgetedSearch:
    """One decision: events that are tried, and the budget for it."""

    def __init__(self, game: AnyGame, view: AnyView, dice: Dice, budget: Budget) -> None:
        self.begun = perf_counter()
        self.game, self.view, self.dice, self.budget = game, view, dice, budget
        self.trials = shortlist(game, view, dice)
        self.favourite = self.trials[0]
        self.spread = pvariance([trial.at_first for trial in self.trials])
        self.memory: Counter[AnyEvent] = Counter()
        self.rounds = 0
        self.done = 0

    def spent(self) -> float:
        """Return which part of the budget is gone; 1 is all of it."""
        return self.budget.spent(self.begun, self.done)

    def best(self) -> list[Trial]:
        """Spend the budget and give what was tried, the best first."""
        racing, out = self.trials, list[Trial]()
        parts = max(1, ceil(log2(len(racing))))
        for part in range(1, parts + 1):
            while self.spent() < part / parts and not is_clear(racing):
                self.round(racing)
            racing.sort(key=self.promise, reverse=True)
            if part < parts:
                half = ceil(len(racing) / 2)
                racing, out = racing[:half], [*racing[half:], *out]
                if self.favourite in out:  # all others are measured by it
                    out.remove(self.favourite)
                    racing.append(self.favourite)
        return [*racing, *out]

    def promise(self, trial: Trial) -> float:
        """Return the probability that an event is better than the greedy player's favourite.

        The first impression counts as much as so many tries as there is noise in them: a
        few tries may be an accident, and where luck is large many may be.
        """
        first = trial.at_first - self.favourite.at_first
        leads = trial.leads(self.favourite)
        if len(leads) < 2 or trial is self.favourite:
            return first
        noise = variance(leads) / self.spread if self.spread else 0.0
        return (noise * first + sum(leads)) / (noise + len(leads))

    def round(self, trials: Sequence[Trial]) -> None:
        """Try each event once, all of them in the same imagined state.

        A round that the budget does not last for is forgotten: luck must be the same.
        """
        world = thinking_of(self.game).imagine(self.view.shown, self.view.seat, self.dice)
        seed = self.dice.word()
        results = []
        for trial in trials:
            think_on()
            if self.spent() >= 1:
                return
            results.append(self.result(trial.event, world, seed))
        for trial, result in zip(trials, results, strict=True):
            trial.results.append(result)
        self.rounds += 1

    def result(self, event: AnyEvent, world: AnyState, seed: int) -> float:
        """Return how an event goes in an imagined state, with this luck."""
        self.done += 1
        return self.played_on(self.game.after(world, event), Dice(seed))

    def played_on(self, s: AnyState, dice: Dice) -> float:
        """Play on until everybody has had a turn and the seat another one; return its worth.

        Where the game says what is quiet it is played until then, and without an
        evaluation to the end.
        """
        game, last = self.game, self.view.seat
        rounds, most = 0, game.seat_count(s)
        is_quiet = thinking_of(game).is_quiet
        far = is_quiet is not None or thinking_of(game).worth is None
        for _ in range(STEPS):
            think_on()
            if game.outcome(s) is not None or (is_quiet and is_quiet(s)):
                break
            turn = game.turn(s)
            if turn == CHANCE:
                s = game.after(s, game.draw(s, dice))
                continue
            if turn != last:
                rounds, last = rounds + 1, turn
                if rounds > most and not far:
                    break
            s = self.greedily(s, turn, dice)
        return standing(game, s, self.view.seat)

    def greedily(self, s: AnyState, turn: Seat, dice: Dice) -> AnyState:
        """The state after what a hasty greedy player would do."""
        game = self.game
        moves = game.moves(s)
        if len(moves) == 1:
            return game.after(s, moves[0])
        if len(moves) > LOOKED_AT and self.rounds >= THOROUGH:
            moves = self.promising(moves, dice)
        afters = [game.after(s, event) for event in moves]
        worths = [standing(game, after, turn) for after in afters]
        best = worths.index(max(worths))
        self.memory[moves[best]] += 1
        return afters[best]

    def promising(self, moves: list[AnyEvent], dice: Dice) -> list[AnyEvent]:
        """Return events that were best in other playouts, and some that chance chooses."""
        dice.shuffle(moves)
        return sorted(moves, key=lambda event: -self.memory[event])[:LOOKED_AT]


def is_clear(trials: Sequence[Trial]) -> bool:
    """Is one event better than all the others beyond doubt? They met the same luck."""
    if len(trials) > 1 and len(trials[0].results) < ENOUGH:
        return False
    best = max(trials, key=lambda trial: trial.mean)
    for other in trials:
        if other is not best:
            leads = best.leads(other)
            error = sqrt(variance(leads) / len(leads))
            if fmean(leads) <= CLEAR * error:
                return False
    return True


def searching_bot(game: AnyGame, budget: Budget) -> AnyBot:
    """A bot that spends its budget on every event that is not forced."""
    unchecked = game.unchecked()

    def choose(view: AnyView, dice: Dice) -> AnyEvent:
        return BudgetedSearch(unchecked, view, dice, budget).best()[0].event

    return unless_forced(choose)
