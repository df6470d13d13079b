"""The classes of the document, operation by operation, and what of the rulebook answers.

A condition has a requirement of its own: `setFirstTurn.pre` is what must hold before a call,
`setFirstTurn.post` what holds after it, `Number.inv` what every value of a type is.
"""

from collections.abc import Iterator
from typing import Final

from ludex.kernel import Requirement

CARDS: Final = "ludex.parts.cards"
MODEL: Final = "ludex.games.russian_bank.document.state"
WRITTEN: Final = "ludex.games.russian_bank.document.moves"
PILES: Final = "ludex.games.russian_bank.document.deck"
TESTS: Final = "ludex.games.russian_bank.document.tests"
DEALING: Final = "ludex.games.russian_bank.rules.dealing"
STATE: Final = "ludex.games.russian_bank.rules.state"
BUILDING: Final = "ludex.games.russian_bank.rules.building"
ENDING: Final = "ludex.games.russian_bank.rules.ending"

WHOLE: Final = "always: there are 104 cards, each of both packs once"
UP: Final = "always: foundations run up from the ace in one suit"
DOWN: Final = "always: houses run down in alternate colours"

Row = tuple[str, str, tuple[str, ...]]


def _of(cls: str, *rows: Row) -> Iterator[Requirement]:
    """Requirements of one class: name, text, what answers."""
    for name, says, by in rows:
        yield Requirement(f"{cls}.{name}", says, by, f"class {cls}")


PARTS: Final = (
    *_of(
        "Card",
        ("Number", "A card has a number, from 1 for the ace.", (f"{CARDS}:Rank",)),
        ("Number.inv", "A number is 1 to 13.", (f"{CARDS}:Rank",)),
        ("Suit", "There are four suits.", (f"{CARDS}:Suit",)),
        ("Status", "A card lies face up or face down.", (f"{PILES}:Shown.up",)),
        ("SuitColor", "Each suit has a colour.", (f"{CARDS}:Suit.colour",)),
        ("Card", "A new card has number, suit and colour.", (f"{CARDS}:Card",)),
        ("getNumber", "A card tells its number.", (f"{CARDS}:Card.rank",)),
        ("getSuit", "A card tells its suit.", (f"{CARDS}:Card.suit",)),
        ("turnCard", "A card is turned over.", (f"{PILES}:Shown.turned",)),
        ("compare", "Two cards are compared by number.", (f"{PILES}:compare",)),
    ),
    *_of(
        "Deck",
        ("Cards", "A deck is a sequence of cards.", (f"{PILES}:Cards",)),
        ("isEmpty", "Has a deck no cards?", (f"{PILES}:isEmpty",)),
        ("isShuffled", "Are cards in another order than a new pack's?", (WHOLE,)),
        ("reverseCards", "Cards in the opposite order.", (f"{DEALING}:laid_out",)),
        (
            "isOrdered",
            "Do cards go down in alternate colours?",
            (f"{BUILDING}:is_house", f"{PILES}:isOrdered"),
        ),
        ("isOrdered.pre", "It is asked of some cards.", (f"{PILES}:isOrdered",)),
        (
            "isOrderedSuit",
            "Do cards go up in one suit?",
            (f"{BUILDING}:is_foundation", f"{PILES}:isOrderedSuit"),
        ),
        (
            "isOrderedSuit.pre",
            "It is asked of some cards.",
            (f"{PILES}:isOrderedSuit",),
        ),
        ("Deck", "A new deck is empty, or has the cards given.", (f"{PILES}:Cards",)),
        (
            "createCompleteDeck",
            "A deck gets the 52 cards of a pack.",
            (f"{CARDS}:pack_of_cards",),
        ),
        ("createCompleteDeck.pre", "It had none.", (WHOLE,)),
        ("createCompleteDeck.post", "It has 52.", (WHOLE,)),
        (
            "removeFromDeck",
            "The card in a place is taken out.",
            (f"{DEALING}:shuffled",),
        ),
        ("addIntoDeckFront", "A card is laid on top.", (f"{MODEL}:moved",)),
        ("turnUpTopCard", "The top card is turned up.", (f"{PILES}:turnUpTopCard",)),
        ("removeTopCard", "The top card is taken off.", (f"{MODEL}:moved",)),
        ("getTopCard", "The top card is looked at.", (f"{STATE}:top", f"{PILES}:hd")),
        ("shuffleDeck", "The cards come in any order.", (f"{DEALING}:shuffled",)),
    ),
    *_of(
        "Player",
        ("Color", "A player's pack is red or black.", (f"{STATE}:player",)),
        (
            "Player",
            "A new player has a colour, a pack and no points.",
            (f"{MODEL}:Player", f"{STATE}:Side"),
        ),
        ("shuffleDeck", "A player shuffles the own pack.", (f"{DEALING}:shuffled",)),
        (
            "createHandReserve",
            "Thirteen cards become the reserve, the rest the hand.",
            (f"{DEALING}:laid_out", "option: reserve_size"),
        ),
        ("createHandReserve.pre", "Both were empty.", ("deal", WHOLE)),
        (
            "createHandReserve.post",
            "They have 13 and 39 cards.",
            (f"{DEALING}:laid_out",),
        ),
    ),
)

