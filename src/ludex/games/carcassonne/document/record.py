"""The record of the document: its program beside what it says, on the shortest states.

The shortest play to a state on which two readings differ is searched for. Plays of one player are looked through in the order of their length and of what is still
missing at least (A*): a move puts out one meeple at most, so somebody who needs two monks is
two moves away or more. The first state that is found is therefore as short as any.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count

from ludex.kernel import Dice, Seat
from ludex.study.documents.difference import ComparedCall, RoutineComparison
from ludex.study.documents.record import DocumentFinding, WrittenDocument

from ..engine.refinement import placements
from ..formats.strategies import ORIGINAL, OURS, ProgramReading, StrategyTurn, original
from ..game import game
from ..rules.events import DrawTile, PlaceTile, laid
from ..rules.options import DOCUMENT, Rules
from ..rules.scoring import completed, points
from ..rules.state import Phase, State, drawable
from ..rules.terrain import EMPTY, Terrain
from ..rules.tiles import Role, Tile
from .algorithms import ALGORITHMS

ALONE = Seat(0)


@dataclass(frozen=True, slots=True)
class LaidTiles:
    """Tiles laid one after the other, and the map that they make."""

    terrain: Terrain
    moves: tuple[tuple[Tile, PlaceTile], ...] = ()

    @property
    def script(self) -> tuple[str, ...]:
        """The moves as they are written, each with its tile."""
        return tuple(f"{tile} {move}" for tile, move in self.moves)


def shortest(
    differs: Callable[[Terrain], bool],
    missing: Callable[[Terrain], int],
    most: int = 10_000,
) -> LaidTiles | None:
    """Return the shortest play to a map on which two readings differ; None when it is not found.

    `missing` never says more moves than are needed.
    """
    ticket = count()
    waiting = [(missing(EMPTY), 0, next(ticket), LaidTiles(EMPTY))]
    seen = {EMPTY}
    for _ in range(most):
        if not waiting:
            return None
        *_, play = heappop(waiting)
        if differs(play.terrain):
            return play
        for further in _further(play):
            if further.terrain not in seen:
                seen.add(further.terrain)
                tiles, left = len(further.moves), missing(further.terrain)
                # of equally promising plays the longer comes first
                heappush(waiting, (tiles + left, -tiles, next(ticket), further))
    return None


def _further(play: LaidTiles) -> Iterator[LaidTiles]:
    """Yield every tile that can come next, laid in every way in which nothing is scored."""
    for tile in drawable(OURS.table(play.terrain)):
        for move in placements(play.terrain, tile, has_meeple=True):
            terrain = laid(play.terrain, tile, move, ALONE)
            if not completed(OURS.table(terrain)):
                yield LaidTiles(terrain, (*play.moves, (tile, move)))


# -- where the readings differ -----------------------------------------------------------------


def eighth_meeple() -> LaidTiles | None:
    """Return a map on which the original lets the player put out a meeple, and we do not."""

    def differs(terrain: Terrain) -> bool:
        used = terrain.used(ALONE)
        return (used < ORIGINAL.rules.meeples) != (used < DOCUMENT.meeples)

    return shortest(differs, lambda terrain: DOCUMENT.meeples - terrain.used(ALONE))


def twin_cloisters() -> LaidTiles | None:
    """Return a map that the original scores otherwise, were it the last."""

    def differs(terrain: Terrain) -> bool:
        theirs, ours = ORIGINAL.at_the_end(terrain), OURS.at_the_end(terrain)
        return points(theirs) != points(ours)

    def missing(terrain: Terrain) -> int:
        monks = sum(m.role is Role.MONK for m in terrain.meeples.values())
        return max(0, 2 - monks)

    return shortest(differs, missing)


def biased_draw() -> LaidTiles | None:
    """Return a map after which the original draws types with other chances than a bag does."""

    def differs(terrain: Terrain) -> bool:
        theirs, ours = (game.chance(r.table(terrain)) for r in (ORIGINAL, OURS))
        return theirs != ours

    return shortest(differs, lambda _: 0)


def near_the_origin() -> tuple[LaidTiles, Tile, PlaceTile] | None:
    """Return a map, a tile, and a move that the document's Algorithm 2 makes and its program never."""
    found: list[tuple[Tile, PlaceTile]] = []

    def differs(terrain: Terrain) -> bool:
        for tile in drawable(OURS.table(terrain)) if terrain.tiles else ():
            moves = placements(terrain, tile, has_meeple=False)
            made = _chosen(terrain, tile, len(moves))
            never = [move for move in moves if move not in made]
            if never:
                found.append((tile, never[0]))
                return True
        return False

    play = shortest(differs, lambda _: 0)
    return None if play is None else (play, *found[-1])


