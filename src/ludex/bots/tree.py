"""The bot that grows a tree of what could follow, and looks longest at what goes well.

Monte Carlo tree search. Each iteration goes down the tree, at every player's turn by what has
gone best for that player so far or has been tried least (UCB), adds one event, plays the game on
at random or asks its evaluation how that stands, and tells everybody on the way back.

Where something is hidden, each iteration begins with another state that could lie behind the view
(information-set search): events that some states do not allow are measured by how often they
could have been tried. Where nothing is, what is certain is proved: an end is certain, and so is a
position from which a player has a sure win, or whose every event leads to something certain. A
won game is not lost again, then, and a lost one lasts as long as it can.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import inf, log, sqrt
from time import perf_counter

from ludex.bots.budget import Budget
from ludex.bots.cancellation import think_on
from ludex.bots.engine_games import EngineGames, engine_games
from ludex.bots.evaluation import RatedEvent, standing
from ludex.bots.observation import AnyView
from ludex.bots.playouts import starting
from ludex.bots.search import shortlist
from ludex.bots.thinking import thinking_of
from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Dice, Seat
from ludex.kernel.loop import at_random, states

CURIOUS = 0.7
"""The bonus of an event for being tried little; results run from 0 to 1."""

LONGEST = 500
"""Events of a game that is played on at random; one that has not ended then counts as level."""

WIDENING = 1.5
"""The factor of √n for the number of events tried, where they can be weighed, in a position visited
n times."""

SEEDS = 1 << 40
"""Random games on an engine begin with one of so many seeds."""

NEAR, MANY = 4, 2_000
"""A position is looked for so many events from the root, and no further than where there are so many."""

PONDERED = 50_000
"""So often is a position looked into at another's turn, and no more."""

Values = tuple[float, ...]
"""The result of each seat."""


@dataclass(slots=True)
class Node:
    """A position after some events, and how it went so far."""

    mover: Seat | None
    """The seat that made the last of them; None, where that was chance, or at the root."""

    state: AnyState | None = None
    """The position, where it is the same each time."""

    turn: Seat | None = None
    moves: Sequence[AnyEvent] | None = None
    children: "dict[AnyEvent, Node]" = field(default_factory=dict)
    visits: int = 0
    available: int = 0
    total: float = 0.0
    proven: Values | None = None
    distance: int = 0
    """The number of events to the proven end."""

    wins: bool = False
    """Is the proven end a sole win of whoever made the last event, which nothing can better?"""

    @property
    def mean(self) -> float:
        """The mean of the results for the seat that made the last event."""
        return self.total / self.visits if self.visits else 0.0


