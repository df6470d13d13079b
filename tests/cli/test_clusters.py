"""Matches, leagues, mines and checks on a cluster of two workers: the results are the same."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from clusters import cluster
from commands import ludex
from playing import ROOT

KUHN = str(ROOT / "examples" / "kuhn_poker.py")
MATCH = ["match", KUHN, "--bots", "greedy", "random", "--games", "40", "--seed", "7", "--json"]  # fmt: skip
LEAGUE = ["league", KUHN, "--player", "greedy", "--player", "random", "--deals", "5", "--seed", "7", "--json"]  # fmt: skip
MINE = ["mine", "chess-solitaire", "--pieces", "2", "--seed", "1", "--json"]


@pytest.fixture(
    scope="module",
    params=["threads", pytest.param("processes", marks=pytest.mark.slow)],
)
def two(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers: threads here, or processes."""
    from distributed import LocalCluster

    if request.param == "processes":
        with cluster(tmp_path_factory.mktemp("cluster")) as apart:
            yield apart.address
        return
    with LocalCluster(  # type: ignore[no-untyped-call]  # Dask's
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp",
        host="127.0.0.1", dashboard_address="127.0.0.1:0",
    ) as here:  # fmt: skip
        yield here.scheduler_address


CHECK = ["check", "chess-solitaire", "--start", "NP.Q/.R.B/K.N./.P..", "--engine", "compiled", "--steps", "40", "--json"]  # fmt: skip


EXPLORE = ["check", "chess-solitaire", "--start", "NPBQ/PRNB/K.N./.P.R", "--depth", "2", "--json"]  # fmt: skip


def told(*words: str, cwd: Path | None = None) -> object:
    """What is printed, without the time and the memory that it took."""
    done = ludex(*words, cwd=cwd)
    assert (done.status, done.err) == (0, ""), done.err
    return without_seconds(json.loads(done.out))


def without_seconds(found: object) -> object:
    if isinstance(found, dict):
        return {
            k: without_seconds(v) for k, v in found.items() if "second" not in k and k != "bytes"
        }
    if isinstance(found, list):
        return [without_seconds(each) for each in found]
    return found


@pytest.mark.slow
def test_a_cluster_gives_the_same_results(two: str) -> None:
    for words in (MATCH, LEAGUE, MINE, CHECK, EXPLORE):
        assert told(*words, "--cluster", two) == told(*words), words


@pytest.mark.slow
def test_a_match_is_kept_reported_and_gone_on_with(tmp_path: Path) -> None:
    alone = told(*MATCH)
    assert told(*MATCH, "--workers", "2", "--out", "match.parquet", cwd=tmp_path) == alone  # fmt: skip
    words = [word for word in MATCH if word not in ("--seed", "7")]  # it is in the file
    again = ludex(*words, "--out", "match.parquet", cwd=tmp_path)
    assert again == ludex(*words, "--out", "match.parquet", cwd=tmp_path)  # not played
    assert without_seconds(json.loads(again.out)) == alone
    report = ludex("report", "match.parquet", cwd=tmp_path)
    assert report.out.startswith("match ")
    assert "40 rows" in report.out
    assert "player 1" in report.out
    other = ludex(*MATCH, "--games", "20", "--out", "match.parquet", cwd=tmp_path)
    assert other.status == 2
    assert "belongs to another job (deals 20, not 10)" in other.err


def test_a_walk_beside_the_rulebook_is_kept_reported_and_gone_on_with(
    tmp_path: Path,
) -> None:
    words = [*CHECK, "--out", "walk.parquet"]
    alone = told(*CHECK)
    assert told(*words, cwd=tmp_path) == alone
    assert told(*words, "--workers", "2", cwd=tmp_path) == alone  # not followed again
    report = ludex("report", "walk.parquet", cwd=tmp_path)
    assert report.out.startswith("check chess-solitaire: ")
    assert "100.00 % " in report.out
    assert " same\n" in report.out
    assert "steps " in report.out
    other = ludex(*words, "--seed", "3", cwd=tmp_path)
    assert other.status == 2
    assert "belongs to another job (seed 0, not 3)" in other.err


def test_a_test_that_was_decided_is_decided_again_from_what_is_kept(
    tmp_path: Path,
) -> None:
    words = [
        "match", str(ROOT / "examples" / "tic_tac_toe.py"), "--bots", "greedy", "random",
        "--games", "400", "--seed", "1", "--sprt", "0", "100", "--json",
    ]  # fmt: skip
    first = told(*words)
    assert told(*words, "--out", "games", cwd=tmp_path) == first
    assert told(*words, "--out", "games", "--workers", "2", cwd=tmp_path) == first


def test_a_cluster_that_does_not_answer_is_one_line() -> None:
    for command in [MATCH, LEAGUE, MINE, CHECK, EXPLORE]:
        done = ludex(*command, "--cluster", "tcp://127.0.0.1:1")
        assert (done.status, done.out) == (2, ""), command
        assert done.err == "ludex: no cluster at tcp://127.0.0.1:1: it does not answer\n", command
        both = ludex(*command, "--cluster", "tcp://127.0.0.1:1", "--workers", "2")
        assert both.err.startswith("ludex: --workers or --cluster, not both"), command


def test_an_exploration_has_no_rows_to_keep() -> None:
    kept = ludex("check", KUHN, "--out", "walk.parquet")
    assert (kept.status, kept.err.count("\n")) == (2, 1)
    assert kept.err.startswith("ludex: --out is for --steps")
