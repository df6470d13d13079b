"""Line mode in words: moves as players write them, choices once, who it is that says something."""

import pytest

from ludex.kernel import Dice, Event, Game, History, Unreadable
from ludex.language.position import read_position
from ludex.play.line import LineMode
from ludex.play.shorthand import shorthand_of
from ludex.play.table import Table
from ludex.registry import load


def told(
    game: Game[object], start: object, *answers: str, seed: int = 1
) -> tuple[list[str], Table]:
    table = Table(History(game, start), Dice(seed), {})
    lines, heard = iter(answers), list[str]()
    LineMode(table, lambda _: next(lines, None), heard.append, lambda: "").play()
    return heard, table


@pytest.fixture
def dealt() -> tuple[Game[object], object]:
    game = load("freecell")
    state = game.start.varied(None, {})
    assert not isinstance(state, Unreadable)
    event = game.read("deal(1)")
    assert isinstance(event, Event), event
    return game, game.after(state, event)


def test_moves_are_typed_as_players_write_them(
    dealt: tuple[Game[object], object],
) -> None:
    heard, table = told(*dealt, "3a", "undo", "2a", "bogus", "ab", "81", "quit")
    assert [str(event) for event in table.history.journal] == ["move_game_to_free(1,0)"]
    assert "2♥ to free cell 1." in heard
    assert "9♣ to free cell 1." in heard
    assert any(line.startswith("no event 'bogus'") for line in heard)
    assert "No: No card goes from a to b" in heard
    assert sum(line.startswith("No: ") for line in heard) == 2


def test_only_a_number_is_looked_up_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = []
    made = LineMode._choices
    monkeypatch.setattr(LineMode, "_choices", lambda mode: listed.append(1) or made(mode))
    game = load("chess-solitaire")
    start = read_position(game, "R..R/..../..../....")
    heard, table = told(game, start, "bogus", "move_and_capture(1,1,1,4)", "quit")
    assert table.history.length == 1
    assert listed == []
    heard, table = told(game, start, "7", "1", "quit")
    assert table.history.length == 1
    assert len(listed) == 2
    assert any("7" in line for line in heard)


@pytest.mark.parametrize("name", ["freecell", "chess-solitaire", "holdem", "carcassonne"])
def test_help_shows_an_event_of_this_game(name: str) -> None:
    game = load(name)
    heard, _table = told(game, game.start(), "help", "quit")
    (line,) = [line for line in heard if line.startswith("Type a move as")]
    sample = line.removesuffix(".").rpartition(" ")[2]
    assert isinstance(game.read(sample), Event)


def test_the_list_names_moves_as_they_are_typed(
    dealt: tuple[Game[object], object],
) -> None:
    heard, _ = told(*dealt, "legal", "quit")
    assert any(line.split()[:2] == ["1a", "6♠"] for line in heard)
    assert not any(line.split()[0].isdigit() for line in heard if "[move" in line)


def test_a_cloister_that_lies_four_ways_alike_is_listed_once() -> None:
    game = load("carcassonne")
    start = game.start.varied("standard", {})
    assert not isinstance(start, Unreadable), start
    for text in ("draw_tile(E)", "place_tile(0,0,N,none)", "draw_tile(B)"):
        event = game.read(text)
        assert isinstance(event, Event)
        start = game.after(start, event)
    heard, _ = told(game, start, "legal", "quit")
    below = [line for line in heard if "at (0, -1)" in line]
    assert [line.partition("(0, -1), ")[2].partition(" [")[0] for line in below] == [
        "no meeple",
        "farmer",
        "monk",
    ]


def test_a_player_is_told_what_the_own_hand_is_worth() -> None:
    game = load("holdem")
    start = game.start.varied(None, {"players": "2"})
    heard, _ = told(game, start, "quit", seed=3)
    assert any(line.startswith("You have ") for line in heard)
    assert not any("deal_" in line for line in heard)


def test_who_resigns_is_said() -> None:
    game = load("russian-bank")
    heard, _ = told(game, game.start.varied(None, {}), "legal", "quit")
    for number in (1, 2):
        resigning = [line for line in heard if f"[resign({number})]" in line]
        assert len(resigning) == 1
        assert f"player {number}: Resign" in resigning[0]


def test_every_move_is_read_back_as_it_is_written(
    dealt: tuple[Game[object], object],
) -> None:
    game, state = dealt
    shorthand = shorthand_of(game)
    assert shorthand is not None
    dice = Dice(3)
    for _ in range(60):
        moves = [e for e in game.legal(state, game.turn(state)) if "move" in str(e)]
        if not moves:
            break
        for move in moves:
            short = shorthand.write(state, move)
            assert short is not None
            meant = shorthand.read(state, short)
            assert isinstance(meant, Event)
            # Of several empty homes any is meant.
            same = "home" in move.name
            assert meant.name == move.name if same else meant == move
        state = game.after(state, dice.choice(moves))
