"""Every law is broken in each way that it knows, by rulebooks that break no other law."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Annotated, Any, NamedTuple

import pytest

from counting import COUNTING, Add
from ludex.bots import Thinking
from ludex.check.laws import LAWS
from ludex.kernel import (
    ONLOOKER,
    Dice,
    Event,
    Fault,
    Game,
    Guards,
    History,
    Notation,
    Query,
    Refinement,
    Seat,
    Speed,
    Start,
    Unreadable,
    Whole,
    won,
)
from ludex.kernel.history import Step
from ludex.parts.cards import Card, pack_of_cards
from ludex.parts.grid import Placed, Square
from ludex.table import Gesture, Looks, TablePlace, Zone
from playing import event_of, example

clock = count()
"""What a rulebook must not ask: it says something else every time."""


def broken_by(history: History[Any]) -> dict[str, str]:
    """The laws that do not hold at the end of a history, each with what is wrong first."""
    found = {}
    for law in LAWS:
        try:
            problem = next(law.broken(history.game, history, Dice(1)), None)
        except Fault as fault:
            problem = str(fault)
        if problem is not None:
            found[law.name] = problem
    return found


# -- right rulebooks ------------------------------------------------------------------------


def gesture(_: int, event: Event[int]) -> Gesture:
    drop = "one" if event == Add(two=False) else "two"
    return Gesture(str(event), event.spoken(), "pile", drop)


def read(line: str) -> int | Unreadable:
    return int(line) if line.isdigit() else Unreadable(("a number expected",))


ZONES = tuple(
    TablePlace(key, key, x, 0, look="").holding() for x, key in enumerate(("pile", "one", "two"))
)
LOOKS: Looks[int] = Looks(zones=lambda *_: ZONES, gesture=gesture)
ROOM = TablePlace("room", "room", 3, 0, look="").holding()
BOTH = (Add(two=False), Add(two=True))

counting = replace(
    COUNTING,
    notation=Notation(str, read),
    looks=LOOKS,
    speed=Speed(candidates=lambda _: BOTH),
)
kuhn = example("kuhn_poker")


def played(game: Game[Any], *script: str) -> History[Any]:
    history = History(game, game.start())
    for line in script:
        after = history.play(event_of(game, line))
        assert isinstance(after, History)
        history = after
    return history


# -- laws of states -------------------------------------------------------------------------

Made = Callable[[], History[Any]]


def at(state: int, **changes: Any) -> Made:
    """A state of the rulebook that counts, with something wrong in the rulebook."""
    return lambda: History(replace(counting, **changes), state)


def of(state: object, kind: type[Event[Any]], **more: Any) -> Made:
    """A rulebook with one event and a state."""
    given: dict[str, Any] = {"text": str, "outcome": lambda _: None, **more}
    start = Start.fixed(state)
    game: Game[Any] = Game(
        name="wrong", title="W", summary="W.", start=start, events=(kind,), **given
    )
    return lambda: History(game, state)


class Wait(Event[Any]):
    """Change nothing."""

    def apply(self, s: Any) -> Any:
        return s


class Wobble(Event[int]):
    """Add one or two, as the time is."""

    def apply(self, s: int) -> int:
        return s + 1 + next(clock) % 2


@dataclass(frozen=True)
class Box:
    """A state that could be changed behind everybody's back."""

    count: int = 0


BOX = Box()


def shaken(box: Box) -> str:
    object.__setattr__(box, "count", box.count + 1)
    return "a box"


class Shake(Event[Box]):
    """Change the box."""

    def apply(self, s: Box) -> Box:
        shaken(s)
        return Box()


@dataclass(unsafe_hash=True)
class Open:
    """A state that can be changed."""

    count: int = 0


@dataclass(frozen=True)
class Growing:
    """A state whose copy is another."""

    count: int = 0

    def __reduce__(self) -> tuple[type["Growing"], tuple[int]]:
        return Growing, (self.count + 1,)


@dataclass(frozen=True)
class Anonymous:
    """A state that is known by its address."""

    count: int = 0

    def __hash__(self) -> int:
        return id(self)


def local() -> object:
    @dataclass(frozen=True)
    class Local:
        count: int = 0

    return Local()


def position(write: Callable[[int], str], back: Callable[[str], Any] = read) -> Made:
    return at(2, notation=Notation(write, back))


