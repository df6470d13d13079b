"""Hints: the next move, the winnable light, and the last winnable position."""

from functools import partial
from threading import Event as Flag
from threading import Thread

import pytest

from games.freecell.freecell_table import after, dealt, event, table
from ludex.bots.cancellation import heed
from ludex.games.freecell.formats.notation import replayed
from ludex.games.freecell.game import State, game
from ludex.games.freecell.rules.deals import Board, microsoft_board
from ludex.games.freecell.rules.state import board_of
from ludex.games.freecell.solver import (
    Solved,
    Verdict,
    Ways,
    last_winnable,
    solve,
    verdict,
)
from ludex.kernel import Event, History

AT_RISK = (
    "cells=-/KH/KC/KD homes=AS/AH/AC/AD"
    " columns=2SQS/2HQH/2CQC/2DQD/3SJS5S4STS9S8S7S6SKS/3HJH5H4HTH9H8H7H6H"
    "/3CJC5C4CTC9C8C7C6C/3DJD5D4DTD9D8D7D6D"
)


def is_winnable(s: State, positions: int = 500_000) -> bool | None:
    return Ways(partial(verdict, positions=positions)).is_winnable(s)


def next_event(s: State) -> Event[State] | None:
    return next(iter(Ways().way(s)), None)


def history(start: State, *texts: str) -> History[State]:
    played = History(game, start)
    for text in texts:
        step = played.play(event(text))
        assert isinstance(step, History), step
        played = step
    return played


def test_following_the_next_event_wins() -> None:
    s = dealt(617)
    for _ in range(200):
        if s.is_won:
            break
        hint = next_event(s)
        assert hint is not None
        s = after(s, str(hint))
    assert s.is_won
    assert next_event(s) is None


def test_following_hints_the_count_of_moves_falls_and_no_search_is_needed() -> None:
    asked = []

    def judged(s: State) -> Verdict:
        asked.append(s)
        return verdict(s)

    ways, s = Ways(judged), dealt(617)
    left = len(ways.way(s))
    while not s.is_won:
        assert ways.is_winnable(s) is True
        way = ways.way(s)
        assert len(way) == left
        s, left = way[0].apply(s), left - 1
    assert left == 0
    assert len(asked) == 1


def test_a_solution_is_given_as_events_that_the_rulebook_allows() -> None:
    s = dealt(1)
    found = verdict(s)
    assert isinstance(found, Solved)
    assert isinstance(board_of(s), Board)
    assert replayed(s, found.moves).wins


def test_the_winnable_light() -> None:
    assert is_winnable(dealt(1)) is True
    stuck = after(table(AT_RISK), "move_game_to_free(4,0)")
    assert is_winnable(stuck) is False
    assert next_event(stuck) is None
    assert is_winnable(dealt(11982), positions=100) is None


def test_the_last_winnable_position_of_a_game_that_is_still_won() -> None:
    played = history(game.start(), "deal(617)", "move_game_to_free(0,0)")
    assert last_winnable(played) == 2
    assert last_winnable(History(game, game.start())) is None


def test_the_move_that_lost_a_game_is_found() -> None:
    played = history(table(AT_RISK), "move_game_to_free(4,0)")
    assert game.outcome(played.state) is not None
    assert last_winnable(played) == 0


def test_a_long_history_is_halved_to_the_move_that_lost_it() -> None:
    s = table(AT_RISK)
    there_and_back = ["move_game_to_free(0,0)", "move_game_to_home(0,0)"]
    wasted = ["move_game_to_game(1,1,0)", "move_game_to_home(1,1)"]
    played = history(s, *there_and_back, *wasted)
    verdicts = [is_winnable(x) for x in (s, *(step.state for step in played.steps))]
    assert None not in verdicts
    found = last_winnable(played)
    assert found == verdicts.count(True) - 1


def test_a_game_that_was_lost_from_the_start() -> None:
    stuck = after(table(AT_RISK), "move_game_to_free(4,0)")
    assert last_winnable(History(game, stuck)) is None


def test_what_stays_unknown_is_not_claimed() -> None:
    found = last_winnable(history(dealt(11982), "move_game_to_free(0,0)"), positions=50)
    assert found is None


def test_who_waits_for_a_hint_does_not_wait_for_the_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first time on a machine compiling takes a minute: until then it goes without."""
    compiled = pytest.importorskip("ludex.games.freecell.solver.compiled")
    monkeypatch.setattr(compiled, "TIMEOUT", 0.0)
    monkeypatch.setattr(compiled, "_is_ready", lambda: False)
    monkeypatch.setattr(compiled, "solve_compiled", lambda *_: pytest.fail("compiled"))
    told = []

    def ask() -> None:
        heed(Flag())
        told.append(solve(microsoft_board(1)))

    asking = Thread(target=ask)
    asking.start()
    asking.join()
    assert isinstance(told[0], Solved)
