"""After a game the browser shows which moves lost most, what was luck, and the table as it was before them."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accessible import serious
from browsing import Hand, Server

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files

"""Milliseconds: a process has to start that looks at every move."""

WISH = {"game": "holdem", "preset": "cash", "seed": 4, "open_hands": True}
OPTIONS = {"hands": "1", "players": "2"}


def test_a_game_is_looked_back_at_in_the_browser(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse", bypass_csp=True)
    made = server.open(**WISH, options=OPTIONS, seats=["me", "bot:caller"])
    player.sit(server.address(made))
    while player.my_turn():
        offered = {gesture["event"] for gesture in player.gestures}
        player.play(next(e for e in ("check", "call", "show") if e in offered))
    page = player.page
    page.get_by_role("button", name="Which moves were good?").click()
    dialog = page.get_by_role("dialog")
    # A head and two players; it is looked at in parts, until nothing is left.
    expect(dialog.get_by_role("row")).to_have_count(3)
    expect(dialog.get_by_text("Reviewing …")).to_have_count(0)
    graph = dialog.get_by_label("The standing over time")
    expect(graph).to_be_visible()
    assert serious(page) == []
    graph.locator("svg").click()
    expect(page.get_by_label("Watch it again").first).to_be_visible()
    expect(dialog).to_have_count(0)
    assert player.problems == []
