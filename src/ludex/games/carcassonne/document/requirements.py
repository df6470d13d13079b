"""What the Haskassonne document asks for: the game, its three programs, its types and formats.

A type of the document's program is answered for by what has its contents here.
"""

from collections.abc import Iterator
from typing import Final

from ludex.kernel import Requirement

PROGRAMS: Final = "ludex.games.carcassonne.formats.programs"
STRATEGIES: Final = "ludex.games.carcassonne.formats.strategies"
XML: Final = "ludex.games.carcassonne.formats.xml_state"
SETUP: Final = "ludex.games.carcassonne.rules.setup"
SCORING: Final = "ludex.games.carcassonne.rules.scoring"
TERRAIN: Final = "ludex.games.carcassonne.rules.terrain"
FEATURES: Final = "ludex.games.carcassonne.rules.features"
PICTURE: Final = "ludex.games.carcassonne.rules.picture"
TILES: Final = "ludex.games.carcassonne.rules.tiles"
BAG: Final = "ludex.games.carcassonne.rules.state"

COUNTS: Final = (
    "always: every meeple counts in the feature of its part, and nobody else does"
)
MATCH: Final = "always: sides that touch match, and all tiles hang together"


def _of(
    place: str, *rows: tuple[str, str, tuple[str, ...]], errata: tuple[str, ...] = ()
) -> Iterator[Requirement]:
    """Requirements of one section: code, text, what answers."""
    for code, says, by in rows:
        yield Requirement(code, says, by, place, errata)


GAME: Final = (
    *_of(
        "section 2, Introduction",
        (
            "tiles",
            "There are four types of tiles: B, C, E and N.",
            (
                f"{XML}:KINDS",
                "always: no type is laid or drawn more often than it exists",
            ),
        ),
        (
            "start",
            "The game begins with one tile on the map.",
            ("draw_tile.first_tile", "place_tile.first_place"),
        ),
        (
            "draw",
            "Whoever is on turn draws a tile by chance.",
            ("draw_tile", "draw_tile.none_left"),
        ),
        (
            "adjacent",
            "The tile is laid next to one that lies there.",
            ("place_tile", "place_tile.apart", "place_tile.occupied", MATCH),
        ),
        (
            "match",
            "Its sides match those of the tiles around it.",
            ("place_tile.no_fit", MATCH),
        ),
        (
            "meeple",
            "A meeple may be put on a part of the tile that was laid, and rules there.",
            (
                "place_tile.no_such_part",
                "place_tile.no_meeple",
                "always: nobody has more meeples than there are",
            ),
        ),
        (
            "taken",
            "No meeple is put where another rules already.",
            ("place_tile.taken",),
        ),
        (
            "shared",
            "Where tiles join what several players rule, they share it.",
            (
                "sometimes: a city is shared by knights of two players",
                "sometimes: a field is shared by farmers of two players",
            ),
        ),
        (
            "end",
            "The game ends with the last tile, or when none that is left can be laid.",
            (
                "draw_tile.no_room",
                f"{BAG}:is_over",
                "sometimes: a game ends with all its tiles laid",
            ),
        ),
        (
            "winner",
            "Everything is then scored, and whoever has most points wins.",
            (
                "place_tile -> won",
                f"{SCORING}:final",
                "always: no meeple stays when the game is over",
            ),
        ),
    ),
    Requirement(
        "seven meeples",
        "A player has seven meeples.",
        ("option: meeples", "place_tile.no_meeple"),
        "the assignment",
        ("E-CA-2",),
    ),
)

