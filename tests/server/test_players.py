"""Programs at web tables: the operator lets them in by name, and none of them harms anybody."""

import os
import signal
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from commands import ludex
from foreign_programs import FIRST, LAST, has_gone, program, script
from ludex.bots import View
from ludex.kernel import Seat
from ludex.language.position import position_line, read_position
from ludex.players.programs import pipe
from ludex.server.game_list import GameList
from ludex.server.invited_programs import InvitedProgram
from ludex.server.tables import driver as driving
from playing import ROOT
from serving import QUICK, Player, eventually, process, server

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")
TABLE = {"game": "tic-tac-toe", "seats": ["me", "bot:ada"]}

MOVES = 9
"""The most of a game."""


@pytest.fixture
def db(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


def let_in(
    text: str, game: str = "tic-tac-toe", chosen: Iterable[str] = (TIC_TAC_TOE,)
) -> GameList:
    """The games of a server, and a program that plays one of them as ada."""
    return GameList(chosen, [InvitedProgram("ada", text, frozenset({game}))])


def play_on(me: Player) -> dict[str, Any]:
    """The first move that there is, to the end."""
    for _ in range(MOVES):
        if me.my_turn()["outcome"]:
            break
        me.act(me.events[0])
    return me.table


def words(me: Player) -> list[str]:
    """What the table says of programs, once it does."""
    told: list[str] = me.when(lambda m: bool(m["stand_ins"]))["stand_ins"]
    return told


def last(_game: str, _name: str, view: View[Any], _seed: int) -> str:
    """A bot that need not think."""
    return str(view.legal[-1])


def noted(path: Path, count: int = 1) -> list[int]:
    """The processes that a program has written down."""
    eventually(lambda: path.exists() and len(path.read_text().split()) >= count)
    return [int(pid) for pid in path.read_text().split()]


# -- a program that plays ------------------------------------------------------------------


def test_a_program_is_offered_by_its_name_and_plays_a_whole_game(db: str, tmp_path: Path) -> None:
    games = let_in(f"cmd:{program(tmp_path, LAST)}")
    with server(db, games=games) as web:
        (offered,) = web.get("/api/games")
        assert offered["bots"][0]["name"] == "ada"
        assert offered["bots"][-1]["name"] != "ada"
        assert "cmd" not in str(offered)
        with web.table(**TABLE) as me:
            over = play_on(me)
            assert over["seats"][1]["who"] == "bot:ada"
            assert over["stand_ins"] == []
        assert [entry["event"] for entry in me.log[:4]] == [
            "mark(1)", "mark(9)", "mark(2)", "mark(8)",
        ]  # fmt: skip
        assert over["outcome"] is not None
        assert not any(str(tmp_path) in said for said in me.received)


@pytest.mark.usefixtures("trusted_players")
def test_a_function_of_ones_own_plays_in_a_process_of_its_own(db: str, tmp_path: Path) -> None:
    mine, told = tmp_path / "mine.py", tmp_path / "pid"
    mine.write_text(
        f"import os\nopen({str(told)!r}, 'w').write(str(os.getpid()))\n"
        "def choose(view, dice):\n    print('hm')\n    return view.legal[-1]\n"
    )
    games = let_in(f"{mine}:choose")
    with server(db, games=games) as web, web.table(**TABLE) as me:
        me.my_turn()
        me.act("mark(5)")
        me.my_turn()
        assert me.log[1]["event"] == "mark(9)"
        assert me.table["stand_ins"] == []
        (pid,) = noted(told)
        assert pid != os.getpid()
    assert has_gone(pid)


TILE = """\
import re, sys
text = sys.stdin.read()
tile = re.search(r'<next tile="(.)"', text)[1]
print(f'<tile x="0" y="0" type="{tile}" orientation="N"/>')
"""


def test_a_filter_of_a_document_lays_a_tile(db: str, tmp_path: Path) -> None:
    games = let_in(f"filter:{script(tmp_path, TILE)}", "carcassonne", chosen=())
    table = {"game": "carcassonne", "preset": "standard", "seats": ["bot:ada", "me"]}
    with server(db, games=games) as web, web.table(**table) as me:
        me.my_turn()
        assert "place_tile(0,0,N,none)" in [entry["event"] for entry in me.log]
        assert me.table["stand_ins"] == []


@pytest.mark.usefixtures("trusted_players")
def test_a_program_sees_what_its_seat_sees_and_no_more(db: str, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    text = f"""\
import sys
for line in sys.stdin:
    if line.startswith("hello"):
        print("hello", flush=True)
    if line.startswith("position"):
        open({str(heard)!r}, "a").write(line[9:])
    if line.startswith("legal"):
        move = line[6:].strip()
    if line.startswith("go"):
        print("bestmove", move, flush=True)
"""
    games = let_in(f"cmd:{script(tmp_path, text)}", "russian-bank", chosen=())
    table = {"game": "russian-bank", "seats": ["bot:ada", "me"]}
    with server(db, games=games) as web:
        for seed in range(20):  # the deal decides who begins
            with web.table(**table, seed=seed) as me:
                me.when(lambda m: m["log_length"] > 1 or m["your_turn"])
                history = web.live(me.made["table"]).shown.history
            if history.length > 1:
                break
    game = games["russian-bank"].game
    first = history.steps[0].state
    positions = heard.read_text().splitlines()
    assert positions[0] == position_line(game, game.view(first, Seat(0)))
    for line in positions:
        seen = read_position(game, line)
        assert seen == game.view(seen, Seat(0))
        assert "?" in line


# -- programs that fail --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ('print("bestmove mark(1)", flush=True)', "made a move that the rules refuse"),
        ('print("bestmove \\0\\x1b[2J<b>", flush=True)', "made a move that the rules"),
        ('sys.exit("the secret of the operator")', "has failed"),
        ("sys.stdout.buffer.write(bytes(range(256)) * 99); sys.stdout.flush()", "took too long"),
        ('[print("x" * 9_000) for _ in iter(int, 1)]', "has failed"),
        ("import os; os.close(0); os.close(1); time.sleep(60)", "has failed"),
    ],
    ids=["illegal", "garbage", "crash", "binary", "endless", "closed"],
)  # fmt: skip
def test_a_bot_plays_on_for_a_program_that_fails_and_the_table_says_so(
    db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, said: str
) -> None:
    monkeypatch.setattr(driving, "bots_event", last)
    games = let_in(f"cmd:{program(tmp_path, answer)}")
    if "sleep" in answer:  # it does not end by itself
        monkeypatch.setattr(pipe, "ENDING", 0.1)
    seconds = 0.3 if "too long" in said else 9.0
    quick = replace(QUICK, program_seconds=seconds)
    with server(db, quick, games=games) as web, web.table(**TABLE) as me:
        me.my_turn()
        me.act("mark(1)")
        (told,) = words(me)
        assert told.startswith(f"Player 2 (ada) {said}")
        assert told.endswith(f"; {games['tic-tac-toe'].usual_bot(2)} takes its place.")
        assert play_on(me)["outcome"] is not None
        assert me.table["stand_ins"] == [told]
        assert web.live(me.made["table"]).waiting is None
    assert not any("secret of the operator" in said for said in me.received)


