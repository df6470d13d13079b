"""The marking scheme: the weights of rules and tests, in a TOML file."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from ludex.study.grade.roster import NoRoster, Student, read_roster
from ludex.study.grade.rules import SORTS, Rule
from ludex.study.grade.tolerances import Tolerance

MOST = 1_000_000_000
"""The largest number that counts."""

DEEP = re.compile(r"""(?:\.\s*["'\w-]+\s*){50}""")
"""A key of keys of keys, and so on."""

LARGEST = 1_000_000
"""Letters of a scheme."""


class NoScheme(Exception):
    """A file that is no marking scheme: the text says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """A marking scheme; its defaults hold where no file says otherwise."""

    title: str = ""
    points: float = 100.0
    weights: Mapping[str, float] = field(
        default_factory=lambda: {
            "guards": 4.0,
            "pairs": 2.0,
            "effects": 3.0,
            "outcomes": 1.0,
        }
    )
    """Of the sorts of rules in relation to each other, where a test is right in part."""

    rules: Mapping[str, float] = field(default_factory=dict)
    """Of single rules in their sort, by key or code; of others it is 1."""

    tests: Mapping[str, float] = field(default_factory=dict)
    """Of single tests, by patterns of their names; of others it is 1."""

    hidden: tuple[str, ...] = ()
    """Patterns of the names of tests whose scripts are not shown."""

    presentation: float = 0.5
    """The marks for a test that is right but for its blanks."""

    partly: float = 0.5
    """The most points of a test that is right up to some event."""

    tolerate: frozenset[Tolerance] = frozenset()
    deadline: datetime | None = None
    """After it a submission is late, which is told and costs nothing."""

    roster: tuple[Student, ...] = ()

    def of_rule(self, rule: Rule) -> float:
        """Return the weight of a rule."""
        weight = self.rules.get(rule.key, self.rules.get(rule.code, 1.0))
        return weight * self.weights.get(rule.sort, 0.0)

    def of_test(self, name: str) -> float:
        """Return the weight of a test among the tests."""
        return next(
            (weight for pattern, weight in self.tests.items() if fnmatch(name, pattern)),
            1.0,
        )

    def hides(self, name: str) -> bool:
        """Is a test's script not to be shown?"""
        return any(fnmatch(name, pattern) for pattern in self.hidden)


KINDS: Mapping[str, type | tuple[type, ...]] = {
    "title": str,
    "points": (int, float),
    "weights": dict,
    "rules": dict,
    "tests": dict,
    "hidden": list,
    "presentation": (int, float),
    "partly": (int, float),
    "tolerate": list,
    "deadline": datetime,
    "roster": str,
}


def read_scheme(path: Path) -> Scheme:
    """The scheme in a file; NoScheme says what is wrong with it."""
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1).decode()
        if len(text) > LARGEST:
            raise NoScheme(f"{path}: a scheme has no more than {LARGEST:,} letters")
        if DEEP.search(text):
            raise RecursionError  # it would take hours to be found
        value = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as problem:
        raise NoScheme(
            f"{path}: {getattr(problem, 'strerror', None) or 'it is not text'}"
        ) from None
    except ValueError as problem:
        raise NoScheme(f"{path}: {problem}") from None
    except RecursionError:
        raise NoScheme(f"{path}: its values are nested too deep") from None
    for name, given in value.items():
        if name not in KINDS:
            raise NoScheme(f"{path}: no {name!r}; there are: {', '.join(KINDS)}")
        if not isinstance(given, KINDS[name]) or isinstance(given, bool):
            raise NoScheme(f"{path}: {name} cannot be {_short(given)}")
    _demand_numbers(path, value)
    return _scheme(path, value)


def _demand_numbers(path: Path, value: Mapping[str, Any]) -> None:
    for name in ("weights", "rules", "tests"):
        for key, given in value.get(name, {}).items():
            if not _is_number(given):
                raise NoScheme(f"{path}: {name}: {key} cannot be {_short(given)}")
            if name == "weights" and key not in SORTS:
                raise NoScheme(f"{path}: weights: no {key!r}; there are: {', '.join(SORTS)}")
    if not 0 < value.get("points", 1) <= MOST:
        raise NoScheme(f"{path}: points must be more than 0, and no more than {MOST:,}")
    for name in ("presentation", "partly"):
        if not 0 <= value.get(name, 0) <= 1:
            raise NoScheme(f"{path}: {name} is a share, from 0 to 1")


def _is_number(given: object) -> bool:
    """Is it one that can be counted with: from 0 on, and not without end?"""
    return isinstance(given, (int, float)) and not isinstance(given, bool) and 0 <= given <= MOST


def _short(given: object) -> str:
    """Return the beginning of a value as it is written."""
    try:
        return f"{given!r:.80}"
    except (ValueError, RecursionError):  # a number of too many digits
        return "so large"


def _scheme(path: Path, value: Mapping[str, Any]) -> Scheme:
    usual = Scheme()
    known = [*map(str, Tolerance)]
    for word in value.get("tolerate", ()):
        if word not in known:
            raise NoScheme(f"{path}: tolerate: no {word!r}; there are: {', '.join(known)}")
    weights = value.get("weights")
    made = usual.weights if weights is None else dict.fromkeys(SORTS, 0.0) | weights
    if not any(made.values()):
        raise NoScheme(f"{path}: weights: nothing counts")
    try:
        students = read_roster(path.parent / value["roster"]) if "roster" in value else ()
    except NoRoster as problem:
        raise NoScheme(str(problem)) from None
    return Scheme(
        title=value.get("title", ""),
        points=float(value.get("points", usual.points)),
        weights=made,
        rules=value.get("rules", {}),
        tests=value.get("tests", {}),
        hidden=tuple(map(str, value.get("hidden", ()))),
        presentation=float(value.get("presentation", usual.presentation)),
        partly=float(value.get("partly", usual.partly)),
        tolerate=frozenset(Tolerance(word) for word in value.get("tolerate", ())),
        deadline=value.get("deadline"),
        roster=students,
    )
