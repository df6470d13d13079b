"""Playing alone: safe cards go home by themselves, moves are counted, the solution is shown on the
table, and puzzles of a pack earn stars. How a win is told: `test_whole_games.py`."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import Hand, Server
from ludex.games.chess_solitaire.solver.exact import ExactSolver
from ludex.games.chess_solitaire.solver.puzzles import decoded


@pytest.mark.slow
def test_safe_cards_follow_a_move_and_are_taken_back_with_it(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="freecell", deal=166)
    player = hand("mouse", follows=True).sit(server.address(table))
    page = player.page
    pace = page.locator(".pace")
    player.play("move_game_to_game(1,7,0)")  # an ace lies under it
    player.until(lambda: player.now["log_length"] == 2)
    expect(pace).to_contain_text("1 move")
    page.keyboard.press("u")
    player.until(lambda: player.now["log_length"] == 0)
    expect(pace).to_contain_text("0 moves")
    page.keyboard.press("Shift+U")
    player.until(lambda: player.now["log_length"] == 2)
    looked_at_below(page)
    shown_and_put_away(player, 2)


def looked_at_below(page: Page) -> None:
    """The right button shows a card that lies below others, and picks up nothing."""
    longest = max(range(8), key=lambda i: page.locator(f'.piece[data-zone="column:{i}"]').count())
    page.locator(f'.piece[data-zone="column:{longest}"]').first.hover(position={"x": 20, "y": 8})
    page.mouse.down(button="right")
    expect(page.locator(".piece.peeked")).to_have_count(1)
    page.mouse.up(button="right")
    expect(page.locator(".piece.peeked")).to_have_count(0)
    expect(page.locator(".piece.held")).to_have_count(0)


def shown_and_put_away(player: Hand, before: int) -> None:
    """The solution is played on the table, and goes without a trace."""
    page = player.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Show the solution").click()
    bar = page.get_by_role("group", name="The solution")
    bar.get_by_role("button", name="Pause").click()
    bar.get_by_role("button", name="One move forward").click()
    player.until(lambda: player.now["log_length"] > before)
    page.reload()  # who leaves while it is shown finds the own game again
    player.until(lambda: player.now["log_length"] == before)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Show the solution").click()
    bar.get_by_role("button", name="Pause").click()
    bar.get_by_role("button", name="One move forward").click()
    player.until(lambda: player.now["log_length"] > before)
    bar.get_by_role("button", name="Back to my game").click()
    player.until(lambda: player.now["log_length"] == before)
    expect(bar).to_have_count(0)


@pytest.mark.slow
def test_a_puzzle_of_a_pack_earns_stars_and_leads_to_the_next(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse")
    page = player.page
    page.goto(server.url)
    page.get_by_role("button", name="Puzzles: Chess Solitaire").click()
    page.get_by_role("button", name="Easy 1, 0 of 3 stars").click()
    expect(page.get_by_role("button", name="Easy, 1 of 100")).to_be_visible()
    player.until(lambda: player.message is not None)
    start = decoded(player.now["share"]["puzzle"])
    assert start is not None
    captures = ExactSolver().solution(start)
    assert captures
    player.play(str(captures[0]))
    page.get_by_role("button", name="Retry").click()
    player.until(lambda: player.now["log_length"] == 0)
    for event in captures:
        player.play(str(event))
    page.get_by_role("heading", name="You win!").wait_for()
    expect(page.locator(".outcome dl")).to_contain_text("★★☆")  # something was taken back
    page.get_by_role("button", name="Next puzzle").click()
    page.get_by_role("button", name="Easy, 2 of 100").click()
    expect(page.get_by_role("button", name="Easy 1, 2 of 3 stars")).to_be_visible()
    expect(page.locator("details").nth(1)).not_to_have_attribute("open", "")
    page.get_by_role("heading", name="Master").click()  # nothing is locked
    expect(page.get_by_role("button", name="Master 100, 0 of 3 stars")).to_be_visible()