TYPES: Final = (
    *_of(
        "section 3.2, main types",
        (
            "type.Player",
            "A player has a number from 0 to 9, and points.",
            (f"{SETUP}:Score", f"{PICTURE}:digit"),
        ),
        (
            "type.Next",
            "What comes next: the type of a tile, or a dash where the game has ended.",
            (f"{SETUP}:Setup.drawn",),
        ),
        (
            "type.Meeple",
            "A meeple belongs to a player and is a farmer, a knight or a monk.",
            (f"{SETUP}:Follower", f"{XML}:FOLLOWERS"),
        ),
        (
            "type.Tile",
            "A tile has a type, a place, a facing and perhaps a meeple.",
            (f"{SETUP}:Entry", f"{TILES}:Facing"),
        ),
        (
            "type.Board",
            "A state has the tiles that lie there, the players, and what comes next.",
            (f"{SETUP}:Setup",),
        ),
        ("type.Map", "The tiles by their places.", (f"{TERRAIN}:Terrain",)),
    ),
    *_of(
        "section 3.3, auxiliary types",
        ("type.Limits", "The bounds of the map.", (f"{PICTURE}:size",)),
        (
            "type.Location",
            "A place has two coordinates.",
            ("ludex.games.carcassonne.rules.places:Place",),
        ),
        (
            "type.ScoredTile",
            "A zone, and the points that it gives.",
            ("ludex.games.carcassonne.rules.awards:Award",),
        ),
        (
            "type.Zone",
            "A city, a field or a cloister, with its tiles.",
            (f"{FEATURES}:Feature", f"{TILES}:Ground"),
        ),
        (
            "type.Side",
            "A side of a tile is field or city; where there is no tile it is either.",
            (f"{TILES}:Ground", "ludex.games.carcassonne.rules.rotation:Turned.sides"),
        ),
        (
            "type.Sides",
            "A tile has four sides.",
            ("ludex.games.carcassonne.rules.rotation:Turned",),
        ),
        ("type.Art", "A tile in plain text.", (f"{PICTURE}:of_tile",)),
    ),
)

PARTS: Final = (
    *_of(
        "section 3.4, modules",
        ("module.Leitor", "XML is read into a state.", (f"{XML}:document_of",)),
        (
            "module.Tabuleiro",
            "What is done with a map.",
            (f"{TERRAIN}:Terrain", f"{FEATURES}:Features"),
        ),
        ("module.ArtASCII", "The map is drawn in plain text.", (f"{PICTURE}:of_map",)),
        (
            "module.Escritor",
            "A state is written as XML.",
            (f"{XML}:one_line", f"{XML}:indented", f"{XML}:tag"),
        ),
        (
            "module.Pontuar",
            "Points are counted and given.",
            (f"{SCORING}:scores_with",),
        ),
        (
            "module.FakePrettyShow",
            "A state can be shown to whoever looks for mistakes.",
            (f"{XML}:indented",),
        ),
    ),
)

DRAW: Final = (
    Requirement(
        "Draw",
        "A state is read, and its map printed in plain text, between its bounds.",
        (f"{PROGRAMS}:run_draw", f"{PROGRAMS}:pictured"),
        "sections 3.1 and 3.5, Algorithm 1",
        ("E-CA-7",),
    ),
)

PLAY: Final = (
    *_of(
        "sections 3.1 and 3.6, Algorithm 2",
        (
            "Play",
            "A state is read, and a valid move of the player on turn is printed.",
            (f"{PROGRAMS}:run_play", f"{PROGRAMS}:chosen"),
        ),
        (
            "Play.first",
            "On an empty map it is a tile of type E on (0,0), facing any way.",
            (f"{PROGRAMS}:FIRST_TILE", "place_tile.first_place"),
        ),
        (
            "Play.all",
            "Otherwise all tiles of the next type that can be laid are looked at.",
            (f"{STRATEGIES}:Turn",),
        ),
        (
            "Play.meeple",
            "Those with a meeple too, where the player may put one out.",
            (f"{STRATEGIES}:Turn", "place_tile.no_meeple"),
        ),
        (
            "Play.random",
            "One of them is chosen by chance, all equally likely.",
            (f"{STRATEGIES}:document_algorithm",),
        ),
        (
            "Play.tag",
            "Without an argument the tile alone is printed, as an XML tag.",
            (f"{XML}:tag",),
        ),
        (
            "Play.state",
            "With any argument the whole state is printed, with the tile in it.",
            (
                f"{PROGRAMS}:run_play",
                "ludex.games.carcassonne.formats.document:with_tile",
            ),
        ),
    ),
)

