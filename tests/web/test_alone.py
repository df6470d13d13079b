"""Playing alone: safe cards go home by themselves, time and moves are counted, the solution is
shown on the table, and a win is told with what it was worth."""

import json
import re
from collections.abc import Callable
from functools import cache
from time import sleep
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect
from websockets.sync.client import connect

from browsing import Hand, Mouse, Server
from ludex.games import load
from ludex.games.freecell.homing import Sending, next_home, sent_home
from ludex.games.freecell.state import State
from ludex.kernel import Event, Unreadable
from ludex.play.starting import dealt
from ludex.solve.freecell import way_to_win
from ludex.solve.puzzles import decoded
from ludex.solve.solitaire import Solver

DEAL = 1
PATIENCE = 60_000  # the solver may have to be compiled first


@cache
def solved() -> tuple[tuple[Event[State], ...], list[State]]:
    """A way to win the deal, and the tables along it."""
    game = load("freecell").unchecked()
    state = dealt(game, game.start(), DEAL)
    assert not isinstance(state, Unreadable)
    way = way_to_win(state)
    states: list[State] = [state]
    for event in way:
        states.append(event.apply(states[-1]))
    return way, states


def played(server: Server, table: dict[str, Any], events: list[str]) -> None:
    """Make some moves of a table without a page."""
    url = f"{server.url.replace('http', 'ws')}/api/tables/{table['table']}/socket"
    with connect(url, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": table["token"]}))
        seq = json.loads(socket.recv(timeout=30))["seq"]
        for event in events:
            heard = {"type": "refusal", "text": "Too fast", "seq": seq}
            while heard["type"] == "refusal":  # no person plays as quickly as this
                assert heard["text"].startswith("Too fast"), heard
                socket.send(json.dumps({"type": "act", "seq": seq, "event": event}))
                heard = json.loads(socket.recv(timeout=30))
                if heard["type"] == "refusal":
                    sleep(0.2)
            seq = heard["seq"]


def test_safe_cards_follow_a_move_and_are_taken_back_with_it(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    way, states = solved()
    safe = [next_home(s, Sending.SAFE) is not None for s in states]
    first = next(i for i in range(len(way)) if not safe[i] and safe[i + 1])
    won = next(
        i
        for i in range(first + 1, len(way))
        if not safe[i] and sent_home(states[i + 1], Sending.SAFE).is_won
    )
    table = server.open(game="freecell", deal=DEAL)
    played(server, table, [str(event) for event in way[:first]])
    player = Mouse(context(follows=True)).sit(server.address(table))
    page = player.page
    player.play(str(way[first]))
    player.until(lambda: player.now["log_length"] == first + 2)
    pace = page.locator(".pace")
    expect(pace).to_contain_text(f"{first + 1} moves")
    page.keyboard.press("u")
    player.until(lambda: player.now["log_length"] == first)
    expect(pace).to_contain_text(f"{first} moves")
    page.keyboard.press("Shift+U")
    player.until(lambda: player.now["log_length"] == first + 2)

    looked_at_below(page)
    shown_and_put_away(player, first + 2)
    told_when_won(context, server, won)
    assert player.problems == []


def looked_at_below(page: Page) -> None:
    """The right button shows a card that lies below others, and picks up nothing."""
    longest = max(
        range(8), key=lambda i: page.locator(f'.piece[data-zone="column:{i}"]').count()
    )
    page.locator(f'.piece[data-zone="column:{longest}"]').first.hover(
        position={"x": 20, "y": 8}
    )
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
    bar.get_by_role("button", name="Pause").click(timeout=PATIENCE)
    bar.get_by_role("button", name="One move forward").click()
    player.until(lambda: player.now["log_length"] > before)
    page.reload()  # who leaves while it is shown finds the own game again
    player.until(lambda: player.now["log_length"] == before)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Show the solution").click()
    bar.get_by_role("button", name="Pause").click(timeout=PATIENCE)
    bar.get_by_role("button", name="One move forward").click()
    player.until(lambda: player.now["log_length"] > before)
    bar.get_by_role("button", name="Back to my game").click()
    player.until(lambda: player.now["log_length"] == before)
    expect(bar).to_have_count(0)


def told_when_won(
    context: Callable[..., BrowserContext], server: Server, last: int
) -> None:
    """One more move, the rest goes home by itself, and the next deal is a button away."""
    way, _ = solved()
    table = server.open(game="freecell", deal=DEAL)
    played(server, table, [str(event) for event in way[:last]])
    player = Mouse(context(follows=True)).sit(server.address(table))
    page = player.page
    player.play(str(way[last]))
    page.get_by_role("heading", name="You win!").wait_for()
    figures = page.locator(".outcome dl")
    expect(figures).to_contain_text(str(last + 1))
    expect(figures).to_contain_text("100 %")
    expect(page.get_by_role("button", name="This deal again")).to_be_visible()
    address = page.url
    page.get_by_role("button", name="Next deal").click()
    page.wait_for_url(lambda url: url != address)
    expect(page.locator(".status")).to_contain_text("0 moves")
    page.get_by_role("button", name="Lobby").first.click()
    figures = page.get_by_role("list", name="Statistics")
    expect(figures).to_contain_text(re.compile("Best time: 0:[0-5][0-9]"))
    assert player.problems == []


def test_a_puzzle_of_a_pack_earns_stars_and_leads_to_the_next(
    hand: Callable[[str], Hand], server: Server
) -> None:
    player = hand("mouse")
    page = player.page
    page.goto(server.url)
    page.get_by_role("button", name="Puzzles: Chess Solitaire").click()
    page.get_by_role("button", name="Easy 1, 0 of 3 stars").click()
    expect(page.get_by_role("button", name="Easy, 1 of 100")).to_be_visible()
    player.until(lambda: player.message is not None)
    game = load("chess-solitaire").unchecked()
    start = decoded(player.now["share"]["puzzle"])
    assert start is not None
    captures = Solver(game).solution(start)
    assert captures
    player.play(str(captures[0]))
    page.get_by_role("button", name="Retry").click()
    player.until(lambda: player.now["log_length"] == 0)
    for event in captures:
        player.play(str(event))
    page.get_by_role("heading", name="You win!").wait_for()
    expect(page.locator(".outcome dl")).to_contain_text(
        "★★☆"
    )  # something was taken back
    page.get_by_role("button", name="Next puzzle").click()
    page.get_by_role("button", name="Easy, 2 of 100").click()
    expect(page.get_by_role("button", name="Easy 1, 2 of 3 stars")).to_be_visible()
    expect(page.locator("details").nth(1)).not_to_have_attribute("open", "")
    page.get_by_role("heading", name="Master").click()  # nothing is locked
    expect(page.get_by_role("button", name="Master 100, 0 of 3 stars")).to_be_visible()
