"""A test for every defect of the document: what it says literally is not what we do."""

import inspect
import sys
from collections import Counter
from dataclasses import FrozenInstanceError

import pytest

from games.freecell.freecell_table import (
    after,
    columns,
    dealt,
    event,
    refusal,
    shown,
    table,
)
from ludex.games.freecell.formats.boards import plain_text, read_board
from ludex.games.freecell.game import State, game
from ludex.games.freecell.rules.deals import microsoft_board
from ludex.games.freecell.rules.options import FREECELL
from ludex.games.freecell.rules.state import carried
from ludex.kernel import Dice, History, Refusal, Violation, replayed
from ludex.language.document import document_of
from ludex.language.position import position_line, read_position
from ludex.parts.cards import Card, Colour, DealResult, Deck, Rank, Suit, TooFewCards
from playing import ROOT

ERRATA = document_of(game).errata
FULL_CELLS = "cells=KC/KD/QD/QC columns=KHQS/KSQHJS/JD/JC/JH/TS/TD/TH"


def deck_after(count: int) -> Deck:
    step = Deck.of_packs().deal(count)
    assert isinstance(step, DealResult)
    return step.deck


def test_the_names_of_modules_are_those_of_their_classes() -> None:
    """E-FC-U1"""
    assert {Card.__name__, Deck.__name__} == {"Card", "Deck"}


def test_the_name_of_an_exception_is_whole() -> None:
    """E-FC-U2"""
    refused = event("move_game_to_home(0,8)").refusal(dealt(1))
    assert refused is not None
    assert refused.code == "outside_bounds"


def test_cards_cannot_be_changed() -> None:
    """E-FC-C1"""
    card = Card(Suit.SPADE, Rank.ACE)
    with pytest.raises(AttributeError):
        card.rank = Rank.TWO
    assert not hasattr(card, "setRank")


@pytest.mark.requirement("freecell.Card.RANK", "freecell.Card.SUIT", "freecell.Card.numOf*")
def test_ranks_and_suits_have_stated_numbers() -> None:
    """E-FC-C2"""
    assert (int(Rank.ACE), int(Rank.KING)) == (1, 13)
    assert [int(suit) for suit in Suit] == [0, 1, 2, 3]


@pytest.mark.requirement("freecell.Card.Card", "freecell.Card.st", "freecell.Card.rnk")
def test_a_card_has_colour_equality_hash_and_texts() -> None:
    """E-FC-C3"""
    ten = Card(Suit.DIAMOND, Rank.TEN)
    assert ten.colour is Colour.RED
    assert ten == Card.parse("TD")
    assert len({ten, Card.parse("10d")}) == 1
    assert (str(ten), ten.face) == ("TD", "10♦")


def test_a_card_of_no_suit_cannot_be_made() -> None:
    """E-FC-C4"""
    with pytest.raises(ValueError, match="no card has"):
        Card(4, Rank.ACE)  # type: ignore[arg-type]


def test_the_number_of_cards_is_derived() -> None:
    """E-FC-C5"""
    assert FREECELL.cards == len(Suit) * len(Rank) == len(Deck.of_packs().cards)


def test_places_run_from_0_to_one_below_their_number() -> None:
    """E-FC-K1"""
    s = dealt(1)
    assert refusal(s, "is_empty_game_cell(0)") == ""
    assert refusal(s, "is_empty_game_cell(7)") == ""


@pytest.mark.requirement("freecell.Deck.Deck", "freecell.Deck.deckOfCards")
def test_a_deck_has_every_card_once() -> None:
    """E-FC-K2"""
    assert len({*Deck.of_packs().cards}) == 52


def test_a_new_deck_has_dealt_nothing() -> None:
    """E-FC-K3"""
    assert Deck.of_packs().remaining == 52


@pytest.mark.requirement("freecell.Deck.dealCard")
def test_the_first_card_is_dealt_first() -> None:
    """E-FC-K4"""
    step = Deck.of_packs().deal()
    assert isinstance(step, DealResult)
    assert step.cards == (Card(Suit.SPADE, Rank.ACE),)


@pytest.mark.requirement("freecell.Deck.dealCard.outside_bounds")
def test_the_deck_refuses_exactly_the_53rd_card() -> None:
    """E-FC-K5"""
    assert isinstance(deck_after(51).deal(), DealResult)
    assert deck_after(52).deal() == TooFewCards(1, 0)


def test_dealing_gives_a_new_deck_and_leaves_the_old_one() -> None:
    """E-FC-K6"""
    deck = Deck.of_packs()
    deck.deal(5)
    assert deck.remaining == 52


