"""The document's first test, `availableCardsStart`: a deal, and everything it asserts of it."""

from collections.abc import Iterator
from typing import NamedTuple

from ludex.games.russian_bank.document.board import Board
from ludex.games.russian_bank.document.objects import MATH, Deck, Player, piles_of
from ludex.games.russian_bank.document.state import BoardState
from ludex.games.russian_bank.document.state import Player as Piles


class Asserted(NamedTuple):
    """One assertEqual."""

    what: str
    found: object
    expected: object


def available_cards_start(seed: int) -> Iterator[Asserted]:
    """The test as it stands; the seed says how the cards are shuffled."""
    MATH.srand(seed)
    players = {"firstPlayer": Player("Red"), "secondPlayer": Player("Black")}
    for name, player in players.items():
        yield Asserted(
            f"isShuffled({name})", Deck.isShuffled(player.fullDeck), expected=False
        )
    for player in players.values():
        player.shuffleDeck()
    for name, player in players.items():
        yield Asserted(
            f"isShuffled({name})", Deck.isShuffled(player.fullDeck), expected=True
        )
    for player in players.values():
        player.createHandReserve()
    for name, player in players.items():
        yield Asserted(f"len {name}.hand", len(player.hand.cards), 39)
    board = Board(_laid(players["firstPlayer"], players["secondPlayer"]))
    board.fillInitialTableau()
    yield Asserted("len firstPlayer.hand", len(board.state.firstPlayer.hand), 35)
    yield Asserted("len secondPlayer.hand", len(board.state.secondPlayer.hand), 35)
    board.fillInitialFoundations()
    board.setFirstTurn()
    yield from _asserted(board.state)


def _laid(first: Player, second: Player) -> BoardState:
    return BoardState(_piles(first, 0), _piles(second, 1))


def _piles(player: Player, pack: int) -> Piles:
    return Piles(
        reserve=piles_of(player.reserve.cards, pack),
        waste=piles_of(player.waste.cards, pack),
        hand=piles_of(player.hand.cards, pack),
    )


def _asserted(s: BoardState) -> Iterator[Asserted]:
    for i in range(8):
        yield Asserted(f"status of tableau({i + 1})", s.tableau[i][0].up, expected=True)
        yield Asserted(f"len tableau({i + 1})", len(s.tableau[i]), 1)
        yield Asserted(
            f"isEmpty(foundations({i + 1}))", not s.foundations[i], expected=True
        )
    for name, player in (
        ("firstPlayer", s.firstPlayer),
        ("secondPlayer", s.secondPlayer),
    ):
        yield Asserted(f"status of {name}.reserve", player.reserve[0].up, expected=True)
        yield Asserted(f"isEmpty({name}.waste)", not player.waste, expected=True)
        for i, card in enumerate(player.reserve[1:], start=2):
            yield Asserted(f"status of {name}.reserve({i})", card.up, expected=False)
        yield Asserted(f"len {name}.reserve", len(player.reserve), 13)
