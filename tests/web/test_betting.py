"""A table of bets: seats, names of bets, decisions ahead, who wins and with what."""

import re
import tomllib
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, expect

from browsing import DESK, PHONE, Hand, Message, Server, slow

Size = dict[str, int]
ASIDE = {"width": 844, "height": 390}
WIDE = {"width": 1920, "height": 1080}
SHORT = {"game": "holdem", "preset": "cash", "seed": 9}


def calling(player: Hand) -> None:
    """Check, call and show until the game is over."""
    while player.my_turn():
        events = [gesture["event"] for gesture in player.gestures]
        player.play(next(e for e in ("check", "call", "show") if e in events))


def between(server: Server, hands: int, *seats: str) -> Message:
    options = {"hands": str(hands), "players": str(len(seats) + 1)}
    return server.open(**SHORT, options=options, seats=["me", *seats])


def test_a_game_ends_with_the_winning_cards_lit_and_results_in_words(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(between(server, 1, "bot:caller")))
    page = player.page
    expect(page.locator(".heading")).to_have_text("Hand 1, blinds 1/2")
    expect(page.locator(".remark")).to_contain_text("You have")
    calling(player)
    beside = player.now["scene"]["beside"]
    assert len(beside["lit"]) >= 5
    expect(page.locator(".piece.bright")).to_have_count(len(beside["lit"]))
    panel = page.get_by_role("region", name="The game is over")
    expect(panel.get_by_role("listitem")).to_have_count(2)
    expect(panel).not_to_contain_text(re.compile("[0-9] : "))
    remark = page.locator(".remark.lit")
    expect(remark).to_contain_text(re.compile(r"(win|wins|share) [0-9]+ chips with"))


def test_seats_show_big_blinds_signs_and_what_was_done_last(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(between(server, 3, *["bot:caller"] * 3)))
    player.my_turn()
    page = player.page
    expect(page.locator(".label.seat .notes")).to_have_count(4)
    assert sorted(page.locator(".sign").all_inner_texts()) == ["BB", "D", "SB"]
    # One's own cards are not covered by what one did: the table tells it.
    done = {e["seat"] for e in player.log if e["seat"]} - {1}
    expect(page.locator(".done")).to_have_count(len(done))
    player.play("call")
    expect(page.locator(".label.seat", has_text="You:").first).to_be_visible()


def test_bets_have_names_that_set_the_amount(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse").sit(server.address(between(server, 3, "bot:caller")))
    player.my_turn()
    page = player.page
    marks = page.locator(".marks button")
    slider = next(g["amount"] for g in player.gestures if g["amount"])
    names = [words[:1].upper() + words[1:] for words, _ in slider["marks"]]
    assert marks.all_inner_texts() == names
    for words, number in slider["marks"]:
        name = words[:1].upper() + words[1:]
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("spinbutton")).to_have_value(str(number))
        expect(marks.filter(has_text=name).last).to_have_attribute("aria-pressed", "true")


def test_what_is_decided_ahead_is_done_when_the_turn_comes(
    hand: Callable[..., Hand], server: Server
) -> None:
    options = {"hands": "3", "players": "2"}
    opened = server.open(**SHORT, options=options, seats=["me", "friend"])
    mine, friend = hand("mouse"), hand("mouse")
    mine.sit(server.address(opened))
    friend.sit(server.url + opened["invitations"][0]["path"])
    mine.until(lambda: mine.now["turn"] > 0)
    acts, waits = (mine, friend) if mine.now["your_turn"] else (friend, mine)
    fold = waits.page.get_by_role("button", name="Check or fold")
    any_bet = waits.page.get_by_role("button", name="Call any bet")
    fold.click()
    any_bet.click()
    expect(fold).to_have_attribute("aria-pressed", "false")
    expect(any_bet).to_have_attribute("aria-pressed", "true")
    acts.arrive()
    acts.play("raise_to({})", 10)
    waits.until(lambda: any(e["event"] == "call" for e in waits.log))
    acts.until(lambda: len(acts.zone("board")["pieces"]) == 3)
    # Who sits out folds hand after hand, and decides again after coming back.
    acts.until(lambda: acts.now["turn"] > 0)
    stays, leaves = (acts, waits) if acts.now["your_turn"] else (waits, acts)
    out = leaves.page.get_by_role("button", name="Sit out")
    back = leaves.page.get_by_role("button", name="I'm back")
    out.click()
    stays.arrive()
    stays.play("bet({})", 10)
    stays.until(lambda: any(e["event"] == "fold" for e in stays.log))
    stays.until(lambda: bool(stays.now["your_turn"]))
    assert "Hand 1" not in stays.now["scene"]["beside"]["heading"]
    expect(out).to_have_count(0)
    back.click()
    expect(out).to_have_attribute("aria-pressed", "false")
    stays.arrive()
    stays.play("raise_to({})", 10)
    leaves.until(lambda: bool(leaves.now["your_turn"]))
    leaves.arrive()
    expect(leaves.page.get_by_role("button", name="Fold")).to_be_visible()


