"""Programs at the table: what they hear, what they may do wrong, and that they are gone then."""

import io
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from foreign_programs import FIRST, LAST, has_gone, program, script
from ludex.bots import View, view_of
from ludex.kernel import Dice, Seat, Unreadable
from ludex.language.position import position_line, read_position
from ludex.players import Player, Turn
from ludex.players.finder import find_player, is_outside
from ludex.players.game_loop import play_out
from ludex.players.programs import pipe
from ludex.players.programs.pipe import Failed, PipeLimits, TimedOut
from ludex.players.programs.program import Illegal, Program, demand_legal
from ludex.registry import load
from pages import blocks
from playing import ROOT, event_of

TIC_TAC_TOE = load(str(ROOT / "examples" / "tic_tac_toe.py"))
START = TIC_TAC_TOE.start()


def first_view() -> View[Any]:
    return view_of(TIC_TAC_TOE, START, Seat(0))


def answer_of(command: str, seconds: float = 5.0) -> str:
    playing: Program = Program(TIC_TAC_TOE, f"cmd:{command}", seconds)
    try:
        return str(playing.move(first_view()))
    finally:
        playing.close()


def test_a_program_plays_a_whole_game(tmp_path: Path) -> None:
    first: Program = Program(TIC_TAC_TOE, f"cmd:{program(tmp_path, FIRST, 'a')}")
    last: Program = Program(TIC_TAC_TOE, f"cmd:{program(tmp_path, LAST, 'b')}")
    history = play_out(TIC_TAC_TOE, 1, bots=(first, last))
    first.close()
    last.close()
    played = [str(event) for event in history.journal]
    assert played == ["mark(1)", "mark(9)", "mark(2)", "mark(8)", "mark(3)"]
    assert first.name == "tester"


@pytest.mark.usefixtures("trusted_players")
def test_a_program_is_told_what_was_done_and_sees_its_own_view_alone(
    tmp_path: Path,
) -> None:
    heard = tmp_path / "heard"
    answer = f'open({str(heard)!r}, "a").write("|".join(told)); {FIRST}'
    playing: Program = Program(TIC_TAC_TOE, f"cmd:{program(tmp_path, answer)}")
    playing.move(first_view(), ("1 mark(5)", "2 mark(9)"))
    playing.close()
    assert heard.read_text() == "1 mark(5)|2 mark(9)"


@pytest.mark.usefixtures("trusted_players")
def test_nothing_hidden_is_written_to_a_program(tmp_path: Path) -> None:
    game = load("russian-bank")
    s = play_out(game, 3, most=30).state
    position = tmp_path / "position"
    text = f"""\
import sys
for line in sys.stdin:
    if line.startswith("hello"):
        print("hello", flush=True)
    if line.startswith("position"):
        open({str(position)!r}, "w").write(line[9:].strip())
    if line.startswith("legal"):
        move = line[6:].strip()
    if line.startswith("go"):
        print("bestmove", move, flush=True)
"""
    seat = game.turn(s)
    playing: Program = Program(game, f"cmd:{script(tmp_path, text)}")
    playing.move(view_of(game, s, seat))
    playing.close()
    assert read_position(game, position.read_text()) == game.view(s, seat)
    assert game.view(s, seat) != s


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        ('print("bestmove mark(11)", flush=True)', Illegal, "there is no cell 11"),
        ('print("bestmove fly", flush=True)', Illegal, "answers 'fly'"),
        ('print("bestmove", flush=True)', Illegal, "answers ''"),
        ('sys.exit("out of ideas")', Failed, "status 1 (out of ideas)"),
        ("import os; os.close(1); time.sleep(9)", Failed, "has closed its output"),
        ("time.sleep(60)", TimedOut, "took too long"),
        ('print("x" * 20_000, flush=True)', Failed, "more than 10,000 bytes"),
        ('[print("thinking") for _ in range(10_001)]', Failed, "but no bestmove"),
        (
            'sys.stdout.buffer.write(b"bestmove \\xff\\n"); sys.stdout.flush()',
            Illegal,
            "�",
        ),
        ("import os; os.kill(os.getpid(), 9)", Failed, "was ended by SIGKILL"),
    ],
)
def test_what_a_program_does_wrong_is_told_in_a_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    kind: type[Failed],
    words: str,
) -> None:
    if "sleep" in answer:  # it does not end by itself
        monkeypatch.setattr(pipe, "ENDING", 0.1)
    with pytest.raises(kind) as told:
        answer_of(program(tmp_path, answer), 0.2 if kind is TimedOut else 9.0)
    assert words in str(told.value)
    assert "\n" not in str(told.value)


def test_remarks_before_a_move_are_passed_over(tmp_path: Path) -> None:
    answer = f'print("info depth 3", flush=True); {FIRST}'
    assert answer_of(program(tmp_path, answer)) == "mark(1)"


def test_a_program_that_answers_twice_is_caught(tmp_path: Path) -> None:
    playing: Program = Program(TIC_TAC_TOE, f"cmd:{program(tmp_path, f'{FIRST}; {LAST}')}")
    playing.move(first_view())
    sleep(0.2)
    with pytest.raises(Failed, match="without a request"):
        playing.move(first_view())


