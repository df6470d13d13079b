"""A suite as files: scripts, their transcripts, and a page that says what each is for."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ludex.kernel import History
from ludex.language.script_check import Dialect
from ludex.language.templates import render
from ludex.language.transcript import run_script, transcript_pieces
from ludex.study.coverage.obligations import RowEffect
from ludex.study.coverage.report import unreachable_lines
from ludex.study.suites.selection import Shown, Suite
from ludex.study.suites.situations import TrialSituation

TOLD = 30
"""Obligations that a script names at its head."""


class ScriptFile(NamedTuple):
    """A script and its transcript."""

    name: str
    script: str
    transcript: str
    events: int


def write_scripts(made: Suite, dialect: Dialect) -> Iterator[ScriptFile]:
    """Every script under its name; those with events of our own come last."""
    width = max(2, len(str(len(made.scripts))))
    for word, beyond in (("", False), ("beyond-", True)):
        numbers = (i for i in range(len(made.scripts)) if made.is_beyond(i) is beyond)
        for place, i in enumerate(numbers, start=1):
            name = f"{word}{place:0{width}}"
            events = made.scripts[i]
            script = "\n".join((*_head(made, i), *map(str, events))) + "\n"
            history = History(made.survey.catalogue.game, made.survey.start)
            transcript = "".join(transcript_pieces(run_script(history, events), dialect))
            yield ScriptFile(name, script, transcript, len(events))


def _head(made: Suite, number: int) -> Iterator[str]:
    """Yield the purpose of a script, as comments."""
    lines = [*_obligation_lines(made, made.meets[number])]
    yield from (f"-- {line}" for line in lines[:TOLD])
    if len(lines) > TOLD:
        yield f"-- and {len(lines) - TOLD} more"


def _obligation_lines(made: Suite, meets: set[Shown]) -> Iterator[str]:
    catalogue = made.survey.catalogue
    for kind in (catalogue.happenings, catalogue.refusals, catalogue.couples):
        yield from (catalogue.describe(one) for one in kind() if one in meets)
    situations = sum(isinstance(one, TrialSituation) for one in meets)
    if situations:
        yield f"{situations} situations that no earlier script shows"
    rows = sum(isinstance(one, RowEffect) for one in meets)
    if rows:
        yield f"{rows} rows of data tables, or parts of them, matter"


def render_index(made: Suite, files: list[ScriptFile], command: Callable[[str], str]) -> str:
    """Render the page about a suite; `command` is how a script is run."""
    lines = unreachable_lines(made.survey)
    return render(
        "study/suites/index.md.j2", made=made, files=files, command=command, unreachable=lines
    )
