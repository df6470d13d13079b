"""Every access routine of the document's Board, with every exception of its table."""

import pytest

from commands import ludex
from games.freecell.freecell_table import after, columns, dealt, refusal, shown, table
from ludex.games.freecell.document import mended
from ludex.games.freecell.document.deck import (
    empty_cells,
    empty_outside_bounds,
    invalid_card,
    invalid_move,
    outside_bounds,
)
from ludex.games.freecell.game import State, game
from ludex.games.freecell.rules.state import carried
from ludex.kernel import Query
from ludex.language.script_check import Dialect
from ludex.language.transcript import dialect_words
from ludex.parts.cards import Rank, Suit

WON = table("homes=KS/KH/KC/KD")


def answer(s: State, text: str) -> str:
    query = game.read(text)
    assert isinstance(query, Query)
    return dialect_words(game, query.answer(s), Dialect.DOCUMENT)


# -- Board ----------------------------------------------------------------------------


@pytest.mark.requirement(
    "freecell.Board.Board",
    "freecell.Board.NUM_OF_*",
    "freecell.Board.GameCells",
    "freecell.Board.FreeCells",
    "freecell.Board.HomeCells",
    "freecell.Deck.MAX_CARDS",
)
def test_board_deals_52_cards_over_eight_columns_with_empty_cells_and_homes() -> None:
    s = dealt(1)
    assert [len(column) for column in s.columns] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert s.cells == (None,) * 4
    assert s.homes == ((),) * 4
    assert shown(s.columns[0]) == "JD KD 2S 4C 3S 6D 6S"


# -- moveGameToGame -------------------------------------------------------------------


@pytest.mark.requirement("freecell.Board.moveGameToGame")
def test_move_game_to_game_lays_a_run_on_a_column_in_its_order() -> None:
    s = columns("KH QS JD", "KD", "KS QD")
    t = after(s, "move_game_to_game(2,0,1)")
    assert shown(t.columns[1]) == "KD QS JD"
    assert shown(t.columns[0]) == "KH"
    assert t.columns[2:] == s.columns[2:]


@pytest.mark.requirement(
    "freecell.Board.moveGameToGame.outside_bounds", "freecell.Board.validGameCol"
)
@pytest.mark.parametrize(("a", "b"), [(8, 0), (-1, 0), (0, 8), (0, -1), (13, 0)])
def test_move_game_to_game_outside_bounds(a: int, b: int) -> None:
    bad = b if a == 0 else a
    reason = refusal(dealt(1), f"move_game_to_game(1,{a},{b})")
    assert reason == f"There is no column {bad}: columns are 0 to 7"


@pytest.mark.requirement("freecell.Board.moveGameToGame.invalid_move")
@pytest.mark.parametrize("n", [0, -1, 14])
def test_move_game_to_game_invalid_move_for_a_count_that_no_run_has(n: int) -> None:
    reason = refusal(dealt(1), f"move_game_to_game({n},0,1)")
    assert reason == f"One to thirteen cards can be moved, not {n}"


@pytest.mark.requirement("freecell.Board.moveGameToGame.invalid_move")
def test_move_game_to_game_invalid_move_onto_itself_from_an_empty_or_too_short_column() -> None:
    s = columns("KH QS", "KD", "", "KS")
    assert refusal(s, "move_game_to_game(1,0,0)") == ("Column 0 cannot be moved onto itself")
    assert refusal(s, "move_game_to_game(1,2,0)") == "Column 2 is empty"
    assert refusal(s, "move_game_to_game(3,0,1)") == "Column 0 has fewer than 3 cards"


@pytest.mark.requirement(
    "freecell.Board.moveGameToGame.invalid_move", "freecell.Board.availableMoves"
)
def test_move_game_to_game_invalid_move_for_more_cards_than_can_be_carried() -> None:
    s = table("cells=KC/KD/QD/QC columns=KHQS/KSQHJS/JD/JC/JH/TS/TD/TH")
    assert refusal(s, "move_game_to_game(2,1,0)") == (
        "Only 1 can be moved onto column 0 at once, not 2"
    )