def test_a_shuffle_is_no_rotation() -> None:
    """E-FC-K7"""
    cards = Deck.of_packs().cards
    rotated = (*cards[1:], cards[0])
    orders = {Deck.of_packs().shuffled(Dice(seed)).cards for seed in range(50)}
    assert len(orders) == 50
    assert rotated not in orders


@pytest.mark.requirement("freecell.Deck.shuffleDeck")
def test_a_shuffle_loses_and_doubles_no_card() -> None:
    """E-FC-K8"""
    assert {*Deck.of_packs().shuffled(Dice(3)).cards} == {*Deck.of_packs().cards}


def test_cards_of_a_deck_are_found_by_index() -> None:
    """E-FC-K9"""
    assert Deck.of_packs().cards[51] == Card(Suit.DIAMOND, Rank.KING)


def test_a_shuffle_after_a_deal_takes_the_rest_only() -> None:
    """E-FC-K10"""
    assert deck_after(5).shuffled(Dice(1)).remaining == 47


def test_a_deal_can_be_repeated() -> None:
    """E-FC-K11"""
    assert dealt(617) == dealt(617)
    assert dealt(617, "seahaven-towers") == dealt(617, "seahaven-towers")
    assert deck_after(5).remaining == 47


def test_there_are_eight_columns_and_four_cells() -> None:
    """E-FC-B1"""
    s = game.start()
    assert (len(s.columns), len(s.cells), len(s.homes)) == (8, 4, 4)


def test_every_place_is_empty_before_the_deal() -> None:
    """E-FC-B2"""
    s = game.start()
    assert not any((*s.columns, *s.cells, *s.homes))


def test_every_free_cell_is_empty_after_the_deal() -> None:
    """E-FC-B3"""
    assert dealt(1).free_cells == 4


def test_a_deal_needs_nothing_but_its_number() -> None:
    """E-FC-B4"""
    assert refusal(game.start(), "deal(1)") == ""


@pytest.mark.requirement("freecell.Board.dck")
def test_52_cards_are_dealt_in_all() -> None:
    """E-FC-B5"""
    assert Counter(dealt(1).cards) == Counter(Deck.of_packs().cards)


def test_dealing_appends_to_columns() -> None:
    """E-FC-B6"""
    assert shown(dealt(1).columns[4]) == "5D AD JS 4H 8H 6C"


def test_columns_have_7_7_7_7_6_6_6_6_cards() -> None:
    """E-FC-B7"""
    assert [*map(len, dealt(5).columns)] == [7, 7, 7, 7, 6, 6, 6, 6]


def test_a_deal_is_refused_for_its_number_only() -> None:
    """E-FC-B8"""
    assert refusal(game.start(), "deal(0)") == ("Deals are numbered 1 to 8589934591, not 0")


def test_a_broken_invariant_is_a_violation() -> None:
    """E-FC-B9"""
    s = dealt(1)
    doubled = State(s.rules, (s.columns[1], *s.columns[1:]), s.cells, s.homes)
    with pytest.raises(Violation, match="exactly once"):
        game.after(doubled, event("move_game_to_free(0,0)"))
    crossed = ((Card(Suit.HEART, Rank.KING),), *table("homes=KS/KH/KC/KD").homes[1:])
    holds = game.always["every home runs from the ace upwards in one suit"]
    assert not holds(State(s.rules, s.columns, s.cells, crossed))


def test_winning_is_seen_and_not_stored() -> None:
    """E-FC-B10"""
    assert table("homes=KS/KH/KC/KD").is_won
    assert "win" not in State.__slots__


def test_a_cell_holds_a_card_or_nothing() -> None:
    """E-FC-B11"""
    s = after(dealt(1), "move_game_to_free(0,0)")
    assert str(s.cells[0]) == "6S"
    assert s.free_cells == 3


def test_a_moved_card_is_laid_on_the_end() -> None:
    """E-FC-M1"""
    t = after(columns("KS", "KH QS"), "move_game_to_game(1,1,2)")
    assert shown(t.columns[2]) == "QS"
    t = after(columns("KD", "KH QS", "", "KS"), "move_game_to_game(1,1,0)")
    assert shown(t.columns[0]) == "KD QS"


def test_a_moved_card_leaves_its_column() -> None:
    """E-FC-M2"""
    for text in ("move_game_to_game(1,0,7)", "move_game_to_free(0,0)"):
        assert shown(after(columns("KH KS"), text).columns[0]) == "KH"
    assert after(columns("KH"), "move_game_to_home(0,1)").columns[0] == ()


