"""The abstract user interface of a game, as the Eiffel Testing Framework declares one."""

from collections.abc import Iterator
from textwrap import wrap
from typing import TypeVar

from ludex.kernel import Atom, Call, Game, declaration

S = TypeVar("S")


def interface(game: Game[S]) -> str:
    """System name, enumerated types and event declarations with their comments."""
    parts = [f"system {game.name.replace('-', '_')}\n", *_types(game)]
    parts += [_event(cls) for cls in game.declared.values()]
    return "\n".join(parts)


def _types(game: Game[S]) -> Iterator[str]:
    atoms: dict[str, Atom[object]] = {
        parameter.atom.name: parameter.atom
        for cls in game.declared.values()
        for parameter in cls.parameters()
        if parameter.atom.members
    }
    for name, atom in atoms.items():
        *most, last = atom.members
        width = max(len(word) for word, _ in atom.members) + 1
        lines = [f"  {word + ',':{width}} -- {meaning}" for word, meaning in most]
        lines.append(f"  {last[0]:{width}} -- {last[1]}")
        yield "\n".join((f"type {name} = {{", *lines, "}\n"))


def _event(cls: type[Call]) -> str:
    lines = wrap(cls.sentence(quote="'"), 72)
    return "\n".join((declaration(cls), *(f"    -- {line}" for line in lines)))
