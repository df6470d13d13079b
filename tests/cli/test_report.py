"""`ludex report`: what kept results come to."""

import json
from pathlib import Path

import pytest

from commands import ludex
from ludex.jobs.results import gathered, summed
from playing import ROOT

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    for seed in ("1", "2"):
        done = ludex(
            "simulate", TIC_TAC_TOE, "--games", "30", "--seed", seed,
            "--out", f"{seed}.parquet", cwd=folder,
        )  # fmt: skip
        assert done.status == 0
    return folder


def test_files_about_the_same_game_are_counted_together(kept: Path) -> None:
    told = json.loads(ludex("report", "1.parquet", "2.parquet", "--json", cwd=kept).out)
    (both,) = told
    assert (both["rows"], both["chunks"]) == (60, [60, 60])
    assert sum(one["count"] for one in both["wins"].values()) == 60
    assert both["numbers"]["events"]["most"] == 9


def test_the_report_agrees_with_the_simulation(kept: Path) -> None:
    (told,) = json.loads(ludex("report", "1.parquet", "--json", cwd=kept).out)
    words = ("simulate", TIC_TAC_TOE, "--games", "30", "--seed", "1", "--json")
    alone = json.loads(ludex(*words).out)
    counts = {reason: one["count"] for reason, one in told["outcomes"].items()}
    assert counts == alone["outcomes"]
    assert told["numbers"]["events"]["mean"] == pytest.approx(alone["length"]["mean"], abs=0.01)


def test_what_is_no_result_is_one_line(kept: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    whole = (kept / "1.parquet").read_bytes()
    (kept / "cut.parquet").write_bytes(whole[:-20])
    (kept / "text.parquet").write_text("dear")
    (kept / "empty.parquet").touch()
    pq.write_table(pa.table({"a": [1]}), kept / "other.parquet")
    (kept / "folder").mkdir()
    said = {
        "cut.parquet": "not a Parquet file, or was cut short",
        "text.parquet": "not a Parquet file, or was cut short",
        "empty.parquet": "not a Parquet file, or was cut short",
        "other.parquet": "a Parquet file of another program",
        "folder": "is not a folder of results",
        "nothing.parquet": "there is no such file",
    }
    for name, words in said.items():
        done = ludex("report", name, cwd=kept)
        assert done.status == 2
        assert words in done.err
        assert done.err.count("\n") == 1


def test_a_picture_is_png_or_svg(kept: Path) -> None:
    done = ludex("report", "1.parquet", "--plot", "games.txt", cwd=kept)
    assert done.status == 2
    assert "a picture is a .png or a .svg file" in done.err


def test_a_flipped_bit_is_noticed(kept: Path) -> None:
    import pyarrow.parquet as pq

    events = pq.read_metadata(kept / "2.parquet").row_group(0).column(1)
    whole = bytearray((kept / "2.parquet").read_bytes())
    whole[events.dictionary_page_offset + events.total_compressed_size - 1] ^= 4
    (kept / "flipped.parquet").write_bytes(whole)
    done = ludex("report", "flipped.parquet", cwd=kept)
    assert done.status == 2
    assert done.err == "ludex: flipped.parquet is damaged: it cannot be read completely\n"


def test_quantiles_of_counts(kept: Path) -> None:
    (results,) = gathered([kept / "1.parquet"])
    told = summed(results.numbers("events"))
    assert told is not None
    ordered = sorted(results.numbers("events").elements())
    assert told["median"] == ordered[14]
    assert told["q05"] == ordered[1]
    assert told["q95"] == ordered[28]