def test_a_program_that_never_listens_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipe, "ENDING", 0.1)
    deaf = script(tmp_path, "import time\nprint('hello', flush=True)\ntime.sleep(60)")
    playing: Program = Program(TIC_TAC_TOE, f"cmd:{deaf}", 0.2)
    playing.greet()
    begun = monotonic()
    with pytest.raises(TimedOut):
        playing.move(first_view(), (f"1 mark({'9' * 90})" for _ in range(3000)))
    assert monotonic() - begun < 30


@pytest.mark.usefixtures("trusted_players")
def test_nothing_is_left_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "ENDING", 0.1)
    told = tmp_path / "pids"
    answer = (
        "import subprocess, os, signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); "
        f"open({str(told)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}'); time.sleep(60)"
    )
    with pytest.raises(TimedOut):
        answer_of(program(tmp_path, answer), 1.0)
    for pid in map(int, told.read_text().split()):
        assert has_gone(pid)


DAEMON = (
    "import os, subprocess; "
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], "
    "start_new_session=True); open({told!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}'); "
)


@pytest.mark.usefixtures("trusted_players")
def test_what_has_gone_to_a_session_of_its_own_is_ended_too(tmp_path: Path) -> None:
    told = tmp_path / "pids"
    answer = DAEMON.format(told=str(told)) + FIRST
    assert answer_of(program(tmp_path, answer)) == "mark(1)"
    for pid in map(int, told.read_text().split()):
        assert has_gone(pid)


@pytest.mark.usefixtures("trusted_players")
def test_a_program_does_not_outlive_whoever_asked_it(tmp_path: Path) -> None:
    told = tmp_path / "pids"
    answer = DAEMON.format(told=str(told)) + "time.sleep(60)"
    asking = (
        "from ludex.players.programs.pipe import Pipe; import time; "
        f"pipe = Pipe({program(tmp_path, answer)!r}); "
        "pipe.say('hello ludex 1\\ngo 60\\n', time.monotonic() + 9); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", asking]) as asker:
        begun = monotonic()
        while len(told.read_text().split() if told.exists() else ()) < 2:
            assert monotonic() - begun < 30
            sleep(0.05)
        asker.kill()
    for pid in map(int, told.read_text().split()):
        assert has_gone(pid)


def test_error_output_without_an_end_is_read_and_forgotten(tmp_path: Path) -> None:
    answer = (
        'sys.stderr.write("x\\n" * 1_000_000); sys.stderr.write("the end\\n"); '
        'sys.exit("out of words")'
    )
    with pytest.raises(Failed, match=r"status 1 \(out of words\)"):
        answer_of(program(tmp_path, answer))


def test_a_program_has_no_more_memory_than_it_may_have(tmp_path: Path) -> None:
    answer = "text = bytearray(500_000_000); " + FIRST
    bounds = PipeLimits(memory=200_000_000)
    playing: Program = Program(TIC_TAC_TOE, f"cmd:{program(tmp_path, answer)}", bounds=bounds)
    with pytest.raises(Failed, match="MemoryError"):
        playing.move(first_view())


# -- names ---------------------------------------------------------------------------------


def test_who_cannot_play_is_told() -> None:
    for text, words in [
        ("cmd:", "a command is missing"),
        ("cmd:'", "is not a command"),
        ("cmd:./no-such-program", "there is no program './no-such-program'"),
        ("no_such_module:choose", "there is no module 'no_such_module'"),
        ("no_such_file.py:choose", "there is no such file"),
        ("json:nothing", "there is no function nothing in it"),
        ("filter:true", "has no filters"),
        ("serach:200", "there is no bot 'serach:200'"),
        (str(ROOT / "examples/players/first.sh"), "write cmd:"),
        (f"cmd:{ROOT / 'README.md'} --fast", "chmod +x"),
    ]:
        found = find_player(TIC_TAC_TOE, text)
        assert isinstance(found, Unreadable), text
        assert words in str(found), text


def test_a_program_that_says_no_hello_is_told_what_may_be_the_matter(
    tmp_path: Path,
) -> None:
    silent: Program = Program(TIC_TAC_TOE, f"cmd:{script(tmp_path, 'input(); input()')}")
    with pytest.raises(Failed) as told:
        silent.greet(0.3)
    assert "sent no hello within 0.3 s" in str(told.value)
    assert "flush" in str(told.value)
    assert not isinstance(told.value, TimedOut)


def test_an_amount_that_is_not_among_those_listed_can_be_played() -> None:
    game = load("holdem")
    s = play_out(game, 3, most=1).state
    view = view_of(game, s, game.turn(s))
    other = event_of(game, "raise_to(23)")
    assert other not in view.legal
    assert demand_legal(game, view, other) == other
    with pytest.raises(Illegal, match="is refused"):
        demand_legal(game, view, event_of(game, "raise_to(3)"))
    later = view_of(game, s, Seat((game.turn(s) + 1) % game.seat_count(s)))
    with pytest.raises(Illegal, match="an event of another seat"):
        demand_legal(game, later, other)


