"""`ludex carcassonne round FILE`: the file advanced whole, by one at a time, or left alone."""

import fcntl
import os
import stat
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest

from commands import LUDEX, Done, ludex, started
from ludex.cli.arguments import replaced_file as held
from ludex.cli.arguments.files import new_file
from ludex.games.carcassonne.commands import programs
from ludex.games.carcassonne.formats.programs import new_game, run_round
from ludex.games.carcassonne.formats.xml_reader import LARGEST

ROUND = ("carcassonne", "round")


def round_of(file: Path, *arguments: str) -> Done:
    return ludex(*ROUND, str(file), *arguments)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A state on an empty board."""
    path = tmp_path / "state.xml"
    path.write_text(new_game([1, 2]))
    return path


def assert_refused(done: Done, message: str) -> None:
    assert (done.status, done.out, done.err) == (2, "", f"ludex: {message}\n")


@pytest.mark.requirement("carcassonne.round")
def test_round_makes_the_file_and_advances_it_round_by_round(tmp_path: Path) -> None:
    file = tmp_path / "state.xml"
    done = round_of(file, "--seed", "1")
    assert (done.status, done.err) == (0, f"ludex: new game in {file}\n")
    assert done.out.splitlines()[-1].startswith("player 1 lays E at (0, 0) facing")
    assert file.read_text().count("<score ") == 4
    assert round_of(file, "--seed", "2").err == ""
    assert file.read_text().count("<tile") == 2
    kept = tmp_path / "state.xml.states"
    assert sorted(tmp_path.iterdir()) == [file, kept]
    names = sorted(path.name for path in kept.iterdir())
    assert names == ["01-next.xml", "01-play.xml", "02-next.xml", "02-play.xml"]
    assert (kept / "02-next.xml").read_text() == file.read_text()
    assert (kept / "02-play.xml").read_text().count("<tile") == 2


@pytest.mark.requirement("carcassonne.round.states")
def test_round_keeps_its_states_where_one_wants_them_or_not_at_all(file: Path) -> None:
    there = file.parent / "elsewhere" / "states"
    assert round_of(file, "--keep", str(there)).status == 0
    assert {path.name for path in there.iterdir()} == {"01-play.xml", "01-next.xml"}
    assert round_of(file, "--forget").status == 0
    assert sorted(file.parent.iterdir()) == [there.parent, file]
    both = round_of(file, "--forget", "--keep", str(there))
    assert_refused(both, "--keep, or --forget: not both")


def test_states_that_cannot_be_kept_are_told_and_the_file_is_advanced(
    file: Path,
) -> None:
    taken = file.parent / "taken"
    taken.write_text("a file")
    done = round_of(file, "--keep", str(taken))
    problem = f"{file} is advanced, but its states are not kept in {taken}: File exists"
    assert_refused(done, problem)
    assert file.read_text().count("<tile") == 1


def test_round_until_the_end_prints_the_final_scores(tmp_path: Path) -> None:
    file = tmp_path / "state.xml"
    done = round_of(file, "--until-end", "--players", "2", "--seed", "5")
    assert done.status == 0
    first, second, winner = done.out.splitlines()
    assert first.startswith("player 1: ")
    assert second.startswith("player 2: ")
    assert "win" in winner
    assert file.read_text().count("<tile") == 36
    assert "<next" not in file.read_text()
    finished = file.read_text()
    assert "win" in round_of(file).out
    assert file.read_text() == finished


def test_a_round_that_fails_leaves_the_file_as_it_was(file: Path, tmp_path: Path) -> None:
    file.write_text("<board><terrain><tile/></terrain></board>")
    before = file.read_bytes()
    assert round_of(file).status == 2
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


# -- which files ---------------------------------------------------------------------------


def test_a_link_stays_a_link_and_the_file_it_names_is_advanced(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.xml"
    link.symlink_to(file)
    assert round_of(link).status == 0
    assert link.is_symlink()
    assert file.read_text().count("<tile") == 1


def test_a_link_to_nothing_yet_makes_the_file_it_names(tmp_path: Path) -> None:
    link, file = tmp_path / "link.xml", tmp_path / "there.xml"
    link.symlink_to(file)
    assert round_of(link).err == f"ludex: new game in {link}\n"
    assert link.is_symlink()
    assert file.read_text().count("<tile") == 1


def test_a_link_that_leads_to_itself_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "link.xml"
    link.symlink_to(link)
    assert_refused(round_of(link), f"{link} is a link that leads to itself")


def test_the_file_keeps_its_mode(file: Path) -> None:
    file.chmod(0o640)
    assert round_of(file).status == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_file_that_is_read_only_is_refused(file: Path) -> None:
    before = file.read_bytes()
    file.chmod(0o444)
    assert_refused(round_of(file), f"{file} is read-only")
    assert file.read_bytes() == before


def test_a_file_that_we_may_not_write_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    assert_refused(round_of(file), f"{file} is read-only")


def test_what_is_not_a_regular_file_is_refused_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert_refused(round_of(pipe), f"{pipe} is not a regular file")
    assert pipe.is_fifo()
    assert_refused(round_of(tmp_path), f"{tmp_path} is a folder")
    null = Path("/dev/null")
    assert_refused(round_of(null), "/dev/null is not a regular file")
    assert null.is_char_device()


def test_a_file_beyond_the_largest_size_is_refused(file: Path) -> None:
    before = file.read_bytes() + b" " * LARGEST
    file.write_bytes(before)
    problem = f"{file} is too large: more than 8,388,608 bytes"
    assert_refused(round_of(file), problem)
    assert file.read_bytes() == before


# -- others at the same file ---------------------------------------------------------------


def test_a_file_in_which_another_round_is_played_is_busy(file: Path) -> None:
    with file.open("rb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        assert_refused(round_of(file), f"{file} is busy: another command is using it")
    assert round_of(file).status == 0


@pytest.mark.parametrize("is_new", [False, True], ids=["changed", "made"])
def test_what_somebody_else_writes_meanwhile_is_not_lost(
    file: Path, monkeypatch: pytest.MonkeyPatch, *, is_new: bool
) -> None:
    """Somebody who knows nothing of locks."""
    played = run_round
    if is_new:
        file.unlink()

    def slowly(*arguments: object, **options: object) -> object:
        file.write_text("something else")
        return played(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(programs, "run_round", slowly)
    problem = f"{file} was changed by another program: nothing was written"
    assert_refused(round_of(file), problem)
    assert file.read_text() == "something else"
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.slow
@pytest.mark.parametrize("is_new", [False, True], ids=["there", "new"])
def test_of_rounds_at_the_same_time_each_is_played_or_refused(file: Path, *, is_new: bool) -> None:
    if is_new:
        file.unlink()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with ExitStack() as stack:
        rounds = [
            stack.enter_context(started(*ROUND, str(file), "--seed", str(seed), **quiet))
            for seed in range(3)
        ]
        messages = [process.communicate()[1].decode() for process in rounds]
    statuses = [process.returncode for process in rounds]
    assert {0} <= {*statuses} <= {0, 2}
    assert file.read_text().count("<tile") == statuses.count(0)
    for status, message in zip(statuses, messages, strict=True):
        assert message.count("\n") == (1 if status else message.count("new game"))


def test_a_file_that_appears_in_the_last_moment_is_not_overwritten(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = file.read_text()
    file.unlink()

    def late(path: Path, *, force: bool) -> object:
        path.write_text(text)
        return new_file(path, force=force)

    monkeypatch.setattr(held, "new_file", late)
    problem = f"{file} was changed by another program: nothing was written"
    assert_refused(round_of(file), problem)
    assert file.read_text() == text


# -- standard output fails -----------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_when_nothing_can_be_printed_it_is_said_that_the_file_is_advanced(
    file: Path,
) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*LUDEX, *ROUND, str(file)],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.decode() == (
        f"ludex: {file} is advanced, but what happened could not be printed: "
        "No space left on device\n"
    )
    assert file.read_text().count("<tile") == 1


def test_when_nobody_reads_what_is_printed_that_is_said_too(file: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        done = subprocess.run(
            [*LUDEX, *ROUND, str(file)],
            stdout=pipe,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 0
    assert "is advanced, but what happened could not be printed" in done.stderr.decode()
    assert file.read_text().count("<tile") == 1
