"""What the programs do with states that break the rules or go to the limits."""

import pytest

from carcassonne_xml import board, problem, scores, text, tile
from ludex.games.carcassonne.formats.programs import (
    LARGEST_PICTURE,
    Printed,
    Round,
    run_draw,
    run_next,
    run_play,
    run_round,
)
from ludex.games.carcassonne.formats.strategies import STRATEGIES
from ludex.games.carcassonne.formats.xml_state import document_of
from ludex.kernel import Dice, Unreadable

MOST = 2**63 - 1

every_strategy = pytest.mark.parametrize("name", STRATEGIES)


# -- more copies than exist ----------------------------------------------------------------


@every_strategy
@pytest.mark.parametrize("cities", [2, 3])
def test_a_type_of_which_no_copy_is_left_cannot_be_played(name: str, cities: int) -> None:
    """E-CA-9: there is room for a C, but two are all that exist."""
    laid = [tile("CN", x, 0) for x in range(cities)]
    result = run_play(board(*laid, drawn="C"), Dice(1), strategy=STRATEGIES[name])
    assert problem(result) == "all 2 tiles of type C are laid"


@every_strategy
def test_other_types_are_played_with_a_warning_about_the_surplus(name: str) -> None:
    xml = board(*(tile("CN", x, 0) for x in range(3)), drawn="E")
    result = run_play(xml, Dice(1), strategy=STRATEGIES[name])
    assert isinstance(result, Printed)
    assert result.warnings == ("3 tiles of type C, but only 2 exist",)
    assert result.text.startswith('<tile type="E"')


# -- followers on hidden tiles -------------------------------------------------------------


def test_a_follower_on_a_hidden_tile_stays_when_the_feature_of_the_first_is_scored() -> None:
    """E-CA-11."""
    hidden = tile("CN", 0, 0, "2K")
    xml = board(tile("EN", 0, 0, "1K"), hidden, tile("ES", 0, 1))
    printed = text(run_next(xml, Dice(1)))
    assert scores(printed) == {1: 4, 2: 0}
    assert printed.count("<follower") == 1
    assert hidden in printed
    again = text(run_next(printed, Dice(2)))
    assert scores(again) == {1: 4, 2: 0}


def test_at_the_end_every_follower_goes_also_those_on_hidden_tiles() -> None:
    every = [tile("BN", x, 0) for x in range(6)]
    every += [tile("EN", x, 1) for x in range(9)] + [tile("ES", x, 2) for x in range(9)]
    every += [tile("NN", x, 9) for x in range(10)] + [tile("CN", x, 20) for x in (0, 1)]
    printed = text(run_next(board(*every, tile("CN", 0, 0, "2K")), Dice(1)))
    assert "<next" not in printed
    assert "<follower" not in printed
    assert scores(printed) == {1: 0, 2: 0}


@every_strategy
def test_a_follower_on_a_hidden_tile_is_one_of_the_seven_meeples(name: str) -> None:
    row = [tile("BN", x, 0, "1M") for x in range(6)]
    for seed in range(20):
        xml = board(*row, tile("BN", 0, 0, "1M"), scores=(1,))
        played = text(run_play(xml, Dice(seed), strategy=STRATEGIES[name]))
        assert "follower" not in played


# -- output that the programs can read again -----------------------------------------------


@pytest.mark.parametrize(("x", "y"), [(MOST, 0), (-MOST - 1, 3), (2, MOST)])
def test_a_move_beyond_the_coordinates_that_can_be_read_is_refused(x: int, y: int) -> None:
    xml = board(tile("BN", x, y), drawn="B")
    results = [run_play(xml, Dice(seed), whole=True) for seed in range(40)]
    refused = [str(r) for r in results if isinstance(r, Unreadable)]
    assert refused
    assert all("a coordinate is too large" in line for line in refused)
    for result in results:
        if isinstance(result, Printed):
            assert not isinstance(document_of(result.text), Unreadable)
    rounds = [run_round(xml, Dice(seed)) for seed in range(40)]
    assert any("a coordinate is too large" in str(r) for r in rounds)


def test_a_score_beyond_those_that_can_be_read_is_refused() -> None:
    xml = board(tile("EN", 0, 0, "1K"), tile("ES", 0, 1))
    high = xml.replace('player="1" score="0"', f'player="1" score="{MOST - 3}"')
    told = f"score of player 1: {MOST + 1} is too large"
    assert problem(run_next(high, Dice(1))) == told
    assert problem(run_next(high, Dice(1), pretty=True)) == told
    just = xml.replace('player="1" score="0"', f'player="1" score="{MOST - 4}"')
    assert scores(text(run_next(just, Dice(1))))[1] == MOST


