"""Games with something hidden: what each player does at every information set."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, TypeVar

from ludex.bots.observation import View
from ludex.kernel import Event, Outcome, say
from ludex.solve.small.cfr import Learned, Matrix, Strategy, Worth, learned
from ludex.solve.small.payoffs import (
    Measure,
    constant_sum,
    number,
    payoffs,
    unscored,
    usual_measure,
)
from ludex.solve.small.sequence_form import InformationSet, SequenceForm
from ludex.solve.small.solution import Advised, Row, Solved, Unsolved

S = TypeVar("S")

NEVER: Final = 1e-4
"""What is done less often than this is left out of advice."""


class Mixed(Solved[S]):
    """Strategies for information sets."""

    def __init__(
        self,
        form: SequenceForm[S],
        strategies: list[Strategy],
        *,
        measure: Measure,
        values: tuple[Fraction | float, ...],
        worth: Worth | None = None,
        target: float = 0.0,
        rounds: int = 0,
    ) -> None:
        super().__init__(
            form.game, form.start, values=values, measure=measure, looked_at=form.nodes
        )
        self.kind = "hidden"
        self.form, self.strategies = form, strategies
        self.worth, self.target, self.rounds = worth, target, rounds
        self.forgets = False
        """Does the table not show all that was to be remembered?"""

        self.remembered: Worth | None = None
        """How good the strategies then are of whoever remembers nothing."""

        self._at_sight: dict[tuple[int, S], dict[Event[S], float]] = {}

    @property
    def is_close(self) -> bool:
        """Is it as close as was asked for?"""
        return self.worth is None or self.worth.exploitability <= self.target

    @property
    def sets(self) -> int:
        """How many information sets there are."""
        return sum(len(player.sets) for player in self.form.players)

    def of(self, player: int) -> Iterator[tuple[InformationSet[S], list[float]]]:
        """The information sets of a player, with what is done there."""
        return zip(self.form.players[player].sets, self.strategies[player], strict=True)

    # -- what a bot can know -----------------------------------------------------------------

    def at_sight(self, matrix: Matrix[S] | None) -> None:
        """Strategies for bots, which see what is on the table and remember nothing.

        Where several information sets look alike now, what is done there is mixed in
        proportion to how often the player's own plan leads to each.
        """
        alike = False
        weights: dict[tuple[int, S], dict[Event[S], float]] = {}
        for player in range(self.form.seats):
            plan = _plan(self, player)
            for here, odds in self.of(player):
                key = player, here.shown
                alike |= key in weights
                mixed = weights.setdefault(key, defaultdict(float))
                for event, p in zip(here.events, odds, strict=True):
                    mixed[event] += (plan[here.parent] + 1e-12) * p
        for mixed in weights.values():
            total = sum(mixed.values())
            for event in mixed:
                mixed[event] /= total
        self._at_sight = weights
        self.forgets = alike
        if alike and matrix is not None:
            plans = []
            for player in range(self.form.seats):
                strategy = [
                    [weights[player, here.shown][event] for event in here.events]
                    for here in self.form.players[player].sets
                ]
                plans.append(matrix.plan(player, strategy))
            self.remembered = matrix.worth(plans)

    def advised(self, view: View[S]) -> Advised[S] | None:
        """What is done by whoever sees this."""
        odds = self._at_sight.get((view.seat, view.shown))
        if odds is None:
            return None
        played = [(event, p) for event, p in odds.items() if p > NEVER]
        total = sum(p for _, p in played)
        events = tuple((event, p / total) for event, p in played)
        how = ", ".join(f"{event} {p:.0%}" for event, p in events)
        words = "Best play does each of these so often: {how}."
        if len(events) == 1:
            words = "Best play always does this here."
        return Advised(events, say("solved_mix", words, how=how))

    # -- what was found ---------------------------------------------------------------------

    def rows(self) -> Iterator[Row]:
        """A line for each information set."""
        for player in range(self.form.seats):
            for here, odds in self.of(player):
                events = tuple(
                    (str(event), p) for event, p in zip(here.events, odds, strict=True)
                )
                yield Row(player + 1, self.position(here.shown), events, None)

    def told(self) -> Iterator[tuple[str, str]]:
        """The value, and how far the strategies are from the best."""
        worth, lines = self.worth, self.form.nodes
        yield "hidden", f"{self.sets:,} information sets in {lines:,} lines of play"
        if worth is None:
            yield "value", worth_of_alone(self)
            if self.forgets:
                yield "bots", "remember nothing, and do worse than this"
            return
        what = "" if self.measure is Measure.SCORES else " of the win"
        proof = f"proved: between {worth.low:.6f} and {worth.high:.6f}"
        yield "value", f"{worth.value:.6f}{what} for player 1 ({proof})"
        measure = f"by {worth.exploitability:.2g} a game (NashConv {worth.nash_conv:.2g}, halved)"
        yield "exploitable", f"{measure}, by exact best responses"
        missed = "" if self.is_close else f"; {self.target:g} was not reached"
        yield "method", f"CFR+, {self.rounds:,} rounds{missed}"
        if self.remembered is not None:
            sight = f"{self.remembered.exploitability:.2g}"
            yield (
                "bots",
                f"remember nothing: played at sight it is exploitable by {sight}",
            )

    def facts(self) -> dict[str, object]:
        """The same for machines."""
        worth = self.worth
        facts: dict[str, object] = {"information_sets": self.sets}
        if worth is not None:
            facts |= {
                "low": worth.low,
                "high": worth.high,
                "exploitability": worth.exploitability,
                "nash_conv": worth.nash_conv,
                "target": self.target,
                "rounds": self.rounds,
            }
        return facts


def worth_of_alone(solved: Mixed[Any]) -> str:
    """The value for one player, who plays against chance alone."""
    value = solved.values[0]
    if solved.measure is Measure.WINS:
        return (
            f"it is won with probability {number(value)}, and no strategy does better"
        )
    return f"{number(value)} on average, and no strategy does better"


def _plan(solved: Mixed[S], player: int) -> list[float]:
    plan = [1.0] * solved.form.players[player].sequences
    for here, odds in solved.of(player):
        for i, p in enumerate(odds):
            plan[here.first + i] = plan[here.parent] * p
    return plan


def outcomes_of(form: SequenceForm[S]) -> set[Outcome]:
    """Every end that there is."""
    return {outcome for ends in form.ends.values() for outcome in ends}


def solve_hidden(
    form: SequenceForm[S],
    measure: Measure | None,
    target: float,
    is_over: Callable[[int, float], bool],
) -> Mixed[S] | Unsolved:
    """The strategies, for one player exactly, for two by CFR+."""
    ends = outcomes_of(form)
    measure = measure or usual_measure(ends, form.seats)
    missing = unscored(ends, form.seats) if measure is Measure.SCORES else None
    if missing is not None:
        return Unsolved(f"not every end has scores: {missing.text}")
    if form.seats == 1:
        return _alone(form, measure)
    if form.seats > 2:
        return Unsolved(
            f"something is hidden and {form.seats} play: CFR+ promises nothing for more "
            "than two"
        )
    if constant_sum(payoffs(outcome, 2, measure) for outcome in ends) is None:
        return Unsolved(
            "something is hidden, and it is not so that what one player gains the other "
            "loses: CFR+ promises nothing there"
        )
    matrix = Matrix(form, measure)
    found: Learned = learned(matrix, target, is_over)
    total = constant_sum(payoffs(outcome, 2, measure) for outcome in ends)
    second = float(total or 0) - found.worth.value
    solved = Mixed(
        form,
        found.strategies,
        measure=measure,
        values=(found.worth.value, second),
        worth=found.worth,
        target=target,
        rounds=found.rounds,
    )
    solved.at_sight(matrix)
    return solved


def _alone(form: SequenceForm[S], measure: Measure) -> Mixed[S]:
    """One player against chance: the best at each information set, in fractions."""
    player = form.players[0]
    worths = [Fraction(0)] * player.sequences
    for (sequence,), outcomes in form.ends.items():
        for outcome, odds in outcomes.items():
            worths[sequence] += odds * payoffs(outcome, 1, measure)[0]
    strategy: Strategy = [[] for _ in player.sets]
    for k in reversed(range(len(player.sets))):
        here = player.sets[k]
        found = worths[here.first : here.first + len(here.events)]
        best = max(found)
        worths[here.parent] += best
        strategy[k] = [float(i == found.index(best)) for i in range(len(found))]
    solved = Mixed(form, [strategy], measure=measure, values=(worths[0],))
    solved.at_sight(None)
    return solved