@pytest.mark.requirement("freecell.Board.moveGameToGame.invalid_move")
def test_move_game_to_game_invalid_move_for_cards_that_are_no_run_or_do_not_fit() -> None:
    s = columns("KH QD", "KS", "QS", "KD")
    assert refusal(s, "move_game_to_game(2,0,1)") == ("K♥ Q♦ do not build on each other")
    assert refusal(s, "move_game_to_game(1,3,1)") == (
        "K♦ does not go on K♠: one lower, in the other colour"
    )
    assert refusal(s, "move_game_to_game(1,2,1)") == (
        "Q♠ does not go on K♠: one lower, in the other colour"
    )
    assert refusal(s, "move_game_to_game(1,0,1)") == ""


# -- moveGameToHome -------------------------------------------------------------------


@pytest.mark.requirement("freecell.Board.moveGameToHome")
def test_move_game_to_home_takes_an_ace_and_then_the_suit_in_order() -> None:
    s = table("homes=-/KH/KC/KD columns=KSQSJSTS9S8S7S6S5S4S3S2SAS/-/-/-/-/-/-/-")
    t = after(s, "move_game_to_home(0,0)", "move_game_to_home(0,0)")
    assert shown(t.homes[0]) == "AS 2S"
    assert len(t.columns[0]) == 11


@pytest.mark.requirement(
    "freecell.Board.moveGameToHome.empty_outside_bounds", "freecell.Board.validHomeCol"
)
def test_move_game_to_home_empty_outside_bounds() -> None:
    s = columns("KS")
    assert refusal(s, "move_game_to_home(8,0)").startswith("There is no column 8")
    assert refusal(s, "move_game_to_home(0,4)") == ("There is no home 4: homes are 0 to 3")
    assert refusal(s, "move_game_to_home(0,-1)").startswith("There is no home -1")
    assert refusal(s, "move_game_to_home(1,0)") == "Column 1 is empty"


@pytest.mark.requirement("freecell.Board.moveGameToHome.invalid_*")
def test_move_game_to_home_invalid_card_and_invalid_move() -> None:
    s = dealt(1)
    assert refusal(s, "move_game_to_home(0,0)") == ("Home 0 is empty: only an ace goes there")
    s = columns("KS QS", "KH")
    assert refusal(s, "move_game_to_home(0,1)") == "Q♠ does not go home on Q♥"
    s = columns("QS KS")
    assert refusal(s, "move_game_to_home(0,0)") == "K♠ does not go home on J♠"


# -- moveGameToFree -------------------------------------------------------------------


@pytest.mark.requirement("freecell.Board.moveGameToFree")
def test_move_game_to_free_fills_the_cell() -> None:
    t = after(dealt(1), "move_game_to_free(0,2)")
    assert list(map(str, t.cells)) == ["None", "None", "6S", "None"]
    assert shown(t.columns[0]) == "JD KD 2S 4C 3S 6D"


@pytest.mark.requirement(
    "freecell.Board.moveGameToFree.outside_bounds", "freecell.Board.validFreeCol"
)
def test_move_game_to_free_outside_bounds() -> None:
    s = dealt(1)
    assert refusal(s, "move_game_to_free(0,4)") == (
        "There is no free cell 4: free cells are 0 to 3"
    )
    assert refusal(s, "move_game_to_free(0,-1)").startswith("There is no free cell -1")
    assert refusal(s, "move_game_to_free(8,0)").startswith("There is no column 8")
    none = table("rules=freecell;cells=0 columns=KS/-/-/-/-/-/-/-")
    assert refusal(none, "move_game_to_free(0,0)") == ("There is no free cell 0: there are none")


@pytest.mark.requirement("freecell.Board.moveGameToFree.invalid_move")
def test_move_game_to_free_invalid_move_for_a_taken_cell_or_an_empty_column() -> None:
    s = table("cells=KS/-/-/- columns=KH/-/-/-/-/-/-/-")
    assert refusal(s, "move_game_to_free(0,0)") == "Free cell 0 is taken, by K♠"
    assert refusal(s, "move_game_to_free(1,1)") == "Column 1 is empty"


# -- moveFreeToGame -------------------------------------------------------------------


