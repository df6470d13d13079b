"""Sitting out is seen by everybody at the table, lasts when the page is loaded again, and ends
with one press."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import DESK, PHONE, Hand, Server, slow

CASH = {"game": "holdem", "preset": "cash", "seed": 9}


def plate(page: Page, seat: int) -> str:
    """What is read aloud of a seat."""
    place = page.locator(f'.zone.seat[data-place="seat:{seat}"]')
    return place.get_attribute("aria-label") or ""


def notes(page: Page) -> list[str]:
    """What is seen at the seats of those who sit out."""
    found: list[str] = page.locator(".label.seat.out .notes").all_inner_texts()
    return [note for note in found if "sitting out" in note]


@pytest.mark.slow
@pytest.mark.parametrize("size", [slow(DESK), PHONE], ids=["desk", "phone"])
def test_others_see_who_sits_out_until_they_are_back(
    hand: Callable[..., Hand], server: Server, size: dict[str, int]
) -> None:
    opened = server.open(**CASH, options={"players": "3"}, seats=["me", "friend", "bot:caller"])  # fmt: skip
    mine, friend = hand("mouse", viewport=size), hand("mouse", viewport=size)
    mine.sit(server.address(opened))
    friend.sit(server.url + opened["invitations"][0]["path"])
    mine.until(lambda: mine.now["turn"] > 0)
    leave_the_turn_to(mine, friend)
    friend.page.get_by_role("button", name="Sit out").click()
    mine.until(lambda: "sitting out" in plate(mine.page, 2))
    assert len(notes(mine.page)) == len(notes(friend.page)) == 1
    expect(mine.page.locator("[aria-live]").first).to_be_attached()
    back = friend.page.get_by_role("button", name="I'm back")
    expect(back).to_be_visible()

    friend.page.reload()
    friend.page.locator("main[data-seq]").wait_for()
    expect(back).to_be_visible()
    mine.until(lambda: bool(mine.now["seats"][1]["here"]))
    assert "sitting out" in plate(mine.page, 2)

    # The table goes on: the hands of whoever sits out are folded.
    before = mine.now["log_length"]
    while mine.now["log_length"] < before + 12:
        mine.my_turn()
        mine.arrive()
        events = [gesture["event"] for gesture in mine.gestures]
        mine.play(next(e for e in ("check", "call", "show") if e in events))

    back.click()
    mine.until(lambda: "sitting out" not in plate(mine.page, 2))
    assert notes(mine.page) == []
    expect(back).to_have_count(0)
    friend.until(lambda: not friend.now["seats"][1].get("out"))
    friend.page.reload()
    friend.page.locator("main[data-seq]").wait_for()
    assert "sitting out" not in plate(mine.page, 2)
    assert mine.problems == friend.problems == []


def leave_the_turn_to(mine: Hand, friend: Hand) -> None:
    """Who sits out decides so while another is to act."""
    if friend.now["your_turn"]:
        friend.arrive()
        friend.play("call")
    friend.until(lambda: not friend.now["your_turn"])
    mine.until(lambda: mine.now["turn"] > 0)
