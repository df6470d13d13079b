"""The solver: its moves are the rulebook's, and the same search runs with a compiler and without."""

import random
import subprocess
import sys
from dataclasses import replace

import pytest

pytest.importorskip("numba")

import numpy as np

from ludex.games.freecell.engine.engine import engine
from ludex.games.freecell.formats.notation import (
    HOME,
    NotatedMove,
    NotatedPlace,
    PlaceKind,
    cell,
    column,
    events_of,
    noted,
    replayed,
)
from ludex.games.freecell.game import game
from ludex.games.freecell.rules.deals import microsoft_board, random_board
from ludex.games.freecell.rules.events import Autoplay, MoveGameToGame
from ludex.games.freecell.rules.options import (
    BAKERS_GAME,
    EIGHT_OFF,
    FORECELL,
    FREECELL,
    SEAHAVEN_TOWERS,
    Rules,
)
from ludex.games.freecell.rules.state import State, board_of, heights, set_up
from ludex.games.freecell.solver import (
    Impossible,
    Solved,
    Unknown,
    single,
    solve,
    solve_one,
)
from ludex.games.freecell.solver.compiled import COMPILED, solve_compiled, zeros
from ludex.games.freecell.solver.engine_replay import moves_to_win, plays
from ludex.games.freecell.solver.portfolio import PORTFOLIO
from ludex.games.freecell.solver.ranges import solve_deals
from ludex.games.freecell.solver.search import layout
from ludex.games.freecell.solver.search.compiler import begin, go_on, trace
from ludex.games.freecell.solver.search.layout import Words, code_of, packed, room
from ludex.games.freecell.solver.single import PLAIN, moves_of, solve_board
from ludex.kernel import Event
from ludex.kernel.dice import Dice

RULES = (
    FREECELL,
    BAKERS_GAME,
    EIGHT_OFF,
    SEAHAVEN_TOWERS,
    FORECELL,
    Rules(columns=4, cells=0),
    Rules(columns=5, cells=2),
    Rules(columns=10, cells=8, packs=2),
    Rules(columns=13, cells=10),
)


def some_states(rules: Rules, seed: int, moves: int) -> list[State]:
    """States of a random game, one card at a time."""
    dice = random.Random(seed)
    s = set_up(rules, random_board(rules, Dice(seed)))
    states = [s]
    for _ in range(moves):
        found = [event for event in moved(s) if getattr(event, "count", 1) == 1]
        if not found:
            break
        s = dice.choice(found).apply(s)
        states.append(s)
    return states


def moved(s: State) -> list[Event[State]]:
    """The rulebook's moves of cards, each by hand."""
    return [event for event in game.moves(s) if not isinstance(event, Autoplay)]


def after(s: State) -> tuple[object, ...]:
    """A position, whatever the order of its places and whichever pack a card is of."""
    columns = (tuple(map(code_of, column)) for column in s.columns)
    cells = (code_of(card) for card in s.cells if card)
    return (*sorted(columns), *sorted(cells), heights(s))


def children(s: State, *, thorough: bool) -> set[tuple[object, ...]]:
    """Where the moves lead that the search lists, when nothing goes home by itself."""
    mem = room(zeros, s.rules, 64, 8)
    mem[layout.SAFETY] = layout.NO_SAFETY
    mem[layout.THOROUGH] = int(thorough)
    mem[layout.QUOTA], mem[layout.MASK] = 10, (1 << 10) - 1
    begin(mem, np.array(packed(board_of(s)), np.int64))
    go_on(mem, 1)
    found = set()
    at = int(mem[layout.RECORDS_AT])
    for number in range(1, int(mem[layout.MET_COUNT])):
        record = at + layout.RECORD_WIDTH * number
        found.add(after(played(s, int(mem[record + layout.ORIGIN]) & 0xFFFF)))
    return found


def played(s: State, move: int) -> State:
    source, target, count = move >> 8, move >> 4 & 15, move & 15
    a = column(source)
    if source >= layout.FROM_CELL:
        codes = [card and code_of(card) for card in s.cells]
        a = cell(codes.index(source - layout.FROM_CELL))
    b = column(target)
    if target == layout.TO_HOME:
        b = HOME
    elif target == layout.TO_CELL:
        b = cell(s.cells.index(None))
    events = events_of(s, NotatedMove(a, b, count))
    assert isinstance(events, tuple)
    assert events[0].permitted(s)
    return events[0].apply(s)


def wanted(s: State, *, thorough: bool) -> set[tuple[object, ...]]:
    """Where the rulebook's moves lead: single cards, or runs, into a space the longest only."""
    longest: dict[int, int] = {}
    events = moved(s)
    for event in events:
        if isinstance(event, MoveGameToGame) and not s.columns[event.target]:
            most = max(event.count, longest.get(event.source, 0))
            longest[event.source] = most
    found = set()
    for event in events:
        if isinstance(event, MoveGameToGame):
            cards = event.count
            if thorough:
                cards = 1
            elif not s.columns[event.target]:
                cards = longest[event.source]
            if event.count != cards:
                continue
        found.add(after(event.apply(s)))
    return found - {after(s)}  # a whole column moved into a space changes nothing


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("thorough", [False, True], ids=["runs", "cards"])
def test_its_moves_are_those_of_the_rulebook(rules: Rules, thorough: bool) -> None:
    for s in some_states(rules, 5, 60)[::2]:
        if not s.is_won:
            assert children(s, thorough=thorough) == wanted(s, thorough=thorough)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_in_plain_python_it_is_the_same_search(rules: Rules) -> None:
    plain = replace(PLAIN, portfolio=PORTFOLIO)
    for seed in range(3):
        board = random_board(rules, Dice(seed))
        ours = solve_compiled(board, rules, 20_000)
        assert solve_compiled(board, rules, 600) == solve_board(plain, board, rules, 600)
        if isinstance(ours, Solved):
            assert replayed(set_up(rules, board), ours.moves).wins


