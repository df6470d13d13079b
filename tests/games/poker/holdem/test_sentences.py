"""What hold'em says is data: reasons with codes, templates and values, nested where they vary."""

import re
from typing import Any

import pytest

from holdem_tables import play, refused, table
from ludex.games.poker.holdem.game import game
from ludex.games.poker.holdem.rules.options import Limit
from ludex.games.poker.holdem.rules.state import State
from ludex.games.poker.rules.evaluator import Hand
from ludex.games.poker.rules.ranking import RANKING, Category
from ludex.kernel import Game, History, Sentence
from ludex.kernel.texts.sentence import holes
from ludex.language.rulebook.guards import guard_table
from ludex.language.rulebook.page import BulletList, page_blocks
from ludex.registry import load

TWO = "deal_holes(AsAhKdKc)"
THREE = "deal_holes(AsAhKdKcQsQh)"
BOARD = "deal_board(2c3d9h) check check deal_board(Jd) check check deal_board(8s)"
PYTHON = re.compile(r"[\[\]{}_=]|\w\(|\.\w")


@pytest.mark.parametrize("name", ["holdem", "fighting"])
def test_every_guard_has_a_code_and_says_its_reason_without_python(name: str) -> None:
    found: Game[Any] = load(name)
    rows = [row for cls in found.events for row in guard_table(cls)]
    assert len(rows) > 6
    for row in rows:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", row.code), row
        assert "…" not in row.reason
        assert not PYTHON.search(row.reason), row.reason


def test_a_template_has_its_own_code_wherever_it_stands() -> None:
    codes: dict[str, set[str]] = {}
    for cls in game.events:
        for row in guard_table(cls):
            codes.setdefault(row.reason, set()).add(row.code)
    assert all(len(found) == 1 for found in codes.values())


def fixed(script: str) -> History[State]:
    start = table(500, 500, 500, limit=Limit.FIXED, big_blind=20, small_blind=10)
    return play(start, f"{THREE} {script}")


@pytest.mark.parametrize(
    ("history", "text", "code", "values"),
    [
        (table(200, 200), "deal_holes(As)", "wrong_count", {"due": 4, "given": 1}),
        (table(200, 200), "deal_holes(AsAs2c3c)", "card_twice", {"card": "As"}),
        (play(table(200, 200), TWO), "check", "bet_made", {"chips": 1}),
        (play(table(200, 200), TWO), "bet(4)", "bet_made", {"chips": 2}),
        (play(table(200, 200), TWO), "show", "no_showdown", {}),
        (play(table(200, 200), TWO), "raise_to(3)", "raise_too_small",
         {"chips": 4, "big_blind": 2}),
        (play(table(200, 200), f"{TWO} raise_to(6)"), "raise_to(8)", "raise_too_small",
         {"chips": 10, "raised": 4}),
        (play(table(200, 200), f"{TWO} raise_to(6)"), "raise_to(201)", "too_few_chips",
         {"chips": 198, "all_in": 200}),
        (play(table(200, 200), f"{TWO} call check deal_board(2c3c4c) bet(9)"),
         "raise_to(10)", "raise_too_small", {"chips": 18, "bet": 9}),
        (fixed(""), "raise_to(50)", "fixed_limit", {"chips": 40}),
        (fixed("raise_to(40) raise_to(60) raise_to(80)"), "raise_to(100)", "capped",
         {"number": 4}),
        (play(table(200, 200), f"{TWO} call check {BOARD} check check"), "fold",
         "betting_over", {}),
    ],
)  # fmt: skip
def test_a_refusal_carries_its_code_and_its_values(
    history: History[State], text: str, code: str, values: dict[str, object]
) -> None:
    said = refused(history, text)
    assert isinstance(said, Sentence)
    assert said.code == code
    assert said.values == values


def test_what_is_told_can_be_put_in_other_words() -> None:
    shown = play(table(200, 200), f"{TWO} call check {BOARD} check check show show")
    *_, paid = shown.consequences
    assert isinstance(paid, Sentence)
    assert paid == "Player 1 wins the pot of 4 with a pair of aces"
    words = {
        "{player:* wins|you win} {pot} with {hand}": "{pot} para {player}: {hand}",
        "Player {number}": "o jogador {number}",
        "the pot of {chips}": "o pote de {chips}",
        "a pair of {ranks}": "um par de {ranks}",
        "aces": "ases",
    }
    assert paid.worded(words) == "o pote de 4 para o jogador 1: um par de ases"


def test_everything_that_is_told_is_a_sentence() -> None:
    history = play(
        table(200, 200, 60),
        f"{THREE} raise_to(200) call call deal_board(2c3c4c) deal_board(5d) deal_board(8h)",
    )
    while history.past is not None:
        assert all(isinstance(said, Sentence) for said in history.consequences)
        before = History(game, history.start, history.past.rest)
        history = before


def test_the_outcome_names_winners_that_can_be_worded() -> None:
    one = game.outcome(play(table(200, 200), f"{TWO} fold").state)
    assert one is not None
    assert isinstance(one.reason, Sentence)
    assert one.reason == "player 2 wins most in the hand"
    assert holes(one.reason.template) == ("player",)
    board = "deal_board(2c3d9h) check check check deal_board(Jd) check check check"
    shared = play(
        table(200, 200, 200),
        f"deal_holes(AsKhAhKdAcKc) call call check {board} deal_board(8s) "
        "check check check show show show",
    ).state
    several = game.outcome(shared)
    assert several is not None
    assert several.text == "player 1, player 2 and player 3 win most in the hand (0 : 0 : 0)"


def entries() -> list[tuple[str, str]]:
    """The kinds of hands that the rules page lists, each with its example."""
    kind = re.compile(r"^- ([a-z ]+): [^;]*?such as ((?:[2-9TJQKA][shdc] ?){5})", re.MULTILINE)
    return [(name, cards.replace(" ", "")) for name, cards in kind.findall(RANKING)]


def test_the_rules_list_the_hands_from_the_best_with_examples_that_are_such() -> None:
    assert [name for name, _ in entries()] == [str(c) for c in sorted(Category)[::-1]]
    for name, cards in entries():
        assert str(Hand.of(cards).category) == name
    lists = [block for block in page_blocks(game) if isinstance(block, BulletList)]
    assert len(lists[0].items) == len(Category)
    assert lists[0].items[0].startswith("straight flush: five in a row of one suit")
