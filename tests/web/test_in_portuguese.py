"""Whoever reads Portuguese reads no English: pages are walked, and every text on them is looked at.

What is not shown but read aloud (labels, titles, placeholders) counts as well; what is typed as
programs do, in `code`, does not.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from browsing import Hand, Mouse, Server, slow
from ludex.registry import played

ENGLISH = re.compile(
    r"\b(the|of|is|are|and|with|you|your|from|this|that|not|has|was|will|been|to)\b",
    re.IGNORECASE,
)
NAMES = ("Robert's Rules of Poker («Betting and raising»",)
"""What is called so in every language."""

TEXTS = """() => {
  const found = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent.trim());
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    if (["SCRIPT", "STYLE", "CODE", "PRE"].includes(node.tagName)) return;
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      found.push(node.getAttribute(name) ?? "");
    node.childNodes.forEach(walk);
  };
  walk(document.documentElement);
  return found.filter((text) => text !== "");
}"""

TABLES: dict[str, dict[str, object]] = {
    "freecell": {"deal": 617},
    "chess-solitaire": {"position": "NP.Q/.R.B/K.N./.P.."},
    "russian-bank": {"seats": ["me", "bot:random"], "seed": 3},
    "carcassonne": {"seats": ["me", "bot:random"], "seed": 3},
    "holdem": {"seats": ["me", "bot:caller"], "options": {"players": "2"}, "seed": 5},
}


def english_on(page: Page) -> list[str]:
    texts: list[str] = page.evaluate(TEXTS)
    assert len(texts) > 4
    for name in NAMES:
        texts = [text.replace(name, "") for text in texts]
    return [text for text in texts if ENGLISH.search(text)]


@pytest.fixture
def reader(hand: Callable[..., Hand], server: Server) -> Hand:
    reader = hand("mouse", locale="pt-PT")
    reader.visit(server.url)
    reader.page.get_by_role("button", name="Regras: FreeCell").wait_for()
    return reader


@pytest.fixture
def page(reader: Hand) -> Page:
    return reader.page


@pytest.mark.slow
def test_the_lobby(reader: Hand, server: Server) -> None:
    page = reader.page
    assert english_on(page) == []
    for name in ("Definições", "Ajuda"):
        page.get_by_role("button", name=name).click()
        page.get_by_role("dialog").wait_for()
        assert [text for text in english_on(page) if text != "English"] == []
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
    reader.visit(f"{server.url}/nowhere")
    page.get_by_text("Não há nenhuma página neste endereço.").wait_for()
    assert english_on(page) == []
    reader.problems.clear()  # there is no such page


@pytest.mark.slow
def test_what_can_be_chosen_for_a_new_table(page: Page) -> None:
    buttons = page.get_by_role("button", name=re.compile("^Opções, "))
    expect(buttons).to_have_count(len(played()))
    for i in range(len(played())):
        buttons.nth(i).click()
        page.get_by_role("button", name="Começar", exact=True).wait_for()
        assert english_on(page) == []
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")


@pytest.mark.slow
def test_the_rules(page: Page) -> None:
    buttons = page.get_by_role("button", name=re.compile("^Regras: "))
    for i in range(len(played())):
        buttons.nth(i).click()
        page.get_by_role("heading", name="Como se joga, num minuto").wait_for()
        assert english_on(page) == []
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")


def test_puzzles_by_level(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Problemas: ")).click()
    page.get_by_label(re.compile("^De mestre 1,")).wait_for(state="attached")
    assert english_on(page) == []


@pytest.mark.parametrize(
    "name", [name if name in ("carcassonne", "holdem") else slow(name) for name in TABLES]
)
def test_a_table(name: str, hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse", locale="pt-PT", guided=True)
    player.sit(server.address(server.open(game=name, **TABLES[name])))
    page = player.page
    page.get_by_role("button", name="Entendido").click()
    assert player.my_turn()
    assert english_on(page) == []
    page.get_by_role("button", name="Dica", exact=True).click()
    page.get_by_role("button", name=re.compile("Para onde|Fazer isso")).wait_for()
    assert english_on(page) == []
    page.get_by_role("button", name="Registo").click()
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog")
    assert english_on(page) == []
    menu.get_by_role("button", name="Partilhar").click()
    page.get_by_role("dialog", name="Partilhar").wait_for()
    assert english_on(page) == []
    assert player.problems == []


def test_what_happens_before_the_catalogue_is_here_is_told_in_portuguese(
    context: Callable[..., BrowserContext], hand: Callable[..., Hand], server: Server
) -> None:
    reader, held = Mouse(context(locale="pt-PT")), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    reader.page.route("**/api/languages/pt", hold)
    made = server.open(game="russian-bank", seats=["me", "friend"], seed=6)
    reader.sit(server.address(made))
    friend = hand("mouse").sit(server.url + made["invitations"][0]["path"])
    reader.until(lambda: bool(held and reader.now["turn"]))
    mover, other = (friend, reader) if friend.now["your_turn"] else (reader, friend)
    mover.my_turn()
    mover.play(mover.moves[0]["event"])
    other.until(lambda: other.now["seq"] == mover.now["seq"])
    reader.arrive()
    held[0].continue_()
    reserve = reader.page.locator('[data-place="reserve:1"]')
    expect(reserve).to_have_attribute("aria-label", re.compile("reserva"))
    expect(reader.page.locator("[aria-live=polite]")).not_to_be_empty()
    assert english_on(reader.page) == []
    assert reader.problems == []
