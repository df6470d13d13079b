"""Events: the paragraphs of a rulebook.

One class an event. Its docstring is the rule in a sentence, its fields are the arguments,
`guards` yields `condition or "the reason"` in order of precedence, `apply` gives the next
state. An event is a frozen value: it can be printed, parsed, hashed, logged and replayed.

An event may also promise what holds after it (`ensures`).

The rules of this file:
1. A guard is `True` or the text of the refusal; anything else is a bug in the rulebook.
2. `apply` is called only when every guard held.
3. The first guard that fails is the refusal; nothing after it is evaluated.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from types import GeneratorType
from typing import ClassVar, Generic, Literal, Self, TypeVar

from ludex.kernel.call import Call
from ludex.kernel.dice import Dice
from ludex.kernel.fault import Fault, raised
from ludex.kernel.seat import Seat
from ludex.kernel.texts.sentence import code_of

S = TypeVar("S")

Guards = Iterator[Literal[True] | str]


@dataclass(frozen=True, slots=True)
class GuardSite:
    """The place of a guard: the function and the line of its `yield`."""

    function: str
    line: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why an event is not allowed, and the number of its guard, counted from 1.

    Guard 0 belongs to the kernel: it is not this seat's turn.
    """

    event: Call
    text: str
    """The reason: a `Sentence` with its code and values, if the rulebook gives one."""

    guard: int
    site: GuardSite | None = None

    @property
    def code(self) -> str:
        """Return the name of the rule, which does not change with its words."""
        return code_of(self.text)


class Event(Call, Generic[S]):
    """Something that happens in a game: fields, guards, effect."""

    # Type checkers see what is abstract without ABC, and a game refuses events without an
    # effect; its `isinstance`, asked several times for every event, is ten times slower.

    aside: ClassVar[bool] = False
    """It is legal, but not a move of the game, like resigning: bots and random play do not use it."""

    beyond_source: ClassVar[bool] = False
    """It is not in the document of the rules but serves tables, like the events of an editor. The
    declared interface and the document's own tool do not know it."""

    sampled: ClassVar[bool] = False
    """Too many of its events are legal to be listed (amounts, deals): `candidates` offers some."""

    by_chance: ClassVar[bool] = False
    """Does chance choose it instead of a player?"""

    by_anyone: ClassVar[bool] = False
    """May every player make it at any turn, like starting the next game?"""

    of_history: ClassVar[bool] = False
    """Does it change the history (undo, redo) instead of the state?"""

    def guards(self, s: S) -> Guards:
        """Yield `condition or reason`, the most important first."""
        return iter(())

    @abstractmethod
    def apply(self, s: S) -> S:
        """Return the state after this event; every guard has held."""

    def ensures(self, s: S, t: S) -> Guards:
        """Yield `condition or "the promise"` for the states before (`s`) and after (`t`) the event.

        Guards are the precondition of the event; this is its postcondition, checked like `always`.
        """
        return iter(())

    def seat(self, s: S) -> Seat | None:
        """Return the owner of this event, if that is not the seat on turn."""
        return None

    def permitted(self, s: S) -> bool:
        """Does every guard hold? (`refusal` names the first that fails.)"""
        try:
            for answer in self.guards(s):
                if answer is not True:  # a text; `refusal` says which guard gives anything else
                    return not isinstance(answer, str) and self.refusal(s) is None  # type: ignore[unreachable]
        except Exception:
            self.refusal(s)  # says which guard it is that raises
            raise
        return True

    def refusal(self, s: S) -> Refusal | None:
        """Return the refusal of the first guard that fails, or None if the event is allowed."""
        position = 0
        try:
            guards = self.guards(s)
            for position, answer in enumerate(guards, start=1):
                if isinstance(answer, str):
                    return Refusal(self, answer, position, site_of(guards))
                if answer is not True:  # type checkers see most of it
                    problem = f"guard {position} gave {answer!r}, not True or a text"  # type: ignore[unreachable]
                    raise Fault(problem, self, s)
        except Fault:
            raise
        except Exception as error:
            raise raised(f"guard {position + 1}", error, self, s) from error
        return None


class Query(Event[S]):
    """An event that shows something and changes nothing; it is not part of the history."""

    @abstractmethod
    def answer(self, s: S) -> str:
        """Return the text that a query shows, in place of the state's text."""

    def apply(self, s: S) -> S:
        """Nothing changes."""
        return s


class Reset(Event[S]):
    """An event that starts again: it clears the history and cannot be undone."""

    aside: ClassVar[bool] = True


class Chance(Event[S]):
    """An event that no player chooses: a deal, a draw, a roll of dice."""

    by_chance: ClassVar[bool] = True

    def weight(self, s: S) -> int:
        """Return the weight of this outcome, relative to the others."""
        return 1

    @classmethod
    def ways(cls, s: S) -> int | None:  # most chances are listed
        """Return the sum of all weights; only for events with too many outcomes to list."""
        return None

    @classmethod
    def draw(cls, s: S, dice: Dice) -> Self | None:  # as above
        """Draw one outcome by its weight; defined together with `ways`."""
        return None


class _HistoryEvent(Event[S]):
    of_history: ClassVar[bool] = True

    def apply(self, s: S) -> S:
        """The history changes, not the state."""
        return s


class Undo(_HistoryEvent[S]):
    """Take back the last event."""


class Redo(_HistoryEvent[S]):
    """Play again the last event that was taken back."""


def site_of(guards: Guards) -> GuardSite | None:
    """The innermost `yield` at which a guard generator stands."""
    while isinstance(guards, GeneratorType):
        if not isinstance(guards.gi_yieldfrom, GeneratorType):
            frame = guards.gi_frame
            line = frame.f_lineno if frame is not None else 0
            return GuardSite(guards.gi_code.co_qualname, line)
        guards = guards.gi_yieldfrom
    return None
