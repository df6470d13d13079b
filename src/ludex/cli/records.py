"""Commands as Typer sees them: records of options as their fields, options as a docstring describes them.

The section `Options:` at the end of a docstring, of a command or of a record, has an entry for
each parameter that is no plain one:

    Options:
      form --format (NAME): The language of the drawing.
      bar (PERCENT, 0..100): Exit status 1 if fewer are killed.

It names the parameter, the option where that is called otherwise, in parentheses what stands for
its value, its bounds or a variable of the environment ($NAME), and then its help. What may be given without
a name is an argument.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import wraps
from inspect import Parameter, Signature, cleandoc, signature
from math import isfinite
from typing import Annotated, Any, Self, get_args

from typer import Argument, BadParameter, Option

OPTIONS = "\n\nOptions:\n"
ENTRY = re.compile(r"(\w+)((?: --\S+)*)(?: \((.+?)\))?: (.+)")
BOUNDS = re.compile(r"(\S*\d)?\.\.(\d\S*)?")
DESCRIBED = "described"
"""Offers only the fields that the command itself describes: `Annotated[Settings, DESCRIBED]`."""

Entries = Mapping[str, re.Match[str]]


class Without(frozenset[str]):
    """Fields of a record that a command does not offer: `Annotated[Opening, Without("deal")]`."""

    def __new__(cls, *names: str) -> Self:
        """Take their names."""
        return super().__new__(cls, names)


def with_records(command: Callable[..., None]) -> Callable[..., None]:
    """Return `command` with every parameter that is a dataclass replaced by its fields."""
    records: dict[str, tuple[Callable[..., object], list[Parameter]]] = {}
    parameters: list[Parameter] = []
    entries = read_entries(command.__doc__)
    for one in signature(command, eval_str=True).parameters.values():
        record = getattr(one.annotation, "__origin__", one.annotation)
        if isinstance(record, type) and is_dataclass(record):
            fields = [*_fields(record, entries, *getattr(one.annotation, "__metadata__", ()))]
            records[one.name] = record, fields
            parameters += fields
        else:
            parameters.append(
                _described(one, entries, is_option=one.kind is Parameter.KEYWORD_ONLY)
            )

    @wraps(command)
    def typed(**given: object) -> None:
        for name, (record, fields) in records.items():
            given[name] = record(**{one.name: given.pop(one.name) for one in fields})
        command(**given)

    typed.__signature__ = Signature(  # type: ignore[attr-defined]  # Typer reads it
        [one.replace(kind=Parameter.KEYWORD_ONLY) for one in parameters]
    )
    typed.__annotations__ = {one.name: one.annotation for one in parameters}
    typed.__doc__ = cleandoc(command.__doc__ or "").partition(OPTIONS)[0]
    return typed


def read_entries(docstring: str | None) -> Entries:
    """Return the entries of the section `Options:`, by the parameters that they describe."""
    section = cleandoc(docstring or "").partition(OPTIONS)[2]
    entries = (" ".join(entry.split()) for entry in re.split(r"\n(?=  \S)", section))
    return {found[1]: found for entry in entries if (found := ENTRY.fullmatch(entry))}


def _fields(record: type, entries: Entries, *choice: Without | str) -> Iterator[Parameter]:
    own = {
        name: one for cls in record.__mro__[::-1] for name, one in read_entries(cls.__doc__).items()
    }
    for field in signature(record, eval_str=True).parameters.values():
        if (
            field.name in entries
            if DESCRIBED in choice
            else not any(field.name in left_out for left_out in choice)
        ):
            yield _described(field, {**own, **entries}, is_option=True)


def _described(one: Parameter, entries: Entries, *, is_option: bool) -> Parameter:
    """Return a parameter with the option, or the argument, that its entry describes."""
    if one.name not in entries:
        return one
    _, names, form, text = entries[one.name].groups()
    if one.default is False:  # else it could be denied, too
        names = names or f"--{one.name.replace('_', '-')}"
    settings: dict[str, Any] = {"help": text}
    for word in form.split(", ") if form else ():
        if bounds := BOUNDS.fullmatch(word):
            settings["min"], settings["max"] = map(_number, bounds.groups())
        else:
            settings |= {"envvar": word[1:]} if word.startswith("$") else {"metavar": word}
    if float in (one.annotation, *get_args(one.annotation)):
        settings["callback"] = _finite
    make = Option if is_option else Argument
    option = make(*names.split(), **settings)
    return one.replace(annotation=Annotated[one.annotation, option])


def _finite(value: float | None) -> float | None:
    if value is not None and not isfinite(value):
        raise BadParameter(f"{value} is not a number that can be used here.")
    return value


def _number(text: str | None) -> float | None:
    return None if text is None else int(text) if text.isdecimal() else float(text)
