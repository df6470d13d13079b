"""Saved games: nothing accepted is lost, and what is damaged is told."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ludex.kernel import Dice, History, Seat, Unreadable
from ludex.play.protocol.log import Header, LogLine
from ludex.play.saved import FORMAT, Saved, SaveFile, read_saved
from ludex.play.statistics import statistics
from ludex.play.table import Table
from playing import every_game, example, random_history

HEADER = Header("tic-tac-toe", 7, ("person", "random"), "2026-02-28T12:00:00+00:00")


def save(folder: Path, *events: str) -> Path:
    file = SaveFile.created(folder, "game", HEADER)
    for event in events:
        file.append(LogLine(event, 1, 0.5))
    file.close()
    return file.path


def saved(path: Path) -> Saved:
    read = read_saved(path)
    assert isinstance(read, Saved), read
    return read


def test_every_game_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    for game in every_game():
        history = random_history(game, 5, 60)
        header = Header(game.name, 5, ("person",), "2026-02-28")
        file = SaveFile.created(tmp_path, game.name, header)
        for event in history.journal:
            file.append(LogLine(str(event), 1))
        file.close()
        again = saved(file.path).history(game)
        assert isinstance(again, History)
        assert again == history


def test_every_accepted_event_is_in_the_file_at_once(tmp_path: Path) -> None:
    game = example("tic_tac_toe")
    file = SaveFile.created(tmp_path, "game", HEADER)
    table = Table(History(game, game.start()), Dice(1), {}, record=file.append)
    for i in range(4):
        event = game.legal(table.state)[0]
        table.act(table.turn, event)
        assert len(saved(file.path).lines) == i + 1
    assert table.undo()
    assert table.redo()
    assert table.act(Seat(1), event) is not None
    words = [line.event for line in saved(file.path).lines]
    assert words == ["mark(1)", "mark(2)", "mark(3)", "mark(4)", "undo", "redo"]
    file.close()
    history = saved(file.path).history(game)
    assert isinstance(history, History)
    assert history.state == table.state


def test_a_last_line_cut_in_half_is_told_and_removed_when_the_game_goes_on(
    tmp_path: Path,
) -> None:
    path = save(tmp_path, "mark(1)", "mark(2)")
    whole = path.read_bytes()
    for cut in range(1, 30):
        path.write_bytes(whole[:-cut])
        read = saved(path)
        assert [line.event for line in read.lines] == ["mark(1)"]
        assert read.note is not None
        assert "is incomplete" in read.note
        assert path.read_bytes() == whole[:-cut]  # reading writes nothing
        SaveFile.reopened(read).close()
        assert path.read_bytes().endswith(b"\n")
        assert saved(path).note is None


def test_a_game_is_played_by_one_at_a_time(tmp_path: Path) -> None:
    path = save(tmp_path, "mark(1)")
    read = saved(path)
    first = SaveFile.reopened(read)
    with pytest.raises(OSError, match="this game is open in another program"):
        SaveFile.reopened(read)
    first.append(LogLine("mark(2)", 2))
    first.close()
    with pytest.raises(OSError, match="the game was continued elsewhere in the meantime"):
        SaveFile.reopened(read)
    SaveFile.reopened(saved(path)).close()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "not a saved game of Ludex"),
        (b"hello\n", "not a saved game of Ludex"),
        (b"\xff\xfe\n", "not a saved game of Ludex"),
        (b"[1]\n", "not a saved game of Ludex"),
        (b'{"ludex": 1}\n', "line 1 is damaged"),
        (
            b'{"ludex": 99, "game": "chess"}\n',
            "saved in format 99; this Ludex reads up to 2",
        ),
        (b"[" * 200_000 + b"\n", "not a saved game of Ludex"),
        (b'{"ludex": NaN}\n', "not a saved game of Ludex"),
    ],
)
def test_what_is_no_saved_game_is_refused(content: bytes, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    read = read_saved(path)
    assert isinstance(read, Unreadable)
    assert problem in str(read)


@pytest.mark.parametrize(
    "line",
    [
        b"{}",
        b"x",
        b"[" * 200_000,
        b'{"event": 3, "seat": 1, "seconds": 1}',
        b'{"event": "mark(2)", "seat": 1, "seconds": NaN}',
        b'{"event": "mark(2)", "seat": 1, "seconds": 1e999}',
    ],
)
def test_a_damaged_line_in_the_middle_is_told_and_nothing_changed(
    line: bytes, tmp_path: Path
) -> None:
    path = save(tmp_path, "mark(1)", "mark(2)", "mark(3)")
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = line + b"\n"
    path.write_bytes(b"".join(lines))
    read = read_saved(path)
    assert isinstance(read, Unreadable)
    assert "line 3 is damaged" in str(read)
    assert path.read_bytes() == b"".join(lines)


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        (["mark(1)", "mark(1)"], "line 3: mark(1): cell 1 is taken"),
        (["fly"], "line 2: no event 'fly'"),
    ],
)
def test_events_that_the_rules_refuse_are_told(
    events: list[str], problem: str, tmp_path: Path
) -> None:
    history = saved(save(tmp_path, *events)).history(example("tic_tac_toe"))
    assert isinstance(history, Unreadable)
    assert problem in str(history)


def test_a_missing_file_and_a_taken_name(tmp_path: Path) -> None:
    assert isinstance(read_saved(tmp_path / "none"), Unreadable)
    assert save(tmp_path, "mark(1)").name == "game.jsonl"
    assert save(tmp_path, "mark(1)").name == "game-2.jsonl"


def test_the_header_says_the_format_and_how_the_game_began(tmp_path: Path) -> None:
    header = json.loads(save(tmp_path, "mark(1)").read_text().splitlines()[0])
    assert header["ludex"] == FORMAT
    assert header["game"] == "tic-tac-toe"
    bad = Header("tic-tac-toe", 1, (), "", position="nonsense")
    assert isinstance(bad.start(example("tic_tac_toe")), Unreadable)


def test_looking_back_where_cards_were_hidden_makes_a_game_assisted() -> None:
    lines: list[LogLine] = []
    kuhn = example("kuhn_poker")
    table = Table(History(kuhn, kuhn.start()), Dice(1), {}, record=lines.append)
    list(table.advance())
    table.act(Seat(0), kuhn.legal(table.state)[0])
    assert table.undo()
    assert not table.is_assisted  # nothing was turned up
    for _ in range(2):
        table.act(table.turn, kuhn.legal(table.state)[0])
    assert table.is_over
    assert table.undo()
    assert [line.assisted for line in lines[2:]] == [False, False, False, True]
    assert table.is_assisted
    open_game = example("tic_tac_toe")
    lines.clear()
    table = Table(History(open_game, open_game.start()), Dice(1), {}, record=lines.append)
    table.act(Seat(0), open_game.legal(table.state)[0])
    assert table.undo()
    assert not any(line.assisted for line in lines)


def test_statistics_count_streaks_and_keep_assisted_games_apart() -> None:
    def game(winner: int, *, assisted: bool = False, over: bool = True) -> dict[str, object]:
        return {"game": "nim", "seats": ["person", "random"], "over": over,
                "winners": [winner], "seconds": 2.0, "assisted": assisted}  # fmt: skip

    games = [
        game(1),
        game(1),
        game(1, assisted=True),
        game(1),
        game(2),
        game(1),
        game(1, over=False),
    ]
    assert statistics(games) == [
        {"game": "nim", "played": 6, "won": 4, "streak": 1, "best_streak": 3,
         "seconds": 12.0, "assisted": 1, "assisted_won": 1}
    ]  # fmt: skip
    assert statistics([{**game(1), "seats": ["random", "random"]}]) == []


def test_the_name_of_a_beginning_is_kept(tmp_path: Path) -> None:
    header = replace(HEADER, label="deal 617")
    file = SaveFile.created(tmp_path, "game", header)
    file.append(LogLine("mark(1)", 1))
    file.close()
    assert saved(file.path).header == header
    first, rest = file.path.read_text().split("\n", 1)
    before = {k: v for k, v in json.loads(first).items() if k != "label"}
    file.path.write_text(f"{json.dumps(before)}\n{rest}")
    assert saved(file.path).header == HEADER  # as files were before there were names


def test_a_game_that_nobody_has_played_leaves_no_file(tmp_path: Path) -> None:
    file = SaveFile.created(tmp_path, "game", HEADER)
    file.append(LogLine("deal(1)", 0))
    assert file.path.exists()
    file.close()
    assert not file.path.exists()
    path = save(tmp_path, "mark(1)")
    SaveFile.reopened(saved(path)).close()
    assert path.exists()
