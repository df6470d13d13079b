"""`ludex new FILE`: a rulebook to begin with, small and playable or from a declared interface."""

import re
from dataclasses import replace
from pathlib import Path

from ludex.cli.arguments.files import Force, text_of, write_file
from ludex.cli.errors import BadInput, as_bad_input, tell_user
from ludex.language.etf.declarations import Interface, NoInterface, is_name
from ludex.language.etf.interface_reader import read_interface
from ludex.language.etf.module_tables import is_table, read_tables
from ludex.language.etf.skeleton import skeleton
from ludex.language.templates import render
from ludex.registry.installed import NAME

LARGEST = 1_000_000
"""Bytes of an interface: what is longer is none."""


def new(
    out: Path | None = None,
    *,
    from_events: str | None = None,
    name: str | None = None,
    force: Force = False,
) -> None:
    """Write a new rulebook: a small game, or a skeleton made from an interface.

    \b
    ludex new my_game.py             a playable game of twenty lines
    ludex play my_game.py
    ludex check my_game.py

    With --from-events the events come from an interface. An interface declares the names of the
    events and the types of their arguments. It does not declare the state, the conditions and
    effects of an event, or the end of the game. The skeleton contains the declarations as Python,
    and a TODO comment for each of the other parts.

    \b
    ludex new bank.py --from-events bank-events.txt
    ludex check bank.py            what is left to be written, event by event
    ludex events bank.py           the interface again

    Two formats are supported. The Eiffel Testing Framework declares

    \b
    system bank
    type KIND = { savings, current }
    new(id: STRING; kind: KIND)
        -- open an account for "id"
    deposit(id: STRING; amount: INTEGER)

    A Markdown table of a module has the columns Routine name, In, Out and Exceptions. Each
    exception becomes a guard to write; a routine with a result becomes a query. Exit status: 0
    the file was written, 2 the input is not an interface.

    Options:
      out ([FILE.py]): The file to write. Without it, a skeleton is printed.
      from_events (FILE): An interface of the Eiffel Testing Framework, or Markdown with a
          table of access routines; - is standard input.
      name (NAME): The name of the game. The default is the name in the interface, or of the
          file.
    """
    if out is not None and out.suffix != ".py":
        raise BadInput(f"{out}: a rulebook is a Python file, such as {out.stem}.py")
    if from_events is None:
        _write_small_game(out, name, force=force)
        return

    declared = _interface(from_events, name)
    source = "standard input" if from_events == "-" else Path(from_events).name
    text = skeleton(declared, source)
    if out is None:
        print(text, end="")
        return
    write_file(out, text, force=force)
    count = len(declared.events)
    events = "one event" if count == 1 else f"{count} events"
    tell_user(
        f"ludex: {out} has {events}; 'ludex check {out}' lists the parts that are still to be written"
    )


def _write_small_game(out: Path | None, name: str | None, *, force: bool) -> None:
    if out is None:
        raise BadInput("name the file to write, such as my_game.py, or --from-events FILE")
    called = (name or out.stem).lower().replace("_", "-")
    if NAME.fullmatch(called) is None:
        raise BadInput(
            f"{called!r} is not a valid name: give a --name of small letters, digits and -"
        )
    title = called.replace("-", " ").capitalize()
    text = render("cli/commands/scripts/new_game.py.j2", name=called, title=title)
    write_file(out, text, force=force)
    tell_user(f"ludex: {out} is a game; `ludex play {out}` plays it, `ludex check {out}` checks it")


def _interface(name: str, called: str | None) -> "Interface":
    text = text_of(name, LARGEST)
    if len(text) > LARGEST:
        raise BadInput(f"{name}: too long for an interface")
    if called is not None:
        called = called.replace("-", "_")
        if not is_name(called):
            raise BadInput(f"--name {called}: expected letters a to z, digits and _")
    stem = re.sub(r"\W+", "_", Path(name).stem, flags=re.ASCII).strip("_0123456789")
    with as_bad_input(NoInterface, about=f"{name}: "):
        if is_table(text):
            return read_tables(text, called or stem or "game")
        read = read_interface(text)
    return replace(read, system=called or read.system)
