"""Ready-made tables: a stranger's board game needs one line to be drawn and touched."""

from itertools import pairwise

import pytest
from examples.tic_tac_toe import Mark, game

from ludex.kernel import SOLO, Event, Seat
from ludex.parts.cards import Card, Hidden, Rank, Suit
from ludex.parts.grid import Square
from ludex.registry import load
from ludex.table import (
    Gesture,
    Looks,
    Pile,
    TablePlace,
    betting_table,
    board,
    card_table,
    find_dropped_event,
    looks_of,
    map_place,
    pile,
    places_in_row,
    scene_of,
)

QUEEN = Card(Suit.SPADE, Rank.QUEEN)


def test_a_board_is_one_line() -> None:
    s = game.after(game.start(), Mark(5))
    scene = scene_of(game, s, Seat(1))
    assert [zone.label for zone in scene.zones] == [
        "a3",
        "b3",
        "c3",
        "a2",
        "b2",
        "c2",
        "a1",
        "b1",
        "c1",
    ]
    assert [[p.look for p in zone.pieces] for zone in scene.zones if zone.pieces] == [["mark:X"]]
    assert {g.pick for g in scene.gestures} == {zone.key for zone in scene.zones if not zone.pieces}
    assert all(g.drop is None for g in scene.gestures)


def test_an_event_with_two_squares_is_a_drag() -> None:
    def ends(event: Event[object]) -> tuple[Square, Square]:
        return Square(1, 1), Square(2, 3)

    looks = board(3, 3, lambda _: [""] * 9, ends)
    made = looks.gesture(object(), Mark(1))  # type: ignore[arg-type]  # any event
    assert (made.pick, made.drop) == ("1,1", "2,3")


def test_a_drop_without_a_pick_is_no_gesture() -> None:
    with pytest.raises(TypeError, match="mark: a gesture that drops on 1,1 must pick something"):
        Gesture("mark", "Mark", drop="1,1")


def test_a_drop_means_the_event_of_its_gesture_also_where_it_is_refused() -> None:
    chess = load("chess-solitaire")
    s = chess.start()
    for line in ("setup_chess(N,4,3)", "setup_chess(R,1,1)", "start_game"):
        event = chess.read(line)
        assert isinstance(event, Event)
        s = chess.after(s, event)
    zones = looks_of(chess).zones(s, SOLO)
    for pick in ("4,3", "N@4,3"):
        dropped = find_dropped_event(chess, s, zones, pick, "1,1")
        assert str(dropped) == "move_and_capture(4,3,1,1)"
    assert find_dropped_event(chess, s, zones, "4,3", "nowhere") is None


def test_an_empty_place_is_seen_unless_it_says_otherwise() -> None:
    assert TablePlace("a", "a", 0, 0).holding().look == "place"
    assert not map_place(1, 2).holding().look


def test_a_pile_is_made_once_and_hides_what_lies_face_down() -> None:
    place, cards = (
        TablePlace("stock", "the stock", 0, 0),
        (QUEEN, Hidden()),
    )
    zone = pile(place, Pile(cards, 1))
    assert zone is pile(place, Pile(cards, 1))
    assert [piece.look for piece in zone.pieces] == ["card:back"] * 2
    assert [piece.look for piece in pile(place, Pile(cards)).pieces] == [
        "card:QS",
        "card:back",
    ]


@pytest.mark.parametrize("players", range(2, 11))
def test_everybody_sits_below_at_the_own_betting_table(players: int) -> None:
    for seat in range(players):
        seats = betting_table(players, seat).seats
        assert max(seats, key=lambda place: place.y) is seats[seat]
        assert [place.seat for place in seats] == [*range(1, players + 1)]
        assert all(a != b for a, b in pairwise(sorted((p.x, p.y) for p in seats)))


def test_a_game_of_cards_is_one_line_too() -> None:
    places = [*places_in_row(TablePlace("pile", "pile", 0, 0), 2)]
    looks: Looks[tuple[Card, ...]] = card_table(
        lambda *_: places, lambda s, _: [Pile(s, len(s)), Pile((QUEEN,), caption="open")]
    )
    closed, opened = looks.zones((QUEEN,), Seat(0))
    assert (closed.key, closed.label, opened.key, opened.caption) == (
        *("pile:0", "pile 1", "pile:1", "open"),
    )
    assert [piece.look for zone in (closed, opened) for piece in zone.pieces] == [
        *("card:back", "card:QS"),
    ]


def middles(places: tuple[TablePlace, ...]) -> list[tuple[float, float]]:
    return [(round(place.x + place.span / 2, 2), round(place.y, 2)) for place in places]


def test_seats_and_bets_lie_round_the_board() -> None:
    table = betting_table(6)
    assert middles((table.board, table.pot)) == [(4.4, 2.2), (4.4, 1.76)]
    assert middles(table.seats) == [
        *((4.4, 4.4), (6.74, 3.35), (6.74, 1.05)),
        *((4.4, 0), (2.06, 1.05), (2.06, 3.35)),
    ]
    assert middles(table.bets) == [
        *((4.4, 3.55), (5.3, 3.55), (5.3, 1.34)),
        *((4.4, 1.34), (3.5, 1.34), (3.5, 3.55)),
    ]


def test_many_sit_in_a_wider_ring() -> None:
    table = betting_table(9)
    assert middles((table.board, table.pot)) == [(4.4, 2.8), (4.4, 2.28)]
    assert middles(table.seats)[:3] == [(4.4, 5.6), (6.71, 4.94), (7.95, 3.29)]
    assert middles(table.bets)[:3] == [(4.4, 4.63), (5.79, 4.27), (6.53, 3.89)]
