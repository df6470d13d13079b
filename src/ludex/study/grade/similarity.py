"""Resemblances: submissions that are nearly the same are remarked, so that somebody reads both.

Words and signs are compared in their order, by difflib; blanks and line ends are left out. It is a
remark and no verdict: two people may have begun with the same file, or worked together as allowed.
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

WORD = re.compile(r"\w+|[^\w\s]")

NEARLY = 0.9
"""The share of equal words from which two submissions are remarked."""

MOST_WORDS = 20_000
"""Words of a submission that are looked at."""

FEW = 30
"""A submission with fewer words says nothing."""


class SimilarPair(NamedTuple):
    """Two submissions, by their places, and how much of them is the same."""

    first: int
    second: int
    share: float
    is_identical: bool


class _Source(NamedTuple):
    files: tuple[bytes, ...]
    words: list[str]


def find_resemblances(submissions: Sequence[Sequence[Path]]) -> list[SimilarPair]:
    """Compare submissions, each given by its files, with each other."""
    sources = [_source(files) for files in submissions]
    found = []
    for (i, one), (j, other) in combinations(enumerate(sources), 2):
        if one.files and one.files == other.files:
            found.append(SimilarPair(i, j, 1.0, is_identical=True))
        elif min(len(one.words), len(other.words)) >= FEW:
            share = _share(one.words, other.words)
            if share >= NEARLY:
                found.append(SimilarPair(i, j, share, is_identical=False))
    return found


def _share(one: list[str], other: list[str]) -> float:
    matcher = SequenceMatcher(None, one, other)
    quick = min(matcher.real_quick_ratio(), matcher.quick_ratio())  # never less than the ratio
    return matcher.ratio() if quick >= NEARLY else 0.0


def _source(files: Sequence[Path]) -> _Source:
    contents = tuple(path.read_bytes() for path in files)
    words: list[str] = []
    for text in contents:
        if b"\0" not in text[:1024]:  # not a compiled program
            words += WORD.findall(text.decode(errors="replace"))
    return _Source(contents, words[:MOST_WORDS])
