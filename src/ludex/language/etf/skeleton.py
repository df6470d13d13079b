"""A rulebook's skeleton, written from an interface: what it declares, and what it leaves open.

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
from typing import Final

from ludex.kernel import Event, Query, Redo, Undo
from ludex.kernel.atoms import snake_case
from ludex.language.etf.declarations import (
    Argument,
    Declaration,
    Declared,
    Interface,
    TypeUse,
)
from ludex.language.templates import render

TAKEN: Final = frozenset(
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
"""What the file itself uses."""

TAKEN_BY_EVENTS: Final = frozenset(dir(Query)) | frozenset(Event.__annotations__)
OF_EVERY_GAME: Final = (Undo.name, Redo.name)
WIDTH: Final = 88


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
        about = declared.words or "TODO: say what the game is, and its rules"
        origin = (
            f"The skeleton was written from {_safe(source)}: what is not decided yet is "
            "marked, and `ludex check` lists it."
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

    def _type(self, one: Declared) -> dict[str, object]:
        shouted = one.name.isupper()
        name = self.names[one.name] = self._class(one.name.lower() if shouted else one.name)
        members: dict[str, str] = {}
        for word, meaning in one.members:
            members[_member(word, meaning, members)] = word
        words = _docstring(one.words or f"What {one.name} may be.", "    ")
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

    def _domain(self, kind: TypeUse, label: str | None) -> tuple[str, str | None]:  # noqa: PLR0911  # one a kind
        """The Python type of a field, and its domain where the type does not say it."""
        if kind.of is not None:
            return self._row(kind.of, None, label)
        own = self.declared.types.get(kind.name)
        if own is None:
            return self._built_in(kind.name, None, label)
        if own.members:
            name = self.names[own.name]
            said = _given(called=own.name if _shouted(name) != own.name else None)
            said += _given(label=label)
            if not said:
                return name, None
            self.used.add("Choice")
            return name, f"Choice({', '.join((name, *said))})"
        if own.span is not None:
            self.used.add("Whole")
            low, high = own.span
            return (
                "int",
                f"Whole({', '.join((str(low), str(high), *_given(label=label)))})",
            )
        assert own.same_as is not None
        if own.same_as.of is not None:
            return self._row(own.same_as.of, own.name, label)
        if own.same_as.name in self.declared.types:
            return self._domain(own.same_as, label)
        return self._built_in(own.same_as.name, own.name, label)

    def _row(self, of: TypeUse, called: str | None, label: str | None) -> tuple[str, str]:
        python, domain = self._domain(of, None)
        self.used.add("Row")
        said = _given(called=called, label=label)
        inner = domain or self._spelt(of, python)
        return f"tuple[{python}, ...]", f"Row({', '.join((inner, *said))})"

    def _spelt(self, kind: TypeUse, python: str) -> str:
        """The domain of a type that is known without one: a row has to be told."""
        plain = {"str": "Text()", "bool": "YesNo()", "Decimal": "Decimals()"}
        plain["int"] = "Whole(-(2**31), 2**31 - 1)"
        spelt = plain.get(python, f"Choice({python})")
        self.used.add(spelt.partition("(")[0])
        return spelt

    def _built_in(self, name: str, called: str | None, label: str | None) -> tuple[str, str | None]:
        said = _given(label=label)
        match name:
            case "STRING":
                python, domain, said = "str", "Text", _given(called=called) + said
            case "VALUE" | "REAL":
                alias = called or ("REAL" if name == "REAL" else None)
                python, domain, said = (
                    "Decimal",
                    "Decimals",
                    _given(called=alias) + said,
                )
                self.used.add("Decimal")
            case "BOOLEAN":
                python, domain = "bool", "YesNo"
            case "INTEGER_64":
                python, domain, said = "int", "Whole", ["-(2**63)", "2**63 - 1", *said]
            case _:
                python, domain = "int", "Whole"
                said = ["-(2**31)", "2**31 - 1", *said] if said else []
        if not said:
            return python, None
        self.used.add(domain)
        return python, f"{domain}({', '.join(said)})"


def _given(**said: str | None) -> list[str]:
    return [f'{name}="{word}"' for name, word in said.items() if word is not None]


def _shouted(name: str) -> str:
    """Return the interface's name for an enumeration of this class."""
    return snake_case(name).upper()


def _member(word: str, meaning: str, taken: Container[str]) -> str:
    said = re.sub(r"\W+", "_", meaning, flags=re.ASCII).strip("_")
    name = said if re.fullmatch(r"[A-Za-z]\w*", said) and len(said) < 40 else word
    name = name.upper()
    while name in taken:
        name += "_"
    return name


def _rule(one: Declaration, fields: dict[str, str]) -> str:
    """The comment as a docstring: names of arguments stand in backquotes."""
    words = one.words
    for name, field in fields.items():
        words = re.sub(rf"""(["'`]){re.escape(name)}["'`]""", f"`{field}`", words)
    words = words or "TODO: the rule, in a sentence"
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
