"""Traces: patterns of events, read, counted and run."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from ludex.kernel import History, Refusal
from ludex.language.position import read_position
from ludex.registry import load
from ludex.study.traces import Unparsable, parse, run_pattern, size
from playing import ROOT

CHESS = load("chess-solitaire")
PUZZLE: Any = read_position(CHESS, "NP.Q/.R.B/K.N./.P..")
TIC = load(str(ROOT / "examples" / "tic_tac_toe.py"))


@pytest.mark.parametrize(
    ("pattern", "instances"),
    [
        ("start_game", 1),
        ("start_game ; undo?", 2),
        ("move_and_capture(*,*,*,*)", 256),
        ("start_game ; move_and_capture(*,*,*,*){1,2} ; undo?", 2 * (256 + 256**2)),
        ("setup_chess({K,Q},1..4,2)", 8),
        ("setup_chess(K,-1..5,1)", 7),
        ("start_game | reset_game | undo", 3),
        ("(start_game ; reset_game){2} ; moves(1,1)*", 4),
        ("undo+", 3),
        ("undo{0}", 1),
    ],
)
def test_the_number_of_instances_is_known_before_anything_runs(
    pattern: str, instances: int
) -> None:
    read = parse(CHESS, pattern)
    assert size(read) == instances
    assert run_pattern(CHESS, CHESS.start(), read).instances == instances


@pytest.mark.parametrize(
    ("pattern", "problem", "at"),
    [
        ("", "expected the name of an event, found the end", 0),
        ("start_game ;", "expected the name of an event, found the end", 12),
        ("start_game ; mov(1,1)", "did you mean 'moves'?", 13),
        ("moves(1,1", "this parenthesis is not closed", 5),
        ("moves(1)", "takes 2 arguments, 1 given", 0),
        ("moves(1,x)", "found 'x'", 8),
        ("(start_game ; undo", "this parenthesis is not closed", 0),
        ("undo{2,1}", "2 is more than 1", 4),
        ("undo{x}", "expected a number of times, found 'x'", 5),
        ("undo{1", "this brace is not closed", 4),
        ("undo{9999}", "1,000 times is the most", 5),
        ("undo redo", "expected ';', '|' or the end, found 'redo'", 5),
        ("setup_chess({K,1,1)", "found '1'", 15),
        ("moves(,1)", "expected an argument, found ','", 6),
        ("moves(a..b,1)", "found 'a'", 6),
    ],
)
def test_what_does_not_parse_says_where(pattern: str, problem: str, at: int) -> None:
    with pytest.raises(Unparsable) as wrong:
        parse(CHESS, pattern)
    assert problem in wrong.value.problem
    assert wrong.value.at == at
    assert str(wrong.value).splitlines()[-1] == "  " + " " * at + "^"


def test_folding_changes_no_count() -> None:
    """Each instance run alone gives the verdicts that the folded run counts."""
    counted: Counter[str] = Counter()
    for marks in product(range(11), repeat=3):
        history, verdict = History(TIC, TIC.start()), "accepted"
        for cell in marks:
            event: Any = TIC.read(f"mark({cell})")
            result = history.play(event)
            if isinstance(result, Refusal):
                if verdict == "accepted":
                    verdict = f"refused: mark, guard {result.guard}"
            else:
                history = result
        counted[verdict] += 1
    found = run_pattern(TIC, TIC.start(), parse(TIC, "mark(0..10){3}"))
    assert found.verdicts() == counted
    assert found.events < 3 * found.instances


def test_what_was_taken_back_is_not_mixed_up_with_what_was_not_played() -> None:
    found = run_pattern(CHESS, PUZZLE, parse(CHESS, "move_and_capture(*,*,*,*) ; undo ; redo"))
    assert found.verdicts()["accepted"] == len(CHESS.moves(PUZZLE)) == 12
    assert found.instances == 256


def test_each_verdict_comes_with_a_shortest_instance() -> None:
    found = run_pattern(CHESS, CHESS.start(), parse(CHESS, "start_game{1,3}"))
    refused = "refused: start_game, guard 1 [started]"
    assert found.verdicts() == {"accepted": 1, refused: 2}
    assert [str(event) for event in found.example(refused)] == ["start_game"] * 2