@pytest.mark.slow
def test_nothing_moves_while_a_hand_is_played(hand: Callable[..., Hand], server: Server) -> None:
    for size in ({"width": 1440, "height": 900}, PHONE):
        player = hand("mouse", viewport=size)
        player.sit(server.address(between(server, 1, *["bot:caller"] * 3)))
        player.my_turn()
        before = places(player.page)
        most = next(g["amount"]["high"] for g in player.gestures if g["amount"])
        player.play("raise_to({})", most)  # and the others call: all in, all over
        calling(player)
        player.page.get_by_role("button", name="Look at the table").click()
        assert places(player.page) == before
        # Who has won with what is read whole, on the smallest screen too.
        cut = "said => said.scrollWidth > said.clientWidth || said.scrollHeight > said.clientHeight + 1"
        assert not player.page.locator(".remark span").evaluate(cut)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize(
    "size",
    [DESK, WIDE, PHONE, ASIDE],
    ids=["desk", "wide", "phone", "aside"],
)
def test_the_end_of_the_game_covers_neither_seats_nor_board_nor_bets(
    hand: Callable[..., Hand], server: Server, size: Size, players: int
) -> None:
    bots = ["bot:caller"] * (players - 1)
    player = hand("mouse", viewport=size)
    player.sit(server.address(between(server, 1, *bots)))
    calling(player)
    panel = player.page.get_by_role("region", name="The game is over")
    expect(panel).to_be_visible()
    player.page.wait_for_timeout(300)  # it rises from below
    news = panel.bounding_box()
    assert news
    seen = player.page.locator(".piece, .seat .caption, .remark span")
    for box in filter(None, (one.bounding_box() for one in seen.all())):
        assert not overlap(news, box)


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, WIDE, PHONE], ids=["desk", "wide", "phone"])
def test_the_first_guide_covers_neither_seats_nor_bets(
    hand: Callable[..., Hand], server: Server, size: Size
) -> None:
    player = hand("mouse", viewport=size, guided=True)
    player.sit(server.address(between(server, 3, *["bot:caller"] * 5)))
    player.my_turn()
    guide = player.page.get_by_role("complementary", name="How to play")
    expect(guide).to_be_visible()
    words = guide.bounding_box()
    assert words
    seen = player.page.locator(".piece, .seat .caption, .remark span, .actions button")
    for box in filter(None, (one.bounding_box() for one in seen.all())):
        assert not overlap(words, box)
    player.play("call")  # whoever plays needs it no longer
    expect(guide).to_have_count(0)


def test_the_time_of_a_move_runs_on_the_plate_of_whose_turn_it_is(
    hand: Callable[..., Hand], server: Server
) -> None:
    options, seats = {"hands": "3", "players": "2"}, ["me", "friend"]
    clock = {"each": 300, "bank": 0, "more": 0}
    opened = server.open(**SHORT, options=options, seats=seats, clock=clock)
    mine, friend = hand("mouse"), hand("mouse")
    mine.sit(server.address(opened))
    friend.sit(server.url + opened["invitations"][0]["path"])
    for event in ("call", "check"):  # nobody's time runs before the own first move
        mine.until(lambda: mine.now["turn"] > 0)
        acting = mine if mine.now["turn"] == 1 else friend
        acting.my_turn()
        acting.play(event)
    mine.until(lambda: mine.now["clock"]["runs"] > 0)
    mine.arrive()
    expect(mine.page.locator(".label.seat.turn .time")).to_have_count(1)
    expect(mine.page.locator(".time")).to_have_count(1)


