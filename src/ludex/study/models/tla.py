"""A model of formulas for TLC: an action for each event, and operators for long functions."""

from collections.abc import Iterator

from ludex.study.models.formulas import Var
from ludex.study.models.names import identifier, module_name, plain
from ludex.study.models.symbolic import Model, Step
from ludex.study.models.writing import Coded, Writer


class Tla(Writer):
    """The signs of TLA+."""

    equals, differs, both, either = "=", "#", " /\\ ", " \\/ "

    def truth(self, value: bool) -> str:  # a value
        return "TRUE" if value else "FALSE"

    def counted(self, text: str) -> str:
        return f"(IF {text} THEN 1 ELSE 0)"

    def output(self, var: Var) -> str:
        assert var.output is not None
        given = ", ".join(self.value(argument) for argument in var.output.arguments)
        return f"{var.output.function}_{var.output.part}({given})"

    def choice(self, when: str, one: str, other: str) -> str:
        return f"(IF {when} THEN {one} ELSE {other})"


def tla(model: Model, head: list[str]) -> str:
    """The module; `head` are comments."""
    coded = Coded(model)
    write = Tla(coded)
    name = module_name(model.game.name)
    lines = [f"---- MODULE {name} ----", *(f"\\* {plain(line)}" for line in head)]
    lines += ["EXTENDS Integers", "", f"VARIABLES {', '.join(coded.arrays)}"]
    lines += [f"vars == <<{', '.join(coded.arrays)}>>", ""]
    lines += [f"{word} == {coded.codes[v]}" for v, word in coded.names.items()]
    lines += ["", *_functions(coded), *_typed(coded), "Init =="]
    for array, paths in coded.arrays.items():
        first = [coded.word(model.start[p]) for p in paths]
        if isinstance(paths[0][-1], int):
            each = " [] ".join(f"i = {i} -> {text}" for i, text in enumerate(first))
            lines.append(
                f"  /\\ {array} = [i \\in 0..{len(paths) - 1} |-> CASE {each}]"
            )
        else:
            lines.append(f"  /\\ {array} = {first[0]}")
    lines.append("")
    actions: dict[str, list[Step]] = {}
    for step in model.steps:
        actions.setdefault(f"do_{step.event.name}", []).append(step)
    for action, steps in actions.items():
        lines.append(f"{action} ==")
        for step in steps:
            lines += _action(coded, write, step)
        lines.append("")
    lines += [
        f"{identifier(kind)} == {write.formula(when)}"
        for kind, when in model.outcomes.items()
    ]
    every = " \\/ ".join(actions) or "FALSE"
    lines += ["", f"Next == {every}"]
    return "\n".join([*lines, "Spec == Init /\\ [][Next]_vars", "====", ""])


def _functions(coded: Coded) -> Iterator[str]:
    for one in coded.functions:
        write = Tla(coded, formal="p")
        given = ", ".join(f"p{i}" for i in range(len(one.formals)))
        for i, part in enumerate(one.parts):
            yield f"{one.name}_{i}({given}) == {write.value(part)}"
            yield ""


def _typed(coded: Coded) -> Iterator[str]:
    yield "TypeOK =="
    for array, paths in coded.arrays.items():
        low, high = coded.span(paths)
        if isinstance(paths[0][-1], int):
            yield f"  /\\ {array} \\in [0..{len(paths) - 1} -> {low}..{high}]"
        else:
            yield f"  /\\ {array} \\in {low}..{high}"
    yield ""


def _action(coded: Coded, write: Tla, step: Step) -> Iterator[str]:
    yield f"  \\/ \\* {plain(str(step.event))}"
    yield f"     /\\ {write.formula(step.when)}"
    changed: dict[str, list[tuple[int | None, str]]] = {}
    for path, value in step.changes:
        place = coded.places[coded.model.variables[path]]
        changed.setdefault(place.name, []).append((place.index, write.value(value)))
    for array in coded.arrays:
        if array not in changed:
            continue
        parts = changed[array]
        if parts[0][0] is None:
            yield f"     /\\ {array}' = {parts[0][1]}"
        else:
            new = ", ".join(f"![{i}] = {text}" for i, text in parts)
            yield f"     /\\ {array}' = [{array} EXCEPT {new}]"
    same = [array for array in coded.arrays if array not in changed]
    if same:
        yield f"     /\\ UNCHANGED <<{', '.join(same)}>>"
