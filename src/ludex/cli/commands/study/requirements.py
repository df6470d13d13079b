"""`ludex requirements [GAME]`: the requirements of the documents, the code that implements each,
and its tests."""

from pathlib import Path
from typing import Any, Literal

from typer import Exit

from ludex.cli.arguments import AnyGame, Preset, find_game, first_state, print_json
from ludex.cli.errors import BadInput
from ludex.kernel import Game
from ludex.language.document import document_of
from ludex.registry import INSTALLED
from ludex.study.documents.record import written_of
from ludex.study.requirements import LastResult, find_unmentioned, trace_requirements
from ludex.study.requirements.last_run import marks_of_last_run
from ludex.study.requirements.markers import MarkedTest, find_marks
from ludex.study.requirements.pytest_plugin import FILE, Results, read_results
from ludex.study.requirements.report import Shown, render_page, summary


def requirements(
    name: AnyGame = None,
    *,
    form: Literal["table", "markdown", "json", "html"] = "table",
    tests: Path | None = None,
    results: Path | None = None,
    time: float = 4.0,
    preset: Preset = None,
) -> None:
    """Trace the requirements of a document to rules, tests, and the last test results.

    A requirement is implemented by events, guards, properties, options and functions of the
    rulebook, or by the model of the document. Tests name their requirement with
    `@pytest.mark.requirement("GAME.CODE")`; `pytest -p
    ludex.study.requirements.pytest_plugin` records their results. Then the game is explored:
    outcomes of events that no requirement mentions are listed.

    \b
    ludex requirements freecell
    ludex requirements --format json
    ludex requirements --format html > requirements.html

    Exit status: 0 every requirement is met, 1 a rule or test is missing or a test failed, 2
    bad usage or input.

    Options:
      form --format: Text for a terminal, an HTML page, or JSON.
      tests (FOLDER): The folder of the marked tests. The default is tests.
      results (FILE): The results of the last test run. The default is .requirements.json in
          the folder of the tests; for other tests, those of the last full run, which come
          with Ludex.
      time (0..): Seconds to look for unmentioned outcomes in each game; 0 skips that search.
    """
    every = [find_game(name)] if name else INSTALLED.loaded().values()
    games = [game for game in every if document_of(game).requirements]
    if preset and not name:
        raise BadInput("--preset: presets belong to a game; name the game")
    if name and not games:
        raise BadInput(f"{find_game(name).name} has no requirements")
    marks = _marks(tests)
    if marks is None:
        marks = tuple(mark for game in games for mark in marks_of_last_run(game))
    outcomes = {test: one for game in games for test, one in document_of(game).last_run().items()}
    results_of_tests = {**({} if results else outcomes), **_results(results, tests)}
    games_shown = [_shown(game, marks, results_of_tests, time, preset) for game in games]
    if form == "json":
        print_json([summary(*one) for one in games_shown])
    else:
        print(render_page(games_shown, form), end="")
    rows = [row for _, some, _ in games_shown for row in some]
    if any(not row.links or row.missing or row.result is LastResult.FAILED for row in rows) or (
        marks and not all(row.tests for row in rows)
    ):
        raise Exit(1)


def _marks(tests: Path | None) -> "tuple[MarkedTest, ...] | None":
    """Return the marks of the tests in a folder; None where there is no folder `tests`."""
    folder = tests or Path("tests")
    if not folder.is_dir():
        if tests is None:
            return None
        raise BadInput(f"--tests: there is no folder {tests}")
    try:
        return find_marks(folder)
    except (OSError, SyntaxError, UnicodeDecodeError) as trouble:
        raise BadInput(f"--tests: {folder} cannot be read: {trouble}") from trouble


def _results(results: Path | None, tests: Path | None) -> "Results":
    """Return the results in a file, or those beside the tests."""
    found = read_results(results or (tests or Path("tests")).parent / FILE)
    if results is not None and not found:
        raise BadInput(f"--results: {results} is not a file of test results")
    return found


def _shown(
    game: "Game[Any]",
    marks: "tuple[MarkedTest, ...]",
    results: "Results",
    time: float,
    preset: str | None,
) -> "Shown":
    rows = trace_requirements(game, models_of(game), marks, results)
    links = [link for row in rows for link in row.links]
    start = first_state(game, preset)
    return game, rows, find_unmentioned(game, start, links, seconds=time) if time else None


def models_of(game: "Game[Any]") -> "dict[str, Game[Any]]":
    """The modules of the document as it is written, where it is a model."""
    written = written_of(game)
    return {} if written is None else {m.name: m.game for m in written.modules}
