"""Cards, packs and decks: the document's Card and Deck modules, repaired."""

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludex.kernel.dice import Dice
from ludex.parts.cards import (
    Card,
    Colour,
    DealResult,
    Deck,
    Hidden,
    Rank,
    Suit,
    TooFewCards,
    pack_of_cards,
    parse_seen,
)

cards = st.builds(Card, st.sampled_from(Suit), st.sampled_from(Rank), st.integers(0, 1))


def test_ranks_run_from_ace_1_to_king_13_and_suits_in_the_documents_order() -> None:
    assert [int(rank) for rank in Rank] == list(range(1, 14))
    assert [suit.letter for suit in Suit] == ["S", "H", "C", "D"]
    assert [suit.colour for suit in Suit] == [Colour.BLACK, Colour.RED] * 2


@given(cards)
def test_a_card_is_one_object_however_it_is_reached(card: Card) -> None:
    assert Card(card.suit, card.rank, card.pack) is card
    assert Card.parse(str(card)) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is card


@pytest.mark.parametrize("word", ["TD", "10D", "td", "10d", "Td", "tD", "T♦", "10♦"], ids=ascii)
def test_a_card_is_read_in_every_common_spelling(word: str) -> None:
    assert Card.parse(word) is Card(Suit.DIAMOND, Rank.TEN)


def test_the_second_pack_is_marked_by_a_prime() -> None:
    assert Card.parse("AS'") is Card(Suit.SPADE, Rank.ACE, 1)
    assert Card.parse("AS''") is None


@pytest.mark.parametrize("word", ["", "1X", "T", "D", "11D", "0S", "TDD", "??", "'"])
def test_what_is_no_card_is_not_read(word: str) -> None:
    assert Card.parse(word) is None


def test_a_card_is_written_for_scripts_messages_and_ears() -> None:
    card = Card(Suit.DIAMOND, Rank.TEN)
    assert str(card) == "TD"
    assert card.face == "10♦"
    assert card.spoken == "ten of diamonds"


@pytest.mark.parametrize(
    ("suit", "rank", "pack"), [(4, 1, 0), (0, 0, 0), (0, 14, 0), (0, 1, 2), ("S", 1, 0)]
)
def test_a_card_of_no_suit_rank_or_pack_cannot_be_made(suit: Suit, rank: Rank, pack: int) -> None:
    with pytest.raises(ValueError, match="no card has"):
        Card(suit, rank, pack)


def test_suit_match_holds_for_eight_of_the_sixteen_ordered_pairs() -> None:
    aces = [Card(suit, Rank.ACE) for suit in Suit]
    differing = {(a.suit, b.suit) for a in aces for b in aces if a.differs_in_colour(b)}
    assert len(differing) == 8
    assert (Suit.SPADE, Suit.DIAMOND) in differing
    assert (Suit.SPADE, Suit.CLUB) not in differing


def test_rank_match_is_one_below_and_does_not_go_round() -> None:
    ace, two, king = (Card(Suit.SPADE, r) for r in (Rank.ACE, Rank.TWO, Rank.KING))
    assert ace.one_below(two)
    assert not two.one_below(ace)
    assert not king.one_below(ace)


def test_a_pack_has_each_of_the_52_cards_once() -> None:
    assert len(set(pack_of_cards())) == 52
    assert not set(pack_of_cards(0)) & set(pack_of_cards(1))


def test_a_hidden_card_shows_its_pack_and_nothing_else() -> None:
    assert parse_seen("??") == Hidden(0)
    assert parse_seen("??'") == Hidden(1)
    assert parse_seen("AS") == Card(Suit.SPADE, Rank.ACE)
    assert parse_seen("??''") is None
    assert str(Hidden(1)) == "??'"


def test_dealing_hands_out_the_first_card_first_and_every_card_once() -> None:
    deck = Deck.of_packs()
    dealt: list[Card] = []
    while deck.remaining:
        step = deck.deal()
        assert isinstance(step, DealResult)
        dealt += step.cards
        deck = step.deck
    assert tuple(dealt) == pack_of_cards()


def test_dealing_more_cards_than_are_left_is_refused_in_words() -> None:
    assert Deck(()).deal() == TooFewCards(1, 0)
    assert str(TooFewCards(1, 0)) == "no card is left, 1 wanted"
    assert str(Deck(pack_of_cards()[:1]).deal(5)) == "one card is left, 5 wanted"
    assert str(Deck(pack_of_cards()[:3]).deal(5)) == "3 cards are left, 5 wanted"


@given(st.integers(), st.integers(1, 2))
def test_a_shuffle_is_a_permutation_that_its_seed_repeats(seed: int, packs: int) -> None:
    deck = Deck.of_packs(packs)
    once, again = deck.shuffled(Dice(seed)), deck.shuffled(Dice(seed))
    assert once == again
    assert sorted(once.cards) == sorted(deck.cards)


def test_a_shuffle_is_uniform_and_no_rotation() -> None:
    small = Deck(pack_of_cards()[:3])
    dice = Dice(1)
    seen = Counter(small.shuffled(dice).cards for _ in range(6000))
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


def test_shuffling_after_a_deal_does_not_bring_dealt_cards_back() -> None:
    step = Deck.of_packs().deal(5)
    assert isinstance(step, DealResult)
    assert not set(step.cards) & set(step.deck.shuffled(Dice(7)).cards)
