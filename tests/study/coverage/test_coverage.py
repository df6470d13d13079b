"""Coverage: what can be met of a rulebook, and what scripts meet of it."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ludex.check.rulebooks import rulebook_of
from ludex.games.chess_solitaire.rules.pieces import BETWEEN, Piece
from ludex.kernel import Event, Game, Guards, Start, Unreadable
from ludex.language.script_check import Dialect, Typed
from ludex.parts.grid import Square
from ludex.registry import load
from ludex.study.coverage import (
    Catalogue,
    Effort,
    EventSuccess,
    GuardOrder,
    MetObligations,
    NamedScript,
    Refused,
    RowEffect,
    Survey,
    measure_scripts,
    survey,
)
from ludex.study.coverage.report import count_obligations, junit, report_lines
from ludex.study.coverage.tables import TableRow, Tables
from playing import ROOT, SHARED

CHESS = load("chess-solitaire")
CONFORMANCE = SHARED / "conformance" / "chess_solitaire"
MAC = "move_and_capture"

TOGETHER = {
    ("setup_chess", 1, 2), ("setup_chess", 1, 3),
    ("moves", 1, 3), ("moves", 1, 4), ("moves", 2, 3), ("moves", 2, 4),
    *((MAC, first, second) for first in (1, 2) for second in range(3, 9)),
    (MAC, 3, 4), (MAC, 3, 6), (MAC, 4, 5), (MAC, 5, 6), (MAC, 6, 7), (MAC, 6, 8),
}  # fmt: skip
"""The pairs of Chess Solitaire, worked out by hand from its Table 2."""


@pytest.fixture(scope="module")
def known() -> Survey:
    """So many questions find all that many more do, and the clock has no say."""
    effort = Effort(states=600, idle=10_000, seconds=300)
    return survey(CHESS, CHESS.start(), effort)


def events_of(game: Game[Any], text: str) -> list[Event[Any]]:
    events = []
    for word in text.split():
        event = game.read(word)
        assert not isinstance(event, Unreadable)
        events.append(event)
    return events


def covered(game: Game[Any], *texts: str, tables: Tables | None = None) -> MetObligations:
    scripts = [NamedScript(str(i), events_of(game, text)) for i, text in enumerate(texts)]
    return measure_scripts(Catalogue(game), game.start(), scripts, tables)


def test_twenty_four_pairs_of_chess_solitaire_can_fail_together(
    known: Survey,
) -> None:
    pairs = {
        (one.event, one.first, one.second)
        for one in known.reachable(beyond=False)
        if isinstance(one, GuardOrder)
    }
    assert pairs == TOGETHER
    assert len(pairs) == 24


def test_the_seventeen_guards_of_the_document_are_counted_apart_from_those_of_the_editor(
    known: Survey,
) -> None:
    guards = [o for o in known.reachable(beyond=False) if isinstance(o, Refused)]
    assert len(guards) == 17
    assert len([o for o in known.reachable(beyond=True) if isinstance(o, Refused)]) == 10


def test_a_guard_that_always_fails_with_another_makes_no_pair(
    known: Survey,
) -> None:
    assert GuardOrder(MAC, 3, 5) in known.following()  # no piece stands off the board
    assert GuardOrder(MAC, 1, 2) in known.following()


def test_every_witness_shows_what_it_is_for(known: Survey) -> None:
    for one, script in known.witness.items():
        found = measure_scripts(known.catalogue, known.start, [NamedScript("", script)])
        assert one in found.met


def test_of_a_small_game_everything_is_proved() -> None:
    game = load(str(ROOT / "examples" / "kuhn_poker.py"))
    known = survey(game, game.start())
    assert known.everything
    assert "proved" in known.covers
    assert not known.unmet()


def test_what_can_never_happen_is_proved_unreachable() -> None:
    class Count(Event[int]):
        """Count on."""

        def guards(self, s: int) -> Guards:
            yield s < 3 or "three is enough"
            yield s < 9 or "nine is too many"

        def apply(self, s: int) -> int:
            return s + 1

    game: Game[int] = Game(
        name="count", title="Count", summary="Count.", start=Start.fixed(0), events=(Count,),
        outcome=lambda _: None, text=str,
    )  # fmt: skip
    known = survey(game, 0)
    assert [*known.catalogue.couples()] == [GuardOrder("count", 1, 2)]
    assert known.unmet() == [Refused("count", 2)]
    assert known.is_proved(Refused("count", 2))
    assert any("unreachable" in line for line in report_lines(covered(game, ""), known, None))


def test_the_one_test_that_the_document_prints_reaches_two_guards_of_seventeen() -> None:
    printed_test = """setup_chess(N,2,1) setup_chess(R,1,4) setup_chess(P,2,4)
        setup_chess(B,4,3) start_game moves(4,3) move_and_capture(4,3,2,1) moves(1,4)
        move_and_capture(1,4,2,4) moves(2,4) move_and_capture(2,4,2,1) moves(2,1)
        move_and_capture(2,1,3,3)"""
    found = covered(CHESS, printed_test)
    guards = [one for one in found.met if isinstance(one, Refused)]
    assert guards == [Refused("moves", 2), Refused(MAC, 2)]


def test_a_pair_is_met_where_the_first_refuses_and_the_second_would_have() -> None:
    found = covered(CHESS, "start_game setup_chess(K,9,9)")
    assert GuardOrder("setup_chess", 1, 2) in found.met
    assert Refused("setup_chess", 1) in found.met
    assert Refused("setup_chess", 2) not in found.met


def test_a_row_matters_where_the_transcript_would_be_another_without_it() -> None:
    tables = Tables(rulebook_of(CHESS))
    board = "setup_chess(K,1,1) setup_chess(P,1,2) start_game "
    row = RowEffect(TableRow("BETWEEN", (Piece.KING, Square(1, 1), Square(2, 2))))
    assert row not in covered(CHESS, f"{board} move_and_capture(1,1,1,2)", tables=tables).met
    assert row in covered(CHESS, f"{board} moves(1,1)", tables=tables).met
    assert Square(2, 2) in BETWEEN[Piece.KING][Square(1, 1)]  # all is as it was


def test_events_after_the_end_are_refused_by_the_kernel_and_by_no_guard() -> None:
    game = load(str(ROOT / "examples" / "tic_tac_toe.py"))
    found = covered(game, "mark(1) mark(4) mark(2) mark(5) mark(3) mark(9)")
    assert (found.refused, found.by_kernel) == (1, 1)
    assert [*found.met] == [EventSuccess("mark")]


def test_the_report_for_junit_has_a_test_for_each_obligation(
    known: Survey,
) -> None:
    found = covered(CHESS, "start_game")
    report = ET.fromstring(junit(found, known, None))
    cases = report.findall("testcase")
    failed = [case for case in cases if case.find("failure") is not None]
    assert len(cases) == len(known.reachable())
    assert int(report.get("failures", 0)) == len(failed) == len(cases) - 1


@pytest.mark.skipif(not CONFORMANCE.is_dir(), reason="the course's files are not here")
def test_the_course_s_own_scripts_reach_every_guard_and_not_every_pair(
    known: Survey,
) -> None:
    typed = Typed(CHESS, Dialect.ETF)
    scripts = [
        NamedScript(path.name, [*typed.events(lambda path=path: lines_of(path))])  # type: ignore[misc]  # bound now
        for path in sorted(CONFORMANCE.glob("*.in.txt"))
    ]
    found = measure_scripts(known.catalogue, known.start, scripts)
    by_sort = {count.sort: count for count in count_obligations(found, known, beyond=False)}
    assert by_sort["guards"].met == 17
    assert by_sort["pairs"].met < by_sort["pairs"].total == 24


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines(keepends=True)