quiet = replace(LOOKS, gestures=lambda *_: ())
no_deal = Refinement(moves=lambda _: [event_of(kuhn, "deal(king,king)")])


class Unfair(Game[Any]):
    """A game whose chance does something in one of three cases."""

    def chance(self, s: Any) -> Any:
        return tuple((event, p / 3) for event, p in super().chance(s) or ())


unfair = Unfair(**{name: getattr(kuhn, name) for name in kuhn.__dataclass_fields__})


class Hand(NamedTuple):
    """Cards on the table, and in the hand."""

    table: tuple[Card, ...] = pack_of_cards()
    hand: tuple[Card, ...] = ()


class Memory(NamedTuple):
    """Where pieces were."""

    pieces: tuple[Placed[str], ...]
    remembers: bool = True


@dataclass(frozen=True)
class Board:
    """Pieces on squares, where they were, and what is known of them besides."""

    pieces: tuple[Placed[str], ...]
    memory: Memory
    known: tuple[Placed[str], ...] = field(compare=False)


class Deal(Event[Hand]):
    """Deal, whatever lies there now."""

    to: Annotated[int, Whole(0, 4)]

    def guards(self, s: Hand) -> Guards:
        yield 0 <= self.to <= 4 or "nobody sits there"

    def apply(self, s: Hand) -> Hand:
        return DEALT[self.to % len(DEALT)]


first, *others = pack_of_cards()
DEALT = [
    Hand(tuple(others), (first,)),
    Hand(hand=(first,)),
    Hand(tuple(others)),
    Hand(hand=pack_of_cards(1)),
    Hand((first,)),
]


KING, PAWN = Placed(Square(1, 1), "K"), Placed(Square(1, 1), "P")


def dealt(to: int, start: Hand = DEALT[0]) -> Made:
    """What was on the table is dealt otherwise."""
    return lambda: played(of(start, Deal)().game, f"deal({to})")


OF_STATES: list[tuple[str, Made]] = [
    ("values: a state cannot be pickled", of(local(), Wait)),
    ("values: a state is not equal to its copy", of(Growing(), Wait)),
    ("values: a state and its copy are equal and have different", of(Anonymous(), Wait)),
    ("positions: the position takes more than one line", position("{}\n".format, int)),
    ("positions: the position line cannot be read: a number", position(lambda _: "?")),
    ("positions: the position line reads back as another state: 1", position(lambda _: "1")),
    ("properties: 'not two' does not hold", at(2, always={"not two": lambda s: s != 2})),
    ("ends: the game is not over, but no player can move", at(20, outcome=lambda _: None)),
    ("ends: the game is over, and add(no) is a legal move",
     at(20, speed=Speed(refinement=Refinement(moves=lambda _: BOTH)), looks=quiet)),
    ("ends: the winner is seat 1, which does not exist", at(20, outcome=lambda _: won(Seat(1), "x"))),
    ("chance: the probabilities of chance sum to 1/3", lambda: played(unfair)),
    ("chance: deal(king,king) is an outcome of chance, and refused: there is one",
     lambda: played(kuhn.refined(no_deal))),
    ("cards are conserved: deal(1) makes a second AS", dealt(1)),
    ("cards are conserved: deal(2) loses AS", dealt(2)),
    ("cards are conserved: deal(3) brings in cards of another pack", dealt(3)),
    ("one piece a slot: 2 pieces stand on (1, 1)",
     of(Board((KING, PAWN), Memory((KING, PAWN)), (KING, PAWN)), Wait)),
]  # fmt: skip


# -- laws of events -------------------------------------------------------------------------


class Anything(Event[int]):
    """Do what no rulebook knows."""

    def apply(self, s: int) -> int:
        return s


@dataclass(frozen=True)
class Salted:
    """A state whose hash is decided when it is made."""

    count: int = 0
    salt: int = field(default_factory=lambda: next(clock), compare=False)

    def __hash__(self) -> int:
        return self.salt


class Salt(Event[Salted]):
    """Add one."""

    def apply(self, s: Salted) -> Salted:
        return Salted(s.count + 1)


salty = of(Salted(), Salt)().game


def after(event: Event[int], state: int, start: int = 0) -> Made:
    """A history that nobody has played."""
    return lambda: History(counting, start, Step(event, state, None, 1))


