"""A rulebook as formulas: variables for the leaves of a state, and a step for each event.

Which values a variable may have is found by running every event on everything that is known
so far, until nothing new comes up. A long function (who has lost?) is translated once, and called. In the
end the formulas are compared with the rulebook itself, state by state.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, Final

from ludex.check.explore import Graph
from ludex.kernel import CHANCE, Chance, Event, Game, Query
from ludex.study.models.explicit import demand_open
from ludex.study.models.formulas import (
    Cases,
    Formula,
    Output,
    Var,
    begin,
    conj,
    disj,
    holds,
    neg,
    size,
)
from ludex.study.models.frames import Env
from ludex.study.models.interpreting import Interpreter
from ludex.study.models.sources import is_generator, source_of
from ludex.study.models.trouble import NotTranslated
from ludex.study.models.values import (
    ATOMS,
    Path,
    cases_of,
    equal,
    leaves,
    of_var,
    with_leaves,
)

MANY: Final = 8
"""A function of so many variables may be translated once, and called."""

LARGE: Final = 40
"""It is, if what it gives takes so many atoms to say."""

MOST: Final = 300
"""Values of a variable."""

ROUNDS: Final = 40
ALWAYS: Final = True
EVENTS: Final = 5_000


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the rulebook, by what its parts are."""

    name: str
    formals: tuple[Var, ...]
    parts: tuple[Cases, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """An event: when it may happen, and what changes."""

    event: Event[Any]
    when: Formula
    changes: tuple[tuple[Path, object], ...]


@dataclass
class Model:
    """A game as formulas."""

    game: Game[Any]
    start: dict[Path, Hashable]
    variables: dict[Path, Var]
    steps: list[Step] = field(default_factory=list)
    outcomes: dict[str, Formula] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)


class Cutting(Interpreter):
    """Translates a long function once, and calls it from then on."""

    def __init__(self) -> None:
        super().__init__()
        self.functions: dict[str, Function] = {}
        self.is_cutting = False
        self._known: dict[object, tuple[object, Function | None]] = {}

    def effect(self, event: Event[Any], state: object, when: Formula) -> object:
        """The state after an event; only what it calls is cut out of it."""
        apply = type(event).apply
        if not isinstance(apply, FunctionType):
            raise NotTranslated(f"the effect of {event.name}")
        return super()._called(apply, (event, state), {}, when)

    def _called(
        self,
        function: FunctionType,
        args: tuple[object, ...],
        named: Env,
        when: Formula,
    ) -> object:
        if self.is_cutting and not named and not is_generator(source_of(function)):
            made = self._cut(function, args)
            if made is not None:
                return made
        return super()._called(function, args, named, when)

    def _cut(self, function: FunctionType, args: tuple[object, ...]) -> object | None:
        every = [*leaves(args)]
        values: dict[Hashable, None] = {}
        for _, value in every:
            if isinstance(value, Cases):
                values.update(dict.fromkeys(one for one, _ in value.cases))
        if not values or not all(isinstance(v, (*ATOMS, Cases)) for _, v in every):
            return None
        free = [p for p, v in every if isinstance(v, Cases) or v in values]
        if len(free) < MANY:
            return None
        fixed = tuple((p, v) for p, v in every if p not in {*free})
        key = (function, tuple(free), fixed, frozenset(values))
        if key not in self._known:
            self._known[key] = self._translated(function, args, free, tuple(values))
        result, cut = self._known[key]
        if cut is None:
            return None
        given = dict(every)
        actual = dict(zip(cut.formals, (given[p] for p in free), strict=True))
        texts = tuple(actual.values())
        outputs = {
            i: Var(
                f"{cut.name}_{i}",
                tuple(v for v, _ in part.cases),
                output=Output(cut.name, i, texts),
            )
            for i, part in enumerate(cut.parts)
        }

        def filled(_: Path, leaf: object) -> object:
            if isinstance(leaf, Var):
                return actual[leaf]
            return of_var(outputs[leaf.number]) if isinstance(leaf, _Part) else leaf

        return with_leaves(result, filled)

    def _translated(  # noqa: C901  # its parts need one another
        self,
        function: FunctionType,
        args: tuple[object, ...],
        free: list[Path],
        values: tuple[Hashable, ...],
    ) -> tuple[object, Function | None]:
        formals = {path: Var(f"a{i}", values) for i, path in enumerate(free)}
        plain = {path: of_var(var) for path, var in formals.items()}
        self.is_cutting = False
        try:
            inside = with_leaves(args, plain.get)
            result = super()._called(function, inside, {}, ALWAYS)  # type: ignore[arg-type]  # a tuple
        except NotTranslated:
            return None, None
        finally:
            self.is_cutting = True
        parts: list[Cases] = []
        same = {id(value): formals[path] for path, value in plain.items()}

        def named(_: Path, leaf: object) -> object:
            if id(leaf) in same:
                return same[id(leaf)]
            for path, value in plain.items():
                if leaf == value:
                    return formals[path]
            if isinstance(leaf, Cases):
                parts.append(leaf)
                return _Part(len(parts) - 1)
            if not isinstance(leaf, ATOMS):
                raise NotTranslated(f"what {function.__name__} gives")
            return leaf

        try:
            shape = with_leaves(result, named)
        except NotTranslated:
            return None, None
        if sum(size(w) for part in parts for _, w in part.cases) < LARGE:
            return None, None
        name = function.__name__
        while name in self.functions:
            name += "_"
        made = Function(name, tuple(formals.values()), tuple(parts))
        self.functions[name] = made
        return shape, made


class _Part:
    """Stands for a part of what a function gives; a leaf, and no record."""

    def __init__(self, number: int) -> None:
        self.number = number