@pytest.mark.requirement("freecell.Board.moveFreeToGame")
def test_move_free_to_game_empties_the_cell() -> None:
    t = after(table("cells=QH/-/-/- columns=KS/KH/-/-/-/-/-/-"), "move_free_to_game(0,0)")
    assert shown(t.columns[0]) == "KS QH"
    assert t.cells == (None,) * 4


@pytest.mark.requirement("freecell.Board.moveFreeToGame.empty_outside_*")
def test_move_free_to_game_empty_outside_bounds() -> None:
    s = table("cells=QH/-/-/- columns=KS/KH/-/-/-/-/-/-")
    assert refusal(s, "move_free_to_game(4,0)").startswith("There is no free cell 4")
    assert refusal(s, "move_free_to_game(0,8)").startswith("There is no column 8")
    assert refusal(s, "move_free_to_game(1,0)") == "Free cell 1 is empty"


@pytest.mark.requirement("freecell.Board.moveFreeToGame.invalid_move")
def test_move_free_to_game_invalid_move() -> None:
    s = table("cells=QH/-/-/- columns=KS/KH/-/-/-/-/-/-")
    assert refusal(s, "move_free_to_game(0,1)") == (
        "Q♥ does not go on K♥: one lower, in the other colour"
    )
    eight_off = table("rules=eight-off cells=QH/-/-/-/-/-/-/- columns=KS/KH/-/-/-/-/-/-")
    assert refusal(eight_off, "move_free_to_game(0,0)") == (
        "Q♥ does not go on K♠: one lower, in the same suit"
    )
    assert refusal(eight_off, "move_free_to_game(0,2)") == (
        "Column 2 is empty: only a king goes there"
    )


# -- moveFreeToHome -------------------------------------------------------------------


@pytest.mark.requirement("freecell.Board.moveFreeToHome", "freecell.Board.win")
def test_move_free_to_home_empties_the_cell_and_wins() -> None:
    t = after(table("cells=KS/-/-/-"), "move_free_to_home(0,0)")
    assert t == WON


@pytest.mark.requirement("freecell.Board.moveFreeToHome.empty_cells")
def test_move_free_to_home_empty_cells_and_bounds() -> None:
    s = table("cells=KS/-/-/-")
    assert refusal(s, "move_free_to_home(1,0)") == "Free cell 1 is empty"
    assert refusal(s, "move_free_to_home(4,0)").startswith("There is no free cell 4")
    assert refusal(s, "move_free_to_home(0,4)").startswith("There is no home 4")


@pytest.mark.requirement("freecell.Board.moveFreeToHome.invalid_*")
def test_move_free_to_home_invalid_card_and_invalid_move() -> None:
    s = table("cells=KS/-/-/-")
    assert refusal(s, "move_free_to_home(0,1)") == "K♠ does not go home on K♥"
    s = after(dealt(1), "move_game_to_free(0,0)")
    assert refusal(s, "move_free_to_home(0,3)") == ("Home 3 is empty: only an ace goes there")


# -- WinGame and the other queries ----------------------------------------------------


@pytest.mark.requirement("freecell.Board.WinGame")
def test_win_game_is_told_and_ends_the_game() -> None:
    assert answer(WON, "win_game") == "The game is won: 52 of 52 cards are home"
    assert answer(dealt(1), "win_game") == "The game is not won: 0 of 52 cards are home"
    outcome = game.outcome(WON)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert game.moves(WON) == []


@pytest.mark.parametrize(
    "text",
    [
        "move_game_to_game(1,0,1)", "move_game_to_game(0,8,9)", "move_game_to_home(0,0)",
        "move_game_to_free(0,0)", "move_free_to_game(0,0)", "move_free_to_home(0,0)",
        "autoplay(all)",
    ],
)  # fmt: skip
def test_after_the_win_every_move_is_refused(text: str) -> None:
    assert refusal(WON, text) == "The game is won: every card is home"


