"""Games with hidden information: the strategy of each player at every information set."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ludex.bots.observation import AnyView
from ludex.kernel import AnyEvent, AnyState, say
from ludex.solve.small.cfr import CFR_PLUS, CfrMethod, Matrix, Strategy, ValueBounds, run_cfr
from ludex.solve.small.payoffs import (
    Measure,
    constant_sum,
    payoffs,
    write_number,
)
from ludex.solve.small.sequence_form import InformationSet, SequenceForm, Watch
from ludex.solve.small.solution import (
    Decision,
    Recommendation,
    Solution,
    Unsolved,
    choose_measure,
)

NEVER = 1e-4
"""The frequency below which a choice is not recommended."""


@dataclass(kw_only=True, eq=False)
class MixedStrategies(Solution):
    """Strategies for information sets."""

    kind = "hidden"
    matrix: Matrix
    strategies: list[Strategy]
    bounds: ValueBounds | None = None
    """The bounds on their quality, where two play."""

    target: float = 0.0
    rounds: int = 0
    method: CfrMethod = CFR_PLUS

    def __post_init__(self) -> None:
        """Mix the strategies for bots, which see what is on the table and remember nothing.

        Where several information sets look alike now, what is done there is mixed in
        proportion to how often the player's own plan leads to each.
        """
        self.form = self.matrix.form
        self.forgets = False
        """Does the table not show all that was to be remembered?"""

        weights: dict[tuple[int, AnyState], dict[AnyEvent, float]] = {}
        for player, strategy in enumerate(self.strategies):
            plan = self.matrix.plan(player, strategy)
            for here, odds in self.of(player):
                key = player, here.shown
                self.forgets |= key in weights
                mixed = weights.setdefault(key, defaultdict(float))
                for event, p in zip(here.events, odds, strict=True):
                    mixed[event] += (plan[here.parent] + 1e-12) * p
        for mixed in weights.values():
            total = sum(mixed.values())
            for event in mixed:
                mixed[event] /= total
        self._at_sight = weights

    @property
    def is_close(self) -> bool:
        return self.bounds is None or self.bounds.exploitability <= self.target

    @property
    def sets(self) -> int:
        """Count the information sets."""
        return sum(len(player.sets) for player in self.form.players)

    def of(self, player: int) -> Iterator[tuple[InformationSet, list[float]]]:
        """List the information sets of a player, with what is done there."""
        return zip(self.form.players[player].sets, self.strategies[player], strict=True)

    def bounds_at_sight(self) -> ValueBounds:
        """Return how good the strategies are of players who remember nothing."""
        plans = []
        for player, sequences in enumerate(self.form.players):
            strategy = [
                [self._at_sight[player, here.shown][event] for event in here.events]
                for here in sequences.sets
            ]
            plans.append(self.matrix.plan(player, strategy))
        return self.matrix.bounds(plans)

    def recommend(self, view: AnyView) -> Recommendation | None:
        """Return what is done by whoever sees this."""
        odds = self._at_sight.get((view.seat, view.shown))
        if odds is None:
            return None
        played = [(event, p) for event, p in odds.items() if p > NEVER]
        total = sum(p for _, p in played)
        events = tuple((event, p / total) for event, p in played)
        how = ", ".join(f"{event} {p:.0%}" for event, p in events)
        words = "Best play mixes these moves: {how}."
        if len(events) == 1:
            words = "Best play always does this here."
        return Recommendation(events, say("solved_mix", words, how=how))

    def decisions(self) -> Iterator[Decision]:
        """List every information set."""
        for player in range(self.form.seats):
            for here, odds in self.of(player):
                events = tuple(zip(map(str, here.events), odds, strict=True))
                yield Decision(player + 1, self.position(here.shown), events, None)

    def summary(self) -> Iterator[tuple[str, str]]:
        """State the value, and how far the strategies are from the best."""
        bounds, lines = self.bounds, self.form.nodes
        yield "hidden", f"{self.sets:,} information sets in {lines:,} lines of play"
        if bounds is None:
            value, best = write_number(self.values[0]), "and no strategy does better"
            if self.measure is Measure.WINS:
                yield "value", f"it is won with probability {value}, {best}"
            else:
                yield "value", f"{value} on average, {best}"
            if self.forgets:
                yield "bots", "have no memory, and play worse than this"
            return
        measured = "" if self.measure is Measure.SCORES else " of the win"
        proof = f"proved: between {bounds.low:.6f} and {bounds.high:.6f}"
        yield "value", f"{bounds.value:.6f}{measured} for player 1 ({proof})"
        measure = f"by {bounds.exploitability:.2g} a game (NashConv {bounds.nash_conv:.2g}, halved)"
        yield "exploitable", f"{measure}, by exact best responses"
        missed = "" if self.is_close else f"; {self.target:g} was not reached"
        yield "method", f"{self.method.name}, {self.rounds:,} rounds{missed}"
        if self.forgets:
            by = f"{self.bounds_at_sight().exploitability:.2g}"
            yield "bots", f"have no memory: their strategy is exploitable by {by}"

    def details(self) -> dict[str, object]:
        bounds = self.bounds
        details: dict[str, object] = {"information_sets": self.sets}
        if bounds is not None:
            details |= {
                "low": bounds.low,
                "high": bounds.high,
                "exploitability": bounds.exploitability,
                "nash_conv": bounds.nash_conv,
                "target": self.target,
                "method": self.method.name,
                "rounds": self.rounds,
            }
        return details


def solve_hidden(
    form: SequenceForm,
    wanted: Measure | None,
    target: float,
    watch: Watch,
    *,
    method: CfrMethod = CFR_PLUS,
    most: int | None = None,
) -> MixedStrategies:
    """Find the strategies, for one player exactly, for two by CFR in at `most` so many rounds."""
    ends = {outcome for outcomes in form.ends.values() for outcome in outcomes}
    measure = choose_measure(wanted, ends, form.seats)
    if form.seats > 2:
        raise Unsolved(
            f"the game has hidden information and {form.seats} players: CFR guarantees nothing for "
            "more than two"
        )
    total = constant_sum(payoffs(outcome, 2, measure) for outcome in ends)
    if form.seats == 2 and total is None:
        raise Unsolved(
            "the game has hidden information and is not zero-sum: CFR guarantees nothing there"
        )
    matrix = Matrix(form, measure)
    values: tuple[Fraction | float, ...]
    bounds: ValueBounds | None = None
    if form.seats == 1:
        value, strategy = _best_alone(form, measure)
        values, strategies, rounds = (value,), [strategy], 0
    else:
        strategies, bounds, rounds = run_cfr(matrix, target, watch.is_over, method, most=most)
        values = (bounds.value, float(total or 0) - bounds.value)
    return MixedStrategies(
        game=form.game,
        start=form.start,
        values=values,
        measure=measure,
        looked_at=form.nodes,
        is_interrupted=watch.interrupted(),
        matrix=matrix,
        strategies=strategies,
        bounds=bounds,
        target=target,
        rounds=rounds,
        method=method,
    )


def _best_alone(form: SequenceForm, measure: Measure) -> tuple[Fraction, Strategy]:
    """Play one player against chance: the best at each information set, in fractions."""
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
    return worths[0], strategy
