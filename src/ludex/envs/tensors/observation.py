"""Observations: the view of a seat as a tensor, with a name for every number in it.

    seen = Observation(game, game.start())
    row = seen.tensor(game.view(state, seat), seat)
    print(seen.explain(17))

First comes who looks and whose turn it is, then each field of the state (`derive` says how),
or what the game's companion says instead. Only a *view* is ever written: what a seat may not
know is not in it, so that equal views are equal tensors.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import islice
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from ludex.envs.tensors.codes import RecordCode, TensorEntry
from ludex.envs.tensors.derive import Deriver
from ludex.kernel import CHANCE, AnyGame, AnyState, Dice, Seat
from ludex.kernel.loop import random_turns
from ludex.registry import companion_of, refined
from ludex.registry.encoding import Observing

Floats = npt.NDArray[np.float32]

PROBES = 24
PROBED = 600
LONGEST = 150
"""So many random games are looked at, so many events in all, and in one of them."""


class Observation:
    """The tensors of a game that begins with a state, and what their numbers mean."""

    def __init__(self, game: AnyGame, start: AnyState) -> None:
        self.game, self._start = game, start
        self.seats = game.seat_count(start)
        say = companion_of(game).observing
        self._features: Observing[AnyState] | None = None if say is None else say(start)
        self.record = RecordCode()
        """The code of the whole view, unless a companion says how it is written."""
        entries = [*self._turn_entries()]
        self.shapes: dict[str, tuple[int, ...]] = {
            "looking": (self.seats,),
            "to_move": (self.seats + 1,),
        }
        """The parts by name, in order, and the shape that each of them is best given."""
        if self._features is None:
            entries += self._derived(start)
        else:
            entries += _companion_entries(self._features)
            self.shapes |= self._features.shapes
        self.entries: tuple[TensorEntry, ...] = tuple(entries)
        self.low = np.array([entry.low for entry in entries], np.float32)
        self.high = np.array([entry.high for entry in entries], np.float32)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return observation_of, (self.game, self._start)

    def _turn_entries(self) -> Iterator[TensorEntry]:
        for seat in range(self.seats):
            yield TensorEntry(f"player {seat + 1} looks")
        for seat in range(self.seats):
            yield TensorEntry(f"player {seat + 1} is to move")
        yield TensorEntry("chance is to move")

    def _derived(self, start: AnyState) -> list[TensorEntry]:
        some = probe(self.game, start)
        code = Deriver(self.seats).record("", type(start), some, ())
        assert isinstance(code, RecordCode)
        self.record = code
        for part in code.parts:
            name = part.name.removeprefix(".")
            if part.code.size:
                known = name in self.shapes
                self.shapes[f"state.{name}" if known else name] = part.code.shape
        return [*code.entries("")]

    @property
    def is_derived(self) -> bool:
        """Is it derived from the types of the view, instead of a companion?"""
        return self._features is None

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def version(self) -> str:
        """Return a version, which changes with the meaning of any number."""
        names = "\n".join(entry.name for entry in self.entries)
        return blake2b(names.encode()).hexdigest()[:8]

    def explain(self, index: int) -> str:
        """Explain a number."""
        if not 0 <= index < len(self):
            raise IndexError(f"there is no number {index}: they are 0 to {len(self) - 1}")
        return self.entries[index].name

    def tensor(self, known: AnyState, seat: Seat) -> Floats:
        """Write the view of a seat as numbers."""
        row = [0.0] * (len(self) if self._features is None else 2 * self.seats + 1)
        row[seat] = 1.0
        turn = self.game.turn(known)
        row[self.seats + (self.seats if turn == CHANCE else turn)] = 1.0
        at = 2 * self.seats + 1
        self.record.write(known, row, at)
        found = np.zeros(len(self.entries), np.float32)
        found[: len(row)] = row
        if self._features is not None:
            found[at:] = self._features.write(known, seat)
        return np.clip(found, self.low, self.high, out=found)

    def parts(self, tensor: Floats) -> dict[str, Floats]:
        """Return the observation part by part, with planes as planes."""
        found, at = {}, 0
        for name, shape in self.shapes.items():
            size = prod(shape)
            found[name] = tensor[at : at + size].reshape(shape).copy()
            at += size
        return found

    def named(self, tensor: Floats) -> Mapping[str, float]:
        """Return the nonzero numbers by name."""
        return {self.entries[i].name: float(tensor[i]) for i in np.flatnonzero(tensor).tolist()}


def _companion_entries(features: Observing[Any]) -> Iterator[TensorEntry]:
    """List the entries that a companion states."""
    names = iter(features.names)
    for part, shape in features.shapes.items():
        low, high = features.bounds.get(part, (0.0, 1.0))
        for _ in range(prod(shape)):
            yield TensorEntry(next(names), low, high)


def observation_of(game: AnyGame, start: AnyState) -> Observation:
    """Return the observation of games that begin so, found once: it never changes."""
    key = game.events, start
    if key not in _KNOWN:
        if len(_KNOWN) >= REMEMBERED:
            _KNOWN.clear()
        _KNOWN[key] = Observation(game, start)
    return _KNOWN[key]


_KNOWN: dict[object, Observation] = {}
REMEMBERED = 32


def probe(plain: AnyGame, start: AnyState) -> Sequence[AnyState]:
    """Return states of some random games and their views: they show how long rows become."""
    game = refined(plain).unchecked()
    found: list[AnyState] = []
    events = 0
    for seed in range(PROBES):
        found.append(start)
        most = min(LONGEST, PROBED - events)
        for turn in islice(random_turns(game, start, Dice(seed)), most):
            events += 1
            found += (turn.state, game.view(turn.state, Seat(max(turn.seat, 0))))
    return tuple(found)
