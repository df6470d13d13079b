"""Random games and lists of moves on the engine that is derived from a rulebook.

They are for bots of games with so many events that to ask their guards takes most of the time. An engine may
have to be compiled first: `starting` does that once.
"""

from dataclasses import replace
from typing import Any

from ludex.kernel import AnyEvent, AnyGame, AnyState, Query

MANY = 50
"""The fewest events asked about in every state for which an engine is worth compiling."""


def count_asked(game: AnyGame) -> int:
    """Return the number of events that the domains list in every state; 0 where something narrows them."""
    if game.speed.candidates is not None or game.speed.refinement is not None:
        return 0
    count = 0
    for cls in game.events:
        if cls.aside or cls.by_chance or issubclass(cls, Query):
            continue
        size = 1
        for field in cls.fields():
            size *= field.domain.size
        count += size
    return count


class EngineGames:
    """The engine of a game, once there is one."""

    def __init__(self, game: AnyGame, longest: int) -> None:
        self.game, self.longest = game, longest
        self._engine: Any = None
        self._loops: Any = None

    def __call__(self, s: AnyState) -> object:
        """Compile what is needed from a state on."""
        try:
            import numpy as np  # noqa: PLC0415  # an extra

            from ludex.compile.loops import loops  # noqa: PLC0415
            from ludex.compile.rulebook.derive import derive  # noqa: PLC0415
        except ImportError:
            return None
        try:
            engine = derive(self.game).engine
            if not engine.covers(s):
                engine = derive(self.game, s).engine
            engine = replace(engine, longest=self.longest)
        except ValueError:  # it cannot be compiled
            return None
        self._numbers, self._loops = np, loops(engine)
        self._engine = engine
        return self.moves(s), self.played_on(s, 1)

    def _row(self, s: AnyState) -> Any:  # noqa: ANN401
        if self._engine is None or not self._engine.covers(s):
            return None
        return self._engine.rows([s])

    def moves(self, s: AnyState) -> list[AnyEvent] | None:
        """Return the legal moves of a state; None where the engine does not know it."""
        row = self._row(s)
        if row is None:
            return None
        np, engine = self._numbers, self._engine
        found, counts = np.empty((1, engine.most), np.int64), np.zeros(1, np.int64)
        self._loops.listed(row, found, counts)
        if engine.full(row[0]):
            return None
        return [engine.event(row[0], int(number)) for number in found[0, : counts[0]]]

    def played_on(self, s: AnyState, seed: int) -> AnyState | None:
        """Return the end of a random game from a state; None where the engine does not know it."""
        row = self._row(s)
        if row is None:
            return None
        np, engine = self._numbers, self._engine
        self._loops.finish(row, np.array([seed], np.int64), np.zeros(1, np.int64))
        return None if engine.full(row[0]) else engine.decode(row[0])


_KNOWN: dict[object, EngineGames] = {}
REMEMBERED = 16
"""So many games have engines for bots at once."""


def engine_games(game: AnyGame, longest: int) -> EngineGames | None:
    """Return the engine's games of a rulebook, if they are worth compiling: the same for all bots."""
    if count_asked(game) < MANY:
        return None
    key = game.events, longest
    if key not in _KNOWN:
        if len(_KNOWN) >= REMEMBERED:
            _KNOWN.clear()
        _KNOWN[key] = EngineGames(game, longest)
    return _KNOWN[key]
