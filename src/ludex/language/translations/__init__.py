"""Translations: catalogues from template to template, one folder a language.

    [refusals]
    "There is no piece on {slot:board4}" = "Não há nenhuma peça em {slot:board4}"

`general.toml` has what every game and the tables say; `terminal.toml`, `web.toml` and `rules.toml` have what only
the screens of the terminal, the pages of the browser and the printed rules do. A game brings its own words:
`Game.wordings["pt"]`, and `Game.wordings["pt-rules"]` for its printed rules. `Wordings` reads them from files.

A sentence is said in the other language as a whole or not at all: where the template, or that
of a sentence within it, has no other wording, it stays English.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, NamedTuple

from ludex.kernel import AnyGame, Catalogue, Sentence, Written

ENGLISH = "en"
GENERAL = "general"
RULES = "rules"
TERMINAL = "terminal"
WEB = "web"
NUMBER = "1,000.5"
"""Languages say in their catalogues how they write this."""

CONTRACTIONS = "contractions"
"""The section for what grows together where two words meet: `de a` is written `da`."""


class Language(NamedTuple):
    """A catalogue, and how its words grow together."""

    name: str
    templates: Catalogue
    contractions: Catalogue

    def words(self, text: str) -> str:
        """Return a sentence in this language; as it is where that is not known."""
        found = self.found(text)
        return text if found is None else found

    def found(self, text: str) -> str | None:
        """The same, or None."""
        if not isinstance(text, Sentence):
            return self._template(text)
        template = self._template(text.template)
        values = self._values(text)
        return None if template is None or values is None else self._filled(template, values)

    def _template(self, english: str) -> str | None:
        """The other wording; what begins a line with a capital may be known without."""
        found = self.templates.get(english)
        if found is None and not has_words(english):
            return english
        if found is None and english[:1].isupper():
            small = self.templates.get(english[:1].lower() + english[1:])
            return small and small[:1].upper() + small[1:]
        return found

    def _values(self, sentence: Sentence) -> dict[str, object] | None:
        values: dict[str, object] = {}
        for name, value in sentence.values.items():
            values[name] = value
            if isinstance(value, Sentence):
                inner = self.found(value)
                if inner is None:
                    return None
                values[name] = Written(inner)
            elif isinstance(value, int | float) and not isinstance(value, bool):
                values[name] = _LocalNumber(value, self.templates.get(NUMBER, NUMBER))
            elif isinstance(value, str) and not isinstance(value, Written):
                # a word that is known, or a name
                values[name] = Written(self.templates.get(value, value))
        return values

    def _filled(self, template: str, values: Mapping[str, object]) -> str:
        """Return the template with its values; where a value meets what is before it, both may grow together."""
        text = ""
        for literal, name, spec, _ in Formatter().parse(template):
            text += literal
            if name is not None:
                form, star, rest = (spec or "").partition("|")[0].partition("*")
                if star and "|" in (spec or ""):  # words about somebody
                    text = self._joined(text + form, format(values[name])) + rest
                else:
                    text = self._joined(text, format(values[name], spec or ""))
        return text

    def _joined(self, text: str, value: str) -> str:
        for separate, contracted in self.contractions.items():
            for cut in range(1, len(separate)):
                before, after = separate[:cut], separate[cut:]
                is_met = value.startswith(after) and text.endswith(before)
                if is_met and not text[: -len(before)][-1:].isalnum():
                    text, value = text[: -len(before)] + contracted, value[len(after) :]
        return text + value


class _LocalNumber(NamedTuple):
    """A number that is written with the points and commas of a language."""

    value: float
    sample: str
    """As `NUMBER` is written there."""

    def __format__(self, spec: str) -> str:
        signs = str.maketrans(",.", self.sample[1] + self.sample[5])
        return format(self.value, spec).translate(signs)


HOLE = re.compile(r"\{[^{}|]*\}")
"""A hole without words in it."""


def has_words(template: str) -> bool:
    """Is there anything to translate? Numbers, cards and places are the same everywhere."""
    return WORD.search(HOLE.sub("", template)) is not None


WORD = re.compile(r"[a-z]{2}")


def languages() -> tuple[str, ...]:
    """The languages that there are besides English, by their codes."""
    folders = files(__name__).iterdir()
    return tuple(sorted(each.name for each in folders if (each / f"{GENERAL}.toml").is_file()))


def language_of(name: str, game: AnyGame | None = None) -> Language:
    """A language, for what a game and its table say."""
    words = {**_read(name, GENERAL)} if name != ENGLISH else {}
    if game is not None:
        words |= own_words(name, game)
    contractions = _parsed(__name__, f"{name}/{GENERAL}").get(CONTRACTIONS, {})
    return Language(name, words, contractions)


def terminal_language(name: str, game: AnyGame | None = None) -> Language:
    """A language, for what the screens of the terminal say too."""
    table = language_of(name, game)
    own = {**_read(name, TERMINAL), **table.templates}
    return Language(name, own, table.contractions)


def web_words(name: str) -> Catalogue:
    """The texts of the browser's own pages."""
    return _read(name, WEB)


def own_words(name: str, game: AnyGame) -> Catalogue:
    """The wordings of one game, which its rulebook brings."""
    return game.wordings.get(name, {})


def rules_language(name: str, game: AnyGame) -> Language:
    """A language, for the printed rules of a game too."""
    table = language_of(name, game)
    rules = {**_read(name, RULES), **game.wordings.get(f"{name}-{RULES}", {})}
    return Language(name, {**rules, **table.templates}, table.contractions)


class Wordings(Mapping[str, Catalogue]):
    """Other wordings of a game: `translations/*.toml` of a package, each read when it is asked
    for."""

    def __init__(self, package: str, more: Mapping[str, Catalogue] | None = None) -> None:
        """Add catalogues that are no files of that folder."""
        folder = files(package).joinpath("translations")
        self._package, self._more = package, more or {}
        self._names = {each.name.removesuffix(".toml") for each in folder.iterdir()}

    def __getitem__(self, name: str) -> Catalogue:
        if name not in self._names:
            return self._more[name]
        return _catalogue(self._package, f"translations/{name}")

    def __iter__(self) -> Iterator[str]:
        return iter({*self._more, *self._names})

    def __len__(self) -> int:
        return len({*self._more, *self._names})


def _read(language: str, name: str) -> Catalogue:
    return _catalogue(__name__, f"{language}/{name}")


@cache
def _parsed(package: str, name: str) -> Mapping[str, Any]:
    file = files(package) / f"{name}.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


@cache
def _catalogue(package: str, name: str) -> Catalogue:
    """The sentences of a file, whatever section they stand in, and its paragraphs, which are pairs."""
    sections = {**_parsed(package, name)}
    sections.pop(CONTRACTIONS, None)
    pairs = sections.pop("text", ())
    found = {english: other for each in sections.values() for english, other in each.items()}
    return found | dict(map(_paragraphs, pairs))


def _paragraphs(pair: Mapping[str, str]) -> tuple[str, str]:
    """A paragraph in English and in the other language, each on one line."""
    (other,) = pair.keys() - {ENGLISH}
    return " ".join(pair[ENGLISH].split()), " ".join(pair[other].split())