def test_a_cell_is_empty_after_its_card_has_left() -> None:
    """E-FC-M3"""
    s = table("cells=KS/-/-/-")
    assert after(s, "move_free_to_game(0,0)").cells == (None,) * 4


def test_a_cell_is_empty_after_its_card_went_home() -> None:
    """E-FC-M4"""
    s = table("cells=KS/-/-/-")
    assert after(s, "move_free_to_home(0,0)").cells == (None,) * 4


def test_game_to_game_refuses_an_empty_column_and_no_other() -> None:
    """E-FC-M5"""
    s = columns("KH QS", "KD", "", "KS")
    assert refusal(s, "move_game_to_game(1,2,0)") == "Column 2 is empty"
    assert refusal(s, "move_game_to_game(1,0,1)") == ""


def test_game_to_home_refuses_an_empty_column_and_no_other() -> None:
    """E-FC-M6"""
    s = columns("KH")
    assert refusal(s, "move_game_to_home(1,1)") == "Column 1 is empty"
    assert refusal(s, "move_game_to_home(0,1)") == ""


def test_a_card_goes_on_one_that_is_higher() -> None:
    """E-FC-M7"""
    s = columns("KH", "KS QS")
    assert refusal(s, "move_game_to_game(1,1,0)") == ""
    assert refusal(s, "move_game_to_game(1,0,1)") != ""


def test_the_head_of_a_run_must_fit() -> None:
    """E-FC-M8"""
    s = columns("KH QS JD", "KD", "QC", "KS QD", "KC")
    assert refusal(s, "move_game_to_game(2,0,1)") == ""
    assert refusal(s, "move_game_to_game(2,0,2)") != ""
    assert refusal(s, "move_game_to_game(1,0,2)") == ""


def test_moved_cards_must_be_a_run() -> None:
    """E-FC-M9"""
    s = columns("KH QD JS", "", "QS KS", "KD")
    assert refusal(s, "move_game_to_game(3,0,1)") == ("K♥ Q♦ J♠ do not build on each other")


def test_a_run_keeps_its_order() -> None:
    """E-FC-M10"""
    t = after(columns("KH QS JD", "", "QD", "KS", "KD"), "move_game_to_game(3,0,1)")
    assert shown(t.columns[1]) == "KH QS JD"


def test_any_card_goes_on_an_empty_column() -> None:
    """E-FC-M11"""
    assert refusal(columns("KH QS", "KS"), "move_game_to_game(1,0,7)") == ""
    assert refusal(table("cells=KS/-/-/-"), "move_free_to_game(0,3)") == ""


def test_homes_are_built_in_suit() -> None:
    """E-FC-M12"""
    s = columns("KH", "KS")
    assert refusal(s, "move_game_to_home(0,0)") == "K♥ does not go home on Q♠"
    assert refusal(s, "move_game_to_home(0,1)") == ""


def test_only_an_ace_goes_on_an_empty_home_and_any_ace_on_any() -> None:
    """E-FC-M13"""
    s = table("homes=-/KH/KC/KD columns=KSQSJSTS9S8S7S6S5S4S3S2S/AS/-/-/-/-/-/-")
    assert refusal(s, "move_game_to_home(0,0)") == ("Home 0 is empty: only an ace goes there")
    assert refusal(s, "move_game_to_home(1,0)") == ""
    down = "KQJT98765432A"
    spades, hearts = ("".join(f"{rank}{suit}" for rank in down) for suit in "SH")
    s = table(f"homes=-/-/KC/KD columns={spades}/{hearts}/-/-/-/-/-/-")
    for column, home in ((0, 0), (0, 1), (1, 0), (1, 1)):
        assert refusal(s, f"move_game_to_home({column},{home})") == ""


def test_both_columns_are_checked_by_the_same_guard() -> None:
    """E-FC-M14"""
    one = refusal(dealt(1), "move_game_to_game(1,8,0)")
    assert one == refusal(dealt(1), "move_game_to_game(1,0,8)")


def test_free_to_home_asks_about_its_cell() -> None:
    """E-FC-M15"""
    assert refusal(table("cells=-/KS/-/-"), "move_free_to_home(0,0)") == ("Free cell 0 is empty")


