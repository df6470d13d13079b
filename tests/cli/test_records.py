"""Commands as Typer sees them: the fields of records, and what docstrings say of options."""

from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from typing import Annotated, get_args

import pytest
from typer.models import ArgumentInfo, OptionInfo

from ludex.cli.commands import COMMANDS
from ludex.cli.records import DESCRIBED, Without, read_entries, with_records


@dataclass(frozen=True)
class Work:
    """Work.

    Options:
      out: Where it goes.
    """

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


def test_a_described_field_has_the_type_and_the_default_of_the_record() -> None:
    def command(work: Annotated[Work, DESCRIBED]) -> None:
        """Work.

        Options:
          workers (N, 1..): How many.
        """

    (only,) = signature(with_records(command)).parameters.values()
    kind, option = get_args(only.annotation)
    assert (only.default, kind) == (1, int)
    assert isinstance(option, OptionInfo)
    assert (option.help, option.metavar, option.min, option.max) == ("How many.", "N", 1, None)


def test_a_docstring_describes_options_and_arguments() -> None:
    def command(name: str, *, form: str = "", wide: bool = False, share: float = 0.5) -> None:
        """Do it.

        Options:
          name (GAME): The name: of a game,
              or of a file.
          form --format --as (NAME): What it
              looks like.
          wide: On wide paper.
          share (0.1..2): How much.
        """

    typed = with_records(command)
    assert typed.__doc__ == "Do it."
    name, form, wide, share = (
        get_args(one.annotation)[1] for one in signature(typed).parameters.values()
    )
    assert isinstance(name, ArgumentInfo)
    assert (name.metavar, name.help) == ("GAME", "The name: of a game, or of a file.")
    assert (form.default, *form.param_decls) == ("--format", "--as")
    assert (form.help, wide.default) == ("What it looks like.", "--wide")
    assert (share.min, share.max) == (0.1, 2)


@pytest.mark.parametrize("at", sorted({command.at for command in COMMANDS}))
def test_what_a_docstring_describes_is_there_and_everything_is_described(at: str) -> None:
    module, _, name = at.partition(":")
    command = getattr(import_module(module), name)
    found = signature(with_records(command)).parameters
    assert read_entries(command.__doc__).keys() <= found.keys()
    plain = [one.name for one in found.values() if not get_args(one.annotation)[1:]]
    assert not [name for name in plain if name != "context"]
