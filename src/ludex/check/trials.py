"""Questions to guards: the events to try in a state, and the answers of every guard."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import prod
from types import FrameType, GeneratorType
from typing import NamedTuple

from ludex.check.strange_events import strange_event, strange_event_of
from ludex.kernel import (
    AnyEvent,
    AnyGame,
    AnyState,
    Dice,
    Fault,
    Query,
)
from ludex.kernel.event import GuardSite, site_of

LISTED = 20_000
"""The most events of a kind made by the domains; of more, only some are asked about."""

SOME = 200
"""So many, in each state."""

HOSTILE = 40
"""Hostile values of an argument that are tried."""


WRONG = 2
"""Of each, where all are hostile together."""


class Answers(NamedTuple):
    """The answers of an event's guards in a state: asking goes on after one that fails."""

    failed: tuple[GuardSite, ...]
    """In order; the first is the refusal."""

    passed: tuple[GuardSite, ...]
    undefined: bool
    """Has one raised, or given something that is no answer? Those after it were not asked."""

    words: tuple[str, ...] = ()
    """The reason of each failed guard."""


def ask_guards(event: AnyEvent, s: AnyState) -> Answers:
    """Ask every guard of an event."""
    failed, passed, undefined = list[GuardSite](), list[GuardSite](), False
    words: list[str] = []
    try:
        guards: Iterator[object] = event.guards(s)  # whatever a faulty rulebook gives
        for answer in guards:
            if answer is not True and not isinstance(answer, str):
                undefined = True
                break
            site = site_of(guards)  # type: ignore[arg-type]  # as above
            if site is not None:
                (passed if answer is True else failed).append(site)
                if isinstance(answer, str):
                    words.append(answer)
    except Exception:  # noqa: BLE001  # a guard that raises is undefined here
        undefined = True
    return Answers(tuple(failed), tuple(passed), undefined, tuple(words))


def innermost(guards: object) -> FrameType | None:
    """Return the frame that stands at a `yield`, of the guards or of those that they bring in."""
    while isinstance(guards, GeneratorType):
        if not isinstance(guards.gi_yieldfrom, GeneratorType):
            return guards.gi_frame
        guards = guards.gi_yieldfrom
    return None


def guard_trail(event: AnyEvent, s: AnyState) -> tuple[int, ...]:
    """Return the answers of the guards by their places alone: quick, and good for comparing.

    The same trail of the same kind of event stands for the same answers.
    """
    found: list[int] = []
    try:
        guards: Iterator[object] = event.guards(s)
        for answer in guards:
            frame = innermost(guards)
            if frame is None:
                return ()
            line = frame.f_lineno
            found += (id(frame.f_code), line if answer is True else -line)
    except Exception:  # noqa: BLE001  # as above
        found.append(0)
    return tuple(found)


def event_pool(cls: type[AnyEvent], hostile: int = HOSTILE) -> list[AnyEvent] | None:
    """Every event of a kind, and hostile ones; None where they are too many.

    One argument is hostile at a time, beside a few values of the others; then all are.
    """
    if prod(one.domain.size for one in cls.fields()) > LISTED:
        return None
    values = [[*f.domain.values()] for f in cls.fields()]
    made = dict.fromkeys(cls(*chosen) for chosen in product(*values))
    for i, one in enumerate(cls.fields()):
        few = [[v[0], v[len(v) // 2], v[-1]] for v in values]
        few[i] = [*islice(one.domain.hostile(), hostile)]
        made |= dict.fromkeys(cls(*chosen) for chosen in islice(product(*few), hostile * 9))
    wrong = [[*islice(f.domain.hostile(), WRONG)] for f in cls.fields()]
    if len(wrong) > 1:
        made |= dict.fromkeys(cls(*chosen) for chosen in islice(product(*wrong), LISTED))
    return [*made]


def some_events(
    game: AnyGame, cls: type[AnyEvent], s: AnyState, dice: Dice, most: int = SOME
) -> Sequence[AnyEvent]:
    """Some events of a kind: those offered, their neighbours, and any."""
    listed = game.speed.candidates
    offered = [e for e in listed(s) if type(e) is cls][:most] if listed else []
    made = list(offered)
    for _ in range(most):
        near = dice.choice(offered) if offered else None
        event = strange_event(game, dice, near)
        if type(event) is not cls:
            event = strange_event_of(cls, dice)
        made.append(event)
    return made


def try_out(game: AnyGame, s: AnyState, event: AnyEvent) -> bool:
    """Answer a query, or make an aside, and throw away what comes of it; was it one of them?"""
    if isinstance(event, Query):
        event.answer(s)
        return True
    is_aside = event.aside and not event.by_chance
    if is_aside:
        game.after(s, event)
    return is_aside


def kernel_refuses(game: AnyGame, s: AnyState, event: AnyEvent) -> bool:
    """Does the kernel itself refuse all events of this kind here: at the end, at chance?"""
    try:
        refusal = game.refusal(s, event)
    except Fault:
        return False
    except Exception:  # noqa: BLE001  # a turn or an outcome that raises is found elsewhere
        return True
    return refusal is not None and refusal.guard == 0
