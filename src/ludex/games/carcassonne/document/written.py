"""The record of the document: its program beside what it says, on the shortest states."""

from collections.abc import Iterator
from dataclasses import replace

from ludex.kernel import Event
from ludex.study.documents.difference import ComparedCall, RoutineComparison
from ludex.study.documents.written import DocumentFinding, WrittenDocument

from ..engine.refinement import placements
from ..formats.readings import ORIGINAL, OURS, Reading
from ..game import game
from ..rules.events import DrawTile
from ..rules.options import Rules
from ..rules.scoring import points
from ..rules.state import Phase, State, drawable
from .shortest import (
    ALONE,
    Play,
    biased_draw,
    eighth_meeple,
    first_moves,
    near_the_origin,
    twin_cloisters,
)


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


def _found(place: str, problem: str, play: Play) -> DocumentFinding:
    return DocumentFinding("difference", place, problem, play.script)


def _cloisters(play: Play) -> str:
    theirs, ours = (points(reading.at_the_end(play.terrain))[ALONE] for reading in (ORIGINAL, OURS))
    return (
        f"E-CA-1: if the game ended after {len(play.moves)} tiles the original would give"
        f" {theirs} points, and the rules {ours}: two cloisters with the same tiles around"
        " them are taken for one"
    )


def _chances(reading: Reading, play: Play) -> str:
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


def _with_seven(s: State) -> State:
    return replace(s, rules=replace(s.rules, meeples=OURS.rules.meeples))


def _same(event: Event[State]) -> Event[State]:
    return event


WRITTEN = WrittenDocument(
    title="Haskassonne, the report and its program",
    remarks=remarks,
    comparisons=(
        RoutineComparison(
            name="Play",
            reading="a player may put out a meeple who has seven on the map",
            universe="every move of the next tile on the shortest map with seven meeples",
            calls=_calls,
            written=game,
            meant=game,
            state=_with_seven,
            event=_same,
        ),
    ),
)
