"""Strategies: the choice of a move on a map by Play (3.2). The assignment allows any legal one.

The document has two: `document` is its Algorithm 2, any tile that can be played, with every
meeple that can be put on it; `original` is what its program does, which keeps near the origin.

They know the map alone, not a whole state, so that they also play on documents that break
the rules of the game.

There are two readings of Play and Next: as we mean them, and as the original program did them.
The original lets a player put out an eighth meeple (E-CA-2), draws the type of a random
placement (E-CA-3), and at the end takes cloisters with the same tiles around them for one
(E-CA-1). Its strategy is among the strategies.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import hypot

from ludex.bots import Bot, View
from ludex.kernel import Dice, Event, Seat

from ..engine.refinement import placements
from ..rules.events import PlaceTile, laid
from ..rules.features import counted
from ..rules.options import DOCUMENT, Draw, Rules
from ..rules.places import Place, surroundings
from ..rules.scoring import Award, completed, due, final, points
from ..rules.state import State, is_over
from ..rules.terrain import Terrain
from ..rules.tiles import Facing, Role, Tile


@dataclass(frozen=True, slots=True)
class ProgramReading:
    """The options for what the programs do where document and program, or two readers, disagree."""

    name: str
    rules: Rules = DOCUMENT
    """The number of meeples that a player may have on the map after a move, and the way of drawing
    tiles."""

    joins_cloisters: bool = False
    """Are cloisters with the same tiles around them one, at the end?"""

    def table(self, terrain: Terrain) -> State:
        """Return a map as a state of the game, whoever plays."""
        return State(self.rules, terrain)

    def at_the_end(self, terrain: Terrain) -> tuple[Award, ...]:
        """Return what is scored when no tile is left."""
        awards = final(self.table(terrain))
        return tuple(_joined(terrain, awards)) if self.joins_cloisters else awards

    def due(self, terrain: Terrain) -> tuple[Award, ...]:
        """Return what Next scores."""
        s = self.table(terrain)
        return self.at_the_end(terrain) if is_over(s) else completed(s)


def _joined(terrain: Terrain, awards: tuple[Award, ...]) -> Iterator[Award]:
    """Yield the awards of the original: monks whose cloisters have the same tiles share one."""
    monks: dict[frozenset[Place], list[Award]] = {}
    for award in awards:
        if award.role is not Role.MONK:
            yield award
        else:
            (at,) = award.meeples
            around = frozenset({at, *surroundings(at)} & terrain.tiles.keys())
            monks.setdefault(around, []).append(award)
    for several in monks.values():
        places = tuple(at for award in several for at in award.meeples)
        counts = counted(terrain.meeples[at].seat for at in places)
        yield replace(several[0], meeples=places, counts=counts)


OURS = ProgramReading("ours")
ORIGINAL = ProgramReading("original", Rules(meeples=8, draw=Draw.PLACEMENTS), joins_cloisters=True)
READINGS = {reading.name: reading for reading in (OURS, ORIGINAL)}


@dataclass(frozen=True, slots=True)
class StrategyTurn:
    """The knowledge of a strategy: the map, the tile to lay, and for whom."""

    terrain: Terrain
    tile: Tile
    seat: Seat
    has_meeple: bool
    legal: tuple[PlaceTile, ...] | None = None
    """The moves, where the rulebook has listed them."""

    @property
    def moves(self) -> list[PlaceTile]:
        """Every legal move; none when all tiles of the type lie on the map already."""
        if self.legal is not None:
            return [*self.legal]
        if OURS.table(self.terrain).left(self.tile) <= 0:
            return []
        return placements(self.terrain, self.tile, has_meeple=self.has_meeple)


Strategy = Callable[[StrategyTurn, Dice], PlaceTile | None]
"""A legal move, or None when the tile fits nowhere."""


def document_algorithm(turn: StrategyTurn, dice: Dice) -> PlaceTile | None:
    """Return the document's Algorithm 2: any tile that can be played, with or without a meeple."""
    moves = turn.moves
    return dice.choice(moves) if moves else None


def original(turn: StrategyTurn, dice: Dice) -> PlaceTile | None:
    """Return the original program's: near the origin, by one number from 0 to 1000."""
    number = dice.below(1001)
    moves = turn.moves
    if not turn.terrain.tiles:
        facing = [*Facing][number % 4]
        role = {0: Role.NONE, 1: Role.FARMER}.get(number % 10, Role.KNIGHT)
        return PlaceTile(moves[0].at, facing, role if turn.has_meeple else Role.NONE)
    if not moves:
        return None
    nearest = min(hypot(*move.at) for move in moves)
    near = [move for move in moves if hypot(*move.at) <= nearest + 1]
    # Those without a meeple come first; with an even number there are no others.
    near.sort(key=lambda move: move.meeple is not Role.NONE)
    if number % 2 == 0:
        near = [move for move in near if move.meeple is Role.NONE]
    return near[number % len(near)]


def greedy(turn: StrategyTurn, dice: Dice) -> PlaceTile | None:
    """Return the best lead if the game ended after this move; a meeple kept is worth a little."""
    moves = turn.moves
    if not moves:
        return None
    most = max(1, MOST_WEIGHED // len(turn.terrain.tiles or "1"))
    if len(moves) > most:  # no game is so large, but a document may be
        moves = [dice.choice(moves) for _ in range(most)]
    worth = {move: _lead(turn, move) for move in moves}
    best = max(worth.values())
    return dice.choice([move for move in moves if worth[move] == best])


MOST_WEIGHED = 200_000
"""Moves times tiles of the map: beyond it some moves are weighed, chosen by chance."""

MEEPLE_WORTH = 2
"""Points that a meeple at home is good for, as a rule of thumb."""


def _lead(turn: StrategyTurn, move: PlaceTile) -> int:
    table = OURS.table(laid(turn.terrain, turn.tile, move, turn.seat))
    home = sum(
        table.terrain.meeples[at].seat == turn.seat for award in due(table) for at in award.meeples
    )
    gains = points(final(table))
    mine = gains.pop(turn.seat, 0)
    supply = home - (move.meeple is not Role.NONE)
    return mine - max(gains.values(), default=0) + MEEPLE_WORTH * supply


STRATEGIES = {
    "document": document_algorithm,
    "original": original,
    "random": document_algorithm,
    "greedy": greedy,
}
"""By name, the default first."""


def document_bot(name: str) -> Bot[State]:
    """Return a bot that makes the moves of a strategy, of the legal ones."""

    def play(view: View[State], dice: Dice) -> Event[State]:
        s, seat = view.shown, view.seat
        assert s.drawn is not None
        legal = tuple(event for event in view.legal if isinstance(event, PlaceTile))
        turn = StrategyTurn(s.terrain, s.drawn, seat, s.meeples(seat) > 0, legal)
        move = STRATEGIES[name](turn, dice)
        assert move is not None, "a drawn tile fits somewhere"
        return move

    return play
