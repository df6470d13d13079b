"""Seats in the browser: claimed by the first who opens the link, kept, given up, voted on."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from browsing import Hand, Mouse, Server

Context = Callable[..., BrowserContext]
TAKEN = "This seat is taken. Ask for a link to watch, or for another seat."
SPENT = "There is no such table, or this invitation is no longer valid."


def kept(page: Page) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(
        page.evaluate("localStorage.getItem('ludex.tables')") or "[]"
    )
    return found


def invitation(server: Server, made: dict[str, object], n: int = 0) -> str:
    found: list[dict[str, str]] = made["invitations"]  # type: ignore[assignment]
    return server.url + found[n]["path"]


def sharing(page: Page) -> Locator:
    """The dialog with the seats."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Share").click()
    return page.get_by_role("dialog", name="Share")


def party(server: Server, hand: Callable[..., Hand], friends: int) -> list[Hand]:
    """Everybody at one table, each with a browser of one's own."""
    seats = ["me", *["friend"] * friends]
    made = server.open(game="holdem", seats=seats)
    addresses = [
        server.address(made),
        *(invitation(server, made, n) for n in range(friends)),
    ]
    hands: list[Hand] = [hand("mouse") for _ in addresses]
    for one, address in zip(hands, addresses, strict=True):
        one.sit(address)
    for one in hands:
        one.until(lambda one=one: all(s["here"] for s in one.now["seats"]))
    return hands


def test_the_first_who_opens_an_invitation_holds_the_seat(
    hand: Callable[..., Hand], server: Server
) -> None:
    made = server.open(game="russian-bank", seats=["me", "friend"])
    link = invitation(server, made)
    me = hand("mouse").sit(server.address(made))
    friend = hand("mouse").sit(link)
    assert friend.now["seat"] == 2
    expect(me.page.locator("[role=status][aria-live=polite]")).to_have_text(
        "Player 2 has sat down."
    )
    # The secret is the browser's own, and neither in the address nor in the history.
    seat_two = f"{server.url}/t/{made['table']}#2"
    assert friend.page.url == seat_two
    (key,) = kept(friend.page)
    assert str(key["token"]) not in json.dumps(made)
    assert me.page.url == f"{server.url}/t/{made['table']}#1"
    # The page again, and the link once more.
    friend.page.reload()
    friend.page.locator("main[data-seq]").wait_for()
    friend.page.goto("about:blank")
    friend.page.goto(link)
    friend.page.wait_for_url(seat_two)
    friend.page.locator("main[data-seq]").wait_for()
    # Whoever knows the link has come too late.
    late, em_portugues = hand("mouse"), hand("mouse", locale="pt-PT")
    told = late.visit(link).get_by_role("alert")
    expect(told).to_have_text(TAKEN)
    assert kept(late.page) == []
    late.visit(f"{server.url}/t/{made['table']}#2")
    expect(told).to_contain_text("no key to it")
    told = em_portugues.visit(link).get_by_role("alert")
    expect(told).to_contain_text("Este lugar está ocupado")
    for refused in (late, em_portugues):
        refused.problems.clear()  # what the server said


def test_the_onlookers_link_stays_as_it_is(hand: Callable[..., Hand], server: Server) -> None:
    made = server.open(game="russian-bank", seats=["me", "friend"])
    for _ in range(2):
        onlooker = hand("mouse").sit(server.url + made["watch"])
        assert onlooker.now["seat"] == 0
        assert onlooker.page.url == server.url + made["watch"]


def test_a_claim_whose_answer_is_lost_is_made_again(
    hand: Callable[..., Hand], server: Server
) -> None:
    made = server.open(game="carcassonne", seats=["me", "friend"])
    friend = hand("mouse")
    bodies: list[str | None] = []

    def lose_the_answer(route: Route) -> None:
        bodies.append(route.request.post_data)
        if len(bodies) > 1:
            route.continue_()
        else:
            route.fetch()
            route.abort()

    friend.page.route("**/claim", lose_the_answer)
    friend.sit(invitation(server, made))
    assert friend.now["seat"] == 2
    assert len(bodies) == 2
    assert bodies[0] == bodies[1]
    friend.problems.clear()  # the answer that was lost


@pytest.mark.slow
def test_a_page_that_is_closed_before_the_answer_comes_back_to_its_claim(
    hand: Callable[..., Hand], server: Server
) -> None:
    made = server.open(game="carcassonne", seats=["me", "friend"])
    friend = hand("mouse")
    friend.page.route("**/claim", lambda route: (route.fetch(), route.abort()))
    friend.page.goto(invitation(server, made))
    friend.page.wait_for_function("localStorage.getItem('ludex.tables')")
    friend.page.goto("about:blank")
    friend.page.unroute("**/claim")
    friend.sit(invitation(server, made))
    assert friend.now["seat"] == 2
    friend.problems.clear()


