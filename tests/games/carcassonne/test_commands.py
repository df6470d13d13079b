"""`ludex carcassonne draw|play|next|round`: filters, exit status, files written whole."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ludex.cli import main

Run = Callable[..., tuple[int, str, str]]

BOARD = (
    '<board><terrain><tile type="E" x="0" y="0" orientation="N"><follower player="1" '
    'type="K" /></tile><tile type="E" x="0" y="1" orientation="S" /></terrain><scores>'
    '<score player="1" score="0" /><score player="2" score="0" /></scores>'
    '<next tile="B" /></board>\n'
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command with something on standard input: status, output, messages."""

    def command(*arguments: str, given: str | bytes = "") -> tuple[int, str, str]:
        data = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr(sys, "argv", ["ludex", "carcassonne", *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        with pytest.raises(SystemExit) as ended:
            main()
        printed = capsys.readouterr()
        status = ended.value.code
        assert isinstance(status, int)
        return status, printed.out, printed.err

    return command


def test_draw_is_a_filter(run: Run) -> None:
    status, printed, messages = run("draw", given=BOARD)
    assert (status, messages) == (0, "")
    assert printed.count("\n") == 10
    assert run("draw", given=BOARD.replace("\n", "\r\n"))[1] == printed
    assert run("draw", given=b"\xef\xbb\xbf" + BOARD.encode())[1] == printed


def test_play_prints_the_tile_or_with_any_argument_the_state(run: Run) -> None:
    status, tile, _ = run("play", "--seed", "4", given=BOARD)
    assert status == 0
    assert tile.startswith('<tile type="B"')
    assert run("play", "--seed", "4", given=BOARD)[1] == tile
    whole = run("play", "--seed", "4", "--state", given=BOARD)[1]
    assert whole.startswith("<board>\n  <terrain>\n    <tile type=")
    assert run("play", "--seed", "4", "anything", "at all", given=BOARD)[1] == whole


def test_next_prints_one_line_or_with_any_argument_readable_ones(run: Run) -> None:
    status, line, _ = run("next", "--seed", "4", given=BOARD)
    assert status == 0
    assert line.count("\n") == 1
    assert '<score player="1" score="4" />' in line
    pretty = run("next", "--seed", "4", "--pretty", given=BOARD)[1]
    assert pretty.count("\n") > 5
    assert run("next", "--seed", "4", "x", given=BOARD)[1] == pretty
    assert run("next", "--draw", "placements", given=BOARD)[0] == 0


@pytest.mark.parametrize("command", ["draw", "play", "next"])
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("", "no XML element in the input"),
        (
            BOARD.replace('x="0"', 'x="one"'),
            "tile 1, line 1: x 'one' is not an integer",
        ),
        (b"<board>\xff</board>", "standard input is not UTF-8 text (byte 0xff)"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_status_2(
    run: Run, command: str, given: str | bytes, message: str
) -> None:
    assert run(command, given=given) == (2, "", f"ludex: {message}\n")


def test_what_breaks_the_rules_is_a_warning_and_with_strict_an_error(run: Run) -> None:
    broken = BOARD.replace('orientation="S"', 'orientation="N"')
    told = "tile 2 at (0, 1): its south side is field but (0, 0) has city"
    status, printed, messages = run("draw", given=broken)
    assert (status, messages) == (0, f"ludex: warning: {told}\n")
    assert printed
    assert run("draw", "--strict", given=broken) == (2, "", f"ludex: {told}\n")


def test_many_warnings_are_cut_short(run: Run) -> None:
    tile = '<tile type="B" x="0" y="0" orientation="N" />'
    xml = f"<board><terrain>{tile * 50}</terrain><scores /></board>"
    messages = run("draw", given=xml)[2].splitlines()
    assert len(messages) == 21
    assert messages[-1] == "ludex: warning: and 30 more like these"
    assert "(and 49 more)" in run("draw", "--strict", given=xml)[2]


def test_an_unknown_bot_is_refused_with_the_known_ones(run: Run) -> None:
    status, _, messages = run("play", "--bot", "deep", given=BOARD)
    assert status == 2
    assert messages == "ludex: no bot 'deep'; there are: original, random, greedy\n"


def test_round_makes_the_file_and_advances_it_round_by_round(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "state.xml"
    status, printed, messages = run("round", str(file), "--seed", "1")
    assert (status, messages) == (0, "")
    assert printed.splitlines()[-1].startswith("player 1 lays E at (0, 0) facing")
    assert file.read_text().count("<score ") == 4
    run("round", str(file), "--seed", "2")
    assert file.read_text().count("<tile") == 2
    assert list(tmp_path.iterdir()) == [file]


def test_round_until_the_end_prints_the_final_scores(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "state.xml"
    arguments = ("round", str(file), "--until-end", "--players", "2", "--seed", "5")
    status, printed, _ = run(*arguments)
    assert status == 0
    first, second, winner = printed.splitlines()
    assert first.startswith("player 1: ")
    assert second.startswith("player 2: ")
    assert "win" in winner
    assert file.read_text().count("<tile") == 36
    assert "<next" not in file.read_text()
    finished = file.read_text()
    assert "win" in run("round", str(file))[1]
    assert file.read_text() == finished


def test_a_round_that_fails_leaves_the_file_as_it_was(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "state.xml"
    file.write_text("<board><terrain><tile/></terrain></board>")
    before = file.read_bytes()
    assert run("round", str(file))[0] == 2
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]
