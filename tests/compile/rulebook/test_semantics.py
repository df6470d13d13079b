"""What Python does, a compiled rulebook does: each of these rulebooks is compared in all its states."""

import pytest

from compile.rulebook import rulebooks as r
from ludex.compile.engine import OVER
from ludex.compile.rulebook.derive import derive
from ludex.compile.rulebook.errors import CompileError
from ludex.compile.rulebook.proof import interpreted, prove_derived
from ludex.kernel import AnyGame

RULEBOOKS = {
    "a pile that may be empty": r.played(r.Push, r.Pop),
    "places from the end": r.played(r.Push, r.FromTheEnd),
    "guards that lean on earlier ones": r.played(r.Lazy),
    "chains, `and` and `or`": r.played(r.Push, r.Chained),
    "sums, extremes, sets, `match`": r.played(r.Push, r.Counted),
    "loops that are left": r.played(r.Push, r.Loop),
    "nim": r.nim,
    "a tie": r.tied,
}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_state_is_the_rulebooks(name: str) -> None:
    proof = prove_derived(derive(RULEBOOKS[name]), 6_000, is_compiled=False)
    assert proof.problem is None, proof.script
    assert proof.is_exhaustive
    assert proof.refusals > proof.states > 10


def refused(game: AnyGame) -> CompileError:
    with pytest.raises(CompileError) as caught:
        derive(game)
    return caught.value


@pytest.mark.parametrize(
    ("event", "expression"),
    [
        (r.Recursive, "again(n + 1)"),
        (r.Floating, "(s.number + 1) / 2"),
        (r.Global, "MUTABLE"),
        (r.Double, "s.number * s.number"),
    ],
)
def test_what_cannot_be_compiled_is_said_with_its_place(event: type, expression: str) -> None:
    error = refused(r.played(event))
    assert error.site is not None
    assert error.site.file.endswith("rulebooks.py")
    assert expression in error.site.expression
    assert expression in r.__loader__.get_source(r.__name__).splitlines()[error.site.line - 1]  # type: ignore[union-attr]
    assert error.instead


def test_a_tuple_that_grows_without_end_is_given_up_and_never_wrong() -> None:
    derived = derive(r.played(r.Grow))
    run, row = interpreted(derived), derived.engine.rows([r.State()])[0]
    for count in range(10_000):
        assert derived.engine.decode(row).pile == (1,) * count
        run["apply"](row, 0)
        if row[0] != 0:
            break
    assert count > 100
    assert run["actor"](row) == OVER
    assert run["full"](row)
    assert "there is no room" in (derived.why_given_up(row) or "")
