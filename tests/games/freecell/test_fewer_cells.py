"""Deals with fewer free cells than four, decided by the thousand."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("numba")

from ludex.games.freecell.rules.dealing import dealt
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.solver import Impossible, Solved, verdict
from ludex.games.freecell.solver.many import impossible_deals, unsolved_deals
from ludex.games.freecell.solver.ranges import solve_deals

KEPT = Path(__file__).parents[3] / "bench" / "freecell-cells"


@pytest.mark.parametrize("cells", [0, 1, 2, 3])
def test_deals_by_the_thousand_have_the_verdicts_of_single_ones(cells: int) -> None:
    rules, deals = replace(FREECELL, cells=cells), range(160, 172)
    answers = solve_deals(deals, 200_000, rules)
    assert [answer.verdict for answer in answers] == [
        verdict(dealt(rules, deal), 200_000) for deal in deals
    ]


def test_what_the_quick_searches_leave_is_proved_impossible_or_stays_open() -> None:
    rules = replace(FREECELL, cells=2)
    left = unsolved_deals(range(1, 31), 20_000, rules)
    impossible = impossible_deals(left, rules)
    assert impossible
    for deal in range(1, 31):
        found = verdict(dealt(rules, deal), 200_000)
        assert isinstance(found, Solved) or deal in left
        assert isinstance(found, Impossible) or deal not in impossible


@pytest.mark.parametrize(
    ("cells", "deals"),
    [(0, range(145, 165)), (1, range(20, 30)), (2, range(70, 88)), (3, range(160, 180))],
)
def test_the_results_that_are_kept_are_found_again(cells: int, deals: range) -> None:
    kept = json.loads((KEPT / f"cells-{cells}.json").read_text())
    rules = replace(FREECELL, cells=cells)
    for deal in deals:
        if str(deal) in kept["unknown"]:
            continue
        solved = deal in kept["solved"] if "solved" in kept else deal not in kept["impossible"]
        assert isinstance(verdict(dealt(rules, deal), 300_000), Solved if solved else Impossible)
