"""How a hand ends on the page: street by street, with what is usual done by itself."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from browsing import Hand, Server, serving_here

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files

WATCH = """() => {
    window.boards = [];
    const look = () => {
        const cards = document.querySelectorAll('.piece[data-zone="board"]').length;
        if (cards !== window.boards.at(-1)) window.boards.push(cards);
    };
    new MutationObserver(look).observe(document.querySelector("main"), { childList: true, subtree: true });
    look();
}"""


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that pauses, if only for a moment, where people want to see something."""
    with serving_here(tmp_path_factory.mktemp("web") / "games.db", pause=0.1) as server:
        yield server


def decides(player: Hand) -> bool:
    """Wait for a decision that no habit takes; False when the game is over."""
    player.until(
        lambda: bool(
            player.now["outcome"]
            or (player.now["your_turn"] and player.gestures[0]["event"] != "show")
        )
    )
    player.arrive()
    return player.now["outcome"] is None


def test_an_all_in_runs_out_street_by_street_and_the_usual_hand_is_shown(
    hand: Callable[..., Hand], unhurried: Server
) -> None:
    player = hand("mouse", follows=True)
    options = {"hands": "2", "players": "2"}
    opened = unhurried.open(
        game="holdem", preset="cash", seed=9, options=options, seats=["me", "bot:caller"]
    )  # fmt: skip
    player.sit(unhurried.address(opened))
    page = player.page
    # The first hand is called to the end: nobody has to press Show or Muck.
    while decides(player) and player.now["scene"]["beside"]["heading"][5] == "1":
        events = [g["event"] for g in player.gestures]
        player.play("check" if "check" in events else "call")
    entries = page.locator(".log li")
    page.get_by_role("button", name="Log", exact=True).click()
    expect(
        entries.filter(has_text="shows").or_(entries.filter(has_text="Muck")).first
    ).to_be_attached()
    # In the second everything goes in.
    page.evaluate(WATCH)
    most = next(g["amount"]["high"] for g in player.gestures if g["amount"])
    player.play("raise_to({})", most)
    player.until(lambda: player.now["outcome"] is not None)
    player.arrive()
    assert page.evaluate("window.boards") == [0, 3, 4, 5]
    expect(page.get_by_role("region", name="The game is over")).to_be_visible()
