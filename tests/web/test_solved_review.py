"""After a solitaire: a solver says in the browser which move lost it, and what would have kept it."""

from collections.abc import Callable

from playwright.sync_api import expect

from browsing import Hand, Server


def test_the_capture_that_lost_is_named_with_what_was_better(
    hand: Callable[..., Hand], server: Server
) -> None:
    board = server.open(game="chess-solitaire", position=".N../.Q.R/P.../....")
    player = hand("mouse").sit(server.address(board))
    player.play("move_and_capture(2,4,2,2)")
    while player.now["outcome"] is None:
        player.play(player.moves[0]["event"])
    page = player.page
    page.get_by_role("button", name="Which moves were good?").first.click()
    dialog = page.get_by_role("dialog", name="Which moves were good?")
    expect(dialog.get_by_role("listitem")).to_have_count(1)
    expect(dialog).to_contain_text("A solver checks whether each position")
    expect(dialog).to_contain_text("Move 1: ")
    expect(dialog).to_contain_text("Better was: ")
    expect(dialog.get_by_role("columnheader")).to_have_count(0)  # nobody to compare with
