"""Runs of house cards: as a unit where the rules say so, else as planned single moves.

In the standard game cards move one at a time. `move_run` is only a shorter way to say a
series of such moves through empty houses; every one of them must be allowed. `move_group`
is a rule of its own (where runs move as a unit).
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, ClassVar

from ludex.games.russian_bank.building import builds_house, fits_house, is_house_number
from ludex.games.russian_bank.duties import (
    before_play,
    carried,
    new_position,
    open_duty,
)
from ludex.games.russian_bank.ending import NO_GAME
from ludex.games.russian_bank.events import Move
from ludex.games.russian_bank.places import HOUSES, Kind, Place, Play, spoken
from ludex.games.russian_bank.state import Fault, Phase, State
from ludex.games.russian_bank.stop import Action, nothing_skipped
from ludex.games.russian_bank.turns import played
from ludex.kernel import Guards, Whole, say

House = Annotated[int, Whole(1, 8)]
Count = Annotated[int, Whole(2, 13)]


def house(number: int) -> Place:
    """The place of a house, which need not be on the table."""
    return Place(Kind.HOUSE, number)


def is_a_run(s: State, source: int, target: int, count: int) -> Guards:
    """Two houses, and so many cards on the first; a house is in sequence as it lies."""
    yield from is_house_number(s, source)
    yield from is_house_number(s, target)
    yield source != target or say(
        "same_pile", "the cards already lie on house {house}", house=target
    )
    pile = s.houses[source - 1]
    yield count >= 2 or say("no_run", "a run has at least two cards")
    yield count <= len(pile) or say(
        "no_run",
        "house {house} has no {count} cards, only {cards}",
        house=source, count=count, cards=len(pile),
    )  # fmt: skip
    yield from builds_house(s.rules, pile[-count], s.houses[target - 1])


class MoveRun(Action):
    """Move `count` cards from house `source` to house `target`, one by one over spaces."""

    aside: ClassVar[bool] = True
    source: House
    target: House
    count: Count

    def guards(self, s: State) -> Guards:
        yield s.phase is Phase.PLAY or NO_GAME
        yield s.rules.runs_move == "in_one_gesture" or say(
            "no_runs",
            "runs are moved otherwise under these rules",
            runs_move=s.rules.runs_move,
        )
        yield from is_a_run(s, self.source, self.target, self.count)
        plan = self.plan(s)
        yield bool(plan) or say(
            "no_room",
            "too few empty houses to move {count} cards",
            count=self.count,
        )
        for before, play in self.steps(s):
            refusal = Move(*play).refusal(before)
            yield refusal is None or say(
                "run_is_stopped",
                "on the way from {pile} to {target_pile}: {reason}",
                pile=spoken(play.source), target_pile=spoken(play.target),
                move=str(Move(*play)), reason=refusal.text,
            )  # fmt: skip

    def plan(self, s: State) -> tuple[Play, ...]:
        """The single moves; none when there are too few spaces."""
        return planned(s, self.source, self.target, self.count)

    def steps(self, s: State) -> Iterator[tuple[State, Play]]:
        """Each single move with the position before it."""
        for play in self.plan(s):
            yield s, play
            s = played(s, play)

    def fault(self, s: State) -> Fault | None:
        """A run is one action; what it skips first counts, and the position there."""
        for before, play in self.steps(s):
            fault = before_play(before, play)
            if fault is not None:
                return fault
        return None

    def done(self, s: State) -> State:
        for play in self.plan(s):
            s = played(s, play)
        return s


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


class MoveGroup(Action):
    """Move the `count` top cards of house `source`, a run, to house `target` as a unit."""

    source: House
    target: House
    count: Count

    def guards(self, s: State) -> Guards:
        yield s.rules.runs_move == "as_a_unit" or say(
            "no_runs",
            "cards move one by one under these rules",
            runs_move=s.rules.runs_move,
        )
        yield from is_a_run(s, self.source, self.target, self.count)
        yield from new_position(s, house(self.source), house(self.target), self.count)
        yield from nothing_skipped(s, self.fault(s))

    def fault(self, s: State) -> Fault | None:
        return open_duty(s)

    def done(self, s: State) -> State:
        a, b = house(self.source), house(self.target)
        turn = s.turn._replace(seen=(*s.turn.seen, s.houses))
        return replace(s, houses=carried(s.houses, a, b, self.count), turn=turn)


def runs(s: State) -> Iterator[tuple[int, int, int]]:
    """Source, target and count of every run that fits another house."""
    for i, pile in enumerate(s.houses, start=1):
        most = len(pile)
        for j, other in enumerate(s.houses, start=1):
            if i == j or most < 2:
                continue
            # On a card only the next lower rank can go; in a space any may.
            counts = range(2, most + 1)
            for n in (other[-1].rank - pile[-1].rank,) if other else counts:
                if 2 <= n <= most and fits_house(s.rules, pile[-n], other):
                    yield i, j, n
