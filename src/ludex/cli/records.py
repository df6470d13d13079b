"""Options that commands share, as records: a command takes the record, and Typer sees its fields."""

from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, Self


class Without(frozenset[str]):
    """Fields of a record that a command does not offer: `Annotated[Opening, Without("deal")]`."""

    def __new__(cls, *names: str) -> Self:
        """Take their names."""
        return super().__new__(cls, names)


class Offered(dict[str, Any]):
    """The fields of a record that a command offers, each with its Typer option."""


def with_records(command: Callable[..., None]) -> Callable[..., None]:
    """Return `command` with every parameter that is a dataclass replaced by its fields."""
    records: dict[str, tuple[Callable[..., object], list[Parameter]]] = {}
    shown: list[Parameter] = []
    for one in signature(command, eval_str=True).parameters.values():
        record = getattr(one.annotation, "__origin__", one.annotation)
        if isinstance(record, type) and is_dataclass(record):
            fields = [*_fields(record, *getattr(one.annotation, "__metadata__", ()))]
            records[one.name] = record, fields
            shown += fields
        else:
            shown.append(one)

    @wraps(command)
    def typed(**given: object) -> None:
        for name, (record, fields) in records.items():
            given[name] = record(**{one.name: given.pop(one.name) for one in fields})
        command(**given)

    typed.__signature__ = Signature(  # type: ignore[attr-defined]  # Typer reads it
        [one.replace(kind=Parameter.KEYWORD_ONLY) for one in shown]
    )
    typed.__annotations__ = {one.name: one.annotation for one in shown}
    return typed


def _fields(record: type, *choice: Without | Offered) -> Iterator[Parameter]:
    for field in signature(record, eval_str=True).parameters.values():
        match choice:
            case [Offered() as offered]:
                if field.name in offered:
                    option = offered[field.name]
                    yield field.replace(annotation=Annotated[field.annotation, option])
            case _ if not any(field.name in left_out for left_out in choice):
                yield field
