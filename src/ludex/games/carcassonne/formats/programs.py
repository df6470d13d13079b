"""The document's three programs, Draw, Play and Next, and its script that plays a round.

Text in, text out: nothing here reads or prints. What cannot be read, and what the original
crashed on, is `Unreadable` and says why (E-CA-4, E-CA-5). What can be read but breaks the
rules of the game is a warning, and the program does its job as the original did; when
`strict`, it is an error.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from ludex.games.carcassonne.formats.document import followers, to_move, with_tile
from ludex.games.carcassonne.formats.readings import OURS, Reading
from ludex.games.carcassonne.formats.strategies import (
    Strategy,
    Turn,
    document_algorithm,
)
from ludex.games.carcassonne.formats.xml_state import (
    document_of,
    in_range,
    indented,
    one_line,
    tag,
)
from ludex.games.carcassonne.rules import picture
from ludex.games.carcassonne.rules.awards import Award
from ludex.games.carcassonne.rules.bag import is_over, left_of
from ludex.games.carcassonne.rules.options import DOCUMENT
from ludex.games.carcassonne.rules.places import Place
from ludex.games.carcassonne.rules.rotation import TURNED
from ludex.games.carcassonne.rules.scoring import points
from ludex.games.carcassonne.rules.setup import (
    Entry,
    Follower,
    Score,
    Setup,
    players,
    problems,
    terrain_of,
)
from ludex.games.carcassonne.rules.terrain import Terrain
from ludex.games.carcassonne.rules.tiles import Role, Tile
from ludex.kernel import Dice, Unreadable

FIRST_TILE: Final = DOCUMENT.tiles.first

LARGEST_PICTURE: Final = 20_000_000
"""Characters: two tiles can be as far apart as integers go."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What a program prints, and what it warns of."""

    text: str
    warnings: tuple[str, ...] = ()


def opened(text: str, *, strict: bool) -> tuple[Setup, tuple[str, ...]] | Unreadable:
    """The state in `text` and what is wrong with it; when `strict` that is an error."""
    document = document_of(text)
    if isinstance(document, Unreadable):
        return document
    warnings = tuple(problems(document))
    return Unreadable(warnings) if strict and warnings else (document, warnings)


def run_draw(text: str, *, strict: bool = False) -> Printed | Unreadable:
    """Draw: the map in characters."""
    return _printed(text, pictured, strict=strict)


def _printed(
    text: str, program: Callable[[Setup], str | Unreadable], *, strict: bool
) -> Printed | Unreadable:
    """What a program makes of the state in `text`."""
    read = opened(text, strict=strict)
    if isinstance(read, Unreadable):
        return read
    document, warnings = read
    printed = program(document)
    return printed if isinstance(printed, Unreadable) else Printed(printed, warnings)


def run_play(
    text: str,
    dice: Dice,
    *,
    strategy: Strategy = document_algorithm,
    reading: Reading = OURS,
    whole: bool = False,
    strict: bool = False,
) -> Printed | Unreadable:
    """Play: the tile of a legal move, or the `whole` state with it."""

    def play(document: Setup) -> str | Unreadable:
        if document.drawn is None and whole:
            return indented(document)
        move = chosen(document, strategy, dice, reading)
        if isinstance(move, Unreadable):
            return move
        return indented(with_tile(document, move)) if whole else tag(move)

    return _printed(text, play, strict=strict)


def run_next(
    text: str,
    dice: Dice,
    *,
    reading: Reading = OURS,
    pretty: bool = False,
    strict: bool = False,
) -> Printed | Unreadable:
    """Next: features scored, the next type drawn; or the end of the game."""

    def proceed(document: Setup) -> str | Unreadable:
        following = followed(document, dice, reading)
        if isinstance(following, Unreadable):
            return following
        return (indented if pretty else one_line)(following.document)

    return _printed(text, proceed, strict=strict)


@dataclass(frozen=True, slots=True)
class Round:
    """A round played, or all to the end: the state after it, and what happened."""

    text: str
    pictures: str
    """The map before and after it; empty when all rounds were played."""

    told: tuple[str, ...]
    is_over: bool
    warnings: tuple[str, ...] = ()
    states: tuple[tuple[str, str], ...] = ()
    """Every state on the way, by the program that printed it: `play`, `next`."""


