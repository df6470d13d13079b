"""The finished part of a job, on disk: a Parquet file for each chunk, at last one of all.

    deals.parquet.parts/job.json        what is asked, and its fingerprint
    deals.parquet.parts/000007.parquet  a finished chunk
    deals.parquet                       all chunks, when the last is finished

Given a folder and not a file, the chunks stay in it. A chunk has its name only when it is
whole and on the disk; so whatever ends in the middle, the same command goes on from there.
Chunks of another job are never touched.
"""

import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import IO, Any

from ludex.jobs.errors import JobError
from ludex.jobs.job import Job, Rows, as_json
from ludex.jobs.lock import lock

SUFFIX = ".parquet"
PARTS = ".parts"
ABOUT = "job.json"


class StoredChunks:
    """The finished chunks of a job, found again or begun."""

    def __init__(self, job: Job[Any], out: Path) -> None:
        self._arrow = arrow("--out")
        self.job, self.out = job, out
        self.is_file = out.suffix == SUFFIX
        self.folder = out.with_name(out.name + PARTS) if self.is_file else out
        self.finished: set[int] = set()
        self._whole: Any = None
        self._lock: IO[str] | None = None
        try:
            with self._explain_disk_errors():
                if self.is_file and (out.exists() or out.is_symlink()):
                    self._found_whole()
                else:
                    self._found_parts()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let others have it."""
        for each in (self._whole, self._lock):
            if each is not None:
                each.close()

    @property
    def progress(self) -> str:
        """A sentence on how much is finished, and how to go on."""
        done, total = len(self.finished), len(self.job.chunks)
        where = self.out if self._whole else self.folder
        if not done:
            return "nothing is finished yet"
        return f"{done:,} of {total:,} chunks are saved in {where}; the same command continues from there"

    def _found_whole(self) -> None:
        """A file that is there is of this very job, or is left alone."""
        if not self.out.is_file():
            raise JobError(f"{self.out} is not a regular file")
        about = described(self.out)
        self._demand_same(about, self.out)
        self._besides, groups = about["besides"], count()
        self._groups = [next(groups) if rows else None for rows in about["counts"]]
        self._whole = self._arrow.parquet.ParquetFile(self.out)
        self.finished = set(range(len(self.job.chunks)))

    def _found_parts(self) -> None:
        folder, about = self.folder, self.folder / ABOUT
        if not folder.absolute().parent.is_dir():
            raise JobError(f"{self.out}: there is no such folder")
        if folder.exists() and not folder.is_dir():
            raise JobError(
                f"{folder} is not a folder; results are saved in a .parquet file or a folder"
            )
        if about.exists():
            self._demand_same(_read_about(about), folder)
        elif folder.exists() and any(folder.iterdir()):
            raise JobError(f"{folder}: the folder contains other files")
        else:
            folder.mkdir(exist_ok=True)
            self._put(about, as_json(self.job.described).encode())
        self._lock = about.open(encoding="utf-8")
        if not lock(self._lock):
            raise JobError(f"{folder}: another process is running this job")
        for path in folder.glob(".*.new"):
            path.unlink()
        for number in range(len(self.job.chunks)):
            path = self._part(number)
            if path.exists():
                if _is_whole(path):
                    self.finished.add(number)
                else:  # a disk that lied: it is done again
                    path.unlink()

    def _demand_same(self, found: Mapping[str, Any], path: Path) -> None:
        ours = self.job.described
        if found.get("fingerprint") == ours["fingerprint"]:
            return
        for key in ("job", "version"):
            if found.get(key) != ours[key]:
                difference = f"{key} {found.get(key)!r}, not {ours[key]!r}"
                break
        else:
            old, new = found.get("asked", {}), json.loads(as_json(ours["asked"]))
            keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
            key = keys[0] if keys else "chunks"
            difference = f"{key} {_short(old.get(key))}, not {_short(new.get(key))}"
        raise JobError(
            f"{path} belongs to another job ({difference}): name another file, or remove this one"
        )

    def _part(self, number: int) -> Path:
        return self.folder / f"{number:06}{SUFFIX}"

    @cached_property
    def _schema(self) -> Any:  # noqa: ANN401 - Arrow's
        types = [
            (name, getattr(self._arrow, _TYPES[kind])()) for name, kind in self.job.columns.items()
        ]
        return self._arrow.schema(types)

    def write(self, number: int, rows: Rows) -> None:
        """Keep a chunk: on the disk before anybody hears of it."""
        columns = [rows.columns[name] for name in self.job.columns]
        about = {**self.job.described, "chunk": number, "besides": dict(rows.besides)}
        schema = self._schema.with_metadata({MARK: as_json(about).encode()})
        with self._explain_disk_errors():
            table = self._arrow.table(
                [self._arrow.array(c, f.type) for c, f in zip(columns, schema, strict=True)],
                schema=schema,
            )
            sink = BytesIO()
            self._arrow.parquet.write_table(
                table, sink, compression="zstd", write_page_checksum=True
            )
            self._put(self._part(number), sink.getvalue())
        self.finished.add(number)

    def read(self, number: int) -> Rows:
        """A chunk that is finished."""
        with self._explain_disk_errors():
            if self._whole is None:
                table = self._arrow.parquet.read_table(
                    self._part(number), page_checksum_verification=True
                )
                about = json.loads(table.schema.metadata[MARK])
                return Rows(table.to_pydict(), about["besides"])
            group = self._groups[number]
            table = (
                self._whole.schema_arrow.empty_table()
                if group is None
                else self._whole.read_row_group(group)
            )
            return Rows(table.to_pydict(), self._besides[number])

    def finish(self) -> None:
        """All chunks in one file, where one was asked for."""
        if not self.is_file or self._whole is not None:
            return
        new = self.folder / ".whole.new"
        parquet = self._arrow.parquet
        with self._explain_disk_errors():
            paths = [self._part(number) for number in range(len(self.job.chunks))]
            each = [parquet.read_metadata(path) for path in paths]
            marks = [json.loads(one.metadata[MARK]) for one in each]
            counts = [one.num_rows for one in each]
            about = {**self.job.described, "counts": counts}
            about["besides"] = [mark["besides"] for mark in marks]
            schema = self._schema.with_metadata({MARK: as_json(about).encode()})
            with new.open("wb") as file:
                with parquet.ParquetWriter(
                    file, schema, compression="zstd", write_page_checksum=True
                ) as writer:
                    for path, rows in zip(paths, counts, strict=True):
                        if rows:
                            table = parquet.read_table(path, page_checksum_verification=True)
                            writer.write_table(table.replace_schema_metadata(schema.metadata), rows)
                file.flush()
                os.fsync(file.fileno())
            if self.out.exists():
                raise JobError(
                    f"{self.out} was created in the meantime; {self.folder} has the results"
                )
            new.replace(self.out)
            _sync(self.out.absolute().parent)
            shutil.rmtree(self.folder, ignore_errors=True)

    def _put(self, path: Path, content: bytes) -> None:
        new = path.with_name(f".{path.name}.new")
        try:
            with new.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
            _sync(path.parent)
        except OSError:
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise

    @contextmanager
    def _explain_disk_errors(self) -> Iterator[None]:
        """A disk that is full or broken is told in one line."""
        try:
            yield
        except (OSError, self._arrow.ArrowException) as problem:
            words = getattr(problem, "strerror", None) or " ".join(str(problem).split())
            raise JobError(f"cannot save results in {self.out}: {words}; {self.progress}") from None


_TYPES = {
    "int64": "int64",
    "uint64": "uint64",
    "double": "float64",
    "string": "string",
    "bool": "bool_",
}


def stored_request(out: Path | None) -> Mapping[str, Any]:
    """Return what was asked when these results were begun, if there are any."""
    if out is None:
        return {}
    folder = out.with_name(out.name + PARTS) if out.suffix == SUFFIX else out
    try:
        about = described(out) if out.is_file() else _read_about(folder / ABOUT)
    except (JobError, OSError):
        return {}
    request = about.get("asked")
    return request if isinstance(request, dict) else {}


def _read_about(path: Path) -> dict[str, Any]:
    return _about(
        path.read_text(encoding="utf-8"),
        f"{path} was not written by Ludex: name another file or folder",
    )


def _about(text: str | bytes, otherwise: str) -> dict[str, Any]:
    """Return what a text says of a job of ours; `otherwise` is told of any other text."""
    try:
        about = json.loads(text)
    except ValueError:
        about = None
    if not isinstance(about, dict) or about.get("program") != "ludex":
        raise JobError(otherwise)
    return about


def _is_whole(path: Path) -> bool:
    try:
        described(path)
    except JobError:
        return False
    return True


def _sync(folder: Path) -> None:
    """A name is on the disk when its folder is."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _short(value: object) -> str:
    text = as_json(value)
    return text if len(text) <= 40 else f"{text[:37]}…"


MARK = b"ludex"
"""The key in a file's metadata under which it says what it is."""


def arrow(user: str) -> Any:  # noqa: ANN401 - a module
    """pyarrow, or a hint how to get it."""
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError:
        raise JobError(f'{user} needs pyarrow: pip install "ludex[cluster]"') from None
    return pa


def described(path: Path) -> dict[str, Any]:
    """Return the description in a file; JobError says why it is none of ours."""
    pa = arrow(str(path))
    try:
        metadata = pa.parquet.read_metadata(path).metadata or {}
    except FileNotFoundError:
        raise JobError(f"{path}: there is no such file") from None
    except OSError as problem:
        words = problem.strerror or " ".join(str(problem).split())
        raise JobError(f"{path} cannot be read: {words}") from None
    except pa.ArrowException:
        raise JobError(f"{path} is not a Parquet file, or was cut short") from None
    return _about(metadata.get(MARK, b"null"), f"{path} is a Parquet file of another program")
