"""The Russian Bank document word for word: its moves with pre and post, and its seven tests."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from ludex.games.russian_bank.document.board import Board, moveCardFromReserveToReserve
from ludex.games.russian_bank.document.coverage import coverage_of_tests
from ludex.games.russian_bank.document.objects import MATH, Card, Deck, available_cards_start
from ludex.games.russian_bank.document.objects import Player as Objects
from ludex.games.russian_bank.document.obligations import OBLIGATIONS
from ludex.games.russian_bank.document.probes import pile
from ludex.games.russian_bank.document.record import (
    TESTS,
    as_event,
    as_meant,
    calls,
    dealt,
    failure,
    from_reserve,
    from_tableau,
    written,
)
from ludex.games.russian_bank.document.state import (
    UNCHECKED,
    BoardReading,
    BoardState,
    FacedCard,
    PlayerPiles,
    inv,
    isOrdered,
    isOrderedSuit,
    pre,
)
from ludex.games.russian_bank.game import game as rulebook
from ludex.games.russian_bank.rules.dealing import Deal
from ludex.parts.cards import Card as ValueCard
from ludex.study.documents.difference import DifferenceKind, RoutineDifference
from ludex.study.documents.report import Section, differences, sections
from ludex.study.documents.routine import Undefined
from playing import ROOT


@cache
def report() -> list[Section]:
    return [*sections(replace(written, comparisons=()))]  # those are looked at below


def found(kind: str, place: str, *words: str) -> list[str]:
    """What was found of a kind, in a place, with these words in it."""
    return [
        one.problem
        for _, some in report()
        for one in some
        if one.kind == kind and one.place == place and all(w in one.problem for w in words)
    ]


@cache
def differing() -> dict[tuple[str, str, int], RoutineDifference]:
    return {(d.name, d.reading, d.calls): d for d in differences(written)}


CHECKED, FREE = "with post-conditions checked", "without post-conditions"


# -- the seven tests ------------------------------------------------------------------------


@pytest.mark.requirement("russian-bank.tests")
@pytest.mark.requirement(
    "russian-bank.TestRussianBank.move*",
    "russian-bank.TestRussianBank.calculate*",
    "russian-bank.MyTestCase.*",
    "russian-bank.Board.moveCard*",
)
def test_every_call_gives_what_the_document_asserts() -> None:
    for name in TESTS:
        assert failure(name) is None, name
        assert failure(name, UNCHECKED) is None, name


@pytest.mark.requirement(
    "russian-bank.TestRussianBank.availableCardsStart",
    "russian-bank.Board.setFirstTurn",
    "russian-bank.Board.setFirstTurn.pre",
    "russian-bank.Board.activePlayer",
    "russian-bank.Card.compare",
)
def test_the_first_test_begins_with_the_lower_card() -> None:
    board = Board(dealt())
    assert [len(house) for house in board.state.tableau] == [1] * 8
    assert [len(p.hand) for p in (board.state.firstPlayer, board.state.secondPlayer)] == [
        35,
        35,
    ]
    board.setFirstTurn()
    assert board.state.turn == "FirstPlayer"


@pytest.mark.requirement("russian-bank.Board.fillInitial*")
def test_a_board_is_filled_from_both_hands_once() -> None:
    hands = pile("AS 2S 3S 4S 5S"), pile("AH 2H 3H 4H 5H")
    board = Board(BoardState(PlayerPiles(hand=hands[0]), PlayerPiles(hand=hands[1])))
    board.fillInitialTableau()
    board.fillInitialFoundations()
    assert board.state.tableau[4] == pile("AH+")
    assert board.state.firstPlayer.hand == pile("5S")
    assert board.state.foundations == ((),) * 8
    board.addCardToTableau(1, pile("KD")[0].card)
    assert board.state.tableau[0] == pile("KD AS+")
    board.addCardToFoundation(8, pile("AD")[0].card)
    assert board.state.foundations[7] == pile("AD")
    with pytest.raises(pre):
        board.fillInitialTableau()
    with pytest.raises(pre):
        board.fillInitialFoundations()
    assert board.isGameOver() is None
    assert Board().isGameOver() == "FirstPlayer", "where neither has a card"


@pytest.mark.requirement(
    "russian-bank.Board.updatePoints",
    "russian-bank.Board.isGameOver",
    "russian-bank.TestRussianBank.calculate*",
)
def test_the_ending_points_are_thirty_six() -> None:
    for turn in ["FirstPlayer", "SecondPlayer"]:
        board = Board(from_tableau("FirstPlayer" if turn == "FirstPlayer" else "SecondPlayer"))
        board.moveCardFromTableauToFoundation(2, 1)
        board.moveCardFromTableauToTableau(1, 3)
        board.moveCardFromTableauToReserve(1)
        board.moveCardFromTableauToWaste(3)
        board.updatePoints()
        mover = board.state.firstPlayer if turn == "FirstPlayer" else board.state.secondPlayer
        assert mover.score == 36, turn
        board.updatePoints()
        mover = board.state.firstPlayer if turn == "FirstPlayer" else board.state.secondPlayer
        assert mover.score == 72, "every call scores again"


@pytest.mark.requirement(
    "russian-bank.Board.tableauNumber*", "russian-bank.Board.foundationNumber*"
)
def test_a_board_is_called_by_the_names_of_the_document() -> None:
    board = Board(from_reserve("FirstPlayer"))
    assert board.moveCardFromReserveToFoundation(1) is True
    assert board.moveCardFromReserveToFoundation(1) is False
    assert board.moveCardFromReserveToTableau(1) is True
    assert board.state.tableau[0] == pile("6H+ 7C+")
    with pytest.raises(inv):
        board.moveCardFromReserveToTableau(9)
    with pytest.raises(Undefined, match="tableau has no place 1"):
        board.moveCardFromReserveToTableau(2)
    bare = Board(replace(from_reserve("FirstPlayer"), firstPlayer=PlayerPiles()))
    with pytest.raises(pre):
        bare.moveCardFromReserveToFoundation(1)


def test_the_calls_of_a_test_are_made_where_it_makes_them() -> None:
    made = [*calls("moveCardFromReserve")]
    assert len(made) == 8
    assert made[-1].state.firstPlayer.reserve == pile("2S+")


# -- piles ----------------------------------------------------------------------------------


@pytest.mark.requirement("russian-bank.Deck.isOrderedSuit", "russian-bank.Deck.isOrdered")
def test_order_by_suit_lets_almost_everything_pass() -> None:
    for text in ("9C 2C", "3S 4H", "2S AS"):
        assert isOrderedSuit(pile(text), BoardReading())
    assert not isOrderedSuit(pile("5S 9H"), BoardReading())
    both = BoardReading(connective=True, direction=True)
    assert isOrderedSuit(pile("3S 2S AS"), both)
    assert not isOrderedSuit(pile("9C 2C"), both)


@pytest.mark.requirement("russian-bank.Deck.isOrdered.pre", "russian-bank.Deck.isOrderedSuit.pre")
def test_an_empty_pile_is_outside_the_pre_condition_of_both() -> None:
    with pytest.raises(Undefined):
        isOrdered(())
    with pytest.raises(Undefined):
        isOrderedSuit((), BoardReading())
    assert isOrdered(pile("6H 7C 8D"))


# -- what the machine finds -----------------------------------------------------------------


def test_a_dealt_game_can_never_be_won() -> None:
    """E-RB-C8: proved, in every state of a small game."""
    (one,) = found("never", "Board")
    assert one.startswith("a game is won: in none of ")
    assert one.endswith(" states, and there are no others")


@pytest.mark.requirement(
    "russian-bank.Deck.turnUpTopCard",
    "russian-bank.Card.turnCard",
    "russian-bank.Card.Status",
)
def test_a_card_that_is_covered_is_turned_down() -> None:
    """E-RB-T12."""
    assert found("property", "Board", "every card in a house is face up")


@pytest.mark.requirement("russian-bank.Board.move*.post")
def test_a_post_condition_outside_its_own_pre_condition_is_found() -> None:
    """E-RB-T2, E-RB-T9."""
    assert found("undefined", "Board.moveCardFromTableauToTableau", "isOrdered: its pre")
    assert found("undefined", "Board.moveCardFromTableauToFoundation", "isOrderedSuit")


def test_three_errors_that_hide_each_other_are_found() -> None:
    """E-RB-D3, E-RB-D4, E-RB-T3: until all three are mended, tests fail that passed."""
    *some, whole = found("hidden", "Deck.isOrderedSuit")
    assert len(some) == 3
    assert all("4 of the 7 tests fail that passed" in one for one in some)
    assert all("moveCardFromTableau, call 5" in one for one in some)
    assert whole.endswith("none of the 7 tests fail")


def test_a_house_goes_onto_868_of_2704_cards_that_it_should_not() -> None:
    """E-RB-T5."""
    for name in ("moveCardFromTableauToWaste", "moveCardFromTableauToReserve"):
        one = differing()[name, CHECKED, 2704]
        assert one.counts == {DifferenceKind.TOO_LAX: 868}
        assert one.smallest[DifferenceKind.TOO_LAX].position.startswith("A♠ on tableau(1), A♠ on ")


def test_any_lower_card_of_the_reserve_goes_on_a_house() -> None:
    """E-RB-T4: the post-condition notices, after the card was moved."""
    free = differing()["moveCardFromReserveToTableau", FREE, 2704]
    checked = differing()["moveCardFromReserveToTableau", CHECKED, 2704]
    assert free.counts == {DifferenceKind.TOO_LAX: 528}
    assert checked.counts == {DifferenceKind.UNDEFINED: 528}
    assert free.smallest[DifferenceKind.TOO_LAX].position == (
        "A♥ on firstPlayer.reserve, 3♠ on tableau(1)"
    )


@pytest.mark.requirement("russian-bank.Board.move*.pre")
def test_empty_piles_are_undefined_or_outside_the_pre_condition() -> None:
    """E-RB-T1, E-RB-T7, E-RB-T10."""
    house = differing()["moveCardFromTableauToTableau", CHECKED, 52]
    waste = differing()["moveCardFromTableauToWaste", CHECKED, 52]
    reserve = differing()["moveCardFromReserveToTableau", CHECKED, 52]
    assert house.counts == waste.counts == {DifferenceKind.UNDEFINED: 52}
    assert reserve.counts == {DifferenceKind.TOO_STRICT: 52}


@pytest.mark.requirement("russian-bank.Board.setFirstTurn.post")
def test_a_tie_in_all_five_comparisons_is_nobody_s_turn() -> None:
    """E-RB-C3."""
    one = differing()["setFirstTurn", CHECKED, 1024]
    assert one.counts == {DifferenceKind.UNDEFINED: 32}
    assert one.smallest[DifferenceKind.UNDEFINED].position.startswith("A A A A A A A A A A ")


def test_the_seven_tests_tell_none_of_the_differences_apart() -> None:
    assert len(written.tests) == 7
    assert any(one.differing for one in differing().values())
    assert all(one.noticed_by == () for one in differing().values())


def test_without_a_turn_the_second_player_moves() -> None:
    """T11."""
    s = BoardState(PlayerPiles(reserve=pile("5H+")), PlayerPiles(reserve=pile("6H+")))
    board = Board(s)
    assert board.moveCardFromReserveToReserve() is True
    assert board.state.firstPlayer.reserve == pile("6H+ 5H")
    event = as_event(moveCardFromReserveToReserve())
    assert rulebook.refusal(as_meant(s), event) is not None, "chance has the turn before a deal"


@pytest.mark.requirement("russian-bank.use case.move")
@pytest.mark.parametrize("name", TESTS)
def test_the_rulebook_answers_every_call_of_the_tests_alike(name: str) -> None:
    for call, (_, expected) in zip(calls(name), TESTS[name][1], strict=True):
        refusal = as_event(call.event).refusal(as_meant(call.state))
        assert (refusal is None) is expected, call.event


def test_the_preset_of_the_document_breaks_a_tie_of_the_first_turn_as_its_model_does() -> None:
    """E-RB-C4: the third deal was one of 63 of 1,500 that differed."""
    rules = rulebook.start("document")
    for number in (3, *range(100)):
        s = Deal(number).apply(rules)
        (one, two), houses = s.sides, s.houses
        board = Board(
            BoardState(
                PlayerPiles(reserve=faced(one.reserve)),
                PlayerPiles(reserve=faced(two.reserve)),
                tableau=tuple(map(faced, houses)),
            )
        )
        board.setFirstTurn()
        assert board.state.turn == ("FirstPlayer", "SecondPlayer")[s.seat], number


def faced(cards: tuple[object, ...]) -> tuple[FacedCard, ...]:
    return tuple(FacedCard(card) for card in reversed(cards) if isinstance(card, ValueCard))


def test_the_model_knows_nothing_of_the_rulebook() -> None:
    room = ROOT / "src" / "ludex" / "games" / "russian_bank" / "document"
    for name in ("board", "state", "objects"):
        assert "..rules" not in (room / f"{name}.py").read_text()


# -- Card, Deck and Player --------------------------------------------------------------------


@pytest.mark.requirement("russian-bank.use case.deal")
def test_the_first_test_holds_however_the_cards_are_shuffled() -> None:
    for seed in range(20):
        asserted = [*available_cards_start(seed)]
        assert len(asserted) == 2 + 2 + 2 + 2 + 8 * 3 + 2 * (1 + 1 + 12 + 1), seed
        assert [one for one in asserted if one.found != one.expected] == [], seed


@pytest.mark.requirement("russian-bank.invariant")
def test_a_card_has_a_number_from_1_to_13_and_lies_face_down() -> None:
    card = Card(13, "Hearts")
    assert (card.getNumber(), card.getSuit(), card.color) == (13, "Hearts", "Red")
    assert card.status == "Face Down"
    for number in (0, 14):
        with pytest.raises(inv):
            Card(number, "Hearts")
    card.turnCard()
    assert card.status == "Face Up"
    card.turnCard()
    assert card.status == "Face Down"
    assert [Card(n, "Clubs").compare(Card(7, "Spades")) for n in (6, 7, 8)] == [
        -1,
        0,
        1,
    ]


def test_a_complete_deck_is_made_once() -> None:
    deck = Deck().createCompleteDeck()
    assert [(card.number, card.suit) for card in deck.cards[12:14]] == [
        (13, "Clubs"),
        (1, "Hearts"),
    ]
    with pytest.raises(pre):
        deck.createCompleteDeck()


def test_an_empty_deck_counts_as_shuffled() -> None:
    assert Deck.isShuffled(Deck())
    assert not Deck.isShuffled(Deck().createCompleteDeck())


def test_no_cards_cannot_be_reversed() -> None:
    one, two = Card(1, "Clubs"), Card(2, "Clubs")
    assert Deck.reverseCards([one, two]) == [two, one]
    with pytest.raises(Undefined, match="tl"):
        Deck.reverseCards([])


def test_each_place_can_be_taken_and_one_beyond_the_end_takes_nothing() -> None:
    for place in range(1, 53):
        deck = Deck().createCompleteDeck()
        left = [*deck.cards]
        del left[place - 1]
        deck.removeFromDeck(place)
        assert deck.cards == left
    deck.removeFromDeck(90)
    assert len(deck.cards) == 51
    with pytest.raises(inv):
        deck.removeFromDeck(0)


def test_an_empty_pile_has_no_top_card() -> None:
    for call in (Deck().getTopCard, Deck().turnUpTopCard, Deck().removeTopCard):
        with pytest.raises(Undefined):
            call()


def test_a_card_that_is_turned_is_turned_in_both_piles_where_it_lies() -> None:
    player = Objects("Red")
    player.createHandReserve()
    assert player.reserve.getTopCard() is player.fullDeck.getTopCard()
    assert player.fullDeck.getTopCard().status == "Face Up"
    with pytest.raises(pre):
        player.createHandReserve()


def test_a_new_card_lies_on_top() -> None:
    deck, card = Deck([Card(1, "Clubs")]), Card(2, "Clubs")
    deck.addIntoDeckFront(card)
    assert deck.getTopCard() is card


@pytest.mark.requirement("russian-bank.use case.shuffle")
def test_every_order_of_three_cards_is_as_likely() -> None:
    MATH.srand(5)
    found = Counter[tuple[int, ...]]()
    for _ in range(6000):
        deck = Deck([Card(n, "Clubs") for n in (1, 2, 3)])
        deck.shuffleDeck()
        found[tuple(card.number for card in deck.cards)] += 1
    assert len(found) == 6
    assert all(850 < count < 1150 for count in found.values())


# -- what the document's tool would print -------------------------------------------------------


@pytest.mark.requirement("russian-bank.coverage")
def test_the_seven_tests_cover_what_they_call() -> None:
    found = {one.name: one for one in coverage_of_tests(TESTS)}
    move = found["Board`moveCardFromTableauToTableau"]
    assert (move.calls, move.percent < 100) == (8, True), "an empty house is never asked about"
    assert found["Board`addCardToTableau"].calls == 18
    assert found["Board`addCardToFoundation"].calls == 0
    assert found["Board`setFirstTurn"].percent < 70, "one of ten branches is taken"
    assert found["Deck`shuffleDeck"].percent == 100


@pytest.mark.requirement("russian-bank.obligations")
def test_every_proof_obligation_has_a_verdict() -> None:
    found = {(one.operation, one.kind, one.says): one.verdict() for one in OBLIGATIONS}
    sorts = Counter(verdict.partition(" ")[0].strip(",:") for verdict in found.values())
    assert {*sorts} == {"proved", "refuted", "open"}
    assert len(found) == len(OBLIGATIONS) >= 60
    for name, kind, words in (
        ("Board`setFirstTurn", "operation post condition", "reserve 1 [A"),
        ("Board`moveCardFromReserveToTableau", "operation post condition", "reserve 1 [A"),
        ("Board`moveCardFromTableauToTableau", "function apply", "house 1 [A"),
        ("Deck`reverseCards", "non-empty sequence", "refuted by []"),
    ):
        assert any(words in v for (n, k, _), v in found.items() if (n, k) == (name, kind)), name
