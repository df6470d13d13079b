"""The judgement of other people's implementations of the document's programs.

Draw has one right answer. Next has one but for the tile that it draws: any that can be drawn
is right. Play may choose any legal move, and is judged by the rules of the game.
"""

from dataclasses import replace

from ludex.kernel import Dice, Unreadable, as_sentence
from ludex.registry.companion import Filter, PrintedPart

from ..formats.programs import (
    entry_of,
    followed,
    new_game,
    opened,
    pictured,
    run_round,
    to_move,
    turn_of,
    with_tile,
)
from ..formats.strategies import OURS, StrategyTurn
from ..formats.xml_state import (
    CannotRead,
    document_of,
    indented,
    one_line,
    reporting,
    tag,
)
from ..rules.events import PlaceTile
from ..rules.options import DOCUMENT
from ..rules.position import Entry, Setup, terrain_of
from ..rules.state import Phase, State, drawable
from ..rules.tiles import Role

ROUNDS = 24
"""Of a game from which states are taken, at most."""

DRAWN = "Draw prints the map, five by five characters a tile (3.1)"
SCORED = "Next scores what is complete and draws a tile that can be laid (3.3)"
PLAYED = "Play prints the tile of a legal move (3.2)"


@reporting
def draw(given: str, _said: str) -> tuple[PrintedPart, ...]:
    """Return the picture, row by row."""
    document, _ = opened(given)
    rows = pictured(document).splitlines(keepends=True) or [""]
    return tuple(
        PrintedPart(f"row {number} of the picture", row, "draw", DRAWN)
        for number, row in enumerate(rows, start=1)
    )


@reporting
def next_(given: str, said: str) -> tuple[PrintedPart, ...]:
    """Return the state that follows, with the tile that the program has drawn if it may be drawn."""
    document, _ = opened(given)
    right, awards = followed(document, Dice(1))
    told = document_of(said)
    drawn = None if isinstance(told, Unreadable) else told.drawn
    if right.drawn and drawn and drawn in drawable(OURS.table(terrain_of(document))):
        right = replace(right, drawn=drawn)
    text = indented(right) if "\n" in said.strip() else one_line(right)
    because = "; ".join(str(award.feature) for award in awards)
    return (PrintedPart("the state that follows", text, "next", SCORED, because),)


@reporting
def play(given: str, said: str) -> tuple[PrintedPart, ...]:
    """Return what was printed, if it is a legal move; else one that is."""
    document, _ = opened(given)
    turn = turn_of(document)
    wrong = _illegal(document, turn, said)
    if wrong is None:
        return (PrintedPart("the move", said, "play", PLAYED),)
    rule, because = wrong
    if not turn.moves:
        raise CannotRead(f"a tile of type {turn.tile} fits nowhere")
    entry = entry_of(document, turn.tile, turn.moves[0])
    whole = "<board" in said
    text = indented(with_tile(document, entry)) if whole else tag(entry)
    return (PrintedPart("the move", text, "play", PLAYED, because, rule),)


def _illegal(document: Setup, turn: StrategyTurn, said: str) -> tuple[str, str] | None:
    """Return the rule that a move breaks, and how; None if it breaks none."""
    entry = _entry(document, said)
    if not isinstance(entry, Entry):
        return entry
    role = Role.NONE if entry.follower is None else entry.follower.role
    move = PlaceTile(entry.at, entry.turned.facing, role)
    player = to_move(document)
    kind, wanted = entry.turned.tile, turn.tile
    scores = tuple(score.points for score in document.scores or ())
    state = State(DOCUMENT, turn.terrain, scores, Phase.LAY, wanted)
    refusal = move.refusal(state)
    if kind is not wanted:
        found = "drawn_tile", f"the tile to be laid is {wanted}, not {kind}"
    elif entry.follower is not None and entry.follower.player != player:
        found = "own_meeple", f"it is the turn of player {player}"
    elif role is not Role.NONE and not turn.has_meeple:
        found = "no_meeple", f"all meeples of player {player} are on the map"
    elif refusal is not None:
        found = as_sentence(refusal.text).code or "legal", str(refusal.text)
    else:
        return None if move in turn.moves else ("legal", f"{move} is no legal move")
    return found


def _entry(document: Setup, said: str) -> Entry | tuple[str, str]:
    """Return the tile that was printed, alone or in the whole state; or the rule that is broken."""
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
    """Return a state of a random game, a tile to be laid in it."""
    text = new_game(range(1, 2 + dice.below(4)))
    for _ in range(dice.below(ROUNDS)):
        after = run_round(text, dice)
        if isinstance(after, Unreadable) or after.is_over:
            break
        text = after.text
    return text


def _played(dice: Dice) -> str:
    """Return a state after Play, for Next."""
    after = run_round(_state(dice), dice)
    if isinstance(after, Unreadable):
        return new_game([1, 2])
    return next((text for name, text in after.states if name == "play"), after.text)


FILTERS = tuple(
    Filter(name=name, summary=summary, right=right, generate=made, suffix=".xml")
    for name, summary, right, made in (
        ("draw", "Draw: the map of a state, byte for byte", draw, _state),
        ("play", "Play: the tile of a move, judged by legality", play, _state),
        (
            "next",
            "Next: the state that follows, byte for byte but for the tile drawn",
            next_,
            _played,
        ),
    )
)
