"""Scenes on cells: nothing overlaps, everything fits, at every size of a terminal."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from textual.geometry import Region

from ludex.kernel import Game, Seat
from ludex.table import Layout, Piece, Scene, TablePlace, looks_of, scene_of
from ludex.tui.board.spots import BoardHighlights, BoardSpot
from ludex.tui.board.widget import _panes
from ludex.tui.drawing.layout import plan_table
from ludex.tui.drawing.painter import draw
from ludex.tui.drawing.palette import palette
from playing import every_game, random_history

SIZES = [(80, 20), (84, 36), (120, 36), (160, 50), (60, 20), (40, 12)]
GAMES = [game for game in every_game() if looks_of(game).zones(game.start(), Seat(0))]


def scenes(game: Game[Any]) -> Iterator[Scene]:
    """The table at the start, in the middle and late in a game."""
    steps = random_history(game, 5, 400).steps
    for state in {steps[min(n, len(steps)) - 1].state: n for n in (2, 60, 400)}:
        yield scene_of(game, state, Seat(max(0, game.turn(state))))


def overlap(a: Region, b: Region) -> bool:
    return a.x < b.right and b.x < a.right and a.y < b.bottom and b.y < a.bottom


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_zone_lies_on_another(game: Game[Any]) -> None:
    for scene in scenes(game):
        for width, height in SIZES:
            for pane in _panes(scene.zones, width, height, 0):
                rects = [placed.rect for placed in pane.plan.placed]
                for a, b in combinations(rects, 2):
                    assert not overlap(a, b), (width, height, pane.region)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_table_fits_into_a_common_terminal(game: Game[Any]) -> None:
    for scene in scenes(game):
        fixed = [zone for zone in scene.zones if zone.region == "table"]
        for width, height in [(80, 20), (84, 36)]:
            plan = plan_table(fixed, width, height)
            for placed in plan.placed:
                assert placed.rect.right <= width
                assert placed.rect.bottom <= height


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_everything_can_be_drawn_and_pointed_at(game: Game[Any]) -> None:
    for scene in scenes(game):
        for pane in _panes(scene.zones, 80, 20, 0):
            everything = frozenset(zone.key for zone in scene.zones)
            for zone in scene.zones[:3]:
                pointing = BoardHighlights(
                    BoardSpot(zone.key),
                    BoardSpot(zone.key),
                    everything,
                    (),
                    everything,
                    everything,
                )
                for dark in (True, False):
                    colours = palette(dark=dark, four=dark, colourless=dark)
                    assert draw(pane.plan, pointing, colours).text()


def test_more_room_means_larger_cards() -> None:
    pieces = tuple(Piece(f"{i}", "card:QS", "queen of spades") for i in range(7))
    zones = [
        TablePlace(f"column:{i}", f"column {i}", i, 0, Layout.FAN_DOWN, "column").holding(pieces)
        for i in range(8)
    ]
    small, large = plan_table(zones, 80, 20), plan_table(zones, 160, 50)
    assert small.metrics.card < large.metrics.card
    tight = plan_table(zones, 80, 9)
    assert tight.metrics.card[1] == 3
    tiny = plan_table(zones, 80, 7)
    assert tiny.height == 7  # only the last card is cut


def test_what_has_no_painter_is_shown_by_its_label() -> None:
    piece = Piece("x", "planet:9", "Pluto")
    zones = [TablePlace("sky", "the sky", 0, 0, Layout.PILE, "").holding((piece,))]
    shown = draw(plan_table(zones, 20, 5), BoardHighlights(), palette(dark=True, four=False))
    assert "Pluto" in shown.text()


def test_cards_are_written_with_their_suits() -> None:
    looks = ("card:QS", "card:TH", "card:AD", "card:2C", "card:back")
    pieces = tuple(Piece(look, look, look) for look in looks)
    row = [TablePlace("row", "five cards", 0, 0, Layout.ROW, "").holding(pieces)]
    text = draw(plan_table(row, 80, 10), BoardHighlights(), palette(dark=True, four=True)).text()
    for face in ("Q♠", "10♥", "A♦", "2♣", "░"):
        assert face in text
    assert "five cards" in text


def test_a_long_row_goes_on_in_the_next_line() -> None:
    pieces = tuple(Piece(f"{i}", "card:QS", "queen") for i in range(52))
    plan = plan_table([TablePlace("box", "cards", 0, 0, Layout.ROW, "").holding(pieces)], 60, 12)
    assert plan.height == 12
    assert len({spot.y for spot in plan.placed[0].spots}) > 1


def middle(rect: Region) -> float:
    return rect.x + rect.width / 2


@pytest.mark.parametrize("size", [(80, 20), (140, 41)])
@pytest.mark.parametrize("steps", [1, 30])
def test_two_players_of_hold_em_sit_opposite_with_the_board_between(
    size: tuple[int, int], steps: int
) -> None:
    game = next(game for game in GAMES if game.name == "holdem")
    start = game.start.varied(None, {"players": "2"})
    scene = scene_of(game, random_history(game, 3, steps, start).state, Seat(0))
    plan = plan_table(scene.zones, *size)
    for placed in plan.placed:
        assert abs(middle(placed.rect) - size[0] / 2) <= 1, placed.zone.key


def test_an_empty_board_has_no_words_but_keeps_its_room() -> None:
    def plan(*cards: str) -> Any:
        pieces = tuple(Piece(card, card, card) for card in cards)
        board = TablePlace("board", "board", 0, 0, Layout.ROW, "", span=5.3).holding(pieces)
        return plan_table([board], 80, 20).placed[0]

    empty, flop = plan(), plan("card:QS", "card:TH", "card:AD")
    assert empty.words == ()
    assert flop.words == ("board",)
    assert empty.rect.width == flop.rect.width
    assert flop.spots[1].x + flop.spots[1].width // 2 == middle(flop.rect) // 1


def test_a_number_under_a_narrow_pile_keeps_its_word() -> None:
    """Beside a map there is little room, and each tile of the bag is narrow."""
    game = next(game for game in GAMES if game.name == "carcassonne")
    scene = scene_of(game, random_history(game, 5, 1).state, Seat(0))
    fixed = [zone for zone in scene.zones if zone.region == "table"]
    for width in (30, 38):
        plan = plan_table(fixed, width, 20)
        for placed in plan.placed:
            if placed.zone.key.startswith("bag:"):
                assert " ".join(placed.words) == placed.zone.caption
        text = draw(plan, BoardHighlights(), palette(dark=True, four=False)).text()
        assert text.count("left") == 4