def model_of(game: Game[Any], start: object) -> Model:
    """The formulas of a game from a state on, or why there are none."""
    demand_open(game)
    first: dict[Path, Hashable] = {}
    for path, value in leaves(start):
        if not isinstance(value, ATOMS):
            kind = type(value).__name__
            raise NotTranslated(f"{_told(path)} is a {kind}, not a number or a word")
        first[path] = value
    begin()
    domains: dict[Path, dict[Hashable, None]] = {p: {v: None} for p, v in first.items()}
    for _ in range(ROUNDS):
        model = _round(game, start, first, domains)
        if model is not None:
            return model
    raise NotTranslated("the values of its variables never come to an end")


def _told(path: Path) -> str:
    return "state." + ".".join(map(str, path))


def _round(  # noqa: C901  # one event after the other
    game: Game[Any],
    start: object,
    first: dict[Path, Hashable],
    domains: dict[Path, dict[Hashable, None]],
) -> Model | None:
    """Run every event once; None where new values came up."""
    variables = {p: Var(_told(p), tuple(values)) for p, values in domains.items()}
    state = with_leaves(start, lambda path, _: of_var(variables[path]))
    asking = Cutting()
    ended = asking.call(game.outcome, (state,), {}, ALWAYS)
    going_on = equal(ended, None)
    chance: Formula = False
    if any(issubclass(cls, Chance) for cls in game.events):
        chance = equal(asking.call(game.turn, (state,), {}, ALWAYS), CHANCE)
    model = Model(game, first, variables, functions=asking.functions)
    for one, when in cases_of(ended):
        if one is not None:
            kind = _kind(game, str(one))
            model.outcomes[kind] = disj(model.outcomes.get(kind, False), when)
    grown = False
    for event in _events(game, start):
        turn = chance if event.by_chance else neg(chance)
        when = asking.permitted(event, state, conj(going_on, turn))
        if when is False:
            continue
        asking.is_cutting = True
        after = dict(leaves(asking.effect(event, state, when)))
        asking.is_cutting = False
        if after.keys() != variables.keys():
            raise NotTranslated(
                f"{event} changes the shape of the state: a row without bound"
            )
        changes = []
        for path, value in after.items():
            for one, reached in cases_of(value):
                if not isinstance(one, ATOMS):
                    raise NotTranslated(
                        f"{_told(path)} is not a number or a word after {event}"
                    )
                if one not in domains[path] and conj(when, reached) is not False:
                    domains[path][one] = None
                    grown = True
            if len(domains[path]) > MOST:
                raise NotTranslated(f"{_told(path)} has no bound")
            if value != of_var(variables[path]):
                changes.append((path, value))
        model.steps.append(Step(event, when, tuple(changes)))
    return None if grown else model


def _events(game: Game[Any], start: object) -> Iterator[Event[Any]]:
    for number, event in enumerate(game.brute(start)):
        if number > EVENTS:
            raise NotTranslated(f"there are more than {EVENTS:,} events")
        if event.sampled:
            raise NotTranslated(f"not every {event.name} can be listed")
        if not event.aside and not isinstance(event, Query):
            yield event
    for cls in game.events:
        for one in cls.fields():
            if sum(1 for _ in one.domain.values()) < one.domain.size:
                raise NotTranslated(f"{cls.name}.{one.name} has no bound")


def _kind(game: Game[Any], said: str) -> str:
    if game.players[1] > 1:
        return said
    return "lost" if said == "nobody wins" else "won"


# -- comparing with the rulebook ------------------------------------------------------------------


def compared(model: Model, graph: Graph[Any]) -> str:
    """How far the formulas were compared with the rulebook, in words."""
    if graph.findings:
        raise NotTranslated(
            f"something is wrong with the rulebook: {graph.findings[0].problem}"
        )
    asked = demand_same(model, graph)
    if graph.is_complete and asked == len(graph):
        return f"Compared with the rulebook in all {asked:,} states."
    return f"Compared with the rulebook in {asked:,} states, the nearest of those there are."


def demand_same(model: Model, graph: Graph[Any], most: int = 2_000) -> int:
    """Compare with the rulebook in states of its graph; in how many."""
    asked = 0
    for _, state in graph.states():
        if asked == most:
            break
        asked += 1
        values = dict(leaves(state))
        known = {var: values[path] for path, var in model.variables.items()}
        value_of = _reader(model, known)
        ours = {}
        for step in model.steps:
            if holds(step.when, value_of):
                after = dict(values)
                after.update((p, _value(v, value_of)) for p, v in step.changes)
                ours[str(step.event)] = after
        theirs = {
            str(e): dict(leaves(model.game.after(state, e)))
            for e in model.game.moves(state)
        }
        if ours != theirs:
            raise NotTranslated("the translation is not what the rulebook does")
        outcome = model.game.outcome(state)
        kind = None if outcome is None else graph.kind_of(outcome)
        if {k for k, when in model.outcomes.items() if holds(when, value_of)} != (
            {kind} - {None}
        ):
            raise NotTranslated("the ends of the translation are not the rulebook's")
    return asked


def _value(value: object, value_of: Any) -> object:  # noqa: ANN401  # a function
    for one, when in cases_of(value):
        if holds(when, value_of):
            return one
    raise NotTranslated("a value of the translation is none")


def _reader(model: Model, known: dict[Var, object]) -> Any:  # noqa: ANN401  # a function
    def value_of(var: Var) -> Any:  # noqa: ANN401  # any atom
        if var.output is None:
            return known[var]
        function = model.functions[var.output.function]
        actual = [_value(argument, value_of) for argument in var.output.arguments]
        inner = _reader(model, dict(zip(function.formals, actual, strict=True)))
        return _value(function.parts[var.output.part], inner)

    return value_of
