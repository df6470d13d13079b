"""A class of hostile submissions, and two honest ones among them, who get their marks."""

import json
import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from commands import Done, ludex
from ludex.sandbox import Isolation, RunResult, choose_isolation
from ludex.sandbox.scratch import remove_folder
from ludex.study.grade.exam import Test
from playing import ROOT
from study.grade.hostile import HOSTILE, PRELUDE
from study.grade.test_classes import running

SECONDS = f"{5000 + os.getpid()}.125"
NAMED = "\x1b[2J\x9b31m\nname"
"""A folder that would clear a terminal."""

walled = pytest.mark.skipif(
    bool(choose_isolation().missing), reason="the sandbox of this machine is not complete"
)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """The teacher's folder: a rulebook, a test and a scheme, each with a secret."""
    oracle = (ROOT / "examples" / "tic_tac_toe.py").read_text()
    (tmp_path / "oracle.py").write_text(f"# SECRET of the rulebook\n{oracle}")
    (tmp_path / "at1.txt").write_text("mark(5)\nmark(5)\nmark(1)\n")
    (tmp_path / "scheme.toml").write_text("# SECRET of the scheme\npoints = 10\n")
    (tmp_path / "class").mkdir()
    done = ludex("run", str(tmp_path / "oracle.py"), str(tmp_path / "at1.txt"))
    (tmp_path / "at1.expected.txt").write_text(f"{done.out}SECRET")
    for name in ("ann_honest", "zoe_honest"):
        hand_in(tmp_path, name, f"# SECRET of {name}\nprint(end={done.out!r})")
    yield tmp_path
    remove_folder(tmp_path / "class")  # too deep for others


def hand_in(home: Path, name: str, text: str) -> Path:
    folder = home / "class" / name
    folder.mkdir()
    (folder / "go.py").write_text(text)
    return folder


@pytest.fixture
def listeners(home: Path) -> Iterator[dict[str, object]]:
    """Sockets that nobody is to reach."""
    abstract = f"ludex-{os.getpid()}"
    with (
        socket.socket(socket.AF_UNIX) as named,
        socket.socket(socket.AF_UNIX) as nameless,
        socket.create_server(("127.0.0.1", 0)) as network,
    ):
        named.bind(str(home / "socket"))
        nameless.bind(f"\0{abstract}")
        for one in (named, nameless):
            one.listen()
        (home / "socket").chmod(0o777)
        yield {
            "socket": str(home / "socket"),
            "abstract": abstract,
            "port": network.getsockname()[1],
        }


def hand_in_hostile(home: Path, listeners: dict[str, object]) -> None:
    words = {
        "seconds": SECONDS,
        "oracle": repr(str(home / "oracle.py")),
        "scheme": repr(str(home / "scheme.toml")),
        "test": repr(str(home / "at1.txt")),
        "expected": repr(str(home / "at1.expected.txt")),
        "class": repr(str(home / "class")),
        "home": repr(str(home)),
        "victim": repr(str(home / "class" / "zoe_honest" / "go.py")),
        "path": repr([str(ROOT / "src"), *sys.path]),
        "pid": str(os.getpid()),
        "socket": repr(listeners["socket"]),
        "abstract": repr(listeners["abstract"]),
        "port": str(listeners["port"]),
    }
    for name, text in HOSTILE.items():
        filled = text
        for word, value in words.items():
            filled = filled.replace(f"[[{word}]]", value)
        folder = hand_in(home, name, PRELUDE + filled)
        if name == "follows_its_links":
            (folder / "one").symlink_to(home / "oracle.py")
            (folder / "two").symlink_to("../ann_honest/go.py")
    hand_in(home, NAMED, "print('LOOK: I am seen')")
    os.mkfifo(hand_in(home, "pipe_inside", "print(open('pipe'))") / "pipe")
    with (hand_in(home, "sparse_inside", "print()") / "big").open("w") as file:
        file.truncate(1 << 40)
    deep = hand_in(home, "deep_inside", "print()")
    for _ in range(1200):
        deep /= "d"
        deep.mkdir()
    (home / "class" / "is_a_link").symlink_to(home / "class" / "ann_honest")