@pytest.mark.requirement(
    "freecell.Board.isEmptyGameCell",
    "freecell.Board.isEmptyHomeCell",
    "freecell.Board.isEmptyFreeCell",
    "freecell.Board.emptyFreeCell",
)
def test_is_empty_game_cell_home_cell_free_cell() -> None:
    s = table("cells=KS/-/-/- homes=QS/KH/KC/KD")
    assert answer(s, "is_empty_game_cell(7)") == "Column 7 is empty"
    assert answer(s, "is_empty_free_cell(0)") == "Free cell 0 is not empty"
    assert answer(s, "is_empty_free_cell(1)") == "Free cell 1 is empty"
    assert answer(s, "is_empty_home_cell(0)") == "Home 0 is not empty"
    assert answer(dealt(1), "is_empty_home_cell(0)") == "Home 0 is empty"
    assert answer(dealt(1), "is_empty_game_cell(0)") == "Column 0 is not empty"


@pytest.mark.requirement("freecell.Board.isEmpty*.outside_bounds")
@pytest.mark.parametrize(
    ("query", "first_bad"),
    [("is_empty_game_cell", 8), ("is_empty_home_cell", 4), ("is_empty_free_cell", 4)],
)
def test_is_empty_outside_bounds(query: str, first_bad: int) -> None:
    for number in (first_bad, -1):
        assert refusal(dealt(1), f"{query}({number})").startswith("There is no ")
    assert refusal(dealt(1), f"{query}({first_bad - 1})") == ""


@pytest.mark.requirement(
    "freecell.Board.getGameCells",
    "freecell.Board.getFreeCells",
    "freecell.Board.getHomeCells",
)
def test_get_cells_are_the_places_of_the_state() -> None:
    s = dealt(617)
    assert (len(s.columns), len(s.cells), len(s.homes)) == (8, 4, 4)


# -- setGameCells ---------------------------------------------------------------------


@pytest.mark.requirement("freecell.Board.setGameCells")
def test_set_game_cells_lays_any_board_by_hand() -> None:
    s = after(
        game.start(), "set_game_cells(KS,3)", "set_game_cells(QH,3)",
        "set_game_cells(KH,0)", "begin",
    )  # fmt: skip
    assert shown(s.columns[3]) == "KS QH"
    assert s == table("columns=KH/-/-/KSQH/-/-/-/-")


@pytest.mark.requirement("freecell.Board.setGameCells.outside_bounds")
def test_set_game_cells_outside_bounds_and_only_before_the_game() -> None:
    s = game.start()
    assert refusal(s, "set_game_cells(KS,8)").startswith("There is no column 8")
    assert refusal(dealt(1), "set_game_cells(KS,0)") == "The game has begun"
    assert refusal(after(s, "set_game_cells(KS,3)"), "set_game_cells(KS,0)") == (
        "K♠ is already on the table"
    )
    assert refusal(s, "set_game_cells(KS',0)") == "There is no KS' in 1 pack"
    assert refusal(after(s, "set_game_cells(QS,3)"), "begin") == (
        "K♠ is neither laid nor next in its suit at home"
    )


# -- availableMoves -------------------------------------------------------------------


@pytest.mark.requirement("freecell.Board.availableMoves")
@pytest.mark.parametrize(
    ("free", "spaces", "count"),
    [(4, 0, 5), (3, 0, 4), (0, 0, 1), (2, 1, 6), (4, 2, 20), (0, 3, 8)],
)
def test_available_moves_onto_a_card(free: int, spaces: int, count: int) -> None:
    assert carried(with_places(free, spaces), 0) == count


@pytest.mark.parametrize(("free", "spaces", "count"), [(2, 1, 3), (4, 2, 10), (0, 1, 1)])
def test_available_moves_onto_an_empty_column(free: int, spaces: int, count: int) -> None:
    assert carried(with_places(free, spaces), 7) == count


def with_places(free: int, spaces: int) -> State:
    """A table with so many empty cells, and empty columns on the right."""
    kings = ["KS", "KH", "KC", "KD"]
    queens = ["QS", "QH", "QC", "QD", "JS", "JH", "JC", "JD"]
    cells = [*kings[free:], *["-"] * free]
    piles = [*queens[: 8 - spaces], *["-"] * spaces]
    piles[0] = "".join([*kings[:free], *queens[8 - spaces :], piles[0]])
    return table(f"cells={'/'.join(cells)} columns={'/'.join(piles)}")


