"""A suite as files: scripts, their transcripts, and a page that says what each is for."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from ludex.kernel import AnyEvent, History
from ludex.language.script_check import Dialect
from ludex.language.transcript import run_script, transcript_pieces
from ludex.study.coverage.obligations import Obligation, Used
from ludex.study.coverage.report import unreachable_lines
from ludex.study.suites.selection import Suite

TOLD: Final = 30
"""Obligations that a script names at its head."""


class ScriptFile(NamedTuple):
    """A script and its transcript."""

    name: str
    script: str
    transcript: str
    events: int


def write_scripts(made: Suite, dialect: Dialect) -> Iterator[ScriptFile]:
    """Every script under its name; those with events of our own come last."""
    plain = [i for i in range(len(made.scripts)) if not made.is_beyond(i)]
    apart = [i for i in range(len(made.scripts)) if made.is_beyond(i)]
    width = max(2, len(str(len(made.scripts))))
    for word, numbers in (("", plain), ("beyond-", apart)):
        for place, i in enumerate(numbers, start=1):
            name = f"{word}{place:0{width}}"
            events = made.scripts[i]
            yield ScriptFile(
                name,
                "\n".join((*_head(made, i), *map(str, events))) + "\n",
                "".join(_transcript(made, events, dialect)),
                len(events),
            )


def _transcript(made: Suite, events: tuple[AnyEvent, ...], dialect: Dialect) -> Iterator[str]:
    history = History(made.survey.catalogue.game, made.survey.start)
    return transcript_pieces(run_script(history, events), dialect)


def _head(made: Suite, number: int) -> Iterator[str]:
    """Yield the purpose of a script, as comments."""
    told = [*_obligation_lines(made, made.meets[number])]
    yield from (f"-- {line}" for line in told[:TOLD])
    if len(told) > TOLD:
        yield f"-- and {len(told) - TOLD} more"


def _obligation_lines(made: Suite, meets: set[Obligation]) -> Iterator[str]:
    catalogue = made.survey.catalogue
    for kind in (catalogue.happenings, catalogue.refusals, catalogue.couples):
        yield from (catalogue.told(one) for one in kind() if one in meets)
    rows = sum(isinstance(one, Used) for one in meets)
    if rows:
        yield f"{rows} rows of data tables, or parts of them, matter"


def index_lines(
    made: Suite, files: list[ScriptFile], command: Callable[[str], str]
) -> Iterator[str]:
    """The page about a suite."""
    game, known = made.survey.catalogue.game, made.survey
    scripts = f"{len(files)} script{'s' * (len(files) != 1)}"
    yield f"# {game.title}: {scripts}, {made.events} events"
    yield ""
    yield "Each script has its expected transcript beside it. To run one:"
    yield ""
    first = files[0].name if files else "01"
    yield f"    {command(f'{first}.txt')} --expect {first}.expected.txt"
    yield ""
    for one in files:
        yield f"- {one.name}: {one.events} events"
    if made.missed:
        yield ""
        yield f"Not met, and not proved to be unreachable: {len(made.missed)}"
        yield ""
        yield from (f"- {known.catalogue.told(one)}" for one in made.missed)
    lines = [*unreachable_lines(known)]
    if lines:
        yield ""
        yield "What cannot be met, or was not:"
        yield ""
        yield from (f"    {line}" for line in lines)
    yield ""
    yield f"Looked at: {known.covers}."
