"""What Python does, a compiled rulebook does: each of these rulebooks is compared in all its states."""

import numpy as np
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
    "comparisons of comparisons": r.played(r.Push, r.Comparisons),
    "sums, extremes, sets, `match`": r.played(r.Push, r.Counted),
    "loops that are left": r.played(r.Push, r.Loop),
    "records in order, and functions in functions": r.played(r.Walk, start=r.Path()),
    "truth values as numbers": r.played(r.CountedTruths),
    "nim": r.nim,
    "a tie": r.tied,
    "tuples made of tuples": r.played(r.Two),
    "rows of which two become others": r.rack,
    "a set that is empty at first": r.played(r.Grab, r.Drop, start=r.Taken()),
    "records, chains of `is`, `super`": r.marks,
}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_state_is_the_rulebooks(name: str) -> None:
    proof = prove_derived(derive(RULEBOOKS[name]), 6_000, is_compiled=False)
    assert proof.problem is None, proof.script
    assert proof.is_exhaustive
    assert proof.refusals > proof.states >= 10


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
        (r.Through, "MUTABLE"),
        (r.Random, "random.randint(0, 3)"),
        (r.Double, "s.number * s.number"),
        (r.Told, "add(found, self.n)"),
        (r.Mapped, "counts[self.n]"),
    ],
)
def test_what_cannot_be_compiled_is_said_with_its_place(event: type, expression: str) -> None:
    error = refused(r.played(event))
    assert error.site is not None
    assert error.site.file.endswith("rulebooks.py")
    assert expression in error.site.expression
    assert expression in r.__loader__.get_source(r.__name__).splitlines()[error.site.line - 1]  # type: ignore[union-attr]
    assert error.instead


def test_where_one_event_is_not_compiled_the_others_are_and_its_games_are_given_up() -> None:
    game = r.played(r.Loop, r.Lay, r.Rare)
    derived = derive(game)
    proof = prove_derived(derived, is_compiled=False)
    assert proof.problem is None, proof.script
    assert "(len(s.pile) + 1) / 2" in derived.refused["rare"]
    run, found = interpreted(derived), derived.engine.rows([r.State()])[0].copy()
    row = derived.engine.rows([r.State(pile=(4, 4))])[0]
    run["legal"](row, np.zeros(derived.engine.most, np.int64))
    assert "the rulebook goes on" in (derived.why_given_up(row) or "")
    run["legal"](found, np.zeros(derived.engine.most, np.int64))
    assert derived.why_given_up(found) is None
    with pytest.raises(CompileError, match="`rare` is not compiled"):
        derived.demand_whole()


def test_a_function_written_by_hand_is_part_of_an_engine_and_compared_with_the_rule() -> None:
    assert "numbers[:2]" in refused(r.played(r.Mix)).paragraph
    proof = prove_derived(derive(r.with_step("mixed")), 60, is_compiled=False)
    assert (proof.problem, proof.states) == (None, 60)
    assert prove_derived(derive(r.with_step("wrong")), is_compiled=False).problem is not None


def test_a_game_is_given_up_where_a_strict_zip_would_raise() -> None:
    derived = derive(r.played(r.Paired))
    run = interpreted(derived)
    for n in range(5):
        row = derived.engine.rows([r.State(pile=(1, 1), turns=2)])[0]
        run["apply"](row, n)
        why = derived.why_given_up(row)
        assert why is None if n == 2 else why is not None and "shorter" in why


def test_states_of_floats_and_of_very_many_parts_are_refused_in_words() -> None:
    assert "not a whole number" in refused(r.played(r.Halve, start=r.Half())).paragraph
    assert "200,001 words" in refused(r.played(r.Mark, start=r.Wide())).paragraph


def test_a_tuple_that_grows_without_end_is_given_up_and_never_wrong() -> None:
    derived = derive(r.played(r.Grow))
    run, row = interpreted(derived), derived.engine.rows([r.State()])[0]
    for count in range(10_000):
        if count % 32 == 0:
            assert derived.engine.decode(row).pile == (1,) * count
        run["apply"](row, 0)
        if row[0] != 0:
            break
    assert count > 100
    assert run["actor"](row) == OVER
    assert run["full"](row)
    assert "has no space" in (derived.why_given_up(row) or "")
