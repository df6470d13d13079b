"""The compiled solver: its moves are the rulebook's, its verdicts those of the plain one."""

import random

import pytest

pytest.importorskip("numba")

import numpy as np

from ludex.games.freecell.engine.engine import engine
from ludex.games.freecell.formats.notation import Kind, Move, Place
from ludex.games.freecell.formats.solution import meant, replayed
from ludex.games.freecell.rules.deals import Board, microsoft_board, random_board
from ludex.games.freecell.rules.options import (
    BAKERS_GAME,
    EIGHT_OFF,
    FORECELL,
    FREECELL,
    SEAHAVEN_TOWERS,
    Rules,
)
from ludex.games.freecell.rules.state import Phase, State, board_of, set_up
from ludex.games.freecell.solver import Impossible, Solved, Unknown
from ludex.games.freecell.solver.compiled import layout, solver
from ludex.games.freecell.solver.compiled.engine_replay import plays, wins
from ludex.games.freecell.solver.compiled.many import solve_deals
from ludex.games.freecell.solver.compiled.memory import packed, room
from ludex.games.freecell.solver.compiled.search import begin, go_on
from ludex.games.freecell.solver.compiled.solver import moves_of, solve_compiled
from ludex.games.freecell.solver.exhaustive import card_moves
from ludex.games.freecell.solver.homes import Safety
from ludex.games.freecell.solver.plain import solve_plainly
from ludex.games.freecell.solver.position import Table, run_moves
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
    """States of a random game, without moves home by themselves."""
    dice = random.Random(seed)
    s = set_up(rules, random_board(rules, Dice(seed)))
    states = [s]
    table = Table(rules, Safety.NONE)
    for _ in range(moves):
        board = board_of(s)
        position = table.packed(board)
        found = card_moves(table, position)
        if not found:
            break
        move = dice.choice(found)
        s = played(s, move, table, position)
        states.append(s)
    return states


def played(s: State, move: int, table: Table, position: object) -> State:
    source, target, count = move >> 8, move >> 4 & 15, move & 15
    if source >= 16:
        code = source - 16
        at = next(
            i
            for i, card in enumerate(s.cells)
            if card and 13 * card.suit + card.rank - 1 == code
        )
        a = Place(Kind.CELL, at)
    else:
        a = Place(Kind.COLUMN, source)
    if target == 15:
        b = Place(Kind.HOME, 0)
    elif target == 14:
        b = Place(Kind.CELL, s.cells.index(None))
    else:
        b = Place(Kind.COLUMN, target)
    events = meant(s, Move(a, b, count))
    assert isinstance(events, tuple)
    assert events[0].permitted(s)
    return events[0].apply(s)


def children(
    board: Board, rules: Rules, *, thorough: bool
) -> set[tuple[int, int, int]]:
    """The moves that the compiled search lists for a board on which nothing is safe.

    As the plain solver writes them: cells by its own codes of cards.
    """
    mem = room(rules, 64, 8)
    mem[layout.SAFETY] = layout.NO_SAFETY
    mem[layout.THOROUGH] = int(thorough)
    mem[layout.QUOTA], mem[layout.MASK] = 10, (1 << 10) - 1
    begin(mem, packed(board))
    go_on(mem, 1)
    found = set()
    at = int(mem[layout.RECORDS_AT])
    for number in range(1, int(mem[layout.MET_COUNT])):
        record = at + layout.RECORD_WIDTH * number
        move = int(mem[record + layout.ORIGIN]) & 0xFFFF
        source = move >> 8
        if source >= layout.FROM_CELL:
            code = source - layout.FROM_CELL
            source = layout.FROM_CELL + 13 * (code & 3) + (code >> 2)
        found.add((source, move >> 4 & 15, move & 15))
    return found


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("thorough", [False, True], ids=["runs", "cards"])
def test_its_moves_are_those_of_the_plain_solver_which_the_rulebook_allows(
    rules: Rules, thorough: bool
) -> None:
    table = Table(rules, Safety.NONE)
    for s in some_states(rules, 5, 60)[::2]:
        board = board_of(s)
        if s.is_won or s.phase is not Phase.PLAY:
            continue
        position = table.packed(board)
        if thorough:
            listed = card_moves(table, position)
        else:
            listed = run_moves(table, position.columns, position.cells, position.home)
        # Moves to the same position are one record: compare where they lead.
        ours = {
            led_to(table, board, move)
            for move in map(joined, children(board, rules, thorough=thorough))
        }
        theirs = {led_to(table, board, move) for move in listed}
        assert ours == theirs


def joined(move: tuple[int, int, int]) -> int:
    source, target, count = move
    return source << 8 | target << 4 | count


