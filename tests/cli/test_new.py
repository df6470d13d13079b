"""`ludex new --from-events`, and what `ludex check` says of a rulebook that is not finished."""

import json
from pathlib import Path

from commands import ludex

BANK = 'system bank\nnew(id: STRING) -- open one for "id"\nsum(of: ARRAY[STRING])\n'


def bank(folder: Path, text: str = BANK) -> Path:
    file = folder / "bank-events.txt"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_skeleton_is_written_and_checked_and_gives_its_interface_back(
    tmp_path: Path,
) -> None:
    out = tmp_path / "bank.py"
    done = ludex("new", str(out), "--from-events", str(bank(tmp_path)))
    assert (done.status, done.out) == (0, "")
    assert "has 2 events; 'ludex check" in done.err
    events = ludex("events", str(out)).out
    assert events.startswith(
        "system bank\n\nnew(id: STRING)\n    -- Open one for 'id'.\nsum(of: ARRAY[STRING])"
    )
    checked = ludex("check", str(out))
    assert checked.status == 1
    for missing in (
        "missing     describe the game",
        "new: the guards",
        "new: the effect (bank.py, line ",
        "sum: the rule, in one sentence",
        "the end: how the game is won",
        "not finished: 11 things are still to be written",
    ):
        assert missing in checked.out
    data = json.loads(ludex("check", str(out), "--json").out)
    assert not data["sound"]
    assert [m["what"] for m in data["missing"] if m["event"] == "new"] == [
        "the guards, the most important first",
        "the effect",
    ]


def test_what_is_written_is_no_longer_missing(tmp_path: Path) -> None:
    out = tmp_path / "bank.py"
    ludex("new", str(out), "--from-events", str(bank(tmp_path)))
    lines = out.read_text().replace("TODO: ", "").splitlines()
    kept = [line for line in lines if not line.strip().startswith("#")]
    out.write_text("\n".join(kept))
    checked = ludex("check", str(out))
    assert "missing" not in checked.out


def test_without_a_file_it_is_printed_and_a_file_is_not_overwritten(
    tmp_path: Path,
) -> None:
    source, out = str(bank(tmp_path)), str(tmp_path / "bank.py")
    printed = ludex("new", "--from-events", source, "--name", "piggy-bank")
    assert 'name="piggy-bank"' in printed.out
    assert ludex("new", out, "--from-events", source).status == 0
    again = ludex("new", out, "--from-events", source)
    assert (again.status, again.err) == (
        2,
        f"ludex: {out} exists; --force overwrites it\n",
    )
    assert ludex("new", out, "--from-events", source, "--force").status == 0


def test_a_file_that_is_no_interface_is_one_line_and_status_2(tmp_path: Path) -> None:
    for content, problem in [
        (b"", "an interface begins with the word system"),
        (b"\xff\xfe\x00", "is not text"),
        (b"system bank go(a: CARD)", "the type CARD is not declared"),
        (b"x" * 1_100_000, "is too long"),
        (b"system x\n" + b"go\n" * 500_000, "too long for an interface"),
        (b"\x7fELF\x01\x02", "an interface begins with the word system"),
    ]:
        file = tmp_path / "odd.txt"
        file.write_bytes(content)
        done = ludex("new", "--from-events", str(file))
        assert (done.status, done.out) == (2, ""), content
        assert problem in done.err, content
        assert done.err.count("\n") == 1, content


def test_bad_usage_is_one_line() -> None:
    for words, problem in [
        ((), "name the file to write, such as my_game.py, or --from-events FILE"),
        (("x.txt", "--from-events", "-"), "a rulebook is a Python file, such as x.py"),
        (("--from-events", "/nowhere"), "No such file"),
        (("--from-events", "-", "--name", "a b"), "--name a b: expected letters"),
    ]:
        done = ludex("new", *words, stdin="system x go")
        assert done.status == 2, words
        assert problem in done.err, words
        assert done.err.count("\n") == 1, words


def test_help_teaches_both_forms() -> None:
    text = ludex("new", "--help").out
    assert "system bank" in text
    assert "Routine name, In, Out" in text
