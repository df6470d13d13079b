"""The shape of a game tree: counted node by node, or estimated from random games where it is large.

A node is a line of play, an information set what a player knows at a decision (`SeatKnowledge`). Random
games give means with intervals, and the number of nodes by Knuth's estimator: the inverse of the
probability of a line of play is how many nodes of its depth there are, on average.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, lcm, log, log10, sqrt
from time import monotonic
from typing import NamedTuple

from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Chance, Dice, Seat
from ludex.solve.small.sequence_form import SeatKnowledge

NORMAL = 1.96
RESAMPLED = 400
"""So many times the games are drawn again for the interval of an estimated number."""

GAMES = 1_000
"""Random games, unless the time is over before."""

FEW = 20
"""So many games are played whatever time they take."""

WORTH_COUNTING = 10
"""A tree is counted if it is estimated at no more than so many times the nodes allowed."""

DECISION, CHANCES, END = "decisions", "chance", "ends"


class Interval(NamedTuple):
    """A number with its bounds of 95 %; all three are the same where it was counted."""

    value: float
    low: float
    high: float


NOTHING = Interval(0, 0, 0)


@dataclass
class TreeStatistics:
    """The size and shape of a game tree."""

    seats: int
    games: int = 0
    """The random games from which it is estimated; none where it was counted."""

    log_nodes: Interval = NOTHING
    """The number of nodes, as its decimal logarithm."""

    kinds: Counter[str] = field(default_factory=Counter)
    """The nodes that were met: decisions, nodes of chance, ends."""

    branching: dict[str, Interval] = field(default_factory=dict)
    """The mean number of branches at decisions, and at nodes of chance."""

    widest: int = 0
    depth: Interval = NOTHING
    longest: int = 0
    states: int = 0
    sets: list[int] = field(default_factory=list)
    """The information sets of each player; of an estimated tree those that were met."""

    cut: int = 0
    """The random games that were cut off before their end."""

    unlisted: set[str] = field(default_factory=set)
    """The events of which there are more than are listed."""


class _TreeNode(NamedTuple):
    state: AnyState
    depth: int
    known: tuple[int, ...]


class _Branches(NamedTuple):
    kind: str
    events: Sequence[AnyEvent]
    odds: Sequence[Fraction]
    """The probability of each in random play."""

    number: int
    """So many there are: more than the events where they are too many to be listed."""

    turn: Seat = CHANCE
    """The player who decides."""


class GameTree:
    """Looks at nodes of a tree, and counts what it meets."""

    def __init__(self, game: AnyGame, start: AnyState) -> None:
        self.game, self.seats = game, game.seat_count(start)
        self.found = TreeStatistics(self.seats)
        self.memory = SeatKnowledge()
        self.states: dict[AnyState, _Branches] = {}
        """The branches of each state: lines of play often meet in one."""

        self.steps: dict[tuple[AnyState, AnyEvent], tuple[AnyState, ...]] = {}
        """The state after an event, and each player's view of it."""

        self.sets: list[set[int]] = [set() for _ in range(self.seats)]
        self.widths: Counter[str] = Counter()
        self.root = self._seen(self._with_views(start), 0, (0,) * self.seats)

    def _with_views(self, s: AnyState) -> tuple[AnyState, ...]:
        return s, *(self.game.view(s, Seat(i)) for i in range(self.seats))

    def _seen(
        self, state_and_views: tuple[AnyState, ...], depth: int, known: tuple[int, ...]
    ) -> _TreeNode:
        state, *views = state_and_views
        looks = (self.memory.shown(*each) for each in zip(known, views, strict=True))
        return _TreeNode(state, depth, tuple(looks))

    def branches(self, node: _TreeNode, dice: Dice | None = None) -> _Branches:
        """Return what may follow a node, and note what it is."""
        s, found = node.state, self.found
        branches = self.states.get(s)
        if branches is None or (branches.kind == CHANCES and found.unlisted):
            branches = self.states[s] = self._branches(s, dice)
        if 0 <= branches.turn < self.seats:
            self.sets[branches.turn].add(node.known[branches.turn])
        found.longest = max(found.longest, node.depth)
        found.kinds[branches.kind] += 1
        self.widths[branches.kind] += branches.number
        found.widest = max(found.widest, len(branches.events))
        return branches

    def _branches(self, s: AnyState, dice: Dice | None) -> _Branches:
        game = self.game
        if game.outcome(s) is not None:
            return _Branches(END, (), (), 0)
        turn = game.turn(s)
        if turn == CHANCE:
            return self._of_chance(s, dice)
        events = game.moves(s)
        self.found.unlisted |= {event.name for event in events if event.sampled}
        kind, odds = DECISION if events else END, [Fraction(1, len(events) or 1)] * len(events)
        return _Branches(kind, events, odds, len(events), turn if events else CHANCE)

    def _of_chance(self, s: AnyState, dice: Dice | None) -> _Branches:
        listed = self.game.chance(s)
        if listed is not None:
            events, odds = zip(*listed, strict=True)
            return _Branches(CHANCES, events, odds, len(listed))
        drawing = [cls for cls in self.game.events if issubclass(cls, Chance)]
        ways = next(filter(None, (cls.ways(s) for cls in drawing)), 1)
        self.found.unlisted |= {cls.name for cls in drawing if cls.ways(s)}
        drawn = () if dice is None else (self.game.draw(s, dice),)
        return _Branches(CHANCES, drawn, [Fraction(1, ways)], ways)

    def after(self, node: _TreeNode, event: AnyEvent) -> _TreeNode:
        """Return the node that an event leads to."""
        s, known = node.state, node.known
        turn = self.states[s].turn
        if 0 <= turn < self.seats:
            done = self.memory.done(known[turn], event)
            known = (*known[:turn], done, *known[turn + 1 :])
        views = self.steps.get((s, event))
        if views is None:
            views = self.steps[s, event] = self._with_views(self.game.after(s, event))
        return self._seen(views, node.depth + 1, known)

    def close(self) -> TreeStatistics:
        """Return what was counted."""
        found = self.found
        found.states, found.sets = len(self.states), [len(own) for own in self.sets]
        return found


