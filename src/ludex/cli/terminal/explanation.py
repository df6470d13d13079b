"""`why EVENT` at a table of the terminal: line mode and the drawn table."""

from typing import Any

from ludex.check.explanation import explain, explanation_lines
from ludex.kernel import Game
from ludex.language.translations import terminal_language
from ludex.play.effects import ExplanationRequest


def explained(language: str, game: "Game[Any]", asked: "ExplanationRequest") -> list[str]:
    """Explain an event that somebody at a table asks about, in lines of a language."""
    found = explain(
        game,
        asked.shown,
        asked.event,
        of_another=asked.of_another,
        is_view=asked.hides,
    )
    return explanation_lines(found, terminal_language(language, game).words)