def run_round(
    text: str,
    dice: Dice,
    *,
    strategy: Strategy = document_algorithm,
    reading: Reading = OURS,
    until_end: bool = False,
    strict: bool = False,
) -> Round | Unreadable:
    """Draw, Play, Next, Draw: the document's script (3.5); or without Draw to the end."""
    read = opened(text, strict=strict)
    if isinstance(read, Unreadable):
        return read
    before, warnings = read
    after, is_over = before, False
    told: tuple[str, ...] = ()
    states: list[tuple[str, str]] = []
    while not is_over:
        advanced = _advanced(after, dice, strategy, reading)
        if isinstance(advanced, Unreadable):
            return advanced
        if advanced.played is not None:
            states.append(("play", indented(advanced.played)))
        states.append(("next", indented(advanced.document)))
        after = advanced.document
        told += advanced.told
        is_over = after.drawn is None
        if not until_end:
            break
    pictures = "" if until_end else _side_by_side(before, after)
    if isinstance(pictures, Unreadable):
        return pictures
    return Round(indented(after), pictures, told, is_over, warnings, tuple(states))


@dataclass(frozen=True, slots=True)
class _Advanced:
    """The document after Play, unless it was over, and after Next; and what happened."""

    played: Setup | None
    document: Setup
    told: tuple[str, ...]


def _advanced(
    before: Setup, dice: Dice, strategy: Strategy, reading: Reading
) -> _Advanced | Unreadable:
    played, told = before, []
    if before.drawn is not None:
        move = chosen(before, strategy, dice, reading)
        if isinstance(move, Unreadable):
            return move
        played = with_tile(before, move)
        told.append(described(to_move(before), move))
    following = followed(played, dice, reading)
    if isinstance(following, Unreadable):
        return following
    seats = players(played)
    names = {seat: str(number) for number, seat in seats.items()}
    scored = {score.player for score in played.scores or ()}
    unpaid = {seat for number, seat in seats.items() if number not in scored}
    told += [award.told(names, unpaid) for award in following.awards]
    laid = None if before.drawn is None else played
    return _Advanced(laid, following.document, tuple(told))


def _side_by_side(before: Setup, after: Setup) -> str | Unreadable:
    """Both maps in one frame, so that a tile is where it was: in its row, in its column."""
    frame = {entry.at for entry in (*before.tiles, *after.tiles)}
    left, right = pictured(before, frame), pictured(after, frame)
    if isinstance(left, Unreadable):
        return left
    return right if isinstance(right, Unreadable) else picture.beside(left, right)


def new_game(numbers: Iterable[int]) -> str:
    """The empty board with which the document's script begins."""
    scores = tuple(Score(number, 0) for number in numbers)
    return indented(Setup((), scores, FIRST_TILE))


def final_scores(text: str) -> str | Unreadable:
    """The scores of a state, one line a player, and who has the most."""
    document = document_of(text)
    if isinstance(document, Unreadable):
        return document
    scores = document.scores or ()
    best = max((score.points for score in scores), default=0)
    winners = [str(score.player) for score in scores if score.points == best]
    lines = [f"player {score.player}: {score.points}" for score in scores]
    if len(winners) == 1:
        lines.append(f"player {winners[0]} wins")
    elif winners:
        lines.append(
            f"players {', '.join(winners[:-1])} and {winners[-1]} share the win"
        )
    return "".join(line + "\n" for line in lines)


# -- the parts of which the programs are made ---------------------------------------------


def pictured(
    document: Setup, frame: Collection[Place] | None = None
) -> str | Unreadable:
    """The picture of the map; the first tile of a place counts, as everywhere.

    It reaches from tile to tile, or over a whole frame of places.
    """
    first: dict[Place, Entry] = {}
    for entry in document.tiles:
        first.setdefault(entry.at, entry)
    shown = first.keys() if frame is None else frame
    if not shown:
        return ""
    wide, high = picture.size(shown)
    if wide * high * picture.SIZE**2 > LARGEST_PICTURE:
        return Unreadable(
            (f"a map of {wide:,} by {high:,} tiles is too large to draw",)
        )
    return picture.of_map({at: _rows(entry) for at, entry in first.items()}, shown)


