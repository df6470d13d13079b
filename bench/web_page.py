"""The web page: how soon one can play, how quickly it answers, and whether anything jumps.

    python bench/web_page.py [--loads 5] [--moves 12]

Starts `ludex serve` and Debian's Chromium (through Playwright), each page in a fresh profile: nothing
is cached. A page is playable when the table is drawn and something on it can be picked up or pressed.
The slow line is the browser's own: 4 times slower CPU, 150 ms a round trip, 1.6 Mbit/s. Then every
game is played by mouse through a proxy 150 ms away: interaction to next paint is what the browser's
Event Timing says of the slowest click or key (in steps of 8 ms), layout shift what it adds up of
everything that moved without being animated, whether or not the player had just done something.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page
from rows import keep

# The hands that play here are those of the tests.
sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browsing import DESK, PLAYED, Mouse, Server, chromium, serving
from slow_proxy import far_away

ROUND_TRIP: Final = 0.150
SLOW_CPU: Final = 4
SLOW_LINE: Final = {
    "offline": False,
    "latency": 1000 * ROUND_TRIP,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 1_600_000 / 8,
}
BARS: Final = {"cold": 1000, "slow": 2000, "kB": 150, "paint": 100, "shift": 0}
"""What is asked for: milliseconds, kilobytes, milliseconds, and no shift at all."""

READY: Final = """
const ready = () => document.querySelector("main[data-seq] [data-spot], main[data-seq] .actions button, .games li");
new MutationObserver((_, all) => {
  if (ready() && !window.readyAt) { requestAnimationFrame(() => { window.readyAt ??= performance.now(); }); all.disconnect(); }
}).observe(document, { childList: true, subtree: true });
try {  // nobody here sees a game for the first time, and nothing is played but what is clicked
  localStorage["ludex.guided"] ??= '["*"]';
  localStorage["ludex.settings"] ??= '{"follows":false}';
} catch { /* a document without storage */ }
"""
MOVING: Final = """() => document.getAnimations().some((a) =>
  a.playState === "running" && a.effect?.getComputedTiming().iterations !== Infinity)"""
"""Does anything still glide to its place? Who drags it takes hold of it where it was."""

WATCH: Final = """() => {
  window.paints = []; window.shifts = [];
  new PerformanceObserver((all) => { for (const e of all.getEntries()) if (e.interactionId) window.paints.push([e.name, e.duration, e.target?.outerHTML?.slice(0, 80) ?? ""]); })
    .observe({ type: "event", durationThreshold: 16 });
  new PerformanceObserver((all) => { for (const e of all.getEntries()) window.shifts.push([e.value, e.hadRecentInput, e.sources.map((s) => `${(s.node?.outerHTML ?? s.node?.textContent ?? "").slice(0, 60)} ${s.previousRect.x},${s.previousRect.y} ${s.previousRect.width}×${s.previousRect.height} → ${s.currentRect.x},${s.currentRect.y} ${s.currentRect.width}×${s.currentRect.height}`).join(" | ")]); })
    .observe({ type: "layout-shift" });
}"""


def main() -> None:
    """Measure, and print one table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--loads", type=int, default=5, help="of each page")
    parser.add_argument("--moves", type=int, default=12, help="in each game")
    parser.add_argument("--tell", action="store_true", help="what was slow, what moved")
    parser.add_argument("--games", default=",".join(PLAYED), help="of these alone")
    asked = parser.parse_args()
    print("| what | measured | asked for |")
    print("| --- | --- | --- |")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder, "games.db")) as server,
        chromium() as browser,
    ):
        if asked.loads:
            first_playable(browser, server, asked.loads)
        for game in filter(None, asked.games.split(",")):
            in_play(browser, server, game, asked.moves, tell=asked.tell)


def row(what: str, measured: str, bar: str) -> None:
    """A line of the table, at once."""
    print(f"| {what} | {measured} | {bar} |", flush=True)


# -- opening ------------------------------------------------------------------------------


