"""Many games at once, step by step: arrays in, arrays out.

    games = Games(engine, range(4096))
    while not games.over.all():
        masks = games.masks()
        games.step(my_choice(games.observe(0), masks))
    print(games.returns().mean(axis=0))

Chance events are drawn from the seed of each game: the same seeds and moves give the same games on
every machine.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ludex.compile.engine import Engine, Rows
from ludex.compile.loops import loops


class Games:
    """Some games of an engine, in progress."""

    def __init__(self, engine: Engine, seeds: Sequence[int]) -> None:
        self.engine = engine
        self.seeds = np.array(seeds, np.int64)
        self.states = np.zeros((len(self.seeds), engine.words), np.int64)
        self.drawn = np.zeros(len(self.seeds), np.int64)
        """The part of each game's chance that is used up."""
        self._loops = loops(engine)
        self._loops.init(self.states, self.seeds, self.drawn)

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def actors(self) -> Rows:
        """Return the seat on turn in each game; -2 if the game is over."""
        found = np.empty(len(self), np.int64)
        self._loops.actors(self.states, found)
        return found

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Return which games have ended."""
        return self.actors < 0

    def masks(self) -> npt.NDArray[np.bool_]:
        """Return which moves are legal in each game, by number."""
        found = np.empty((len(self), self.engine.actions), np.bool_)
        self._loops.mask(self.states, found)
        return found

    def legal(self) -> list[npt.NDArray[np.int64]]:
        """List the numbers of the legal moves of each game; none if it is over."""
        found = np.empty((len(self), self.engine.most), np.int64)
        counts = np.zeros(len(self), np.int64)
        self._loops.listed(self.states, found, counts)
        return [row[:count] for row, count in zip(found, counts, strict=True)]

    def chosen(self) -> Rows:
        """Choose a random legal move for each game, drawn from its seed; -1 if it is over."""
        actions = np.full(len(self), -1, np.int64)
        self._loops.pick(self.states, self.seeds, self.drawn, actions)
        return actions

    def step(self, actions: Rows, *, reset: bool = False) -> npt.NDArray[np.bool_]:
        """Act in every game, then let chance act; return which games moved.

        Illegal moves are not made. With `reset` games that are over begin again first, each with
        its next seed: its last seed plus the number of games.
        """
        chosen = np.ascontiguousarray(actions)
        if chosen.shape != (len(self),) or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"one whole number per game is expected, not {chosen.dtype} {chosen.shape}"
            )
        if reset:
            self.restart(self.over)
        moved = np.zeros(len(self), np.bool_)
        self._loops.act(self.states, chosen.astype(np.int64), self.seeds, self.drawn, moved)
        return moved

    def restart(self, mask: npt.NDArray[np.bool_]) -> None:
        """Begin some of the games again, each with its next seed."""
        restarted = np.flatnonzero(mask)
        states, drawn = self.states[restarted], self.drawn[restarted]
        self.seeds[restarted] += len(self)
        self._loops.init(states, self.seeds[restarted], drawn)
        self.states[restarted], self.drawn[restarted] = states, drawn

    def returns(self) -> npt.NDArray[np.float64]:
        """Return the scores of each seat, by game."""
        found = np.empty((len(self), self.engine.seats), np.float64)
        self._loops.scores(self.states, found)
        return found

    def observe(self, seat: int) -> Rows:
        """Return the observation of a seat in each game."""
        if not 0 <= seat < self.engine.seats:
            raise ValueError(f"seats are 0 to {self.engine.seats - 1}, not {seat}")
        found = np.empty((len(self), self.engine.seen), np.int64)
        self._loops.seen(self.states, seat, found)
        return found

    def playout(self) -> npt.NDArray[np.float64]:
        """Play every game to its end at random; return the scores of each seat."""
        self._loops.finish(self.states, self.seeds, self.drawn)
        return self.returns()