@pytest.mark.usefixtures("trusted_players")
def test_the_first_program_of_the_book_is_the_example_and_talks_as_shown(
    tmp_path: Path,
) -> None:
    page = (ROOT / "docs" / "protocol-players.md").read_text()
    example = ROOT / "examples" / "players" / "first.sh"
    assert blocks(page, "sh")[0] in example.read_text()
    shown, *_ = (text for text in blocks(page, "text") if "hello first" in text)
    talk = script(tmp_path, "", "talk").split()[-1]
    heard, said = tmp_path / "heard", tmp_path / "said"
    Path(talk).write_text(f"tee {heard} | bash {example} | tee {said}")
    playing: Program = Program(TIC_TAC_TOE, f"cmd:bash {talk}")
    s = TIC_TAC_TOE.after(START, event_of(TIC_TAC_TOE, "mark(5)"))
    playing.move(view_of(TIC_TAC_TOE, s, Seat(1)), ("1 mark(5)",))
    playing.over((1,))
    until = monotonic() + 30
    while "over" not in heard.read_text() and monotonic() < until:
        sleep(0.02)
    playing.close()
    lines = shown.replace("…\n", "").splitlines()
    theirs = [line for line in lines if not line.startswith("> ")]
    assert [*heard.read_text().split("\n")[: len(theirs) - 1], "quit"] == theirs
    assert [f"> {line}" for line in said.read_text().splitlines()] == [
        line for line in lines if line.startswith("> ")
    ]


def test_a_file_that_fails_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0")
    found = find_player(TIC_TAC_TOE, f"{broken}:choose")
    assert isinstance(found, Unreadable)
    assert "it cannot be loaded: ZeroDivisionError" in str(found)


def test_a_function_of_ones_own_plays(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def choose(view, dice):\n    return view.legal[-1]\n")
    bot = find_player(TIC_TAC_TOE, f"{mine}:choose")
    assert not isinstance(bot, Unreadable)
    assert str(bot(first_view(), Dice(1))) == "mark(9)"


def test_our_own_bots_are_nobody_from_outside() -> None:
    for name in ["random", "search:200", "search:0.2s", "solved"]:
        assert not is_outside(name), name


# -- filters -------------------------------------------------------------------------------

TILE = """\
import re, sys
text = sys.stdin.read()
tile = re.search(r'<next tile="(.)"', text)[1]
print(f'<tile x="0" y="0" type="{tile}" orientation="N"/>')
"""


def test_the_documents_filter_lays_a_tile(tmp_path: Path) -> None:
    game = load("carcassonne")
    s = play_out(game, 1, start=game.start("standard"), most=1).state
    outsider = find_player(game, f"filter:{script(tmp_path, TILE)}")
    assert isinstance(outsider, Program)
    event = outsider(view_of(game, s, game.turn(s)), Dice(1))
    assert str(event) == "place_tile(0,0,N,none)"


def test_a_filter_is_known_by_its_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludex.players.programs.program.TIMEOUT", 0.3)
    game = load("carcassonne")
    s = play_out(game, 1, start=game.start("standard"), most=1).state
    outsider = find_player(game, f"cmd:{script(tmp_path, TILE)}")
    assert isinstance(outsider, Program)
    event = outsider(view_of(game, s, game.turn(s)), Dice(1))
    assert str(event) == "place_tile(0,0,N,none)"


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        (
            '<tile x="5" y="5" type="E" orientation="N"/>',
            "The first tile goes to (0, 0)",
        ),
        ("nonsense", "printed no move"),
        ("", "0 tiles are new in it"),
        ('<tile x="0" y="0" type="B" orientation="N"/>', "it lays a tile of type B"),
    ],
)
def test_what_a_filter_prints_is_judged(tmp_path: Path, printed: str, words: str) -> None:
    game = load("carcassonne")
    s = play_out(game, 1, start=game.start("standard"), most=1).state
    command = script(tmp_path, f"print({printed!r})")
    playing: Program = Program(game, f"filter:{command}")
    with pytest.raises(Failed) as told:
        playing(view_of(game, s, game.turn(s)), Dice(1))
    assert words in str(told.value)


# -- the base class ------------------------------------------------------------------------


class Careful(Player):
    """Looks at the rulebook's own state."""

    rules = str(ROOT / "examples" / "tic_tac_toe.py")

    def choose(self, turn: Turn) -> str:
        view = self.view(turn)
        assert [str(event) for event in view.legal] == turn.legal
        assert turn.seconds == 2.5
        return f"{view.legal[0]}" if not turn.told else turn.told[-1]


def test_five_lines_of_python_are_a_player() -> None:
    said = io.StringIO()
    Careful().run(
        [
            "hello ludex 1\n",
            "game tic-tac-toe\n",
            "seat 1\n",
            f"position {position_line(TIC_TAC_TOE, START)}\n",
            "legal mark(4)\n",
            "go 2.5\n",
            "told 2 mark(4)\n",
            "news that nobody knows yet\n",
            "go 2.5\n",
            "quit\n",
            "go 2.5\n",
        ],
        said,
    )
    assert said.getvalue() == "hello Careful\nbestmove mark(4)\nbestmove 2 mark(4)\n"
