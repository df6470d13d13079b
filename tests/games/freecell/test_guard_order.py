"""Of two guards that fail together the earlier one speaks (M19): bounds, count, emptiness …"""

import pytest

from games.freecell.freecell_table import after, columns, dealt, event, refusal, table
from ludex.games.freecell.game import State, game
from ludex.kernel import Refusal


def with_rules(options: str, line: str) -> State:
    return table(f"rules=freecell;{options} {line}")


WON = columns()
EMPTY = columns("KS", "", "KH")
FULL = table("cells=KC/-/-/- columns=KS/-/KH/-/-/-/-/-")
SPREAD = dealt(1)
START = game.start()


@pytest.mark.parametrize(
    ("s", "text", "speaks"),
    [
        # The game is won, and the place does not exist.
        (WON, "move_game_to_game(1,9,10)", "The game is won: every card is home"),
        (WON, "move_game_to_home(9,0)", "The game is won: every card is home"),
        (WON, "move_game_to_free(9,0)", "The game is won: every card is home"),
        (WON, "move_free_to_game(9,0)", "The game is won: every card is home"),
        (WON, "move_free_to_home(9,0)", "The game is won: every card is home"),
        # Two places do not exist: the source is told.
        (EMPTY, "move_game_to_game(1,9,10)", "There is no column 9: columns are 0 to 7"),
        (EMPTY, "move_game_to_home(8,4)", "There is no column 8: columns are 0 to 7"),
        (EMPTY, "move_game_to_free(8,4)", "There is no column 8: columns are 0 to 7"),
        (EMPTY, "move_free_to_game(4,8)", "There is no free cell 4: free cells are 0 to 3"),
        (EMPTY, "move_free_to_home(4,4)", "There is no free cell 4: free cells are 0 to 3"),
        # The place does not exist, and the column is empty.
        (EMPTY, "move_game_to_home(1,4)", "There is no home 4: homes are 0 to 3"),
        (EMPTY, "move_game_to_free(1,4)", "There is no free cell 4: free cells are 0 to 3"),
        # Onto itself, and too many or too few; too many, and more than there are.
        (EMPTY, "move_game_to_game(0,0,0)", "Column 0 cannot be moved onto itself"),
        (EMPTY, "move_game_to_game(14,0,2)", "One to thirteen cards can be moved, not 14"),
        (EMPTY, "move_game_to_game(0,1,2)", "One to thirteen cards can be moved, not 0"),
        # Empty, and fewer than asked for; empty, and the cell is taken.
        (EMPTY, "move_game_to_game(1,1,2)", "Column 1 is empty"),
        (FULL, "move_game_to_free(1,0)", "Column 1 is empty"),
        # Fewer than asked for, and more than can be carried.
        (SPREAD, "move_game_to_game(13,0,1)", "Column 0 has fewer than 13 cards"),
        # No run, and it would not fit.
        (SPREAD, "move_game_to_game(2,0,1)", "6♦ 6♠ do not build on each other"),
    ],
    ids=lambda value: value if isinstance(value, str) and "(" in value else "",
)  # fmt: skip
def test_the_first_guard_that_fails_speaks(s: State, text: str, speaks: str) -> None:
    assert refusal(s, text) == speaks


def test_autoplay_is_told_to_be_over_then_off_then_safe_only_then_in_vain() -> None:
    off = with_rules("autoplay=off", "columns=-/-/-/-/-/-/-/-")
    assert refusal(off, "autoplay(safe)") == "The game is won: every card is home"
    off = with_rules("autoplay=off", "columns=KSQS/-/-/-/-/-/-/-")
    assert refusal(off, "autoplay(all)") == "Autoplay is off"
    safe = with_rules("autoplay=safe", "columns=QSKS/-/-/-/-/-/-/-")
    assert refusal(safe, "autoplay(all)") == "Only safe cards go home by themselves"


def test_setting_up_by_hand_is_told_too_late_then_out_of_bounds_then_of_no_pack() -> None:
    laid = after(START, "set_game_cells(KS,0)")
    assert refusal(laid, "set_game_cells(KS,0)") == "K♠ is already on the table"
    assert refusal(laid, "set_game_cells(KS',13)") == ("There is no column 13: columns are 0 to 7")
    assert refusal(EMPTY, "set_game_cells(KS,13)") == "The game has begun"
    assert refusal(WON, "begin") == "The game has begun"
    assert refusal(START, "begin") == "No card has been laid"


def test_thirteen_cards_are_the_most_that_move_together() -> None:
    s = columns(
        "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS",
        "KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH",
    )
    moved = game.apply(s, event("move_game_to_game(13,0,2)"))
    assert not isinstance(moved, Refusal)
    assert moved.columns[2] == s.columns[0]
    assert moved.columns[0] == ()
