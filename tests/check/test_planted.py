"""Mistakes of authors, planted in right rulebooks: each is found, and no right one is accused."""

from pathlib import Path
from typing import NamedTuple

import pytest

from commands import ludex
from ludex.registry.shipped import GAMES
from playing import ROOT

RIGHT = Path(__file__).parent / "right"
FILES = {
    "nim": RIGHT / "nim.py",
    "war": RIGHT / "war.py",
    "tic": ROOT / "examples" / "tic_tac_toe.py",
    "pig": ROOT / "examples" / "pig.py",
}
TURN = "turn=lambda s: s.turn"
TEXT = 'text=lambda s: "|" * s.stones or "none"'
APPLY = "        return State(s.stones - self.count, Seat(1 - s.turn))"
OUTCOME = 'won(Seat(1 - s.turn), "the last stone") if s.stones == 0 else None'


class Mistake(NamedTuple):
    """A mistake of an author: what stands in a right rulebook, what is written, what is told."""

    file: str
    before: str
    after: str
    told: str


def listing(names: str) -> str:
    """Candidates that are only some."""
    return f"speed=__import__('ludex.kernel').kernel.Speed(candidates=lambda s: {names}), {TURN}"


def promising(kind: str, words: str) -> str:
    """A property that does not hold, or a thing that does not happen."""
    return f"{kind}={{{words}}}, {TURN}"


PLANTED = {
    # Guards and effects.
    "no guard for what does not exist": Mistake(
        "nim", 'yield self.count in (1, 2) or f"nobody takes {self.count}"', "pass",
        "is allowed, and no count is -2147483647"),
    "a guard with a hole": Mistake(
        "nim", "self.count <= s.stones or", "self.count <= s.stones + 1 or",
        "'there are not fewer than none' does not hold"),
    "a guard that raises": Mistake(
        "nim", "self.count <= s.stones or", "8 // (s.stones - 3) < 99 and self.count <= s.stones or",
        "guard 2 raises ZeroDivisionError"),
    "a guard that gives a number": Mistake(
        "nim", 'self.count <= s.stones or f"only {s.stones} are left"', "s.stones and 1",
        "not True or a text"),
    "a guard that is too strong": Mistake(
        "nim", "self.count <= s.stones or", "self.count < s.stones or",
        "the game is not over, but no player can move"),
    "a refusal without a reason": Mistake(
        "nim", 'f"nobody takes {self.count}"', '""', "refused without a reason"),
    "an event that never happens": Mistake(
        "war", "is not None or", "is None or", "the game is not over, but no player can move"),
    "an effect that raises": Mistake(
        "nim", APPLY, "        return State(6 // (s.stones - self.count), Seat(1 - s.turn))",
        "its effect raises ZeroDivisionError"),
    "an effect that gives nothing": Mistake(
        "nim", APPLY, "        State(s.stones - self.count, Seat(1 - s.turn))", "its effect returns None instead of a state"),
    "an effect that throws a die of its own": Mistake(
        "nim", APPLY, "        import itertools; n = next(COUNT)\n"
        "        return State(s.stones - self.count, Seat(n % 2))\n\n\n"
        "COUNT = __import__('itertools').count()", "gives one state the first time"),
    "an effect that changes its state": Mistake(
        "nim", APPLY, "        object.__setattr__(s, 'stones', s.stones - self.count)\n"
        "        return State(s.stones, Seat(1 - s.turn))", "changes the state it is applied to"),
    "a state with a list": Mistake(
        "nim", "    turn: Seat = Seat(0)", "    seen: object = ([],)\n    turn: Seat = Seat(0)",
        "is a list: make it a tuple"),
    # Turns, ends and texts.
    "it is always the second player's turn": Mistake(
        "nim", TURN, "turn=lambda s: 1", "player 1 did nothing in any random game"),
    "it is always the first player's turn": Mistake(
        "nim", TURN, "turn=lambda s: Seat(0)", "player 2 did nothing in any random game"),
    "a turn of nobody": Mistake(
        "nim", TURN, "turn=lambda s: Seat(2)",
        "the player on turn is seat 2, which does not exist"),
    "a turn of nobody in a rare state": Mistake(
        "nim", TURN, "turn=lambda s: Seat(5) if s == State(1, 1) else s.turn",
        "the player on turn is seat 5, which does not exist"),
    "a winner who does not play": Mistake(
        "nim", "won(Seat(1 - s.turn)", "won(Seat(3 - s.turn)",
        "the winner is seat 2, which does not exist"),
    "an outcome that is true": Mistake(
        "nim", OUTCOME, "s.stones == 0 or None", "its outcome is True, which is not an Outcome"),
    "a score for one of two": Mistake(
        "nim", '"the last stone")', '"the last stone", (1,))', "there are 1 scores for 2 players"),
    "an end that never comes": Mistake(
        "nim", "if s.stones == 0", "if s.stones < 0", "the game is not over, but no player can move"),
    "a play without an end": Mistake(
        "nim", "s.stones - self.count, ", "s.stones - self.count or 7, ", "no end can be reached"),
    "a text that raises": Mistake(
        "nim", TEXT, "text=lambda s: str(1 // (s.stones - 4))",
        "crash: ZeroDivisionError"),
    "a text that is none": Mistake(
        "nim", TEXT, "text=lambda s: s.stones", "which is not a text"),
    "a name that nobody can type": Mistake(
        "nim", 'name="nim"', 'name="Nim 2!"', "'Nim 2!' is not a valid name of a game"),
    # What is left out, hidden or promised.
    "candidates that leave out a legal event": Mistake(
        "tic", TURN, listing("(Mark(i) for i in range(1, 9))"),
        "mark(9): it is legal, and the candidates leave it out"),
    "candidates that leave one out in a rare state": Mistake(
        "nim", TURN, listing("(Take(n) for n in (1, 2) if n + s.stones != 5)"),
        "the candidates leave it out"),
    "a view that shows everything": Mistake(
        "war", "    seen = [", "    return s\n    seen = [", "the view hides nothing: every player saw everything"),
    "a view that was forgotten": Mistake(
        "war", "    view=view,\n", "", "has no `view`"),
    "a view that shows the first card": Mistake(
        "war", "i == seat or", "i == 0 or", "can see hidden information"),
    "moves that depend on what is hidden": Mistake(
        "war", "s.hands[len(s.shown)] is not None or", "s.hands[-1] is not Card.TWO or",
        "differ on show"),
    "chance that has no weight": Mistake(
        "pig", "    def guards(self, s: State) -> Guards:\n        yield 1 <= self.eyes",
        "    def weight(self, s: State) -> int:\n        return 0\n\n"
        "    def guards(self, s: State) -> Guards:\n        yield 1 <= self.eyes",
        "chance has the turn and no outcome"),
    "a property that does not hold": Mistake(
        "nim", "s.stones >= 0}", "s.stones != 4}",
        "'there are not fewer than none' does not hold"),
    "a step that is no step": Mistake(
        "nim", TURN, promising("steps", '"one": lambda s, e, t: s.stones - t.stones < 2'),
        "take(2) breaks 'one'"),
    "a contract that is broken": Mistake(
        "tic", "    def apply(self", "    def ensures(self, s: State, t: State) -> Guards:\n"
        '        yield t.cells.count(None) > 5 or "at most three marks"\n\n    def apply(self',
        "mark(4) breaks 'at most three marks'"),
    "a thing that never happens": Mistake(
        "nim", TURN, promising("sometimes", '"eight": lambda s: s.stones == 8'),
        "proved unreachable, though it should happen sometimes: eight"),
    "a promise that a play avoids": Mistake(
        "nim", TURN, promising("eventually", '"one is left": lambda s: s.stones == 1'),
        "not every play reaches: one is left"),
    "a mirror that is none": Mistake(
        "tic", TURN, promising("symmetries", '"shift": lambda s: State(s.cells[1:] + '
        's.cells[:1], s.turn)'), "'shift' is not a symmetry"),
}  # fmt: skip
"""Of every kind of mistake that an author makes."""


