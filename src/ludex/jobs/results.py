"""Stored results read again: the frequency of each value, in any number of files.

Only counts are kept in memory, so a report may be about more games than fit there.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil, sqrt
from pathlib import Path
from typing import Any

from ludex.jobs.errors import JobError
from ludex.jobs.stored import ABOUT, PARTS, SUFFIX, arrow, described

SURE = 1.96
"""Standard errors on either side: 95 % confidence."""
LEFT_OUT = (
    "solution",
    "seed",
    "limit",
    "id",
    "board",
    "script",
    "rotation",
    "difference",
)


@dataclass
class JobResults:
    """The results that files of one kind of job hold together."""

    job: str
    game: str
    files: list[str] = field(default_factory=list)
    rows: int = 0
    chunks: int = 0
    of: int = 0
    """Chunks that are finished, and all of them."""
    values: dict[str, Counter[Any]] = field(default_factory=dict)
    """The frequency of each value in a column; nulls are not counted."""

    def numbers(self, column: str) -> "Counter[Any]":
        """The values of a column of numbers."""
        return self.values.get(column, Counter())


def gathered(files: list[Path]) -> list[JobResults]:
    """Everything in these files and folders; what cannot be read is told in one line."""
    found: dict[tuple[str, str], JobResults] = {}
    for file in files:
        paths = [*_paths(file)]
        about = described(paths[0])
        game = str(about.get("asked", {}).get("game", ""))
        key = about["job"], game
        results = found.setdefault(key, JobResults(about["job"], game))
        results.files.append(str(file))
        results.of += about["chunks"]
        for path in paths:
            record = described(path)
            if record["fingerprint"] != about["fingerprint"]:
                raise JobError(f"{path} belongs to another job than {paths[0]}")
            results.chunks += record["chunks"] if "counts" in record else 1
            _count(results, path)
    return [*found.values()]


def _paths(file: Path) -> Iterator[Path]:
    if not file.is_dir():
        parts = file.with_name(file.name + PARTS)
        if not file.exists() and parts.is_dir():
            raise JobError(f"{file} is not finished; the results so far: ludex report {parts}")
        yield file
        return
    if not (file / ABOUT).is_file():
        inside = [*file.glob(f"*{SUFFIX}"), *file.glob(f"*{SUFFIX}{PARTS}")]
        if not inside:
            raise JobError(f"{file} is not a folder of results")
        yield from _paths(inside[0])  # a league keeps more than its table of games
        return
    found = sorted(file.glob(f"[0-9]*{SUFFIX}"))
    if not found:
        raise JobError(f"{file}: nothing is finished yet")
    yield from found


def _count(results: JobResults, path: Path) -> None:
    pa = arrow("ludex report")
    try:
        with pa.parquet.ParquetFile(path, page_checksum_verification=True) as file:
            names = [
                n
                for n in file.schema_arrow.names
                if n not in LEFT_OUT and not n.startswith("seconds_")
            ]
            for batch in file.iter_batches(columns=names):
                results.rows += batch.num_rows
                for name in names:
                    counter = results.values.setdefault(name, Counter())
                    if name in ("deal", "cut"):
                        continue
                    for pair in batch.column(name).value_counts().to_pylist():
                        if pair["values"] is not None:
                            counter[pair["values"]] += pair["counts"]
                _note_deals(results, batch)
                if "winners" not in names:
                    _note_winners(results, batch)
    except (OSError, pa.ArrowException):
        raise JobError(f"{path} is damaged: it cannot be read completely") from None


def _note_deals(results: JobResults, batch: Any) -> None:  # noqa: ANN401 - Arrow's
    """The deals that cannot be won are few, and what people want to know."""
    if not {"deal", "verdict"} <= set(batch.schema.names):
        return
    deals = zip(*(batch.column(name).to_pylist() for name in ("deal", "verdict")), strict=True)
    results.values["deal"].update(d for d, v in deals if v == "impossible")


def _note_winners(results: JobResults, batch: Any) -> None:  # noqa: ANN401 - Arrow's
    """Count the winners of games on an engine: who has the most, or alone more than nothing."""
    names = [name for name in batch.schema.names if name.startswith("score_")]
    if not names or "cut" not in batch.schema.names:
        return
    wins = results.values.setdefault("winners", Counter())
    columns = [batch.column(name).to_pylist() for name in ("cut", *names)]
    for (cut, *scores), count in Counter(zip(*columns, strict=True)).items():
        if not cut:
            best = max(scores) if len(scores) > 1 else max(scores[0], 1e-9)
            seats = [str(i) for i, score in enumerate(scores, 1) if score >= best]
            wins[" ".join(seats)] += count


def summed(counter: "Counter[Any]") -> dict[str, float] | None:
    """Mean with its margin, median, other quantiles; nothing of nothing."""
    total = counter.total()
    if not total:
        return None
    mean = sum(value * count for value, count in counter.items()) / total
    squares = sum(count * (value - mean) ** 2 for value, count in counter.items())
    margin = SURE * sqrt(squares / max(1, total - 1) / total)
    ordered = sorted(counter)
    return {
        "count": total,
        "mean": round(mean, 4),
        "margin": round(margin, 4),
        "least": ordered[0],
        "q05": quantile(counter, ordered, 0.05),
        "median": quantile(counter, ordered, 0.5),
        "q95": quantile(counter, ordered, 0.95),
        "most": ordered[-1],
    }


def quantile(counter: "Counter[Any]", ordered: list[Any], part: float) -> Any:  # noqa: ANN401
    """The least value that so large a part does not exceed."""
    needed, seen = max(1, ceil(part * counter.total())), 0
    for value in ordered:
        seen += counter[value]
        if seen >= needed:
            return value
    raise AssertionError(part)
