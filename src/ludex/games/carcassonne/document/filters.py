"""What is right of the document's programs when somebody else has written them.

Draw has one right answer. Next has one but for the tile that it draws: any that can be drawn
is right. Play may choose any legal move, and is judged by the rules of the game.
"""

from typing import Final

from ludex.games.carcassonne.formats.document import to_move, with_tile
from ludex.games.carcassonne.formats.programs import (
    followed,
    new_game,
    opened,
    run_draw,
    run_round,
    turn_of,
)
from ludex.games.carcassonne.formats.readings import OURS
from ludex.games.carcassonne.formats.strategies import document_algorithm
from ludex.games.carcassonne.formats.xml_state import (
    document_of,
    indented,
    one_line,
    tag,
)
from ludex.games.carcassonne.rules.events import PlaceTile
from ludex.games.carcassonne.rules.options import DOCUMENT
from ludex.games.carcassonne.rules.rotation import TURNED
from ludex.games.carcassonne.rules.setup import Entry, Follower, Setup, terrain_of
from ludex.games.carcassonne.rules.state import Phase, State
from ludex.games.carcassonne.rules.tiles import Role
from ludex.kernel import Dice, Unreadable, code_of
from ludex.registry.companion import Filter, Part

ROUNDS: Final = 24
"""Of a game from which states are taken, at most."""

DRAWN: Final = "Draw prints the map, five by five characters a tile (3.1)"
SCORED: Final = "Next scores what is complete and draws a tile that can be laid (3.3)"
PLAYED: Final = "Play prints the tile of a legal move (3.2)"


def draw(given: str, _said: str) -> tuple[Part, ...] | Unreadable:
    """The picture, row by row."""
    printed = run_draw(given)
    if isinstance(printed, Unreadable):
        return printed
    rows = printed.text.splitlines(keepends=True) or [""]
    return tuple(
        Part(f"row {number} of the picture", row, "draw", DRAWN)
        for number, row in enumerate(rows, start=1)
    )


def next_(given: str, said: str) -> tuple[Part, ...] | Unreadable:
    """The state that follows, with the tile that the program has drawn if it may be drawn."""
    read = opened(given, strict=False)
    if isinstance(read, Unreadable):
        return read
    document, _ = read
    following = followed(document, Dice(1), OURS)
    if isinstance(following, Unreadable):
        return following
    right = following.document
    told = document_of(said)
    if not isinstance(told, Unreadable) and right.drawn is not None and document.tiles:
        weights = OURS.weights(terrain_of(document))
        if told.drawn is not None and weights.get(told.drawn, 0) > 0:
            right = Setup(right.tiles, right.scores, told.drawn)
    pretty = "\n" in said.strip()
    text = indented(right) if pretty else one_line(right)
    because = "; ".join(str(award.feature) for award in following.awards)
    return (Part("the state that follows", text, "next", SCORED, because),)


def play(given: str, said: str) -> tuple[Part, ...] | Unreadable:
    """What was printed, if it is a legal move; else one that is."""
    read = opened(given, strict=False)
    if isinstance(read, Unreadable):
        return read
    document, _ = read
    turn = turn_of(document)
    if isinstance(turn, Unreadable):
        return turn
    wrong = _illegal(document, said)
    if wrong is None:
        return (Part("the move", said, "play", PLAYED),)
    rule, because = wrong
    move = turn.moves[0] if turn.moves else None
    if move is None:
        return Unreadable((f"a tile of type {turn.tile} fits nowhere",))
    follower = (
        None if move.meeple is Role.NONE else Follower(to_move(document), move.meeple)
    )
    entry = Entry(TURNED[turn.tile][move.facing], move.at, follower)
    whole = "<board" in said
    text = indented(with_tile(document, entry)) if whole else tag(entry)
    return (Part("the move", text, "play", PLAYED, because, rule),)


def _illegal(document: Setup, said: str) -> tuple[str, str] | None:
    """The rule that a move breaks, and how; None if it breaks none."""
    turn = turn_of(document)
    assert not isinstance(turn, Unreadable)
    entry = _entry(document, said)
    if not isinstance(entry, Entry):
        return entry
    role = Role.NONE if entry.follower is None else entry.follower.role
    move = PlaceTile(entry.at, entry.turned.facing, role)
    player = to_move(document)
    kind, wanted = entry.turned.tile, turn.tile
    scores = tuple(score.points for score in document.scores or ())
    state = State(DOCUMENT, turn.terrain, scores, Phase.LAY, wanted, ())
    refusal = move.refusal(state)
    if kind is not wanted:
        found = "drawn_tile", f"the tile to be laid is {wanted}, not {kind}"
    elif entry.follower is not None and entry.follower.player != player:
        found = "own_meeple", f"it is the turn of player {player}"
    elif role is not Role.NONE and not turn.has_meeple:
        found = "no_meeple", f"all meeples of player {player} are on the map"
    elif refusal is not None:
        found = code_of(refusal.text) or "legal", str(refusal.text)
    else:
        return None if move in turn.moves else ("legal", f"{move} is no legal move")
    return found


def _entry(document: Setup, said: str) -> Entry | tuple[str, str]:
    """The tile that was printed, alone or in the whole state; or the rule that is broken."""
    whole = "<board" in said
    told = document_of(said if whole else f"<board><terrain>{said}</terrain></board>")
    if isinstance(told, Unreadable):
        return "readable", f"it is no tile: {told.problems[0]}"
    if whole and told.tiles[1:] != document.tiles:
        return "whole_state", "the other tiles are not those of the state"
    if not told.tiles or (not whole and len(told.tiles) > 1):
        return "one_tile", f"{len(told.tiles)} tiles are printed"
    return told.tiles[0]


def _state(dice: Dice) -> str:
    """A state of a random game, a tile to be laid in it."""
    text = new_game(range(1, 2 + dice.below(4)))
    for _ in range(dice.below(ROUNDS)):
        after = run_round(text, dice, strategy=document_algorithm)
        if isinstance(after, Unreadable) or after.is_over:
            break
        text = after.text
    return text


def _played(dice: Dice) -> str:
    """A state after Play, for Next."""
    after = run_round(_state(dice), dice, strategy=document_algorithm)
    if isinstance(after, Unreadable):
        return new_game([1, 2])
    return next((text for name, text in after.states if name == "play"), after.text)


FILTERS: Final = (
    Filter(
        name="draw",
        summary="Draw: the map of a state, byte for byte",
        right=draw,
        generate=_state,
        suffix=".xml",
    ),
    Filter(
        name="play",
        summary="Play: the tile of a move, judged by legality",
        right=play,
        generate=_state,
        suffix=".xml",
    ),
    Filter(
        name="next",
        summary="Next: the state that follows, byte for byte but for the tile drawn",
        right=next_,
        generate=_played,
        suffix=".xml",
    ),
)
