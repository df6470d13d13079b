"""A program that the operator has let in, in the browser: its name, and who plays on when it fails."""

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from browsing import Hand, serving
from foreign_programs import program
from playing import ROOT

TIC_TAC_TOE = str(ROOT / "examples" / "tic_tac_toe.py")


def test_when_a_program_fails_the_table_says_who_plays_on(
    tmp_path: Path, hand: Callable[[str], Hand]
) -> None:
    answer = (
        'print("bestmove", legal[-1], flush=True) if not told else sys.exit("a secret")'
        "; told.append(rest)"
    )
    ada = f"ada=cmd:{program(tmp_path, answer)}"
    words = (TIC_TAC_TOE, "--player", ada)
    with serving(tmp_path / "games.db", 0, *words) as server:
        made = server.open(game="tic-tac-toe", seats=["me", "bot:ada"])
        me = hand("mouse").sit(server.address(made))
        banner = me.page.locator(".banner[role=status]")
        me.play("mark(1)")
        assert me.my_turn()
        expect(me.page.locator(".lately b")).to_have_text("Ada")
        expect(banner).to_have_count(0)
        me.play("mark(2)")
        expect(banner).to_have_text(
            "Player 2 (ada) has failed; search plays on in its place."
        )
        while me.my_turn():
            me.play(me.moves[0]["event"])
        assert me.now["outcome"]
        shown = me.page.locator("body").inner_text()
        assert "a secret" not in shown + json.dumps(me.now)
