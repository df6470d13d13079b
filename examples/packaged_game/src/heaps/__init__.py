"""Heaps: players take stones from one heap at a time; the player who takes the last stone wins.

Three heaps lie on the table. In turn, each player chooses one of them and takes as many of its
stones as they like, but at least one. The player who takes the last stone of all wins; in the
preset `misere` that player loses.
"""

from dataclasses import dataclass
from typing import Annotated

from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, say, won


@dataclass(frozen=True, slots=True)
class Rules:
    """The sizes of the heaps, and the effect of the last stone."""

    first: Annotated[int, Whole(1, 20), "How many stones has heap 1?"] = 3
    second: Annotated[int, Whole(1, 20), "How many stones has heap 2?"] = 5
    third: Annotated[int, Whole(1, 20), "How many stones has heap 3?"] = 7
    misere: Annotated[bool, "Does the last stone lose?"] = False


@dataclass(frozen=True, slots=True)
class State:
    """The stones of each heap, and whose turn it is."""

    heaps: tuple[int, ...]
    turn: Seat = Seat(0)
    misere: bool = False


class Take(Event[State]):
    """Take `count` stones from the heap number `heap`."""

    heap: Annotated[int, Whole(1, 3)]
    count: Annotated[int, Whole(1, 20)]

    def guards(self, s: State) -> Guards:
        heap, count = self.heap, self.count
        yield (
            1 <= heap <= len(s.heaps)
            or say("no_heap", "there are the heaps 1 to {last}", last=len(s.heaps))
        )
        yield count >= 1 or say("nothing", "take at least one stone")
        left = s.heaps[heap - 1]
        yield count <= left or say("too_many", "heap {heap} has {left} left", heap=heap, left=left)

    def apply(self, s: State) -> State:
        heaps = list(s.heaps)
        heaps[self.heap - 1] -= self.count
        return State(tuple(heaps), Seat(1 - s.turn), s.misere)


def start(rules: Rules) -> State:
    """The heaps as the rules say."""
    return State((rules.first, rules.second, rules.third), misere=rules.misere)


def outcome(s: State) -> Outcome | None:
    """The last stone wins, or loses."""
    if any(s.heaps):
        return None
    taker = Seat(1 - s.turn)
    if s.misere:
        return won(s.turn, "the other took the last stone")
    return won(taker, "took the last stone")


def text(s: State) -> str:
    """A line for each heap."""
    return "\n".join(
        f"{number}: {'o' * stones or '-'}" for number, stones in enumerate(s.heaps, start=1)
    )


def shrinks(s: State, _: Event[State], t: State) -> bool:
    """Does every move take stones away?"""
    return sum(t.heaps) < sum(s.heaps)


game = Game(
    name="heaps",
    title="Heaps",
    summary="Take stones from one heap at a time; the last stone wins.",
    players=(2, 2),
    start=Start(start, {"standard": Rules(), "misere": Rules(misere=True)}),
    events=(Take,),
    turn=lambda s: s.turn,
    outcome=outcome,
    text=text,
    always={"no heap owes a stone": lambda s: min(s.heaps) >= 0},
    steps={"every move takes stones away": shrinks},
    sometimes={"one heap is empty": lambda s: 0 in s.heaps},
)
