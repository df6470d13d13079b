"""Everything is seen: marks, names, words, and colours that can be told apart."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browsing import PHONE, Hand, Server

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files

CONTRAST = """([front, back]) => {
  const numbers = (colour) => colour.match(/[0-9.]+/g).slice(0, 3).map(Number);
  const light = (colour) => {
    const [r, g, b] = numbers(colour).map((c) => c / 255)
      .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}"""


def contrast(page: Page, front: str, back: str) -> float:
    found: float = page.evaluate(CONTRAST, [front, back])
    return found


def style(page: Page, selector: str, name: str) -> str:
    element = page.locator(selector).first
    found: str = element.evaluate("(one, name) => getComputedStyle(one)[name]", name)
    return found


def test_buttons_and_the_slider_stand_out_from_the_felt(
    hand: Callable[..., Hand], server: Server
) -> None:
    felts = {"light": ("rgb(23,96,61)", "rgb(15,74,46)"), "dark": ("rgb(18,53,39)",)}
    for theme, felt in felts.items():
        player = hand("mouse", color_scheme=theme)
        seats = ["me", "bot:random"]
        player.sit(server.address(server.open(game="holdem", seats=seats, seed=5)))
        player.my_turn()
        page = player.page
        page.locator(".amount button.main").wait_for()
        button = style(page, "footer button.main", "backgroundColor")
        slider = style(page, "footer input[type=range]", "accentColor")
        text = style(page, "footer button.main", "color")
        assert contrast(page, text, button) >= 4.5
        for ground in felt:
            assert contrast(page, button, ground) >= 4.5
            assert contrast(page, slider, ground) >= 4.5


def test_a_hint_is_in_words_with_its_reason(hand: Callable[..., Hand], server: Server) -> None:
    table = server.open(game="chess-solitaire", position="N.../..../.P../...R")
    player = hand("mouse").sit(server.address(table))
    page = player.page
    page.get_by_role("button", name="Hint").click()
    words = page.locator(".hint")
    expect(words).to_contain_text("Look here: ")
    page.get_by_role("button", name="Where to?").click()
    expect(words.locator("b")).not_to_be_empty()
    player.page.keyboard.press("h")
    player.until(lambda: player.now["log_length"] == 1)
    expect(words).to_have_count(0)


def corner(player: Hand, key: str) -> bytes:
    """A corner of a square, as it is seen: no piece stands there, and no letter."""
    box = player.element(key).bounding_box()
    x, y = box["x"] + box["width"] - 24, box["y"] + 14
    return player.page.screenshot(clip={"x": x, "y": y, "width": 8, "height": 8})


def test_a_board_has_coordinates_and_marks_what_is_held_and_what_moved_last(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="chess-solitaire", position="N.../..../.P../...R")
    player = hand("mouse").sit(server.address(table))
    page = player.page
    assert sorted(page.locator(".file").all_inner_texts()) == ["", "", "", *"abcd"]
    assert sorted(page.locator(".rank").all_inner_texts()) == ["", "", "", *"1234"]
    move = player.moves[0]
    before = corner(player, move["pick"])
    player.element(move["pick"]).click()
    expect(page.locator(".zone.taken")).to_have_count(1)
    expect(page.locator(".zone.last")).to_have_count(0)
    held = corner(player, move["pick"])
    assert held != before, "what is held is not seen to be held"
    player.element(move["drop"]).click()
    player.until(lambda: player.now["log_length"] == 1)
    expect(page.locator(".zone.last")).to_have_count(2)
    last = corner(player, move["pick"])
    assert last not in (before, held), "what moved last is not seen to have moved"
    page.keyboard.press("u")
    expect(page.locator(".zone.last")).to_have_count(0)


def test_what_a_bot_did_is_listed_by_its_name_and_marked(
    hand: Callable[..., Hand], server: Server
) -> None:
    seats = ["me", "bot:random"]
    table = server.open(game="carcassonne", seats=seats, seed=3)
    player = hand("mouse").sit(server.address(table))
    player.my_turn()
    player.play(player.moves[0]["event"])
    player.my_turn()
    page = player.page
    recent = page.locator(".recent li").last
    expect(recent).to_contain_text("Random lays a tile with")
    expect(recent).not_to_contain_text("(")  # the map shows where
    expect(page.locator(".piece.last")).not_to_have_count(0)
    expect(page.locator("p.name b")).to_have_text(["You", "Random"])  # on their plates


def test_a_friend_is_called_by_the_name_that_the_browser_keeps(
    hand: Callable[..., Hand], server: Server
) -> None:
    opened = server.open(game="holdem", seats=["me", "friend"], seed=5)
    mine = hand("mouse")
    mine.sit(server.address(opened))
    friend = hand("mouse")
    friend.sit(server.url + opened["invitations"][0]["path"])
    page = friend.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Your name").fill("Beatriz")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    named = mine.page.locator(".seat .caption", has_text="Beatriz")
    expect(named).to_have_count(1)
    page.wait_for_function("() => !history.state?.dialog")  # the dialog is all gone
    page.reload()
    page.locator("main[data-seq]").wait_for()
    expect(named).to_have_count(1)
    assert friend.now["seats"][1]["name"] == "Beatriz"


def test_cards_use_the_height_of_the_screen(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("touch").sit(server.address(server.open(game="freecell", deal=617)))
    lowest = "all => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
    pieces = player.page.locator(".piece")
    assert pieces.evaluate_all(lowest) > 844 * 0.5
    wide = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    wide.page.set_viewport_size({"width": 1920, "height": 1080})
    wide.page.wait_for_function(
        "() => Math.max(...[...document.querySelectorAll('.piece')]"
        ".map((one) => one.getBoundingClientRect().bottom)) > 1080 * 0.8"
    )


def test_a_game_is_introduced_once(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse", guided=True)
    player.sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    guide = page.get_by_role("complementary", name="How to play")
    expect(guide).to_contain_text("Bring every card home")
    guide.get_by_role("button", name="Got it").click()
    expect(guide).to_have_count(0)
    page.reload()
    page.locator("main[data-seq]").wait_for()
    page.get_by_role("button", name="Rules").click()  # which takes longer to come
    page.locator(".rules p").first.wait_for()
    expect(guide).to_have_count(0)


def test_the_guide_leaves_one_s_own_side_free_and_pieces_and_sounds_are_chosen(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    page = context(guided=True).new_page()
    seats = ["bot:greedy", "me"]
    page.goto(server.address(server.open(game="russian-bank", seats=seats)))
    guide = page.get_by_role("complementary", name="How to play").bounding_box()
    own = page.get_by_text("You", exact=True).last.bounding_box()
    assert guide
    assert own
    assert guide["y"] + guide["height"] < own["y"]
    # Whoever begins, the tool that will be needed is there.
    expect(page.get_by_role("toolbar").get_by_text("Hint")).to_be_visible()
    board = {"game": "chess-solitaire", "position": "NP.Q/.R.B/K.N./.P.."}
    page.goto(server.address(server.open(**board)))
    knight = page.locator("main svg path.body").first
    before = knight.get_attribute("d")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Sound: off").click()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Volume")).to_be_visible()
    page.get_by_label("Chess pieces").select_option("modern")
    page.keyboard.press("Escape")
    expect(knight).not_to_have_attribute("d", before or "")


def test_cards_and_their_backs_look_as_was_chosen(
    hand: Callable[..., Hand], server: Server
) -> None:
    page = hand("mouse").visit(server.url)
    page.get_by_role("button", name="Settings").click()
    face, back = (
        page.locator("svg.card[data-suit]").first,
        page.locator("svg.card.back").first,
    )
    for choice, card, looks in (
        ("Cards", face, ("modern", "bold")),
        ("Card backs", back, ("stripes", "dots", "plain")),
    ):
        seen = {card.evaluate("card => card.outerHTML")}
        for look in looks:
            page.get_by_role("combobox", name=choice).select_option(look)
            seen.add(card.evaluate("card => card.outerHTML"))
        assert len(seen) == 1 + len(looks)
    inks = "() => ['--clubs', '--spades'].map((ink) => getComputedStyle(document.documentElement).getPropertyValue(ink))"
    assert len({*page.evaluate(inks)}) == 1
    page.get_by_label("Four colours").check()
    assert len({*page.evaluate(inks)}) == 2


def test_the_rules_begin_with_how_to_play_and_have_no_code_in_them(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    page.get_by_role("button", name="Rules").click()
    rules = page.locator(".rules")
    expect(rules.get_by_text("All cards lie face up")).to_be_visible()
    lessons = rules.locator(".lessons li")
    expect(lessons).to_have_count(4)
    expect(lessons.first.locator("svg.card")).to_have_count(3)
    expect(rules.locator("details")).not_to_have_attribute("open", "")
    text = rules.text_content() or ""
    assert "Move the last card of the column" in text
    for code in ("INTEGER", "(M19)", "(X7)", "move_game", "Phase."):
        assert code not in text


def test_on_a_phone_no_dialog_is_wider_than_the_screen(
    hand: Callable[..., Hand], server: Server
) -> None:
    page = hand("mouse", viewport=PHONE, has_touch=True, is_mobile=True).visit(server.url)
    page.locator(".games li").last.wait_for()
    games = page.locator(".games h3").all_inner_texts()
    setups = [f"Options, Play: {game}" for game in games]
    for opener in ("Settings", "Help", *setups, *(f"Rules: {game}" for game in games)):
        page.get_by_role("button", name=opener, exact=True).click()
        body = page.locator("dialog > .body")
        body.locator("p, form, label").first.wait_for()
        wide = body.evaluate("e => [e.scrollWidth, e.clientWidth]")
        assert wide[0] <= wide[1], opener
        if opener in setups:  # however much is asked, what begins the game is in sight
            expect(page.get_by_role("button", name="Start")).to_be_in_viewport()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")


def test_the_end_of_a_solitaire_moves_neither_clock_nor_deal(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="chess-solitaire", position="R..P/..../..../....")
    player = hand("mouse").sit(server.address(table))
    clock = player.page.locator(".pace")
    before = clock.bounding_box()
    player.play(player.moves[0]["event"])
    expect(player.page.locator(".status")).to_contain_text("The game is over")
    assert clock.bounding_box() == before