@pytest.mark.slow
def test_a_browser_that_keeps_nothing_has_its_key_in_the_address(
    context: Context, server: Server
) -> None:
    made = server.open(game="carcassonne", seats=["me", "friend"])
    forgetful = context()
    forgetful.add_init_script("Storage.prototype.setItem = () => { throw 'full' }")
    friend = Mouse(forgetful).sit(invitation(server, made))
    token = friend.page.url.partition("#")[2]
    assert len(token) >= 32
    friend.page.reload()
    friend.page.locator("main[data-seq]").wait_for()
    assert friend.page.url.endswith(token)


@pytest.mark.slow
def test_an_invitation_is_revoked_and_renewed_in_the_dialog(
    hand: Callable[..., Hand], server: Server
) -> None:
    me = hand("mouse")
    me.page.goto(server.url)
    me.page.get_by_role("button", name="Play: Russian Bank").click()
    me.page.get_by_label("Seat 2").select_option(label="A friend")
    me.page.get_by_role("button", name="Start").click()
    invited = me.page.get_by_role("dialog", name="Invite a friend")
    at_once = invited.get_by_label("Invitation to seat 2").input_value()
    expect(invited.get_by_role("img", name="Code to scan for seat 2")).to_be_visible()
    me.page.keyboard.press("Escape")
    expect(invited).to_have_count(0)
    dialog = sharing(me.page)
    field = dialog.get_by_label("Invitation to seat 2")
    first = field.input_value()
    assert first == at_once
    expect(dialog).to_contain_text(
        "Seat 2: open: the first person who opens the invitation takes it"
    )
    dialog.get_by_role("button", name="New invitation").click()
    expect(field).not_to_have_value(first)
    second = field.input_value()
    dialog.get_by_role("button", name="Revoke").click()
    expect(field).to_have_count(0)
    expect(dialog).to_contain_text("Seat 2: open, no invitation yet")
    stranger = hand("mouse")
    for void in (first, second):
        stranger.visit(f"{server.url}/nowhere")
        stranger.visit(void)
        expect(stranger.page.get_by_role("alert")).to_have_text(SPENT)
    stranger.problems.clear()  # what the server said
    dialog.get_by_role("button", name="Invite").click()
    expect(field).to_have_count(1)
    friend = hand("mouse").sit(field.input_value())
    assert friend.now["seat"] == 2
    expect(dialog).to_contain_text("Seat 2: taken")
    expect(field).to_have_count(0)


@pytest.mark.slow
def test_a_player_who_is_voted_out_objects(hand: Callable[..., Hand], server: Server) -> None:
    me, other, third = party(server, hand, 2)
    dialog = sharing(me.page)
    seat = dialog.get_by_role("listitem").filter(has_text="Seat 3")
    seat.get_by_role("button", name="Release this seat").click()
    expect(seat).to_contain_text("Votes to release it: seat 1")
    banner = third.page.locator(".banner")
    expect(banner).to_contain_text("Player 1 wants your seat released.")
    asked = other.page.locator(".banner")
    expect(asked).to_contain_text("Player 1 wants seat 3 released.")
    asked.get_by_role("button", name="Agree").click()
    expect(banner).to_contain_text("You have been voted out. Your seat is released in")
    expect(asked).to_contain_text("unless the player plays or objects.")
    banner.get_by_role("button", name="I am here").click()
    for one in (me, other, third):
        expect(one.page.locator(".banner")).to_have_count(0)


@pytest.mark.slow
def test_who_gives_up_the_seat_is_asked_first(hand: Callable[..., Hand], server: Server) -> None:
    me, other = party(server, hand, 1)
    dialog = sharing(other.page)
    dialog.get_by_role("button", name="Give up my seat").click()
    sure = other.page.get_by_role("dialog", name="Give up my seat?")
    expect(sure.get_by_role("button", name="Cancel")).to_be_focused()
    sure.get_by_role("button", name="Give up my seat").click()
    expect(other.page.get_by_role("alert")).to_contain_text("You no longer sit")
    expect(me.page.locator("[role=status][aria-live=polite]")).to_contain_text(
        "Player 2 has given up the seat; it is open."
    )


@pytest.mark.parametrize("seats", [["me", "bot:random"], ["me"]])
def test_where_nobody_else_plays_there_are_no_seats_to_speak_of(
    hand: Callable[..., Hand], server: Server, seats: list[str]
) -> None:
    made = server.open(game="carcassonne", seats=seats)
    player = hand("mouse").sit(server.address(made))
    dialog = sharing(player.page)
    expect(dialog.get_by_role("list")).to_have_count(0)
    expect(dialog.get_by_role("button", name="Give up my seat")).to_have_count(0)
