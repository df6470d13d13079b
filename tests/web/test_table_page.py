"""What a table page does beside the moves: refusals, undo, hints, sharing, coming back."""

import json
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, WebSocketRoute, expect

from browsing import PHONE, Hand, Mouse, Server, Touch, serving_here
from sentence_listener import Listener

FINISHING = "N.../..../.P../...R"
"""A knight takes a pawn, which nothing else can; then a rook is left alone."""


def test_a_refused_drop_says_why_at_the_spot_and_springs_back(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    before = player.point("KS")
    player.carry({"pick": "KS", "drop": "column:7"})
    bubble = player.page.locator("[data-refusal]")
    expect(bubble).to_have_text(
        "K♠ does not go on Q♥: one lower, in the other colour", use_inner_text=True
    )
    box, spot = bubble.bounding_box(), player.element("column:7").bounding_box()
    assert box is not None
    assert spot is not None
    assert abs(box["x"] + box["width"] / 2 - spot["x"] - spot["width"] / 2) < 200
    assert player.point("KS") == before
    assert player.now["log_length"] == 0


def test_a_drop_beside_a_place_where_it_can_go_is_forgiven(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    x, y = player.point("JD")
    cell = player.page.locator('[data-place="cell:1"]').bounding_box()
    assert cell is not None
    mouse = player.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(cell["x"] + cell["width"] / 2, cell["y"] - 40, steps=5)
    mouse.up()
    player.until(lambda: bool(player.zone("cell:1")["pieces"]))


def test_click_then_click_moves_and_a_double_click_does_the_obvious(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=5)))
    player.element("AD").click()  # the ace of diamonds lies open in this deal
    expect(player.page.locator(".zone.target").first).to_be_visible()
    player.page.keyboard.press("Escape")
    expect(player.page.locator(".zone.target")).to_have_count(0)
    player.element("AD").dblclick()
    player.until(lambda: any(z["pieces"] for z in _homes(player)))
    player.arrive()
    top = player.zone("column:0")["pieces"][-1]["key"]
    player.element(top).click()
    player.page.locator('[data-place="cell:2"]').click()
    player.until(lambda: bool(player.zone("cell:2")["pieces"]))


def _homes(player: Hand) -> list[dict[str, object]]:
    zones = player.now["scene"]["zones"]
    return [zone for zone in zones if zone["key"].startswith("home")]


def test_targets_are_not_shown_when_that_is_switched_off(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show where a piece can go").uncheck()
    page.get_by_label("Four colours").check()
    page.keyboard.press("Escape")
    player.element("JD").click()
    expect(page.locator(".piece.held")).to_have_count(1)
    expect(page.locator(".zone.target")).to_have_count(0)
    page.reload()
    expect(page.locator("html[data-colours=four]")).to_have_count(1)


def test_undo_and_redo(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    player.play("move_game_to_free(0,0)")
    player.page.get_by_role("button", name="Undo").click()
    player.until(lambda: not player.zone("cell:0")["pieces"])
    player.arrive()
    expect(player.page.locator('[data-place="cell:0"]')).to_have_attribute(
        "aria-label", "free cell 1: empty"
    )
    player.page.keyboard.press("Shift+U")
    player.until(lambda: bool(player.zone("cell:0")["pieces"]))


def test_a_hint_comes_in_three_steps(hand: Callable[..., Hand], server: Server) -> None:
    table = server.open(game="chess-solitaire", position=FINISHING)
    player = hand("mouse").sit(server.address(table))
    page = player.page
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".piece.hinted")).to_have_count(1)
    expect(page.locator(".zone.hinted")).to_have_count(0)
    page.get_by_role("button", name="Where to?").click()
    expect(page.locator(".zone.hinted")).to_have_count(1)
    page.get_by_role("button", name="Do it").click()
    player.until(lambda: player.now["log_length"] == 1)
    assert player.now["assisted"]


