"""What is the same, what is the same but for blanks, and where a difference begins."""

import pytest

from ludex.study.grade.comparison import compare_output, visible
from ludex.study.grade.exam import ExamStep, Test
from ludex.study.grade.tolerances import Tolerance

TEST = Test("t", "", (ExamStep(None, "one\n two\n"), ExamStep("go(1)", "three\nfour\n")))
RIGHT = "one\n two\n->go(1)\nthree\nfour\n"


def test_the_oracle_s_own_words_are_the_same() -> None:
    assert TEST.transcript == RIGHT
    assert compare_output(TEST, RIGHT.encode()).same


@pytest.mark.parametrize(
    ("said", "granted"),
    [
        (RIGHT.replace("three", "three \t"), Tolerance.TRAILING_BLANKS),
        (RIGHT.replace("\n", "\r\n"), Tolerance.TRAILING_BLANKS),
        (RIGHT.replace(" two", "two"), Tolerance.INDENTATION),
        (RIGHT.removesuffix("\n"), Tolerance.FINAL_NEWLINE),
        (f"{RIGHT}\n\n", Tolerance.FINAL_NEWLINE),
    ],
)
def test_each_tolerance_grants_what_it_says_and_nothing_else(said: str, granted: Tolerance) -> None:
    found = compare_output(TEST, said.encode())
    assert (found.same, found.presentation) == (False, True)
    for one in Tolerance:
        assert compare_output(TEST, said.encode(), {one}).same == (one is granted)


def test_a_real_mistake_is_shown_before_blanks_that_come_earlier() -> None:
    found = compare_output(TEST, RIGHT.replace("one", "one ").replace("four", "five").encode())
    assert (found.presentation, found.step, found.line) == (False, 1, 5)
    assert found.expected == ("->go(1)\n", "three\n", "four\n")
    assert found.found == ("->go(1)\n", "three\n", "five\n")


def test_output_that_stops_early_or_goes_on_differs_at_its_end() -> None:
    assert compare_output(TEST, b"one\n two\n").line == 3
    assert compare_output(TEST, b"").step == 0
    more = compare_output(TEST, f"{RIGHT}more\n".encode())
    assert (more.step, more.line, more.found[-1]) == (1, 6, "more\n")


def test_of_a_row_of_a_filter_only_its_own_line_is_shown() -> None:
    rows = (ExamStep(None, "won\n", about="row 1"), ExamStep(None, "lost\n", about="row 2"))
    found = compare_output(Test("t", "", rows), b"drawn\nlost\n")
    assert (found.step, found.line) == (0, 1)
    assert (found.expected, found.found) == (("won\n",), ("drawn\n",))


def test_binary_output_is_compared_byte_by_byte_and_shown_without_harm() -> None:
    found = compare_output(TEST, b"one\xff\x1b[2J\n two\n->go(1)\nthree\nfour\n")
    assert not found.same
    assert visible(found.found[0]) == "one\\xff\\x1b[2J"
    assert visible("end  ") == "end␣␣⏎̸"
