"""History: the events played so far, as a value that can go back and forth.

A history never changes: playing, undoing and redoing give a new one that shares the rest.
Queries and refused events are no part of it; a reset begins a new one.

A table that stays in memory may let the states of old steps go: the events say what they were.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from ludex.kernel.event import Event, Query, Redo, Refusal, Reset, Undo
from ludex.kernel.game import Game
from ludex.kernel.texts.sentence import say

S = TypeVar("S")

NOTHING_TO_UNDO = say("nothing_to_undo", "Nothing to undo")
NOTHING_TO_REDO = say("nothing_to_redo", "Nothing to redo")

RECENT = 8
"""The number of last steps that keep their states."""

EVERY = 16
"""Every step with a multiple of this number keeps its state."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Step(Generic[S]):
    """One played event and the state it led to, on top of the steps before it."""

    event: Event[S]
    state: S
    rest: "Step[S] | None"
    count: int

    def __getattr__(self, name: str) -> S:
        """Work out again a state that was let go."""
        if name != "state":
            raise AttributeError(name)
        missing, step = [self], self.rest
        while type(step) is Step and not _has_state(step):
            missing.append(step)
            step = step.rest
        assert step is not None, "the first step keeps its state"
        state = step.state
        for one in reversed(missing):
            state = one.event.apply(state)
            STATE.__set__(one, state)
        return state


STATE: Final = Step.__dict__["state"]
"""The slot of a step for its state, which may be empty."""


def _has_state(step: Step[S]) -> bool:
    try:
        STATE.__get__(step, Step)
    except AttributeError:
        return False
    return True


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class History(Generic[S]):
    """A game's first state, the events played, and those taken back."""

    game: Game[S]
    start: S
    past: Step[S] | None = None
    future: Step[S] | None = None

    # A chain of steps is too long to be compared, printed or hashed by recursion.

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        return (
            self.game is other.game
            and self.start == other.start
            and _events(self.past) == _events(other.past)
            and _events(self.future) == _events(other.future)
        )

    def __hash__(self) -> int:
        return hash((self.game.name, self.start, self.length))

    def __repr__(self) -> str:
        return f"<History of {self.game.name}: {self.length} events>"

    @property
    def state(self) -> S:
        return self.past.state if self.past else self.start

    @property
    def length(self) -> int:
        """Return the number of events that have been played (and not taken back)."""
        return self.past.count if self.past else 0

    def play(self, event: Event[S]) -> "History[S] | Refusal":
        """Return the history after `event`, or the refusal."""
        match event:
            case Undo():
                return self.undone() or Refusal(event, NOTHING_TO_UNDO, 1)
            case Redo():
                return self.redone() or Refusal(event, NOTHING_TO_REDO, 1)
            case Query():
                return self.game.refusal(self.state, event) or self
        state = self.game.apply(self.state, event)
        if isinstance(state, Refusal):
            return state
        if isinstance(event, Reset):
            return History(self.game, state)
        step = Step(event, state, self.past, self.length + 1)
        return History(self.game, self.start, step)

    def undone(self) -> "History[S] | None":
        """Return the history one event back, or None at the start."""
        if self.past is None:
            return None
        past = self.past
        taken_back = Step(past.event, past.state, self.future, past.count)
        return History(self.game, self.start, past.rest, taken_back)

    def redone(self) -> "History[S] | None":
        """Return the history with the last undone event played again, or None if there is none."""
        if self.future is None:
            return None
        step = Step(self.future.event, self.future.state, self.past, self.length + 1)
        return History(self.game, self.start, step, self.future.rest)

    @property
    def steps(self) -> tuple[Step[S], ...]:
        """The steps from the start."""
        return tuple(_chain(self.past))[::-1]

    @property
    def journal(self) -> tuple[Event[S], ...]:
        """The events from the start; replaying them gives the same state."""
        return tuple(step.event for step in self.steps)

    @property
    def consequences(self) -> tuple[str, ...]:
        """Return the consequences of the last event, in sentences."""
        if self.past is None:
            return ()
        before = self.past.rest.state if self.past.rest else self.start
        return self.game.consequences(before, self.past.event, self.past.state)


def let_states_go(history: History[S]) -> None:
    """Let the states of old steps go; they are worked out again when somebody asks."""
    step = history.past
    for _ in range(RECENT):
        step = step.rest if step else None
    while step is not None:
        if step.count % EVERY != 1:
            try:
                STATE.__delete__(step)
            except AttributeError:
                return  # and so have those before it
        step = step.rest


def _chain(step: Step[S] | None) -> Iterator[Step[S]]:
    while step is not None:
        yield step
        step = step.rest


def _events(step: Step[S] | None) -> list[Event[S]]:
    return [link.event for link in _chain(step)]


def replayed(game: Game[S], start: S, journal: Iterable[Event[S]]) -> History[S] | Refusal:
    """Return the history of a journal, or the first refusal in it."""
    history = History(game, start)
    for event in journal:
        played = history.play(event)
        if isinstance(played, Refusal):
            return played
        history = played
    return history
