"""A rulebook's skeleton, written from an interface: its declarations, with the rest left open.

Types and events are whole; the state, guards, effects and the end of the game are not known to
an interface, and each of them is a comment that begins with TODO (`skeleton.py.j2`). The file can
be loaded and played as it is, and `ludex check` lists what is left to be written.

Every name in it comes from the reader of an interface, which lets only names pass; a word that
Python or the kernel keeps for itself is given another one, and keeps its own in scripts.
"""

import keyword
import re
from collections.abc import Container
from textwrap import fill

from ludex.kernel import Event, Query, Redo, Undo
from ludex.kernel.domains.atoms import snake_case
from ludex.language.etf.declarations import (
    Argument,
    Declaration,
    DeclaredType,
    Interface,
    TypeUse,
)
from ludex.language.templates import render

TAKEN = frozenset(
    [
        "State",
        "Annotated",
        "Enum",
        "Decimal",
        "Query",
        "Choice",
        "Decimals",
        "Row",
        "Text",
        "Whole",
        "YesNo",
        "Seat",
    ]
)
"""The names that the file itself uses."""

TAKEN_BY_EVENTS = frozenset(dir(Query)) | frozenset(Event.__annotations__)
OF_EVERY_GAME = (Undo.name, Redo.name)
WIDTH = 88


def skeleton(declared: Interface, source: str) -> str:
    """Return the text of a Python file; `source` is the file that it is written from."""
    return _Writer(declared).text("".join(c for c in source if c.isprintable()))


