"""Records as options: Typer sees their fields, the command takes the record."""

from dataclasses import dataclass
from inspect import signature
from typing import Annotated

from typer import Option

from ludex.cli.records import Offered, Without, with_records


@dataclass(frozen=True)
class Work:
    workers: int = 1
    out: str = ""


def test_a_record_is_made_of_the_options_that_are_its_fields() -> None:
    found: list[object] = []

    def command(work: Work, *, games: int = 3) -> None:
        found.append((work, games))

    typed = with_records(command)
    assert [*signature(typed).parameters] == ["workers", "out", "games"]
    typed(workers=2, out="here", games=4)
    assert found == [(Work(2, "here"), 4)]


def test_fields_that_are_left_out_keep_their_defaults() -> None:
    found: list[Work] = []

    def command(work: Annotated[Work, Without("out")]) -> None:
        found.append(work)

    typed = with_records(command)
    assert [*signature(typed).parameters] == ["workers"]
    typed(workers=2)
    assert found == [Work(2)]


def test_an_offered_field_has_the_type_and_the_default_of_the_record() -> None:
    option = Option(help="How many.")

    def command(work: Annotated[Work, Offered(workers=option)]) -> None:
        """Work."""

    (only,) = signature(with_records(command)).parameters.values()
    assert (only.default, only.annotation) == (1, Annotated[int, option])
