"""The document's three programs, Draw, Play and Next, and its script that plays a round.

Text in, text out: nothing here reads or prints. What cannot be read, and what the original
crashed on, is `Unreadable` and says why (E-CA-4, E-CA-5). What can be read but breaks the
rules of the game is a warning, and the program does its job as the original did; when
`strict`, it is an error.

The programs keep a state as a set-up whose players have any numbers. Whose turn it is follows from the number of tiles; a move puts its tile first. A state of
the game is written with its players numbered from 1, and the tenth is 0: a player is one
digit in a picture.

A program that plays at the table reads a state and prints the tile that it lays. It may print the tile alone, as Play does, or the whole state with it.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from ludex.kernel import Dice, Seat, Unreadable
from ludex.registry import MoveFilter

from ..game import game
from ..rules import picture
from ..rules.events import DrawTile, PlaceTile
from ..rules.options import DOCUMENT
from ..rules.places import Place
from ..rules.position import (
    Entry,
    Follower,
    Score,
    Setup,
    players,
    problems,
    terrain_of,
)
from ..rules.scoring import Award, points
from ..rules.segments import TURNED
from ..rules.state import State, is_over
from ..rules.tiles import Role, Tile, TileSet
from .strategies import (
    OURS,
    ProgramReading,
    Strategy,
    StrategyTurn,
    document_algorithm,
)
from .xml_state import (
    CannotRead,
    in_range,
    indented,
    one_line,
    parsed,
    reporting,
    tag,
)


def to_move(document: Setup) -> int:
    """Return the number of the player to move: by the number of tiles (1.3)."""
    assert document.scores
    return document.scores[len(document.tiles) % len(document.scores)].player


def followers(document: Setup) -> int:
    """Return how many followers of the player to move there are, on hidden tiles too (1.3)."""
    player = to_move(document)
    return sum(
        tile.follower is not None and tile.follower.player == player for tile in document.tiles
    )


def with_tile(document: Setup, entry: Entry) -> Setup:
    """Return the document after a move; the new tile comes first (3.2)."""
    return replace(document, tiles=(entry, *document.tiles))


def document_from(s: State) -> Setup:
    """Return the document of a state; the tile laid last comes first, as Play writes it."""
    tiles = []
    for at, turned in s.terrain.tiles.items():
        meeple = s.terrain.meeples.get(at)
        follower = meeple and Follower(number(meeple.seat), meeple.role)
        tiles.append(Entry(turned, at, follower))
    scores = (Score(number(Seat(i)), score) for i, score in enumerate(s.scores))
    return Setup(tuple(reversed(tiles)), tuple(scores), s.drawn)


def number(seat: Seat) -> int:
    """Return the player's number in XML and pictures."""
    return (seat + 1) % 10


def shown_to_program(s: State) -> str | Unreadable:
    """Return the state as XML; it can write the document's own tiles only."""
    if s.rules.tiles is not TileSet.DOCUMENT:
        return Unreadable(
            ("the document's XML has no tiles of the base game: try --preset standard",)
        )
    return indented(document_from(s))


@reporting
def move_in(s: State, printed: str) -> PlaceTile:
    """Return the move that a program has printed."""
    whole = printed.strip()
    if not whole.startswith("<board"):
        whole = f"<board><terrain>{whole}</terrain></board>"
    tiles = parsed(whole).tiles
    new = [entry for entry in tiles if entry.at not in s.terrain.tiles]
    if not new and len(tiles) == 1:
        new = [*tiles]  # the guard says that there is a tile already
    if len(new) != 1:
        raise CannotRead(f"{len(new)} tiles are new in it, not one")
    ((turned, at, follower),) = new
    if turned.tile is not s.drawn:
        raise CannotRead(f"it lays a tile of type {turned.tile}, and {s.drawn} was drawn")
    return PlaceTile(at, turned.facing, follower.role if follower else Role.NONE)


MOVE_FILTER = MoveFilter(write=shown_to_program, read=move_in)
"""The protocol of programs that play."""


FIRST_TILE = DOCUMENT.tiles.first

LARGEST_PICTURE = 20_000_000
"""Characters: two tiles can be as far apart as integers go."""


@dataclass(frozen=True, slots=True)
class Printed:
    """The output of a program, and its warnings."""

    text: str
    warnings: tuple[str, ...] = ()


