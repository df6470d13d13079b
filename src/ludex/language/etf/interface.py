"""The abstract user interface of a game, as the Eiffel Testing Framework declares one.

Every type that an event uses is declared before the events: words as an enumeration, cards
in a row as an ARRAY of cards, and what has too many values, or values that are no words of the
framework's language, as a STRING. `interface_reader` reads it back.
"""

import re
from itertools import islice
from textwrap import wrap

from ludex.kernel import AnyGame, Atom, Call, Decimals
from ludex.kernel.domains.atoms import Words
from ludex.language.etf.declarations import (
    BUILT_IN,
    Argument,
    Declaration,
    DeclaredType,
    Interface,
    NoInterface,
    TypeUse,
    declared_calls,
    is_name,
)
from ludex.language.templates import render

MOST = 200
"""A type of more values than these is not enumerated."""


def interface(game: AnyGame) -> str:
    """System name, types and event declarations with their comments."""
    declared = interface_of(game)
    text = render("language/etf/interface.txt.j2", declared=declared, wrapped=_wrapped)
    return text.removesuffix("\n")


def interface_of(game: AnyGame) -> Interface:
    """The same as data; `NoInterface` where the framework has no name for an event."""
    types = _Types()
    events = tuple(_event(cls, types) for cls in declared_calls(game).values())
    return Interface(_system(game.name), types.declared, events)


def _system(name: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") or "game"
    return plain if is_name(plain) else f"game_{plain}"


def _event(cls: type[Call], types: "_Types") -> Declaration:
    if not is_name(cls.name):
        problem = (
            f"the event {cls.name!r} cannot be declared: a name is made of the letters a to z, "
            "digits and _, and is not a word of the language such as system or type"
        )
        raise NoInterface(problem)
    arguments = tuple(
        Argument(_label(p.name), types.kind(p.atom, p.name)) for p in cls.parameters()
    )
    return Declaration(cls.name, arguments, cls.sentence(quote="'"))


def _label(name: str) -> str:
    """The name of an argument; only comments tell it, so that it may be changed."""
    plain = re.sub(r"[^A-Za-z0-9_]+", "_", name).lstrip("_0123456789") or "argument"
    return plain if is_name(plain) else f"{plain}_"


class _Types:
    """The types that were met, each under a name of its own."""

    def __init__(self) -> None:
        self.declared: dict[str, DeclaredType] = {}
        self._known: dict[Atom[object], TypeUse] = {}

    def kind(self, atom: Atom[object], label: str) -> TypeUse:
        """Return how a type is written where it is used; declare it if it has to be."""
        try:
            if atom not in self._known:
                self._known[atom] = self._met(atom, label)
            return self._known[atom]
        except TypeError:  # a domain of somebody else's that cannot be hashed
            return self._met(atom, label)

    def _met(self, atom: Atom[object], label: str) -> TypeUse:
        if BUILT_IN.get(atom.name) == atom.name:
            return TypeUse(atom.name)
        item = atom.item
        of = self.kind(item, label) if item is not None else None
        if of is not None and atom.name == f"ARRAY[{item.name if item else ''}]":
            return TypeUse("ARRAY", of)
        wanted = label.upper() if isinstance(atom, Words) else atom.name
        return TypeUse(self._named(_made(wanted, atom, of)))

    def _named(self, made: DeclaredType) -> str:
        """Two types of one name that are not the same are told apart by a number."""
        plain = re.sub(r"\W", "_", made.name, flags=re.ASCII).strip("_") or "TYPE"
        plain = plain if is_name(plain) else f"TYPE_{plain}"
        name, number = plain, 1
        while name in self.declared and not _same(self.declared[name], made):
            number += 1
            name = f"{plain}_{number}"
        self.declared[name] = made._replace(name=name)
        return name


def _same(one: DeclaredType, other: DeclaredType) -> bool:
    return (one.members, one.same_as) == (other.members, other.same_as)


def _made(name: str, atom: Atom[object], of: TypeUse | None) -> DeclaredType:
    words = str(atom.expected)
    if of is not None:
        return DeclaredType(name, same_as=TypeUse("ARRAY", of), words=words)
    members = _members(atom)
    if members:
        return DeclaredType(name, members=members)
    if isinstance(atom, Decimals):
        return DeclaredType(name, same_as=TypeUse("VALUE"), words=words)
    return DeclaredType(name, same_as=TypeUse("STRING"), words=words)


def _members(atom: Atom[object]) -> tuple[tuple[str, str], ...]:
    """The words of a type, if they are few and the framework can read them."""
    members = atom.members
    if not members and atom.size <= MOST:
        values = [*islice(atom.values(), MOST + 1)]
        members = tuple((atom.text(v), _meaning(v, atom.text(v))) for v in values)
    words = [word for word, _ in members]
    fits = 0 < len(words) <= MOST and len({*words}) == len(words)
    return members if fits and all(map(is_name, words)) else ()


def _meaning(value: object, word: str) -> str:
    text = " ".join(str(value).split())
    return text if text != word and text.isprintable() else ""


def declared_as(atom: Atom[object]) -> str:
    """Return how an interface declares a type: `STRING`, `ARRAY`, or its own name."""
    kind = _made(atom.name, atom, TypeUse("X") if atom.item is not None else None)
    return kind.same_as.name if kind.same_as is not None else atom.name


def _wrapped(words: str) -> list[str]:
    return wrap(words, 72, break_long_words=False, break_on_hyphens=False)
