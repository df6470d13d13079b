"""The FreeCell document word for word: its objects, and what a machine finds in it."""

from dataclasses import replace
from functools import cache

import pytest

from ludex.check.why import GuardStanding, why
from ludex.games.freecell.document.board import Board, BoardState, dealt, game
from ludex.games.freecell.document.card import RANK, SUIT, Card, rankMatch, suitMatch
from ludex.games.freecell.document.deck import (
    MADE,
    NAMED,
    OPENED,
    Deck,
    DeckReading,
    empty_outside_bounds,
    invalid_move,
    outside_bounds,
)
from ludex.games.freecell.document.record import BOARD, DECK, laid, written
from ludex.kernel import Event
from ludex.parts import cards
from ludex.parts.cards import pack_of_cards
from ludex.study.documents.difference import Case, DifferenceKind, RoutineDifference
from ludex.study.documents.record import DocumentFinding
from ludex.study.documents.report import Section, differences, sections
from ludex.study.documents.routine import Undefined

TWO_OF_HEARTS = cards.Card(SUIT.HEART, RANK.TWO)
ACE_OF_SPADES = cards.Card(SUIT.SPADE, RANK.ACE)


@cache
def report() -> list[Section]:
    return [*sections(replace(written, comparisons=()))]  # those are looked at below


def found(kind: str, place: str, *words: str) -> list[DocumentFinding]:
    """What was found of a kind, in a place, with these words in it."""
    return [
        one
        for _, some in report()
        for one in some
        if one.kind == kind and one.place == place and all(w in one.problem for w in words)
    ]


# -- the objects ----------------------------------------------------------------------------


@pytest.mark.requirement(
    "freecell.Card.setRank",
    "freecell.Card.setSuit",
    "freecell.Card.getRank",
    "freecell.Card.getSuit",
)
def test_a_card_can_be_changed_wherever_it_lies() -> None:
    card = Card(SUIT.HEART, RANK.TWO)
    card.setRank(RANK.KING)
    card.setSuit(SUIT.CLUB)
    assert (card.getRank(), card.getSuit()) == (RANK.KING, SUIT.CLUB)


def test_no_board_can_be_made_word_for_word() -> None:
    with pytest.raises(Undefined, match="dck is used, and was never given a value"):
        Board()


@pytest.mark.requirement("freecell.Deck.numCard", "freecell.Deck.Deck")
def test_a_deck_deals_nothing_word_for_word() -> None:
    deck = Deck()
    assert deck.state.deckOfCards == (None,) * 52
    with pytest.raises(Undefined, match="numCard"):
        deck.dealCard()


def test_the_first_card_of_a_deck_is_never_dealt_and_the_last_deal_reads_past_it() -> None:
    deck = Deck(MADE)
    deck.shuffleDeck()
    assert [deck.dealCard() for _ in range(51)] == [*pack_of_cards()][1:]
    with pytest.raises(Undefined, match="no place 52"):
        deck.dealCard()


@pytest.mark.requirement(
    "freecell.Board.moveGameToFree",
    "freecell.Board.WinGame",
    "freecell.Board.getHomeCells",
)
def test_a_board_is_called_by_the_names_of_the_document() -> None:
    board = Board(dealt(617))
    assert board.isEmptyGameCell(0) is False
    assert board.isEmptyFreeCell(3) is True
    assert board.WinGame() is False
    assert board.getHomeCells() == ((), (), (), ())
    last = board.state.lastGame(0)
    board.moveGameToFree(0, 2)
    assert board.state.FreeCells == (None, None, last, None)
    assert board.emptyFreeCell == (True, True, False, True)
    assert board.state.lastGame(0) is last, "copied, and not moved"


@pytest.mark.requirement(
    "freecell.Board.moveGameToHome.empty_outside_bounds",
    "freecell.Board.moveGameToFree.invalid_move",
)
def test_a_board_raises_the_exceptions_of_the_document() -> None:
    board = Board(dealt(617))
    with pytest.raises(outside_bounds):
        board.isEmptyGameCell(8)
    with pytest.raises(empty_outside_bounds):
        board.moveGameToHome(0, 0)
    board.moveGameToFree(0, 0)
    with pytest.raises(invalid_move):
        board.moveGameToFree(1, 0)
    with pytest.raises(NameError, match="gameCol"):
        board.moveFreeToHome(0, 0)
    with pytest.raises(AttributeError):
        board.moveHomeToGame(0, 0)


def test_a_refused_call_leaves_the_board_as_it_was() -> None:
    board = Board(dealt(617))
    before = board.state
    with pytest.raises(empty_outside_bounds):
        board.moveGameToHome(0, 0)
    assert board.state is before


