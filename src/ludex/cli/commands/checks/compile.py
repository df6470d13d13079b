"""`ludex compile GAME`: an engine from the rulebook, and what became of the rules."""

from time import perf_counter

from typer import Exit

from ludex.cli.arguments import Json, SearchOpening, print_json
from ludex.cli.errors import as_bad_input
from ludex.language.templates import render_lines


def compile(  # noqa: A001 - the command's name
    opening: SearchOpening, *, source: bool = False, as_json: Json = False
) -> None:
    """Compile a rulebook: the layout of a state, what was folded, what is refused.

    The engine is made of the rules themselves: `check GAME --engine derived` proves it, and
    `simulate GAME --engine` plays on it where a game has no engine of its own.

    Exit status 1 when it cannot be compiled: the file, the line, the expression, and what to
    write instead.

    Options:
      source: Print the generated code.
    """
    game, start = opening()
    with as_bad_input(ImportError):
        from ludex.compile.rulebook.derive import derive
        from ludex.compile.rulebook.errors import CompileError
        from ludex.compile.rulebook.report import report_of
    began = perf_counter()
    try:
        derived = derive(game, start)
    except CompileError as error:
        if as_json:
            print_json({"game": game.name, "compiled": False, "problem": error.paragraph})
        else:
            print(f"{game.name} cannot be compiled.\n{error.paragraph}")
        raise Exit(1) from None
    if source:
        print(derived.source)
        return
    report = report_of(derived, perf_counter() - began)
    if as_json:
        print_json({"compiled": True, **report})
        return
    for line in render_lines("cli/commands/checks/compile.txt.j2", **report):
        print(line)