def opened(text: str, *, strict: bool = False) -> tuple[Setup, tuple[str, ...]]:
    """Return the state in `text` and what is wrong with it; when `strict` that is an error."""
    document = parsed(text)
    warnings = tuple(problems(document))
    if strict and warnings:
        raise CannotRead(*warnings)
    return document, warnings


@reporting
def run_draw(text: str, *, strict: bool = False) -> Printed:
    """Draw: print the map in characters."""
    document, warnings = opened(text, strict=strict)
    return Printed(pictured(document), warnings)


@reporting
def run_play(
    text: str,
    dice: Dice,
    *,
    strategy: Strategy = document_algorithm,
    reading: ProgramReading = OURS,
    whole: bool = False,
    strict: bool = False,
) -> Printed:
    """Play: print the tile of a legal move, or the `whole` state with it."""
    document, warnings = opened(text, strict=strict)
    if document.drawn is None and whole:
        return Printed(indented(document), warnings)
    move = chosen(document, strategy, dice, reading)
    printed = indented(with_tile(document, move)) if whole else tag(move)
    return Printed(printed, warnings)


@reporting
def run_next(
    text: str,
    dice: Dice,
    *,
    reading: ProgramReading = OURS,
    pretty: bool = False,
    strict: bool = False,
) -> Printed:
    """Next: print the features scored, the next type drawn; or the end of the game."""
    document, warnings = opened(text, strict=strict)
    following, _ = followed(document, dice, reading)
    return Printed((indented if pretty else one_line)(following), warnings)


@dataclass(frozen=True, slots=True)
class Round:
    """A round played, or all to the end: the state after it, and what happened."""

    text: str
    pictures: str
    """The map before and after it; empty when all rounds were played."""

    sentences: tuple[str, ...]
    is_over: bool
    warnings: tuple[str, ...] = ()
    states: tuple[tuple[str, str], ...] = ()
    """Every state on the way, by the program that printed it: `play`, `next`."""


@reporting
def run_round(
    text: str,
    dice: Dice,
    *,
    strategy: Strategy = document_algorithm,
    reading: ProgramReading = OURS,
    until_end: bool = False,
    strict: bool = False,
) -> Round:
    """Draw, Play, Next, Draw: the document's script (3.5); or without Draw to the end."""
    before, warnings = opened(text, strict=strict)
    document, sentences, states = before, list[str](), list[tuple[str, str]]()
    while True:
        if document.drawn is not None:
            move = chosen(document, strategy, dice, reading)
            sentences.append(described(to_move(document), move))
            document = with_tile(document, move)
            states.append(("play", indented(document)))
        played, (document, awards) = document, followed(document, dice, reading)
        states.append(("next", indented(document)))
        sentences += _sentences(played, awards)
        is_over = document.drawn is None
        if is_over or not until_end:
            break
    # Both maps in one frame, so that a tile is where it was: in its row, in its column.
    frame = {entry.at for entry in (*before.tiles, *document.tiles)}
    drawn = (
        ""
        if until_end
        else picture.side_by_side(pictured(before, frame), pictured(document, frame))
    )
    after = indented(document)
    return Round(after, drawn, tuple(sentences), is_over, warnings, tuple(states))


def _sentences(played: Setup, awards: Iterable[Award]) -> list[str]:
    """Tell awards, players by their numbers; some may have no score to add to."""
    seats = players(played)
    names = {seat: str(number) for number, seat in seats.items()}
    scored = {score.player for score in played.scores or ()}
    unpaid = {seat for number, seat in seats.items() if number not in scored}
    return [award.sentence(names, unpaid) for award in awards]


def new_game(numbers: Iterable[int]) -> str:
    """Return the empty board with which the document's script begins."""
    scores = tuple(Score(number, 0) for number in numbers)
    return indented(Setup((), scores, FIRST_TILE))


@reporting
def final_scores(text: str) -> str:
    """Return the scores of a state, one line a player, and who has the most."""
    scores = parsed(text).scores or ()
    best = max((score.points for score in scores), default=0)
    winners = [str(score.player) for score in scores if score.points == best]
    lines = [f"player {score.player}: {score.points}" for score in scores]
    if len(winners) == 1:
        lines.append(f"player {winners[0]} wins")
    elif winners:
        lines.append(f"players {', '.join(winners[:-1])} and {winners[-1]} share the win")
    return "".join(line + "\n" for line in lines)


# -- the parts of which the programs are made ---------------------------------------------