# -- players without a score ---------------------------------------------------------------


def told(*tiles: str) -> tuple[str, ...]:
    result = run_round(board(*tiles, drawn=""), Dice(1))
    assert isinstance(result, Round)
    return result.sentences


def test_a_round_does_not_credit_players_who_have_no_score() -> None:
    assert told(tile("EN", 0, 0, "9K"), tile("ES", 0, 1)) == (
        "city of 2 tiles, complete: 4 points to nobody: player 9 has no score",
    )
    assert told(tile("EN", 0, 0, "9K"), tile("ES", 0, 1, "1K")) == (
        "city of 2 tiles, complete: 4 points to player 1, one knight; "
        "player 9 has as many but no score",
    )
    assert told(tile("EN", 0, 0, "9K"), tile("ES", 0, 1, "8K")) == (
        "city of 2 tiles, complete: 4 points to nobody: player 9 and player 8 have no score",
    )
    ring = [tile("BN", x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    assert told(*ring, tile("BN", 0, 0, "9M")) == (
        "cloister at (0, 0), complete: 9 points to nobody: player 9 has no score",
    )


# -- states of a size that no game has -----------------------------------------------------


LONG = [pytest.param(*shape, marks=pytest.mark.slow) for shape in ((1, 0), (0, 1))]


@pytest.mark.parametrize(("dx", "dy"), [(0.5, 0.5), *LONG])
def test_a_picture_near_the_limit_is_drawn_in_a_second_or_two(dx: float, dy: float) -> None:
    cells = LARGEST_PICTURE // 25
    wide = int(cells**dx) - 1
    high = int(cells**dy) - 1
    xml = board(tile("CN", 0, 0), tile("CN", max(wide, 0), max(high, 0)))
    drawing = text(run_draw(xml))
    lines = drawing.splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines) * len(lines[0]) == (max(wide, 0) + 1) * (max(high, 0) + 1) * 25
    assert drawing.count("*") == 50
    assert (lines[0][-1], lines[-1][0]) == ("*", "*")


def test_a_picture_beyond_the_limit_is_refused() -> None:
    xml = board(tile("CN", 0, 0), tile("CN", LARGEST_PICTURE // 25, 0))
    assert problem(run_draw(xml)) == ("a map of 800,001 by 1 tiles is too large to draw")


@pytest.mark.parametrize("size", [1_000, pytest.param(16_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("is_one", [True, False], ids=["of one", "of as many"])
def test_many_followers_in_one_feature_are_scored(size: int, *, is_one: bool) -> None:
    row = [tile("CN", x, 0, f"{1 if is_one else x}K") for x in range(size)]
    printed = text(run_next(board(*row), Dice(1)))
    assert isinstance(run_round(board(*row, drawn="E"), Dice(1)), Round)
    assert printed.count("<follower") == size


def test_a_city_of_many_players_is_told() -> None:
    ends = tile("EE", -1, 0, "1K"), tile("EW", 1_000, 0, "1K")
    edge = [tile("EN", x, -1) for x in range(1_000)]
    edge += [tile("ES", x, 1) for x in range(1_000)]
    row = [tile("CN", x, 0, f"{x + 10}K") for x in range(1_000)]
    result = run_round(board(*row, *edge, *ends, drawn=""), Dice(1))
    assert isinstance(result, Round)
    assert result.sentences[0].startswith("city of 3002 tiles, complete: 6004 points to")


@pytest.mark.parametrize("wide", [10, pytest.param(100, marks=pytest.mark.slow)])
@every_strategy
def test_every_strategy_moves_on_a_map_of_thousands_of_tiles(name: str, wide: int) -> None:
    square = [tile("BN", x, y) for x in range(wide) for y in range(0, 200, 2)]
    xml = board(*square, drawn="E")
    assert text(run_play(xml, Dice(1), strategy=STRATEGIES[name]))


@pytest.mark.parametrize("wide", [4, pytest.param(20, marks=pytest.mark.slow)])
def test_a_game_is_played_to_the_end_on_a_map_of_many_tiles(wide: int) -> None:
    square = [tile("BN", x, y) for x in range(wide) for y in range(0, 200, 2)]
    result = run_round(board(*square, drawn="E"), Dice(1), until_end=True)
    assert isinstance(result, Round)
    assert result.text.count("<tile") == 100 * wide + 18 + 10 + 2
