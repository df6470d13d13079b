"""A suite in the forms of other graders: a Kattis problem package, a CodeRunner question."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from ludex.kernel import AnyGame
from ludex.language.templates import render
from ludex.study.suites.files import ScriptFile

SAMPLES = 1
"""Scripts that everybody may see."""


def kattis_files(game: AnyGame, files: Sequence[ScriptFile]) -> Iterator[tuple[Path, str]]:
    """Yield the files of a problem package (legacy format): data, statement, validator, answers.

    The accepted submission knows the answers to the package's own inputs, and nothing else: it
    shows that the package is sound, until a solution takes its place.
    """
    calls = game.calls.items()
    events = sorted(n for n, cls in calls if not (cls.beyond_source or cls.of_history))
    names = "|".join((*events, "undo", "redo"))
    answers = {one.script: one.transcript for one in files}
    first = next(iter(answers.values())).partition("->")[0]
    known_as = uuid5(NAMESPACE_URL, f"ludex:{game.name}")
    about = render("study/suites/kattis/problem.yaml.j2", game=game, uuid=known_as)
    yield Path("problem.yaml"), about
    statement = render("study/suites/kattis/statement.tex.j2", game=game, names=events)
    yield Path("problem_statement", "problem.en.tex"), statement
    yield (
        Path("input_validators", "events.py"),
        _program(f"""\
        import re, sys
        EVENT = re.compile(r"({names})(\\(.*\\))?")
        for line in sys.stdin:
            event = line.partition("--")[0].strip()
            if event and not EVENT.fullmatch(event):
                sys.exit(43)
        sys.exit(42)
        """),
    )
    yield (
        Path("submissions", "accepted", "known.py"),
        _program(f"""\
        import sys
        ANSWERS = {answers!r}
        sys.stdout.write(ANSWERS[sys.stdin.read()])
        """),
    )
    yield Path("submissions", "wrong_answer", "first_state.py"), f"print({first!r}, end='')\n"
    for number, one in enumerate(files):
        folder = "sample" if number < SAMPLES else "secret"
        yield Path("data", folder, f"{one.name}.in"), one.script
        yield Path("data", folder, f"{one.name}.ans"), one.transcript


def _program(text: str) -> str:
    return "".join(line.removeprefix(" " * 8) for line in text.splitlines(keepends=True))


def coderunner_xml(game: AnyGame, files: Sequence[ScriptFile]) -> str:
    """Return a question bank of Moodle with one CodeRunner question: a test for each script."""
    cases: list[Mapping[str, object]] = [
        {
            "example": int(number < SAMPLES),
            "stdin": one.script,
            "expected": one.transcript,
            "shown": "SHOW" if number < SAMPLES else "HIDE",
        }
        for number, one in enumerate(files)
    ]
    return render("study/suites/coderunner.xml.j2", game=game, cases=cases)
