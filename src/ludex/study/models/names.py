"""Names and comments in models: what somebody's rulebook says must not become code there."""

import re
from typing import Final

RESERVED: Final = frozenset(
    [
        "active",
        "assert",
        "atomic",
        "bit",
        "bool",
        "break",
        "byte",
        "chan",
        "d_step",
        "do",
        "else",
        "empty",
        "enabled",
        "end",
        "eval",
        "false",
        "fi",
        "full",
        "goto",
        "hidden",
        "if",
        "init",
        "inline",
        "int",
        "len",
        "local",
        "ltl",
        "mtype",
        "nempty",
        "never",
        "nfull",
        "od",
        "of",
        "pc_value",
        "pid",
        "printf",
        "priority",
        "proctype",
        "provided",
        "run",
        "short",
        "show",
        "skip",
        "timeout",
        "trace",
        "true",
        "typedef",
        "unless",
        "unsigned",
        "xr",
        "xs",
        "c_code",
        "c_expr",
        "c_decl",
        "c_state",
        "c_track",
        "for",
        "in",
        "select",
        "return",
        "s",
        "play",
        "now",
        "STDIN",
        "stdin",
    ]
)
"""Words of Promela; those of TLA+ are in capitals, and no name here is."""


def identifier(text: str) -> str:
    """A name in small letters that both languages can read."""
    words = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_") or "x"
    name = words if words[0].isalpha() else f"x_{words}"
    return f"{name}_" if name in RESERVED else name


def module_name(text: str) -> str:
    """The name of a module of TLA+."""
    return "".join(part.capitalize() for part in identifier(text).split("_")) or "Game"


def plain(text: str) -> str:
    """Words for a comment or a string: nothing that would end it."""
    kept = "".join(c if c.isprintable() and c not in '"\\' else "'" for c in text)
    return (
        kept.replace("*/", "* /")
        .replace("/*", "/ *")
        .replace("(*", "( *")
        .replace("*)", "* )")
    )