def _chosen(terrain: Terrain, tile: Tile, moves: int) -> set[PlaceTile | None]:
    """Return every move of the original's strategy, whatever its number: the rest of a division."""
    turn = StrategyTurn(terrain, tile, ALONE, has_meeple=False)
    numbers = range(min(2 * moves, NUMBERS))
    return {original(turn, _FixedDice(number)) for number in numbers}


def first_moves() -> tuple[set[PlaceTile], set[PlaceTile]]:
    """Return the first moves that are allowed, and those that the original's number never gives."""
    allowed = set(placements(EMPTY, Tile.E, has_meeple=True))
    turn = StrategyTurn(EMPTY, Tile.E, ALONE, has_meeple=True)
    made = {original(turn, _FixedDice(number)) for number in range(NUMBERS)}
    return allowed, {move for move in allowed if move not in made}


NUMBERS = 1001


class _FixedDice(Dice):
    """Dice that give the number one wants: the original draws only one."""

    def __init__(self, number: int) -> None:
        super().__init__(0)
        self.number = number

    def below(self, n: int) -> int:
        assert self.number < n
        return self.number


def remarks() -> Iterator[DocumentFinding]:
    """Yield every behaviour of the original that differs, on the shortest state that shows it."""
    if (play := twin_cloisters()) is not None:
        yield _found("Next, 3.8 Zones", _cloisters(play), play)
    if (play := eighth_meeple()) is not None:
        used = play.terrain.used(ALONE)
        problem = (
            f"E-CA-2: with {used} meeples on {len(play.moves)} tiles the original puts out"
            " one more; a player has seven"
        )
        yield _found("Play", problem, play)
    if (play := biased_draw()) is not None:
        problem = (
            f"E-CA-3: the next tile is {_chances(ORIGINAL, play)};"
            f" from a bag it would be {_chances(OURS, play)}"
        )
        yield _found("Next, Algorithm 3", problem, play)
    allowed, never = first_moves()
    if never:
        problem = (
            f"E-CA-12: {len(never)} of {len(allowed)} first moves are never made:"
            " one number decides both the facing and the meeple"
        )
        yield DocumentFinding("difference", "Play, first tile", problem)
    if (found := near_the_origin()) is not None:
        play, tile, move = found
        problem = (
            f"E-CA-13: {tile} {move} is one of all tiles that can be played, and the"
            " program never plays it: it keeps near the origin"
        )
        yield _found("Play, Algorithm 2", problem, play)


def _found(place: str, problem: str, play: LaidTiles) -> DocumentFinding:
    return DocumentFinding("difference", place, problem, play.script)


def _cloisters(play: LaidTiles) -> str:
    theirs, ours = (points(reading.at_the_end(play.terrain))[ALONE] for reading in (ORIGINAL, OURS))
    return (
        f"E-CA-1: if the game ended after {len(play.moves)} tiles the original would give"
        f" {theirs} points, and the rules {ours}: two cloisters with the same tiles around"
        " them are taken for one"
    )


def _chances(reading: ProgramReading, play: LaidTiles) -> str:
    chances = game.chance(reading.table(play.terrain)) or ()
    return ", ".join(
        f"{event.tile} {float(chance):.3f}"
        for event, chance in chances
        if isinstance(event, DrawTile)
    )


# -- call by call ----------------------------------------------------------------------------


def _calls() -> Iterator[ComparedCall[State]]:
    """Yield every move with every tile on the shortest map with seven meeples."""
    play = eighth_meeple()
    assert play is not None
    rules = Rules(players=1, meeples=ORIGINAL.rules.meeples)
    for tile in drawable(OURS.table(play.terrain)):
        state = State(rules, play.terrain, (0,), Phase.LAY, tile)
        for move in placements(play.terrain, tile, has_meeple=True):
            said = f"seven meeples on {len(play.moves)} tiles, {tile} drawn"
            yield ComparedCall(state, move, said)


WRITTEN = WrittenDocument(
    title="Haskassonne, the report and its program",
    modules=(ALGORITHMS,),
    remarks=remarks,
    comparisons=(
        RoutineComparison(
            name="Play",
            reading="a player may put out a meeple who has seven on the map",
            universe="every move of the next tile on the shortest map with seven meeples",
            calls=_calls,
            written=game,
            meant=game,
            state=lambda s: replace(s, rules=replace(s.rules, meeples=OURS.rules.meeples)),
            event=lambda event: event,
        ),
    ),
)