def pictured(document: Setup, frame: Collection[Place] | None = None) -> str:
    """Draw the map; the first tile of a place counts, as everywhere.

    It reaches from tile to tile, or over a whole frame of places.
    """
    first: dict[Place, Entry] = {}
    for entry in document.tiles:
        first.setdefault(entry.at, entry)
    places = first.keys() if frame is None else frame
    if not places:
        return ""
    wide, high = picture.size(places)
    if wide * high * picture.SIZE**2 > LARGEST_PICTURE:
        raise CannotRead(f"a map of {wide:,} by {high:,} tiles is too large to draw")
    return picture.of_map({at: _rows(entry) for at, entry in first.items()}, places)


def _rows(entry: Entry) -> picture.Rows:
    if entry.follower is None:
        return picture.of_tile(entry.turned)
    character = str(entry.follower.player)[0]  # 10 is drawn as 1 (E-CA-7)
    return picture.of_tile(entry.turned, entry.follower.role, character)


def turn_of(document: Setup, reading: ProgramReading = OURS) -> StrategyTurn:
    """Return the turn to be played; on an empty board with an E, whatever `<next>` says."""
    if document.drawn is None:
        raise CannotRead("no <next>: there is no tile to play")
    if not document.scores:
        raise CannotRead("no <score>: nobody is there to play")
    terrain = terrain_of(document)
    tile = document.drawn if terrain.tiles else FIRST_TILE
    seat = players(document)[to_move(document)]
    # E-CA-2: seven meeples, where the original allowed eight.
    has_meeple = followers(document) < reading.rules.meeples
    return StrategyTurn(terrain, tile, seat, has_meeple=has_meeple)


def chosen(
    document: Setup, strategy: Strategy, dice: Dice, reading: ProgramReading = OURS
) -> Entry:
    """Return the move of the player to move."""
    turn = turn_of(document, reading)
    tile = turn.tile
    move = strategy(turn, dice)
    if move is None:
        if reading.table(turn.terrain).left(tile) <= 0:  # E-CA-9
            copies = DOCUMENT.tiles.copies[tile]
            raise CannotRead(f"all {copies} tiles of type {tile} are laid")
        raise CannotRead(f"a tile of type {tile} fits nowhere")
    if not all(map(in_range, move.at)):
        raise CannotRead(f"the map continues at {move.at}: a coordinate is too large")
    return entry_of(document, tile, move)


def entry_of(document: Setup, tile: Tile, move: PlaceTile) -> Entry:
    """Return the move of the player to move as a tile of the document."""
    player = to_move(document)
    follower = None if move.meeple is Role.NONE else Follower(player, move.meeple)
    return Entry(TURNED[tile][move.facing], move.at, follower)


def followed(
    document: Setup, dice: Dice, reading: ProgramReading = OURS
) -> tuple[Setup, tuple[Award, ...]]:
    """Return the document with its features scored and the next type drawn, and the awards."""
    if document.scores is None:
        raise CannotRead("<board> has no <scores>")
    if not document.tiles:
        return replace(document, drawn=FIRST_TILE), ()
    terrain, seats = terrain_of(document), players(document)
    awards = reading.due(terrain)
    gains = points(awards)
    scores = tuple(
        Score(player, before + gains.get(seats[player], 0)) for player, before in document.scores
    )
    for player, after in scores:
        if not in_range(after):
            raise CannotRead(f"score of player {player}: {after} is too large")
    table = reading.table(terrain)
    if is_over(table):
        tiles = tuple(entry._replace(follower=None) for entry in document.tiles)
        return Setup(tiles, scores, None), awards
    home = {at for award in awards for at in award.meeples}
    drawn = game.draw(table, dice)  # by the tiles left, or by the placements (E-CA-3)
    assert isinstance(drawn, DrawTile)
    return Setup(tuple(_without(document.tiles, home)), scores, drawn.tile), awards


def _without(tiles: Iterable[Entry], home: set[Place]) -> Iterator[Entry]:
    """Yield the tiles without the followers at `home`: of the first tile there, which counts."""
    for entry in tiles:
        yield entry._replace(follower=None) if entry.at in home else entry
        home.discard(entry.at)


def described(player: int, entry: Entry) -> str:
    """Return a move in words."""
    turned = entry.turned
    role = f" with a {entry.follower.role.word}" if entry.follower else ""
    return f"player {player} lays {turned.tile} at {entry.at} facing {turned.facing}{role}"
