"""Why, in the browser: from a refusal, from the menu and by a key, in both languages."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import Hand, Server, slow

REFUSED = {"pick": "KS", "drop": "column:7"}
WRITTEN = "As written in the rulebook"


def guards(page: Page, standing: str) -> list[str]:
    return page.locator(f"dialog li.{standing} .reason").all_inner_texts()


def test_a_refusal_offers_why_and_every_condition_is_told(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    player.carry(REFUSED)
    page.get_by_role("button", name="Why?", exact=True).click()
    dialog = page.get_by_role("dialog", name="Why?")
    verdict = "Not allowed: K♠ does not go on Q♥: one lower, in the other colour."
    expect(dialog.locator(".verdict")).to_have_text(verdict)
    dialog.get_by_text("All conditions").click()
    expect(dialog.get_by_text("is refused by condition")).to_be_visible()
    failed = dialog.locator("li.failed").first
    expect(failed).to_contain_text("K♠ does not go on Q♥")
    expect(failed.locator("dl div").first).to_contain_text("card")
    expect(dialog.locator("ol")).not_to_contain_text(".py")
    assert guards(page, "held")
    assert player.now["log_length"] == 0


def test_the_menu_explains_any_move_that_is_chosen_or_written(
    hand: Callable[..., Hand], server: Server
) -> None:
    player = hand("mouse").sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Why?", exact=True).click()
    dialog = page.get_by_role("dialog", name="Why?")
    verdict = dialog.locator(".verdict")
    # A card and a place, whether it may go there or not.
    what, where = dialog.get_by_label("What is moved"), dialog.get_by_label("Where to")
    what.select_option(label="King of spades (column 2)")
    where.select_option(label="Column 8")
    expect(verdict).to_contain_text("Not allowed: K♠ does not go on Q♥")
    where.select_option(label="Free cell 1")
    expect(verdict).to_have_text("Allowed: K♠ to free cell 1.")
    dialog.get_by_label("moves that can be made now").select_option("J♦ to free cell 1")
    expect(verdict).to_have_text("Allowed: J♦ to free cell 1.")
    dialog.get_by_text("The table after the move").click()
    expect(dialog.locator("pre")).to_contain_text("cells  J♦")
    # And as the rulebook writes it, for whoever knows that.
    dialog.get_by_text(WRITTEN, exact=True).first.click()
    dialog.get_by_role("textbox").fill("castle(1)")
    dialog.get_by_role("button", name="Explain").click()
    expect(dialog.get_by_role("alert")).to_have_text("No event 'castle'.")
    dialog.get_by_role("button", name="Close").click()
    assert player.now["log_length"] == 0


def test_the_key_w_asks_about_what_was_refused_last(
    hand: Callable[..., Hand], server: Server
) -> None:
    table = server.open(game="chess-solitaire", position="NP.Q/.R.B/K.N./.P..")
    player = hand("keys").sit(server.address(table))
    page = player.page
    page.keyboard.press("w")
    dialog = page.get_by_role("dialog", name="Why?")
    dialog.get_by_text(WRITTEN, exact=True).first.click()
    dialog.get_by_role("textbox").fill("move_and_capture(1,1,2,4)")
    page.keyboard.press("Enter")
    dialog.get_by_text("All conditions").click()
    expect(dialog.locator("li.failed")).to_contain_text("A knight does not move")
    expect(dialog.locator("li.undefined")).not_to_contain_text("KeyError")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("kind", [slow("mouse"), "touch"])
def test_nobody_is_told_what_another_seat_holds(
    hand: Callable[..., Hand], server: Server, kind: str
) -> None:
    table = server.open(game="holdem", seats=["me", "bot:random"], options={"players": "2"})
    player = hand(kind).sit(server.address(table))
    player.my_turn()
    page = player.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Why?", exact=True).click()
    dialog = page.get_by_role("dialog", name="Why?")
    dialog.get_by_label("What can be done now").select_option(label="Fold")
    expect(dialog.locator(".verdict")).to_have_text("Allowed: Fold.")
    dialog.get_by_text("The table after the move").click()
    expect(dialog.locator("pre")).to_contain_text("??")


@pytest.mark.slow
def test_portuguese(hand: Callable[..., Hand], server: Server) -> None:
    player = hand("mouse", locale="pt-PT")
    player.sit(server.address(server.open(game="freecell", deal=617)))
    page = player.page
    player.carry(REFUSED)
    page.get_by_role("button", name="Porquê?", exact=True).click()
    dialog = page.get_by_role("dialog", name="Porquê?")
    expect(dialog.locator(".verdict")).to_contain_text(
        "Não é permitido: K♠ não vai para cima de Q♥"
    )
    dialog.get_by_text("Todas as condições").click()
    expect(dialog.get_by_text("é recusado pela condição")).to_be_visible()
    expect(dialog.locator("li.failed .standing").first).to_have_text("falha")
    expect(dialog.locator("li.held .standing").first).to_have_text("cumpre-se")
    dialog.get_by_text("Perguntar por outra jogada").click()
    dialog.get_by_text("Como está escrita no livro de regras", exact=True).first.click()
    dialog.get_by_role("textbox").fill("castle(1)")
    dialog.get_by_role("button", name="Explicar").click()
    expect(dialog.get_by_role("alert")).to_have_text("Não há a jogada 'castle'.")
