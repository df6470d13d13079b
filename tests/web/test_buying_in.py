"""Who has lost everything in a home game is asked: two buttons, and everybody sees the answer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import DESK, PHONE, Hand, Server, slow

SHORT = {"stack": "2", "players": "3", "hands": "60"}


def asked(*players: Hand) -> Hand:
    """Play on until one of them is asked."""
    while True:
        players[0].until(lambda: any(one.now["your_turn"] for one in players))
        acting = next(one for one in players if one.now["your_turn"])
        events = [gesture["event"] for gesture in acting.gestures]
        if "buy_in" in events:
            return acting
        if "show" in events:  # the page does so by itself
            acting.until(lambda one=acting: "show" not in str(one.gestures))  # type: ignore[misc]
            continue
        acting.arrive()
        acting.play(next(e for e in ("check", "call") if e in events))


@pytest.mark.slow
@pytest.mark.parametrize("size", [slow(DESK), PHONE], ids=["desk", "phone"])
def test_who_is_broke_buys_in_again_or_stays_out(
    hand: Callable[..., Hand], server: Server, size: dict[str, int]
) -> None:
    opened = server.open(
        game="holdem", preset="home_game", seed=9, options=SHORT,
        seats=["me", "friend", "bot:caller"],
    )  # fmt: skip
    mine, friend = hand("mouse", viewport=size), hand("mouse", viewport=size)
    mine.sit(server.address(opened))
    friend.sit(server.url + opened["invitations"][0]["path"])

    broke = asked(mine, friend)
    other = friend if broke is mine else mine
    page, seat = broke.page, broke.now["seat"]
    expect(page.get_by_text("A player who stays out gets no more hands.")).to_be_visible()
    expect(page.get_by_role("button", name="Stay out")).to_be_visible()
    place = f'.zone.seat[data-place="seat:{seat}"]'
    other.until(
        lambda: "nothing left" in (other.page.locator(place).get_attribute("aria-label") or "")
    )
    expect(other.page.get_by_role("button", name="Stay out")).to_have_count(0)
    before = broke.now["seq"]
    page.get_by_role("button", name="Buy in for 2").click()
    broke.until(lambda: broke.now["seq"] > before)
    other.until(lambda: any(e["event"] == "buy_in" for e in other.log))
    words = [e["words"] for e in other.log if e["event"] == "buy_in"]
    assert words

    broke = asked(mine, friend)
    other = friend if broke is mine else mine
    seat = broke.now["seat"]
    broke.page.get_by_role("button", name="Stay out").click()
    hand = other.now["scene"]["beside"]["heading"]
    other.until(
        lambda: (
            other.now["scene"]["beside"]["heading"] != hand
            or other.now["outcome"] is not None
            or other.now["your_turn"]
        )
    )
    assert any(e["event"] == "stay_out" for e in other.log)
    expect(broke.page.get_by_role("button", name="Sit out")).to_have_count(0)
    assert mine.problems == friend.problems == []