def checked(folder: Path, mistake: Mistake) -> str:
    right = FILES[mistake.file].read_text()
    assert mistake.before in right
    file = folder / "planted.py"
    file.write_text(right.replace(mistake.before, mistake.after))
    return ludex("check", str(file)).out


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_mistake_is_found(name: str, tmp_path: Path) -> None:
    out = checked(tmp_path, PLANTED[name])
    assert PLANTED[name].told in out
    assert "something is wrong" in out


@pytest.mark.parametrize(
    "name",
    ["a property that does not hold", "a step that is no step", "a contract that is broken"],
)
def test_a_promise_that_breaks_is_named_and_the_states_are_explored(
    name: str, tmp_path: Path
) -> None:
    out = checked(tmp_path, PLANTED[name])
    assert "not explored" not in out
    assert "verdict     complete; something is wrong" in out


def test_the_laws_that_a_finding_breaks_are_not_counted_as_kept(tmp_path: Path) -> None:
    kept = "laws        20 of 20 kept"
    for name in ("a contract that is broken", "a turn of nobody in a rare state"):
        assert kept not in checked(tmp_path, PLANTED[name]), name
    assert kept in ludex("check", str(FILES["nim"])).out


REWRITTEN = sorted((ROOT / "tests" / "study" / "grade" / "rewritten").glob("*.py"))
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
QUICK = {"kuhn_poker", "leduc_poker", "connect_four"}
RULEBOOKS = [
    *map(str, FILES.values()),
    *(
        pytest.param(str(one), marks=[] if one.stem in QUICK else [pytest.mark.slow])
        for one in (*EXAMPLES, *REWRITTEN)
        if one not in FILES.values()
    ),
    *(pytest.param(name, marks=pytest.mark.slow) for name in GAMES),
]
"""The laws are asked of every preset: those of our games are twenty more."""


def test_there_are_thirty_planted_mistakes_and_twenty_right_rulebooks() -> None:
    assert len(PLANTED) >= 30
    assert len(RULEBOOKS) >= 20


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_right_rulebook_is_not_accused(rulebook: str) -> None:
    out = ludex("check", rulebook, "--states", "6000").out
    assert "nothing wrong was found" in out
    assert "20 of 20 kept" in out


MIRROR = "State(tuple(s.cells[i] for i in (2, 1, 0, 5, 4, 3, 8, 7, 6)), s.turn)"


def test_a_true_mirror_is_a_symmetry_although_a_reason_names_cells(tmp_path: Path) -> None:
    file = tmp_path / "mirrored.py"
    right, mirror = FILES["tic"].read_text(), f'symmetries={{"mirror": lambda s: {MIRROR}}}, {TURN}'
    file.write_text(right.replace(TURN, mirror))
    out = ludex("check", str(file), "--symmetry").out
    assert "folded      by mirror: checked, then used" in out
    assert "nothing wrong was found" in out
