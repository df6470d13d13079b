"""`ludex diagram GAME`: its classes, events or states as a picture."""

from enum import StrEnum
from typing import Annotated

from typer import Option

from ludex.check.examine import unlisted
from ludex.check.explore import Limits, explore
from ludex.cli.arguments.files import Force, OutFile, write_file
from ludex.cli.arguments.openings import Opening
from ludex.cli.errors import BadInput
from ludex.cli.terminal.timeout import time_limit
from ludex.kernel import Game
from ludex.study.diagrams import classes, dot, events, mermaid, mermaid_states, svg
from ludex.study.graphs import dot_text, svg_text


class DiagramKind(StrEnum):
    """The part of a rulebook that is drawn."""

    CLASSES = "classes"
    EVENTS = "events"
    STATES = "states"


class DiagramFormat(StrEnum):
    """The language of a drawing."""

    MERMAID = "mermaid"
    DOT = "dot"
    SVG = "svg"


def diagram(
    opening: Opening,
    *,
    kind: Annotated[DiagramKind, Option(help="What is drawn.")] = DiagramKind.CLASSES,
    form: Annotated[
        DiagramFormat,
        Option("--format", help="A language that is drawn, or a drawing."),
    ] = DiagramFormat.MERMAID,
    out: OutFile = None,
    force: Force = False,
) -> None:
    """Draw a rulebook: the classes of its state and events, its events, or its states.

    GitHub, GitLab and many editors draw Mermaid; Graphviz draws dot; SVG is a finished
    drawing. `events` shows who makes each event and every reason to refuse it, in their
    order. `states` is the graph that `ludex check` explores: every state if there are few,
    otherwise a summary by layer.

    \b
    ludex diagram chess-solitaire
    ludex diagram examples/tic_tac_toe.py --kind events --format dot
    ludex diagram freecell --format svg --out freecell.svg
    ludex diagram chess-solitaire --kind states --position R..N/.P../..../.... --format svg
    """
    with time_limit(20.0):
        game, state = opening()
    if kind is DiagramKind.STATES:
        text = _states(game, state, form)
    else:
        drawn = classes(game) if kind is DiagramKind.CLASSES else events(game)
        write = {
            DiagramFormat.MERMAID: mermaid,
            DiagramFormat.DOT: dot,
            DiagramFormat.SVG: svg,
        }
        text = write[form](drawn)
    if out is None:
        print(text, end="")
    else:
        write_file(out, text, force=force)


def _states(game: object, state: object, form: DiagramFormat) -> str:
    assert isinstance(game, Game)
    why = unlisted(game, state)
    if why is not None:
        raise BadInput(f"there is nothing to draw: {why}; --deal N gives one")
    graph = explore(game, state, Limits(states=20_000, seconds=20.0))
    draw = {
        DiagramFormat.MERMAID: mermaid_states,
        DiagramFormat.DOT: dot_text,
        DiagramFormat.SVG: svg_text,
    }
    return draw[form](graph)