# -- the classes of the document, mended ---------------------------------------------------------


@pytest.mark.requirement("freecell.Card.*", "freecell.Deck.*")
def test_a_mended_deck_deals_each_card_once_and_then_refuses() -> None:
    deck = mended.Deck()
    deck.shuffleDeck(7)
    again = mended.Deck()
    again.shuffleDeck(7)
    dealt_cards = [deck.dealCard() for _ in range(52)]
    assert dealt_cards == again.deckOfCards
    assert len({card.value for card in dealt_cards}) == 52
    with pytest.raises(outside_bounds):
        deck.dealCard()
    card = dealt_cards[0]
    card.setRank(Rank.KING)
    card.setSuit(Suit.CLUB)
    assert (card.getSuit(), card.getRank()) == (Suit.CLUB, Rank.KING)
    with pytest.raises(ValueError, match="99"):
        mended.Card(Suit.CLUB, 99)  # type: ignore[arg-type]


@pytest.mark.requirement("freecell.Board.*")
def test_a_mended_board_is_called_by_the_names_of_the_document() -> None:
    board = mended.Board(617)
    column = board.getGameCells()[0]
    board.moveGameToFree(0, 2)
    assert board.getFreeCells()[2] == column[-1]
    assert board.getGameCells()[0] == column[:-1]
    assert (board.availableMoves(0), board.isEmptyFreeCell(2)) == (4, False)
    assert board.getHomeCells() == [[], [], [], []]
    assert not board.WinGame()
    assert board.suitMatch(Suit.SPADE, Suit.HEART)
    assert board.rankMatch(Rank.TWO, Rank.ACE)
    for call, exception in (
        (lambda: board.moveGameToFree(0, 2), invalid_move),
        (lambda: board.moveGameToFree(8, 0), outside_bounds),
        (lambda: board.moveGameToHome(8, 0), empty_outside_bounds),
        (lambda: board.moveFreeToGame(0, 0), empty_outside_bounds),
        (lambda: board.moveFreeToHome(0, 0), empty_cells),
        (lambda: board.availableMoves(8), outside_bounds),
    ):
        before = board.state
        with pytest.raises(exception):
            call()
        assert board.state is before


def test_a_mended_board_without_arguments_is_dealt_as_in_the_document() -> None:
    assert [len(column) for column in mended.Board().getGameCells()] == [7, 7, 7, 7, 6, 6, 6, 6]


def test_cards_are_laid_on_an_empty_mended_board() -> None:
    board = mended.Board(None)
    ace, two = mended.Card(Suit.HEART, Rank.ACE), mended.Card(Suit.SPADE, Rank.TWO)
    board.setGameCells(two, 0)
    board.setGameCells(ace, 1)
    board.moveGameToGame(1, 1, 0)
    assert board.getGameCells()[0] == [two, ace]
    board.moveGameToHome(0, 3)
    assert board.getHomeCells()[3] == [ace]
    with pytest.raises(invalid_card):
        board.moveGameToHome(0, 0)


def test_the_queries_of_the_document_are_events_of_a_script() -> None:
    script = (
        "deal(1)\navailable_moves(0)\nsuit_match(spade,club)\nrank_match(two,ace)\nget_free_cells\n"
    )
    out = ludex("run", "freecell", "-", stdin=script).out
    assert out.endswith(
        "->available_moves(0)\n5\n->suit_match(spade,club)\nfalse\n"
        "->rank_match(two,ace)\ntrue\n->get_free_cells\n[[], [], [], []]\n"
    )


@pytest.mark.parametrize("number", [0, 14, 99])
def test_a_mended_card_cannot_be_set_to_a_rank_that_does_not_exist(number: int) -> None:
    card = mended.Card(Suit.SPADE, Rank.ACE)
    with pytest.raises(ValueError, match=str(number)):
        card.setRank(number)  # type: ignore[arg-type]  # that is what is tried
    card.setRank(Rank.KING)
    card.setSuit(Suit.HEART)
    assert str(card) == "KH"
