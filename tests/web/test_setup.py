"""Setting up a table: questions and answers in words, and a way back to the preset."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accessible import serious
from browsing import DESK, PHONE, Hand, Server

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files


@pytest.fixture
def setting_up(hand: Callable[..., Hand], server: Server) -> Callable[..., Page]:
    def opened(title: str, **options: object) -> Page:
        page = hand("mouse", **options).visit(server.url)
        page.get_by_role("button", name=f"Options, Play: {title}").click()
        page.get_by_role("dialog").wait_for()
        return page

    return opened


def test_what_differs_is_marked_and_there_is_a_way_back(
    setting_up: Callable[..., Page],
) -> None:
    page = setting_up("Russian Bank")
    way_back = page.get_by_role("button", name="The same as Standard")
    expect(way_back).to_be_hidden()
    page.get_by_text("The table, and who begins").click()
    page.get_by_label("Who begins?").select_option(label="In turns after the first game")
    page.get_by_text("When a game is drawn").click()
    page.get_by_label("When both agree").uncheck()
    page.get_by_text("What must be played first").click()
    first = page.get_by_role("group", name="Must the reserve card go to its foundation")
    first.get_by_role("radio", name="No").check()
    expect(page.get_by_text("1 changed")).to_have_count(3)
    expect(page.get_by_text("Standard: The lower reserve card")).to_be_visible()
    way_back.click()
    expect(page.get_by_text("1 changed")).to_have_count(0)
    expect(page.get_by_label("Who begins?")).to_have_value("lower_card")
    expect(page.get_by_label("When both agree")).to_be_checked()


def test_the_answers_are_those_of_the_table(setting_up: Callable[..., Page]) -> None:
    page = setting_up("Russian Bank")
    page.get_by_text("When a game is drawn").click()
    page.get_by_label("When both agree").uncheck()
    page.get_by_label("How long is a match?").select_option(label="As long as you like")
    expect(page.get_by_label("How many points win a match?")).to_be_disabled()
    with page.expect_request(re.compile("/api/tables")) as asked:
        page.get_by_role("button", name="Start").click()
    assert json.loads(asked.value.post_data or "")["options"] == {
        "stalemate": "both_idle+third_repetition",
        "match_target": "none",
    }
    page.locator("main[data-seq]").wait_for()


def test_a_number_stays_within_its_bounds(hand: Callable[..., Hand], server: Server) -> None:
    page = hand("mouse").visit(f"{server.url}/?game=freecell&option.cells=2")
    cells = page.get_by_label("How many free cells?")
    expect(cells).to_have_value("2")
    cells.fill("99")
    cells.blur()
    expect(cells).to_have_value("10")
    row = page.locator(".question", has=cells)
    expect(row.get_by_role("button", name="More")).to_be_disabled()
    row.get_by_role("button", name="Less").click()
    expect(cells).to_have_value("9")
    page.get_by_role("radio", name="Eight Off").check()  # all of it as it is there
    expect(cells).to_have_value("8")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_nothing_moves_under_who_chooses_a_preset(
    size: object, setting_up: Callable[..., Page]
) -> None:
    page = setting_up("Texas hold'em", viewport=size)
    presets = page.get_by_role("group", name="Which rules?").locator("label")
    start = page.get_by_role("button", name="Start")
    before = [preset.bounding_box() for preset in presets.all()]
    below = start.bounding_box()
    assert len(before) == 6
    for preset in presets.all():
        preset.click()
        assert [one.bounding_box() for one in presets.all()] == before
        assert start.bounding_box() == below


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("title", ["Russian Bank", "Texas hold'em", "Chess Solitaire"])
def test_everybody_can_set_up_a_table(
    title: str, size: object, setting_up: Callable[..., Page]
) -> None:
    page = setting_up(title, viewport=size)
    for fold in page.locator("dialog summary").all():
        fold.click()
    assert serious(page, "dialog") == []
    wide = page.locator("dialog .body").evaluate("b => b.scrollWidth - b.clientWidth")
    assert wide <= 0
    small = page.locator(
        "dialog :is(button, select, summary, input:not([type=radio], [type=checkbox]))"
    )
    heights = [box["height"] for one in small.all() if (box := one.bounding_box())]
    assert min(heights) >= 44


def test_the_questions_are_asked_in_portuguese(hand: Callable[..., Hand], server: Server) -> None:
    page = hand("mouse", locale="pt-PT").visit(f"{server.url}/?game=russian-bank")
    page.get_by_text("A mesa, e quem começa").click()
    page.get_by_label("Quem começa?").select_option(label="Decide um corte")
    expect(page.get_by_role("button", name="Como em Normal")).to_be_visible()
