"""Whole games through the terminal table, from the deal to the result, by keys alone."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.russian_bank.greedy import choice
from ludex.games.chess_solitaire.solver.exact import ExactSolver
from ludex.games.freecell.solver import Ways
from ludex.kernel import Dice, Event
from ludex.language.position import position_line, read_position
from ludex.play.saved import Saved, read_saved
from ludex.registry import load
from ludex.table import looks_of
from ludex.tui.board.cursor import Arrow
from playing import event_of, random_history
from terminal_table import LARGE, SMALL, Player, game_header, played, result

Choose = Callable[[Any, list[Event[Any]]], Event[Any]]


async def played_on(player: Player, choose: Choose, most: int = 600) -> int:
    """Play by keys until the game is over, or for a while; how many events the person made."""
    made = 0
    table = player.table.table
    while not table.is_over and made < most:
        assert table.turn in table.people
        view = table.view(table.turn)
        await player.makes(choose(view.shown, list(view.legal)))
        made += 1
    return made


async def to_the_end(player: Player, choose: Choose) -> int:
    """Play by keys until the game is over; how many events the person made."""
    made = await played_on(player, choose)
    assert player.table.table.is_over
    return made


def saved_in(folder: Path) -> Saved:
    (path,) = folder.glob("*.jsonl")
    saved = read_saved(path)
    assert isinstance(saved, Saved)
    return saved


def test_a_chess_solitaire_puzzle_is_solved_with_the_arrow_keys(tmp_path: Path) -> None:
    game = load("chess-solitaire")
    line = "NP.Q/.R.B/K.N./.P.."
    ways = {
        Arrow.UP: "up",
        Arrow.DOWN: "down",
        Arrow.LEFT: "left",
        Arrow.RIGHT: "right",
    }

    def steps(here: str, there: str) -> list[str]:
        (r, c), (row, col) = (map(int, key.split(",")) for key in (here, there))
        down = [ways[Arrow.DOWN if row > r else Arrow.UP]] * abs(row - r)
        return down + [ways[Arrow.RIGHT if col > c else Arrow.LEFT]] * abs(col - c)

    async def script(player: Player) -> None:
        solution = ExactSolver().solution(read_position(game, line))  # type: ignore[arg-type]
        assert solution
        for event in solution:
            gesture = looks_of(game).gesture(player.table.table.state, event)
            cursor = player.table.selection.cursor
            assert cursor is not None
            assert gesture.pick is not None
            assert gesture.drop is not None
            await player.types(*steps(cursor.zone, gesture.pick), "enter")
            assert gesture.drop in player.table.board.pointing.legal
            await player.types(*steps(gesture.pick, gesture.drop), "enter")
        assert "You have won." in result(player)

    played(tmp_path, game_header("chess-solitaire", position=line), script)
    assert len(saved_in(tmp_path).lines) == 7  # eight pieces, one is left


LATE = (
    "rules=freecell homes=3D/5H/2S/2C cells=6D/4C/7D/- columns=KS/KHQCJHTS9H/"
    "KCQDJCTH9S/JS8C4D8H7C6H5S/5D4S/KDQSJDTC9D8S7H/6S6CQH/3S5C7S3CTD9C8D"
)
FROM_THERE = [
    "move_game_to_game(1,6,0)",
    "move_game_to_game(2,4,6)",
    "move_game_to_game(4,3,2)",
    "autoplay(all)",
    "move_free_to_game(2,3)",
    "move_game_to_game(3,7,4)",
    "autoplay(all)",
    "move_game_to_game(1,7,4)",
    "autoplay(all)",
]


def test_a_freecell_deal_is_won_when_the_last_cards_go_home(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        left = iter(FROM_THERE)
        made = await to_the_end(player, lambda *_: event_of(game, next(left)))
        assert made == len(FROM_THERE)
        assert "You have won." in result(player)

    game = load("freecell")
    played(tmp_path, game_header("freecell", position=LATE), script)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
def test_a_freecell_deal_is_won(tmp_path: Path, size: tuple[int, int]) -> None:
    def solving(shown: Any, legal: list[Event[Any]]) -> Event[Any]:
        home = [event for event in legal if str(event) == "autoplay(all)"]
        found = next(iter(Ways().way(shown)), None)
        assert found is not None
        return home[0] if home else found

    async def script(player: Player) -> None:
        await to_the_end(player, solving)
        assert "You have won." in result(player)

    played(tmp_path, game_header("freecell", seed=4), script, size)


async def empty_the_bag(player: Player) -> None:
    dice = Dice(2)
    made = await to_the_end(player, lambda _, legal: dice.choice(legal))
    assert made
    page = result(player)
    assert "player 1 (you): " in page
    assert "How it came about" in page
    assert "points" in page


def test_the_last_tiles_of_carcassonne_are_laid_against_a_bot(tmp_path: Path) -> None:
    game = load("carcassonne")
    late = random_history(game, 3, 1000).steps[-8].state
    header = game_header("carcassonne", "random", position=position_line(game, late))
    played(tmp_path, header, empty_the_bag)


@pytest.mark.slow
def test_carcassonne_is_played_against_a_bot_until_the_bag_is_empty(
    tmp_path: Path,
) -> None:
    played(tmp_path, game_header("carcassonne", "random", seed=3), empty_the_bag)
    placed = [line.event for line in saved_in(tmp_path).lines]
    assert sum(str(event).startswith("place_tile") for event in placed) == 36


BANK = game_header("russian-bank", "random", seed=10, options={"match_target": "none"})


def test_russian_bank_is_played_for_some_turns(tmp_path: Path) -> None:
    dice = Dice(7)

    async def script(player: Player) -> None:
        made = await played_on(player, lambda s, legal: choice(s, legal, dice), 12)
        assert made == 12

    played(tmp_path, BANK, script)
    assert len(saved_in(tmp_path).lines) >= 12


@pytest.mark.slow
def test_russian_bank_is_played_from_the_deal_to_the_last_card(tmp_path: Path) -> None:
    dice = Dice(7)

    async def script(player: Player) -> None:
        made = await to_the_end(player, lambda s, legal: choice(s, legal, dice))
        assert made > 100
        assert "player 1 wins" in result(player)

    played(tmp_path, BANK, script)


def test_holdem_is_played_hand_after_hand_until_all_are_played(tmp_path: Path) -> None:
    def cautious(_: Any, legal: list[Event[Any]]) -> Event[Any]:
        """Check or call, bet the least now and then: a slider is asked for it."""
        names = {event.name: event for event in reversed(legal)}
        wanted = ("check", "call", "show", "muck", "fold")
        return next(names[name] for name in wanted if name in names)

    async def script(player: Player) -> None:
        made = await to_the_end(player, cautious)
        assert made >= 4
        assert "player 1 (you): " in result(player)

    header = game_header(
        "holdem", "random", "random", seed=5, options={"players": "3", "hands": "4"}
    )
    played(tmp_path, header, script)
