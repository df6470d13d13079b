"""What is found out about a shuffle from the file alone."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ludex.kernel import History, Seat, Unreadable, seat_number
from ludex.parts.secret_dice import SECRET, dice_for
from ludex.play.protocol.log import Header, LogLine
from ludex.play.protocol.shuffle import commitment
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
    [(1, "Its only deal follows"), (2, "All 2 deals and draws follow")],
)
def test_the_deals_are_counted(draws: int, said: str) -> None:
    match = match_of(draws)
    found = verify(GAME, match)
    assert found.holds, found.findings
    assert found.findings[-1].startswith(f"{said} from it")
    assert found.findings[-1].endswith(f"among {len(match.lines)} steps.")


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