class Tree:
    """One decision: the tree that grows from a view."""

    def __init__(
        self, game: AnyGame, view: AnyView, dice: Dice, quick: EngineGames | None = None
    ) -> None:
        self.game, self.view, self.dice, self.quick = game, view, dice, quick
        self.weighs = thinking_of(game).worth is not None
        self.root = Node(None)
        self.low, self.high = inf, -inf
        self.done = 0
        first = thinking_of(game).imagine(view.shown, view.seat, dice)
        self.is_open = first == view.shown
        """Is nothing hidden? Then the same events always lead to the same position."""
        self.known = (
            [trial.event for trial in shortlist(game, view, dice)]
            if self.weighs and view.legal
            else [*view.legal]
        )
        """The events tried first; none, where another is to act."""

    def met(self, s: AnyState) -> Node | None:
        """The position a few events from the root, where it was looked into."""
        if self.view.shown == s:
            return self.root
        layer = [self.root]
        for _ in range(NEAR):
            layer = [child for node in layer for child in node.children.values()]
            for node in layer:
                if node.state == s:
                    return node if node.children else None
            if len(layer) > MANY:
                break
        return None

    # -- growing ------------------------------------------------------------------------------

    def grow(self) -> None:
        """One iteration: down the tree, one event more, and back."""
        game, node, path, view = self.game, self.root, [self.root], self.view
        s = view.shown
        if not self.is_open:
            s = thinking_of(game).imagine(s, view.seat, self.dice)
        while True:
            think_on()
            if node.proven is not None:
                values = node.proven
                break
            if game.outcome(s) is not None:
                values = self.ended(node, s)
                break
            turn = game.turn(s)
            event = game.draw(s, self.dice) if turn == CHANCE else self.chosen(node, s, turn)
            child = node.children.get(event)
            is_new = child is None
            if child is None:
                child = node.children[event] = Node(None if turn == CHANCE else turn)
            s, node = self.after(child, s, event), child
            path.append(node)
            if is_new:
                over = game.outcome(s) is not None
                values = self.ended(node, s) if over else self.played_on(s)
                break
        self.low, self.high = min(self.low, *values), max(self.high, *values)
        for node in path:
            node.visits += 1
            if node.mover is not None:
                node.total += values[node.mover]
        if self.is_open:
            self.prove(path)
        self.done += 1

    def after(self, child: Node, s: AnyState, event: AnyEvent) -> AnyState:
        """The state after an event, which is the same each time where nothing is hidden."""
        if child.state is not None:
            return child.state
        after = self.game.after(s, event)
        if self.is_open:
            child.state = after
        return after

    def chosen(self, node: Node, s: AnyState, turn: Seat) -> AnyEvent:
        """An event not tried yet, while there is room for it; or the most promising one."""
        moves = self.moves(node, s, turn)
        tried = [event for event in moves if event in node.children]
        for event in tried:
            node.children[event].available += 1
        width = 1 + int(WIDENING * sqrt(node.visits)) if self.weighs else len(moves)
        if len(tried) < min(width, len(moves)):
            return next(event for event in moves if event not in node.children)
        open_still = [e for e in tried if node.children[e].proven is None] or tried
        return max(open_still, key=lambda event: self.promise(node.children[event]))

    def moves(self, node: Node, s: AnyState, turn: Seat) -> Sequence[AnyEvent]:
        """The events of a position, those to be tried first in front."""
        if node.moves is not None:
            return node.moves
        game = self.game
        if node is self.root and self.known:
            moves = self.known
        else:
            listed = None if self.quick is None else self.quick.moves(s)
            moves = [*game.moves(s)] if listed is None else listed
            self.dice.shuffle(moves)
            if self.weighs and len(moves) > 1:
                worths = {e: standing(game, game.after(s, e), turn) for e in moves}
                moves.sort(key=lambda event: -worths[event])
        if self.is_open or node is self.root:
            node.moves, node.turn = moves, turn
        return moves

    def promise(self, child: Node) -> float:
        """Return the mean and a bonus for what was tried little (UCB)."""
        spread = self.high - self.low
        level = (child.mean - self.low) / spread if spread else 0.5
        return level + CURIOUS * sqrt(log(child.available) / child.visits)

    # -- how it goes on -----------------------------------------------------------------------

    def ended(self, node: Node, s: AnyState) -> Values:
        """The game is over here, which is certain."""
        values, outcome = self.values(s), self.game.outcome(s)
        if self.is_open:
            node.proven = values
            assert outcome is not None
            node.wins = outcome.winners == (node.mover,) and not outcome.scores
        return values

    def played_on(self, s: AnyState) -> Values:
        """Value a position by the game's evaluation, or else by a random game to its end."""
        game = self.game
        quiet = thinking_of(game).is_quiet
        if self.weighs and quiet is None:
            return self.values(s)
        if self.quick is not None and quiet is None:
            end = self.quick.played_on(s, self.dice.below(SEEDS))
            if end is not None:
                return self.values(end)
        for now in islice(states(game, s, at_random(game, self.dice), self.dice), LONGEST + 1):
            s = now
            if quiet is not None and quiet(s):
                break
        return self.values(s)

    def values(self, s: AnyState) -> Values:
        """Return the worth of a state to every seat."""
        seats = range(self.game.seat_count(s))
        return tuple(standing(self.game, s, Seat(seat)) for seat in seats)

    # -- what is certain ----------------------------------------------------------------------

    def prove(self, path: Sequence[Node]) -> None:
        """Carry back what has become certain at the end of a path, as far as it is."""
        for node in reversed(path[:-1]):
            if node.proven is not None:
                continue
            if node.moves is None or node.turn is None:
                return  # chance decides: nothing is certain before it
            turn, children = node.turn, map(node.children.get, node.moves)
            found = [child for child in children if child and child.proven is not None]
            sure = [child for child in found if child.wins]
            if not sure and len(found) < len(node.moves):
                return
            best = max(sure or found, key=lambda child: rank(child, turn))
            assert best.proven is not None
            node.proven, node.distance = best.proven, best.distance + 1
            node.wins = node.mover == turn and bool(sure)

    # -- the answer ---------------------------------------------------------------------------

    def search(self, budget: Budget) -> list[RatedEvent]:
        """Spend a budget, unless all is certain before; return what was tried, the best first."""
        begun = perf_counter()
        while self.root.proven is None and not (self.done and budget.spent(begun, self.done) >= 1):
            self.grow()
        return self.answer()

    def answer(self) -> list[RatedEvent]:
        """The events at the root, the best first: what is certain, or was looked at most."""
        seat, children = self.view.seat, self.root.children
        best = max((c.mean for c in children.values() if c.proven is None), default=-inf)

        def order(event: AnyEvent) -> tuple[float, ...]:
            child = children[event]
            if child.proven is None:
                return (1, child.visits, child.mean)
            worth, soon = rank(child, seat)
            # What is certain is better than all guesses, or it is the last resort.
            return (2 if child.wins or worth >= best else 0, worth, soon)

        def opinion(event: AnyEvent) -> RatedEvent:
            child = children[event]
            proven = child.proven
            mean = child.mean if proven is None else proven[seat]
            return RatedEvent(event, child.visits, mean, proven is not None)

        return [*map(opinion, sorted(children, key=order, reverse=True))]