class _Writer:
    def __init__(self, declared: Interface) -> None:
        self.declared = declared
        self.used: set[str] = {"Event", "Game", "Guards", "Outcome", "Start"}
        self.names: dict[str, str] = {}
        """The classes of enumerations, by the names of their types."""

        self.known: set[str] = {*TAKEN, *self.used}
        """Names that no other class may have."""

    def text(self, source: str) -> str:
        declared = self.declared
        title = declared.system.replace("_", " ").strip().capitalize() or "Game"
        about = declared.words or "TODO: describe the game and its rules"
        origin = (
            f"The skeleton was written from {_safe(source)}: open parts are marked, and "
            "`ludex check` lists them."
        )
        types = [self._type(one) for one in declared.types.values()]
        events = [self._event(e) for e in declared.events if e.name not in OF_EVERY_GAME]
        return render(
            "language/etf/skeleton.py.j2",
            about=_docstring(f"{title}: {about.rstrip('.')}.", "", end=False),
            origin=fill(origin, WIDTH),
            used=self.used,
            names=sorted(self.used - {"Annotated", "Decimal"}),
            width=WIDTH,
            enumerations=[one for one in types if one["members"]],
            constructors=declared.constructors,
            events=events,
            game=re.sub(r"_+", "-", declared.system.lower()).strip("-"),
            title=title,
        )

    def _class(self, name: str) -> str:
        """Return a name for a class that nothing else has."""
        made = re.sub(r"(?:^|_)([a-z])", lambda found: found[1].upper(), name)
        made = made if made[:1].isupper() else made.capitalize()
        while made in self.known or keyword.iskeyword(made):
            made += "_"
        self.known.add(made)
        return made

    def _type(self, one: DeclaredType) -> dict[str, object]:
        shouted = one.name.isupper()
        name = self.names[one.name] = self._class(one.name.lower() if shouted else one.name)
        members: dict[str, str] = {}
        for word, meaning in one.members:
            members[_member(word, meaning, members)] = word
        words = _docstring(one.words or f"The values of {one.name}.", "    ")
        return {"name": name, "words": words, "members": members.items()}

    def _event(self, one: Declaration) -> dict[str, object]:
        self.used.add("Query" if one.answers else "Event")
        name = self._class(one.name)
        fields = {a.name: self._field_name(a.name) for a in one.arguments}
        return {
            "name": name,
            "called": "" if snake_case(name) == one.name else one.name,
            "rule": _docstring(_rule(one, fields), "    "),
            "fields": [
                f"{fields[a.name]}: {self._annotation(a, fields[a.name])}" for a in one.arguments
            ],
            "refusals": one.refusals,
            "answers": _safe(one.answers),
        }

    @staticmethod
    def _field_name(name: str) -> str:
        field = snake_case(name)
        while keyword.iskeyword(field) or field in TAKEN_BY_EVENTS or field == "s":
            field += "_"
        return field

    # -- domains ----------------------------------------------------------------------------

    def _annotation(self, argument: Argument, field: str) -> str:
        label = argument.name if argument.name != field else None
        python, domain = self._domain(argument.kind, label)
        if domain is None:
            return python
        self.used.add("Annotated")
        return f"Annotated[{python}, {domain}]"

    def _domain(
        self, kind: TypeUse, label: str | None, called: str | None = None
    ) -> tuple[str, str | None]:
        """The Python type of a field, and its domain where the type does not say it."""
        if kind.of is not None:
            python, domain = self._domain(kind.of, None)
            inner = domain or self._spelt(python)
            return f"tuple[{python}, ...]", self._made("Row", inner, called=called, label=label)
        own = self.declared.types.get(kind.name)
        if own is None:
            return self._built_in(kind.name, called, label)
        if own.members:
            name = self.names[own.name]
            other = own.name if _shouted(name) != own.name else None
            is_explicit = other or label is not None
            return name, self._made(
                "Choice", name, called=other, label=label
            ) if is_explicit else None
        if own.span is not None:
            return "int", self._made("Whole", *map(str, own.span), label=label)
        assert own.same_as is not None
        is_declared = own.same_as.name in self.declared.types
        return self._domain(own.same_as, label, None if is_declared else own.name)

    def _made(self, domain: str, *words: str, **names: str | None) -> str:
        """Write a domain, which the file then imports: `Whole(1, 9, label="number")`."""
        self.used.add(domain)
        given = (f'{name}="{word}"' for name, word in names.items() if word is not None)
        return f"{domain}({', '.join((*words, *given))})"

    def _spelt(self, python: str) -> str:
        """The domain of a type that is known without one: a row has to be told."""
        plain = {"str": "Text", "bool": "YesNo", "Decimal": "Decimals"}
        if python == "int":
            return self._made("Whole", "-(2**31)", "2**31 - 1")
        return self._made(plain[python]) if python in plain else self._made("Choice", python)

    def _built_in(self, name: str, called: str | None, label: str | None) -> tuple[str, str | None]:
        words: tuple[str, ...] = ()
        match name:
            case "STRING":
                python, domain = "str", "Text"
            case "VALUE" | "REAL":
                python, domain = "Decimal", "Decimals"
                called = called or ("REAL" if name == "REAL" else None)
                self.used.add("Decimal")
            case "BOOLEAN":
                python, domain, called = "bool", "YesNo", None
            case "INTEGER_64":
                python, domain, called = "int", "Whole", None
                words = ("-(2**63)", "2**63 - 1")
            case _:
                python, domain, called = "int", "Whole", None
                words = ("-(2**31)", "2**31 - 1") if label is not None else ()
        if not (words or called or label is not None):
            return python, None
        return python, self._made(domain, *words, called=called, label=label)


def _shouted(name: str) -> str:
    """Return the interface's name for an enumeration of this class."""
    return snake_case(name).upper()


def _member(word: str, meaning: str, taken: Container[str]) -> str:
    identifier = re.sub(r"\W+", "_", meaning, flags=re.ASCII).strip("_")
    name = identifier if re.fullmatch(r"[A-Za-z]\w*", identifier) and len(identifier) < 40 else word
    name = name.upper()
    while name in taken:
        name += "_"
    return name


def _rule(one: Declaration, fields: dict[str, str]) -> str:
    """The comment as a docstring: names of arguments stand in backquotes."""
    words = one.words
    for name, field in fields.items():
        words = re.sub(rf"""(["'`]){re.escape(name)}["'`]""", f"`{field}`", words)
    words = words or "TODO: the rule, in one sentence"
    words = words[:1].upper() + words[1:]
    return words if words[-1] in ".!?" else f"{words}."


def _docstring(words: str, indent: str, *, end: bool = True) -> str:
    quotes = '"""'
    safe = _safe(words)
    return fill(
        f"{indent}{quotes}{safe}{quotes if end else ''}",
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _safe(words: str) -> str:
    """Words of somebody else's as they can stand in a docstring or a comment."""
    plain = "".join(c for c in words if c.isprintable())
    return plain.replace("\\", "\\\\").replace('"', "'")
