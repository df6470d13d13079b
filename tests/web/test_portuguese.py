"""Whatever a game says to a player has a Portuguese sentence: nothing is half translated."""

import ast
import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludex.kernel import CHANCE, Dice, Game, History, Refusal, Scene, Seat, Unreadable
from ludex.play.telling import last_told
from ludex.rulebook.guards import guard_table
from ludex.server.http.offers import offers, playable
from ludex.server.limits.budgets import Account, Budgets
from ludex.server.settings import Settings
from ludex.server.tables.driving import FAILS, WAITS
from ludex.server.thinking.pool import Busy, Failed, NoAnswer, TooManyQuestions
from ludex.server.trouble import Refused
from playing import ROOT

WEB = ROOT / "web"
REACHING = ROOT / "tests" / "every_game" / "reaching"
ASK = """
const { unknown } = require(process.argv[1]);
const sentences = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(unknown(sentences)));
"""
HOLE = re.compile(r"‹|…|\(\w+, \w+\)")
EVENTS = 120
TRIES = 6
"""Events out of the blue at every position: most are refused, in a sentence."""


def unknown(sentences: set[str], folder: Path) -> list[str]:
    """Those for which the client has no Portuguese."""
    script = folder / "unknown.cjs"
    subprocess.run(
        [
            *(WEB / "node_modules/.bin/esbuild", WEB / "tests/unknown.ts", "--bundle"),
            *("--format=cjs", "--log-level=error", f"--outfile={script}"),
        ],
        check=True,
    )
    done = subprocess.run(
        ["node", "-e", ASK, script],
        input=json.dumps(sorted(sentences)),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[str] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", [*playable()])
def test_what_a_game_says_is_said_in_portuguese_too(name: str, tmp_path: Path) -> None:
    game = playable()[name]
    sentences = {text for text in said(game) if text.strip()}
    assert len(sentences) > 100
    assert unknown(sentences, tmp_path) == []


def test_what_the_lobby_says_is_said_in_portuguese_too(tmp_path: Path) -> None:
    assert unknown({text for text in lobby() if text}, tmp_path) == []


def lobby() -> Iterator[str]:
    for offer in offers():
        bots: Any = offer["bots"]
        options: Any = offer["options"]
        presets: Any = offer["presets"]
        yield from (str(offer["title"]), str(offer["summary"]), *presets)
        yield from (text for bot in bots for text in bot.values())
        for option in options:
            # What a list offers need not be told beside it.
            yield from (option["meaning"], *(option["words"] or [option["expected"]]))


def test_what_the_server_says_is_said_in_portuguese_too(tmp_path: Path) -> None:
    files = (ROOT / "src" / "ludex" / "server").glob("*.py")
    sentences = {text for file in files for text in refusals(file.read_text())}
    assert "The table has moved on." in sentences
    assert unknown(sentences, tmp_path) == []


def test_what_waiting_is_for_is_said_in_portuguese_too(tmp_path: Path) -> None:
    assert unknown(set(waits()), tmp_path) == []


def waits() -> Iterator[str]:
    """Budgets that are used up, and bots that wait."""
    for words in (WAITS, FAILS):
        yield words.format("Player 2", "search")
    yield from (kind.text for kind in (NoAnswer, Failed, Busy, TooManyQuestions))
    for most in (1, 100):  # a day to wait, or a few minutes
        mine: dict[str, Any] = {
            "lines_per_day": most,
            "thinking_minutes_per_day": most / 60,
            "tables_per_day": most,
        }
        ours = {f"server_{name}": value for name, value in mine.items()}
        for limits in (mine, ours):
            budgets = Budgets(replace(Settings(), **limits))
            budgets.wrote("me", most, 0)
            budgets.thought("me", most)
            for spent in (budgets.no_writing("me"), budgets.no_thinking("me")):
                assert spent is not None
                yield spent.text
            for _ in range(most):
                budgets.take_table("me", 0)
            with pytest.raises(Refused) as refused:
                budgets.take_table("me", 0)
            yield refused.value.text
    account = Account(Budgets(replace(Settings(), thinking_minutes_per_table=0)), "me")
    assert account.no_thinking is not None
    yield account.no_thinking.text


def refusals(source: str) -> Iterator[str]:
    """The constant sentences that tell somebody why not."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            told = node.func.id in ("No", "Closed", "Refused", "_refuse")
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            yield from (text for text in texts if told and isinstance(text, str))


def said(game: Game[Any]) -> Iterator[str]:
    """What is said in random play with every preset, and where guards are reached."""
    for cls in game.events:
        reasons = [row.reason for row in guard_table(cls) if not cls.by_chance]
        yield from (reason for reason in reasons if not HOLE.search(reason))
    for preset in game.start.presets:
        for seed in range(2):
            yield from played(History(game, game.start(preset)), Dice(seed))
    for script in REACHING.glob(f"{game.name}*"):
        yield from replayed(game, script.read_text())


def played(history: History[Any], dice: Dice) -> Iterator[str]:
    game = history.game
    yield from shown(history)
    for _ in range(EVENTS):
        state = history.state
        if game.outcome(state) is not None:
            break
        by_chance = game.turn(state) == CHANCE
        event = (
            game.draw(state, dice) if by_chance else dice.choice([*game.moves(state)])
        )
        for _ in range(TRIES):
            strange = game.strange(dice, event)
            refusal = game.refusal(state, strange)
            if refusal is not None and not strange.by_chance:
                yield refusal.text
        after = history.play(event)
        assert isinstance(after, History)
        history = after
        yield from shown(history)


def replayed(game: Game[Any], script: str) -> Iterator[str]:
    history = History(game, game.start())
    for line in script.split("\n"):
        event = game.read(line)
        if isinstance(event, Unreadable):
            continue
        after = history.play(event)
        if isinstance(after, Refusal):
            yield after.text
        elif isinstance(after, History):
            history = after
            yield from shown(history)


def shown(history: History[Any]) -> Iterator[str]:
    """All that a table message tells a player in words."""
    game, state = history.game, history.state
    outcome = game.outcome(state)
    if outcome is not None:
        yield outcome.text
    for seat in {Seat(0), Seat(game.seat_count(state) - 1)}:
        yield from words_of(game.scene(state, seat))
        if history.past is not None:
            told = last_told(history, seat)
            yield from (told.words, *told.told)


def words_of(scene: Scene) -> Iterator[str]:
    yield scene.status
    yield from (name for name, _ in scene.highlights)
    for zone in scene.zones:
        yield from (zone.label, zone.caption, *(piece.label for piece in zone.pieces))
    for gesture in scene.gestures:
        yield from (gesture.words.removesuffix(" …"), *gesture.choices)
