"""The graph of a game, state by state, as a model for other checkers: Promela for Spin, TLA+ for TLC.

Nothing is translated: a state is a number, and every transition that the rulebook has is listed with
its event. So it is faithful for every game whose states can all be looked at. Numbers are given
so that those of one outcome follow one another; what a number stands for is told in comments.
"""

import re
from typing import Any

from ludex.check.examine import unlisted
from ludex.check.explore import Graph
from ludex.kernel import CHANCE, AnyGame, AnyState
from ludex.language.templates import render

RESERVED = re.compile(
    "active|assert|atomic|bit|bool|break|byte|chan|d_step|do|else|empty|enabled|"
    "end|eval|false|fi|full|goto|hidden|if|init|inline|int|len|local|ltl|mtype|"
    "nempty|never|nfull|od|of|pc_value|pid|printf|priority|proctype|provided|run|"
    "short|show|skip|timeout|trace|true|typedef|unless|unsigned|xr|xs|c_code|"
    "c_expr|c_decl|c_state|c_track|for|in|select|return|s|play|now|STDIN|stdin"
)
"""Words of Promela; those of TLA+ are in capitals, and no name here is."""

GOES_ON = "goes_on"

MOST = {"promela": 20_000, "tla": 200_000}
"""Transitions that the tools can be asked to read one by one."""


class NotTranslated(Exception):
    """A rulebook cannot be exported; the text says why, in one line."""


def write_model(graph: Graph, language: str) -> str:
    """Return the graph as a model in `promela` or `tla`; `NotTranslated` says why there is none."""
    demand_open(graph.game)
    if not graph.is_complete:
        raise NotTranslated(
            f"not every state is known ({graph.verdict}): a model of some would be another game"
        )
    if graph.findings:
        raise NotTranslated(f"the rulebook has an error: {graph.findings[0].problem}")
    most = MOST[language]
    if not graph.has_edges or graph.transitions > most:
        raise NotTranslated(
            f"{graph.transitions:,} transitions are more than can be listed ({most:,})"
        )
    groups: dict[str, list[int]] = {GOES_ON: []}
    for n in range(len(graph)):
        outcome = graph.outcome(n)
        kind = GOES_ON if outcome is None else identifier(graph.kind_of(outcome))
        groups.setdefault(kind, []).append(n)
    order = [n for members in groups.values() for n in members]
    numbers = {n: number for number, n in enumerate(order)}
    kinds = [
        (kind, numbers[members[0]], numbers[members[-1]] + 1)
        for kind, members in groups.items()
        if kind != GOES_ON
    ]
    words = [
        f"{graph.game.title}: every state by a number, every transition by its event.",
        f"{len(graph)} states, {graph.transitions} transitions, {graph.depth} events deep.",
        *(f"{kind}: {end - first} states" for kind, first, end in kinds),
    ]
    if CHANCE in graph.turns:
        words.append("Chance events are choices here, without probabilities.")
    return render(
        f"study/{language}.j2",
        name="".join(map(str.capitalize, identifier(graph.game.name).split("_"))),
        head=map(plain, words),
        first=numbers[0],
        states=len(graph),
        kinds=kinds,
        steps=(
            (numbers[n], plain(str(event)), numbers[target])
            for n in range(len(graph))
            for event, target in graph.successors(n)
        ),
    )


def demand_listed(game: AnyGame, state: AnyState) -> None:
    """Demand, before anything is explored, that a model of a game is possible."""
    demand_open(game)
    why = unlisted(game, state)
    if why is not None:
        raise NotTranslated(f"not every state can be known: {why}")


def demand_open(game: Any) -> None:  # noqa: ANN401  # of any game
    """A model has one state that all processes see: nothing can be hidden in it."""
    if not game.is_open:
        raise NotTranslated(
            "its players do not all see the same, and a model has no hidden information"
        )


def identifier(text: str) -> str:
    """A name in small letters that both languages can read."""
    words = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_") or "x"
    name = words if words[0].isalpha() else f"x_{words}"
    return f"{name}_" if RESERVED.fullmatch(name) else name


def plain(text: str) -> str:
    """Words for a comment or a string: nothing that would end it."""
    printable = "".join(c if c.isprintable() and c not in '"\\' else "'" for c in text)
    return (
        printable.replace("*/", "* /")
        .replace("/*", "/ *")
        .replace("(*", "( *")
        .replace("*)", "* )")
    )
