"""The beginning of a game: a frozen `Rules` value, named presets of it, and single changes.

A game without options begins the same way every time: `Start.fixed(State(...))`. Others
give a function from rules to the first state and the presets by name, the default first:
`Start(dealt, {"standard": Rules(), "strict": Rules(reserve_first=True)})`. Options that
contradict each other are for that function to refuse.

A game may come to offer another preset first than it once did. Saves, links and scripts
from before name none and still mean the old one: `Start(..., unnamed="standard")`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from typing import Generic, TypeVar, get_type_hints

from ludex.kernel.domains.atoms import demand_domain
from ludex.kernel.domains.domain import Domain
from ludex.kernel.texts.sentence import Sentence, as_sentence, joined, say

S = TypeVar("S")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """All problems of a text that cannot be read."""

    problems: tuple[str, ...]

    def __str__(self) -> str:
        return self.summary.removesuffix(".")

    @property
    def summary(self) -> Sentence:
        """A sentence with the first problems and the number of the others."""
        first = joined(map(as_sentence, self.problems[:8]), "; ")
        more = max(0, len(self.problems) - 8)
        end = "; and {more} more." if more else "."
        return Sentence("unreadable", first.template + end, {**first.values, "more": more})


@dataclass(frozen=True, slots=True)
class Notation(Generic[S]):
    """A game's own notation for a position on one line."""

    write: Callable[[S], str]
    read: Callable[[str], S | Unreadable]


class Start(Generic[S]):
    """The starts of a game, by preset and changed options."""

    def __init__(
        self,
        begin: Callable[[R], S | Unreadable],
        presets: Mapping[str, R],
        *,
        unnamed: str | None = None,
    ) -> None:
        # R stays inside: nobody else has to know the type of a game's rules.
        def changed(preset: str, changes: Mapping[str, str]) -> S | Unreadable:
            rules = presets[preset]
            if not changes:
                return begin(rules)
            read = changed_rules(rules, changes)
            return read if isinstance(read, Unreadable) else begin(read)

        self._changed = changed
        self.presets = tuple(presets)
        self.rules: Mapping[str, object] = dict(presets)
        """The rules of each preset."""

        self.unnamed = unnamed or self.default
        """The preset that is meant where none is named: in saves, links and scripts."""

        self.hints = _hints(self.rules[self.default])
        """The annotations of the options, in which their questions stand."""

        self.domains = _domains(self.rules[self.default])
        """The options by name, each with what it may be."""

    @staticmethod
    def fixed(state: S) -> "Start[S]":
        """A game without options."""
        return Start(lambda _: state, {"standard": None})

    @property
    def default(self) -> str:
        """The preset that is offered first for a new game."""
        return self.presets[0]

    def __call__(self, preset: str | None = None) -> S:
        """The first state under a preset's rules."""
        if isinstance(state := self.varied(preset, {}), Unreadable):
            raise ValueError(str(state))  # noqa: TRY004  # a name, not a type, is wrong
        return state

    def varied(self, preset: str | None, changes: Mapping[str, str]) -> S | Unreadable:
        """Return the first state of a preset after changes of single options, given as texts."""
        wanted = preset or self.unnamed
        if wanted not in self.presets:
            words = "no preset '{name}'; there are: {names}"
            names = ", ".join(self.presets)
            return Unreadable((say("no_preset", words, name=preset, names=names),))
        return self._changed(wanted, changes)


def _hints(rules: object) -> dict[str, object]:
    """The annotation of each option, which are the fields of the rules' class."""
    if not is_dataclass(rules):
        return {}
    hints = get_type_hints(type(rules), include_extras=True)
    # What follows from the others is nobody's to choose.
    return {field.name: hints[field.name] for field in fields(rules) if field.init}


@lru_cache(maxsize=64)
def _domains(rules: object) -> Mapping[str, Domain[object]]:
    """Each option's domain, read off its annotation once."""
    name = type(rules).__name__
    why = "is not an option, because it has no domain; the type of an option"
    return {n: demand_domain(f"{name}.{n}", hint, why) for n, hint in _hints(rules).items()}


def option_texts(rules: object) -> Mapping[str, str]:
    """Every option of a rules value as it is written."""
    return {
        name: " ".join(domain.write(getattr(rules, name)))
        for name, domain in _domains(rules).items()
    }


def rules_text(presets: Mapping[str, R], rules: R) -> str:
    """The nearest preset, and the options in which the rules differ from it: `freecell;cells=3`."""
    options, changes = option_texts(rules).items(), dict[str, list[str]]()
    for name, preset in presets.items():
        usual = option_texts(preset)
        changes[name] = [f"{option}={text}" for option, text in options if usual[option] != text]
    nearest = min(changes, key=lambda name: len(changes[name]))
    return ";".join((nearest, *changes[nearest]))


def changed_rules(rules: R, changes: Mapping[str, str]) -> R | Unreadable:
    """The rules with single options changed, or everything wrong with the changes."""
    domains = _domains(rules)
    values: dict[str, object] = {}
    problems = []
    for name, text in changes.items():
        domain = domains.get(name)
        value = domain.read(text.split()) if domain is not None else None
        if domain is None:
            words, known = "no option '{name}'; there are: {names}", ", ".join(domains) or "none"
            problems.append(say("no_option", words, name=name, names=known))
        elif value is None or not domain.allows(value):
            words, wanted = "{option}={value}: expected {expected}", domain.expected
            problems.append(say("no_value", words, option=name, value=text, expected=wanted))
        else:
            values[name] = value
    if problems:
        return Unreadable(tuple(problems))
    try:
        return replace(rules, **values)  # type: ignore[type-var]  # options exist only on dataclasses
    except ValueError as error:  # a combination that the rules' own class forbids
        return Unreadable((str(error),))
