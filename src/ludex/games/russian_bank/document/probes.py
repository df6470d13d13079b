"""The model shows these errata when it is run: a probe for each, by its code."""

from dataclasses import replace
from typing import get_args

from ludex.kernel import Query
from ludex.parts.cards import Card
from ludex.study.documents.record import Probes
from ludex.study.documents.routine import allows, is_undefined

from . import objects
from .board import (
    MOVES,
    game,
    moveCardFromReserveToFoundation,
    moveCardFromReserveToReserve,
    moveCardFromTableauToTableau,
    updatePoints,
    winner_of,
)
from .objects import Deck, Player
from .state import BoardState, Cards, FacedCard, PlayerPiles, Turn, turnUpTopCard


def pile(text: str) -> Cards:
    """Cards with the top first; `+` is face up."""
    return tuple(_shown(word) for word in text.split())


def _shown(word: str) -> FacedCard:
    card = Card.parse(word.removesuffix("+"))
    assert card is not None
    return FacedCard(card, up=word.endswith("+"))


def short() -> Deck:
    """A complete deck without its last card."""
    deck = Deck().createCompleteDeck()
    deck.removeFromDeck(52)
    return deck


def unchanged() -> bool:
    """D5: taking a card from a place beyond the end takes none."""
    deck = Deck().createCompleteDeck()
    deck.removeFromDeck(90)
    return len(deck.cards) == 52


def shared() -> bool:
    """D7: a card that is dealt lies in the full deck as well."""
    player = Player("Red")
    player.createHandReserve()
    return player.reserve.cards[0] is player.fullDeck.cards[0]


FIVE = PlayerPiles(reserve=pile("5C+"))
TIED = BoardState(
    FIVE, FIVE, ((),) * 8, tuple(map(pile, ["2C", "9C", "9C", "9C", "9H", "9H", "9H", "2H"]))
)
"""Equal reserves; of the first pair of houses the first player has the lower card, of the pair
next to the reserves the second."""

NEAREST = replace(TIED, tableau=(*TIED.tableau[3::-1], *TIED.tableau[:3:-1]))
"""The same, with the houses next to the reserves compared first."""


def first_turn(s: BoardState) -> Turn | None:
    """Return the player who begins."""
    return next(cls for cls in game.events if cls.name == "setFirstTurn")().apply(s).turn


def scored_twice() -> bool:
    """C9: a second call gives the points again."""
    s = BoardState(PlayerPiles(), PlayerPiles(hand=pile("5C")))
    once = updatePoints().apply(s)
    return updatePoints().apply(once).firstPlayer.score == 2 * once.firstPlayer.score > 0


OVER = BoardState(
    PlayerPiles(),
    PlayerPiles(hand=pile("5C")),
    ((),),
    (pile("6H+ 9C+"), pile("7C+")),
    "FirstPlayer",
)
"""The first player has no card, and a house can still be moved."""

DUE = replace(OVER, firstPlayer=PlayerPiles(reserve=pile("AS+ 2C")))
"""An ace on the reserve, which a foundation takes."""

RESERVES = BoardState(PlayerPiles(reserve=pile("5H+")), PlayerPiles(reserve=pile("6H+")))
HOUSE = moveCardFromTableauToTableau(1, 2)

PROBES: Probes = {
    "E-RB-D1": lambda: Deck.isShuffled(Deck()) and Deck.isShuffled(short()),
    "E-RB-D2": lambda: is_undefined(lambda: Deck.reverseCards([])),
    "E-RB-D5": unchanged,
    "E-RB-D6": lambda: all(map(is_undefined, (Deck().getTopCard, Deck().removeTopCard))),
    "E-RB-D7": shared,
    "E-RB-F1": lambda: turnUpTopCard(pile("5H+"), "tableau") == pile("5H"),
    "E-RB-C1": lambda: "Blue" not in get_args(objects.Color),
    "E-RB-C4": lambda: first_turn(TIED) != first_turn(NEAREST),
    "E-RB-C5": lambda: "changePlayer" not in game.calls,
    "E-RB-C7": lambda: winner_of(BoardState()) == "FirstPlayer",
    "E-RB-C9": scored_twice,
    "E-RB-T11": lambda: allows(RESERVES, moveCardFromReserveToReserve()),
    "E-RB-T13": lambda: allows(DUE, HOUSE) and allows(DUE, moveCardFromReserveToFoundation(1)),
    "E-RB-T14": lambda: not any("hand" in (cls.source[1], cls.target[1]) for cls in MOVES),
    "E-RB-T15": lambda: not any(cls.source[1] == "waste" for cls in MOVES),
    "E-RB-T16": lambda: winner_of(OVER) == "FirstPlayer" and allows(OVER, HOUSE),
    "E-RB-T17": lambda: [c.name for c in game.events if issubclass(c, Query)] == ["isGameOver"],
}
