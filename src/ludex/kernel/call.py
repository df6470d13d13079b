"""Calls: an event as it is written, a name and its arguments.

The same text stands in scripts, saved games, logs and messages: `move_and_capture(4,3,2,1)`.
"""

from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cached_property
from typing import ClassVar, Self, dataclass_transform, get_type_hints

from ludex.kernel.domains.atoms import demand_domain, snake_case
from ludex.kernel.domains.domain import Atom, Domain
from ludex.kernel.texts.sentence import Sentence, Written


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an event: its name and its domain."""

    name: str
    domain: Domain[object]

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of its arguments: the atoms' own, else the field's."""
        return tuple(atom.label or self.name for atom in self.domain.atoms)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of an event as scripts see it."""

    name: str
    atom: Atom[object]


KERNEL = __name__.rpartition(".")[0]


@dataclass_transform(frozen_default=True)
class Call:
    """A name and typed arguments; every subclass becomes a frozen dataclass."""

    name: ClassVar[str] = "call"
    """The name of the event in scripts: by default the class name in snake case."""

    has_rule: ClassVar[bool] = False
    """Does it have its own docstring? (A dataclass generates one.)"""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = vars(cls).get("name") if "name" not in cls.__annotations__ else None
        cls.name = own if isinstance(own, str) else snake_case(cls.__name__)
        cls.has_rule = bool((vars(cls).get("__doc__") or "").strip())
        dataclass(frozen=True)(cls)
        kernel = [base for base in cls.__mro__ if base.__module__.startswith(KERNEL)]
        for field in fields(cls):  # type: ignore[arg-type]  # just made a dataclass
            if any(field.name in vars(base) for base in kernel):
                raise TypeError(f"{cls.__name__}: a field cannot be called {field.name!r}")
        with suppress(NameError):  # a type that is defined further down: looked at later
            _fields(cls)

    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        return _fields(cls)

    @classmethod
    def parameters(cls) -> tuple[Parameter, ...]:
        """The arguments in order; a field may have several."""
        return tuple(
            Parameter(label, atom)
            for field in _fields(cls)
            for label, atom in zip(field.labels, field.domain.atoms, strict=True)
        )

    @classmethod
    def declaration(cls) -> str:
        """`moves(row: INTEGER; col: INTEGER)`: the event as an interface declares it."""
        parameters = "; ".join(f"{p.name}: {p.atom.name}" for p in cls.parameters())
        return f"{cls.name}({parameters})" if parameters else cls.name

    @classmethod
    def from_words(cls, words: tuple[str, ...]) -> Self | None:
        """Return the event with these arguments, or None if they are not of its types."""
        values = []
        for field in _fields(cls):
            width = len(field.domain.atoms)
            value = field.domain.read(words[:width])
            if value is None:
                return None
            values.append(value)
            words = words[width:]
        return None if words else cls(*values)

    @classmethod
    def sentence(cls, quote: str = "") -> Sentence:
        """The rule: the docstring's first paragraph, fields named by their arguments."""
        rule = " ".join((cls.__doc__ or "").split("\n\n")[0].split())
        template = rule.replace("{", "{{").replace("}", "}}")
        values = {}
        for field in cls.fields():
            labels = [f"{quote}{label}{quote}" for label in field.labels]
            words = labels[0] if len(labels) == 1 else f"({', '.join(labels)})"
            template = template.replace(f"`{field.name}`", f"{{{field.name}}}")
            values[field.name] = Written(words)
        return Sentence(cls.name, template, values)

    def words(self) -> tuple[str, ...]:
        """The arguments as scripts write them."""
        words: list[str] = []
        for field in _fields(type(self)):
            words += field.domain.write(getattr(self, field.name))
        return tuple(words)

    def spoken(self) -> Sentence:
        """The event as a sentence, without knowledge of the state."""
        name, words = self.name.replace("_", " ").capitalize(), self.words()
        if not words:
            return Sentence(self.name, name, {})
        return Sentence(self.name, f"{name} {{words}}", {"words": " ".join(words)})

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        """An event is written many times: in every scene that offers it, in every log."""
        words = self.words()
        return f"{self.name}({','.join(words)})" if words else self.name


_FIELDS: dict[type[Call], tuple[Field, ...]] = {}


def _fields(cls: type[Call]) -> tuple[Field, ...]:
    """The fields, read off the annotations once, when first asked for."""
    if cls not in _FIELDS:
        hints = get_type_hints(cls, include_extras=True)
        names = [field.name for field in fields(cls)]  # type: ignore[arg-type]  # as above
        domains = (demand_domain(f"{cls.__name__}.{name}", hints[name]) for name in names)
        _FIELDS[cls] = tuple(map(Field, names, domains))
    return _FIELDS[cls]
