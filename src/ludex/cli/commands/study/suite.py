"""`ludex suite GAME --out DIR`: a few scripts that reach everything there is to reach."""

import shlex
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any, Literal

from typer import Exit

from ludex.cli.arguments import (
    FixedSeed,
    GameOpening,
    Json,
    Wording,
    print_json,
)
from ludex.cli.arguments.files import write_file
from ludex.cli.arguments.scripts import EXPECTED
from ludex.cli.errors import INTERRUPTED, BadInput
from ludex.cli.terminal.progress import ProgressLine
from ludex.kernel import AnyGame
from ludex.language.script_check import Dialect
from ludex.study.coverage import EventSuccess, GuardOrder, Refused, RowEffect, measure_scripts
from ludex.study.coverage.meter import NamedScript
from ludex.study.coverage.report import report_lines, summary
from ludex.study.coverage.survey import Effort
from ludex.study.suites import SuitePlan
from ludex.study.suites import suite as make
from ludex.study.suites.exports import coderunner_xml, kattis_files
from ludex.study.suites.files import ScriptFile, render_index, write_scripts

INDEX = "SUITE.md"


def suite(
    opening: GameOpening,
    *,
    out: Path,
    dialect: Wording = Dialect.DOCUMENT,
    time: float = 60.0,
    events: int = 600,
    undo: bool = False,
    form: Literal["scripts", "kattis", "coderunner"] = "scripts",
    seed: FixedSeed = 1,
    force: bool = False,
    as_json: Json = False,
) -> None:
    """Generate a small test suite for any rulebook: scripts with expected transcripts.

    The scripts cover every event, every guard, every pair of guards that can fail together with
    different texts, and every row of the data tables. Each event is tried in every class of
    states, by phase, outcome and turn: accepted, refused by exactly one guard, with each part
    of a condition true and false, at the limits of its arguments and just beyond. Then the
    rulebook is mutated; a script is added for each mutant that no script detects. The report
    lists the items that cannot be reached, and says whether that is proved.

    \b
    ludex suite chess-solitaire --out tests
    ludex run chess-solitaire tests/01.txt --expect tests/01.expected.txt
    ludex cover chess-solitaire tests
    ludex mutate chess-solitaire --suite tests

    Ctrl-C writes the scripts chosen so far. Exit status: 0 complete, 1 a reachable item is
    missing, 2 bad usage or input, 130 interrupted.

    Options:
      out (DIR): The folder for the scripts.
      time (0.1..): Seconds of processor time to choose the scripts; exploring takes up to a
          third of that before.
      events (1..): Stop at this many events, after the required coverage is reached.
      undo: Add scripts with undo and redo.
      form: `scripts` with their transcripts; a problem package for `kattis` and other judges of
          the ICPC, which verifyproblem accepts; or a question bank for Moodle's `coderunner`.
      force: Replace the suite in DIR.
    """
    old = _demand_folder(out, force=force)
    game, start = opening()
    line = ProgressLine(game.name)
    effort = Effort(seconds=max(1.0, time / 3))
    is_ours = dialect is Dialect.DOCUMENT  # another interface declares the source's events alone
    plan = SuitePlan(effort, seconds=time, events=events, undo=undo, beyond=is_ours)
    begun, most = process_time(), round(effort.seconds + time)

    def tell(stage: str) -> None:
        line.bar(min(most, round(process_time() - begun)), most, f"s  {stage}")

    try:
        made = make(game, start, plan, seed=seed, tell=tell)
    finally:
        line.clear()
    files = [*write_scripts(made, dialect)]
    out.mkdir(parents=True, exist_ok=True)
    if form != "scripts":
        _export(game, form, files, out)
        return
    for path in old:
        path.unlink()
    for one in files:
        write_file(out / f"{one.name}.txt", one.script, force=True)
        write_file(out / f"{one.name}{EXPECTED}", one.transcript, force=True)
    wording = [] if is_ours else ["--dialect", dialect.value]
    ending = "".join(f" {word}" for word in wording)

    def command(name: str) -> str:
        return f"{opening.running(name)}{ending}"

    write_file(out / INDEX, render_index(made, files, command), force=True)
    words = [*opening.words("mutate"), "--suite", str(out), *wording]
    _tell(made, out, as_json=as_json, measure=shlex.join(words), seed=seed)
    if made.is_interrupted:
        raise Exit(INTERRUPTED)
    if any(one in made.survey.witness for one in made.missed):
        raise Exit(1)


def _export(game: AnyGame, form: str, files: list[ScriptFile], out: Path) -> None:
    """Write a suite for another grader: what the source of the rules does not know is left out."""
    own = [one for one in files if not one.name.startswith("beyond-")]
    if form == "coderunner":
        write_file(out / "question.xml", coderunner_xml(game, own), force=True)
    else:
        for path, text in kattis_files(game, own):
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            write_file(out / path, text, force=True)
    print(f"written     {shlex.quote(str(out))}: {len(own)} tests")


def _demand_folder(out: Path, *, force: bool) -> list[Path]:
    """The files of the suite that is there and may be replaced."""
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is not a folder")
    there = [*out.iterdir()] if out.exists() else []
    if there and not force:
        raise BadInput(f"{out} is not empty; --force replaces the suite in it")
    if not there:
        return []
    if not (out / INDEX).is_file():
        raise BadInput(f"{out} has files that are not of a suite: choose another folder")
    return [
        path
        for path in there
        if path.name == INDEX or path.name.removeprefix("beyond-").partition(".")[0].isdigit()
    ]


def _tell(made: Any, out: Path, *, as_json: bool, measure: str, seed: int) -> None:  # noqa: ANN401  # of any game
    scripts = [NamedScript(str(i), one) for i, one in enumerate(made.scripts, start=1)]
    found = measure_scripts(made.survey.catalogue, made.survey.start, scripts, made.tables)
    missed = Counter(type(one) for one in made.missed)
    if as_json:
        value = summary(found, made.survey, made.tables)
        print_json(
            {
                "game": made.survey.catalogue.game.name,
                "seed": seed,
                "folder": str(out),
                "interrupted": made.is_interrupted,
                "missed": [made.survey.catalogue.describe(one) for one in made.missed],
                **value,
            }
        )
        return
    print("\n".join(report_lines(found, made.survey, made.tables)))
    for kind, word in (
        (EventSuccess, "events"),
        (Refused, "guards"),
        (GuardOrder, "pairs"),
        (RowEffect, "rows"),
    ):
        if missed[kind]:
            print(f"missed      {missed[kind]} {word}")
    where = shlex.quote(str(out))
    beyond = [one for i, one in enumerate(made.scripts) if made.is_beyond(i)]
    mine = [one for i, one in enumerate(made.scripts) if not made.is_beyond(i)]
    print(f"written     {where}: {_counted(mine)}")
    if beyond:
        print(f"            extra, for events that the document does not have: {_counted(beyond)}")
    print(f"            measure it: {measure}")
    if made.is_interrupted:
        print("interrupted before the coverage was complete: these are the scripts chosen so far")


def _counted(scripts: list[Any]) -> str:
    events = sum(map(len, scripts))
    return f"{len(scripts)} script{'s' * (len(scripts) != 1)}, {events} events"