class Mumble(Event[int]):
    """Name a number, and be heard to say one."""

    number: Annotated[int, Whole(1, 3)]

    def guards(self, s: int) -> Guards:
        yield self.number in (1, 2, 3) or "there is no such number"

    def words(self) -> tuple[str, ...]:
        return ("1",)

    def apply(self, s: int) -> int:
        return s


class Stray(Event[int]):
    """Be known by an address."""

    def __hash__(self) -> int:
        return id(self)

    def apply(self, s: int) -> int:
        return s


class Never(Event[int]):
    """Never happen."""

    def guards(self, s: int) -> Guards:
        yield "never"

    def apply(self, s: int) -> int:
        return s


class Sulk(Never):
    """Refuse, and do not say why."""

    def guards(self, s: int) -> Guards:
        yield ""


class Waver(Never):
    """Refuse for another reason every time."""

    def guards(self, s: int) -> Guards:
        yield f"reason {next(clock)}"


class Peek(Query[int]):
    """Look, and stumble."""

    def answer(self, s: int) -> str:
        return str(1 // s)


class Count(Event[int]):
    """Count on your fingers; what is beyond them is not asked about first."""

    number: Annotated[int, Whole(1, 3)]

    def guards(self, s: int) -> Guards:
        yield "III"[self.number - 1] == "I" or "no finger"

    def apply(self, s: int) -> int:
        return s


class Drifting(History[int]):
    """A history that an event changes, whether it is refused or not."""

    def play(self, event: Event[int]) -> Any:
        step = Step(Add(two=False), self.state + 1, self.past, self.length + 1)
        object.__setattr__(self, "past", step)
        return self


ONE = Step(Add(two=False), 1, None, 1)


def undoing_to(back: History[int] | None) -> Made:
    """One step, of which this is what undoing makes."""

    class Odd(History[int]):
        def undone(self) -> History[int] | None:
            return back

    return lambda: Odd(counting, 0, ONE)


def redoing(future: Step[int]) -> Made:
    """One step, which becomes another one when it is taken back."""
    return undoing_to(History(counting, 0, None, future))


def at_zero(*events: type[Event[int]], **changes: Any) -> Made:
    """With other events, of which every one is tried, and no places to drop anything on."""
    plain: dict[str, Any] = {"speed": Speed(), "looks": Looks()}
    return at(0, events=(Add, *events), **plain, **changes)


TRUSTING: Speed[int] = Speed(
    candidates=lambda _: BOTH, refinement=Refinement(moves=lambda _: (*BOTH, Never()))
)

OF_EVENTS: list[tuple[str, Made]] = [
    ("purity: wobble gives one state the first time and another", at_zero(Wobble)),
    ("purity: shake changes the state it is applied to",
     of(BOX, Shake, notation=Notation(lambda _: "box", lambda _: BOX))),
    ("purity: a state gives different answers", at(0, text=lambda _: str(next(clock)))),
    ("purity: reading a state changes it", of(Box(), Wait, text=shaken)),
    ("replay: anything reads back as", after(Anything(), 0)),
    ("replay: played again, add(no) is refused: the game", after(Add(two=False), 21, 20)),
    ("replay: played again, the journal leads to another", after(Add(two=False), 5)),
    ("replay: two states are equal and have different", lambda: played(salty, "salt")),
    ("texts: mumble(1) reads back as mumble(1)", at_zero(Mumble)),
    ("texts: stray reads back as an equal event with another hash", at_zero(Stray)),
    ("refused: sulk is refused without a reason", at_zero(Sulk)),
    ("refused: waver is refused for another reason", at_zero(Waver)),
    ("refused: add(yes) changes the history", lambda: Drifting(counting, 0)),
    ("refused: the text of the state changes when events are tried",
     at(0, notation=Notation(lambda s: f"{s} {next(clock)}", lambda _: 0))),
    ("undo: undo does not lead to the state before", undoing_to(History(counting, 7))),
    ("undo: undo does not lead to the state before", undoing_to(None)),
    ("undo: redo does not lead to the state after", undoing_to(History(counting, 0))),
    ("undo: there is something to undo at the start",
     undoing_to(History(counting, 0, replace(ONE, state=0), ONE))),
    ("undo: redo does not lead to the state after", redoing(replace(ONE, state=7))),
    ("undo: redo to the end does not restore", redoing(replace(ONE, event=Add(two=True)))),
    ("undo: redo to the end does not restore", redoing(replace(ONE, rest=ONE))),
    ("candidates: a legal event is offered twice",
     at(0, speed=Speed(candidates=lambda _: (*BOTH, *BOTH)))),
    ("candidates: never is listed, and refused",
     at(0, events=(Add, Never), looks=quiet, speed=TRUSTING)),
    ("candidates: add(yes) is legal, and not among",
     at(0, speed=Speed(candidates=lambda _: BOTH[:1]))),
    ("hostile arguments: peek: it raises ZeroDivisionError", at_zero(Peek)),
]  # fmt: skip


# -- laws of seats --------------------------------------------------------------------------


def seen(view: Callable[[int], int], onlooker: Callable[[int], int]) -> Made:
    """A state as its player sees it, and as an onlooker does."""
    return at(0, view=lambda s, seat: onlooker(s) if seat == ONLOOKER else view(s))


def always(shown: int) -> Callable[[int], int]:
    return lambda _: shown


def itself(s: int) -> int:
    return s


def looking(**changes: Any) -> Made:
    """A table that is drawn or touched otherwise."""
    return at(0, looks=replace(LOOKS, **changes))


def holding(*cards: str, **changes: Any) -> Made:
    """Kuhn poker with cards dealt, and something wrong in the rulebook."""
    return lambda: played(replace(kuhn, **changes), f"deal({','.join(cards)})")


JACK_AND_QUEEN, KING_AND_KING = (
    event_of(kuhn, deal).apply(kuhn.start()) for deal in ("deal(jack,queen)", "deal(king,king)")
)


def ticking() -> Zone:
    return TablePlace("table", f"the table at {next(clock)} o'clock", 0, 0, look="").holding()


class Bluff(Event[Any]):
    """Bluff, unless the other player has the king."""

    def guards(self, s: Any) -> Guards:
        other = s.cards[1 - s.turn]
        yield other is None or other.name != "KING" or "better not"

    def apply(self, s: Any) -> Any:
        return s


class Shout(Event[int]):
    """Shout from where nobody sits."""

    def seat(self, s: int) -> Seat:
        return ONLOOKER

    def apply(self, s: int) -> int:
        return s


class Grab(Event[int]):
    """Grab a number; ninety-nine is refused, and nobody says why."""

    number: Annotated[int, Whole(1, 3)]

    def guards(self, s: int) -> Guards:
        yield self.number in (1, 2, 3, 50, 99) or "there is no such number"
        yield self.number != 99 or ""
        yield self.number != 50 or "too many"

    def apply(self, s: int) -> int:
        return s


def pressing(event: str, words: str = "Do it", pick: str | None = None) -> Made:
    """A table where all is done by one gesture."""
    return looking(gesture=lambda *_: Gesture(event, words, pick))


def dropping(event: Event[int]) -> Made:
    """A table where every drop means the same, and nobody is told to drop anything."""
    looks = Looks(zones=lambda *_: ZONES, gesture=gesture, drops=lambda *_: (event,))
    return at(0, events=(Add, Grab), speed=Speed(), looks=looks)


def gesturing(event: Event[int] | None) -> Made:
    """A table where the drop that every gesture ends in means the same."""
    looks = replace(LOOKS, drops=lambda *_: () if event is None else (event,))
    return at(0, events=(Add, Grab), speed=Speed(), looks=looks)


OF_SEATS: list[tuple[str, Made]] = [
    ("views: the view that player 1 has of its own view", seen(lambda s: s + 1, always(0))),
    ("views: the view of player 1 and the state differ", seen(always(25), always(0))),
    ("views hide: player 1 can see hidden information through the view",
     holding("jack", "queen", thinking=Thinking(imagine=lambda *_: KING_AND_KING))),
    ("views hide: player 1 can see hidden information through what is legal",
     holding("jack", "queen", events=(*kuhn.events, Bluff))),
    ("views hide: player 1 can see hidden information through the log entry of bet",
     holding("jack", "queen", consequences=lambda s, *_: (str(s.cards[1]),))),
    ("views hide: player 1 can see hidden information through the scene",
     holding("jack", "queen", looks=Looks(zones=lambda *_: (ticking(),)))),
    ("scenes: two zones of a scene have the same key",
     looking(zones=lambda *_: (*ZONES, *ZONES))),
    ("scenes: the gesture for add(no) has no words", pressing("add(no)", "")),
    ("scenes: the gesture for add(no) starts at an empty place",
     pressing("add(no)", pick="moon")),
    ("scenes: a gesture makes leave, which is not an event", pressing("leave")),
    ("scenes: a gesture makes undo, which is refused", pressing("undo")),
    ("onlookers: an onlooker's view of its own view",
     seen(itself, lambda s: min(s + 1, 2))),
    ("onlookers: an onlooker can do shout", at_zero(Shout)),
    ("onlookers: player 1 and an onlooker see different zones",
     looking(zones=lambda _, seat: ZONES if seat == ONLOOKER else (*ZONES, ROOM))),
    ("onlookers: an onlooker sees something that player 1",
     holding("jack", "queen", view=lambda s, p: s if p == ONLOOKER else kuhn.view(s, p))),
    ("drops: a drop means anything, which does not read back", dropping(Anything())),
    ("drops: a drop means grab(99), which is refused without", dropping(Grab(99))),
    ("drops: the gesture for add(yes) means nothing", gesturing(None)),
    ("drops: the gesture for add(yes) means grab(50), which is refused", gesturing(Grab(50))),
]  # fmt: skip


# -- all of them ----------------------------------------------------------------------------

TICKING: Notation[Any] = Notation(lambda _: str(next(clock)), lambda _: JACK_AND_QUEEN)
MUMBLED = Step(Mumble(3), 0, None, 1)

SEVERAL: list[tuple[tuple[str, ...], Made]] = [
    (("purity: a state must be a value that never changes, but Open is",
      "values: a state must be a value that never changes, but Open is",
      "refused: wait: a state must be a value that never changes, but Open is"),
     of(Open(), Wait)),
    (("replay: mumble(1) reads back as mumble(1)", "texts: mumble(1) reads back"),
     lambda: replace(at_zero(Mumble)(), past=MUMBLED)),
    (("refused: count(-2147483647): guard 1 raises IndexError",
      "hostile arguments: count(4): guard 1 raises IndexError"), at_zero(Count)),
    (("purity: a state gives different answers",
      "views hide: player 1 can see hidden information through the text"),
     holding("jack", "queen", text=lambda _: str(next(clock)))),
    (("refused: the text of the state changes",
      "views hide: player 1 can see hidden information through the position line"),
     holding("jack", "queen", notation=TICKING)),
]  # fmt: skip

ALONE = [((wrong,), made) for wrong, made in (*OF_STATES, *OF_EVENTS, *OF_SEATS)]


@pytest.mark.parametrize(
    ("wrong", "made"),
    [*ALONE, *SEVERAL],
    ids=lambda it: it[0] if isinstance(it, tuple) else "",
)
def test_a_broken_law_is_found_and_no_other(wrong: tuple[str, ...], made: Made) -> None:
    told = [f"{law}: {problem}" for law, problem in broken_by(made()).items()]
    assert len(told) == len(wrong), told
    for found, known in zip(told, wrong, strict=True):
        assert found.startswith(known)


def test_every_law_can_be_broken_alone() -> None:
    names = {wrong.partition(":")[0] for (wrong,), _ in ALONE}
    assert names == {law.name for law in LAWS}


RIGHT: list[Made] = [
    *(at(state) for state in (0, 19, 20)),
    looking(
        gesture=lambda _, event: Gesture(str(event), event.spoken(), "pile"), drops=lambda *_: ()
    ),
    lambda: played(counting, *["add(yes)"] * 10),
    lambda: played(example("pig")),
    lambda: played(kuhn),
    lambda: played(kuhn, "deal(jack,king)"),
    lambda: played(kuhn, "deal(jack,king)", "bet", "pass"),
    lambda: played(kuhn, "deal(jack,king)", "bet", "bet"),
    dealt(0),
    dealt(4, Hand((first, *others[:3]))),
    dealt(4, Hand(())),
    dealt(1, Hand((others[0], others[0]))),
    of(Board((KING,), Memory((KING, PAWN)), (KING, PAWN)), Wait),
]


def test_right_rulebooks_break_no_law() -> None:
    for made in RIGHT:
        history = made()
        assert broken_by(history) == {}, history