def rank(child: Node, turn: Seat) -> tuple[float, int]:
    """The better end first; a win soon, anything else late."""
    assert child.proven is not None
    worth = child.proven[turn]
    is_best = worth > 0 and worth == max(child.proven)
    return worth, -child.distance if is_best else child.distance


class TreeBot:
    """A bot that spends its budget on every event that is not forced.

    One that thinks by the clock keeps its tree, where nothing is hidden: what it has found about
    the position that comes of it is not looked for again, and it may ponder while another is to
    act. One with a number of playouts plays the same way each time, and keeps nothing.
    """

    def __init__(self, game: AnyGame, budget: Budget) -> None:
        self.game = game.unchecked()
        self.budget = budget
        self._tree: Tree | None = None
        has_worth = thinking_of(game).worth is not None
        self._quick = None if has_worth else engine_games(self.game, LONGEST)

    def __call__(self, view: AnyView, dice: Dice) -> AnyEvent:
        if len(view.legal) == 1:
            return view.legal[0]
        return self._begun(view, dice).search(self.budget)[0].event

    def ponder(self, view: AnyView) -> None:
        """Let the tree grow at another's turn, so far as memory allows."""
        if self.budget.seconds is None:
            return
        tree = self._begun(view, Dice(0))
        while tree.is_open and tree.root.proven is None and tree.root.visits < PONDERED:
            tree.grow()

    def _begun(self, view: AnyView, dice: Dice) -> Tree:
        """A tree for a view, with what is known of it already."""
        tree, reused = Tree(self.game, view, dice, self._ready(view)), self._tree
        if self.budget.seconds is None or not tree.is_open:
            return tree
        at = None if reused is None else reused.met(view.shown)
        if reused is not None and at is not None:
            at.mover = None
            tree.root, tree.low, tree.high = at, reused.low, reused.high
        self._tree = tree
        return tree

    def _ready(self, view: AnyView) -> EngineGames | None:
        """Return the engine, once it is compiled: somebody at a table does not wait for that."""
        if self._quick is None:
            return None
        world = thinking_of(self.game).imagine(view.shown, view.seat, Dice(1))
        return self._quick if starting(self._quick).is_ready(world) else None
