"""Positions of tests, written as in position lines: type, facing, x, y, meeple."""

from ludex.games.carcassonne.game import State, game
from ludex.games.carcassonne.rules.features import Feature
from ludex.games.carcassonne.rules.options import DOCUMENT, Rules
from ludex.games.carcassonne.rules.places import Place
from ludex.games.carcassonne.rules.position import Entry, Score, Setup, entry_of, terrain_of
from ludex.games.carcassonne.rules.scoring import Award
from ludex.games.carcassonne.rules.scoring import completed as awards_now
from ludex.games.carcassonne.rules.scoring import final as awards_at_the_end
from ludex.games.carcassonne.rules.terrain import Terrain
from ludex.games.carcassonne.rules.tiles import Role
from ludex.kernel import Unreadable
from ludex.language.position import read_position


def terrain(*words: str) -> Terrain:
    """A map with the meeples of up to three players."""
    tiles: list[Entry] = []
    for word in words:
        entry = entry_of(word)
        assert entry is not None, word
        tiles.append(entry)
    scores = tuple(Score(player, 0) for player in (1, 2, 3))
    return terrain_of(Setup(tuple(tiles), scores, None))


def completed(terrain: Terrain, rules: Rules = DOCUMENT) -> tuple[Award, ...]:
    return awards_now(State(rules, terrain))


def final(terrain: Terrain, rules: Rules = DOCUMENT) -> tuple[Award, ...]:
    return awards_at_the_end(State(rules, terrain))


def told(awards: tuple[Award, ...]) -> list[str]:
    return [award.text for award in awards]


def state(line: str) -> State:
    read = read_position(game, line)
    assert not isinstance(read, Unreadable), read
    return read


def feature_at(terrain: Terrain, at: Place, role: Role) -> Feature:
    """The feature where a meeple of that role stands or could stand on a tile."""
    return terrain.features.feature(terrain.pieces[at] + terrain.tiles[at].part_of[role])