def test_the_log_is_in_words_and_downloads_as_a_script_that_reproduces_the_game(
    hand: Callable[..., Hand], server: Server, tmp_path: Path
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    player.play("move_game_to_free(0,0)")
    page = player.page
    page.get_by_role("button", name="Log").click()
    expect(page.get_by_role("complementary", name="Log")).to_contain_text("J♦ to free cell 1")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as a script").click()
    script = tmp_path / "game.txt"
    download.value.save_as(script)
    # Its first line says how to run it.
    command = shlex.split(script.read_text().splitlines()[0].removeprefix("-- "))
    assert command[-1] == "FILE"
    ludex = Path(sys.executable).with_name("ludex")
    done = subprocess.run(
        [ludex, *command[1:-1], script], capture_output=True, text=True, check=True
    )
    assert "cells  J♦" in done.stdout.split("->")[-1]


@pytest.mark.slow
def test_a_share_link_brings_the_same_deal(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("The same deal for somebody else").input_value()
    other = hand("mouse")
    other.page.goto(link)
    other.page.get_by_role("button", name="Start").click()
    other.until(lambda: other.message is not None)
    assert other.now["deal"] == "deal 617"
    assert other.now["scene"]["zones"] == player.now["scene"]["zones"]


def test_two_browsers_play_russian_bank_and_one_loses_its_connection(
    context: Callable[..., BrowserContext], hand: Callable[..., Hand], server: Server
) -> None:
    one = hand("mouse")
    one.page.goto(server.url)
    one.page.get_by_role("button", name="Play: Russian Bank").click()
    one.page.get_by_label("Seat 2").select_option("friend")
    one.page.get_by_role("button", name="Start").click()
    one.page.locator("main[data-seq]").wait_for()
    invited = one.page.get_by_role("dialog", name="Invite a friend")
    link = invited.get_by_label("Invitation to seat 2").input_value()
    one.page.keyboard.press("Escape")

    two = Touch(context(viewport=PHONE, has_touch=True))
    lines: list[WebSocketRoute] = []

    is_cut = False

    def through(line: WebSocketRoute) -> None:
        if is_cut:
            line.close()
            return
        far, listener = line.connect_to_server(), Listener()
        far.on_message(lambda frame: (two._hear(frame, listener), line.send(frame))[1])
        lines.append(line)

    two.page.route_web_socket("**/socket", through)
    two.sit(link)
    one.until(lambda: all(seat["here"] for seat in one.now["seats"]))
    hands = {1: one, 2: two}

    def some_turns(count: int) -> None:
        for _ in range(count):
            turn = _on_turn(one, two)
            mover = hands[turn]
            home = [g for g in mover.moves if "foundation" in (g["drop"] or "")]
            on = [g for g in mover.moves if g["event"] in ("discard", "turn_hand")]
            mover.play((home or on or mover.moves)[0]["event"])
            for other in (one, two):
                other.until(lambda h=other, m=mover: h.now["seq"] >= m.now["seq"])
                other.arrive()

    some_turns(2)
    for _ in range(40):  # until it is the turn of the one who stays
        if _on_turn(one, two) == 1:
            break
        some_turns(1)
    known, is_cut = two.now["seq"], True
    lines[-1].close()
    expect(two.page.get_by_text("The connection is lost")).to_be_visible()
    one.play(one.moves[0]["event"])
    assert two.now["seq"] == known
    is_cut = False
    expect(two.page.get_by_text("The connection is lost")).to_have_count(0)
    two.until(lambda: two.now["seq"] == one.now["seq"] > known)
    two.arrive()
    some_turns(2)
    _take_back(one, two)
    for player in (one, two):
        player.page.get_by_role("button", name="Log").click()
        entries = player.page.locator(".log li")
        expect(entries).to_have_count(one.now["log_length"])
    assert one.problems == two.problems == []


def _take_back(one: Hand, two: Hand) -> None:
    """One asks, the other is asked and agrees."""
    length = one.now["log_length"]
    one.page.get_by_role("button", name="Undo").click()
    two.until(lambda: two.now["undo_asked_by"] == 1)
    two.page.get_by_role("button", name="Agree", exact=True).tap()
    one.until(lambda: one.now["log_length"] < length)
    two.until(lambda: two.now["seq"] == one.now["seq"])
    for hand in (one, two):
        hand.arrive()


def _on_turn(*hands: Hand) -> int:
    first = hands[0]
    first.until(lambda: any(h.now["your_turn"] for h in hands))
    return next(h.now["seat"] for h in hands if h.now["your_turn"])


@pytest.mark.slow
def test_a_game_goes_on_after_the_server_was_started_again(
    hand: Callable[..., Hand], tmp_path: Path
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    player = hand("mouse")
    with serving_here(tmp_path / "games.db", port) as first:
        player.sit(first.address(first.open(game="freecell", deal=617)))
        player.play("move_game_to_free(0,0)")
    expect(player.page.get_by_text("The connection is lost")).to_be_visible()
    # Whoever plays alone plays on meanwhile.
    player.carry({"pick": "KS", "drop": "cell:1"})
    player.problems.clear()  # the browser notes that nobody answered
    with serving_here(tmp_path / "games.db", port):
        expect(player.page.get_by_text("The connection is lost")).to_have_count(0)
        assert [piece["key"] for piece in player.zone("cell:0")["pieces"]] == ["JD"]
        player.until(lambda: player.now["log_length"] == 2)
        assert [piece["key"] for piece in player.zone("cell:1")["pieces"]] == ["KS"]
        player.arrive()
        player.play("move_game_to_free(0,2)")
        player.page.goto(f"http://127.0.0.1:{port}/")
        expect(player.page.locator("#continue + ul")).to_contain_text("deal 617")
        player.page.get_by_role("link", name=re.compile("FreeCell.*deal 617")).click()
        player.until(lambda: player.now["log_length"] == 3)
    player.problems.clear()


def test_a_wrong_key_is_told(hand: Callable[..., Hand], server: Server) -> None:
    table = server.open(game="freecell", deal=617)
    stranger = hand("mouse")
    stranger.page.goto(f"{server.url}/t/{table['table']}#nothing")
    expect(stranger.page.get_by_role("alert")).to_be_visible()
    stranger.page.get_by_role("button", name="Lobby").click()
    expect(stranger.page.get_by_role("heading", name="Games")).to_be_visible()


def test_stop_is_a_button_where_faults_are_called(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(
        game="russian-bank",
        preset="stop",
        seats=["me", "bot:random"],
        seed=11,
    )
    player = hand("mouse").sit(server.address(table))
    for _ in range(60):
        if any(g["words"] == "Stop!" for g in player.gestures):
            break
        if player.now["your_turn"]:
            move = next(
                (g for g in player.moves if g["event"] in ("discard", "turn_hand")),
                player.moves[0],
            )
            player.play(move["event"])
        else:
            player.page.wait_for_timeout(20)
    before = player.now["seq"]
    player.page.get_by_role("button", name="Stop!").click()
    player.until(lambda: player.now["seq"] > before)


@pytest.mark.slow
def test_the_daily_puzzle_and_levels_are_a_click_away(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse")
    player.page.goto(server.url)
    player.page.get_by_role("button", name="Play the puzzle of the day").click()
    player.until(lambda: player.message is not None)
    assert player.now["deal"].startswith("puzzle ")
    player.page.get_by_role("button", name="Lobby").click()
    player.page.get_by_role("button", name="Play the deal of the day").click()
    player.until(lambda: player.now["game"]["name"] == "freecell")
    assert 1 <= int(player.now["share"]["deal"]) <= 1_000_000
    player.page.get_by_role("button", name="Lobby").click()
    player.page.get_by_role("button", name="Play: Chess Solitaire").click()
    player.page.get_by_label("How hard?").select_option("medium")
    player.page.get_by_label("How many pieces?").fill("5")
    player.page.get_by_role("button", name="Start").click()
    player.until(lambda: sum(len(z["pieces"]) for z in player.now["scene"]["zones"]) == 5)


def test_every_event_is_announced(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("keys").sit(server.address(server.open(game="freecell", deal=617)))
    player.play("move_game_to_free(0,0)")
    expect(player.page.locator("[aria-live=polite]")).to_have_text("J♦ to free cell 1")
    # The focus is where the card went.
    assert player.page.evaluate("document.activeElement.dataset.spot") == "z:cell:0"


def test_portuguese(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse", locale="pt-PT")
    player.sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    expect(page.locator("html[lang=pt]")).to_have_count(1)
    expect(page.get_by_role("button", name="Desfazer")).to_be_visible()
    expect(player.element("JD")).to_have_attribute(
        "aria-label", re.compile("^valete de ouros, coluna 1, 7 de 7")
    )
    player.carry({"pick": "KS", "drop": "column:7"})
    expect(page.locator("[data-refusal]")).to_contain_text("K♠ não vai para cima de Q♥")


def test_storage_keeps_only_what_opens_the_seat(hand: Callable[..., Hand], server: Server) -> None:
    table = server.open(game="freecell", deal=617)
    player = hand("mouse").sit(server.address(table))
    kept = json.loads(player.page.evaluate("localStorage.getItem('ludex.tables')"))
    assert [(key["table"], key["token"]) for key in kept] == [(table["table"], table["token"])]


def test_a_card_is_dragged_by_a_finger(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("touch").sit(server.address(server.open(game="freecell", deal=617)))
    start, end = player.point("JD"), player.point("cell:1")
    finger = player.page.context.new_cdp_session(player.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    # A long press looks at a card below others, and picks up nothing.
    longest = max(
        (z for z in player.now["scene"]["zones"] if z["key"].startswith("column")),
        key=lambda z: len(z["pieces"]),
    )
    touch("touchStart", player.point(longest["pieces"][0]["key"]))
    expect(player.page.locator(".piece.peeked")).to_have_count(1)
    touch("touchEnd")
    expect(player.page.locator(".piece.peeked, .piece.held")).to_have_count(0)

    touch("touchStart", start)
    for step in range(1, 6):
        part = step / 5
        x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
        touch("touchMove", (x, y))
    touch("touchEnd")
    player.until(lambda: bool(player.zone("cell:1")["pieces"]))


def test_the_map_pans_and_zooms_and_tells_what_belongs_together(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", seats=["me", "bot:random"], seed=3)
    player = hand("mouse").sit(server.address(table))
    player.my_turn()
    player.play(player.moves[0]["event"])
    player.my_turn()
    page, land = player.page, player.page.locator(".land")
    shown = land.get_attribute("style")
    page.get_by_role("button", name="Zoom out").click()
    zoomed = land.get_attribute("style")
    assert zoomed != shown
    frame = page.locator(".map").bounding_box()
    assert frame is not None
    corner = frame["x"] + 30, frame["y"] + 30
    page.mouse.move(*corner)
    page.mouse.down()
    page.mouse.move(corner[0] + 40, corner[1] + 60, steps=4)
    page.mouse.up()
    assert land.get_attribute("style") != zoomed
    page.mouse.wheel(0, -200)
    page.get_by_role("button", name="Show all").click()
    page.mouse.move(*player.point("0,0"))
    # What lies under the pointer is told: the road of the first tile, or one beside it.
    here = [
        name
        for name, keys in player.now["scene"]["highlights"]
        if any(key.startswith("0,0#") for key in keys)
    ]
    expect(page.locator(".lit").first).to_be_visible()
    told = page.locator(".features").inner_text()
    assert any(name in told for name in here), (told, here)


def test_what_is_pointed_at_on_a_map_names_its_owner_as_everywhere(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", seats=["me", "bot:random"], seed=3)
    player = hand("mouse").sit(server.address(table))
    player.my_turn()
    claims = (move for move in player.moves if "farmer" in move["choices"])
    claim = next(claims)
    player.make(claim)
    player.my_turn()
    player.page.mouse.move(*player.point(claim["drop"]))
    expect(player.page.locator(".features")).to_contain_text("You: 1 ")


def test_the_ghost_of_a_tile_turns_and_shows_who_will_stand_on_it(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", seats=["me", "bot:random"], seed=3)
    player = hand("mouse").sit(server.address(table))
    player.my_turn()
    player.carry(player.moves[0])
    page = player.page
    ghost, turned = page.locator(".ghost"), page.locator(".ghost .turn")
    ghost.wait_for()
    assert page.locator(".ghost .along").count() == 0
    before = turned.get_attribute("style")
    page.keyboard.press("r")
    assert turned.get_attribute("style") != before
    page.get_by_role("radio", name="Farmer").click()
    page.locator(".ghost .along .p1").wait_for()
    page.get_by_role("radio", name="No meeple").click()
    assert page.locator(".ghost .along").count() == 0


def test_what_was_won_is_counted(hand: Callable[..., Hand], server: Server) -> None:
    # A puzzle counts; a position that somebody chose would be practice.
    puzzle = server.open(game="chess-solitaire", puzzle={"pieces": 2})
    player = hand("mouse").sit(server.address(puzzle))
    player.play(player.moves[0]["event"])
    player.page.get_by_role("button", name="Lobby").click()
    figures = player.page.get_by_role("list", name="Statistics").get_by_role("listitem")
    expect(figures.filter(has_text="Chess Solitaire")).to_contain_text("1 of 1 won")


@pytest.mark.slow
def test_sound_is_off_until_it_is_wanted(
    context: Callable[..., BrowserContext], server: Server
) -> None:
    made = "window.made = 0; const Real = AudioContext; window.AudioContext = class extends Real { constructor() { super(); window.made += 1; } };"
    player = Mouse(context())
    player.page.add_init_script(made)
    player.sit(server.address(server.open(game="freecell", deal=617)))
    player.play("move_game_to_free(0,0)")
    assert player.page.evaluate("window.made") == 0
    player.page.get_by_role("button", name="Menu").click()
    player.page.get_by_role("button", name="Settings").click()
    player.page.get_by_label("Sound").check()
    player.page.keyboard.press("Escape")
    player.play("move_game_to_free(0,1)")
    assert player.page.evaluate("window.made") == 1
