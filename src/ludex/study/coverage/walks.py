"""Random walks through a game that lean towards what has not been tried yet."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Dice

Lean = Callable[[AnyState, Sequence[AnyEvent]], Sequence[AnyEvent]]

BALANCES = (0, 5, 15, 50)
"""Of a hundred choices so many are made between kinds of events first: where one kind has many
events and another a single one, the walk then takes the other more often."""

STRAY = 10
"""Of a hundred choices so many are made among all events, used before or not."""

ASIDE = 10
"""Once in so many events something is done that is no move, where that can be."""


class RandomWalk(NamedTuple):
    """Events, and the states before each of them and after the last."""

    events: tuple[AnyEvent, ...]
    states: tuple[AnyState, ...]

    def way(self, number: int) -> tuple[AnyEvent, ...]:
        """The events before a state."""
        return self.events[:number]


def walk(
    game: AnyGame,
    start: AnyState,
    dice: Dice,
    length: int,
    *,
    used: Collection[str] = (),
    stray: int = STRAY,
    beyond: bool = False,
    lean: Lean | None = None,
) -> RandomWalk:
    """A walk of at most so many events; those not among the `used` are preferred, but for `stray`
    of a hundred.

    It ends at the end of a game, unless something that is no move leads on. Events that the
    source does not know are left alone unless they are wanted (`beyond`). `lean` may say which
    of the moves in a state are better than others.
    """
    balance = dice.choice(BALANCES)
    events: list[AnyEvent] = []
    states = [start]
    while len(events) < length:
        event = _next(game, states[-1], dice, balance, used, stray=stray, beyond=beyond, lean=lean)
        if event is None:
            break
        events.append(event)
        states.append(event.apply(states[-1]))
    return RandomWalk(tuple(events), tuple(states))


def _next(
    game: AnyGame,
    s: AnyState,
    dice: Dice,
    balance: int,
    used: Collection[str],
    *,
    stray: int = STRAY,
    beyond: bool,
    lean: Lean | None = None,
) -> AnyEvent | None:
    ended = game.outcome(s) is not None
    if not ended and game.turn(s) == CHANCE:
        return game.draw(s, dice)
    moves = [] if ended else game.moves(s)
    if ended or beyond or dice.below(ASIDE) == 0:
        asides = [e for e in game.legal(s) if e.aside and (beyond or not e.beyond_source)]
        if asides and (not moves or dice.below(2)):
            moves = asides
    moves = [e for e in moves if beyond or not e.beyond_source]
    if not moves or (ended and dice.below(3)):
        return None
    better = lean(s, moves) if lean is not None and not ended else ()
    if better:
        return dice.choice(better)
    if dice.below(100) < balance:
        kind = dice.choice([*dict.fromkeys(map(type, moves))])
        moves = [e for e in moves if type(e) is kind]
    fresh = [e for e in moves if str(e) not in used] if used else []
    return dice.choice(fresh if fresh and dice.below(100) >= stray else moves)


def drop_needless(
    script: tuple[AnyEvent, ...], is_enough: Callable[[tuple[AnyEvent, ...]], bool], kept: int = 1
) -> tuple[AnyEvent, ...]:
    """Return the script without the events that can be left out; the last ones (`kept`) stay."""
    for at in range(len(script) - 1 - kept, -1, -1):
        fewer = script[:at] + script[at + 1 :]
        if is_enough(fewer):
            script = fewer
    return script


def vary_script(
    game: AnyGame, start: AnyState, events: Sequence[AnyEvent], dice: Dice
) -> tuple[tuple[AnyEvent, ...], AnyState]:
    """The script with one to three events put in, left out or changed; and where it leads.

    What is no longer legal is left out.
    """
    changes = {dice.below(len(events) + 1) for _ in range(1 + dice.below(3))}
    kept: list[AnyEvent] = []
    s = start
    for i in range(len(events) + 1):
        event = events[i] if i < len(events) else None
        if i in changes:
            match dice.below(3 if event is not None else 1):
                case 0:
                    more = _next(game, s, dice, 50, (), beyond=True)
                    if more is not None:
                        kept.append(more)
                        s = more.apply(s)
                case 1:
                    event = None
                case _:
                    assert event is not None
                    event = _other(event, dice)
        if event is not None and game.refusal(s, event) is None:
            kept.append(event)
            s = event.apply(s)
    return tuple(kept), s


def _other(event: AnyEvent, dice: Dice) -> AnyEvent:
    """The event with another value of one argument."""
    if not event.fields():
        return event
    changed = dice.choice(event.fields())
    return replace(event, **{changed.name: changed.domain.strange(dice)})
