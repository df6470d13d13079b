"""`ludex compile GAME`: an engine from the rulebook, and what became of the rules."""

from time import perf_counter

from typer import Exit

from ludex.cli.arguments import Json, SearchOpening, print_json
from ludex.cli.errors import as_bad_input
from ludex.language.templates import render_lines


def compile(  # noqa: A001 - the command's name
    opening: SearchOpening, *, source: bool = False, as_json: Json = False
) -> None:
    """Compile a rulebook to an engine, and show the memory layout of a state.

    The engine is derived from the rules. `check GAME --engine derived` proves it equal to the
    rulebook. `simulate GAME --engine` uses it, unless the game has its own engine.

    Exit status 1 if the rulebook cannot be compiled. The message names the file, the line
    and the expression, and suggests what to write instead.

    Options:
      source: Print the generated code.
    """
    game, start = opening()
    with as_bad_input(ImportError):
        from ludex.compile.rulebook.derive import after_deal, derive
        from ludex.compile.rulebook.errors import CompileError
        from ludex.compile.rulebook.report import report_of
    began = perf_counter()
    try:
        derived = derive(game, after_deal(game, start))
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
