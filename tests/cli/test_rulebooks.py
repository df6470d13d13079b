"""No code runs because a saved game names it; whoever names a file lets it run."""

import json
from pathlib import Path

import pytest

from commands import ENVIRONMENT, ludex
from playing import ROOT

TIC_TAC_TOE = (ROOT / "examples" / "tic_tac_toe.py").read_text()
DONE = "mark(1)\nmark(2)\nmark(4)\nmark(3)\nmark(7)\n"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A rulebook that leaves a trace wherever it is run."""
    file = tmp_path / "my game.py"
    trace = f"\n__import__('pathlib').Path({str(tmp_path / 'trace')!r}).touch()\n"
    file.write_text(TIC_TAC_TOE + trace)
    return file


def _played(rules: Path, events: str) -> Path:
    folder = rules.parent / "saves"
    done = ludex("play", str(rules), "--save-dir", str(folder), stdin=events)
    assert done.status == 0
    (rules.parent / "trace").unlink()
    (saved,) = folder.glob("*.jsonl")
    return saved


def _has_run(rules: Path) -> bool:
    return (rules.parent / "trace").exists()


@pytest.mark.parametrize("command", ["saves", "stats", "resume", "replay", "run", ""])
def test_no_command_runs_a_file_that_only_a_saved_game_names(
    rules: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = _played(rules, "mark(1)\n")
    folder = ["--save-dir", str(saved.parent)]
    monkeypatch.setitem(ENVIRONMENT, "XDG_DATA_HOME", str(rules.parent / "home"))
    shelf = rules.parent / "home" / "ludex" / "saves"
    shelf.mkdir(parents=True)
    (shelf / saved.name).write_bytes(saved.read_bytes())
    told = {
        "saves": lambda: ludex("saves", *folder),
        "stats": lambda: ludex("stats", *folder),
        "resume": lambda: ludex("resume", saved.stem, *folder, stdin="quit\n"),
        "replay": lambda: ludex("replay", str(saved)),
        "run": lambda: ludex("run", "freecell", "--from-save", str(saved)),
        "": lambda: ludex(stdin="statistics\nquit\n"),
    }[command]()
    assert not _has_run(rules)
    if command not in ("run", ""):
        assert f"--rules '{rules}'" in told.out + told.err
    assert told.status == (2 if command in ("resume", "replay", "run") else 0)
    assert "Traceback" not in told.err


def test_a_game_of_a_file_is_listed_with_what_it_needs(rules: Path) -> None:
    saved = _played(rules, "mark(1)\nmark(2)\nundo\nmark(3)\n")
    (row,) = json.loads(ludex("saves", "--save-dir", str(saved.parent), "--json").out)
    assert row["game"] == str(rules)
    assert row["events"] == 2
    assert row["over"] is None
    assert row["needs"] == f"needs the file of its rules: --rules '{rules}'"


def test_with_its_file_named_a_game_goes_on(rules: Path) -> None:
    saved = _played(rules, "mark(1)\n")
    header = json.loads(saved.read_text().splitlines()[0])
    assert len(header["rules"]) == 64
    named = ["--rules", str(rules), "--save-dir", str(saved.parent)]
    rest = DONE.removeprefix("mark(1)\n")
    assert "Won by player 1" in ludex("resume", saved.stem, *named, stdin=rest).out
    assert "three in a line" in ludex("saves", *named).out
    (counted,) = json.loads(ludex("stats", *named, "--json").out)
    assert counted["played"] == 1
    moved = rules.rename(rules.with_name("moved.py"))  # the same rules elsewhere
    assert ludex("replay", str(saved), "--rules", str(moved)).status == 0


def test_a_file_that_has_changed_is_said_and_can_be_accepted(rules: Path) -> None:
    saved = _played(rules, "mark(1)\n")
    rules.write_text(rules.read_text() + "\n# changed\n")
    named = ["--rules", str(rules), "--save-dir", str(saved.parent)]
    for command in ("resume", "replay"):
        refused = ludex(command, saved.stem, *named, stdin="quit\n")
        assert refused.status == 2
        assert f"{rules} has changed since the game was saved; --changed" in refused.err
        accepted = ludex(command, saved.stem, *named, "--changed", stdin="quit\n")
        assert accepted.status == 0
    (row,) = json.loads(ludex("saves", *named, "--json").out)
    assert "has changed since" in row["status"]
    run = ludex("run", str(rules), "--from-save", str(saved))
    assert run.status == 0
    assert f"{rules} has changed since" in run.err


def test_a_save_of_an_earlier_version_opens_with_the_file_it_names(
    rules: Path,
) -> None:
    saved = _played(rules, "mark(1)\n")
    header, *events = saved.read_text().splitlines(keepends=True)
    old = {key: value for key, value in json.loads(header).items() if key != "rules"}
    saved.write_text(json.dumps(old) + "\n" + "".join(events))
    other = rules.with_name("other.py")
    other.write_text(rules.read_text())
    assert ludex("replay", str(saved), "--rules", str(rules)).status == 0
    refused = ludex("replay", str(saved), "--rules", str(other))
    assert refused.status == 2
    assert f"{other} " in refused.err
    assert f"{rules} was saved" in refused.err


def test_the_last_game_is_resumed_although_a_later_one_needs_its_file(
    rules: Path,
) -> None:
    folder = ["--save-dir", str(rules.parent / "saves")]
    ludex("play", "chess-solitaire", *folder, stdin="setup_chess(K,1,1)\n")
    (first,) = (rules.parent / "saves").glob("*.jsonl")
    ludex("play", str(rules), *folder, stdin="mark(1)\n")
    (rules.parent / "trace").unlink()
    resumed = ludex("resume", *folder, stdin="quit\n")
    assert resumed.status == 0
    assert str(first) in resumed.err
    assert f"needs the file of its rules: --rules '{rules}'" in resumed.err
    assert not _has_run(rules)


def test_a_header_says_nothing_to_the_terminal(rules: Path) -> None:
    saved = _played(rules, "mark(1)\n")
    header, *events = saved.read_text().splitlines(keepends=True)
    odd = json.loads(header) | {"game": "\x1b[2Jx.py"}
    saved.write_text(json.dumps(odd) + "\n" + "".join(events))
    told = ludex("saves", "--save-dir", str(saved.parent))
    assert "\x1b" not in told.out + told.err