@pytest.mark.parametrize(
    "text",
    [
        "move_game_to_free(8,0)", "move_game_to_free(0,4)", "move_free_to_home(4,0)",
        "move_free_to_home(0,4)", "move_free_to_game(4,0)", "move_free_to_game(0,8)",
        "move_game_to_home(8,0)", "move_game_to_home(0,4)",
    ],
)  # fmt: skip
def test_every_place_is_checked(text: str) -> None:
    """E-FC-M16"""
    assert refusal(table("cells=KS/-/-/-"), text).startswith("There is no ")


def test_invalid_card_is_refused() -> None:
    """E-FC-M17"""
    s = after(dealt(1), "move_game_to_free(0,0)")
    for text in ("move_game_to_home(0,0)", "move_free_to_home(0,0)"):
        assert refusal(s, text) == "Home 0 is empty: only an ace goes there"


def test_one_condition_has_one_text() -> None:
    """E-FC-M18"""
    s = dealt(1)
    assert refusal(s, "move_free_to_game(0,0)") == refusal(s, "move_free_to_home(0,0)")


def test_refusals_come_in_order() -> None:
    """E-FC-M19: bounds, count, emptiness, capacity, card rules."""
    s = table(FULL_CELLS)
    begins = [
        ("move_game_to_game(0,9,9)", "There is no column 9"),
        ("move_game_to_game(0,0,0)", "Column 0 cannot be moved onto itself"),
        ("move_game_to_game(0,0,1)", "One to thirteen"),
        ("move_game_to_game(9,0,1)", "Column 0 has fewer than 9 cards"),
        ("move_game_to_game(2,0,1)", "Only 1 can be moved"),
        ("move_game_to_game(1,0,1)", "Q♠ does not go on J♠"),
    ]
    for text, begin in begins:
        assert refusal(s, text).startswith(begin), text
    s = table("cells=KS/KH/KC/KD")
    assert refusal(s, "move_game_to_game(9,0,1)") == "Column 0 is empty"
    assert refusal(s, "move_game_to_free(0,0)") == "Column 0 is empty"


@pytest.mark.parametrize(
    "text",
    ["move_game_to_game(0,0,1)", "move_game_to_game(-1,0,1)",
     "move_game_to_game(8,0,1)", "move_game_to_game(1,0,0)"],
)  # fmt: skip
def test_absurd_counts_and_a_column_onto_itself_are_refused(text: str) -> None:
    """E-FC-M20"""
    assert refusal(dealt(1), text) != ""


def test_bounds_and_emptiness_are_refused_apart() -> None:
    """E-FC-M21"""
    s = columns("KS")
    assert refusal(s, "move_game_to_home(1,0)") == "Column 1 is empty"
    assert refusal(s, "move_game_to_home(8,0)").startswith("There is no column 8")


def test_a_refusal_is_a_value_and_the_state_is_untouched() -> None:
    """E-FC-M22"""
    history = History(game, dealt(1))
    answer = history.play(event("move_game_to_game(1,8,0)"))
    assert isinstance(answer, Refusal)
    assert history.state == dealt(1)


def test_column_8_cell_4_and_home_4_do_not_exist() -> None:
    """E-FC-Q1"""
    for text in ("is_empty_game_cell(8)", "is_empty_free_cell(4)",
                 "is_empty_home_cell(4)", "move_game_to_game(1,0,8)"):  # fmt: skip
        assert refusal(dealt(1), text).startswith("There is no ")


def test_homes_have_a_guard_of_their_own() -> None:
    """E-FC-Q2"""
    assert refusal(dealt(1), "is_empty_home_cell(7)").startswith("There is no home 7")


def test_with_full_cells_one_card_can_move() -> None:
    """E-FC-Q3"""
    assert carried(table(FULL_CELLS), 0) == 1


def test_an_empty_target_is_not_counted_and_a_taken_one_is_no_matter() -> None:
    """E-FC-Q4"""
    s = columns("KH QS", "KS")
    assert carried(s, 0) == 5 << 6
    assert carried(s, 7) == 5 << 5


@pytest.mark.requirement("freecell.Board.suitMatch")
def test_colours_alternate_whatever_the_order_of_suits() -> None:
    """E-FC-Q5"""
    aces = [Card(suit, Rank.ACE) for suit in Suit]
    assert all(a.differs_in_colour(b) == (a.colour != b.colour) for a in aces for b in aces)


@pytest.mark.requirement("freecell.Board.rankMatch")
def test_one_below_says_which_card_is_lower() -> None:
    """E-FC-Q6"""
    ace, two = Card(Suit.SPADE, Rank.ACE), Card(Suit.SPADE, Rank.TWO)
    assert ace.one_below(two)
    assert not two.one_below(ace)


