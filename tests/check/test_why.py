"""Why: every guard in its order, held, failed or undefined, with the values of its terms."""

import pytest

from ludex.check.why import GuardStanding, WhyReport, why
from ludex.check.why.explanation import report_lines
from ludex.kernel import Unreadable
from ludex.language.position import read_position
from ludex.registry import load
from playing import example

PUZZLE = "NP.Q/.R.B/K.N./.P.."


def asked(text: str, line: str = PUZZLE) -> WhyReport:
    game = load("chess-solitaire")
    event = game.read(text)
    assert not isinstance(event, Unreadable)
    return why(game, read_position(game, line), event)


def standings(found: WhyReport) -> str:
    return "".join(judged.standing.value[0] for judged in found.guards)


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("move_and_capture(1,4,1,2)", "hhhhhhhh"),
        ("move_and_capture(1,1,2,3)", "hhhhhfhf"),  # nothing there, and blocked
        ("move_and_capture(1,1,2,4)", "hhhhhhfu"),  # there is no way to be blocked
        ("move_and_capture(1,3,5,4)", "hhhfffun"),  # off the board nothing stands
    ],
)
def test_every_guard_is_listed_also_after_one_that_fails(event: str, expected: str) -> None:
    assert standings(asked(event)) == expected


def test_the_first_that_fails_is_the_refusal() -> None:
    found = asked("move_and_capture(1,1,2,3)")
    assert found.refusal is not None
    assert found.refusal.guard == 6
    assert not found.is_legal


def test_a_guard_that_fails_shows_the_values_of_its_terms_its_code_and_line() -> None:
    guard = asked("move_and_capture(1,1,2,4)").guards[6]
    terms = {term.text: term.value for term in guard.terms}
    assert terms == {
        "reaches(piece, a, b)": "False",
        "piece": "N",
        "a": "(1, 1)",
        "b": "(2, 4)",
    }
    assert guard.code == "invalid_move"
    assert guard.place.startswith("events.py:")


def test_an_undefined_guard_says_what_it_raises() -> None:
    guard = asked("move_and_capture(1,1,2,4)").guards[7]
    assert guard.standing is GuardStanding.UNDEFINED
    assert guard.reason.startswith("KeyError")


def test_a_legal_event_shows_what_it_would_do() -> None:
    found = asked("move_and_capture(1,4,1,2)")
    assert found.is_legal
    game = load("chess-solitaire")
    lines = [*report_lines(game, found)]
    assert lines[0] == "move_and_capture(1,4,1,2) is legal"
    assert "position: NQ../.R.B/K.N./.P.." in lines


def test_an_event_after_the_end_is_refused_before_its_guards_are_asked() -> None:
    game = example("tic_tac_toe")
    s = game.start()
    for cell in (1, 4, 2, 5, 3):
        s = game.after(s, game.read(f"mark({cell})"))  # type: ignore[arg-type]
    found = why(game, s, game.read("mark(9)"))  # type: ignore[arg-type]
    lines = [*report_lines(game, found)]
    assert lines[0] == "mark(9) is refused before its conditions are checked: the game is over"
    assert not found.is_legal


def test_a_generator_is_no_value_to_show() -> None:
    game = load("holdem")
    s = game.start()
    found = why(game, s, game.read("deal_board(Ac)"))  # type: ignore[arg-type]
    terms = [term.value for judged in found.guards for term in judged.terms]
    assert terms
    assert not any("object" in value for value in terms)
