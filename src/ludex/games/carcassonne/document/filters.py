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
    parsed,
    reporting,
    tag,
)
from ..rules import position
from ..rules.candidates import candidates
from ..rules.events import PlaceTile
from ..rules.options import DOCUMENT
from ..rules.position import Entry, Score, Setup, terrain_of
from ..rules.state import Phase, State, drawable
from ..rules.tiles import Role

ROUNDS, MANY = 24, 90
"""Of a game from which states are taken, at most; once in three of a long one, which may end."""

DRAWN = "Draw prints the map, five by five characters a tile (3.1)"
MEEPLES_DRAWN = "Draw prints a meeple as the number of its player, on its feature (3.1)"
SCORED = "Next prints the state that follows (3.3)"
PLAYED = "Play prints the tile of a legal move (3.2)"

SCORES = {
    Role.KNIGHT: ("knights", "Next scores cities for their knights (3.3)"),
    Role.FARMER: ("farmers", "Next scores fields for their farmers at the end (3.3)"),
    Role.MONK: ("monks", "Next scores cloisters for their monks (3.3)"),
}
NEXT = {
    "next": SCORED,
    "scores": "Next adds up everything that is scored (3.3)",
    "meeples": "Next takes away the meeples that were scored, and no others (3.3)",
    "drawn": "Next draws a tile that can be laid, or ends the game (3.3)",
    **dict(SCORES.values()),
}
"""The rules of Next, by name."""

LAWS = {
    "play": PLAYED,
    "readable": "Play prints a tile in XML (3.2)",
    "one_tile": "Play prints one tile, or the whole state with it (3.2)",
    "drawn_tile": "The tile is the one that was drawn",
    "first_place": "The first tile goes to the origin",
    "occupied": "A tile goes where none lies",
    "apart": "A tile shares a side with another one",
    "no_fit": "A tile fits its neighbours",
    "own_meeple": "A player puts out a meeple of their own",
    "no_meeple": "A player puts out a meeple only while one is left",
    "no_place": "A meeple stands on a feature of its tile",
    "taken": "A meeple goes where no other is in the feature",
}
"""The rules of Play, by name: those of the game by the names of their refusals."""

ON_AN_EMPTY_MAP = ("first_place",)
ON_A_MAP = ("occupied", "apart", "no_fit")
WITH_A_MEEPLE = ("own_meeple", "no_place", "taken")


@reporting
def draw(given: str, _said: str) -> tuple[PrintedPart, ...]:
    """Return the picture, row by row."""
    document, _ = opened(given)
    rows = pictured(document).splitlines(keepends=True) or [""]
    return tuple(
        PrintedPart(f"row {number} of the picture", row, *_rule_of_row(row))
        for number, row in enumerate(rows, start=1)
    )


def _rule_of_row(row: str) -> tuple[str, str]:
    has_meeple = any(map(str.isdigit, row))
    return ("draw_meeples", MEEPLES_DRAWN) if has_meeple else ("draw", DRAWN)


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
    kinds = dict.fromkeys(SCORES[award.role][0] for award in awards)
    rule = _broken(right, told, [*kinds])
    shown = (*kinds, "scores" if kinds else "next", "meeples", "drawn", "next")
    others = tuple((name, NEXT[name]) for name in shown)
    return (PrintedPart("the state that follows", text, rule, NEXT[rule], because, others=others),)


def _broken(right: Setup, told: Setup | Unreadable, kinds: list[str]) -> str:
    """Return the rule of Next by which two states differ."""
    if isinstance(told, Unreadable):
        return "next"
    if told.scores != right.scores:
        return kinds[0] if len(kinds) == 1 else "scores"
    if told.tiles != right.tiles:
        bare = [[entry._replace(follower=None) for entry in one.tiles] for one in (told, right)]
        return "meeples" if bare[0] == bare[1] else "next"
    return "next" if told.drawn == right.drawn else "drawn"


@reporting
def play(given: str, said: str) -> tuple[PrintedPart, ...]:
    """Return what was printed, if it is a legal move; else one that is."""
    document, _ = opened(given)
    turn = turn_of(document)
    shown = (
        *("play", "readable", "one_tile", "drawn_tile"),
        *(ON_A_MAP if turn.terrain.tiles else ON_AN_EMPTY_MAP),
        *(WITH_A_MEEPLE if turn.has_meeple else ("no_meeple",)),
    )
    others = tuple((name, LAWS[name]) for name in shown)
    wrong = _illegal(document, turn, said)
    if wrong is None:
        return (PrintedPart("the move", said, "play", PLAYED, others=others),)
    rule, because = wrong
    if not turn.moves:
        raise CannotRead(f"a tile of type {turn.tile} fits nowhere")
    entry = entry_of(document, turn.tile, turn.moves[0])
    whole = "<board" in said
    text = indented(with_tile(document, entry)) if whole else tag(entry)
    told = LAWS.get(rule, PLAYED)
    return (PrintedPart("the move", text, rule, told, because, rule, others),)


def _illegal(document: Setup, turn: StrategyTurn, said: str) -> tuple[str, str] | None:
    """Return the rule that a move breaks, and how; None if it breaks none."""
    entry = _entry(document, said)
    if not isinstance(entry, Entry):
        return entry
    role = Role.NONE if entry.follower is None else entry.follower.role
    move = PlaceTile(entry.at, entry.turned.facing, role)
    player = to_move(document)
    kind, wanted = entry.turned.tile, turn.tile
    refusal = move.refusal(_table(document, turn))
    if kind is not wanted:
        found = "drawn_tile", f"the tile to be laid is {wanted}, not {kind}"
    elif entry.follower is not None and entry.follower.player != player:
        found = "own_meeple", f"it is the turn of player {player}"
    elif role is not Role.NONE and not turn.has_meeple:
        found = "no_meeple", f"all meeples of player {player} are on the map"
    elif refusal is not None:
        found = as_sentence(refusal.text).code or "legal", str(refusal.text)
    else:
        return None if move in turn.moves else ("legal", f"{move} is not a legal move")
    return found