def count_tree(game: AnyGame, start: AnyState, most: int, seconds: float) -> TreeStatistics | None:
    """Count every node; None where they are too many, or not all of them are listed."""
    tree, end = GameTree(game, start), monotonic() + seconds
    todo, nodes, depths, ends = [tree.root], 0, 0, 0
    while todo:
        node = todo.pop()
        branches = tree.branches(node)
        nodes += 1
        if tree.found.unlisted or nodes > most or monotonic() > end:
            return None
        if branches.kind == END:
            depths, ends = depths + node.depth, ends + 1
        todo += [tree.after(node, event) for event in branches.events]
    found = tree.close()
    found.log_nodes = _sure(log10(nodes))
    found.depth = _sure(depths / max(1, ends))
    found.branching = {
        kind: _sure(tree.widths[kind] / found.kinds[kind])
        for kind in (DECISION, CHANCES)
        if found.kinds[kind]
    }
    return found


def _sure(value: float) -> Interval:
    return Interval(value, value, value)


def sample_tree(
    game: AnyGame, start: AnyState, dice: Dice, seconds: float, *, longest: int, games: int = GAMES
) -> TreeStatistics:
    """Estimate the tree from random games."""
    tree, end = GameTree(game, start), monotonic() + seconds
    depths: list[float] = []
    sizes: list[float] = []
    widths: dict[str, list[tuple[int, int]]] = {DECISION: [], CHANCES: []}
    while len(depths) < games and (len(depths) < FEW or monotonic() < end):
        node, line, logs = tree.root, 0.0, [0.0]
        before, kinds = tree.widths.copy(), tree.found.kinds.copy()
        while node.depth < longest:
            branches = tree.branches(node, dice)
            if not branches.events:
                break
            at = _drawn(branches.odds, dice)
            line -= log(branches.odds[at])
            logs.append(line)
            node = tree.after(node, branches.events[at])
        else:
            tree.found.cut += 1
        depths.append(node.depth)
        sizes.append(_log_sum(logs))
        for kind, each in widths.items():
            each.append((tree.widths[kind] - before[kind], tree.found.kinds[kind] - kinds[kind]))
    found = tree.close()
    found.games = len(depths)
    found.depth = _mean(depths)
    found.log_nodes = _resampled(sizes, dice)
    found.branching = {
        kind: _ratio(each) for kind, each in widths.items() if any(n for _, n in each)
    }
    return found


def _drawn(odds: Sequence[Fraction], dice: Dice) -> int:
    if len(odds) == 1:  # drawn already, or all that can be done
        return 0
    whole = lcm(*(part.denominator for part in odds))
    return dice.by_weight([(i, int(part * whole)) for i, part in enumerate(odds)], whole)


def _log_sum(logs: Iterable[float]) -> float:
    """Return the decimal logarithm of a sum, given the natural ones of its parts."""
    parts = [*logs]
    top = max(parts)
    return (top + log(sum(exp(part - top) for part in parts))) / log(10)


def _mean(values: Sequence[float]) -> Interval:
    n = len(values)
    mean = sum(values) / n
    wide = NORMAL * sqrt(sum((value - mean) ** 2 for value in values) / max(1, n - 1) / n)
    return Interval(mean, mean - wide, mean + wide)


def _ratio(pairs: Sequence[tuple[int, int]]) -> Interval:
    """Return the branches of a node: a ratio of sums over games, which vary together."""
    branches, nodes = (sum(each) for each in zip(*pairs, strict=True))
    ratio, n = branches / nodes, len(pairs)
    spread = sum((b - ratio * k) ** 2 for b, k in pairs) / max(1, n - 1)
    wide = NORMAL * sqrt(spread / n) / (nodes / n)
    return Interval(ratio, ratio - wide, ratio + wide)


def _resampled(logs: Sequence[float], dice: Dice) -> Interval:
    """Return the logarithm of a mean, with the bounds of drawing the games again."""
    top, n = max(logs), len(logs)
    sizes = [10 ** (one - top) for one in logs]

    def mean_log(some: Sequence[float]) -> float:
        return top + log10(max(sum(some), 1e-300) / n)

    means = sorted(mean_log([sizes[dice.below(n)] for _ in range(n)]) for _ in range(RESAMPLED))
    cut = RESAMPLED // 40
    return Interval(mean_log(sizes), means[cut], means[-1 - cut])


def tree_statistics(
    game: AnyGame,
    start: AnyState,
    *,
    seed: int = 1,
    most: int = 1_000_000,
    seconds: float = 60.0,
    longest: int = 1_000,
) -> TreeStatistics:
    """Count a tree of at most so many nodes; estimate a larger one."""
    game = game.unchecked()
    estimate = sample_tree(game, start, Dice(seed), seconds / 2, longest=longest)
    if not estimate.unlisted and estimate.log_nodes.low <= log10(WORTH_COUNTING * most):
        counted = count_tree(game, start, most, seconds)
        if counted is not None:
            return counted
    return estimate
