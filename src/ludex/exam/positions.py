"""Positions for an exam: every guard that can refuse can be broken in some of them.

They come from random walks and, for guards that walks hardly meet, from the survey of the rulebook,
with events put in or left out. The seed alone decides which they are.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import inf

from ludex.check.trials import event_pool, some_events
from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Dice, Query, Reset, Seat
from ludex.kernel.loop import random_event
from ludex.study.coverage.obligations import Catalogue
from ludex.study.coverage.survey import Effort, survey
from ludex.study.coverage.walks import vary_script

WALKS = 24
LENGTH = 60
"""Random walks, or half as many as questions, and events of each at most."""

DRAWN = 250
"""The number of events drawn to find a legal one, if the rulebook lists none."""

LOOKED = 6
"""The number of states that are tried in a walk."""

ASKED = 24
"""The number of events of a kind that are tried in a state."""

EFFORT = Effort(states=150, questions=6_000, idle=2_000, seconds=inf)
VARIED = 10
"""The number of variations of a script of the survey."""

OUT_OF_TURN = 8
"""In a game for several players, one position in so many asks a player who is not on turn."""

TURN = "turn"
"""The name of the rule that players move in turn, which is no guard."""

Script = tuple[AnyEvent, ...]


@dataclass(frozen=True, slots=True)
class ExamPosition:
    """A position, the seat that has to answer, and the rules that an answer could break."""

    script: Script
    state: AnyState
    seat: Seat
    breakable: frozenset[str]
    hardness: float = 0.0
    """The share of the tried events that is refused."""


class _Looker:
    """Finds the rules that can be broken in a state."""

    def __init__(self, game: AnyGame, dice: Dice) -> None:
        self.game, self.dice = game, dice
        self.catalogue = Catalogue(game)
        self.kinds = [
            cls
            for cls in game.events
            if not (cls.by_chance or cls.aside or cls.beyond_source)
            and not issubclass(cls, Query | Reset)
        ]
        self.pools = {cls: event_pool(cls, 2) for cls in self.kinds}

    def events(self, cls: type[AnyEvent], s: AnyState) -> list[AnyEvent]:
        """Return some events of a kind, or all if there are few."""
        pool, dice = self.pools[cls], self.dice
        if pool is not None and len(pool) <= ASKED:
            return pool
        found = [*some_events(self.game, cls, s, dice, ASKED // 2)]
        return found + [dice.choice(pool) for _ in range(ASKED // 2)] if pool else found

    def look(self, script: Script, s: AnyState) -> ExamPosition | None:
        """Return the position, unless there is nothing to decide in it."""
        game = self.game
        if game.outcome(s) is not None or game.turn(s) == CHANCE:
            return None
        tried = [event for cls in self.kinds for event in self.events(cls, s)]
        rules = Counter(filter(None, (rule_of(self.catalogue, s, event) for event in tried)))
        if rules.total() == len(tried) and not game.moves(s):
            return None
        hardness = rules.total() / max(1, len(tried))
        return ExamPosition(script, s, game.turn(s), frozenset(rules), hardness)


def rule_of(catalogue: Catalogue, s: AnyState, event: AnyEvent) -> str | None:
    """Return the rule that an event breaks: its name and the guard's number, or the kernel's code."""
    refusal = catalogue.game.refusal(s, event)
    if refusal is None:
        return None
    if not refusal.guard:
        return refusal.code
    number = catalogue.numbers.get((event.name, refusal.site)) if refusal.site else None
    return f"{event.name}:{number or refusal.guard}"


def choose_positions(
    game: AnyGame,
    start: AnyState,
    count: int,
    seed: int,
    tell: Callable[[str], None] = lambda _: None,
) -> list[ExamPosition]:
    """Return `count` positions: for the rarest guard first, in turns a hard and a random position."""
    game, dice = game.unchecked(), Dice(seed)
    looker, found = _Looker(game, dice), list[ExamPosition]()
    for number in range(max(WALKS, count // 2)):
        tell(f"looking for positions: {number} walks")
        steps = [(None, start), *islice(_random_game(looker, start), LENGTH)]
        events = tuple(event for event, _ in steps if event is not None)
        for at in sorted({dice.below(len(steps)) for _ in range(LOOKED)}):
            if (position := looker.look(events[:at], steps[at][1])) is not None:
                found.append(position)
    found += _rare(looker, start, found, seed, tell)
    chosen = _spread([*{(one.script): one for one in found}.values()], count, dice)
    if game.seat_count(start) > 1:
        chosen[OUT_OF_TURN - 1 :: OUT_OF_TURN] = [
            _out_of_turn(game, one) for one in chosen[OUT_OF_TURN - 1 :: OUT_OF_TURN]
        ]
    return chosen


def _random_game(looker: _Looker, s: AnyState) -> Iterator[tuple[AnyEvent, AnyState]]:
    """Yield the events of a random game with the states after them.

    If the rulebook does not list events, legal ones are drawn.
    """
    game, dice = looker.game, looker.dice
    listed = game.speed.candidates or game.speed.refinement
    pool = () if listed else [event for one in looker.pools.values() for event in one or ()]
    while game.outcome(s) is None:
        event = None
        if pool and game.turn(s) != CHANCE:
            some = (dice.choice(pool) for _ in range(DRAWN))
            event = next((one for one in some if one.permitted(s)), None)
        event = event or random_event(game, s, dice)
        if event is None:
            return
        s = event.apply(s)
        yield event, s


def _rare(
    looker: _Looker,
    start: AnyState,
    found: list[ExamPosition],
    seed: int,
    tell: Callable[[str], None],
) -> list[ExamPosition]:
    """Return positions for the guards that walks have not met, by the scripts of the survey."""
    game, catalogue, dice = looker.game, looker.catalogue, looker.dice
    met = {rule for one in found for rule in one.breakable}
    names = {cls.name for cls in looker.kinds}
    wanted = {one: f"{one.event}:{one.guard}" for one in catalogue.refusals() if one.event in names}
    if met.issuperset(wanted.values()):
        return []
    tell("looking for positions: guards that are rarely met")
    witness = survey(game, start, EFFORT, seed=seed).witness
    more = []
    for one, rule in wanted.items():
        script = witness.get(one) if rule not in met else None
        if script is None:
            continue
        way, s, last = script[:-1], start, script[-1]
        for event in way:
            s = event.apply(s)
        for _ in range(VARIED):
            other, t = vary_script(game, start, way, dice)
            if rule_of(catalogue, t, last) == rule and looker.look(other, t) is not None:
                way, s = other, t
                break
        if (position := looker.look(way, s)) is not None:
            rules = position.breakable | {rule}
            more.append(ExamPosition(way, s, position.seat, rules, position.hardness))
    return more


def _spread(found: list[ExamPosition], count: int, dice: Dice) -> list[ExamPosition]:
    """Return `count` of them, so that each rule can be broken about equally often."""
    can_break = Counter(rule for one in found for rule in one.breakable)
    counts = dict.fromkeys(sorted(can_break, key=lambda rule: (can_break[rule], rule)), 0)
    left, chosen = [*found], list[ExamPosition]()
    while left and len(chosen) < count:
        open_rules = [rule for rule in counts if any(rule in one.breakable for one in left)]
        rule = min(open_rules, key=lambda one: counts[one], default=None)
        some = [one for one in left if rule is None or rule in one.breakable]
        hardest = max(some, key=lambda one: one.hardness)
        position = hardest if len(chosen) % 2 else dice.choice(some)
        left.remove(position)
        chosen.append(position)
        for one in position.breakable:
            counts[one] += 1
    dice.shuffle(chosen)
    return chosen


def _out_of_turn(game: AnyGame, one: ExamPosition) -> ExamPosition:
    """Return the same position with a question to the next player."""
    other = Seat((one.seat + 1) % game.seat_count(one.state))
    if game.moves(one.state, other):
        return one
    return ExamPosition(one.script, one.state, other, frozenset({TURN}), one.hardness)
