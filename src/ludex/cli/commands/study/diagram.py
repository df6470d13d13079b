"""`ludex diagram GAME`: its classes, events or states as a picture."""

from typing import Any, Literal

from ludex.check.examine import unlisted
from ludex.check.explore import ExploreLimits, explore
from ludex.check.timeout import watchdog
from ludex.cli.arguments import GameOpening
from ludex.cli.arguments.files import Force, OutFile, write_file
from ludex.cli.errors import BadInput, as_bad_input
from ludex.kernel import Game
from ludex.study.diagrams import classes, dot, events, mermaid, mermaid_states
from ludex.study.graphs import NoGraphviz, dot_text, draw_svg

DiagramFormat = Literal["mermaid", "dot", "svg"]


def diagram(
    opening: GameOpening,
    *,
    kind: Literal["classes", "events", "states"] = "classes",
    form: DiagramFormat = "mermaid",
    out: OutFile = None,
    force: Force = False,
) -> None:
    """Draw a rulebook: the classes of its state and events, its events, or its states.

    GitHub, GitLab and many editors draw Mermaid. Graphviz draws dot; the format svg needs
    Graphviz. `events` shows each event with its players and its refusals in order. `states` is
    the graph that `ludex check` explores: every state of a small game, or a summary by layer.

    \b
    ludex diagram chess-solitaire
    ludex diagram examples/tic_tac_toe.py --kind events --format dot
    ludex diagram freecell --format svg --out freecell.svg
    ludex diagram chess-solitaire --kind states --position R..N/.P../..../....

    Options:
      kind: The part of the rulebook to draw.
      form --format: The language of the diagram, or svg for a picture.
    """
    with watchdog(lambda: 0, 20.0):
        game, state = opening()
    if kind == "states":
        text = _states(game, state, form)
    else:
        drawn = classes(game) if kind == "classes" else events(game)
        text = mermaid(drawn) if form == "mermaid" else dot(drawn)
    if form == "svg":
        text = svg_of(text)
    if out is None:
        print(text, end="")
    else:
        write_file(out, text, force=force)


def _states(game: "Game[Any]", state: object, form: DiagramFormat) -> str:
    why = unlisted(game, state)
    if why is not None:
        raise BadInput(f"there is no graph to draw: {why}; --deal N gives one")
    graph = explore(game, state, ExploreLimits(states=20_000, seconds=20.0))
    return mermaid_states(graph) if form == "mermaid" else dot_text(graph)


def svg_of(text: str) -> str:
    """Draw a text of the dot language, where Graphviz is installed."""
    with as_bad_input(NoGraphviz):
        return draw_svg(text)
