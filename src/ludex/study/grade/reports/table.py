"""Reports for a terminal."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludex.sandbox import printable

WIDEST = 44
"""Letters of a column, side by side."""

SHORT = 12
"""Events of a script that is printed whole."""

MOST = 5
"""Rules that are named where most got them wrong."""


def program_lines(value: Mapping[str, Any]) -> Iterator[str]:
    """One program: its verdicts, its first divergence, its marks."""
    width = max((len(one["test"]) for one in value["results"]), default=4)
    for one in value["results"]:
        detail = f": {one['detail']}" if one["detail"] else ""
        yield f"{one['test']:{width}}  {one['verdict']}{detail}"
    first = next((one for one in value["results"] if one["divergence"]), None)
    if first is not None:
        yield ""
        yield from divergence_lines(first["divergence"])
        script = first["divergence"]["script"]
        if first["smallest"]:
            yield "a minimal script with the same difference:"
            yield f"  {' '.join(first['smallest'])}"
        elif 0 < len(script) <= SHORT:
            yield f"the script up to this event: {' '.join(script)}"
    yield ""
    yield summary_line(value)


def summary_line(value: Mapping[str, Any]) -> str:
    """One line about one program."""
    rules = ", ".join(f"{count} {word}" for word, count in value["rules"].items() if count)
    text = f"; rules: {rules}" if rules else ""
    return (
        f"{value['accepted']} of {value['tests']} accepted, "
        f"{value['points']:g} of {value['of']:g} points{text}"
    )


def divergence_lines(one: Mapping[str, Any]) -> Iterator[str]:
    """Yield lines about the first divergence of a program, and its cause."""
    where = [one["test"]]
    where += [f"line {one['line']}"] if one["line"] else []
    if one["number"]:
        where += [f"event {one['number']}", one["event"]]
    elif one["line"]:
        where += ["before the first event"]
    yield f"first difference: {', '.join(where)}"
    if one["before"]:
        yield "state before:"
        yield from (f"  {line}" for line in one["before"].split("\n"))
    if one["expected"] or one["found"]:
        yield from side_by_side(one["expected"], one["found"])
    yield from reason_lines(one)


def reason_lines(one: Mapping[str, Any]) -> Iterator[str]:
    """The rule that decides."""
    code = f" [{one['code']}]" if one["code"] else ""
    yield f"the rule: {one['told']}{code}"
    if one["sentence"] and one["sentence"] not in one["told"]:
        yield f"  here: {one['sentence']}"
    claim = one["claim"]
    if claim is not None:
        code = f" [{claim['code']}]" if claim["code"] else ""
        how = "holds here" if claim["holds"] else "also fails, but comes later"
        yield f"  the program answers with guard {claim['guard']}{code}, which {how}"
    if one["requirement"]:
        yield f"  the document: {one['requirement']}"


def side_by_side(expected: Sequence[str], found: Sequence[str]) -> Iterator[str]:
    """The oracle's lines, and the program's beside them; `|` marks those that differ."""
    rows = max(len(expected), len(found))
    left = [*expected, *[""] * (rows - len(expected))]
    right = [*found, *[""] * (rows - len(found))]
    width = min(WIDEST, max(6, *map(len, left)))
    yield f"  {'oracle':{width}}   program"
    for i, (one, other) in enumerate(zip(left, right, strict=True)):
        mark = " " if one == other and i < min(len(expected), len(found)) else "|"
        ours = one if len(one) <= width else f"{one[: width - 1]}…"
        theirs = other if len(other) <= 2 * WIDEST else f"{other[: 2 * WIDEST]}…"
        yield f"  {ours:{width}} {mark} {theirs}".rstrip()


def class_lines(values: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A line for each submission, and which rules most got wrong."""
    names = [printable(value["name"]) for value in values]
    width = max(map(len, names))
    for name, value in zip(names, values, strict=True):
        verdicts = ", ".join(
            f"{count} {word}" for word, count in value["verdicts"].items() if word != "accepted"
        )
        text = f"  {verdicts}" if verdicts else ""
        if value.get("late"):
            text += f"  {value['late']} h late"
        yield (
            f"{name:{width}}  {value['accepted']:3} of {value['tests']}  {value['points']:6g}{text}"
        )
    wrong = most_broken(values)
    if wrong:
        yield ""
        yield "rules with the most errors:"
        for text, count in wrong[:MOST]:
            yield f"  {count} of {len(values)}: {text}"
    same = [*alike_lines(values)]
    if same:
        yield ""
        yield "nearly the same, which can have many reasons; read both:"
        yield from (f"  {line}" for line in same)


def alike_lines(values: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A line for each two submissions that are nearly the same."""
    for value in values:
        for one in value.get("alike", ()):
            if value["name"] < one["name"]:
                names = f"{printable(value['name'])} and {printable(one['name'])}"
                yield f"{names}: {one['how']}"


def most_broken(values: Sequence[Mapping[str, Any]]) -> list[tuple[str, int]]:
    """The rules that were broken, by how many broke them."""
    counted = Counter(
        mark["told"] for value in values for mark in value["marks"] if mark["standing"] == "broken"
    )
    return sorted(counted.items(), key=lambda one: (-one[1], one[0]))