def first_playable(browser: Browser, server: Server, loads: int) -> None:
    """The lobby and a table, as this machine is and slowed down; and what came over the line."""
    table = server.address(server.open(**PLAYED["freecell"]))
    for name, address in (("lobby", f"{server.url}/"), ("table of FreeCell", table)):
        for slow in (False, True):
            found = [loaded(browser, address, slow=slow) for _ in range(loads)]
            times, sizes = zip(*found, strict=True)
            how = "4 × slower CPU, 150 ms, 1.6 Mbit/s" if slow else "cold"
            bar = BARS["slow" if slow else "cold"]
            row(
                f"{name}: first playable, {how}",
                f"{median(times):,.0f} ms",
                f"< {bar:,} ms",
            )
            keep(f"page {name}, {how}", "ms", median(times), less_is_better=True)
        bar = f"≤ {BARS['kB']} kB" if name == "lobby" else ""
        row(f"{name}: over the line", f"{max(sizes) / 1000:.0f} kB", bar)


def loaded(browser: Browser, address: str, *, slow: bool) -> tuple[float, float]:
    """Milliseconds until it can be played, and the bytes that were sent."""
    with opened(browser) as page:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        sent: list[float] = []
        session.on("Network.loadingFinished", lambda e: sent.append(e["encodedDataLength"]))
        if slow:
            session.send("Network.emulateNetworkConditions", SLOW_LINE)
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
        page.goto(address)
        at: float | None = None
        while at is None:  # a page that allows no eval cannot be waited for otherwise
            page.wait_for_timeout(50)
            at = page.evaluate("window.readyAt ?? null")
        return at, sum(sent)


@contextmanager
def opened(browser: Browser) -> Iterator[Page]:
    """A page of a fresh profile, in which things move."""
    context = fresh(browser)
    yield context.new_page()
    context.close()


def fresh(browser: Browser) -> BrowserContext:
    """A profile that has cached nothing."""
    context = browser.new_context(viewport=DESK, locale="en-GB")
    context.add_init_script(READY)
    return context


# -- playing ------------------------------------------------------------------------------


def in_play(browser: Browser, server: Server, game: str, moves: int, *, tell: bool) -> None:
    """Random moves by mouse, far away: the slowest answer, and all that jumped."""
    dice = random.Random(7)
    with far_away(server.port, ROUND_TRIP) as proxy:
        context = fresh(browser)
        player = Mouse(context)
        table = server.open(**PLAYED[game])
        player.sit(server.address(table).replace(server.url, proxy.url))
        player.my_turn()
        player.page.evaluate(WATCH)
        made = played(player, dice, moves)
        player.page.wait_for_timeout(1000)  # entries come in batches
        paints = player.page.evaluate("window.paints")
        shifts = player.page.evaluate("window.shifts")
        context.close()
    slowest = max((paint[1] for paint in paints), default=16)
    moved = sum(shift[0] for shift in shifts)
    count = f"{made} moves"
    row(
        f"{game}: interaction to next paint, {count}",
        f"≤ {slowest:.0f} ms",
        f"< {BARS['paint']} ms",
    )
    row(f"{game}: layout shift, {count}", f"{moved:.4f}", f"{BARS['shift']}")
    keep(f"page {game}, interaction to next paint", "ms", slowest, less_is_better=True)
    if tell:
        for paint in sorted(paints, key=lambda one: -one[1])[:5]:
            print("   ", paint, file=sys.stderr)
        for shift in shifts[:12]:
            print("   ", shift, file=sys.stderr)


def played(player: Mouse, dice: random.Random, moves: int) -> int:
    """So many moves, or until the game is over; how many."""
    for made in range(moves):
        if not player.my_turn() or not player.moves:
            return made
        while player.page.evaluate(MOVING):
            player.page.wait_for_timeout(20)
        gesture = dice.choice(player.moves)
        if gesture["event"] == "fold" and len(player.moves) > 1:
            gesture = player.moves[1]
        player.play(gesture["event"])
    return moves


if __name__ == "__main__":
    main()
