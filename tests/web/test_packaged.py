"""The packaged example in a real browser: installed from its wheel, played to the end in words."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browsing import Hand, Server, serving
from packages import HEAPS
from playing import ROOT

pytestmark = pytest.mark.slow  # `test_words.py` plays such a game, `tests/registry` installs one


@pytest.fixture(scope="module")
def heaps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in an environment that has Ludex and the wheel of the package."""
    folder: Path = tmp_path_factory.mktemp("heaps")
    offline = ("--no-deps", "--no-index", "--disable-pip-version-check", "-q")
    pip = (sys.executable, "-m", "pip")
    built = (*pip, "wheel", "--no-build-isolation", *offline, "-w", str(folder))
    subprocess.run([*built, str(HEAPS)], check=True)
    (wheel,) = folder.glob("ludex_heaps-1.0-*.whl")
    site = folder / "site"
    subprocess.run([*pip, "install", *offline, "--target", site, wheel], check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{ROOT / 'src'}{os.pathsep}{site}")
        with serving(folder / "games.db", "heaps") as server:
            yield server


def test_it_is_begun_in_the_lobby_and_played_to_the_end(
    heaps: Server, hand: Callable[..., Hand]
) -> None:
    player = hand("mouse")
    page = player.page
    page.goto(heaps.url)
    page.get_by_role("button", name="Play: Heaps").click()
    page.get_by_role("button", name="Start").click()
    words = page.locator(".words pre")
    expect(words).to_have_text("1: ooo\n2: ooooo\n3: ooooooo")
    take = page.get_by_role("form", name="Take count stones from the heap number heap.")
    take.get_by_label("heap").select_option("1")
    take.get_by_label("count").select_option("7")
    take.get_by_role("button", name="Take").click()
    refusal = page.locator("[data-refusal]")
    expect(refusal).to_have_text("Heap 1 has 3 left", use_inner_text=True)
    page.get_by_role("button", name="Why?", exact=True).click()
    dialog = page.get_by_role("dialog", name="Why?")
    expect(dialog.locator("li.failed .reason")).to_contain_text("Heap 1 has 3 left")
    dialog.get_by_role("button", name="Close").click()
    player.until(lambda: player.message is not None)
    while player.my_turn():
        before, event = player.now["seq"], player.moves[-1]["event"]
        if not take.count():  # few are left: a button for each
            player.play(event)
            continue
        heap, count = event[5:-1].split(",")
        take.get_by_label("heap").select_option(heap)
        take.get_by_label("count").select_option(count)
        take.get_by_role("button", name="Take").click()
        player.until(lambda before=before: player.now["seq"] > before)  # type: ignore[misc]
    expect(words).to_have_text("1: -\n2: -\n3: -")
    expect(page.get_by_text("took the last stone").first).to_be_visible()


def test_a_position_with_few_events_has_a_button_for_each(
    heaps: Server, hand: Callable[..., Hand]
) -> None:
    player = hand("touch")
    few = "heaps=[1 1 0] turn=1 misere=no"
    opened = heaps.open(game="heaps", seats=["me", "bot:greedy"], position=few)
    player.page.goto(heaps.address(opened))
    expect(player.page.get_by_role("button", name="Take 1 1")).to_be_visible()
    expect(player.page.get_by_role("button", name="Take 2 1")).to_be_visible()
