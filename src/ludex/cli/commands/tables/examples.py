"""`ludex examples`: the small games that come along as files."""

from pathlib import Path
from typing import Annotated

from typer import Argument

from ludex.cli.arguments import Json, print_json
from ludex.cli.arguments.files import Force, write_file
from ludex.cli.errors import BadInput, tell_user
from ludex.registry import examples as files
from ludex.registry import load


def examples(
    name: Annotated[str | None, Argument(metavar="[NAME]", help="Print this example.")] = None,
    out: Annotated[
        Path | None, Argument(metavar="[FILE.py]", help="Write it to this file.")
    ] = None,
    *,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """List the example games; print one of them, or copy it to a file.

    Each example is a small rulebook to learn from. Every command accepts its name.

    \b
    ludex examples                       the list
    ludex examples pig                   the rulebook of Pig
    ludex examples pig my_pig.py         a copy to change
    ludex play pig                       play it
    """
    if name is None:
        listed = {one: load(str(file)).summary for one, file in files().items()}
        if as_json:
            print_json([{"name": one, "summary": text} for one, text in listed.items()])
            return
        width = max(map(len, listed), default=0)
        for one, text in listed.items():
            print(f"{one:{width}}  {text}")
        return
    known = name.lower().replace("_", "-").removesuffix(".py")
    if known not in files():
        raise BadInput(f"no example {name!r}. There are: {', '.join(files())}.")
    text = files()[known].read_text("utf-8")
    if out is None:
        print(text, end="")
        return
    write_file(out, text, force=force)
    tell_user(f"ludex: {out} is a copy of {known}; `ludex play {out}` plays it")