@pytest.mark.requirement(
    "freecell.Board.GameCells",
    "freecell.Board.HomeCells",
    "freecell.Board.FreeCells",
    "freecell.Board.dck",
    "freecell.Board.win",
    "freecell.Board.emptyFreeCell",
)
def test_the_names_of_a_board_are_its_variables_and_its_routines() -> None:
    names = dir(Board(dealt(1)))
    assert {"GameCells", "HomeCells", "FreeCells", "dck", "win", "emptyFreeCell"} < {*names}
    assert {"moveGameToGame", "setGameCells", "suitMatch", "WinGame", "Board"} < {*names}


@pytest.mark.requirement("freecell.Board.rankMatch", "freecell.Board.suitMatch")
def test_the_match_functions_are_the_document_s() -> None:
    assert rankMatch(RANK.TWO, RANK.ACE)
    assert not rankMatch(RANK.ACE, RANK.TWO)
    assert not rankMatch(RANK.KING, RANK.ACE)
    pairs = [(a, b) for a in SUIT for b in SUIT if suitMatch(a, b)]
    assert len(pairs) == 8
    assert all(a.colour is not b.colour for a, b in pairs)


def test_available_moves_counts_no_move_without_a_free_cell() -> None:
    """Q3: free × 2 ^ empty; Q4: the target adds one, empty or not."""
    for full, empty, most in [(0, 7, 4 * 256), (4, 0, 0), (2, 1, 2 * 4)]:
        taken = 8 - empty
        state = laid(NAMED, ((ACE_OF_SPADES,),) * taken)
        flags = (False,) * full + (True,) * (4 - full)
        board = BoardState(
            state.HomeCells, state.FreeCells, state.GameCells, None, None, flags, NAMED
        )
        assert board.availableMoves(0) == most, full


# -- what the machine finds -----------------------------------------------------------------


def test_names_that_are_used_and_declared_nowhere_are_found() -> None:
    """E-FC-M14, E-FC-M15."""
    assert found("undeclared", "Board.moveGameToGame", "validCol")
    assert found("undeclared", "Board.moveFreeToHome", "gameCol")
    names = [one for _, some in report() for one in some if one.kind == "undeclared"]
    assert len(names) == 2


def test_variables_without_a_value_are_found() -> None:
    """E-FC-K3, E-FC-B3, E-FC-B4."""
    assert found("unset", "Deck.Deck", "numCard")
    assert found("unset", "Board.Board", "emptyFreeCell")
    assert found("unset", "Board.Board", "dck")


def test_exceptions_that_table_and_text_disagree_about_are_found() -> None:
    """E-FC-M17, E-FC-M18."""
    assert found("exception", "Board.moveGameToHome", "invalid_card", "never raises")
    assert found("exception", "Board.moveFreeToHome", "invalid_card", "never raises")
    assert found("exception", "Board.moveFreeToGame", "empty_outside_cells")
    assert not found("exception", "Board.moveGameToFree", "invalid_move")


def test_the_constructor_that_needs_416_cards_is_found_behind_two_other_mistakes() -> None:
    """E-FC-B1, E-FC-B4, E-FC-B5."""
    calls = found("undefined", "Board.Board")
    assert [one.problem for one in calls] == [
        "Board: dck is used, and was never given a value",
        "Board: call 5 of 416 of dealCard: GameCells has no place 4; there is 0 to 3",
        "Board: call 52 of 416 of dealCard: deckOfCards has no place 52; there is 0 to 51",
    ]
    assert all(one.script == ("Board",) for one in calls)
    assert found("dead event", "Board.Board", "no object can be made")


def test_no_occupied_column_may_move_and_one_exception_alone_forbids_it() -> None:
    """E-FC-M5, E-FC-M6."""
    (to_game,) = found("dead event", "Board.moveGameToGame", "alone forbids")
    (to_home,) = found("dead event", "Board.moveGameToHome", "alone forbids")
    assert to_game.problem.endswith("moveGameToGame(1,4,0): invalid_move()")
    assert to_home.problem.endswith("moveGameToHome(5,0): empty_outside_bounds()")
    state = BOARD.trials[-2].start
    event = game.read("moveGameToGame(1,4,0)")
    assert isinstance(event, Event)
    standing = [judged.standing for judged in why(game, state, event).guards]
    assert standing.count(GuardStanding.FAILED) == 1
    assert standing.count(GuardStanding.HELD) == len(standing) - 1


def test_a_card_that_is_copied_and_not_removed_is_found_in_one_step() -> None:
    """E-FC-M1, E-FC-M2."""
    (one,) = found("not conserved", "Board.moveGameToFree")
    assert one.script == ("moveGameToFree(0,0)",)
    assert one.problem == "moveGameToFree(0,0) makes a second 8C"