def _rows(entry: Entry) -> picture.Rows:
    if entry.follower is None:
        return picture.of_tile(entry.turned)
    character = str(entry.follower.player)[0]  # 10 is drawn as 1 (E-CA-7)
    return picture.of_tile(entry.turned, entry.follower.role, character)


def turn_of(document: Setup, reading: Reading = OURS) -> Turn | Unreadable:
    """The turn to be played; on an empty board with an E, whatever `<next>` says."""
    if document.drawn is None:
        return Unreadable(("no <next>: there is no tile to play",))
    if not document.scores:
        return Unreadable(("no <score>: nobody is there to play",))
    terrain = terrain_of(document)
    tile = document.drawn if terrain.tiles else FIRST_TILE
    seat = players(document)[to_move(document)]
    # E-CA-2: seven meeples, where the original allowed eight.
    return Turn(terrain, tile, seat, has_meeple=followers(document) < reading.meeples)


def chosen(
    document: Setup, strategy: Strategy, dice: Dice, reading: Reading = OURS
) -> Entry | Unreadable:
    """The move of the player to move."""
    turn = turn_of(document, reading)
    if isinstance(turn, Unreadable):
        return turn
    tile = turn.tile
    move = strategy(turn, dice)
    if move is None:
        if left_of(turn.terrain, tile) <= 0:  # E-CA-9
            return Unreadable(
                (f"all {DOCUMENT.tiles.copies[tile]} tiles of type {tile} are laid",)
            )
        return Unreadable((f"a tile of type {tile} fits nowhere",))
    if not all(map(in_range, move.at)):
        return Unreadable((f"the map goes on at {move.at}: a coordinate is too large",))
    player = to_move(document)
    follower = None if move.meeple is Role.NONE else Follower(player, move.meeple)
    return Entry(TURNED[tile][move.facing], move.at, follower)


@dataclass(frozen=True, slots=True)
class Following:
    """A document after Next, and the awards that it gave."""

    document: Setup
    awards: tuple[Award, ...] = ()


def followed(
    document: Setup, dice: Dice, reading: Reading = OURS
) -> Following | Unreadable:
    """The document with its features scored and the next type drawn."""
    if document.scores is None:
        return Unreadable(("<board> has no <scores>",))
    if not document.tiles:
        return Following(replace(document, drawn=FIRST_TILE))
    terrain = terrain_of(document)
    awards = reading.due(terrain)
    seats = players(document)
    gains = points(awards)
    scores = tuple(
        _raised(score, gains.get(seats[score.player], 0)) for score in document.scores
    )
    for score in scores:
        if not in_range(score.points):
            return Unreadable(
                (f"score of player {score.player}: {score.points} is too large",)
            )
    if is_over(terrain):
        tiles = tuple(replace(entry, follower=None) for entry in document.tiles)
        return Following(Setup(tiles, scores, None), awards)
    home = {at for award in awards for at in award.meeples}
    tiles = tuple(_without(document.tiles, home))
    return Following(Setup(tiles, scores, drawn_type(terrain, dice, reading)), awards)


def _without(tiles: Iterable[Entry], home: set[Place]) -> Iterator[Entry]:
    """The tiles without the followers at `home`: of the first tile there, which counts."""
    for entry in tiles:
        if entry.at in home:
            home.discard(entry.at)
            yield replace(entry, follower=None)
        else:
            yield entry


def _raised(score: Score, gain: int) -> Score:
    return replace(score, points=score.points + gain) if gain else score


def drawn_type(terrain: Terrain, dice: Dice, reading: Reading = OURS) -> Tile:
    """A type that can be laid: by the tiles left, or by the placements (E-CA-3)."""
    weighed = reading.weights(terrain)
    mark = dice.below(sum(weighed.values()))
    for tile, weight in weighed.items():
        if mark < weight:
            return tile
        mark -= weight
    raise AssertionError("the mark is below the sum")


def described(player: int, entry: Entry) -> str:
    """A move in words."""
    turned = entry.turned
    role = f" with a {entry.follower.role.word}" if entry.follower else ""
    return (
        f"player {player} lays {turned.tile} at {entry.at} facing {turned.facing}{role}"
    )
