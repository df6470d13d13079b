"""Texts that are nearly right, in every notation that is read: never a traceback.

Each reader gets a text of its own notation with a few places changed: words of other
notations put in, parts doubled or left out. Whatever comes of it, it is an answer or one
line a problem, and exit status 0, 1 or 2. An exception that escapes fails the test.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from commands import ludex
from ludex.games.freecell.formats.notation import read_solution
from ludex.games.poker.equity.ranges import Range
from ludex.games.poker.rules.notation import NotCards, cards
from ludex.kernel import CHANCE, Dice, Game, Unreadable
from ludex.language.position import position_line, read_position
from ludex.play.starts import position_problem
from ludex.registry import load
from ludex.registry.shipped import GAMES
from playing import ROOT, random_history

GOLDEN = ROOT / "tests" / "every_game" / "golden"
STATE = (
    '<board>\n  <terrain>\n    <tile type="E" x="0" y="0" orientation="W">\n'
    '      <follower player="1" type="K"/>\n    </tile>\n  </terrain>\n'
    '  <next>C</next>\n  <scores><score player="1" score="0"/></scores>\n</board>\n'
)
SPICE = (
    "a", "an", "0", "-1", "1", "99", "999999999999999999999", "1e9", "inf", "nan", "true",
    "h", "v", "v0", "vff", "11-1", "stack", "freecell", "the foundations", "cards",
    "Move a card from stack 5 to stack 1", "Move 0 cards from stack 0 to stack 0",
    "Move: ", "Foundations:", "?", "????", "10", "AS", "As", "♠", "²", "٣", "１", "é",
    "\x00", "\ufeff", "\u2028", "\t", "\n", "\r", "", " ", ",", "(", ")", "[", "]", "{",
    "}", "'", '"', "=", "-", "--", "/", ":", ";", "#", "<", ">", "&x;", "%", "+", "..",
    "undo", "redo", "reset", "seed", "turn=", "null", "[[", "<!--", "x" * 300, "(" * 200,
)  # fmt: skip


@st.composite
def changed(draw: st.DrawFn, texts: tuple[str, ...]) -> str:
    """One of these texts, a few places of it changed."""
    text = draw(st.sampled_from(texts))
    words = re.findall(r"\w+|\W", text) or [""]
    piece = st.sampled_from(SPICE) | st.sampled_from(words) | st.text(max_size=3)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(words)))
        gone = draw(st.sampled_from([0, 1, 1, 2, 5, 40]))
        words[at : at + gone] = [draw(piece)]
    if draw(st.integers(0, 9)) == 0:
        words = words[: draw(st.integers(0, len(words)))]
    return "".join(words)


@st.deferred  # solving takes seconds: not before a test asks
def solutions() -> st.SearchStrategy[str]:
    command = ("solve", "freecell", "617", "--notation")
    return changed(tuple(ludex(*command, how).out for how in ("standard", "words")))


@st.deferred
def boards() -> st.SearchStrategy[str]:
    command = ("deal", "freecell", "617", "--format")
    forms = ("fc-solve", "pysol", "json")
    return changed(tuple(ludex(*command, form).out for form in forms))


@st.deferred
def histories() -> st.SearchStrategy[str]:
    return changed((ludex("poker", "export", str(GOLDEN / "holdem.txt")).out,))


def answered(*arguments: str, stdin: str = "") -> None:
    """An answer, or lines that say what is wrong."""
    raw = stdin.encode("utf-8", "surrogatepass")
    done = ludex(*arguments, stdin=raw)
    assert done.status in (0, 1, 2)
    if done.status == 2 and arguments[0] != "run":  # a script's faults are its answer
        assert done.err
        assert all(line.startswith("ludex:") for line in done.err.splitlines())
    assert "Traceback" not in done.out + done.err


@pytest.fixture(params=[6, pytest.param(60, marks=pytest.mark.slow)], ids=["a few", "many"])
def tried(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Ask a question about so many texts."""

    def each(question: Callable[..., None], *texts: st.SearchStrategy[Any]) -> None:
        some = settings(max_examples=request.param, suppress_health_check=[*HealthCheck])
        some(given(*texts)(question))()

    return each


Tried = Callable[..., None]


def replay(text: str) -> None:
    read_solution(text)
    answered("run", "freecell", "--deal", "617", "--notation", "-", stdin=text)


def test_a_solution(tried: Tried) -> None:
    replay("Move a card from stack 5 to stack 1")
    replay("Move 999 cards from stack 12 to stack 12")
    tried(replay, solutions)


def test_a_board(tried: Tried) -> None:
    def dealt(text: str, form: str) -> None:
        answered("deal", "freecell", "-", "--format", form, stdin=text)

    tried(dealt, boards, st.sampled_from(["fc-solve", "json", "position"]))


def test_a_hand_history(tried: Tried) -> None:
    tried(lambda text: answered("poker", "phh", "-", stdin=text), histories)


def test_a_state_in_xml(tried: Tried) -> None:
    def filtered(text: str, program: str) -> None:
        answered("carcassonne", program, stdin=text)

    tried(filtered, changed((STATE,)), st.sampled_from(["draw", "play", "next"]))


def test_a_script(tried: Tried) -> None:
    for name in GAMES:
        golden = (GOLDEN / f"{name}.txt").read_text()
        tried(scripted, st.just(name), changed((golden,)))


def scripted(name: str, text: str) -> None:
    answered("run", name, "-", stdin=text)


def test_a_script_to_export(tried: Tried) -> None:
    golden = (GOLDEN / "holdem.txt").read_text()
    tried(lambda text: answered("poker", "export", "-", stdin=text), changed((golden,)))


def test_a_position(tried: Tried) -> None:
    for name in GAMES:
        tried(placed, st.just(load(name)), st.data())


def placed(game: Game[Any], data: st.DataObject) -> None:
    history = random_history(game, data.draw(st.integers(0, 20)), 12)
    line = data.draw(changed((position_line(game, history.state),)))
    state = read_position(game, line)
    if isinstance(state, Unreadable):
        assert str(state)
    elif position_problem(game, state) is None and game.outcome(state) is None:
        assert position_line(game, state)
        if game.turn(state) == CHANCE:
            game.draw(state, Dice(1))
        else:
            game.legal(state)


def test_cards(tried: Tried) -> None:
    texts = ("QQ+, AKs, 50%(KK), 76s-54s, AsKh", "AsKh 10♠2c", "random", "ATo+")

    def read(text: str) -> None:
        for reader in (Range.of, cards):
            with suppress(NotCards):
                reader(text)

    tried(read, changed(texts))