def _table(document: Setup, turn: StrategyTurn) -> State:
    scores = tuple(score.points for score in document.scores or ())
    rules = replace(DOCUMENT, players=len(scores))  # whose turn it is depends on how many play
    return State(rules, turn.terrain, scores, Phase.LAY, turn.tile)


def _entry(document: Setup, said: str) -> Entry | tuple[str, str]:
    """Return the tile that was printed, alone or in the whole state; or the rule that is broken."""
    whole = "<board" in said
    told = document_of(said if whole else f"<board><terrain>{said}</terrain></board>")
    if isinstance(told, Unreadable):
        return "readable", f"it is not a tile: {told.problems[0]}"
    if whole and told.tiles[1:] != document.tiles:
        return "one_tile", "the other tiles are not those of the state"
    if not told.tiles or (not whole and len(told.tiles) > 1):
        return "one_tile", f"{len(told.tiles)} tiles are printed"
    return told.tiles[0]


def _state(dice: Dice) -> str:
    """Return a state of a random game, a tile to be laid in it."""
    text = new_game(range(1, 2 + dice.below(4)))
    for _ in range(dice.below(ROUNDS if dice.below(3) else MANY)):
        after = run_round(text, dice)
        if isinstance(after, Unreadable) or after.is_over:
            break
        text = after.text
    return text


def _tight(dice: Dice) -> str:
    """Return a state of a random game; every other time its tile is one with few legal moves."""
    document, _ = opened(_state(dice))
    kinds = [*drawable(OURS.table(terrain_of(document)))] if document.tiles else []
    if kinds and dice.below(2):
        states = [replace(document, drawn=kind) for kind in kinds]
        document = min(states, key=lambda one: len(turn_of(one).moves))
    return indented(document)


def _played(dice: Dice) -> str:
    """Return a state after Play, for Next."""
    after = run_round(_state(dice), dice)
    if isinstance(after, Unreadable):
        return new_game([1, 2])
    return next((text for name, text in after.states if name == "play"), after.text)


def _run_draw(document: Setup, dice: Dice) -> str:
    del dice  # there is nothing to choose
    return pictured(document)


def _run_next(document: Setup, dice: Dice) -> str:
    return one_line(followed(document, dice)[0])


def _choices(document: Setup) -> list[str]:
    """Return every legal move, found by asking the guards: no table of the engine is looked into."""
    turn = turn_of(document)
    s = _table(document, turn)
    return [
        tag(entry_of(document, turn.tile, move))
        for move in candidates(s)
        if isinstance(move, PlaceTile)
        and (turn.has_meeple or move.meeple is Role.NONE)
        and move.permitted(s)
    ]


def _run_play(document: Setup, dice: Dice) -> str:
    return dice.choice(_choices(document))


def _made(players: int, *tiles: str) -> str:
    """Return a map made by hand, its tiles as in a position line."""
    entries = (position.entry_of(word) for line in tiles for word in line.split())
    scores = tuple(Score(number, 0) for number in range(1, players + 1))
    return indented(Setup(tuple(filter(None, entries)), scores, None))


TEN = "E,N,0,0,10K B,N,1,0,9M"
"""A tenth player's meeple."""

ENCLOSED = "E,N,0,0,1K N,E,1,0 N,S,1,-1,2F E,S,0,-1 N,W,-1,-1 N,N,-1,0"
"""A field without an open side, and no place for a B."""

SURROUNDED = f"{ENCLOSED.replace('0,-1', '0,-1,1K')} E,N,-1,-2 E,N,1,-2 E,N,0,-2"
"""A knight with tiles all around."""

EXHAUSTED = (
    "E,S,0,0 E,N,0,-1 E,S,1,0,1F E,N,1,-1 E,S,2,0 E,N,2,-1 E,S,3,0 E,N,3,-1 E,S,4,0 E,N,4,-1",
    "E,S,5,0 E,N,5,-1 E,S,6,0 E,N,6,-1 N,S,7,0 N,W,8,0 N,E,7,-1 N,N,8,-1 N,S,9,0 N,W,10,0",
    "N,E,9,-1 N,N,10,-1 N,S,11,0,2F E,W,12,0 E,N,11,-1 B,N,12,-1,1M N,S,13,0 E,W,14,0",
    "E,N,13,-1 B,N,14,-1 B,N,15,0 B,N,15,-1 B,N,16,0 B,N,16,-1,3M",
)
"""All cities are complete: the two C that are left cannot be laid."""


FILTERS = (
    Filter(
        name="draw",
        summary="Draw: the map of a state, byte for byte",
        right=draw,
        generate=_state,
        read=parsed,
        run=_run_draw,
        given=(_made(10, TEN),),
        seeds=(0, 4, 1),
        suffix=".xml",
    ),
    Filter(
        name="play",
        summary="Play: the tile of a move, judged by legality",
        right=play,
        generate=_tight,
        read=parsed,
        run=_run_play,
        choices=_choices,
        seeds=(146,),
        suffix=".xml",
    ),
    Filter(
        name="next",
        summary="Next: the state that follows, byte for byte but for the tile drawn",
        right=next_,
        generate=_played,
        read=parsed,
        run=_run_next,
        given=(_made(2, ENCLOSED), _made(2, SURROUNDED), _made(3, *EXHAUSTED)),
        seeds=(3, 0, 22, 4, 35, 20, 14, 8, 41, 101),
        suffix=".xml",
    ),
)
