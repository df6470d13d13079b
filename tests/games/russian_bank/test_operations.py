"""What the classes of the document ask for, operation by operation, where nothing else shows it."""

import pytest

from games.russian_bank.bank import at, dealt, refused
from ludex.games.russian_bank.document.board import Board
from ludex.games.russian_bank.document.probes import pile
from ludex.games.russian_bank.document.record import laid
from ludex.games.russian_bank.document.state import WRITTEN, DocumentPile, inv, isEmpty, top
from ludex.games.russian_bank.rules.dealing import shuffled
from ludex.kernel import Dice, Seat, as_sentence
from ludex.parts.cards import Card, Rank, Suit, pack_of_cards

HOUSE, FOUNDATION = DocumentPile("tableau", 1), DocumentPile("foundations", 1)


@pytest.mark.requirement(
    "russian-bank.Card.Number*",
    "russian-bank.Card.Suit*",
    "russian-bank.Card.Card",
    "russian-bank.Card.get*",
)
def test_a_card_has_a_number_from_1_to_13_a_suit_and_a_colour() -> None:
    cards = pack_of_cards(0)
    assert {int(card.rank) for card in cards} == {*range(1, 14)}
    assert {card.suit for card in cards} == {*Suit}
    assert len({card.colour for card in cards}) == 2
    with pytest.raises(ValueError, match="no card has"):
        Card(Suit.CLUB, 14)  # type: ignore[arg-type]  # there is none


@pytest.mark.requirement(
    "russian-bank.Deck.Cards",
    "russian-bank.Deck.isEmpty",
    "russian-bank.Deck.Deck",
    "russian-bank.Deck.createCompleteDeck*",
    "russian-bank.Player.*",
)
def test_a_player_is_dealt_the_52_cards_of_one_pack() -> None:
    s = dealt(8)
    for seat, side in enumerate(s.sides):
        houses = [house[0] for house in s.houses[4 * seat :][:4]]
        assert {*side.reserve, *side.hand, *houses} == {*pack_of_cards(seat)}
        assert not side.waste
    assert isEmpty(pile(""))
    assert not isEmpty(pile("7C"))


@pytest.mark.requirement(
    "russian-bank.Deck.isShuffled",
    "russian-bank.Deck.removeFromDeck",
    "russian-bank.Deck.reverseCards",
    "russian-bank.Deck.shuffleDeck",
)
def test_a_shuffle_takes_each_card_once_in_another_order() -> None:
    found = shuffled(0, Dice(3))
    assert {*found} == {*pack_of_cards(0)}
    assert [*found] != [*pack_of_cards(0)]


@pytest.mark.requirement(
    "russian-bank.Deck.addIntoDeckFront",
    "russian-bank.Deck.removeTopCard",
    "russian-bank.Deck.getTopCard",
    "russian-bank.Board.addCardTo*",
)
def test_a_card_is_laid_on_top_and_taken_off_again() -> None:
    board = Board(laid(WRITTEN, (HOUSE, pile("7C"))))
    board.addCardToTableau(2, Card(Suit.HEART, Rank.SIX))
    assert [str(one.card) for one in board.state.tableau[1]] == ["6H"]
    board.addCardToFoundation(1, Card(Suit.HEART, Rank.FIVE))
    assert str(top(board.state, FOUNDATION).card) == "5H"
    board.moveCardFromTableauToFoundation(2, 1)
    assert [str(one.card) for one in board.state.foundations[0]] == ["6H", "5H"]
    assert board.state.tableau[1] == ()
    with pytest.raises(inv):
        board.addCardToTableau(9, Card(Suit.HEART, Rank.SIX))
    with pytest.raises(inv):
        board.addCardToFoundation(0, Card(Suit.HEART, Rank.SIX))


@pytest.mark.requirement("russian-bank.emptied reserve")
def test_a_reserve_that_ran_out_takes_no_card() -> None:
    s = at("hand1=KS reserve1=9D hand2=2S houses=7S")
    assert as_sentence(refused(s, "move(house1,their_reserve)")).code == "empty"


@pytest.mark.requirement("russian-bank.first turn")
def test_the_lower_reserve_begins_a_game() -> None:
    for seed in range(1, 9):
        s = dealt(seed)
        tops = [side.reserve[-1] for side in s.sides]
        one, two = (card.rank for card in tops if isinstance(card, Card))
        if one != two:
            assert s.seat == Seat(int(two < one))
