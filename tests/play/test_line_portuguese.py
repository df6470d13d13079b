"""Line mode in Portuguese, game by game: nothing that is said is English."""

import re

import pytest

from ludex.bots.playouts import CompilingEngine
from ludex.games.freecell.solver import solver
from ludex.kernel import Dice, History, Unreadable
from ludex.language.translations import terminal_language
from ludex.play.line import LineMode
from ludex.play.shorthand import shorthand_of
from ludex.play.table import Table
from ludex.players.advice import advisor_for
from ludex.registry import load, played

ENGLISH = re.compile(
    r"\b(the|of|is|are|and|with|you|your|from|this|that|not|has|was|will|to"
    r"|player|house|hand|board|game|card|cards|move|points)\b",
    re.IGNORECASE,
)
WRITTEN = re.compile(r"\[\w+(\([^\])]*\))?\]|\w+\([^()]*\)|\w+=\S*")
"""Events and positions: the same in every language."""


@pytest.mark.parametrize("name", [game.name for game in played()])
def test_nothing_is_said_in_english(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The words of a hint are the same, whoever has found it: nothing is compiled for them.
    monkeypatch.setattr(solver, "is_compiled", lambda: False)
    monkeypatch.setattr(CompilingEngine, "is_ready", lambda *_, **__: False)
    game, heard = load(name), list[str]()
    start = game.start.varied(None, {})
    assert not isinstance(start, Unreadable)
    table = Table(History(game, start), Dice(2), {})
    typed = iter(["ajuda", "dica", "registo", "nada", "desfazer", *answers(name)])

    def hear(line: str) -> None:
        heard.append(line)

    def ask(prompt: str) -> str | None:
        heard.append(prompt)
        return next(typed, None)

    words = terminal_language("pt", game).words
    advisor = advisor_for(game, 100)
    LineMode(table, ask, hear, str, lambda: advisor, words=words).play()
    assert len(table.history.journal) > 2
    said = [WRITTEN.sub("", line) for line in "\n".join(heard).split("\n")]
    assert [line for line in said if ENGLISH.search(line)] == []


def answers(name: str) -> list[str]:
    """Moves as they are listed: by numbers, or in the notation of the field."""
    if shorthand_of(load(name)) is not None:
        return ["deal(1)", "1a", "2b", "3c", "jogadas", "desfazer", "sair"]
    return ["1", "1", "jogadas", "1", "desfazer", "refazer", "2", "1", "sair"]