def led_to(table: Table, board: Board, move: int) -> tuple[object, ...]:
    after = table.moved(table.packed(board), move)
    return (*sorted(after.columns), after.cells, after.home)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_its_verdicts_never_contradict_the_plain_solver(rules: Rules) -> None:
    for seed in range(3):
        board = random_board(rules, Dice(seed))
        ours = solve_compiled(board, rules, 20_000)
        plain = solve_plainly(board, rules, 1_500)
        assert {type(ours), type(plain)} != {Solved, Impossible}
        if isinstance(ours, Solved):
            assert replayed(set_up(rules, board), ours.moves).wins


def test_a_range_of_deals_is_solved_and_each_solution_wins_on_the_rulebook() -> None:
    answers = list(solve_deals(range(1, 121), 400_000))
    assert [answer.deal for answer in answers] == list(range(1, 121))
    for answer in answers[::10]:
        verdict = answer.verdict
        assert isinstance(verdict, Solved)
        start = set_up(FREECELL, microsoft_board(answer.deal))
        assert replayed(start, verdict.moves).wins
        assert len(verdict.moves) == answer.all_moves
        assert verdict.players_moves == answer.players_moves


def test_the_answers_do_not_depend_on_the_number_of_workers() -> None:
    def told(workers: int) -> list[tuple[int, int, int]]:
        found = solve_deals(range(11900, 12001), 3_000, workers)
        return [(a.deal, a.positions, a.all_moves) for a in found]

    assert told(1) == told(2)


def test_a_small_budget_is_unknown_and_never_exceeded() -> None:
    for budget in (1, 50, 5_000):
        (answer,) = solve_deals(range(11982, 11983), budget)
        many = "1 position" if budget == 1 else f"{budget} positions"
        assert answer.verdict == Unknown(budget, many)


def test_seconds_are_a_budget_too() -> None:
    rules = Rules(columns=6, cells=3, packs=2)
    verdict = solve_compiled(random_board(rules, Dice(1)), rules, 10**9, 0.05)
    assert isinstance(verdict, Solved) or verdict.positions < 10**7


def step_of(move: Move) -> int:
    def place(p: Place) -> int:
        if p.kind is Kind.HOME:
            return layout.STEP_HOME
        return p.index + (layout.STEP_CELL if p.kind is Kind.CELL else 0)

    return (
        place(move.source) << layout.STEP_SOURCE
        | place(move.target) << layout.STEP_TARGET
        | (move.count or 1)
    )


@pytest.mark.parametrize(
    "rules", [r for r in RULES if r.packs == 1 and r.columns > 6], ids=str
)
def test_the_replay_allows_what_the_guards_allow_and_nothing_else(rules: Rules) -> None:
    made = engine(rules)
    places = [Place(Kind.COLUMN, i) for i in range(rules.columns)]
    places += [Place(Kind.CELL, i) for i in range(rules.cells)]
    for s in some_states(rules, 3, 60)[::6]:
        for a in places:
            for b in [*places, Place(Kind.HOME, 0)]:
                for count in (1, 2, 3):
                    if count > 1 and (
                        a.kind is not Kind.COLUMN or b.kind is not Kind.COLUMN
                    ):
                        continue
                    move = Move(a, b, count)
                    events = meant(s, move)
                    allowed = isinstance(events, tuple) and events[0].permitted(s)
                    row = np.array(made.encode(s), np.int64)
                    assert plays(row, step_of(move)) == allowed, str(move)
                    if allowed and isinstance(events, tuple):
                        after = events[0].apply(s)
                        assert board_of(made.decode(row)) == board_of(after)


def test_a_solution_with_a_false_step_does_not_win() -> None:
    (answer,) = solve_deals(range(1, 2), 400_000)
    assert answer.steps is not None
    state = engine(FREECELL).encode(set_up(FREECELL, microsoft_board(1)))
    right = answer.steps
    assert wins(np.array(state, np.int64), right, len(right))
    assert not wins(np.array(state, np.int64), right, len(right) - 1)
    wrong = right.copy()
    wrong[5] = wrong[4]
    assert not wins(np.array(state, np.int64), wrong, len(wrong))
    assert len(moves_of(right)) == len(right)


def test_a_proof_goes_on_in_larger_and_leaner_rooms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver, "PORTFOLIO", ())
    whole = solve_compiled(microsoft_board(146692), FREECELL, 1_000_000)
    monkeypatch.setattr(solver, "FIRST_ROOM", 500)
    monkeypatch.setattr(solver, "LARGE_ROOM", 1_500)
    assert solve_compiled(microsoft_board(146692), FREECELL, 1_000_000) == whole
    assert isinstance(whole, Impossible)
    monkeypatch.setattr(solver, "MOST_BYTES", 2_000_000)
    short = solve_compiled(microsoft_board(146692), FREECELL, 1_000_000)
    assert isinstance(short, Unknown)
    assert short.positions < whole.positions
    assert short.limit.endswith("MB of memory")