def test_a_game_can_be_won() -> None:
    """E-FC-Q7"""
    assert after(columns("KS QS", "KH"), "autoplay(all)").is_won


@pytest.mark.requirement("freecell.Board.get*.empty_cells")
def test_the_places_can_be_read_before_the_deal() -> None:
    """E-FC-Q8"""
    assert game.start().columns == ((),) * 8


def test_a_state_cannot_be_changed_by_its_reader() -> None:
    """E-FC-Q9"""
    s = dealt(1)
    with pytest.raises(FrozenInstanceError):
        s.cells = ()
    assert isinstance(s.columns, tuple)


def test_set_game_cells_makes_no_53rd_card() -> None:
    """E-FC-Q10"""
    s = after(game.start(), "set_game_cells(AS,0)")
    assert shown(s.columns[0]) == "AS"
    assert refusal(s, "set_game_cells(AS,1)") == "A♠ is already on the table"
    assert refusal(dealt(1), "set_game_cells(AS,1)") == "The game has begun"


def test_an_empty_home_can_be_asked_for() -> None:
    """E-FC-Q11"""
    assert refusal(dealt(1), "is_empty_home_cell(0)") == ""


def test_no_moves_left_is_told_at_once() -> None:
    """E-FC-X1"""
    s = table(
        "cells=-/KH/KC/KD homes=AS/AH/AC/AD"
        " columns=2SQS/2HQH/2CQC/2DQD/3SJS5S4STS9S8S7S6SKS/3HJH5H4HTH9H8H7H6H"
        "/3CJC5C4CTC9C8C7C6C/3DJD5D4DTD9D8D7D6D"
    )
    assert game.outcome(s) is None
    stuck = after(s, "move_game_to_free(4,0)")
    outcome = game.outcome(stuck)
    assert outcome is not None
    assert outcome.winners == ()
    assert outcome.text == "You lose: no moves are left"
    assert game.moves(stuck) == []


def test_the_text_says_how_the_game_stands() -> None:
    """E-FC-X2"""
    assert game.text(dealt(1)).endswith("0 of 52 cards are home")
    assert game.text(table("homes=KS/KH/KC/KD")).endswith("You win: every card is home")


def test_moves_are_listed_undone_and_redone() -> None:
    """E-FC-X3"""
    start = game.start()
    played = replayed(game, start, [event("deal(1)"), event("move_game_to_free(0,0)")])
    assert isinstance(played, History)
    assert [str(e) for e in played.journal] == ["deal(1)", "move_game_to_free(0,0)"]
    undone = played.undone()
    assert undone is not None
    assert undone.state == dealt(1)
    redone = undone.redone()
    assert redone is not None
    assert redone.state == played.state


def test_the_legal_moves_are_listed() -> None:
    """E-FC-X4"""
    assert "move_game_to_free(0,0)" in map(str, game.moves(dealt(1)))


def test_deals_boards_and_positions_go_in_and_out() -> None:
    """E-FC-X5"""
    assert dealt(1).columns == microsoft_board(1).columns
    board = microsoft_board(1)
    assert read_board(plain_text(board), FREECELL) == board
    assert read_position(game, position_line(game, dealt(1))) == dealt(1)


def test_autoplay_is_an_event_of_its_own() -> None:
    """E-FC-X6"""
    s = columns("KS QS", "KH")
    history = History(game, s).play(event("autoplay(safe)"))
    assert isinstance(history, History)
    undone = history.undone()
    assert undone is not None
    assert undone.state is s


def test_no_event_moves_a_card_from_home_or_between_cells() -> None:
    """E-FC-X7"""
    names = {cls.name for cls in game.events if cls.name.startswith("move_")}
    assert names == {
        "move_game_to_game", "move_game_to_home", "move_game_to_free",
        "move_free_to_game", "move_free_to_home",
    }  # fmt: skip


def test_every_erratum_has_a_test_that_names_it() -> None:
    tests = inspect.getsource(sys.modules[__name__])
    for erratum in ERRATA:
        assert f'"""{erratum.code}' in tests, erratum.code
        assert erratum.says
        assert erratum.here
    assert len({erratum.code for erratum in ERRATA}) == len(ERRATA) == 69


def test_the_errata_page_is_the_list() -> None:
    page = (ROOT / "docs" / "freecell-errata.md").read_text()
    rows = [f"| {e.code} | {e.says} | {e.here} |".replace("`|`", "`\\|`") for e in ERRATA]
    assert page.endswith("\n".join(rows) + "\n")
