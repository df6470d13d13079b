"""The open map: a tile is turned and its follower chosen where it lies."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import Hand, Server, Touch


def test_a_follower_is_chosen_on_the_tile_which_turns_under_the_wheel(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", preset="base", seats=["me", "bot:random"], seed=5)
    player = hand("mouse").sit(server.address(table))
    player.my_turn()
    page = player.page
    drawn = page.locator('[data-key="drawn"]').bounding_box()
    assert drawn is not None
    to_come = page.locator('[data-key="bag"]').bounding_box()
    assert to_come is not None
    assert drawn["width"] > 1.4 * to_come["width"]  # it is looked at before anything else
    first = next(
        g
        for g in player.moves
        if g["along"] and len({h["choices"][0] for h in player.moves if h["drop"] == g["drop"]}) > 1
    )
    at = player.point(first["drop"])
    page.mouse.move(*at)
    expect(page.locator(".preview")).to_have_count(1)  # how it would lie
    page.mouse.click(*at)
    expect(page.locator(".preview")).to_have_count(0)
    turned, land = page.locator(".ghost .turn"), page.locator(".land")
    before, shown = turned.get_attribute("style"), land.get_attribute("style")
    page.mouse.wheel(0, 100)
    expect(turned).not_to_have_attribute("style", before or "")
    page.mouse.wheel(0, -100)
    expect(turned).to_have_attribute("style", before or "")
    assert land.get_attribute("style") == shown  # it turns, and nothing zooms
    stand = page.locator(".ghost .stand").first
    chosen = page.get_by_role("radio", checked=True)
    stand.click()
    expect(chosen).not_to_have_text("No meeple")
    stand.click()
    expect(chosen).to_have_text("No meeple")
    stand.click()
    page.locator(".ways .main").click()
    player.until(lambda: len(player.zone(first["drop"])["pieces"]) == 2)


@pytest.mark.slow
def test_what_is_outlined_lies_below_the_followers_and_the_map_keeps_its_zoom(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", seats=["me", "bot:random"], seed=3)
    player = hand("mouse").sit(server.address(table))
    player.my_turn()
    page = player.page
    zoom = "() => document.querySelector('.land').style.transform.split('scale')[1]"
    before = page.evaluate(zoom)
    first = next(g for g in player.moves if g["along"])
    player.play(first["event"])
    player.my_turn()
    assert page.evaluate(zoom) == before
    # The frame of the tile that was laid last is seen whole, over its neighbours.
    depths = "all => all.map((tile) => Number(getComputedStyle(tile).zIndex))"
    tiles = page.locator(".map .piece.terrain")
    (last,) = page.locator(".map .piece.terrain.last").evaluate_all(depths)
    assert sorted(tiles.evaluate_all(depths))[-2:] == [last - 1, last]
    key = f"meeple@{first['drop']}"
    page.mouse.move(*player.point(first["drop"]))
    page.locator(".lit").first.wait_for()
    above = page.evaluate(
        """(key) => [
            Number(getComputedStyle(document.querySelector(`[data-key="${key}"]`)).zIndex),
            Number(getComputedStyle(document.querySelector(".lit")).zIndex),
        ]""",
        key,
    )
    assert above[0] > above[1] > 1


@pytest.mark.slow
def test_what_is_scored_is_lit_and_its_points_go_to_the_player(
    hand: Callable[..., Hand], server: Server
) -> None:
    position = "scores=0:0 next=E tiles=E,E,0,0,1K;B,N,0,-1"
    seats = ["me", "bot:random"]
    table = server.open(game="carcassonne", position=position, seats=seats)
    player = hand("mouse").sit(server.address(table))
    player.my_turn()
    page = player.page
    page.evaluate(
        """() => {
            window.seen = [];
            new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((one) => {
                if (one.dataset?.gain) window.seen.push([one.dataset.gain, one.textContent]);
            }))).observe(document.querySelector("main"), { childList: true, subtree: true });
        }"""
    )
    player.play(
        next(
            g["event"]
            for g in player.moves
            if g["drop"] == "1,0" and g["choices"] == ["west", "no meeple"]
        )
    )
    page.wait_for_function("() => window.seen.length > 0")
    assert page.evaluate("window.seen") == [["1", "+4"]]
    # Later the log still tells where it was.
    player.my_turn()
    expect(page.locator("[data-gain]")).to_have_count(0)
    page.get_by_role("button", name="Log").click()
    scored = page.locator(".entries li", has=page.locator(".told")).first
    scored.hover()
    expect(scored).to_contain_text("4 points to you, one knight")
    expect(page.locator('.lit [data-part="city"]')).to_have_count(2)
    # The arrow keys go through the log, too.
    page.mouse.move(5, 5)
    expect(page.locator('.lit [data-part="city"]')).to_have_count(0)
    page.locator(".entries").focus()
    entries = page.locator(".entries li.seen").count()
    for _ in range(entries):
        page.keyboard.press("ArrowUp")
        if page.locator('.lit [data-part="city"]').count():
            break
    expect(page.locator('.lit [data-part="city"]')).to_have_count(2)


@pytest.mark.slow
def test_a_game_ends_with_a_table_of_what_the_points_were_for(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(
        game="carcassonne", preset="base", seats=["me", "bot:random"], options={"length": "4"}, seed=5
    )  # fmt: skip
    player = hand("mouse").sit(server.address(table))
    while player.my_turn():
        player.play(next((g for g in player.moves if g["along"]), player.moves[0])["event"])
    rows = player.page.locator(".outcome tbody tr")
    expect(rows).to_have_count(2)
    scores = sorted(player.now["outcome"]["scores"], reverse=True)
    for row, score in zip(rows.all(), scores, strict=True):
        *cells, total = row.locator("td").all_inner_texts()
        assert int(total) == score == sum(int(cell.split()[0]) for cell in cells)
    # The last points are stepped through by hand, there and back, with what they are for lit.
    page = player.page
    points = page.get_by_role("group", name="The last points, one by one")
    on = points.get_by_role("button", name="One step forward")
    on.click()
    expect(points).to_contain_text("1/")
    expect(page.locator(".lit").first).to_be_attached()
    on.press("ArrowRight")
    expect(points).to_contain_text("2/")
    on.press("ArrowLeft")
    points.get_by_role("button", name="One step back").click()
    expect(points).not_to_contain_text("/")
    expect(page.locator(".lit")).to_have_count(0)


def test_on_a_phone_what_to_do_with_a_tile_takes_two_rows(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="carcassonne", preset="base", seats=["me", "bot:random"], seed=5)
    player = hand("touch").sit(server.address(table))
    player.my_turn()
    page = player.page
    page.touchscreen.tap(*player.point("drawn"))
    page.touchscreen.tap(*player.point(next(g["drop"] for g in player.moves if g["along"])))
    bar = page.locator(".choices")
    expect(bar).to_be_visible()
    tops = "all => new Set(all.map((b) => Math.round(b.getBoundingClientRect().top))).size"
    assert bar.locator("button").evaluate_all(tops) <= 2
    # Whoever lays a tile by a tap did not ask what lies there: the map stays in sight.
    before = player.now["seq"]
    bar.get_by_role("button", name="Place").tap()
    player.until(lambda: player.now["seq"] > before)
    player.my_turn()
    expect(page.locator(".features")).to_have_count(0)


def test_followers_are_figures_pawns_or_numbered(hand: Callable[..., Hand], server: Server) -> None:
    table = server.open(game="carcassonne", seats=["me", "bot:random"], seed=3)
    player = hand("mouse").sit(server.address(table))
    page = player.page
    first = page.locator('[data-key="meeple:1:0"] svg')
    figure = first.locator(".man").get_attribute("d")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("combobox", name="Meeples").select_option("numbers")
    expect(first.locator("text")).to_have_text("1")
    page.get_by_role("combobox", name="Meeples").select_option("pawns")
    expect(first.locator("text")).to_have_count(0)
    expect(first.locator(".man")).not_to_have_attribute("d", figure or "")


@pytest.mark.slow
def test_no_place_lies_under_the_buttons_in_the_corner_of_the_map(
    hand: Callable[..., Hand], server: Server
) -> None:
    """A tap on it would be one on a button: the map goes aside, though all of it was seen."""
    table = server.open(
        game="carcassonne", seats=["me", "friend"],
        position="scores=0:0 next=B tiles=B,N,0,0;B,N,1,0;B,N,0,1;B,N,0,-1;E,N,-1,0",
    )  # fmt: skip
    player = hand("touch").sit(server.address(table))
    friend = hand("mouse").sit(server.url + table["invitations"][0]["path"])
    friend.my_turn()
    before = player.point("0,0")
    friend.play(next(g["event"] for g in friend.moves if g["drop"] == "1,1"))
    player.my_turn()
    assert player.point("0,0") != before
    covered = player.page.evaluate(
        """() => [...document.querySelectorAll(".map [data-place]")].filter((place) => {
            const { x, y, width, height } = place.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("[data-place]") !== place;
        }).map((place) => place.dataset.place)"""
    )
    assert covered == []


@pytest.mark.slow
def test_a_tap_presses_nothing_that_it_has_brought_under_the_finger_itself(
    hand: Callable[..., Hand], server: Server
) -> None:
    """The map comes nearer to a place that is tapped, with buttons beside the place."""
    column = ";".join(f"E,E,0,{y}" for y in range(5))
    table = server.open(
        game="carcassonne", seats=["me", "bot:random"],
        position=f"scores=0:0 next=E tiles={column}",
    )  # fmt: skip
    player = hand("touch").sit(server.address(table))
    assert isinstance(player, Touch)
    player.my_turn()
    page = player.page
    for place in sorted({g["drop"] for g in player.moves}):
        player.tap("drawn")
        player.tap(place)
        expect(page.locator(".choices")).to_be_visible()
        page.locator(".choices").get_by_role("button", name="Cancel").tap()
        expect(page.locator(".choices")).to_have_count(0)
