"""Who sits where: `--players`, `--bot`, and what is wrong with them."""

import json
from pathlib import Path

from commands import ludex


def seats(folder: Path, *arguments: str) -> list[str]:
    laid = [f"place_tile({at},{turned},none)" for at in ("0,1", "1,0") for turned in "NESW"]
    plays = "\n".join(["fold"] if "holdem" in arguments else laid)
    options = ("--save-dir", str(folder), "--seed", "1")
    done = ludex("play", *arguments, *options, stdin=plays)
    assert done.status == 0, done.err
    path = max(folder.glob("*.jsonl"), key=lambda p: p.stat().st_mtime_ns)
    found: list[str] = json.loads(path.read_text().splitlines()[0])["seats"]
    return found


def test_a_bot_takes_a_seat_by_name_by_number_or_all_others(tmp_path: Path) -> None:
    assert seats(tmp_path, "carcassonne", "--bot", "2") == ["person", "random"]
    assert seats(tmp_path, "carcassonne", "--bot", "random@1") == ["random", "person"]
    four = seats(tmp_path, "carcassonne", "--players", "4", "--bot", "random")
    assert four == ["person", "random", "random", "random"]
    assert seats(tmp_path, "holdem", "--players", "2") == ["person", "person"]


def test_seats_that_are_not_there_are_told() -> None:
    for arguments, told in [
        (("freecell", "--players", "2"), "--players 2: freecell is for 1"),
        (("russian-bank", "--players", "3"), "russian-bank is for 2"),
        (
            ("carcassonne", "--players", "11"),
            "players=11: expected a number from 1 to 10",
        ),
        (("carcassonne", "--bot", "3"), "carcassonne has the seats 1 to 2"),
        (("carcassonne", "--bot", "random@0"), "carcassonne has the seats 1 to 2"),
        (("carcassonne", "--bot", "random@x"), "carcassonne has the seats 1 to 2"),
        (("carcassonne", "--bot", "hal@2"), "there is no bot 'hal'"),
        (("carcassonne", "--bot", "@2"), "there is no bot ''"),
    ]:
        done = ludex("play", *arguments)
        assert done.status == 2
        assert told in done.err
        assert done.err.count("\n") == 1
