"""Random walks through a game that lean towards what has not been tried yet."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from ludex.bots.evaluation import standing
from ludex.check.strange_events import strange_value
from ludex.kernel import CHANCE, AnyEvent, AnyGame, AnyState, Dice, Seat

BY_HAND = 3
"""Once in so many walks, where chance would deal and there is another way, that is taken."""

LAID = 100
"""Events by which a walk may be longer where a board is laid by hand: what never leads to play ends."""

NARROW = 6
"""Once in so many walks what leaves the fewest moves is preferred: games end by running out of them."""

LOOKED_AHEAD = 24
"""Events of which the next state is looked at, to choose among them."""


BALANCES = (0, 5, 15, 50)
"""Of a hundred choices so many are made between kinds of events first: where one kind has many
events and another a single one, the walk then takes the other more often."""

STRAY = 10
"""Of a hundred choices so many are made among all events, used before or not."""

ASIDE = 10
"""Once in so many events something is done that is no move, where that can be."""

GIVEN_UP = 8
"""Once in so many times that is something that ends the game: a game given up early shows little."""

BLUNDER = 5
"""Of a hundred choices in a walk that is played well so many are made among all moves."""


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
    well: bool = False,
) -> RandomWalk:
    """A walk of at most so many events; those not among the `used` are preferred, but for `stray`
    of a hundred. A board that is laid by hand may take some more (`LAID`). One that is played
    `well` comes to an end that random moves seldom reach.

    It ends at the end of a game, unless something that is no move leads on. Events that the
    source does not know are left alone unless they are wanted (`beyond`).
    """
    balance = dice.choice(BALANCES)
    by_hand = dice.below(BY_HAND) == 0
    narrow = dice.below(NARROW) == 0
    events: list[AnyEvent] = []
    states = [start]
    longest = length + LAID
    while len(events) < length:
        s = states[-1]
        event = _by_hand(game, s, dice, beyond=beyond) if by_hand else None
        if event is None:
            prefers = (
                _best if well and dice.below(100) >= BLUNDER else _narrowest if narrow else None
            )
            event = _next(game, s, dice, balance, used, stray=stray, beyond=beyond, prefers=prefers)
        elif len(events) + 1 == length < longest:
            length += 1  # what is laid out by hand is played, too
        if event is None:
            break
        events.append(event)
        states.append(event.apply(states[-1]))
    return RandomWalk(tuple(events), tuple(states))


def _by_hand(game: AnyGame, s: AnyState, dice: Dice, *, beyond: bool) -> AnyEvent | None:
    """Something that can be done where chance would deal; None where nothing can.

    Of such events those are chosen after which the most kinds of events without arguments are
    possible: so a board that is laid by hand is one that can be played.
    """
    if game.outcome(s) is not None or game.turn(s) != CHANCE:
        return None
    asides = [e for e in game.legal(s) if e.aside and (beyond or not e.beyond_source)]
    plain = [cls() for cls in game.events if not cls.fields() and not cls.by_chance]
    onward = [e for e in asides if not e.fields()]
    if onward and dice.below(8) == 0:
        return dice.choice(onward)
    asides = [e for e in asides if e.fields()]
    if not asides:
        return dice.choice(onward) if onward else None
    some = [dice.choice(asides) for _ in range(LOOKED_AHEAD)]
    after = [(e, e.apply(s)) for e in some]
    counts = [sum(game.refusal(t, one) is None for one in plain) for _, t in after]
    best = [e for (e, _), count in zip(after, counts, strict=True) if count == max(counts)]
    return dice.choice(best)


Preference = Callable[[AnyGame, Dice, AnyState, Sequence[AnyEvent]], Sequence[AnyEvent]]


def _best(game: AnyGame, _: Dice, s: AnyState, moves: Sequence[AnyEvent]) -> Sequence[AnyEvent]:
    """The moves after which the player on turn stands best."""
    worths = [standing(game, e.apply(s), Seat(game.turn(s))) for e in moves]
    return [e for e, worth in zip(moves, worths, strict=True) if worth == max(worths)]


def _narrowest(
    game: AnyGame, dice: Dice, s: AnyState, moves: Sequence[AnyEvent]
) -> Sequence[AnyEvent]:
    """The moves after which there are the fewest, of some."""
    some = [dice.choice(moves) for _ in range(min(len(moves), LOOKED_AHEAD // 3))]
    counts = [_move_count(game, e.apply(s)) for e in some]
    return [e for e, count in zip(some, counts, strict=True) if count == min(counts)]


def _move_count(game: AnyGame, s: AnyState) -> int:
    return 0 if game.outcome(s) is not None else len(game.moves(s))


def _next(
    game: AnyGame,
    s: AnyState,
    dice: Dice,
    balance: int,
    used: Collection[str],
    *,
    stray: int = STRAY,
    beyond: bool,
    prefers: Preference | None = None,
) -> AnyEvent | None:
    ended = game.outcome(s) is not None
    if not ended and game.turn(s) == CHANCE:
        return game.draw(s, dice)
    moves = [] if ended else game.moves(s)
    if ended or beyond or dice.below(ASIDE) == 0:
        asides = [e for e in game.legal(s) if e.aside and (beyond or not e.beyond_source)]
        lasting = [e for e in asides if ended or game.outcome(e.apply(s)) is None]
        if len(lasting) < len(asides) and (prefers is not None or dice.below(GIVEN_UP)):
            asides = lasting
        if asides and (not moves or dice.below(2)):
            moves = asides
    moves = [e for e in moves if beyond or not e.beyond_source]
    if not moves or (ended and dice.below(3)):
        return None
    if prefers is not None and not ended:
        return dice.choice(prefers(game, dice, s, moves))
    if dice.below(100) < balance:
        kind = dice.choice([*dict.fromkeys(map(type, moves))])
        moves = [e for e in moves if type(e) is kind]
    fresh = [e for e in moves if str(e) not in used] if used else []
    return dice.choice(fresh if fresh and dice.below(100) >= stray else moves)


def drop_needless(
    script: tuple[AnyEvent, ...], is_enough: Callable[[tuple[AnyEvent, ...]], bool], first: int = 1
) -> tuple[AnyEvent, ...]:
    """Return the script without the events that can be left out; the last ones (`kept`) stay."""
    for at in range(len(script) - 1 - first, -1, -1):
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
    varied: list[AnyEvent] = []
    s = start
    for i in range(len(events) + 1):
        event = events[i] if i < len(events) else None
        if i in changes:
            match dice.below(3 if event is not None else 1):
                case 0:
                    more = _next(game, s, dice, 50, (), beyond=True)
                    if more is not None:
                        varied.append(more)
                        s = more.apply(s)
                case 1:
                    event = None
                case _:
                    assert event is not None
                    event = _other(event, dice)
        if event is not None and game.refusal(s, event) is None:
            varied.append(event)
            s = event.apply(s)
    return tuple(varied), s


def _other(event: AnyEvent, dice: Dice) -> AnyEvent:
    """The event with another value of one argument."""
    if not event.fields():
        return event
    changed = dice.choice(event.fields())
    return replace(event, **{changed.name: strange_value(changed.domain, dice)})
