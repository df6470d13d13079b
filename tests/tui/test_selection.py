"""Select, then target: the cursor and the hand, without a screen."""

from textual.geometry import Region

from ludex.kernel import Seat
from ludex.table import Gesture, Layout, Piece, Scene, TablePlace, scene_of
from ludex.tui.board.cursor import Arrow, nearest
from ludex.tui.board.selection import (
    ChosenGestures,
    IllegalDrop,
    NoEffect,
    Selection,
)
from ludex.tui.board.spots import BoardSpot, changed, emptied_zones
from ludex.tui.table.dialogs import Chooser
from ludex.tui.table.keys import RESERVED, assign_letters
from playing import example

CARDS = tuple(Piece(f"c{i}", "card:QS", f"card {i}") for i in range(4))


def scene(*gestures: Gesture) -> Scene:
    zones = (
        TablePlace("a", "column a", 0, 1, Layout.FAN_DOWN, "column").holding(CARDS),
        TablePlace("b", "column b", 1, 1, Layout.FAN_DOWN, "column").holding(),
        TablePlace("home", "home", 2, 0, Layout.PILE, "foundation").holding(),
    )
    return Scene(zones, gestures, "")


def move(pick: str, drop: str | None) -> Gesture:
    return Gesture(f"move({pick},{drop})", f"{pick} to {drop}", pick, drop)


def looking_at(*gestures: Gesture) -> Selection:
    selection = Selection()
    selection.look(scene(*gestures))
    return selection


def none_beside(_: BoardSpot, __: Arrow) -> None:
    return None


def test_the_cursor_begins_where_something_can_be_done() -> None:
    assert looking_at(move("c2", "b"), move("c3", "b")).cursor == BoardSpot("a", 3)
    assert looking_at().cursor == BoardSpot("a")


def test_one_thing_to_pick_begins_where_it_can_go() -> None:
    assert looking_at(move("c3", "b")).cursor == BoardSpot("b")


def test_up_and_down_go_over_the_cards_that_can_be_picked() -> None:
    selection = looking_at(move("c1", "b"), move("c3", "b"))
    assert selection.cursor == BoardSpot("a", 3)
    selection.move(Arrow.UP, none_beside)
    assert selection.cursor == BoardSpot("a", 1)
    selection.move(Arrow.UP, lambda *_: "home")
    assert selection.cursor == BoardSpot("home")


def test_tab_goes_round_what_can_be_picked_then_round_where_it_can_go() -> None:
    selection = looking_at(move("c1", "b"), move("c3", "b"), move("c3", "home"))
    seen = []
    for _ in range(3):
        selection.go_on(1)
        seen.append(selection.cursor)
    assert seen == [BoardSpot("a", 1), BoardSpot("a", 3), BoardSpot("a", 1)]
    selection.go_on(-1)
    assert selection.press() is None
    assert set(selection.targets) == {"b", "home"}
    selection.go_on(1)
    first = selection.cursor
    selection.go_on(1)
    assert {first, selection.cursor} == {BoardSpot("b"), BoardSpot("home")}


def test_a_drop_is_the_gesture_or_a_try() -> None:
    selection = looking_at(move("c1", "b"), move("c3", "b"))
    selection.press()
    assert selection.picked == BoardSpot("a", 3)
    selection.point(BoardSpot("b"))
    assert selection.press() == ChosenGestures((move("c3", "b"),))
    selection.point(BoardSpot("home"))
    assert selection.press() == IllegalDrop(("c3", "a"), "home")


def test_the_obvious_move_is_the_only_one_or_to_a_foundation() -> None:
    to_home = looking_at(move("c3", "b"), move("c3", "home"), move("c1", "b"))
    assert to_home.play_obvious() == ChosenGestures((move("c3", "home"),))
    several = looking_at(move("c3", "b"), move("c3", "a"), move("c1", "b"))
    assert isinstance(several.play_obvious(), NoEffect)
    nothing = looking_at()
    assert nothing.play_obvious() == NoEffect("Nothing can be done with card 3 (column a × 4) now.")


def test_what_is_only_picked_is_done_at_once() -> None:
    turn = Gesture("turn", "Turn a card", "a")
    selection = looking_at(turn, move("c1", "b"))
    selection.point(BoardSpot("a"))
    assert selection.press() == ChosenGestures((turn,))


