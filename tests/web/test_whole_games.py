"""Every game in a real browser: by mouse, by keyboard alone, by touch on a phone.

The solitaires are won, Carcassonne and hold'em are played to their ends, Russian Bank, which
is long, to a fixed point. A long game is played to its end by one hand and begun by the
others; the slow tests play it to its end by those too.
"""

from collections.abc import Callable
from functools import cache

import pytest

from browsing import Gesture, Hand, Server
from ludex.games import load
from ludex.kernel import Dice, Unreadable
from ludex.play.starting import dealt
from ludex.solve.freecell import Solved, verdict
from ludex.solve.freecell.hints import on_the_rulebook
from ludex.solve.solitaire import Solver

KINDS = ("mouse", "keys", "touch")
HANDS = pytest.mark.parametrize("kind", KINDS)
BEGUN = 6
"""Moves of a game that is only begun."""


def to_the_end_by(one: str) -> pytest.MarkDecorator:
    """Every hand, and how many moves it makes: all of them, or some."""
    others = [kind for kind in KINDS if kind != one]
    return pytest.mark.parametrize(
        ("kind", "most"),
        [
            pytest.param(one, None, id=one),
            *(pytest.param(kind, BEGUN, id=f"{kind}-begins") for kind in others),
            *(
                pytest.param(kind, None, id=kind, marks=pytest.mark.slow)
                for kind in others
            ),
        ],
    )


BOARD = "NP.Q/.R.B/K.N./.P.."
DEAL = 58
CAUTION = 6
"""So many decisions are made before everything is bet."""


@cache
def solution() -> list[str]:
    """The moves that win the deal."""
    game = load("freecell").unchecked()
    state = dealt(game, game.start(), DEAL)
    assert not isinstance(state, Unreadable)
    found = verdict(state)
    assert isinstance(found, Solved)
    return [str(event) for event in on_the_rulebook(state, found).events]


@to_the_end_by("mouse")
def test_a_freecell_deal_is_won(
    kind: str, most: int | None, hand: Callable[[str], Hand], server: Server
) -> None:
    table = server.open(game="freecell", deal=DEAL)
    player = hand(kind).sit(server.address(table))
    for event in solution()[:most]:
        if player.now["outcome"] is None:  # the last cards may go home by themselves
            player.play(event)
    if most is not None:
        return
    assert player.now["outcome"]["winners"] == [1]
    player.page.get_by_role("heading", name="You win!").wait_for()


@HANDS
def test_a_chess_solitaire_puzzle_is_won(
    kind: str, hand: Callable[[str], Hand], server: Server
) -> None:
    game = load("chess-solitaire").unchecked()
    captures = Solver(game).solution(game.read_position(BOARD))
    assert captures
    table = server.open(game="chess-solitaire", position=BOARD)
    player = hand(kind).sit(server.address(table))
    for event in captures:
        player.play(str(event))
    player.page.get_by_role("heading", name="You win!").wait_for()


@to_the_end_by("keys")
def test_carcassonne_is_played_to_its_end(
    kind: str, most: int | None, hand: Callable[[str], Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", seats=["me", "bot:random"], seed=3)
    player, dice = hand(kind).sit(server.address(table)), Dice(seed=4)
    laid = 0
    while laid != most and player.my_turn():
        player.play(dice.choice(player.moves)["event"])
        laid += 1
    if most is not None:
        return
    assert laid == 18
    assert len([z for z in player.now["scene"]["zones"] if z["region"] == "map"]) == 36
    player.page.get_by_role("region", name="The game is over").wait_for()


@to_the_end_by("touch")
def test_the_base_game_of_carcassonne_is_played_to_its_end(
    kind: str, most: int | None, hand: Callable[[str], Hand], server: Server
) -> None:
    """Of thirty tiles, so that hands have done it in a while; with a thief on a road."""
    table = server.open(
        game="carcassonne", preset="base", seats=["me", "bot:random"], options={"length": "30"}
    )  # fmt: skip
    player, dice, thieves = hand(kind).sit(server.address(table)), Dice(seed=4), 0
    laid = 0
    while (most is None or laid < most or not thieves) and player.my_turn():
        roads = [g for g in player.moves if g["choices"][1].startswith("thief")]
        move = dice.choice(roads if roads and not thieves else player.moves)
        thieves += move in roads
        player.play(move["event"])
        laid += 1
    assert thieves
    if most is not None:
        return
    assert player.zone("bag")["caption"] == "0 left"
    player.page.get_by_role("region", name="The game is over").wait_for()


@HANDS
def test_holdem_is_played_until_one_has_everything(
    kind: str, hand: Callable[[str], Hand], server: Server
) -> None:
    seats = ["me", "bot:random"]
    table = server.open(game="holdem", preset="heads_up", seats=seats, seed=8)
    player, bets = hand(kind).sit(server.address(table)), []
    for n in range(60):
        if not player.my_turn():
            break
        move, amount = _chosen(player.moves, n)
        bets += [amount] * (amount is not None)
        player.play(move["event"], amount)
    assert n >= CAUTION
    assert len(bets) >= 2
    assert player.now["outcome"]["scores"] == [500, -500]
    player.page.get_by_role("heading", name="You win!").wait_for()


def _chosen(moves: list[Gesture], n: int) -> tuple[Gesture, int | None]:
    """Check or call, once bet the least there is; later everything there is."""
    sliders = [g for g in moves if g["amount"]]
    if sliders and n == CAUTION // 2:
        return sliders[0], sliders[0]["amount"]["low"]
    if sliders and n >= CAUTION:
        return sliders[0], sliders[0]["amount"]["high"]
    quiet = [g for g in moves if g["words"].split()[0] in ("Check", "Call", "Muck")]
    return (quiet or moves)[0], None


@to_the_end_by("mouse")
def test_russian_bank_is_played_for_some_turns(
    kind: str, most: int | None, hand: Callable[[str], Hand], server: Server
) -> None:
    table = server.open(game="russian-bank", seats=["me", "bot:random"], seed=6)
    player, dice = hand(kind).sit(server.address(table)), Dice(seed=7)
    for _ in range(most or 25):
        if not player.my_turn():
            break
        player.play(_forward(player.moves, dice)["event"])
    mine = player.page.locator('[data-place="hand:1"]')
    assert "your hand" in (mine.get_attribute("aria-label") or "")
    assert player.now["log_length"] >= (most or 25)


def _forward(moves: list[Gesture], dice: Dice) -> Gesture:
    """What brings the game on: foundations, then the hand, then anything."""
    home = [g for g in moves if (g["drop"] or "").startswith("foundation")]
    turn = [g for g in moves if g["event"] in ("turn_hand", "discard", "pass")]
    reserve = [g for g in moves if (g["pick"] or "").startswith("reserve")]
    return dice.choice(home or reserve or turn or moves)
