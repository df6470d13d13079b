"""A model of formulas for Spin: one process, and an option of its loop for each event."""

from collections.abc import Iterator

from ludex.study.models.formulas import Var, variables
from ludex.study.models.names import identifier, plain
from ludex.study.models.symbolic import Model, Step
from ludex.study.models.trouble import NotTranslated
from ludex.study.models.values import Path, cases_of
from ludex.study.models.writing import Coded, Writer, outputs_in


class Promela(Writer):
    """Promela's signs."""

    def truth(self, value: bool) -> str:  # a value
        return "true" if value else "false"

    def counted(self, text: str) -> str:
        return f"({text})"

    def output(self, var: Var) -> str:
        assert var.output is not None
        return f"{var.output.function}_r{var.output.part}"

    def choice(self, when: str, one: str, other: str) -> str:
        return f"(({when}) -> {one} : {other})"


def promela(model: Model, head: list[str]) -> str:
    """The text of the model; `head` are comments."""
    coded = Coded(model)
    write = Promela(coded)
    lines = [f"/* {plain(line)} */" for line in head]
    lines += [
        "",
        *(f"#define {name} {coded.codes[v]}" for v, name in coded.names.items()),
        "",
    ]
    for name, paths in coded.arrays.items():
        kind = _type(*coded.span(paths))
        first = [coded.word(model.start[p]) for p in paths]
        if isinstance(paths[0][-1], int):
            lines.append(f"{kind} {name}[{len(paths)}] = {{ {', '.join(first)} }};")
        else:
            lines.append(f"{kind} {name} = {first[0]};")
    lines.append("")
    for one in coded.functions:
        lines.append(f"hidden int {one.name}_a[{len(one.formals)}];")
        lines += [f"hidden int {one.name}_r{i};" for i in range(len(one.parts))]
    if any(_order(model, step)[1] for step in model.steps):
        lines.append(f"hidden int old[{len(model.variables)}];")
    for kind, when in model.outcomes.items():
        lines.append(f"#define {identifier(kind)} ({write.formula(when)})")
    lines += ["", "active proctype play() {", "end: do"]
    plainly = [
        s for s in model.steps if not any([*outputs_in(v)] for _, v in s.changes)
    ]
    for step in plainly:
        body = "; ".join(_assignments(model, write, step, dict(step.changes)))
        lines.append(
            f"  :: d_step {{ {write.formula(step.when)} -> {body or 'skip'} }} /* {plain(str(step.event))} */"
        )
    lines += _calling(coded, write, [s for s in model.steps if s not in plainly])
    for kind in model.outcomes:
        name = identifier(kind)
        lines += [f"#ifdef COUNT_{name}", f"  :: d_step {{ {name} -> skip }}", "#endif"]
    return "\n".join([*lines, "  od", "}", ""])


def _type(low: int, high: int) -> str:
    if low >= 0 and high <= 255:
        return "byte"
    return "short" if low >= -(2**15) and high < 2**15 else "int"


def _calling(coded: Coded, write: Promela, steps: list[Step]) -> Iterator[str]:
    """Events whose effect a function decides: it is asked once for all of them, at their end."""
    tails: dict[str, list[str]] = {}
    for step in steps:
        direct: dict[Path, object] = {}
        late: dict[Path, object] = {}
        for path, value in step.changes:
            (late if [*outputs_in(value)] else direct)[path] = value
        _demand_only_outputs(late)
        calls = {
            v.output.function: v.output.arguments
            for x in late.values()
            for v in outputs_in(x)
            if v.output
        }
        given = [
            f"{name}_a[{i}] = {write.value(argument)}"
            for name, arguments in calls.items()
            for i, argument in enumerate(arguments)
        ]
        given += _assignments(coded.model, write, step, direct)
        after = [text for name in calls for text in _called(coded, name)]
        after += [
            f"{coded.places[coded.model.variables[p]]} = {write.value(v)}"
            for p, v in late.items()
        ]
        option = f":: d_step {{ {write.formula(step.when)} -> {'; '.join(given)} }} /* {plain(str(step.event))} */"
        tails.setdefault(";\n      ".join(after), []).append(option)
    for tail, options in tails.items():
        yield "  :: atomic {"
        yield "    if"
        yield from (f"    {option}" for option in options)
        yield "    fi;"
        yield f"    d_step {{\n      {tail}\n    }}"
        yield "  }"


def _demand_only_outputs(late: dict[Path, object]) -> None:
    for value in late.values():
        for _, when in cases_of(value):
            if any(var.output is None for var in variables(when)):
                raise NotTranslated(
                    "an effect mixes what a function gives with the state"
                )


def _called(coded: Coded, name: str) -> Iterator[str]:
    function = coded.model.functions[name]
    write = Promela(coded, formal=f"{name}_a[")
    for i, part in enumerate(function.parts):
        yield f"{name}_r{i} = {write.value(part)}"


def _reads(model: Model, value: object) -> set[Path]:
    found = {var for _, when in cases_of(value) for var in variables(when)}
    return {path for path, var in model.variables.items() if var in found}


def _order(model: Model, step: Step) -> tuple[list[Path], list[Path]]:
    """In which order leaves may be written, so that none is read after it; then the rest."""
    left = {p: _reads(model, v) - {p} for p, v in step.changes if not [*outputs_in(v)]}
    done: list[Path] = []
    while left:
        free = [
            p
            for p in left
            if not any(p in reads for q, reads in left.items() if q != p)
        ]
        if not free:
            break
        done.append(free[0])
        del left[free[0]]
    return done, [*left]


def _assignments(
    model: Model, write: Promela, step: Step, changes: dict[Path, object]
) -> list[str]:
    done, rest = _order(model, step)
    texts = [
        (str(write.coded.places[model.variables[p]]), write.value(changes[p]))
        for p in (*done, *rest)
    ]
    found = [f"{place} = {text}" for place, text in texts[: len(done)]]
    late = texts[len(done) :]
    found = [f"old[{i}] = {text}" for i, (_, text) in enumerate(late)] + found
    return found + [f"{place} = old[{i}]" for i, (place, _) in enumerate(late)]
