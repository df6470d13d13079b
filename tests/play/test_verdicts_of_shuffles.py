"""What is found out about a shuffle from the file alone."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ludex.kernel import History, Seat, Unreadable, seat_number
from ludex.parts.secret_dice import SECRET, dice_for
from ludex.play.protocol.log import Header, LogLine
from ludex.play.protocol.shuffle import commitment, share_hash
from ludex.play.saved import SaveFile
from ludex.play.shuffle_check import ShuffledMatch, read_match, to_json, verify
from ludex.registry import load

GAME = load("carcassonne")
SEED = SECRET + 617


def match_of(draws: int) -> ShuffledMatch:
    """A match that was left after so many draws."""
    header = Header("carcassonne", SEED, ("person", "person"), "today", rules="1234")
    start = header.start(GAME)
    assert not isinstance(start, Unreadable)
    history, lines = History(GAME, start), list[LogLine]()
    while True:
        state, turn = history.state, GAME.turn(history.state)
        if turn < 0:
            if not draws:
                promised = commitment(SEED)
                return ShuffledMatch(header, "t1", promised, is_open=True, lines=tuple(lines))
            draws -= 1
            event = GAME.draw(state, dice_for(SEED, len(lines), "chance"))
        else:
            event = GAME.moves(state)[0]
        played = history.play(event)
        assert isinstance(played, History)
        lines.append(LogLine(str(event), seat_number(Seat(turn)) if turn >= 0 else 0))
        history = played


@pytest.mark.parametrize(
    ("draws", "said"),
    [(1, "The only deal in"), (2, "All 2 deals and draws in")],
)
def test_the_deals_are_counted(draws: int, said: str) -> None:
    match = match_of(draws)
    found = verify(GAME, match)
    assert found.holds, found.findings
    assert found.findings[-1].startswith(said)
    assert f" in {len(match.lines)} steps" in found.findings[-1]


def test_a_hash_that_nobody_noted_is_named_though_its_share_was_never_opened() -> None:
    mine, other = share_hash(1, "a" * 64), share_hash(2, "b" * 64)
    lines = (LogLine(f":hash {mine}", 1), LogLine(f":hash {other}", 2))
    found = verify(GAME, replace(match_of(0), lines=lines), hashes=[mine])
    assert not found.holds
    assert found.findings[-1] == f"The hash {other} in the log is not one that you noted."


def test_the_file_of_a_match_comes_back_whole() -> None:
    match = match_of(2)
    assert read_match(json.dumps(to_json(match))) == match
    unknown = replace(match, header=replace(match.header, rules=None))
    record = to_json(match)
    del record["rules"]
    assert read_match(json.dumps(record)) == unknown
    assert read_match(json.dumps({**record, "rules": 7})) == unknown


def test_a_game_that_was_thrown_away_before_anybody_played_is_left_in_peace(
    tmp_path: Path,
) -> None:
    file = SaveFile.created(tmp_path, "game", match_of(1).header)
    file.path.unlink()
    file.close()
    assert not file.path.exists()
