"""A job gives the same rows whoever works, loses nothing, and does nothing twice."""

import json
import os
import re
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest

from clusters import Cluster, cluster
from ludex.jobs import cluster as clustered
from ludex.jobs.errors import JobError
from ludex.jobs.job import Job, Rows
from ludex.jobs.run import runner, worked
from ludex.jobs.stored import StoredChunks
from squares_job import Squares, begun


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers; the last test that is given them ends them."""
    with cluster(tmp_path_factory.mktemp("cluster")) as found:
        yield found


def rows_of(found: Iterator[Rows]) -> list[tuple[object, object]]:
    return [(dict(rows.columns), dict(rows.besides)) for rows in found]


def expected() -> list[tuple[object, object]]:
    return rows_of(worked(Squares().job(), runner(1)))


def test_the_rows_are_the_same_for_any_workers() -> None:
    one = expected()
    assert len(one) == 14
    for run in (runner(3, threads=True), runner(2)):
        assert rows_of(worked(Squares().job(), run)) == one


@pytest.mark.slow
def test_the_rows_are_the_same_for_a_cluster(two: Cluster) -> None:
    run = runner(1, cluster=two.address)
    assert rows_of(worked(Squares().job(), run)) == expected()


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    job = Squares(str(tmp_path), 0.02).job()
    found = worked(job, runner(2))
    first = next(found)
    killed = {pid for _, pid in begun(tmp_path)}.pop()
    os.kill(killed, signal.SIGKILL)
    assert rows_of(iter([first, *found])) == expected()
    assert {pid for _, pid in begun(tmp_path)} > {killed}


@pytest.mark.slow
def test_who_kills_every_process_is_given_up() -> None:
    job = Job("deadly", {}, {}, Deadly(), [range(1)])
    with pytest.raises(JobError, match="were lost 3 times"):
        list(worked(job, runner(2)))


class Deadly(Squares):
    def squared(self, chunk: range) -> Rows:
        os.kill(os.getpid(), signal.SIGKILL)
        return super().squared(chunk)


@pytest.mark.slow
def test_workers_of_another_version_are_refused_by_name(
    two: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = os.getpid()

    def other_here(name: str) -> str:
        return "0.0.1" if os.getpid() == here else version(name)

    monkeypatch.setattr(clustered, "version", other_here)
    ours = re.escape(version("ludex"))
    problem = rf"the worker at tcp://127.0.0.1:\d+ has Ludex {ours}, and this is Ludex 0.0.1"
    with pytest.raises(JobError, match=problem):
        runner(1, cluster=two.address)


@pytest.mark.slow
def test_a_killed_worker_loses_nothing_and_a_killed_scheduler_leaves_what_is_finished(
    two: Cluster, tmp_path: Path
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for words in (first, second):
        words.mkdir()
    job, out = Squares(str(first), 0.1).job(), tmp_path / "first.parquet"
    found = worked(job, runner(1, cluster=two.address), StoredChunks(job, out))
    one = next(found)
    two.workers[0].kill()
    assert rows_of(iter([one, *found])) == expected()
    assert {pid for _, pid in begun(first)} == {worker.pid for worker in two.workers}
    assert rows_of(worked(job, runner(1), StoredChunks(job, out))) == expected()

    job, out = Squares(str(second), 0.05).job(), tmp_path / "second.parquet"
    kept = StoredChunks(job, out)
    found = worked(job, runner(1, cluster=two.address), kept)
    next(found)
    two.scheduler.kill()
    with pytest.raises(JobError, match="was lost"):
        list(found)
    finished = set(kept.finished)
    assert finished
    words_before = set(begun(second))
    assert rows_of(worked(job, runner(1), StoredChunks(job, out))) == expected()
    done_here = {chunk // 3 for chunk, _ in {*begun(second)} - words_before}
    assert done_here == set(range(14)) - finished


@pytest.mark.parametrize("address", ["", "nonsense", "foo://x:1", "tcp://127.0.0.1:99999"])  # fmt: skip
def test_what_is_no_address_is_told(address: str) -> None:
    with pytest.raises(JobError, match="expected an address"):
        runner(1, cluster=address)


def test_a_cluster_that_does_not_answer_is_told() -> None:
    with pytest.raises(JobError, match="it does not answer"):
        runner(1, cluster="tcp://127.0.0.1:1")


@pytest.mark.parametrize("name", ["squares.parquet", "squares"])
def test_finished_chunks_are_not_done_again(name: str, tmp_path: Path) -> None:
    out, words = tmp_path / name, tmp_path / "words"
    words.mkdir()
    job = Squares(str(words)).job()
    some = worked(job, runner(1), StoredChunks(job, out))
    for _ in range(5):
        next(some)
    some.close()  # as Ctrl-C does
    assert len(begun(words)) == 5
    kept = StoredChunks(job, out)
    assert "5 of 14 chunks are saved" in kept.progress
    assert rows_of(worked(job, runner(1), kept)) == expected()
    assert len(begun(words)) == 14
    assert rows_of(worked(job, runner(1), StoredChunks(job, out))) == expected()
    assert len(begun(words)) == 14
    if out.is_file():
        assert not out.with_name(f"{name}.parts").exists()


def test_a_chunk_that_was_cut_short_is_done_again(tmp_path: Path) -> None:
    job, out = Squares().job(), tmp_path / "squares"
    list(worked(job, runner(1), StoredChunks(job, out)))
    part = out / "000003.parquet"
    part.write_bytes(part.read_bytes()[:-9])
    kept = StoredChunks(job, out)
    assert kept.finished == set(range(14)) - {3}
    assert rows_of(worked(job, runner(1), kept)) == expected()


def test_results_of_another_job_are_left_alone(tmp_path: Path) -> None:
    file, folder = tmp_path / "a.parquet", tmp_path / "a"
    ours, other = Squares().job(), Squares().job(seed=2)
    for out in (file, folder):
        list(worked(ours, runner(1), StoredChunks(ours, out)))
        # Lists are tuples before they are written: that is no difference.
        with pytest.raises(JobError, match=r"belongs to another job \(seed 1, not 2\)"):
            StoredChunks(other, out)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(JobError, match="contains other files"):
        StoredChunks(ours, tmp_path / "mine")
    (tmp_path / "mine.parquet").write_text("dear")
    with pytest.raises(JobError, match="not a Parquet file"):
        StoredChunks(ours, tmp_path / "mine.parquet")
    with pytest.raises(JobError, match="there is no such folder"):
        StoredChunks(ours, tmp_path / "no" / "where.parquet")


def test_two_do_not_write_the_same_results(tmp_path: Path) -> None:
    job = Squares().job()
    first = StoredChunks(job, tmp_path / "squares")
    with pytest.raises(JobError, match="another process is running this job"):
        StoredChunks(job, tmp_path / "squares")
    first.close()


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file may grow beyond this: the error is another, and comes at the same place."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_fills_keeps_what_is_finished(tmp_path: Path) -> None:
    out = tmp_path / "squares.parquet"
    job = Squares().job()
    found = worked(job, runner(1), StoredChunks(job, out))
    next(found)
    with full_disk(100), pytest.raises(JobError, match=r"cannot save .* 1 of 14 chunks") as told:  # fmt: skip
        next(found)
    assert "\n" not in str(told.value)
    names = sorted(path.name for path in (tmp_path / "squares.parquet.parts").iterdir())
    assert names == ["000000.parquet", "job.json"]
    assert rows_of(worked(job, runner(1), StoredChunks(job, out))) == expected()


def test_what_was_asked_is_found_again(tmp_path: Path) -> None:
    from ludex.jobs.stored import stored_request

    job = Squares().job(seed=7)
    assert stored_request(tmp_path / "x.parquet") == {}
    some = worked(job, runner(1), StoredChunks(job, tmp_path / "x.parquet"))
    next(some)
    assert stored_request(tmp_path / "x.parquet") == {"option": [], "numbers": 40, "seed": 7}
    list(some)
    assert stored_request(tmp_path / "x.parquet") == {"option": [], "numbers": 40, "seed": 7}
    about = json.dumps(job.described)
    assert json.loads(about)["fingerprint"] == Squares().job(seed=7).described["fingerprint"]  # fmt: skip
