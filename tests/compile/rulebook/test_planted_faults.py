"""A deliberate mistake in each pass of the compiler is found by the proof."""

from collections.abc import Callable
from pathlib import Path

import pytest

from compile.rulebook import rulebooks as r
from ludex.compile.rulebook import derive as assembled
from ludex.compile.rulebook import events, states
from ludex.compile.rulebook.arithmetic import Arithmetic
from ludex.compile.rulebook.errors import CompileError
from ludex.compile.rulebook.events import EventLowering, Writer
from ludex.compile.rulebook.fold import Folding
from ludex.compile.rulebook.memory import Memory
from ludex.compile.rulebook.proof import prove_derived
from ludex.compile.rulebook.same import Sameness
from ludex.compile.rulebook.source import Source
from ludex.compile.rulebook.statements import Lowering
from ludex.compile.rulebook.values import Const
from ludex.kernel import AnyGame

Plant = Callable[[pytest.MonkeyPatch], None]


def collect(patch: pytest.MonkeyPatch) -> None:
    """The first statement of a generator is not read."""
    whole: property = vars(Source)["body"]
    body = whole.fget
    assert body is not None
    patch.setattr(Source, "body", property(lambda self: body(self)[self.is_generator :]))


def fold(patch: pytest.MonkeyPatch) -> None:
    """The last entry of a table is the first."""
    picked = Folding.picked
    patch.setattr(
        Folding, "picked", lambda self, a, here, place: picked(self, [*a[:-1], a[0]], here, place)
    )


def bound(patch: pytest.MonkeyPatch) -> None:
    """The shape of the states is not made wider."""
    patch.setattr(states, "join", lambda old, new: old)


def lay_out(patch: pytest.MonkeyPatch) -> None:
    """Items are looked for one place too far."""
    item = Memory.item
    patch.setattr(Memory, "item", lambda self, part, i: item(self, part, self.plus(i, Const(1))))


def compare(patch: pytest.MonkeyPatch) -> None:
    """Less is less or equal."""
    compared = Arithmetic.compared
    patch.setattr(
        Arithmetic,
        "compared",
        lambda self, word, a, b: compared(self, "<=" if word == "<" else word, a, b),
    )


def shorten(patch: pytest.MonkeyPatch) -> None:
    """`and` is `or`."""
    together = Sameness._together
    patch.setattr(
        Sameness, "_together", lambda self, a, b, *, is_and: together(self, a, b, is_and=not is_and)
    )


def leave(patch: pytest.MonkeyPatch) -> None:
    """`break` goes on with the loop."""
    left = Lowering.leave_loop
    patch.setattr(Lowering, "leave_loop", lambda self, *, repeats: left(self, repeats=True))


def prune(patch: pytest.MonkeyPatch) -> None:
    """A loop over a field ends one too early."""
    opened = EventLowering.open

    def open_fewer(self: EventLowering) -> None:
        name, size = self.closed[0]
        self.closed[0] = name, max(1, size - 1)
        opened(self)

    patch.setattr(EventLowering, "open", open_fewer)


def store(patch: pytest.MonkeyPatch) -> None:
    """The last word of a new state is not written."""
    planned = events._planned

    def fewer(*given: object) -> None:
        later = given[-1]
        assert isinstance(later, list)
        planned(*given)  # type: ignore[arg-type]
        if len(later) > 1:
            later.pop()

    patch.setattr(events, "_planned", fewer)


def weigh(patch: pytest.MonkeyPatch) -> None:
    """What is likelier is not."""
    patch.setattr(Writer, "weight", lambda self, machine, event, s: Const(1))


def look(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees what the first seat sees."""
    seen_by = assembled._Compilation._seen_by
    patch.setattr(
        assembled._Compilation, "_seen_by", lambda self, machine, seat: seen_by(self, machine, 0)
    )


SMALL = (r.played(r.Push, r.Counted), r.played(r.Push, r.Loop), r.played(r.Lazy), r.nim)


@pytest.mark.parametrize(
    "plant", [collect, fold, bound, lay_out, compare, shorten, leave, prune, store]
)
def test_a_fault_in_a_pass_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert any(is_found(game) for game in SMALL), plant.__doc__


@pytest.mark.parametrize("plant", [weigh, look])
def test_a_fault_in_chance_and_views_is_found(
    plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert is_found(r.loaded_die if plant is weigh else kuhn_poker())


def is_found(game: AnyGame) -> bool:
    """By the proof, or by the compiler itself, which then says that a value does not fit."""
    try:
        derived = assembled.derive(game, is_kept=False)
    except CompileError:
        return True
    proof = prove_derived(derived, 400, 20, is_compiled=False)
    return proof.problem is not None


def kuhn_poker() -> AnyGame:
    from ludex.registry import load

    return load(str(Path(__file__).parents[3] / "examples" / "kuhn_poker.py"))


@pytest.mark.parametrize("game", [*SMALL, r.loaded_die], ids=lambda game: game.name)
def test_without_a_fault_nothing_is_found(game: AnyGame) -> None:
    assert not is_found(game)