@pytest.mark.slow
@pytest.mark.usefixtures("trusted_players")
def test_who_hangs_is_ended_whole_and_delays_no_other_table(db: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    answer = (
        "import os, signal, subprocess; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], "
        f"start_new_session=True); open({str(pids)!r}, 'w').write("
        "f'{os.getpid()} {child.pid}'); time.sleep(60)"
    )
    games = let_in(f"cmd:{program(tmp_path, answer)}")
    with server(db, replace(QUICK, program_seconds=5.0), games=games) as web:
        with web.table(**TABLE) as me:
            me.my_turn()
            me.act("mark(1)")
            left = noted(pids, 2)
            with web.table(game="tic-tac-toe", seats=["me", "bot:greedy"]) as other:
                assert play_on(other)["outcome"] is not None
            assert me.table["stand_ins"] == []  # it was still thinking
            (told,) = words(me)
        assert told.startswith("Player 2 (ada) took too long")
        for pid in left:
            assert has_gone(pid)


# -- how many, and for how long ------------------------------------------------------------

NOTING = 'import os; open({path!r}, "a").write(str(os.getpid()) + " "); '


@pytest.mark.usefixtures("trusted_players")
def test_more_tables_than_programs_may_run_take_turns(db: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    games = let_in(f"cmd:{program(tmp_path, NOTING.format(path=str(pids)) + FIRST)}")
    with (
        server(db, replace(QUICK, programs=1), games=games) as web,
        web.table(**TABLE) as one,
        web.table(**TABLE) as other,
    ):
        for _ in range(2):
            for me in (one, other):
                me.my_turn()
                me.act(me.events[-1])
                me.my_turn()
        assert web.hall is not None
        assert web.hall.programs.running == 1
        assert one.table["stand_ins"] == other.table["stand_ins"] == []
        assert len(set(noted(pids, 4))) == 4  # each was ended to make room


@pytest.mark.usefixtures("trusted_players")
def test_a_program_gets_up_when_its_game_is_over(db: str, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    games = let_in(f"cmd:{program(tmp_path, NOTING.format(path=str(pids)) + LAST)}")
    with server(db, games=games) as web, web.table(**TABLE) as me:
        assert play_on(me)["outcome"] is not None
        for pid in noted(pids):
            assert has_gone(pid)
        assert web.hall is not None
        assert web.hall.programs.running == 0


def test_a_server_that_comes_back_starts_its_programs_again(db: str, tmp_path: Path) -> None:
    games = let_in(f"cmd:{program(tmp_path, LAST)}")
    with server(db, games=games) as web, web.table(**TABLE) as me:
        me.my_turn()
        me.act("mark(1)")
        me.my_turn()
        made = me.made
    with server(db, games=games) as web, web.player(made["table"], made["token"]) as me:
        me.my_turn()
        me.act("mark(2)")
        me.my_turn()
        assert [entry["event"] for entry in me.log] == [
            "mark(1)", "mark(9)", "mark(2)", "mark(8)",
        ]  # fmt: skip
    games = GameList([TIC_TAC_TOE])
    with server(db, games=games) as web, web.player(made["table"], made["token"]) as me:
        me.my_turn()
        me.act("mark(4)")
        (told,) = words(me)
        assert told == (
            "Player 2 (ada) no longer plays on this server; "
            f"{games['tic-tac-toe'].usual_bot(2)} takes its place."
        )
        assert play_on(me)["outcome"] is not None


# -- what clients may say ------------------------------------------------------------------


def test_no_client_can_name_a_program(db: str, tmp_path: Path) -> None:
    games = let_in(f"cmd:{program(tmp_path)}")
    with server(db, games=games) as web:
        for who in (
            "cmd:./play", "bot:cmd:./play", "bot:cmd:1", "bot:filter:1", "filter:./Play",
            "bot:my_bot.py:choose", "bot:my_bot:choose", "bot:eve", "ada", "bot:ada:5",
        ):  # fmt: skip
            wish = {"game": "tic-tac-toe", "seats": ["me", who]}
            assert web.refused("/api/tables", wish)[0] == 422, who
        assert web.tried("/api/tables", TABLE)[0] == 201


def test_a_program_is_no_opponent_in_a_game_that_it_does_not_play(db: str, tmp_path: Path) -> None:
    games = let_in(f"cmd:{program(tmp_path)}", chosen=(TIC_TAC_TOE, "russian-bank"))
    with server(db, games=games) as web:
        wish = {"game": "russian-bank", "seats": ["me", "bot:ada"]}
        assert web.refused("/api/tables", wish)[0] == 422


# -- as operators start it -----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("trusted_players")
def test_a_killed_server_leaves_neither_programs_nor_thinkers(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    command = program(tmp_path, NOTING.format(path=str(pids)) + FIRST)
    url = f"sqlite:///{tmp_path}/games.db"
    games = (TIC_TAC_TOE, "chess-solitaire")
    with process(url, *games, "--player", f"ada=cmd:{command}") as running:
        with running.server.table(**TABLE) as me:
            me.my_turn()
            me.act("mark(5)")
            me.my_turn()
            assert me.table["seats"][1]["who"] == "bot:ada"
        board = {"game": "chess-solitaire", "position": "RP../..../..../...."}
        with running.server.table(**board) as me:
            me.seat_down()
            me.send("hint")
            me.hear("hint")
            started = {*noted(pids), *children(running.process.pid)}
            assert len(started) > 1
            running.process.send_signal(signal.SIGKILL)
    for pid in started:
        assert has_gone(pid)


def children(process: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(words[1]) == process:
            found.append(int(stat.parent.name))
    return found


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("cmd:./play", "is not NAME=WHO"),
        ("a b=cmd:true", "is not NAME=WHO"),
        ("search=cmd:true", "the name search is already taken"),
        ("me=cmd:true", "the name me is already taken"),
        ("ada=cmd:./no-such-program", "there is no program './no-such-program'"),
        ("ada=cmd:true", "it plays none of the games of this server; tic-tac-toe: has ended with status"),
        ("ada=filter:true", "it plays none of the games of this server; tic-tac-toe: it has no filters"),
        ("ada=no_such_file.py:choose", "there is no such file"),
    ],
)  # fmt: skip
def test_a_player_who_cannot_play_is_told_before_the_start(
    player: str, words: str, tmp_path: Path
) -> None:
    db = f"sqlite:///{tmp_path}/games.db"
    done = ludex("serve", TIC_TAC_TOE, "--port", "0", "--db", db, "--player", player)
    assert done.status == 2
    assert words in done.err
    assert "Traceback" not in done.err
