"""While a game is played nothing on the page jumps: what moves, glides."""

import random
from collections.abc import Callable

import pytest

from browsing import PLAYED, Hand, Server

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files

MOVES = 6
SEEN = 0.001
"""Less than this no eye sees: a sign that moves by four pixels is a hundredth of it."""

WATCH = """() => {
  window.shifts = [];
  new PerformanceObserver((all) => {
    for (const e of all.getEntries()) window.shifts.push([e.value, e.sources.map((s) => s.node?.outerHTML?.slice(0, 90) ?? "")]);
  }).observe({ type: "layout-shift" });
}"""


@pytest.mark.parametrize("game", PLAYED)
def test_nothing_jumps_while_a_game_is_played(
    game: str, hand: Callable[..., Hand], server: Server
) -> None:
    dice = random.Random(7)
    player = hand("mouse")
    player.sit(server.address(server.open(**PLAYED[game])))
    player.my_turn()
    player.page.evaluate(WATCH)
    for _ in range(MOVES):
        if not player.my_turn() or not player.moves:
            break
        likely = [g for g in player.moves if g["event"] != "fold"] or player.moves
        player.play(dice.choice(likely)["event"])
    player.page.wait_for_timeout(500)  # they are told in batches
    shifts = player.page.evaluate("window.shifts")
    assert sum(shift[0] for shift in shifts) < SEEN, shifts
