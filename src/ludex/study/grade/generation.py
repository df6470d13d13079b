"""Fresh scripts: the suite of the game, shared among as many tests as are asked for.

Where the document has an event that begins anew, several short scripts make a test; where it has
none, each is a test of its own, and those that show the most come first. When more tests are asked
for than there are scripts, random walks with near misses follow.
"""

from collections.abc import Callable, Iterator

from ludex.check.strange_events import strange_event
from ludex.kernel import (
    CHANCE,
    AnyEvent,
    AnyGame,
    AnyState,
    Dice,
    Fault,
    History,
    Redo,
    Refusal,
    Reset,
    Undo,
)
from ludex.study.suites.kept import kept_suite
from ludex.study.suites.selection import history_scripts

Script = tuple[AnyEvent, ...]

LENGTH = 20
"""Events of a walk."""


def generate_scripts(
    game: AnyGame,
    start: AnyState,
    count: int,
    seed: int,
    tell: Callable[[str], None] = lambda _: None,
    *,
    undo: bool = False,
) -> list[Script]:
    """Return so many scripts; with events of the history only where they are asked for."""
    found = kept_suite(game, start, tell)
    if undo:
        found += history_scripts(game, start, found)
    dice = Dice(seed)
    if count < len(found):
        return _joined(game, start, found, count, dice)
    return [*found, *random_walks(game, start, count - len(found), dice, undo=undo)]


def random_walks(
    game: AnyGame,
    start: AnyState,
    count: int,
    dice: Dice,
    *,
    undo: bool = False,
    length: int = LENGTH,
) -> Iterator[Script]:
    """Yield so many random games, each as far as so many events."""
    made = 0
    for _ in range(2 * count):
        walked = tuple(_walk(game, start, dice.split(), length, undo=undo))
        if walked and made < count:
            made += 1
            yield walked


def _joined(
    game: AnyGame, start: AnyState, scripts: list[Script], count: int, dice: Dice
) -> list[Script]:
    """The scripts in so many tests, of about the same length."""
    plain = [cls() for cls in game.events if not cls.fields() and not cls.beyond_source]
    if not any(isinstance(one, Reset) for one in plain):
        return scripts[:count]
    between = {one: _beginning_anew(game, start, one, plain) for one in scripts}
    last = [one for one in scripts if between[one] is None]
    first = [one for one in scripts if between[one] is not None]
    first = [first.pop(dice.below(len(first))) for _ in range(len(first))]
    tests: list[list[Script]] = [[] for _ in range(count)]
    for one in sorted(first, key=len, reverse=True):
        min(tests, key=lambda some: sum(map(len, some))).append(one)
    # A script after which nothing can begin anew ends a test; what is too much of them stands alone.
    ends = sorted(last, key=len)
    tests.sort(key=lambda some: sum(map(len, some)))
    made: list[Script] = []
    for i, some in enumerate(tests):
        events: list[AnyEvent] = []
        parts = [*some, *ends[i : i + 1]]
        for j, part in enumerate(parts):
            events += part
            if j + 1 < len(parts):
                events += between[part] or ()
        made.append(tuple(events))
    made += ends[count:]
    return [one for one in made if one]


def _beginning_anew(
    game: AnyGame, start: AnyState, script: Script, plain: list[AnyEvent]
) -> Script | None:
    """The events that lead from the end of a script back to the beginning."""
    s = _end(game, start, script)
    if s == start:
        return ()
    for reset in (one for one in plain if isinstance(one, Reset)):
        if game.refusal(s, reset) is None and reset.apply(s) == start:
            return (reset,)
        for move in plain:
            if move.of_history or game.refusal(s, move) is not None:
                continue
            t = move.apply(s)
            if game.refusal(t, reset) is None and reset.apply(t) == start:
                return (move, reset)
    return None


def _end(game: AnyGame, start: AnyState, script: Script) -> AnyState:
    history = History(game, start)
    for event in script:
        after = history.play(event)
        if not isinstance(after, Refusal):
            history = after
    return history.state


def _walk(
    game: AnyGame, start: AnyState, dice: Dice, length: int, *, undo: bool
) -> Iterator[AnyEvent]:
    """A random game, with near misses, queries and beginnings anew."""
    history = History(game, start)
    for _ in range(length):
        event = _next(game, history.state, dice, undo=undo)
        if event is None or event.beyond_source:
            continue
        try:
            after = history.play(event)
        except Fault:
            return
        yield event
        if not isinstance(after, Refusal):
            history = after


def _next(game: AnyGame, s: AnyState, dice: Dice, *, undo: bool) -> AnyEvent | None:
    mark = dice.below(100)
    if undo and mark < 13:
        return Undo() if mark < 8 else Redo()
    over = game.outcome(s) is not None
    if not over and game.turn(s) == CHANCE:
        return game.draw(s, dice)
    moves = [event for event in game.moves(s) if not event.beyond_source]
    if mark < 45:
        return strange_event(game, dice, dice.choice(moves) if moves else None)
    resets = (
        [event for event in game.legal(s) if isinstance(event, Reset)] if over or mark < 48 else []
    )
    if resets:
        return dice.choice(resets)
    return dice.choice(moves) if moves else strange_event(game, dice)