MOVES: Final[tuple[tuple[str, str, str, str, str, tuple[str, ...]], ...]] = (
    (
        "moveCardFromTableauToFoundation",
        "The top card of a house goes to a foundation that it fits.",
        "The house has a card.",
        "The house is empty or in order, and the foundation in order.",
        "move.no_ace",
        (UP,),
    ),
    (
        "moveCardFromTableauToTableau",
        "The top card of a house goes to another house that it fits.",
        "The house has a card.",
        "Both houses are in order.",
        "move.same_colour",
        (DOWN,),
    ),
    (
        "moveCardFromTableauToWaste",
        "The top card of a house goes to the opponent's waste, in suit, up or down.",
        "The house has a card.",
        "The house is empty or in order.",
        "move.another_suit",
        (DOWN,),
    ),
    (
        "moveCardFromTableauToReserve",
        "The top card of a house goes to the opponent's reserve, in suit, up or down.",
        "The house has a card.",
        "The house is empty or in order.",
        "move.another_suit",
        (DOWN,),
    ),
    (
        "moveCardFromReserveToTableau",
        "The top card of the reserve goes to a house that it fits.",
        "The house has a card.",
        "The house is in order.",
        "move.same_colour",
        (DOWN,),
    ),
    (
        "moveCardFromReserveToFoundation",
        "The top card of the reserve goes to a foundation that it fits.",
        "It is somebody's turn, and the reserve has a card.",
        "The foundation is in order.",
        "move.no_ace",
        (UP,),
    ),
    (
        "moveCardFromReserveToReserve",
        "The top card of the reserve goes to the opponent's, in suit, up or down.",
        "Both reserves have a card.",
        "",
        "move.another_suit",
        (),
    ),
    (
        "moveCardFromReserveToWaste",
        "The top card of the reserve goes to the opponent's waste, in suit, up or down.",
        "It is somebody's turn; the reserve and that waste have a card.",
        "That waste has a card.",
        "move.another_suit",
        ("steps: a waste grows only by a load or a discard",),
    ),
)
"""Name, text, pre, post, a guard of the rulebook's move that refuses it, what keeps the post."""


def _moves() -> Iterator[Requirement]:
    for name, says, pre, post, guard, kept in MOVES:
        rows: list[Row] = [
            (name, says, ("move",)),
            (f"{name}.false", "Otherwise it is refused, and nothing moves.", (guard,)),
            (f"{name}.pre", pre, ("move.empty",)),
        ]
        if post:
            rows.append((f"{name}.post", post, (*kept, f"{WRITTEN}:{name}.post")))
        yield from _of("Board", *rows)


