"""What the document asks for, module by module, and what of the rulebook answers for it.

The names are those of the document. A routine, and an exception of one, is also answered for by the
routine of that name in the document's own model (`ludex.games.freecell.document`).
"""

from collections.abc import Iterator
from typing import Final

from ludex.kernel import Requirement

CARDS: Final = "ludex.parts.cards"
OPTIONS: Final = "ludex.games.freecell.rules.options"
DEALS: Final = "ludex.games.freecell.rules.deals"
STATE: Final = "ludex.games.freecell.rules.state"
PLACES: Final = "ludex.games.freecell.rules.places"
CARD: Final = "ludex.games.freecell.document.card"
DECK: Final = "ludex.games.freecell.document.deck"
BOARD: Final = "ludex.games.freecell.document.board"

WHOLE: Final = "always: every card of every pack is on the table exactly once"
SIZES: Final = (
    "always: there are as many columns, free cells and homes as the rules say"
)
HOMES: Final = "always: every home runs from the ace upwards in one suit"


def _of(
    module: str, part: str, *rows: tuple[str, str, tuple[str, ...]]
) -> Iterator[Requirement]:
    """Requirements of one part of a module: name, text, what answers."""
    for name, says, by in rows:
        yield Requirement(f"{module}.{name}", says, by, f"module {module}, {part}")


CARD_MODULE: Final = (
    *_of(
        "Card",
        "constants and types",
        (
            "numOfRanks",
            "There are 13 ranks.",
            (f"{OPTIONS}:RANKS", f"{CARD}:numOfRanks"),
        ),
        (
            "numOfSuits",
            "There are 4 suits.",
            (f"{OPTIONS}:SUITS", f"{CARD}:numOfSuits"),
        ),
        ("RANK", "Ranks run from ace to king.", (f"{CARDS}:Rank", f"{CARD}:RANK")),
        (
            "SUIT",
            "Suits are spade, heart, club and diamond.",
            (f"{CARDS}:Suit", f"{CARD}:SUIT"),
        ),
        ("st", "A card knows its suit.", (f"{CARDS}:Card.suit",)),
        ("rnk", "A card knows its rank.", (f"{CARDS}:Card.rank",)),
    ),
    *_of(
        "Card",
        "routines",
        (
            "Card",
            "A card is made of a suit and a rank.",
            (f"{CARDS}:Card", f"{CARD}:Card"),
        ),
        (
            "getRank",
            "A card tells its rank.",
            (f"{CARDS}:Card.rank", f"{CARD}:Card.getRank"),
        ),
        (
            "getSuit",
            "A card tells its suit.",
            (f"{CARDS}:Card.suit", f"{CARD}:Card.getSuit"),
        ),
        ("setRank", "A card is given another rank.", (f"{CARD}:Card.setRank",)),
        ("setSuit", "A card is given another suit.", (f"{CARD}:Card.setSuit",)),
    ),
)

DECK_MODULE: Final = (
    *_of(
        "Deck",
        "constants and types",
        ("MAX_CARDS", "A deck has 52 cards.", (WHOLE, f"{DECK}:MAX_CARDS")),
        (
            "numCard",
            "A deck knows how many cards it has dealt.",
            (f"{DECK}:DeckState.numCard",),
        ),
        (
            "deckOfCards",
            "A deck is a sequence of cards.",
            (f"{CARDS}:pack_of_cards", f"{DECK}:DeckState.deckOfCards"),
        ),
    ),
    *_of(
        "Deck",
        "routines",
        ("Deck", "A new deck has its 52 cards.", (f"{CARDS}:Deck.of_packs",)),
        ("dealCard", "The next card of a deck is dealt.", (f"{CARDS}:Deck.deal",)),
        (
            "dealCard.outside_bounds",
            "No more cards are dealt than there are.",
            (f"{CARDS}:Deck.deal", "deal.no_such_deal"),
        ),
        (
            "shuffleDeck",
            "A deck is shuffled.",
            ("deal", f"{DEALS}:microsoft_order", f"{DEALS}:random_board"),
        ),
        ("swap", "Two cards change places.", (f"{DECK}:swap",)),
    ),
)

