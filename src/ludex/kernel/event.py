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
from dataclasses import dataclass, replace
from itertools import product
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
    """The reason why an event is not allowed, and which guard gave it (counted from 1).

    Guard 0 is the kernel's own: it is not this seat's turn.
    """

    event: Call
    text: str
    """The reason: a `Sentence` where the rulebook says one, with its code and values."""

    guard: int
    site: GuardSite | None = None

    @property
    def code(self) -> str:
        """Return the name of the rule, which stays when the words change."""
        return code_of(self.text)


class Event(Call, Generic[S]):
    """Something that happens in a game: fields, guards, effect."""

    # Type checkers see what is abstract without ABC, and a game refuses events without an
    # effect; its `isinstance`, asked several times for every event, is ten times slower.

    aside: ClassVar[bool] = False
    """Legal, but no move of the game: bots and random play leave it alone (resigning)."""

    beyond_source: ClassVar[bool] = False
    """Not in the document that the rules come from: for tables, such as an editor's. The
    declared interface and the document's own tool do not know it."""

    sampled: ClassVar[bool] = False
    """Too many are legal to be listed (amounts, deals): `candidates` offers some of them."""

    by_chance: ClassVar[bool] = False
    """Does chance choose it, and no player?"""

    by_anyone: ClassVar[bool] = False
    """May every player make it, whoever is on turn (going on to the next game)?"""

    of_history: ClassVar[bool] = False
    """Is it the history's business (undo, redo), and not the state's?"""

    def guards(self, s: S) -> Guards:
        """Yield `condition or reason`, the most important first."""
        return iter(())

    @abstractmethod
    def apply(self, s: S) -> S:
        """The state after this event; every guard has held."""

    def ensures(self, s: S, t: S) -> Guards:
        """Yield `condition or what should hold` after the event: `s` was before, `t` is now.

        The other half of the contract. Guards ask the player for what the event needs;
        this promises what it gives, and is checked like `always`.
        """
        return iter(())

    def seat(self, s: S) -> Seat | None:
        """Return the owner of this event, when that is not simply the seat to move."""
        return None

    def permitted(self, s: S) -> bool:
        """Does every guard hold? (`refusal` says which one does not.)"""
        try:
            for held in self.guards(s):
                if held is not True:
                    _demand_answer(self, s, held)
                    return False
        except Exception:
            self.refusal(s)  # says which guard it is that raises
            raise
        return True

    def refusal(self, s: S) -> Refusal | None:
        """The first guard that fails, or None when the event is allowed."""
        position = 0
        try:
            guards = self.guards(s)
            for position, held in enumerate(guards, start=1):
                if held is not True:
                    _demand_text(self, s, position, held)
                    return Refusal(self, held, position, site_of(guards))
        except Fault:
            raise
        except Exception as error:
            raise raised(f"guard {position + 1}", error, self, s) from error
        return None


class Query(Event[S]):
    """An event that shows something and changes nothing; it is no part of history."""

    @abstractmethod
    def answer(self, s: S) -> str:
        """Return the text that a query shows, in place of the state's text."""

    def apply(self, s: S) -> S:
        """Nothing changes."""
        return s


class Reset(Event[S]):
    """An event that begins anew: it clears the history and cannot be undone."""

    aside: ClassVar[bool] = True


class Chance(Event[S]):
    """An event that nobody chooses: a deal, a draw, a throw."""

    by_chance: ClassVar[bool] = True

    def weight(self, s: S) -> int:
        """Return the weight of this outcome, relative to the others."""
        return 1

    @classmethod
    def ways(cls, s: S) -> int | None:  # most chances are listed
        """The sum of all weights, given only when the outcomes are too many to list."""
        return None

    @classmethod
    def draw(cls, s: S, dice: Dice) -> Self | None:  # as above
        """One outcome by its weight; to be given together with `ways`."""
        return None


class Undo(Event[S]):
    """Take back the last event."""

    of_history: ClassVar[bool] = True

    def apply(self, s: S) -> S:
        """Undoing is the history's business, not the state's."""
        return s


class Redo(Event[S]):
    """Play the event again that was taken back last."""

    of_history: ClassVar[bool] = True

    def apply(self, s: S) -> S:
        """Redoing is the history's business, not the state's."""
        return s


def _demand_answer(event: "Event[S]", s: S, held: object) -> None:
    """Neither True nor a text: `refusal` says which guard that was."""
    if not isinstance(held, str):
        event.refusal(s)


def _demand_text(event: Call, s: object, position: int, held: object) -> None:
    """The first rule of this file: the type checkers see most of it, the rest is seen here."""
    if not isinstance(held, str):
        problem = f"guard {position} gave {held!r}, not True or a text"
        raise Fault(problem, event, s)


def site_of(guards: Guards) -> GuardSite | None:
    """The innermost `yield` at which a guard generator stands."""
    while isinstance(guards, GeneratorType):
        if not isinstance(guards.gi_yieldfrom, GeneratorType):
            frame = guards.gi_frame
            line = frame.f_lineno if frame is not None else 0
            return GuardSite(guards.gi_code.co_qualname, line)
        guards = guards.gi_yieldfrom
    return None


def every_event(events: tuple[type[Event[S]], ...]) -> Iterator[Event[S]]:
    """Every event that the domains can make, queries left out."""
    for cls in events:
        if not issubclass(cls, Query):
            domains = [f.domain.values() for f in cls.fields()]
            yield from (cls(*values) for values in product(*domains))


def strange_event(
    events: tuple[type[Event[S]], ...], dice: Dice, near: Event[S] | None = None
) -> Event[S]:
    """A random event, legal or not, some arguments hostile: for testing guards.

    Given a legal event it is, half of the time, that one with one argument changed:
    a near miss gets past the first guards.
    """
    if near is not None and near.fields() and dice.below(2) == 0:
        changed = dice.choice(near.fields())
        return replace(near, **{changed.name: changed.domain.strange(dice)})
    cls = dice.choice(events)
    return cls(*(f.domain.strange(dice) for f in cls.fields()))
