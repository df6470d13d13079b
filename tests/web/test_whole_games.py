"""Every game in a real browser: by mouse, by keyboard alone, by touch on a phone.

The solitaires are won, Carcassonne and hold'em are played to their ends, Russian Bank, which
is long, to a fixed point: each by one hand, and in the slow tests by the others too.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import Gesture, Hand, Server
from ludex.games.chess_solitaire.solver.exact import ExactSolver
from ludex.kernel import Dice
from ludex.language.position import read_position
from ludex.registry import load

KINDS = ("mouse", "keys", "touch")


def by(one: str) -> pytest.MarkDecorator:
    """This hand, and the others where there is time."""
    others = [kind for kind in KINDS if kind != one]
    slow = [pytest.param(kind, marks=pytest.mark.slow) for kind in others]
    return pytest.mark.parametrize("kind", [one, *slow])


BOARD = "NP.Q/.R.B/K.N./.P.."
CAUTION = 6
"""So many decisions are made before everything is bet."""

DEAL = 166
WAY = [
    "game_to_game(1,7,0)",
    "game_to_game(1,2,6)",
    "game_to_game(1,2,6)",
    "game_to_game(3,0,4)",
    "game_to_game(1,5,3)",
    "game_to_free(5,0)",
    "game_to_game(1,5,7)",
    "game_to_game(2,7,5)",
    "game_to_home(7,2)",
    "game_to_game(1,7,6)",
    "game_to_free(2,1)",
    "game_to_game(1,2,4)",
    "game_to_game(1,2,5)",
    "game_to_game(4,6,5)",
    "game_to_game(1,6,0)",
    "game_to_game(1,7,0)",
    "game_to_game(5,4,2)",
    "game_to_game(3,0,7)",
    "game_to_game(1,0,7)",
    "game_to_game(2,3,0)",
    "game_to_free(3,2)",
    "game_to_home(6,0)",
    "game_to_game(1,4,3)",
    "game_to_home(4,2)",
    "game_to_home(4,3)",
    "game_to_game(4,0,4)",
    "game_to_home(7,0)",
    "game_to_game(2,3,0)",
    "game_to_home(3,1)",
    "game_to_free(6,0)",
    "game_to_game(1,1,6)",
    "game_to_home(0,3)",
    "game_to_home(1,1)",
]
"""A way to win the deal, where safe cards go home by themselves."""


@by("mouse")
def test_a_freecell_deal_is_won(kind: str, hand: Callable[..., Hand], server: Server) -> None:
    table = server.open(game="freecell", deal=DEAL)
    player = hand(kind, follows=True).sit(server.address(table))
    for move in WAY:
        player.play(f"move_{move}")
        player.until(lambda: not any(g.get("harmless") for g in player.gestures))
        player.arrive()
    assert player.now["outcome"]["winners"] == [1]
    page = player.page
    page.get_by_role("heading", name="You win!").wait_for()
    # It is told with what it was worth, and the next deal is a button away.
    figures = page.locator(".outcome dl")
    expect(figures).to_contain_text(str(len(WAY)))
    expect(figures).to_contain_text("100 %")
    expect(page.get_by_role("button", name="This deal again")).to_be_visible()
    address = page.url
    page.get_by_role("button", name="Next deal").click()
    page.wait_for_url(lambda url: url != address)
    expect(page.locator(".status")).to_contain_text("0 moves")
    page.get_by_role("button", name="Lobby").first.click()
    best = page.get_by_role("list", name="Statistics")
    expect(best).to_contain_text(re.compile("Best time: [0-9]:[0-5][0-9]"))


@by("touch")
def test_a_chess_solitaire_puzzle_is_won(
    kind: str, hand: Callable[..., Hand], server: Server
) -> None:
    game = load("chess-solitaire").unchecked()
    captures = ExactSolver().solution(read_position(game, BOARD))  # type: ignore[arg-type]
    assert captures
    table = server.open(game="chess-solitaire", position=BOARD)
    player = hand(kind).sit(server.address(table))
    for event in captures:
        player.play(str(event))
    player.page.get_by_role("heading", name="You win!").wait_for()


@by("keys")
def test_carcassonne_is_played_to_its_end(
    kind: str, hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", seats=["me", "bot:random"], seed=3)
    player, dice = hand(kind).sit(server.address(table)), Dice(seed=4)
    laid = 0
    while player.my_turn():
        player.play(dice.choice(player.moves)["event"])
        laid += 1
    assert laid == 18
    assert len([z for z in player.now["scene"]["zones"] if z["region"] == "map"]) == 36
    player.page.get_by_role("region", name="The game is over").wait_for()


@pytest.mark.slow
def test_the_base_game_of_carcassonne_is_played_to_its_end(
    hand: Callable[..., Hand], server: Server
) -> None:
    """Of thirty tiles, so that a hand has done it in a while; with a thief on a road."""
    table = server.open(
        game="carcassonne", preset="base", seats=["me", "bot:random"], options={"length": "30"}
    )  # fmt: skip
    player, dice, thieves = hand("mouse").sit(server.address(table)), Dice(seed=4), 0
    while player.my_turn():
        roads = [g for g in player.moves if g["choices"][1].startswith("thief")]
        move = dice.choice(roads if roads and not thieves else player.moves)
        thieves += move in roads
        player.play(move["event"])
    assert thieves
    assert player.zone("bag")["caption"] == "0 left"
    player.page.get_by_role("region", name="The game is over").wait_for()


@by("touch")
def test_holdem_is_played_until_one_has_everything(
    kind: str, hand: Callable[..., Hand], server: Server
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


@by("mouse")
def test_russian_bank_is_played_for_some_turns(
    kind: str, hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="russian-bank", seats=["me", "bot:random"], seed=6)
    player, dice = hand(kind).sit(server.address(table)), Dice(seed=7)
    for _ in range(15):
        if not player.my_turn():
            break
        player.play(_forward(player.moves, dice)["event"])
    mine = player.page.locator('[data-place="hand:1"]')
    assert "your hand" in (mine.get_attribute("aria-label") or "")
    assert player.now["log_length"] >= 15


def _forward(moves: list[Gesture], dice: Dice) -> Gesture:
    """What brings the game on: foundations, then the hand, then anything."""
    home = [g for g in moves if (g["drop"] or "").startswith("foundation")]
    turn = [g for g in moves if g["event"] in ("turn_hand", "discard", "pass")]
    reserve = [g for g in moves if (g["pick"] or "").startswith("reserve")]
    return dice.choice(home or reserve or turn or moves)