def overlap(a: FloatRect, b: FloatRect) -> bool:
    return (
        a["x"] < b["x"] + b["width"] - 1
        and b["x"] < a["x"] + a["width"] - 1
        and a["y"] < b["y"] + b["height"] - 1
        and b["y"] < a["y"] + a["height"] - 1
    )


@pytest.mark.slow
def test_cards_of_the_board_stay_where_they_lie(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("touch").sit(server.address(between(server, 1, *["bot:caller"] * 5)))
    lay: dict[str, float] = {}
    while player.my_turn():
        for card in player.zone("board")["pieces"]:
            box = player.element(card["key"]).bounding_box()
            assert box
            assert box["width"] >= 52  # read at arm's length
            assert lay.setdefault(card["key"], box["x"]) == box["x"]
        events = [gesture["event"] for gesture in player.gestures]
        player.play(next(e for e in ("check", "call", "show") if e in events))
    assert len(lay) == 5


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["keys", slow("touch")])
def test_a_wrong_amount_is_answered_in_words_and_nothing_moves(
    hand: Callable[..., Hand], server: Server, kind: str
) -> None:
    player = hand(kind).sit(server.address(between(server, 3, "bot:caller")))
    player.my_turn()
    page, before = player.page, player.now["seq"]
    field, line = page.get_by_role("spinbutton"), page.locator("#limits")
    buttons = page.locator(".actions button, .amount input")
    corners = "all => all.map((b) => JSON.stringify(b.getBoundingClientRect()))"
    lay = buttons.evaluate_all(corners)
    answers = {
        "abc": "how much? 4 to 200",
        "": "how much? 4 to 200",
        "3": "the minimum is 4",
        "-5": "the minimum is 4",
        "201": "the maximum is 200",
        "99999999999999999999": "the maximum is 200",
        "1e99": "the maximum is 200",
        "4.5": "whole numbers only",
    }
    for typed, said in answers.items():
        field.focus() if kind == "keys" else field.tap()
        page.keyboard.press("Control+A")
        page.keyboard.press("Delete")
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(line).to_have_text(said)
        expect(line).to_have_class(re.compile("wrong"))
        expect(page.get_by_role("button", name="Raise to …")).to_be_disabled()
        assert buttons.evaluate_all(corners) == lay
    assert player.now["seq"] == before
    page.get_by_role("button", name="Pot", exact=True).click()
    expect(line).to_have_text("from 4 to 200")
    player.enter_amount(7)
    player.until(lambda: "raise_to(7)" in [e["event"] for e in player.log])


def places(page: Page) -> list[str]:
    """Where the seats are, by their left upper corner."""
    corners = "all => all.map((z) => z.dataset.place + getComputedStyle(z).transform)"
    found: list[str] = page.locator(".zone.seat").evaluate_all(corners)
    return [re.sub(r"matrix\(.*, ([0-9.]+)\)", r" \1", place) for place in found]


@pytest.mark.slow
def test_the_log_is_cut_into_hands_that_can_be_kept_as_text_and_as_phh(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(between(server, 2, "bot:caller")))
    calling(player)
    page = player.page
    page.get_by_role("button", name="Look at the table").click()
    page.get_by_role("button", name="Log", exact=True).click()
    hands = page.locator(".log summary")
    expect(hands).to_have_count(2)
    expect(hands.first).to_contain_text("Hand 1:")
    expect(page.locator(".log details[open]")).to_have_count(1)
    with page.expect_download() as text:
        page.get_by_role("button", name="Hands as text").click()
    lines = text.value.path().read_text().splitlines()
    assert [line.split(":")[0] for line in lines if line.startswith("Hand ")] == [
        "Hand 1",
        "Hand 2",
    ]
    assert any(re.search("wins? the pot", line) for line in lines)
    with page.expect_download() as phh:
        page.get_by_role("button", name="PHH").click()
    assert phh.value.suggested_filename.endswith(".phhs")
    assert [*tomllib.loads(phh.value.path().read_text())] == ["1", "2"]