BOARD_MODULE: Final = (
    *_of(
        "Board",
        "constants and types",
        (
            "NUM_OF_FREECELLS",
            "There are 4 free cells.",
            (SIZES, f"{OPTIONS}:Rules.cells", f"{BOARD}:NUM_OF_FREECELLS"),
        ),
        (
            "NUM_OF_HOMECELLS",
            "There are 4 homes.",
            (SIZES, f"{BOARD}:NUM_OF_HOMECELLS"),
        ),
        (
            "NUM_OF_GAMECELLS",
            "There are 8 columns.",
            (SIZES, f"{OPTIONS}:Rules.columns", f"{BOARD}:NUM_OF_GAMECELLS"),
        ),
        (
            "HomeCells",
            "A board has homes, each a sequence of cards.",
            (f"{STATE}:State.homes", HOMES),
        ),
        (
            "FreeCells",
            "A board has free cells, each with a card or none.",
            (f"{STATE}:State.cells", SIZES),
        ),
        (
            "GameCells",
            "A board has columns, each a sequence of cards.",
            (f"{STATE}:State.columns", SIZES),
        ),
        ("dck", "A board is dealt from a deck.", ("deal", WHOLE)),
        (
            "win",
            "Whether the game is won is known.",
            ("sometimes: a game is won", "ludex.games.freecell.rules.ending:outcome"),
        ),
        (
            "emptyFreeCell",
            "Which free cells are empty is known.",
            ("is_empty_free_cell",),
        ),
    ),
    *_of(
        "Board",
        "constructor",
        (
            "Board",
            "A shuffled deck is dealt to the columns; free cells and homes are empty.",
            ("deal", WHOLE, SIZES),
        ),
    ),
    *_of(
        "Board",
        "moves",
        (
            "moveGameToGame",
            "Some cards go from the end of a column to the end of another.",
            ("move_game_to_game",),
        ),
        (
            "moveGameToGame.invalid_move",
            "There are such cards, they fit, and there is room to carry them.",
            ("move_game_to_game.invalid_move", "move_game_to_game.empty_cells"),
        ),
        (
            "moveGameToGame.outside_bounds",
            "Both columns exist.",
            ("move_game_to_game.outside_bounds",),
        ),
        (
            "moveGameToHome",
            "The last card of a column goes to a home.",
            ("move_game_to_home", "move_game_to_home -> won"),
        ),
        (
            "moveGameToHome.invalid_card",
            "Something is wrong with the card; what, is not said.",
            ("move_game_to_home.invalid_card",),
        ),
        (
            "moveGameToHome.invalid_move",
            "A home takes the next rank of its suit.",
            ("move_game_to_home.invalid_move",),
        ),
        (
            "moveGameToHome.empty_outside_bounds",
            "The column has a card, and column and home exist.",
            ("move_game_to_home.outside_bounds", "move_game_to_home.empty_cells"),
        ),
        (
            "moveGameToFree",
            "The last card of a column goes to a free cell.",
            ("move_game_to_free",),
        ),
        (
            "moveGameToFree.invalid_move",
            "The free cell is empty, and the column is not.",
            ("move_game_to_free.invalid_move", "move_game_to_free.empty_cells"),
        ),
        (
            "moveGameToFree.outside_bounds",
            "Column and free cell exist.",
            ("move_game_to_free.outside_bounds",),
        ),
        (
            "moveFreeToGame",
            "The card of a free cell goes to a column.",
            ("move_free_to_game",),
        ),
        (
            "moveFreeToGame.invalid_move",
            "The card is one lower than the last of the column, in the other colour.",
            ("move_free_to_game.invalid_move",),
        ),
        (
            "moveFreeToGame.empty_outside_bounds",
            "The free cell has a card, and free cell and column exist.",
            ("move_free_to_game.outside_bounds", "move_free_to_game.empty_cells"),
        ),
        (
            "moveFreeToGame.empty_outside_cells",
            "The same under the name that the text of the routine gives it.",
            ("move_free_to_game.outside_bounds", "move_free_to_game.empty_cells"),
        ),
        (
            "moveFreeToHome",
            "The card of a free cell goes to a home.",
            ("move_free_to_home", "move_free_to_home -> won"),
        ),
        (
            "moveFreeToHome.invalid_card",
            "Something is wrong with the card; what, is not said.",
            ("move_free_to_home.invalid_card",),
        ),
        (
            "moveFreeToHome.invalid_move",
            "A home takes the next rank of its suit.",
            ("move_free_to_home.invalid_move",),
        ),
        (
            "moveFreeToHome.empty_cells",
            "The free cell has a card.",
            ("move_free_to_home.empty_cells",),
        ),
    ),
    *_of(
        "Board",
        "queries",
        ("WinGame", "Is the game won?", ("win_game", f"{STATE}:heights")),
        ("isEmptyGameCell", "Is a column empty?", ("is_empty_game_cell",)),
        (
            "isEmptyGameCell.outside_bounds",
            "The column exists.",
            ("is_empty_game_cell.outside_bounds",),
        ),
        ("isEmptyHomeCell", "Is a home empty?", ("is_empty_home_cell",)),
        (
            "isEmptyHomeCell.outside_bounds",
            "The home exists.",
            ("is_empty_home_cell.outside_bounds",),
        ),
        ("isEmptyFreeCell", "Is a free cell empty?", ("is_empty_free_cell",)),
        (
            "isEmptyFreeCell.outside_bounds",
            "The free cell exists.",
            ("is_empty_free_cell.outside_bounds",),
        ),
        ("suitMatch", "Do two suits differ in colour?", (f"{STATE}:accepts",)),
        ("rankMatch", "Is a rank one above another?", (f"{STATE}:accepts",)),
        ("getGameCells", "The columns are shown.", (f"{STATE}:State.columns",)),
        (
            "getGameCells.empty_cells",
            "There are columns to be shown.",
            (f"{BOARD}:getGameCells",),
        ),
        ("getFreeCells", "The free cells are shown.", (f"{STATE}:State.cells",)),
        (
            "getFreeCells.empty_cells",
            "There are free cells to be shown.",
            (f"{BOARD}:getFreeCells",),
        ),
        ("getHomeCells", "The homes are shown.", (f"{STATE}:State.homes",)),
        (
            "getHomeCells.empty_cells",
            "There are homes to be shown.",
            (f"{BOARD}:getHomeCells",),
        ),
        ("setGameCells", "A card is laid on a column, for tests.", ("set_game_cells",)),
        (
            "setGameCells.outside_bounds",
            "The column exists.",
            ("set_game_cells.outside_bounds",),
        ),
    ),
    *_of(
        "Board",
        "local functions",
        (
            "validGameCol",
            "Which numbers are those of columns.",
            (f"{PLACES}:is_column", f"{BOARD}:BoardState.validGameCol"),
        ),
        (
            "validFreeCol",
            "Which numbers are those of free cells.",
            (f"{PLACES}:is_cell", f"{BOARD}:BoardState.validFreeCol"),
        ),
        (
            "validHomeCol",
            "Which numbers are those of homes.",
            (f"{PLACES}:is_home", f"{BOARD}:BoardState.validHomeCol"),
        ),
        (
            "availableMoves",
            "How many cards can be carried to a column at once.",
            (f"{STATE}:carried", f"{BOARD}:BoardState.availableMoves"),
        ),
    ),
)

REQUIREMENTS: Final = (*CARD_MODULE, *DECK_MODULE, *BOARD_MODULE)
