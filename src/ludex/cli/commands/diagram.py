"""`ludex diagram GAME`: its classes, events or states as a picture."""

from enum import StrEnum
from typing import Annotated

import typer

from ludex.cli.arguments.files import Force, OutFile, new_file
from ludex.cli.arguments.openings import opening
from ludex.cli.arguments.options import Changes, DealNumber, GameName, Position, Preset
from ludex.cli.errors import BadInput
from ludex.cli.terminal.timeout import coming_to_an_end


class Kind(StrEnum):
    """What is drawn."""

    CLASSES = "classes"
    EVENTS = "events"
    STATES = "states"


class Format(StrEnum):
    """How it is drawn."""

    MERMAID = "mermaid"
    DOT = "dot"
    SVG = "svg"


def diagram(
    name: GameName,
    *,
    kind: Annotated[Kind, typer.Option(help="What is drawn.")] = Kind.CLASSES,
    form: Annotated[
        Format, typer.Option("--format", help="A language that is drawn, or a drawing.")
    ] = Format.MERMAID,
    preset: Preset = None,
    option: Changes = None,
    position: Position = None,
    deal: DealNumber = None,
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
    with coming_to_an_end(20.0):
        game, state = opening(name, preset, option, position, deal, seed=None)
    if kind is Kind.STATES:
        text = _states(game, state, form)
    else:
        from ludex.study.diagrams import classes, dot, events, mermaid, svg

        drawn = classes(game) if kind is Kind.CLASSES else events(game)
        write = {Format.MERMAID: mermaid, Format.DOT: dot, Format.SVG: svg}
        text = write[form](drawn)
    if out is None:
        print(text, end="")
        return
    with new_file(out, force=force) as file:
        file.write(text)


def _states(game: object, state: object, form: Format) -> str:
    from ludex.check.examine import unlisted
    from ludex.check.explore import Limits, explore
    from ludex.kernel import Game
    from ludex.study.diagrams import mermaid_states
    from ludex.study.graphs import dot_text, svg_text

    assert isinstance(game, Game)
    why = unlisted(game, state)
    if why is not None:
        raise BadInput(f"there is nothing to draw: {why}; --deal N gives one")
    graph = explore(game, state, Limits(states=20_000, seconds=20.0))
    draw = {Format.MERMAID: mermaid_states, Format.DOT: dot_text, Format.SVG: svg_text}
    return draw[form](graph)
