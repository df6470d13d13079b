"""Remarks about a class: the student of each submission, lateness, and resemblances.

They stand beside the marks and do not change them.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ludex.study.grade.records import Record
from ludex.study.grade.roster import match
from ludex.study.grade.scheme import Scheme
from ludex.study.grade.similarity import find_resemblances
from ludex.study.grade.submissions import NoSubmission, Submission, files_of


def add_remarks(
    values: Sequence[Record], submissions: Sequence[Submission], scheme: Scheme
) -> None:
    """Add to the records of a class what is known besides marks."""
    files = [_files(one) for one in submissions]
    students = match([one.name for one in submissions], scheme.roster)
    for value, paths, one in zip(values, files, submissions, strict=True):
        if scheme.roster:
            value["student"] = students[one.name].name if one.name in students else ""
        if scheme.deadline is not None:
            value["late"] = _late(paths, scheme.deadline)
        value["alike"] = []
    for i, j, share, is_identical in find_resemblances(files):
        how = "identical" if is_identical else f"{share:.0%} the same"
        values[i]["alike"].append({"name": values[j]["name"], "how": how})
        values[j]["alike"].append({"name": values[i]["name"], "how": how})


def _files(one: Submission) -> list[Path]:
    try:
        return files_of(Path(one.path))
    except (NoSubmission, OSError):
        return []


def _late(files: Sequence[Path], deadline: datetime) -> str:
    """Return the time from the deadline to the newest file, in hours and minutes."""
    if not files:
        return ""
    newest = datetime.fromtimestamp(max(path.stat().st_mtime for path in files), tz=UTC)
    late = newest - deadline.astimezone(UTC)
    if late <= timedelta(0):
        return ""
    minutes = -(-int(late.total_seconds()) // 60) or 1
    return f"{minutes // 60}:{minutes % 60:02}"
