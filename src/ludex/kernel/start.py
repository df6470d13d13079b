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
from typing import Generic, TypeVar, get_type_hints

from ludex.kernel.domains.atoms import DOMAINS, domain_of, named
from ludex.kernel.domains.domain import Domain
from ludex.kernel.texts.sentence import Sentence, as_sentence, say

S = TypeVar("S")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """All problems of a text that cannot be read, not only the first."""

    problems: tuple[str, ...]

    def __str__(self) -> str:
        return self.summary.removesuffix(".")

    @property
    def summary(self) -> Sentence:
        """All of it in a sentence, the first few in words."""
        shown = self.problems[:8]
        parts = {f"p{i}": as_sentence(text) for i, text in enumerate(shown, start=1)}
        more = len(self.problems) - len(shown)
        template = "; ".join(f"{{{name}}}" for name in parts)
        template += "; and {more} more." if more else "."
        return Sentence("unreadable", template, {**parts, "more": more})


Changes = Mapping[str, str]
"""Options by name, as texts."""


class Start(Generic[S]):
    """The beginnings of a game, by preset and changed options."""

    presets: tuple[str, ...]
    rules: Mapping[str, object]
    """The rules of each preset."""

    domains: Mapping[str, Domain[object]]
    """The options by name, each with what it may be."""

    hints: Mapping[str, object]
    """The annotations of the options, in which their questions stand."""

    unnamed: str
    """The preset that is meant where none is named: in saves, links and scripts."""

    def __init__(
        self,
        begin: Callable[[R], S | Unreadable],
        presets: Mapping[str, R],
        *,
        unnamed: str | None = None,
    ) -> None:
        # R stays inside: nobody else has to know the type of a game's rules.
        def changed(preset: str, changes: Changes) -> S | Unreadable:
            rules = presets[preset]
            if not changes:
                return begin(rules)
            read = changed_rules(rules, changes)
            return read if isinstance(read, Unreadable) else begin(read)

        self._changed = changed
        self.presets = tuple(presets)
        self.unnamed = unnamed or self.presets[0]
        self.rules = dict(presets)
        first = next(iter(presets.values()))
        self.hints, self.domains = _hints(first), _domains(first)

    @staticmethod
    def fixed(state: S) -> "Start[S]":
        """A game without options."""

        def same(_: None) -> S:
            return state

        return Start(same, {"standard": None})

    @property
    def default(self) -> str:
        """The preset that is offered first to whoever begins a game."""
        return self.presets[0]

    def __call__(self, preset: str | None = None) -> S:
        """The first state under a preset's rules."""
        state = self.varied(preset, {})
        if isinstance(state, Unreadable):
            raise ValueError(str(state))  # noqa: TRY004  # a name, not a type, is wrong
        return state

    def varied(self, preset: str | None, changes: Changes) -> S | Unreadable:
        """The first state under a preset with single options changed, as texts."""
        meant = preset or self.unnamed
        if meant not in self.presets:
            known = ", ".join(self.presets)
            words = "no preset '{name}'; there are: {names}"
            return Unreadable((say("no_preset", words, name=preset, names=known),))
        return self._changed(meant, changes)


def _hints(rules: object) -> dict[str, object]:
    """The annotation of each option, which are the fields of the rules' class."""
    if not is_dataclass(rules):
        return {}
    hints = get_type_hints(type(rules), include_extras=True)
    # What follows from the others is nobody's to choose.
    return {field.name: hints[field.name] for field in fields(rules) if field.init}


def _domains(rules: object) -> dict[str, Domain[object]]:
    """Each option's domain, read off its annotation."""
    found = {}
    for name, hint in _hints(rules).items():
        domain = domain_of(hint)
        if domain is None:
            problem = (
                f"{type(rules).__name__}.{name}: {named(hint)} is no option, for it has "
                f"no domain; the type of an option may be {DOMAINS}"
            )
            raise TypeError(problem)
        found[name] = domain
    return found


def option_texts(rules: object) -> Mapping[str, str]:
    """Every option of a rules value as it is written."""
    return {
        name: " ".join(domain.write(getattr(rules, name)))
        for name, domain in _domains(rules).items()
    }


def rules_text(presets: Mapping[str, R], rules: R) -> str:
    """The nearest preset, and the options in which the rules differ from it: `freecell;cells=3`."""
    differing: dict[str, list[str]] = {}
    for name, preset in presets.items():
        if rules == preset:
            return name
        usual = option_texts(preset)
        changes = option_texts(rules).items()
        differing[name] = [f"{option}={text}" for option, text in changes if usual[option] != text]
    nearest = min(differing, key=lambda name: len(differing[name]))
    return ";".join((nearest, *differing[nearest]))


def changed_rules(rules: R, changes: Changes) -> R | Unreadable:
    """The rules with single options changed, or everything wrong with the changes."""
    domains = _domains(rules)
    values: dict[str, object] = {}
    problems = []
    for name, text in changes.items():
        if name not in domains:
            known = ", ".join(domains) or "none"
            words = "no option '{name}'; there are: {names}"
            problems.append(say("no_option", words, name=name, names=known))
            continue
        domain = domains[name]
        value = domain.read(text.split())
        if value is None or not domain.allows(value):
            words = "{option}={value}: expected {expected}"
            problems.append(
                say(
                    "no_value",
                    words,
                    option=name,
                    value=text,
                    expected=domain.expected,
                )
            )
        else:
            values[name] = value
    if problems:
        return Unreadable(tuple(problems))
    try:
        return replace(rules, **values)  # type: ignore[type-var]  # options exist only on dataclasses
    except ValueError as error:  # a combination that the rules' own class forbids
        return Unreadable((str(error),))
