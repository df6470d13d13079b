"""Two sides of a table: whose is whose, how the match stands, what a call costs, how it goes on."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from browsing import PHONE, Hand, Server


def test_sides_have_names_scores_and_piles_that_are_seen_to_be_thick(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="russian-bank", seats=["me", "bot:irina:1"], seed=3)
    page = hand("mouse").sit(server.address(table)).page
    for size in (ViewportSize(width=1440, height=900), PHONE):
        page.set_viewport_size(size)
        plates = page.locator(".plate")
        expect(plates).to_have_text([re.compile("^You *0 of 300 points$"), re.compile("^Irina")])
        boxes = [plate.bounding_box() for plate in plates.all()]
        assert boxes[0]
        assert boxes[1]
        assert boxes[0]["y"] > boxes[1]["y"], "mine is the nearer one"
        for plate, box in zip(plates.all(), boxes, strict=True):
            assert box
            text = plate.locator("span").evaluate(
                "span => span.scrollWidth <= span.clientWidth + 1"
            )
            assert text, "the score is seen whole"
            for key in ("hand:1", "hand:2"):
                other = page.locator(f'[data-place="{key}"]').bounding_box()
                assert other
                assert box["x"] + box["width"] <= other["x"]
    edges = [
        page.locator(f'[data-place="{key}"] .stack').evaluate(
            "stack => getComputedStyle(stack).boxShadow.split('rgb').length - 1"
        )
        for key in ("hand:1", "reserve:1", "turned:1")
    ]
    assert edges[0] > edges[1] >= 1
    assert edges[2] == 0
    wide = {
        key: page.locator(f'[data-place="{key}:1"]').bounding_box()
        for key in ("reserve", "turned", "hand")
    }
    assert wide["reserve"]
    assert wide["turned"]
    assert wide["hand"]
    assert min(wide["reserve"]["width"], wide["turned"]["width"]) > wide["hand"]["width"]


@pytest.mark.slow
def test_stop_is_explained_and_a_match_goes_on_by_one_button(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="russian-bank", preset="stop", seats=["me", "friend"], seed=6)
    one = hand("mouse").sit(server.address(table))
    two = hand("mouse").sit(server.url + table["invitations"][0]["path"])
    one.until(lambda: bool(one.moves or two.moves))
    mover, other = (one, two) if one.now["your_turn"] else (two, one)
    mover.play(mover.moves[0]["event"])
    other.until(lambda: any(g["event"] == "call_stop" for g in other.gestures))
    actions = other.page.get_by_role("group", name="Actions")
    expect(actions.get_by_role("button", name="Stop!")).to_have_class(re.compile("main"))
    expect(actions.locator(".note")).to_have_text(
        re.compile("^Has .+ skipped a compulsory play.+ A wrong call costs you your turn.$")
    )
    expect(mover.page.get_by_role("button", name="Resign")).to_have_count(0)
    mover.page.get_by_role("button", name="Menu").click()
    for _ in range(2):  # wished for, and asked whether it is
        mover.page.get_by_role("button", name="Offer a stalemate").last.click()
    offered = other.page.locator(".plate").filter(has_text="offers a stalemate")
    expect(offered).to_have_count(1)
    other.page.get_by_role("button", name="Agree to a stalemate").click()
    for player in (mover, other):
        news = player.page.get_by_role("region", name="The game is over")
        expect(news.get_by_role("listitem")).to_have_count(2)
        expect(news.locator("button.main")).to_have_text("Next game")
        low, high = news.bounding_box(), player.page.viewport_size
        assert low
        assert high
        assert high["height"] - low["y"] - low["height"] < 20  # not over the own cards
        expect(player.page.get_by_role("button", name="Next game")).to_have_count(1)
        expect(player.page.get_by_role("button", name="Play again")).to_have_count(0)
    one.page.get_by_role("button", name="Next game").click()
    expect(two.page.get_by_role("region", name="The game is over")).to_have_count(0)
    assert two.now["outcome"] is None


@pytest.mark.slow
def test_what_came_of_a_call_is_said_to_both(hand: Callable[..., Hand], server: Server) -> None:
    table = server.open(game="russian-bank", preset="stop", seats=["me", "friend"], seed=6)
    one = hand("mouse").sit(server.address(table))
    two = hand("touch").sit(server.url + table["invitations"][0]["path"])
    one.until(lambda: bool(one.moves or two.moves))
    mover, other = (one, two) if one.now["your_turn"] else (two, one)
    # Whoever reaches for a card too early is told whose turn it is, whoever takes a wrong one why not.
    other.element(f"reserve:{other.now['seat']}").click()
    expect(other.page.locator(".bubble.news")).to_have_text(
        re.compile("^It is not your turn: Player . plays")
    )
    for key in (f"reserve:{mover.now['seat']}", f"waste:{mover.now['seat']}"):
        mover.element(key).click()
    expect(mover.page.locator("[data-refusal]")).to_contain_text(
        "Only the turned hand card goes on your own waste"
    )
    mover.page.keyboard.press("Escape")
    mover.play(mover.moves[0]["event"])
    other.until(lambda: any(g["event"] == "call_stop" for g in other.gestures))
    other.page.get_by_role("button", name="Stop!").click()
    expect(other.page.locator(".bubble.news")).to_have_text(
        "You call stop wrongly: the last action was no fault. You lose the next turn."
    )
    expect(mover.page.locator(".bubble.news")).to_have_text(
        re.compile("^Player . calls stop wrongly.+ loses the next turn")
    )
