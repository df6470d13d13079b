"""Games as histories of numbers, as OpenSpiel wants them: nodes, transitions, and each seat's
observations.

A `HistoryNode` is where a game stands, with all that led there; `SpielRules` are what the nodes of a game share.
Neither ever changes, so that the many copies that tree searches make cost nothing.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from ludex.envs.episode import outcome_reward, score_reward
from ludex.envs.table import ChanceNumbering, LearningTable, NoTable, TableOptions
from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Seat
from ludex.language.position import position_line
from ludex.parts.secret_dice import dice_for
from ludex.registry import refined

PARAMETERS = {
    "preset": "",
    "options": "",
    "players": 0,
    "deal": -1,
    "position": "",
    "reward": "auto",
    "deals": 1000,
    "limit": 2000,
}
OVER = -4
"""The player number for a game in which nobody acts any more, as OpenSpiel counts."""

NUMBERS = 20_000
"""So many numbers has the tensor of an information state, if all of the game does not fit."""


class HistoryNode:
    """A state of a game and how it came there. It never changes, so copies are itself."""

    def __init__(
        self,
        state: Any,  # noqa: ANN401
        before: "HistoryNode | None" = None,
        actor: int = 0,
        event: Any = None,  # noqa: ANN401
    ) -> None:
        self.state, self.before, self.actor, self.event = state, before, actor, event
        self.length: int = 0 if before is None else before.length + 1
        by_chance = before is not None and actor == CHANCE
        self.chances: int = 0 if before is None else before.chances + by_chance
        self.lines: dict[int, str] = {}
        self.legal: dict[int, AnyEvent] | None = None
        """The legal events of the seat on turn, once somebody has asked."""

    def __deepcopy__(self, _: object) -> "HistoryNode":
        return self

    def path(self) -> "Iterator[HistoryNode]":
        """List the nodes from here back to the beginning."""
        at: HistoryNode | None = self
        while at is not None:
            yield at
            at = at.before

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _rebuild, ([(at.state, at.actor, at.event) for at in self.path()],)


def _rebuild(steps: list[tuple[Any, int, Any]]) -> HistoryNode:
    """Make a node from all the steps that led to it: long games are deep."""
    node: HistoryNode | None = None
    for state, actor, event in reversed(steps):
        node = HistoryNode(state, node, actor, event)
    assert node is not None
    return node


class SpielRules:
    """The rules that all states of a game share; copies are itself."""

    def __init__(self, game: AnyGame, parameters: dict[str, Any]) -> None:
        self.given, self.parameters = game, parameters
        known = {**PARAMETERS, **parameters}
        deal: int | str | None = str(known["position"]) or None
        if known["deal"] != PARAMETERS["deal"]:
            deal = int(known["deal"])
        options = TableOptions(
            preset=str(known["preset"]) or None,
            players=int(known["players"]) or None,
            options=dict(map(_read_option, str(known["options"]).split())),
            deal=deal,
        )
        self.table = LearningTable(game, options)
        self.game = self.table.game
        self.limit, self.deals = int(known["limit"]), int(known["deals"])
        if self.limit < 1 or self.deals < 1:
            raise NoTable("limit and deals are 1 or more")
        if known["reward"] not in ("auto", "outcome", "score"):
            raise NoTable(f"reward={known['reward']!r}: expected auto, outcome or score")
        self.is_set_up = self.table.puzzles is not None and deal is None
        self.chances: ChanceNumbering | None = None
        with suppress(NoTable):
            self.chances = ChanceNumbering(self.game)
        self.small = None if self.is_set_up else explore_small(self.game, self.table.start)
        by_score = known["reward"] == "score"
        if known["reward"] == "auto" and self.small is not None:
            by_score = self.small.has_scores
        self.pay = score_reward if by_score else outcome_reward
        self.memory = max(1, min(self.longest + 1, NUMBERS // len(self.table.observation)))

    def __deepcopy__(self, _: object) -> "SpielRules":
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return rules_of, (self.given, self.parameters)

    @property
    def longest(self) -> int:
        """Count the events of the longest game, chance included."""
        return self.limit if self.small is None else min(self.limit, self.small.longest)

    @property
    def has_chance(self) -> bool:
        """Does chance do anything?"""
        return self.is_set_up or has_chance(self.game)

    @property
    def is_zero_sum(self) -> bool:
        """Does each gain what the others lose?"""
        by_scores = self.small is not None and self.small.is_zero_sum
        is_shared = self.pay is outcome_reward or by_scores
        return self.table.seats > 1 and is_shared

    def first(self) -> HistoryNode:
        """Return the beginning; where a puzzle is to be drawn, nothing stands yet."""
        if self.is_set_up:
            return HistoryNode(None)
        state, event = self.table.first(self.table.options.deal, 0)
        return HistoryNode(state if event is None else self.game.after(state, event))

    # -- who does what -------------------------------------------------------------------

    def turn(self, node: HistoryNode) -> int:
        """Return the seat on turn, chance, or nobody."""
        if node.state is None:
            return int(CHANCE)
        if node.length >= self.limit or self.game.outcome(node.state) is not None:
            return OVER
        turn = self.game.turn(node.state)
        if turn == CHANCE:
            return int(CHANCE)
        return int(turn) if self.legal(node, turn) else OVER

    def legal(self, node: HistoryNode, seat: Seat) -> dict[int, AnyEvent]:
        """Return what a seat can do, by number."""
        if seat != self.game.turn(node.state):
            return {}
        if node.legal is None:
            known = self.game.view(node.state, seat)
            node.legal = self.table.numbering.legal(known, seat)[0]
        return node.legal

    def outcomes(self, node: HistoryNode) -> list[tuple[int, float]]:
        """List what chance can do, by number."""
        if node.state is None or self.chances is None:
            return [(k, 1 / self.deals) for k in range(self.deals)]
        return [(n, float(p)) for n, _, p in self.chances.outcomes(node.state)]

    def drawn(self, node: HistoryNode, number: int) -> AnyEvent:
        """Return what chance does by a number."""
        if self.chances is not None:
            for known, event, _ in self.chances.outcomes(node.state):
                if known == number:
                    return event
            raise ValueError(f"chance cannot do {number} here")
        return self.game.draw(node.state, dice_for(number, node.chances, "chance"))

    def after(self, node: HistoryNode, number: int) -> HistoryNode:
        """Return where an action leads."""
        if node.state is None:
            state, _ = self.table.first(None, number)
            return HistoryNode(state, node, CHANCE)
        turn = self.game.turn(node.state)
        event = self.drawn(node, number) if turn == CHANCE else self.legal(node, turn)[number]
        return HistoryNode(self.game.after(node.state, event), node, turn, event)

    def returns(self, node: HistoryNode) -> list[float]:
        """Return what each seat has got."""
        outcome, seats = (
            None if node.state is None else self.game.outcome(node.state),
            self.table.seats,
        )
        if outcome is None:
            return [0.0] * seats
        return [self.pay(outcome, Seat(seat), seats) for seat in range(seats)]

    # -- what is seen --------------------------------------------------------------------

    def line(self, node: HistoryNode, seat: int) -> str:
        """Write what a seat sees, and what it did to come there."""
        if seat not in node.lines:
            own = f"{node.event} > " if node.actor == seat and node.event else ""
            node.lines[seat] = own + self.seen(node, seat)
        return node.lines[seat]

    def seen(self, node: HistoryNode, seat: int) -> str:
        """Write what a seat sees, on one line."""
        if node.state is None:
            return ""
        return position_line(self.game, self.game.view(node.state, Seat(seat)))

    def remembered(self, node: HistoryNode, seat: int) -> str:
        """Write all that a seat has seen and done."""
        lines = [self.line(at, seat) for at in node.path()]
        return "\n".join(reversed(lines))


def _read_option(part: str) -> tuple[str, str]:
    """Read `ante:1`; OpenSpiel takes no second = in a line of parameters."""
    name, mark, value = part.replace("=", ":", 1).partition(":")
    if not mark:
        raise NoTable(f"options={part!r}: write NAME:VALUE")
    return name, value


def rules_of(game: AnyGame, parameters: dict[str, Any]) -> SpielRules:
    """Return the rules of a game with these parameters, found once."""
    key = game.events, *sorted(parameters.items())
    if key not in _KNOWN:
        if len(_KNOWN) >= REMEMBERED:
            _KNOWN.clear()
        _KNOWN[key] = SpielRules(game, parameters)
    return _KNOWN[key]


_KNOWN: dict[object, SpielRules] = {}
REMEMBERED = 64


def has_chance(game: AnyGame) -> bool:
    """Is there any event of chance?"""
    return any(cls.by_chance for cls in game.events)


DEEPEST = 24
MOST_STATES = 20_000
"""Games that get longer, or have more states, are not small."""


class SmallGame(NamedTuple):
    """A game whose every end was seen."""

    longest: int
    """Events, chance included."""

    least: float
    most: float
    """Between which the scores of all ends lie."""

    has_scores: bool
    is_zero_sum: bool
    states: int


class _TooLarge(Exception):
    """It is not small."""


def explore_small(plain: AnyGame, start: AnyState) -> SmallGame | None:
    """Look at every end of a small game; None for others."""
    game = refined(plain).unchecked()
    known: dict[AnyState, int] = {}
    scores: set[tuple[int, ...]] = set()

    def longest(s: AnyState, depth: int) -> int:
        if s in known:
            return known[s]
        if depth > DEEPEST or len(known) >= MOST_STATES:
            raise _TooLarge
        outcome = game.outcome(s)
        if outcome is not None:
            scores.add(outcome.scores)
            known[s] = 0
            return 0
        if game.turn(s) == CHANCE:
            listed = game.chance(s)
            if listed is None:
                raise _TooLarge
            events = [event for event, _ in listed]
        else:
            events = game.moves(s)
        known[s] = -1  # a state that comes again makes games without an end
        deep = 0
        for event in events:
            below = longest(game.after(s, event), depth + 1)
            if below < 0:
                raise _TooLarge
            deep = max(deep, 1 + below)
        known[s] = deep
        return deep

    try:
        deep = longest(start, 0)
    except _TooLarge:
        return None
    every = [score for row in scores for score in row]
    return SmallGame(
        longest=deep,
        least=float(min(every, default=0)),
        most=float(max(every, default=0)),
        has_scores=bool(every) and all(scores),
        is_zero_sum=all(sum(row) == 0 for row in scores),
        states=len(known),
    )