NEXT: Final = (
    *_of(
        "sections 3.1 and 3.7, Algorithm 3",
        (
            "Next",
            "A state is read; the next type is chosen, or the game is scored.",
            (f"{PROGRAMS}:run_next", f"{PROGRAMS}:followed"),
        ),
        (
            "Next.type",
            "While tiles can be laid, the next type is chosen by chance among those.",
            (f"{PROGRAMS}:followed", f"{BAG}:drawable"),
        ),
        (
            "Next.cities",
            "Complete cities are scored.",
            (
                f"{SCORING}:completed",
                "always: no meeple stays in a complete city or on a complete road",
            ),
        ),
        ("Next.cloisters", "Complete cloisters are scored.", (f"{SCORING}:completed",)),
        (
            "Next.end",
            "When no tile can be laid everything is scored, and all meeples go.",
            (f"{SCORING}:final", "always: no meeple stays when the game is over"),
        ),
        (
            "Next.dash",
            "A finished game has no next tile, and its XML no tag for one.",
            (f"{XML}:one_line",),
        ),
        (
            "Next.line",
            "Without an argument the state is one line.",
            (f"{XML}:one_line",),
        ),
        (
            "Next.readable",
            "With any argument it is written over several lines.",
            (f"{XML}:indented",),
        ),
    ),
)

ZONES: Final = (
    *_of(
        "section 3.8, Zones",
        (
            "Zone.walk",
            "A city or field is all tiles that matching sides lead to.",
            (
                f"{FEATURES}:Features",
                COUNTS,
            ),
        ),
        (
            "Zone.cloister",
            "The zone of a cloister is its tile and the eight around it.",
            (f"{SCORING}:CLOISTER_TILES",),
        ),
        (
            "Zone.majority",
            "Who has most meeples in a zone gets its points; several may.",
            (f"{SCORING}:points", "ludex.games.carcassonne.rules.awards:Award.winners"),
        ),
        (
            "Zone.field",
            "A field gives three points for each complete city on it.",
            (f"{SCORING}:PER_CITY_OF_A_FIELD", f"{SCORING}:touched_cities"),
        ),
        (
            "Zone.cloister points",
            "A cloister gives a point for each tile of its zone.",
            (f"{SCORING}:PER_CLOISTER_TILE",),
        ),
        (
            "Zone.city",
            "A city is complete where it is closed all round, and then gives more.",
            (f"{SCORING}:city_points", f"{SCORING}:PER_COMPLETE_CITY_TILE"),
        ),
    ),
)

FORMATS: Final = (
    *_of(
        "the formats",
        (
            "XML state",
            "A state is an XML document with the tiles, the scores and what is next.",
            (f"{XML}:document_of", f"{XML}:one_line"),
        ),
        (
            "XML tile",
            "A tile is a tag with type, coordinates, facing, and perhaps a meeple in it.",
            (f"{XML}:tag",),
        ),
        (
            "ASCII map",
            "A tile is five lines of five letters; a meeple is its player's digit.",
            (f"{PICTURE}:of_tile", f"{PICTURE}:digit"),
        ),
    ),
    *_of(
        "section 5.3, the script that plays a round",
        (
            "round",
            "Draw, Play, Next and Draw again; without a state from an empty map.",
            (f"{PROGRAMS}:run_round", f"{PROGRAMS}:new_game"),
        ),
        (
            "round.states",
            "Every state on the way is kept.",
            (f"{PROGRAMS}:Round.states",),
        ),
        (
            "round.side by side",
            "The map before and the map after are shown beside each other.",
            (f"{PICTURE}:beside",),
        ),
    ),
)

REQUIREMENTS: Final = (
    *GAME,
    *TYPES,
    *PARTS,
    *DRAW,
    *PLAY,
    *NEXT,
    *ZONES,
    *FORMATS,
)
