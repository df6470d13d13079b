"""The report's Algorithms 1 to 3 as a model that runs: Draw, Play and Next, line by line.

What the report states nowhere has no value here: how many tiles there are of a type, how many meeples a
player has, what a city is worth. Each option of a reading says one of these things, and nothing else.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from ludex.kernel import (
    SOLO,
    Game,
    Guards,
    Notation,
    Outcome,
    Speed,
    Start,
    Unreadable,
    say,
    won,
)
from ludex.study.documents.names import ASSUMED
from ludex.study.documents.record import Module, ModuleTrial
from ludex.study.documents.routine import QueryRoutine, Routine, Undefined

from ..engine.refinement import placements
from ..rules.events import PlaceTile, laid
from ..rules.options import Rules
from ..rules.places import ORIGIN, PLACES, Place
from ..rules.scoring import Award, completed, final, points
from ..rules.state import State, drawable
from ..rules.terrain import EMPTY, Terrain
from ..rules.tiles import Facing, Role, Tile


@dataclass(frozen=True, slots=True)
class ReportReading:
    """The things that the report states nowhere, each where it is said what they are."""

    tiles: Annotated[bool, "there are 36 tiles: 6 of B, 2 of C, 18 of E, 10 of N"] = False
    meeples: Annotated[bool, "a player has seven meeples"] = False
    cities: Annotated[bool, "a complete city is worth two a tile, any other one a tile"] = False


WORD_FOR_WORD = ReportReading()
SAID = ReportReading(tiles=True, meeples=True, cities=True)

SHORT = Rules(players=1, length=3)
"""One player and three tiles are enough for everything that goes wrong."""


@dataclass(frozen=True, slots=True)
class ReportState:
    """The Board of the report: its terrain, a score, and the tag next; `-` where there is none."""

    terrain: Terrain = EMPTY
    score: int = 0
    next: Tile | None = None
    is_over: bool = False
    reading: ReportReading = WORD_FOR_WORD

    @property
    def table(self) -> State:
        """The map as the rulebook sees it."""
        return State(SHORT, self.terrain)

    def playable(self) -> list[Tile]:
        """Return the types of all tiles that can be played."""
        if not self.reading.tiles:
            raise Undefined("the number of tiles of each type is not stated")
        return [*drawable(self.table)]

    def can_place_meeple(self) -> bool:
        """Can the player place a meeple?"""
        if not self.reading.meeples:
            raise Undefined("the number of meeples of a player is not stated")
        return self.terrain.used(SOLO) < SHORT.meeples

    def scored(self, awards: tuple[Award, ...]) -> int:
        """Return the score with these zones; the report has no points of a city."""
        if not self.reading.cities and any(award.role is Role.KNIGHT for award in awards):
            raise Undefined("the points of a city are not stated")
        return self.score + points(awards).get(SOLO, 0)


OVER = say(ASSUMED, "the game is over")


class Draw_(QueryRoutine[ReportState]):
    """Algorithm 1: the limits of the board, its map, and the art of every tile."""

    def out(self, s: ReportState, t: ReportState) -> tuple[int, int, int, int]:
        if not s.terrain.tiles:
            raise Undefined("a board without tiles has no limits")
        xs, ys = zip(*s.terrain.tiles, strict=True)
        return min(xs), max(xs), min(ys), max(ys)


class Play_(Routine[ReportState]):
    """Algorithm 2: a tile of the type in next, with a meeple where the player can place one."""

    at: Annotated[Place, PLACES]
    orientation: Facing
    meeple: Role

    def guards(self, s: ReportState) -> Guards:
        yield not s.is_over or OVER
        yield s.next is not None or say(ASSUMED, "there is no next")
        assert s.next is not None
        if not s.terrain.tiles:
            # tileAleatorioDoTipo('E') at (0, 0): the first tile has no meeple
            is_first = self.at == ORIGIN and self.meeple is Role.NONE
            yield is_first or say(ASSUMED, "the first tile lies at (0, 0)")
        else:
            made = placements(s.terrain, s.next, has_meeple=s.can_place_meeple())
            chosen = PlaceTile(self.at, self.orientation, self.meeple)
            yield chosen in made or say(ASSUMED, "it is not one of tilesPossiveis")

    def apply(self, s: ReportState) -> ReportState:
        tile = Tile.E if not s.terrain.tiles else s.next
        assert tile is not None
        move = PlaceTile(self.at, self.orientation, self.meeple)
        return replace(s, terrain=laid(s.terrain, tile, move, SOLO), next=None)


class Next_(Routine[ReportState]):
    """Algorithm 3: a type that can be played, after complete cities and cloisters are scored; or the
    end, with all zones. No line of it takes a meeple away."""

    tile: Tile

    def guards(self, s: ReportState) -> Guards:
        yield not s.is_over or OVER
        yield s.next is None or say(ASSUMED, "the next tile is not played")
        possible = s.playable()
        yield not possible or self.tile in possible or say(ASSUMED, "it is not one of them")
        yield bool(possible) or self.tile is Tile.B or say(ASSUMED, "next is -")

    def apply(self, s: ReportState) -> ReportState:
        if s.playable():
            return replace(s, score=s.scored(completed(s.table)), next=self.tile)
        return replace(s, score=s.scored(final(s.table)), is_over=True)


def outcome(s: ReportState) -> Outcome | None:
    """Return the end of the game: next is `-`."""
    return won(SOLO, say("dash", "next is -")) if s.is_over else None


def candidates(s: ReportState) -> list[Routine[ReportState]]:
    """Every tile, or every place for it; where something has no value the calls are tried all the
    same, so that it is seen."""
    if s.next is None:
        return [Next_(tile) for tile in (Tile.B, Tile.C, Tile.E, Tile.N)]
    if not s.terrain.tiles:
        return [Play_(ORIGIN, Facing.NORTH, Role.NONE)]  # the other ways round are alike
    moves = placements(s.terrain, s.next, has_meeple=True)
    return [Play_(move.at, move.facing, move.meeple) for move in moves]


def gives_back(s: ReportState, event: object, t: ReportState) -> bool:
    """Do the meeples of the zones that Next scores go back to their players?"""
    if not isinstance(event, Next_):
        return True
    due = final(s.table) if t.is_over else completed(s.table)
    return not any(at in t.terrain.meeples for award in due for at in award.meeples)


def written(s: ReportState) -> str:
    """Write a board on one line."""
    return f"tiles={len(s.terrain.tiles)} score={s.score} next={s.next or '-'}"


game: Game[ReportState] = Game(
    name="carcassonne-as-written",
    title="Algorithms 1 to 3, as written",
    summary="Draw, Play and Next, as the report has them.",
    start=Start(lambda reading: ReportState(reading=reading), {"written": WORD_FOR_WORD}),
    events=(Draw_, Play_, Next_),
    outcome=outcome,
    text=str,
    notation=Notation(written, lambda line: Unreadable((f"{line}: a map is read from XML",))),
    steps={"meeples that were scored go back to their players (3.1)": gives_back},
    speed=Speed(candidates=candidates),
)


def a_city() -> Terrain:
    """Return a city of two tiles with a knight in it."""
    first = laid(EMPTY, Tile.E, PlaceTile(ORIGIN, Facing.NORTH, Role.NONE), SOLO)
    return laid(first, Tile.E, PlaceTile(Place(0, 1), Facing.SOUTH, Role.KNIGHT), SOLO)


ALGORITHMS = Module(
    name="Algorithms",
    game=game,
    trials=(
        ModuleTrial("word for word, on an empty map", ReportState(), is_partial=True),
        ModuleTrial(
            "with the numbers of tiles of the assignment",
            ReportState(reading=ReportReading(tiles=True)),
            depth=4,
            is_partial=True,
        ),
        ModuleTrial(
            "and with seven meeples, when a city is complete",
            ReportState(a_city(), reading=ReportReading(tiles=True, meeples=True)),
            depth=2,
            is_partial=True,
        ),
        ModuleTrial(
            "and with points for cities", ReportState(reading=SAID), 5, 900, is_partial=True
        ),
    ),
)