def graded(home: Path, *words: str) -> Done:
    return ludex(
        "grade", str(home / "oracle.py"), "--submissions", str(home / "class"),
        "--program", f"{sys.executable} {{submission}}/go.py {{in}}", str(home / "at1.txt"),
        "--scheme", str(home / "scheme.toml"), "--out", str(home / "marks"),
        "--time", "1.5", "--memory", "128", "--processes", "16", "--disk", "8", "--output", "1",
        *words,
    )  # fmt: skip


@pytest.mark.slow
@walled
def test_forty_hostile_submissions_harm_nobody_and_two_honest_ones_get_their_marks(
    home: Path, listeners: dict[str, object]
) -> None:
    hand_in_hostile(home, listeners)
    kept = {
        path: path.read_bytes()
        for path in (*home.glob("*.*"), *home.glob("class/*/go.py"))
        if path.is_file()
    }
    before = {*Path("/tmp").iterdir()}
    begun = monotonic()
    done = graded(home)
    assert done.status == 1, done.err
    assert monotonic() - begun < 120
    assert {path: path.read_bytes() for path in kept} == kept
    assert running(SECONDS) == []
    left = {*Path("/tmp").iterdir()} - before
    scratch = [path for path in left if path.name.startswith("ludex-grade-")]
    while any(path.exists() for path in scratch):  # those of other tests go when their runs end
        assert monotonic() - begun < 180, scratch
        sleep(0.1)
    lines = done.out.splitlines()
    marks = {line.split()[0]: line.split()[1] for line in lines if " of 1 " in line}
    assert {name for name, accepted in marks.items() if accepted == "1"} == {
        "ann_honest",
        "zoe_honest",
    }
    assert len(marks) == len(HOSTILE) + 7 >= 42
    told = [path.read_text() for path in (home / "marks").rglob("*") if path.is_file()]
    for text in (done.out, done.err, *told):
        assert "SECRET" not in text
        assert "LOOT" not in text
        shown = [
            text[max(0, at - 60) : at + 30] for at, c in enumerate(text) if c in "\x07\x1b\x9b"
        ]
        assert shown == []
    assert any("LOOK: I am seen" in text for text in told)
    assert all(letter.isprintable() or letter == "\n" for letter in done.out + done.err)
    values = json.loads(graded(home, "--json").out)
    details = {value["name"]: value["results"][0]["detail"] for value in values}
    assert details["is_a_link"] == "it cannot be marked: a link is not a submission"
    assert details["memory_of_many"] == "out of memory"
    verdicts = {value["name"]: value["results"][0]["verdict"] for value in values}
    assert verdicts["flood_of_output"] == verdicts["endless_line"] == "output limit"
    assert verdicts["ignored_signals"] == verdicts["stopped"] == "time limit"


def test_whatever_goes_wrong_with_one_submission_is_told_of_it_alone(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludex.study.grade import evaluation, program

    right = program.run_test

    def wrong(one: program.GradedProgram, test: Test, walls: Isolation) -> tuple[RunResult, bytes]:
        if "bad" in one.submission:
            raise RecursionError("too deep")
        return right(one, test, walls)

    monkeypatch.setattr(evaluation, "run_test", wrong)
    hand_in(home, f"bad{NAMED}", "print()")
    done = graded(home, "--jobs", "1", "--json")
    values = {value["name"]: value for value in json.loads(done.out)}
    assert {name: value["points"] for name, value in values.items()} == {
        "ann_honest": 10,
        f"bad{NAMED}": 0,
        "zoe_honest": 10,
    }
    detail = values[f"bad{NAMED}"]["results"][0]["detail"]
    assert detail == "it cannot be marked: RecursionError: too deep"
    assert not [*(home / "marks").glob("bad*/marked.json")]
    for page in (home / "marks").rglob("*.html"):
        assert not any(letter in page.read_text() for letter in "\x07\x1b\x9b")
    assert (home / "marks" / "ann_honest" / "marked.json").exists()
