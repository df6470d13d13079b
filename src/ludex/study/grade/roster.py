"""The roster of a class, and the student of each submission.

It is the table that Moodle (participants) or Canvas (grades) exports, or one written by hand: a CSV
file whose first line names the columns. A submission is a student's where its name, or a part of
it between underscores, is something that the roster says of that student alone.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

COLUMNS = {
    "name": ("name", "full name", "student"),
    "first": ("first name", "given name"),
    "last": ("last name", "surname", "family name"),
    "number": ("id number", "id", "student number"),
    "username": ("username", "login", "sis login id"),
    "email": ("email", "email address", "e-mail"),
    "sis": ("sis user id",),
    "section": ("section", "group", "groups"),
    "submission": ("submission", "folder", "file"),
}
"""The names that a column may have, by its meaning."""

KEYS = ("submission", "username", "number", "sis", "email", "name")
"""Columns by which a submission can be recognised."""

LARGEST = 10_000_000
"""Bytes of a roster."""


class NoRoster(Exception):
    """A file that is no roster: the text says what is wrong with it."""


class Student(NamedTuple):
    """A line of a roster; what it does not say is empty."""

    name: str = ""
    number: str = ""
    username: str = ""
    email: str = ""
    sis: str = ""
    section: str = ""
    submission: str = ""


def read_roster(path: Path) -> tuple[Student, ...]:
    """The students of a roster; NoRoster says what is wrong with it."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [*csv.reader(file.read(LARGEST).splitlines())]
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        raise NoRoster(f"{path}: {getattr(problem, 'strerror', None) or problem}") from None
    head = [word.strip().lower() for word in rows[0]] if rows else []
    at = {
        meaning: head.index(word)
        for meaning, words in COLUMNS.items()
        for word in words
        if word in head
    }
    if not {*KEYS, "first"} & at.keys():
        raise NoRoster(f"{path}: the first line names no column of: {', '.join(COLUMNS)}")
    found = (_student(at, row) for row in rows[1:])
    return tuple(one for one in found if any(one) and "points possible" not in one.name.lower())


def _student(at: dict[str, int], row: Sequence[str]) -> Student:
    cells = {column: row[i].strip() if i < len(row) else "" for column, i in at.items()}
    whole = f"{cells.pop('first', '')} {cells.pop('last', '')}".strip()
    return Student(**{"name": whole, **cells})


def match(names: Sequence[str], students: Sequence[Student]) -> dict[str, Student]:
    """The student of each submission, where there is exactly one."""
    owners = Counter(key for one in students for key in {*_keys(one)})
    by_key = {key: one for one in students for key in _keys(one) if owners[key] == 1}
    found = {}
    for name in names:
        those = {by_key[part] for part in _parts(name) if part in by_key}
        if len(those) == 1:
            found[name] = those.pop()
    return found


def _keys(student: Student) -> Iterator[str]:
    """Yield the words that name a student; the full name also as Canvas turns it round."""
    fields = student._asdict()
    yield from (key for name in KEYS if (key := _plain(fields[name])))
    first, _, last = student.name.rpartition(" ")
    if first:
        yield _plain(f"{last}{first}")


def _parts(name: str) -> Iterator[str]:
    stem = re.sub(r"\.\w{1,4}$", "", name)
    yield from (_plain(part) for part in (name, stem, *stem.split("_")) if _plain(part))


def _plain(text: str) -> str:
    return re.sub(r"[\s,]+", "", text).lower()
