"""What fc-solve prints is understood: its solutions replay to a win."""

import shutil
import subprocess

import pytest

from games.freecell.freecell_checker import replay
from ludex.games.freecell.formats.boards import Problem, plain_text
from ludex.games.freecell.formats.notation import NotatedMove, read_solution, replayed
from ludex.games.freecell.rules.dealing import dealt
from ludex.games.freecell.rules.deals import microsoft_board
from ludex.games.freecell.rules.options import FREECELL

needs_fc_solve = pytest.mark.skipif(shutil.which("fc-solve") is None, reason="fc-solve is not here")


def fc_solve(deal: int, *options: str) -> tuple[NotatedMove, ...]:
    text = subprocess.run(
        ["fc-solve", "-l", "lg", *options, "-"],
        input=plain_text(microsoft_board(deal)),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = read_solution(text)
    assert not any(isinstance(move, Problem) for move in found)
    return tuple(move for move in found if isinstance(move, NotatedMove))


@needs_fc_solve
@pytest.mark.parametrize("options", [("-m",), ("-m", "-sn"), ("-m", "-snx")])
def test_its_solutions_replay_to_a_win_on_the_rulebook(
    options: tuple[str, ...],
) -> None:
    for deal in range(1, 101):
        played = replayed(dealt(FREECELL, deal), fc_solve(deal, *options))
        assert played.wins, (deal, played.failure)


@needs_fc_solve
def test_its_solutions_in_words_replay_to_a_win_with_a_referee_of_its_own() -> None:
    for deal in range(1, 31):
        board = microsoft_board(deal)
        moves = [
            (
                (move.source.kind.value, move.source.index),
                (move.target.kind.value, move.target.index),
                move.count or 1,
            )
            for move in fc_solve(deal, "-m")
        ]
        columns = [list(map(str, column)) for column in board.columns]
        cells = [str(card) if card else None for card in board.cells]
        assert replay(columns, cells, moves), deal


@needs_fc_solve
@pytest.mark.parametrize("short", ["-sn", "-snx"])
def test_its_short_notation_says_the_same_as_its_words(short: str) -> None:
    for deal in range(1, 31):
        words = fc_solve(deal, "-m")
        letters = fc_solve(deal, "-m", short)
        assert [(m.source, m.target) for m in letters] == [(m.source, m.target) for m in words]


@needs_fc_solve
def test_positions_between_the_moves_are_passed_over() -> None:
    for options in (("-m", "-p", "-t"), ("-m", "-p")):
        assert fc_solve(617, *options) == fc_solve(617, "-m"), options