BOARD: Final = (
    *_of(
        "Board",
        ("activePlayer", "It is one player's turn, or nobody's.", (f"{MODEL}:Turn",)),
        ("tableauNumber", "Houses have numbers.", (f"{MODEL}:tableauNumber",)),
        ("tableauNumber.inv", "They are 1 to 8.", ("move.no_such_pile",)),
        (
            "foundationNumber",
            "Foundations have numbers.",
            (f"{MODEL}:foundationNumber",),
        ),
        ("foundationNumber.inv", "They are 1 to 8.", ("move.no_such_pile",)),
        ("addCardToTableau", "A card is laid on a house, for tests.", ()),
        ("addCardToTableau.inv", "The house exists.", ()),
        ("addCardToFoundation", "A card is laid on a foundation, for tests.", ()),
        ("addCardToFoundation.inv", "The foundation exists.", ()),
        (
            "createStartingBoard",
            "Two packs are shuffled and dealt, and somebody is on turn.",
            ("deal", f"{DEALING}:laid_out"),
        ),
        ("fillInitialTableau", "Each hand lays four houses.", (f"{DEALING}:laid_out",)),
        ("fillInitialTableau.pre", "There were none.", ("deal",)),
        (
            "fillInitialTableau.post",
            "There are eight.",
            (f"{DEALING}:laid_out", "option: houses_per_player"),
        ),
        (
            "fillInitialFoundations",
            "The foundations are laid out.",
            (f"{STATE}:begun",),
        ),
        ("fillInitialFoundations.pre", "There were none.", (f"{STATE}:begun",)),
        ("fillInitialFoundations.post", "There are eight.", (f"{STATE}:begun",)),
        (
            "setFirstTurn",
            "The lower card on the reserves begins, then those on the houses.",
            (f"{DEALING}:first_player", f"{DEALING}:compared"),
        ),
        ("setFirstTurn.pre", "It was nobody's turn.", ("deal",)),
        (
            "setFirstTurn.post",
            "It is somebody's turn.",
            (f"{DEALING}:first_player", "option: all_equal"),
        ),
        (
            "changePlayer",
            "A card of the hand goes to the waste, and the other player is on turn.",
            ("discard", "ludex.games.russian_bank.rules.turns:handed_over"),
        ),
        ("changePlayer.pre", "It is somebody's turn.", ("discard.nothing_turned",)),
        (
            "isGameOver",
            "Who has neither hand nor reserve nor waste has won.",
            ("ludex.games.russian_bank.rules.turns:judged", "sometimes: a game is won"),
        ),
    ),
    *_moves(),
    *_of(
        "Board",
        (
            "updatePoints",
            "The winner gets 30 points, and some for the other's cards.",
            (f"{ENDING}:scored", f"{ENDING}:count", "steps: a score counts once"),
        ),
    ),
    *_of(
        "TestRussianBank",
        *(
            (name, says, (f"{TESTS}:TESTS", f"{TESTS}:failure"))
            for name, says in (
                ("moveCardFromReserve", "Eight calls from the reserve."),
                ("moveCardFromReserve2", "The same for the second player."),
                ("moveCardFromTableau", "Eight calls from the houses."),
                ("moveCardFromTableau2", "The same for the second player."),
                ("calculateEndingPoints", "The same, and then the points."),
                ("calculateEndingPoints2", "The same for the second player."),
            )
        ),
        (
            "availableCardsStart",
            "After the deal the cards are where they belong.",
            (f"{TESTS}:dealt", WHOLE),
        ),
    ),
    *_of(
        "MyTestCase",
        ("assertTrue.pre", "What a test asserts is true.", (f"{TESTS}:failure",)),
        ("assertEqual.post", "Expected and actual are equal.", (f"{TESTS}:failure",)),
    ),
)