def test_a_range_of_deals_is_solved_and_each_solution_wins_on_the_rulebook() -> None:
    answers = list(solve_deals(range(1, 121), 400_000))
    for answer in answers:
        moves = noted(microsoft_board(answer.deal), moves_of(answer.steps))
        assert answer.written.split("\n") == [*map(str, moves)]
    assert [answer.deal for answer in answers] == list(range(1, 121))
    for answer in answers[::10]:
        verdict = answer.verdict
        assert isinstance(verdict, Solved)
        start = set_up(FREECELL, microsoft_board(answer.deal))
        assert replayed(start, verdict.moves).wins
        assert len(verdict.moves) == answer.all_moves
        assert verdict.players_moves == answer.players_moves


def test_a_small_budget_is_unknown_and_never_exceeded() -> None:
    for budget in (1, 50, 5_000):
        (answer,) = solve_deals(range(11982, 11983), budget)
        many = "1 position" if budget == 1 else f"{budget} positions"
        assert answer.verdict == Unknown(budget, many)


def test_seconds_are_a_budget_too() -> None:
    rules = Rules(columns=6, cells=3, packs=2)
    verdict = solve_compiled(random_board(rules, Dice(1)), rules, 10**9, 0.05)
    assert isinstance(verdict, Solved) or verdict.positions < 10**7


def number_of(place: NotatedPlace) -> int:
    if place.kind is PlaceKind.HOME:
        return layout.HOME_PLACE
    return place.index + (layout.CELL_PLACE if place.kind is PlaceKind.CELL else 0)


@pytest.mark.parametrize("rules", [r for r in RULES if r.packs == 1 and r.columns > 6], ids=str)
def test_the_replay_allows_what_the_guards_allow_and_nothing_else(rules: Rules) -> None:
    made = engine(rules)
    places = [NotatedPlace(PlaceKind.COLUMN, i) for i in range(rules.columns)]
    places += [NotatedPlace(PlaceKind.CELL, i) for i in range(rules.cells)]
    for s in some_states(rules, 3, 60)[::6]:
        for a in places:
            for b in [*places, NotatedPlace(PlaceKind.HOME, 0)]:
                for count in (1, 2, 3):
                    if count > 1 and (
                        a.kind is not PlaceKind.COLUMN or b.kind is not PlaceKind.COLUMN
                    ):
                        continue
                    move = NotatedMove(a, b, count)
                    events = events_of(s, move)
                    allowed = bool(events) and events[0].permitted(s)
                    row = np.array(made.encode(s), np.int64)
                    played = plays(row, number_of(a), number_of(b), count)
                    assert played == allowed, str(move)
                    if allowed:
                        after = events[0].apply(s)
                        assert board_of(made.decode(row)) == board_of(after)


def test_a_path_with_a_false_move_does_not_win() -> None:
    mem, board = COMPILED.quick_room(FREECELL, 0), microsoft_board(1)
    solved = solve_compiled(board, FREECELL, 400_000)
    assert isinstance(solved, Solved)
    path = zeros(512)
    path = path[: trace(mem, path)]
    state = engine(FREECELL).encode(set_up(FREECELL, board))

    def replayed_on_the_engine(path: Words, steps: Words) -> int:
        return moves_to_win(np.array(state, np.int64), path, len(path), steps)

    steps = zeros(512)
    count = replayed_on_the_engine(path, steps)
    assert moves_of(steps[:count]) == solved.moves
    assert replayed_on_the_engine(path, zeros(0)) == count
    assert replayed_on_the_engine(path[1:], steps) == -1
    wrong = path.copy()
    wrong[5] = wrong[4]
    assert replayed_on_the_engine(wrong, steps) == -1


def test_a_proof_goes_on_in_larger_and_leaner_rooms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    task = replace(COMPILED, portfolio=()), microsoft_board(146692), FREECELL
    whole = solve_board(*task, 1_000_000)
    monkeypatch.setattr(single, "FIRST_ROOM", 500)
    monkeypatch.setattr(single, "LARGE_ROOM", 1_500)
    assert solve_board(*task, 1_000_000) == whole
    assert isinstance(whole, Impossible)
    monkeypatch.setattr(single, "MOST_BYTES", 2_000_000)
    short = solve_board(*task, 1_000_000)
    assert isinstance(short, Unknown)
    assert short.positions < whole.positions
    assert short.limit.endswith("MB of memory")


@pytest.mark.parametrize("deal", [1, 617, 2, 11982])
def test_a_single_board_has_the_same_verdict_whether_python_tries_it_first(deal: int) -> None:
    board = microsoft_board(deal)
    assert solve_one(board, positions=3000) == solve(board, positions=3000)


WITHOUT_NUMBA = """
import sys
from ludex.games.freecell.solver.ranges import solve_deals
print(*(type(answer.verdict).__name__ for answer in solve_deals(range(11981, 11984), 400_000)))
print({"numba", "numpy"} & sys.modules.keys())
from ludex.games.freecell.rules.deals import microsoft_board
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.solver.compiled import solve_compiled
print(type(solve_compiled(microsoft_board(1), FREECELL, 400_000)).__name__)
"""


def test_a_range_that_was_compiled_is_solved_without_numba_which_may_come_later() -> None:
    for _ in range(2):
        run = [sys.executable, "-c", WITHOUT_NUMBA]
        lines = subprocess.run(run, capture_output=True, text=True, check=True).stdout
    assert lines == "Solved Impossible Solved\nset()\nSolved\n"
