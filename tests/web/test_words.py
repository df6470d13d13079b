"""A game in a file, without zones: shown by its text, played by buttons and forms. And a program that
the operator has let in: its name, and who plays on when it fails."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browsing import Hand, Server, serving
from foreign_programs import program
from playing import ROOT

pytestmark = pytest.mark.slow  # fine points: what has to work is in the quicker files

NIM = '''
"""Nim: whoever takes the last stone wins."""
from typing import Annotated, NamedTuple
from ludex.kernel import Event, Game, Guards, Outcome, Seat, Start, Whole, won

class State(NamedTuple):
    stones: int
    turn: Seat

class Take(Event[State]):
    """Take `count` stones from the heap number `heap`."""
    heap: Annotated[int, Whole(1, 2)]
    count: Annotated[int, Whole(1, 30)]
    def guards(self, s: State) -> Guards:
        yield self.count <= s.stones or f"only {s.stones} are left"
        yield self.heap == 1 or self.count < 3 or "no more than two from there"
    def apply(self, s: State) -> State:
        return State(s.stones - self.count, Seat(1 - s.turn))

class Pass(Event[State]):
    """Take nothing."""
    def apply(self, s: State) -> State:
        return State(s.stones, Seat(1 - s.turn))

def outcome(s: State) -> Outcome | None:
    return None if s.stones else won(Seat(1 - s.turn), "took the last stone")

game = Game(
    name="nim", title="Nim", summary="Take stones.", players=(2, 2),
    start=Start.fixed(State(21, Seat(0))), events=(Take, Pass), turn=lambda s: s.turn,
    outcome=outcome, text=lambda s: f"{s.stones} stones\\n{'o' * s.stones}",
)
'''


ANSWER = (
    'print("bestmove", legal[-1], flush=True) if not told else sys.exit("a secret")'
    "; told.append(rest)"
)


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of Nim and of tic-tac-toe, where Ada plays a little."""
    folder: Path = tmp_path_factory.mktemp("nim")
    (folder / "nim.py").write_text(NIM)
    games = str(folder / "nim.py"), str(ROOT / "examples" / "tic_tac_toe.py")
    ada = f"ada=cmd:{program(folder, ANSWER)}"
    with serving(folder / "games.db", *games, "--player", ada) as server:
        yield server


def test_it_is_played_from_the_lobby_to_the_end(nim: Server, hand: Callable[..., Hand]) -> None:
    player = hand("mouse")
    page = player.page
    page.goto(nim.url)
    expect(page.get_by_role("button", name="Play: ")).to_have_count(2)
    page.get_by_role("button", name="Play: Nim").click()
    page.get_by_role("button", name="Start").click()
    words = page.locator(".words pre")
    expect(words).to_have_text(f"21 stones\n{'o' * 21}")
    form = page.get_by_role("form", name="Take count stones from the heap number heap.")
    form.get_by_label("heap").select_option("2")
    form.get_by_label("count").select_option("20")
    form.get_by_role("button", name="Take").click()
    expect(page.get_by_text("no more than two from there").first).to_be_visible()
    expect(words).to_have_text(f"21 stones\n{'o' * 21}")
    expect(page.get_by_role("button", name="Pass")).to_be_visible()
    form.get_by_label("heap").select_option("1")
    form.get_by_label("count").select_option("21")
    form.get_by_role("button", name="Take").click()
    expect(page.get_by_role("heading", name="You win!")).to_be_visible()
    expect(words).to_have_text("0 stones\n")


def test_few_events_are_buttons_and_a_phone_has_room(
    nim: Server, hand: Callable[..., Hand]
) -> None:
    player = hand("touch")
    opened = nim.open(game="nim", seats=["me", "friend"], position="stones=3 turn=1")
    player.page.goto(nim.address(opened))
    button = player.page.get_by_role("button", name="Take 1 3")
    button.click()
    expect(player.page.get_by_role("heading", name="You win!")).to_be_visible()


def test_when_a_program_fails_the_table_says_who_plays_on(
    nim: Server, hand: Callable[..., Hand]
) -> None:
    made = nim.open(game="tic-tac-toe", seats=["me", "bot:ada"])
    me = hand("mouse").sit(nim.address(made))
    banner = me.page.locator(".banner[role=status]")
    me.play("mark(1)")
    assert me.my_turn()
    expect(me.page.locator(".recent b")).to_have_text("Ada")
    expect(banner).to_have_count(0)
    me.play("mark(2)")
    expect(banner).to_have_text("Player 2 (ada) has failed; search takes its place.")
    while me.my_turn():
        me.play(me.moves[0]["event"])
    assert me.now["outcome"]
    shown = me.page.locator("body").inner_text()
    assert "a secret" not in shown + json.dumps(me.now)