def test_an_empty_place_has_nothing_to_pick_up() -> None:
    selection = looking_at(move("c1", "b"), move("c3", "b"))
    selection.point(BoardSpot("home"))
    assert selection.press() == NoEffect("There is nothing to pick up here.")


def test_what_changed_is_known_and_what_went_away() -> None:
    before, after = scene(), Scene(scene().zones[1:], (), "")
    moved = (TablePlace("b", "column b", 1, 1, Layout.FAN_DOWN, "column").holding(CARDS),)
    assert changed(before, Scene(moved, (), "")) == {"b"}
    assert changed(None, after) == frozenset()
    fuller = (
        TablePlace("a", "", 0, 0, look="").holding(CARDS[:2]),
        TablePlace("b", "", 1, 0, look="").holding(),
    )
    emptier = (
        TablePlace("a", "", 0, 0, look="").holding(CARDS[:1]),
        TablePlace("b", "", 1, 0, look="").holding(CARDS),
    )
    assert emptied_zones(Scene(fuller, (), ""), Scene(emptier, (), "")) == {"a"}


def test_arrows_prefer_what_is_straight_ahead() -> None:
    rects = {
        "right": Region(10, 0, 5, 3),
        "below": Region(1, 8, 5, 3),
        "far": Region(60, 0, 5, 3),
    }
    here = Region(0, 0, 5, 3)
    assert nearest(rects, here, Arrow.RIGHT) == "right"
    assert nearest(rects, here, Arrow.DOWN) == "below"
    assert nearest(rects, here, Arrow.UP) is None
    assert nearest(rects, here, Arrow.LEFT) is None


def test_actions_get_their_first_letter_unless_it_is_taken() -> None:
    words = ["Fold", "Call 20", "Raise to …", "Raise to 60", "Undo it", "New game"]
    found = assign_letters([Gesture(w, w) for w in words])
    assert {g.words: key for key, g in found.items()} == {
        "Fold": "f",
        "Call 20": "c",
        "Raise to …": "r",
        "Raise to 60": "1",
        "Undo it": "2",
        "New game": "3",
    }
    assert not RESERVED & set(found)


def test_where_moves_are_typed_with_digits_no_action_takes_one() -> None:
    words = ("Send the safe cards", "Send all that can go")
    found = assign_letters([Gesture(w, w) for w in words], digits=False)
    assert [*found] == ["s", "e"]
    assert [*assign_letters([Gesture(w, w) for w in words])] == ["s", "1"]


def acted(words: str) -> Gesture:
    """`Drop 2` is the event drop(2); what is called is not for the player to say."""
    name, _, number = words.lower().partition(" ")
    return Gesture(f"{name}({number})" if number and name != "call" else name, words)


def test_a_digit_names_the_number_that_the_screen_shows_and_nothing_else() -> None:
    words = [
        "Drop 2",
        "Drop 3",
        "Drop 7",
        "Drop 12",
        "Call 4",
        "Deal",
        "Resign",
        "Raise",
    ]
    found = assign_letters([acted(w) for w in words])
    assert {g.words: key for key, g in found.items()} == {
        "Drop 2": "2",
        "Drop 3": "3",
        "Drop 7": "7",
        "Drop 12": "d",
        "Call 4": "c",
        "Deal": "e",
        "Resign": "r",
        "Raise": "i",
    }


def test_a_digit_in_a_list_is_the_number_that_it_shows_or_else_the_line() -> None:
    columns = [Gesture("move(2)", "onto column 3"), Gesture("move(0)", "onto column 1")]
    assert Chooser("Where?", columns, print).digits == {"3": 0, "1": 1}
    ways = [Gesture(w, w) for w in ("north", "east", "7 of hearts")]
    assert Chooser("How?", ways, print).digits == {"1": 0, "2": 1, "3": 2}


def test_every_square_of_tic_tac_toe_is_marked_by_its_own_digit() -> None:
    game = example("tic_tac_toe")
    found = assign_letters(scene_of(game, game.start(), Seat(0)).gestures)
    assert {key: g.words for key, g in found.items()} == {str(n): f"Mark {n}" for n in range(1, 10)}
