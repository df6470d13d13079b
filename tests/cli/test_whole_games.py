"""Whole games in line mode, by a script in a pipe: every game to its end."""

from pathlib import Path

from commands import ludex
from games.russian_bank.bank import GAME as BANK
from games.russian_bank.bank import started
from games.russian_bank.greedy import choice
from ludex.games.chess_solitaire.solver.exact import ExactSolver
from ludex.games.freecell.solver import Ways
from ludex.kernel import CHANCE, Dice, Event, History, Seat
from ludex.language.position import read_position
from ludex.play.protocol.log import Header
from ludex.play.seating import Sitting, begin_game
from ludex.registry import load

OVER = "The game is over: "


def test_chess_solitaire(tmp_path: Path) -> None:
    game, line = load("chess-solitaire"), "NP.Q/.R.B/K.N./.P.."
    solution = ExactSolver().solution(read_position(game, line))  # type: ignore[arg-type]
    assert solution
    script = "".join(f"{event}\n" for event in solution)
    done = ludex("play", game.name, "--plain", "--position", line, stdin=script)
    assert f"{OVER}You win: one piece is left." in done.out
    assert "bishop on d3 takes knight on c2." in done.out


def test_freecell() -> None:
    game = load("freecell")
    event = game.read("deal(617)")
    assert isinstance(event, Event)
    state, script = game.after(game.start(), event), []
    while game.outcome(state) is None:
        found = next(iter(Ways().way(state)), None)
        assert found is not None
        script.append(str(found))
        state = game.after(state, found)
    done = ludex("play", "freecell", "--plain", "--deal", "617", stdin="\n".join(script) + "\n")
    assert OVER in done.out
    assert "\nA♥ home.\n" in done.out


def test_carcassonne_against_a_bot() -> None:
    done = ludex(
        "play", "carcassonne", "--preset", "standard", "--plain", "--bot", "random@2", "--seed", "3",
        stdin="1\n" * 40,
    )  # fmt: skip
    assert OVER in done.out
    assert "player 1: Lay " in done.out
    assert "player 2: Lay " in done.out
    assert "points" in done.out


def test_holdem_against_two_bots() -> None:
    done = ludex(
        "play", "holdem", "--plain", "--players", "3", "--option", "hands=3",
        "--bot", "random", "--seed", "5", stdin="call\ncheck\nfold\n" * 60,
    )  # fmt: skip
    assert OVER in done.out
    assert "player 2: " in done.out


def test_russian_bank_against_a_bot(tmp_path: Path) -> None:
    """The same seed gives the same bot, so a game can be written down beforehand."""
    header = Header("russian-bank", 10, ("person", "random"), "", None, {"match_target": "none"})
    sitting = begin_game(BANK, header, tmp_path)
    assert isinstance(sitting, Sitting)
    table, dice, script = sitting.table, Dice(7), []
    assert started() == table.state
    while not table.is_over:
        list(table.advance())
        if not table.is_over:
            assert table.turn not in (CHANCE, *table.bots)
            event = choice(table.state, list(table.view(Seat(0)).legal), dice)
            assert table.act(Seat(0), event) is None
            script.append(str(event))
    sitting.leave()
    done = ludex(
        "play", "russian-bank", "--plain", "--option", "match_target=none",
        "--bot", "random@2", "--seed", "10", "--save-dir", str(tmp_path / "x"),
        stdin="\n".join(script) + "\n",
    )  # fmt: skip
    assert f"{OVER}player 1 wins" in done.out
    assert isinstance(table.history, History)
    assert done.out.count("(compulsory)") > 10
