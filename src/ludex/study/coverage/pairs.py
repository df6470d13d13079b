"""Pairs of guards that were seen to fail, but not together: an event that makes the one fail, then
the other.

Some pairs are too rare for random walks, though either guard is easy to reach: a piece in the
way of a knight is common, and so is a game that is lost, but few boards are both. So a short
walk is looked through for events of which the second guard fails; what is not needed for that is
left out; and then comes what has made the first guard fail elsewhere.
"""

from collections.abc import Callable, Iterator, Sequence

from ludex.check.trials import ask_guards, kernel_refuses
from ludex.kernel import AnyEvent, AnyState, Dice
from ludex.study.coverage.obligations import Catalogue, GuardOrder, Refused, Script, Survey
from ludex.study.coverage.walks import walk

LENGTH = 12
"""Events of the walk: more would only be left out again."""

TRIES = 10
"""Events of a kind that are tried in a state, for each pair."""

Joined = tuple[AnyEvent, AnyState, Script]
"""An event to be asked about, in a state, and the way there."""


def wanted_pairs(found: Survey) -> dict[type[AnyEvent], list[GuardOrder]]:
    """Pairs that were not seen, of guards that were, by the kind of event."""
    pairs: dict[type[AnyEvent], list[GuardOrder]] = {}
    for one in found.catalogue.couples():
        if one not in found.witness and all(
            Refused(one.event, guard) in found.witness for guard in (one.first, one.second)
        ):
            pairs.setdefault(found.catalogue.classes[one.event], []).append(one)
    return pairs


def find_pairs(
    found: Survey,
    offered: Callable[[type[AnyEvent], AnyState], Sequence[AnyEvent]],
    dice: Dice,
) -> Iterator[Joined]:
    """Yield events and states in which two guards may fail together, found from one walk."""
    catalogue, start = found.catalogue, found.start
    walked = walk(catalogue.game, start, dice, LENGTH)
    s = walked.states[-1]
    for cls, pairs in wanted_pairs(found).items():
        events = offered(cls, s)
        found.questions += len(events)
        failing: dict[int, list[AnyEvent]] = {}
        for event in events:
            for guard in _failed(catalogue, s, event):
                failing.setdefault(guard, []).append(event)
        for one in pairs:
            those = failing.get(one.second, ())
            for event in {dice.choice(those): None for _ in those[:TRIES]}:
                way = _drop_needless(catalogue, start, walked.events, event, one.second)
                more = found.witness[Refused(one.event, one.first)][:-1]
                yield event, *_legal_part(catalogue, start, (*way, *more))


def _failed(catalogue: Catalogue, s: AnyState, event: AnyEvent) -> Sequence[int]:
    """The guards of an event that fail, unless the kernel refuses it before they are asked."""
    if kernel_refuses(catalogue.game, s, event):
        return ()
    return catalogue.failed(event.name, ask_guards(event, s))


def _drop_needless(
    catalogue: Catalogue, start: AnyState, way: Script, event: AnyEvent, guard: int
) -> Script:
    """The way without what is not needed for the guard to fail at its end."""
    for at in range(len(way) - 1, -1, -1):
        s, fewer = _legal_part(catalogue, start, way[:at] + way[at + 1 :])
        if guard in _failed(catalogue, s, event):
            way = fewer
    return way


def _legal_part(
    catalogue: Catalogue, s: AnyState, events: Sequence[AnyEvent]
) -> tuple[AnyState, Script]:
    """Return the state after the events, and the events themselves without the refused ones."""
    legal = []
    for event in events:
        if catalogue.game.refusal(s, event) is None:
            legal.append(event)
            s = event.apply(s)
    return s, tuple(legal)
