"""People at one table: a quick match, the clock, talk and peace from it, and the game seen again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browsing import PHONE, Server

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files


def lobby(context: BrowserContext, server: Server, name: str) -> Page:
    page = context.new_page()
    page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    field = page.get_by_role("textbox", name="Your name")
    field.fill(name)
    field.press("Tab")
    page.get_by_role("combobox", name="Table").select_option("Blue cloth")
    expect(page.locator("html")).to_have_attribute("data-cloth", "blue")
    page.keyboard.press("Escape")
    return page


def test_two_strangers_meet_talk_play_and_look_back(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    ana = lobby(context(), server, "Ana")
    # The page can be installed: what the manifest names is there.
    manifest = ana.request.get(f"{server.url}/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert ana.request.get(server.url + manifest.json()["icons"][0]["src"]).ok
    ana.get_by_role("combobox", name="Game").select_option("russian-bank")
    ana.get_by_role("button", name="Quick match").click()
    invited = ana.get_by_role("dialog", name="Invite a friend")
    expect(invited).to_be_visible()
    expect(invited.get_by_role("img", name="Code to scan for seat 2")).to_be_visible()
    link = invited.get_by_role("textbox").input_value()
    invited.get_by_role("button", name="Share").click()
    assert ana.evaluate("window.shared.url") == link

    rui = lobby(context(viewport=PHONE), server, "Rui")
    rui.get_by_role("button", name="Join: Russian Bank, Ana").click()
    expect(rui.locator("main[data-seq]")).to_be_visible()
    expect(invited).to_have_count(0)  # everybody has come

    # A phrase is read, muted, and what was said meanwhile is there again.
    rui.get_by_role("button", name="Chat").click()
    rui.get_by_role("button", name="Good luck!").click()
    expect(ana.get_by_label("1 unread")).to_be_visible()
    ana.get_by_role("button", name="Chat").click()
    talk = ana.get_by_role("complementary", name="Chat")
    expect(talk.get_by_role("listitem")).to_have_text(["Rui Good luck!"])
    talk.get_by_role("button", name="Mute").click()
    expect(talk.get_by_role("listitem")).to_have_count(0)
    talk.get_by_role("textbox", name="Say something").fill("Same to <b>you</b>")
    talk.get_by_role("button", name="Send").click()
    expect(rui.get_by_text("Same to <b>you</b>").last).to_be_visible()
    talk.get_by_role("button", name="Mute").click()
    expect(talk.get_by_role("listitem")).to_have_count(2)
    talk.get_by_role("button", name="Close").click()


def test_a_clock_is_seen_and_a_finished_game_is_watched_again(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    made = server.open(
        game="russian-bank", seats=["me", "bot:random"], clock={"each": 0, "bank": 300, "more": 5}
    )  # fmt: skip
    page = context().new_page()
    page.goto(server.address(made))
    expect(page.get_by_role("list", name="Clocks").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("button", name="Chat")).to_have_count(0)  # a bot says nothing
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Watch it again").last.click()
    replay = page.get_by_role("region", name="Watch it again")
    expect(replay).to_contain_text("The beginning")
    slider = replay.get_by_role("slider")
    expect(slider).to_be_focused()
    length = int(slider.get_attribute("max") or "0")
    page.keyboard.press("End")
    expect(replay).to_contain_text(f"Step {length} of {length}")
    expect(page.get_by_role("figure", name="The standing over time")).to_be_visible()
    replay.get_by_role("button", name="To the beginning").click()
    replay.get_by_role("button", name="One step forward").click()
    expect(replay).to_contain_text(f"Step 1 of {length}")
    page.keyboard.press("Escape")
    expect(replay).to_have_count(0)
