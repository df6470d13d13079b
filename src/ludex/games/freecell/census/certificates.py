"""Certificates of a block of deals: digests of solutions, impossible deals, those found late,
unknown ones.

A certificate is a JSON file of short lines. Each million deals has a digest of all their solutions
in order, in which the deals that the lists name have none.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, Self

import numpy as np

from ..formats.notation import NotatedMove, NotatedPlace, PlaceKind, read_solution
from ..solver.engine_replay import digest_of
from ..solver.portfolio import EARLY, LATE
from ..solver.search.layout import CELL_PLACE, HOME_PLACE, STEP_SOURCE, STEP_TARGET, Words

MILLION: Final = 1_000_000
SIZE: Final = 100 * MILLION
"""The deals of a block."""
BLOCKS: Final = range(1, 11)
NO_SOLUTION: Final = 0
"""The digest of a deal that the lists name."""
A_LINE: Final = 6


def settings() -> str:
    """Return a name for the searches of a GPU: a digest of their weights and quotas, in order."""
    return hashlib.sha256(repr((EARLY, LATE)).encode()).hexdigest()[:16]


def _number(place: NotatedPlace) -> int:
    if place.kind is PlaceKind.HOME:
        return HOME_PLACE
    return place.index + (CELL_PLACE if place.kind is PlaceKind.CELL else 0)


def digest_of_moves(moves: Iterable[NotatedMove]) -> int:
    """Return the digest of a solution, as the engine's replay computes it."""
    steps = np.array(
        [
            _number(move.source) << STEP_SOURCE
            | _number(move.target) << STEP_TARGET
            | (move.count or 1)
            for move in moves
        ],
        np.int16,
    )
    return digest_of(steps, len(steps))


def digest_of_million(digests: Words) -> str:
    """Return the digest of the solutions of a million deals, from the digest of each."""
    return hashlib.sha256(digests.astype("<i8").tobytes()).hexdigest()


class LateSolution(NamedTuple):
    """A solution that was found after a block was decided, by longer searches."""

    positions: int
    digest: int
    moves: str
    """As players write them, with the cards that go home."""

    @classmethod
    def of(cls, moves: tuple[NotatedMove, ...], positions: int) -> Self:
        """Write down a solution; a move of one card has no count."""
        words = (str(move).removesuffix("v1") for move in moves)
        return cls(positions, digest_of_moves(moves), " ".join(words))

    def read(self) -> tuple[NotatedMove, ...]:
        """Return the moves, each with its count."""
        moves = read_solution(self.moves)
        return tuple(
            NotatedMove(m.source, m.target, m.count or 1)
            for m in moves
            if isinstance(m, NotatedMove)
        )


@dataclass
class Certificate:
    """A block of deals, and what was found out about them."""

    block: int
    digests: list[str]
    """Of the solutions of each million deals."""
    impossible: dict[int, int]
    """The positions that `ludex solve` looks into for each proof."""
    unknown: dict[int, dict[str, int]]
    """The positions that each search has looked into without an answer."""
    solved: dict[int, LateSolution] = field(default_factory=dict)
    solver: str = field(default_factory=lambda: version("ludex"))
    settings: str = field(default_factory=settings)

    @property
    def deals(self) -> range:
        """The deals of the block."""
        return deals_of(self.block)

    @property
    def named(self) -> frozenset[int]:
        """The deals whose solutions are in no digest."""
        return frozenset((*self.impossible, *self.unknown, *self.solved))

    @property
    def text(self) -> str:
        """The certificate as a file."""
        deals = self.deals
        fields = (
            f'"first": {deals[0]}',
            f'"last": {deals[-1]}',
            f'"solver": {json.dumps(self.solver)}',
            f'"settings": {json.dumps(self.settings)}',
            f'"digests": [{_lines(map(json.dumps, self.digests))}]',
            f'"impossible": {{{_lines(_entries(self.impossible), A_LINE)}}}',
            f'"solved": {{{_lines(_entries(self.solved))}}}',
            f'"unknown": {{{_lines(_entries(self.unknown))}}}',
        )
        return "{\n" + ",\n".join(fields) + "\n}\n"


def _entries(found: Mapping[int, object]) -> Iterator[str]:
    for deal in sorted(found):
        yield f'"{deal}": {json.dumps(found[deal])}'


def _lines(entries: Iterable[str], each: int = 1) -> str:
    left = iter(entries)
    lines = ",\n".join(iter(lambda: ", ".join(islice(left, each)), ""))
    return f"\n{lines}\n" if lines else ""


def deals_of(block: int) -> range:
    """Return the deals of a block."""
    return range((block - 1) * SIZE + 1, block * SIZE + 1)


def file_name(block: int) -> str:
    """Return the name of a block's file."""
    return f"deals-{block:02}.json"


def read_certificate(block: int, folder: Path | None = None) -> Certificate:
    """Return the certificate of a block: the one that comes with Ludex, or one of a folder."""
    home = files(__package__) if folder is None else folder
    record = json.loads(home.joinpath(file_name(block)).read_text("utf-8"))
    return Certificate(
        block,
        record["digests"],
        {int(deal): positions for deal, positions in record["impossible"].items()},
        {int(deal): tries for deal, tries in record["unknown"].items()},
        {int(deal): LateSolution(*found) for deal, found in record["solved"].items()},
        record["solver"],
        record["settings"],
    )


def write_certificate(certificate: Certificate, folder: Path) -> None:
    """Write a block's file, or nothing."""
    file = folder / file_name(certificate.block)
    partial = file.with_suffix(".new")
    partial.write_text(certificate.text, "utf-8")
    partial.rename(file)
