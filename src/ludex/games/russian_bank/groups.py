"""Runs of house cards: as a unit where the rules say so, else as planned single moves.

In the standard game cards move one at a time. `move_run` is only a shorter way to say a
series of such moves through empty houses; every one of them must be allowed. `move_group`
is a rule of its own (`group_moves` is unit).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, ClassVar

from ludex.games.russian_bank.building import builds_house, fits_house, is_house_number
from ludex.games.russian_bank.duties import (
    Duty,
    before_play,
    carried,
    open_duty,
    repeats,
)
from ludex.games.russian_bank.events import Move, in_play, nothing_skipped
from ludex.games.russian_bank.options import Groups
from ludex.games.russian_bank.state import HOUSES, Play, State
from ludex.games.russian_bank.stop import supervised
from ludex.games.russian_bank.turns import played
from ludex.kernel import Event, Guards, Whole

House = Annotated[int, Whole(1, 8)]
Count = Annotated[int, Whole(2, 13)]


def is_a_run(s: State, source: int, target: int, count: int) -> Guards:
    """Two houses, and so many cards on the first; a house is in sequence as it lies."""
    yield from is_house_number(s, source)
    yield from is_house_number(s, target)
    yield source != target or f"the cards already lie on house {target}"
    length = len(s.houses[source - 1])
    yield count >= 2 or "a run has at least two cards"
    yield count <= length or f"house {source} has no {count} cards, only {length}"
    lowest = s.houses[source - 1][-count]
    yield from builds_house(s.rules, lowest, s.houses[target - 1])


class MoveRun(Event[State]):
    """Move `count` cards from house `source` to house `target`, one by one over spaces."""

    aside: ClassVar[bool] = True
    source: House
    target: House
    count: Count

    def guards(self, s: State) -> Guards:
        yield from in_play(s)
        yield (
            s.rules.group_moves is Groups.MACRO
            or f"runs are moved otherwise (group_moves is {s.rules.group_moves.value})"
        )
        yield from is_a_run(s, self.source, self.target, self.count)
        plan = self.plan(s)
        yield bool(plan) or f"too few empty houses to move {self.count} cards"
        yield from allowed_in_turn(s, plan)

    def apply(self, s: State) -> State:
        plan, done = self.plan(s), s
        for play in plan:
            done = played(done, play)
        if s.rules.blocks:
            return done
        before, duty = first_skipped(s, plan)
        return supervised(before, duty, done)

    def plan(self, s: State) -> tuple[Play, ...]:
        """The single moves; none when there are too few spaces."""
        return planned(s, self.source, self.target, self.count)


def first_skipped(s: State, plan: tuple[Play, ...]) -> tuple[State, Duty | None]:
    """What the run skips first, and the position there: a run is one action."""
    start = s
    for play in plan:
        duty = before_play(s, play)
        if duty is not None:
            return s, duty
        s = played(s, play)
    return start, None


def allowed_in_turn(s: State, plan: tuple[Play, ...]) -> Guards:
    """Every single move of the plan is allowed when its turn comes, or a fault at most."""
    for play in plan:
        move = Move(*play)
        refusal = move.refusal(s)
        yield refusal is None or f"{move}: {refusal.text}"
        s = played(s, play)


def planned(s: State, source: int, target: int, count: int) -> tuple[Play, ...]:
    """Single moves that carry a run over; none when there are too few spaces."""
    spaces = [i + 1 for i, pile in enumerate(s.houses) if not pile and i + 1 != target]
    if count > 1 << len(spaces):
        return ()
    return tuple(_carry(source, target, count, spaces))


def _carry(a: int, b: int, count: int, spaces: list[int]) -> Iterator[Play]:
    """Half of the run waits in a space while the rest goes over; then it follows."""
    if count == 1:
        yield Play(HOUSES[a - 1], HOUSES[b - 1])
        return
    *others, space = spaces
    waiting = min(count - 1, 1 << len(others))
    yield from _carry(a, space, waiting, others)
    yield from _carry(a, b, count - waiting, others)
    yield from _carry(space, b, waiting, others)


class MoveGroup(Event[State]):
    """Move the `count` top cards of house `source`, a run, to house `target` as a unit."""

    source: House
    target: House
    count: Count

    def guards(self, s: State) -> Guards:
        yield (
            s.rules.group_moves is Groups.UNIT
            or f"cards move one by one (group_moves is {s.rules.group_moves.value})"
        )
        yield from is_a_run(s, self.source, self.target, self.count)
        yield (
            not repeats(s, self.source - 1, self.target - 1, self.count)
            or "this position has been there in this turn, and may not come again"
        )
        yield from nothing_skipped(s, open_duty(s))

    def apply(self, s: State) -> State:
        houses = carried(s.houses, self.source - 1, self.target - 1, self.count)
        turn = s.turn._replace(seen=(*s.turn.seen, s.houses))
        done = replace(s, houses=houses, turn=turn)
        if s.rules.blocks:
            return done
        return supervised(s, open_duty(s), done)


def runs(s: State) -> Iterator[tuple[int, int, int]]:
    """Source, target and count of every run that fits another house."""
    for i, pile in enumerate(s.houses, start=1):
        length = len(pile)
        if length < 2:
            continue
        low = pile[-1].rank
        for j, other in enumerate(s.houses, start=1):
            if i == j:
                continue
            # On a card only the next lower rank can go; in a space any may.
            count = other[-1].rank - low if other else 0
            counts = (count,) if other else range(2, length + 1)
            yield from (
                (i, j, n)
                for n in counts
                if 2 <= n <= length and fits_house(s.rules, pile[-n], other)
            )
