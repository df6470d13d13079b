"""The lobby: how a table is opened, found again, put away and shared."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browsing import PHONE, Hand, Mouse, Server


@pytest.fixture
def page(hand: Callable[..., Hand], server: Server) -> Page:
    return hand("mouse").visit(server.url)


def kept(page: Page) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(
        page.evaluate("localStorage.getItem('ludex.tables')")
    )
    return found


def who(page: Page) -> list[str]:
    """Who is chosen for each seat, once the setup page is here."""
    group = page.get_by_role("group", name="Seats", include_hidden=True)
    seats = group.locator("select")
    seats.first.wait_for(state="attached")  # many are folded away
    return [seat.input_value() for seat in seats.all()]


@pytest.mark.slow
def test_the_seats_follow_the_preset(page: Page) -> None:
    page.get_by_role("button", name="Play: Texas hold'em").click()
    assert len(who(page)) == 6
    page.get_by_role("radio", name="Heads up").check()
    assert len(who(page)) == 2
    expect(page.get_by_label("How many players?")).to_have_value("2")
    expect(page.get_by_text("A tournament for two.")).to_be_visible()
    expect(page.get_by_label("How much is the small blind?")).to_be_visible()
    expect(page.get_by_label("Who pays the ante?")).to_be_hidden()
    page.get_by_text("Antes", exact=True).click()
    expect(page.get_by_label("Who pays the ante?")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    page.locator("main[data-seq]").wait_for()


def test_one_seat_is_mine_whatever_is_chosen(page: Page) -> None:
    page.get_by_role("button", name="Play: Russian Bank").click()
    page.get_by_label("Seat 2").select_option(label="A friend")
    page.get_by_label("Seat 2").select_option(label="Me")
    assert who(page) == ["friend", "me"]
    # Nobody can take my seat from me but myself, by sitting down elsewhere.
    disabled = page.get_by_label("Seat 2").locator("option:disabled")
    assert disabled.count() == len(page.get_by_label("Seat 1").locator("option").all()) - 1


@pytest.mark.slow
def test_every_game_is_a_picture_that_fills_its_frame(page: Page) -> None:
    for frame in page.locator(".games .emblem").all():
        frame.locator(".at svg").first.wait_for()
        room, pieces = frame.bounding_box(), frame.locator(".at")
        assert room is not None
        boxes = [box for one in pieces.all() if (box := one.bounding_box())]
        middle = room["x"] + room["width"] / 2
        assert any(b["x"] < middle for b in boxes)
        assert any(b["x"] + b["width"] > middle for b in boxes)
        lowest = max(b["y"] + b["height"] for b in boxes)
        assert lowest > room["y"] + 0.8 * room["height"], "it is as tall as its frame"


def test_what_is_no_deal_number_is_told(page: Page) -> None:
    page.get_by_role("button", name="Play: FreeCell").click()
    page.get_by_label("Which deal number?").fill("abc")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_have_text(re.compile("^abc is not a deal number"))
    expect(page.get_by_label("Which deal number?")).to_be_focused()


def test_tables_go_on_first_and_are_archived_brought_back_and_deleted(
    page: Page, server: Server
) -> None:
    for deal in (617, 618):
        page.goto(server.address(server.open(game="freecell", deal=deal)))
        page.locator("main[data-seq]").wait_for()
    page.goto(server.url)
    first = page.get_by_role("list", name="Continue").get_by_role("listitem")
    expect(first).to_have_count(2)
    expect(first.first).to_contain_text("0 moves · now · deal 618")
    assert first.first.locator(".thumbnail svg.card").count() == 52, "a small picture"
    put = page.get_by_role("button", name="Move to the archive: FreeCell")
    put.first.click()
    expect(first).to_have_count(1)
    put.click()
    expect(first).to_have_count(0)
    assert len(kept(page)) == 2
    page.get_by_role("button", name="Archive (2)").click()
    rows = page.get_by_role("list", name="My tables").get_by_role("listitem")
    expect(rows).to_have_count(2)
    back = page.get_by_role("button", name="Take out of the archive: FreeCell")
    back.first.click()
    expect(rows).to_have_count(1)
    expect(back).to_be_focused()  # the one that took its place
    page.reload()
    expect(first).to_have_count(1)
    page.get_by_role("button", name="Archive (1)").click()
    page.get_by_role("button", name="Delete for good: FreeCell").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    expect(rows).to_have_count(0)
    assert len(kept(page)) == 1


def test_one_click_plays_against_somebody_good_and_the_lobby_says_whose_turn(
    page: Page, server: Server
) -> None:
    page.get_by_role("button", name="Play now: Russian Bank").click()
    page.locator("main[data-seq]").wait_for()
    expect(page.locator(".plate").filter(has_text="Irina (4)")).to_have_count(1)
    page.go_back()
    shown = page.get_by_role("list", name="Continue").get_by_role("link")
    expect(shown).to_have_text(re.compile("(Your turn|Turn of Irina).* · ", re.DOTALL))
    shown.click()
    expect(page.locator(".plate").filter(has_text="Irina (4)")).to_have_count(1)


@pytest.mark.slow
def test_two_seats_of_one_table_are_two_rows(page: Page, server: Server) -> None:
    made = server.open(game="russian-bank", seats=["me", "friend"], seed=3)
    for path in (server.address(made), server.url + made["invitations"][0]["path"]):
        page.goto(path)
        page.locator("main[data-seq]").wait_for()
        page.goto("about:blank")  # a page, not another place of the same one
    page.goto(server.url)
    rows = page.get_by_role("list", name="Continue").get_by_role("link")
    expect(rows).to_have_count(2)
    assert len({row.get_attribute("href") for row in rows.all()}) == 2


@pytest.mark.slow
def test_a_click_with_control_opens_another_tab(page: Page, server: Server) -> None:
    page.goto(server.address(server.open(game="freecell", deal=617)))
    page.locator("main[data-seq]").wait_for()
    page.goto(server.url)
    with page.context.expect_page() as other:
        page.get_by_role("link", name=re.compile("FreeCell.*deal 617")).click(modifiers=["Control"])
    assert page.url == f"{server.url}/"
    expect(other.value.get_by_role("heading", name="FreeCell")).to_be_visible()


def test_a_move_is_one_move(page: Page, server: Server) -> None:
    made = server.open(game="chess-solitaire", position="R..P/..../..../...N")
    page.goto(server.address(made))
    page.locator('[data-spot="z:1,1"]').click()
    page.locator('[data-spot="z:1,4"]').click()
    expect(page.locator("main[data-seq='1']")).to_be_visible()
    page.goto(server.url)
    expect(page.get_by_text(re.compile(r"1 move ·"))).to_be_visible()


@pytest.mark.slow
def test_a_link_brings_the_options_and_back_does_not_ask_again(
    hand: Callable[..., Hand], server: Server
) -> None:
    made = server.open(game="freecell", deal=617, options={"cells": "2"})
    player = hand("mouse").sit(server.address(made))
    page = player.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("The same deal for somebody else").input_value()
    other = hand("mouse")
    other.page.goto(link)
    expect(other.page.get_by_label("How many free cells?")).to_have_value("2")
    other.page.get_by_role("button", name="Start").click()
    other.until(lambda: other.message is not None)
    assert other.now["scene"]["zones"] == player.now["scene"]["zones"]
    other.arrive()
    other.page.go_back()
    expect(other.page.get_by_role("heading", name="Games")).to_be_visible()
    expect(other.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.slow
def test_who_came_by_a_link_can_share_too(hand: Callable[..., Hand], server: Server) -> None:
    made = server.open(game="russian-bank", seats=["me", "friend"], seed=3)
    path = made["invitations"][0]["path"]
    friend = hand("mouse").sit(server.url + path)
    friend.page.get_by_role("button", name="Menu").click()
    friend.page.get_by_role("button", name="Share").click()
    own = friend.page.get_by_label(re.compile("^Your own seat"))
    token = own.input_value().removeprefix(f"{server.url}/t/{made['table']}#")
    assert token not in path
    assert len(token) >= 32
    expect(friend.page.get_by_role("dialog")).to_contain_text("Seat 1: taken, away")


@pytest.mark.slow
def test_the_lobby_takes_the_focus_from_a_table_that_is_left(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("keys").sit(server.address(server.open(game="freecell", deal=617)))
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Lobby").click()
    expect(player.page.get_by_role("heading", name="Ludex")).to_be_focused()


@pytest.mark.slow
def test_on_a_phone_the_buttons_are_in_a_row_at_the_right(
    hand: Callable[..., Hand], server: Server
) -> None:
    for locale in ("en-GB", "pt-PT"):
        page = hand("mouse", viewport=PHONE, locale=locale).visit(server.url)
        page.locator(".tools button").first.wait_for()
        boxes = [b.bounding_box() for b in page.locator(".tools button").all()]
        assert len({box["y"] for box in boxes if box}) == 1
        assert max(box["x"] + box["width"] for box in boxes if box) > PHONE["width"] - 20


def test_a_wrong_link_is_told_in_ones_language(hand: Callable[..., Hand], server: Server) -> None:
    page = hand("mouse", locale="pt-PT").visit(f"{server.url}/t/nowhere#nothing")
    expect(page.get_by_role("alert")).to_have_text(
        "Esta mesa não existe, ou o endereço está errado."
    )


@pytest.mark.slow
def test_the_lobby_leads_to_the_book_where_there_is_one(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    """The server says so in the page: `tests/server/test_book.py`."""
    player, link = Mouse(context()), "document.querySelector('link[rel=help]')"
    page = player.visit(server.url)
    to_the_book = page.get_by_role("link", name="The book")
    for there in (False, True):
        player.visit(f"{server.url}/nowhere")
        page.get_by_role("button", name="To the lobby").wait_for()
        page.evaluate(f"{link}?.remove()")
        if there:
            page.evaluate(
                "document.head.insertAdjacentHTML('beforeend', '<link rel=help href=/docs/>')"
            )
        player.visit(server.url)
        page.get_by_role("button", name="Play: FreeCell").wait_for()
        expect(to_the_book).to_have_count(int(there))
    expect(to_the_book).to_have_attribute("href", f"{server.url}/docs/")
