"""The commands of Ludex: a module a command, imported when it is run; `commands.toml` lists them."""

import tomllib
from importlib.resources import files

from ludex.registry import Command

COMMANDS = [
    Command(
        name=name,
        at=f"ludex.cli.commands.{one['module']}:{name}",
        summary=one["summary"],
        settings=one.get("settings", {}),
    )
    for name, one in tomllib.loads(
        files(__name__).joinpath("commands.toml").read_text("utf-8")
    ).items()
]