@pytest.mark.requirement("freecell.Board.valid*")
def test_a_place_that_is_one_too_far_is_undefined_and_not_refused() -> None:
    """E-FC-Q1, E-FC-M13, E-FC-M16: `c = n` passes the bounds, and is no place."""
    assert found("undefined", "Board.moveGameToHome", "(0,4)", "HomeCells has no place 4")
    assert found("undefined", "Board.setGameCells", "(AS,8)", "GameCells has no place 8")
    assert found("undefined", "Board.moveGameToFree", "(0,4)", "no place 4")
    assert found("undefined", "Board.moveGameToHome", "HomeCells[3] has no place -1")


@pytest.mark.requirement(
    "freecell.Deck.swap", "freecell.Deck.shuffleDeck", "freecell.Board.setGameCells"
)
def test_routines_without_an_effect_are_found() -> None:
    """E-FC-K8, E-FC-Q10."""
    assert found("no effect", "Deck.shuffleDeck")
    assert found("no effect", "Board.setGameCells")
    assert not found("no effect", "Board.moveGameToFree")


def test_a_sum_that_is_joined_by_or_is_undefined() -> None:
    """E-FC-Q4."""
    assert found("undefined", "Board.moveGameToGame", "joins two numbers by ∨")


def test_an_exception_that_nothing_raises_is_found() -> None:
    """E-FC-Q8, E-FC-K5, E-FC-M21."""
    assert found("never raised", "Board.moveFreeToGame", "empty_outside_cells")
    assert found("never raised", "Board.getGameCells", "empty_cells")
    assert found("never raised", "Deck.dealCard", "outside_bounds")


def test_nothing_is_told_twice() -> None:
    everything = [(one.place, one.problem) for _, some in report() for one in some]
    assert len(everything) == len(set(everything))


def test_nothing_is_undeclared_or_unset_in_what_is_declared() -> None:
    names = {one.place for _, some in report() for one in some if one.kind == "unset"}
    assert names == {"Deck.Deck", "Board.Board"}
    assert DECK.functions
    assert BOARD.functions


# -- against the rulebook -------------------------------------------------------------------


@cache
def differing() -> dict[tuple[str, str, int], RoutineDifference]:
    return {(d.name, d.reading, d.calls): d for d in differences(written)}


def case(name: str, reading: str, sort: DifferenceKind) -> tuple[int, Case]:
    """How many calls of the pairs of cards differ so, and the smallest."""
    (one,) = [
        d for (n, r, calls), d in differing().items() if (n, r) == (name, reading) and calls > 9
    ]
    return one.counts[sort], one.smallest[sort]


LET = "and with empty columns refused, not taken ones"
READ = "with names and sums read as they are meant"


def test_hearts_on_a_spade_home_are_found_as_the_smallest_call() -> None:
    """E-FC-M12."""
    for name, reading, place in (
        ("moveGameToHome", LET, "column 0"),
        ("moveFreeToHome", READ, "free cell 0"),
    ):
        number, smallest = case(name, reading, DifferenceKind.TOO_LAX)
        assert number == 96
        assert smallest.position == f"2♥ in {place}, A♠ home"
        assert smallest.written.startswith("allowed: HomeCells=[[2H]")
        assert smallest.meant == "refused: 2♥ does not go home on A♠"


def test_the_order_of_ranks_is_found_the_wrong_way_round() -> None:
    """E-FC-M7: as many are allowed that should not be as the other way round."""
    lax, smallest = case("moveGameToGame", LET, DifferenceKind.TOO_LAX)
    strict, _ = case("moveGameToGame", LET, DifferenceKind.TOO_STRICT)
    assert (lax, strict) == (96, 96)
    assert smallest.position == "2♥ in column 0, A♠ in column 1"


def test_every_card_goes_on_an_empty_column_and_none_does_as_written() -> None:
    """E-FC-M11."""
    assert case("moveGameToGame", LET, DifferenceKind.UNDEFINED)[0] == 52
    assert case("moveFreeToGame", "word for word", DifferenceKind.UNDEFINED)[0] == 52


def test_what_is_allowed_by_both_has_another_effect() -> None:
    """E-FC-M1, E-FC-M2, E-FC-M3."""
    number, smallest = case("moveGameToFree", "word for word", DifferenceKind.EFFECT)
    assert number == 52
    assert smallest.written == ("allowed: FreeCells=[AS - - -] emptyFreeCell=[no yes yes yes]")
    assert case("moveFreeToGame", "word for word", DifferenceKind.EFFECT)[0] == 96


def test_a_name_without_a_meaning_decides_every_call() -> None:
    number, smallest = case("moveFreeToHome", "word for word", DifferenceKind.UNDEFINED)
    assert number == 2392
    assert smallest.written == "undefined: name 'gameCol' is not defined"


def test_the_readings_mend_one_thing_after_the_other() -> None:
    assert DeckReading() == DeckReading(deck=False)
    assert DeckReading(deck=True, sizes=True, names=True, sums=True, sources=True) == OPENED
    assert game.start("opened").reading == OPENED
