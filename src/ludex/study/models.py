"""The graph of a game, state by state, as a model for other checkers: Promela for Spin, TLA+ for TLC.

Nothing is translated: a state is a number, and every transition that the rulebook has is listed with
its event. So it is faithful for every game whose states can all be looked at. Numbers are given
so that those of one outcome follow one another; what a number stands for is told in comments.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ludex.check.examine import unlisted
from ludex.check.explore import Graph
from ludex.kernel import CHANCE, AnyGame, AnyState
from ludex.kernel.usual import in_the_open

RESERVED: Final = frozenset(
    [
        "active",
        "assert",
        "atomic",
        "bit",
        "bool",
        "break",
        "byte",
        "chan",
        "d_step",
        "do",
        "else",
        "empty",
        "enabled",
        "end",
        "eval",
        "false",
        "fi",
        "full",
        "goto",
        "hidden",
        "if",
        "init",
        "inline",
        "int",
        "len",
        "local",
        "ltl",
        "mtype",
        "nempty",
        "never",
        "nfull",
        "od",
        "of",
        "pc_value",
        "pid",
        "printf",
        "priority",
        "proctype",
        "provided",
        "run",
        "short",
        "show",
        "skip",
        "timeout",
        "trace",
        "true",
        "typedef",
        "unless",
        "unsigned",
        "xr",
        "xs",
        "c_code",
        "c_expr",
        "c_decl",
        "c_state",
        "c_track",
        "for",
        "in",
        "select",
        "return",
        "s",
        "play",
        "now",
        "STDIN",
        "stdin",
    ]
)
"""Words of Promela; those of TLA+ are in capitals, and no name here is."""

GOES_ON: Final = "goes_on"

MOST: Final = {"promela": 20_000, "tla": 200_000}
"""Transitions that the tools can be asked to read one by one."""


class NotTranslated(Exception):
    """A rulebook cannot be exported; the text says why, in one line."""


class NumberedGraph(NamedTuple):
    """Every state by a number, and every transition."""

    graph: Graph
    numbers: tuple[int, ...]
    """The new number of each state of the graph."""

    kinds: tuple[tuple[str, int, int], ...]
    """Outcomes: the name, the first state of it, and the first that is not."""

    @property
    def first(self) -> int:
        return self.numbers[0]

    def transitions(self) -> Iterator[tuple[int, str, int]]:
        """From, the event, and to."""
        for n in range(len(self.graph)):
            for event, target in self.graph.successors(n):
                yield self.numbers[n], str(event), self.numbers[target]


def number_states(graph: Graph, language: str) -> NumberedGraph:
    """The graph with its numbers, or why it cannot be exported."""
    demand_open(graph.game)
    if not graph.is_complete:
        raise NotTranslated(
            f"not every state is known ({graph.verdict}): a model of some would be another game"
        )
    if graph.findings:
        raise NotTranslated(f"something is wrong with the rulebook: {graph.findings[0].problem}")
    most = MOST[language]
    if not graph.kept or graph.transitions > most:
        raise NotTranslated(
            f"{graph.transitions:,} transitions are more than can be listed ({most:,})"
        )
    groups: dict[str, list[int]] = {GOES_ON: []}
    for n in range(len(graph)):
        outcome = graph.outcome(n)
        kind = GOES_ON if outcome is None else identifier(graph.kind_of(outcome))
        groups.setdefault(kind, []).append(n)
    numbers, kinds, at = [0] * len(graph), [], 0
    for kind, members in groups.items():
        for n in members:
            numbers[n] = at
            at += 1
        kinds.append((kind, at - len(members), at))
    return NumberedGraph(graph, tuple(numbers), tuple(kinds[1:]))


def demand_listed(game: AnyGame, state: AnyState) -> None:
    """Demand, before anything is explored, that a model of a game is possible."""
    demand_open(game)
    why = unlisted(game, state)
    if why is not None:
        raise NotTranslated(f"not every state can be known: {why}")


def demand_open(game: Any) -> None:  # noqa: ANN401  # of any game
    """A model has one state that all processes see: nothing can be hidden in it."""
    if game.view is not in_the_open:
        raise NotTranslated(
            "its players do not all see the same, and a model has no hidden information"
        )


def promela(model: NumberedGraph) -> str:
    """For Spin: a variable, and an option for each transition."""
    lines = [*_head(model, "/* ", " */"), ""]
    lines += [f"int s = {model.first};", ""]
    for kind, first, end in model.kinds:
        lines.append(f"#define {kind} (s >= {first} && s < {end})")
    lines += ["", "active proctype play() {", "end: do"]
    for source, event, target in model.transitions():
        lines.append(f"  :: d_step {{ s == {source} -> s = {target} }} /* {plain(event)} */")
    lines += _counting(kind for kind, _, _ in model.kinds)
    return "\n".join([*lines, "  od", "}", ""])


def _counting(kinds: Iterator[str]) -> Iterator[str]:
    """Yield transitions that do nothing, by which each outcome is counted."""
    for kind in kinds:
        yield f"#ifdef COUNT_{kind}"
        yield f"  :: d_step {{ {kind} -> skip }}"
        yield "#endif"


def tla(model: NumberedGraph) -> str:
    """For TLC: a relation between numbers."""
    name = module_name(model.graph.game.name)
    lines = [
        f"---- MODULE {name} ----",
        *_head(model, r"\* ", ""),
        "EXTENDS Integers",
        "",
    ]
    lines += ["VARIABLE s", "", r"\* From, the event, and to.", "Steps == {"]
    steps = [f'  <<{a}, "{plain(event)}", {b}>>' for a, event, b in model.transitions()]
    lines += [",\n".join(steps), "}", ""]
    for kind, first, end in model.kinds:
        lines.append(f"{kind} == s \\in {first}..{end - 1}")
    lines += [
        "",
        f"TypeOK == s \\in 0..{len(model.graph) - 1}",
        f"Init == s = {model.first}",
        r"Next == \E t \in Steps : s = t[1] /\ s' = t[3]",
        r"Spec == Init /\ [][Next]_s",
        "====",
        "",
    ]
    return "\n".join(lines)


def _head(model: NumberedGraph, begin: str, end: str) -> Iterator[str]:
    graph = model.graph
    words = [
        f"{graph.game.title}: every state by a number, every transition by its event.",
        f"{len(graph)} states, {graph.transitions} transitions, {graph.depth} events deep.",
    ]
    words += [f"{kind}: {last - first} states" for kind, first, last in model.kinds]
    if CHANCE in graph.turns:
        words.append("What chance does is a choice here: probabilities are left out.")
    yield from (f"{begin}{plain(line)}{end}" for line in words)


def identifier(text: str) -> str:
    """A name in small letters that both languages can read."""
    words = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_") or "x"
    name = words if words[0].isalpha() else f"x_{words}"
    return f"{name}_" if name in RESERVED else name


def module_name(text: str) -> str:
    """The name of a module of TLA+."""
    return "".join(part.capitalize() for part in identifier(text).split("_")) or "Game"


def plain(text: str) -> str:
    """Words for a comment or a string: nothing that would end it."""
    kept = "".join(c if c.isprintable() and c not in '"\\' else "'" for c in text)
    return kept.replace("*/", "* /").replace("/*", "/ *").replace("(*", "( *").replace("*)", "* )")
