"""`ludex carcassonne draw|play|next`: arguments, messages, exit status."""

import io
import sys
from collections.abc import Callable

import pytest

from ludex.cli import main
from ludex.games.carcassonne.formats.xml_reader import LARGEST

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


@pytest.mark.requirement("carcassonne.make.draw", "carcassonne.make.all")
@pytest.mark.requirement("carcassonne.Draw")
def test_draw_is_a_filter(run: Run) -> None:
    status, printed, messages = run("draw", given=BOARD)
    assert (status, messages) == (0, "")
    assert printed.count("\n") == 10
    assert run("draw", given=BOARD.replace("\n", "\r\n"))[1] == printed
    assert run("draw", given=b"\xef\xbb\xbf" + BOARD.encode())[1] == printed


@pytest.mark.requirement("carcassonne.make.play", "carcassonne.make.all")
@pytest.mark.requirement("carcassonne.Play", "carcassonne.Play.tag", "carcassonne.Play.state")
def test_play_prints_the_tile_or_with_any_argument_the_state(run: Run) -> None:
    status, tile, _ = run("play", "--seed", "4", given=BOARD)
    assert status == 0
    assert tile.startswith('<tile type="B"')
    assert run("play", "--seed", "4", given=BOARD)[1] == tile
    whole = run("play", "--seed", "4", "--state", given=BOARD)[1]
    assert whole.startswith("<board>\n  <terrain>\n    <tile type=")
    assert run("play", "--seed", "4", "anything", "at all", given=BOARD)[1] == whole


@pytest.mark.requirement("carcassonne.make.next", "carcassonne.make.all")
@pytest.mark.requirement(
    "carcassonne.Next",
    "carcassonne.Next.line",
    "carcassonne.Next.readable",
    "carcassonne.module.FakePrettyShow",
)
def test_next_prints_one_line_or_with_any_argument_readable_ones(run: Run) -> None:
    status, line, _ = run("next", "--seed", "4", given=BOARD)
    assert status == 0
    assert line.count("\n") == 1
    assert '<score player="1" score="4" />' in line
    pretty = run("next", "--seed", "4", "--pretty", given=BOARD)[1]
    assert pretty.count("\n") > 5
    assert run("next", "--seed", "4", "x", given=BOARD)[1] == pretty
    assert run("next", "--draw", "placements", given=BOARD)[0] == 0


def test_any_extra_argument_of_any_content_counts(run: Run) -> None:
    """E-CA-10."""
    seed = ("--seed", "4")
    state = run("play", *seed, "--state", given=BOARD)
    pretty = run("next", *seed, "--pretty", given=BOARD)
    drawn = run("draw", given=BOARD)
    for extra in ("-x", "--foo=bar", "", "ção"):
        assert run("play", *seed, extra, given=BOARD) == state, extra
        assert run("next", *seed, extra, given=BOARD) == pretty, extra
        assert run("draw", extra, given=BOARD) == drawn, extra
    assert run("play", "-x", *seed, "--strict", given=BOARD) == state
    assert run("next", "-x", "more", *seed, given=BOARD) == pretty


def test_the_commands_own_options_are_no_extra_arguments(run: Run) -> None:
    tile = run("play", "--seed", "4", given=BOARD)[1]
    assert tile.startswith("<tile")
    assert run("play", "--strict", "--seed", "4", given=BOARD)[1] == tile
    assert run("play", "--seed", "4", "--", given=BOARD)[1] == tile
    assert run("play", "--seed", "4", "--", "--seed", given=BOARD)[1] != tile
    assert run("play", "--seed", "four", given=BOARD)[0] == 2
    assert "--state" in run("play", "--help")[1]


@pytest.mark.parametrize("command", ["draw", "play", "next"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
@pytest.mark.parametrize("filler", [" ", "é", "𝄞"])
def test_input_beyond_the_largest_size_is_refused_whatever_it_is_made_of(
    run: Run, command: str, start: bytes, filler: str
) -> None:
    """Cut off at the limit it would be read, because missing end tags are forgiven."""
    letter = filler.encode()
    rest = LARGEST + 1 - len(start) - len(BOARD)
    given = start + BOARD.encode() + letter * (rest // len(letter) + 1)
    status, printed, messages = run(command, given=given)
    assert (status, printed) == (2, "")
    assert messages == "ludex: standard input is too large: more than 8,388,608 bytes\n"


def test_input_of_the_largest_size_is_read(run: Run) -> None:
    given = BOARD.encode() + b" " * (LARGEST - len(BOARD))
    assert run("draw", given=given)[0] == 0


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
    assert messages == "ludex: no bot 'deep'; there are: document, original, random, greedy\n"
