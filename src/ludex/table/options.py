"""Options of the rules as people are asked for them: the question, the answers, the presets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ludex.kernel import (
    AnyGame,
    Domain,
    Sentence,
    Several,
    Start,
    Whole,
    Written,
    as_sentence,
    joined,
    say,
)
from ludex.kernel.start import option_texts
from ludex.table.looks import looks_of
from ludex.table.question import OptionTexts, Question, spoken

NONE = "None of them"
"""The answer where several may be chosen and none is."""


@dataclass(frozen=True, slots=True)
class Option:
    """One field of the rules: what is asked, what it may be, what each preset says."""

    name: str
    question: Sentence
    note: Sentence
    """An explanation of the question, in a sentence; not every one needs it."""

    expected: str
    presets: Mapping[str, str]
    answers: Mapping[str, Sentence] = field(default_factory=dict)
    """The words for each value; of numbers only for those that mean more than their size."""

    words: tuple[str, ...] = ()
    """The words that it may be, where it is one of a few words, or some of them."""

    is_several: bool = False
    """Is it some of the words, and not one of them?"""

    bounds: tuple[int, int] | None = None
    """The smallest and the largest, where it is a whole number."""

    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other options by what they must be for it to matter, if it does not always."""

    group: str = ""
    """The heading that it stands under; nothing for one that is always in sight."""

    def explained(self) -> Sentence:
        """Explain the question and its possible answers."""
        means = "{word}: {answer}"
        answers = joined(
            (
                say("means", means, word=Written(word), answer=answer)
                for word, answer in self.answers.items()
            ),
            "; ",
        )
        is_plain = all(answer == spoken(word) for word, answer in self.answers.items())
        is_listed = self.words and not self.is_several and not is_plain
        words = "{question}" if is_listed else "{question} ({expected})"
        words += (" {note}" if self.note else "") + ("" if is_plain else " {answers}")
        return say(
            "option",
            words,
            question=self.question,
            expected=as_sentence(self.expected),
            note=self.note,
            answers=answers,
        )

    def answered(self, text: str) -> str:
        """A value as it is written, in words."""
        if not self.is_several:
            return self.answers.get(text, Written(text))
        chosen = [word for word in self.words if word in text.split("+")]
        answers = joined((self.answers[word] for word in chosen), "; ")
        return answers if chosen else as_sentence(NONE)


def titles_of(game: AnyGame) -> Mapping[str, Sentence]:
    """The name that players give to each preset."""
    titles = looks_of(game).options.titles
    return {name: as_sentence(titles.get(name, spoken(name))) for name in game.start.presets}


def meanings_of(game: AnyGame) -> Mapping[str, Sentence]:
    """The meaning of each preset, in a sentence; not every one needs it."""
    meanings = looks_of(game).options.meanings
    return {name: as_sentence(text) for name, text in meanings.items()}


def options_of(game: AnyGame) -> tuple[Option, ...]:
    """The options of a game, each with what it may be and what each preset says."""
    return _options(game.start, looks_of(game).options)


@cache
def _options(start: Start[Any], texts: OptionTexts) -> tuple[Option, ...]:
    _demand_texts(start, texts)
    groups = {name: words for words, names in texts.groups.items() for name in names}
    return tuple(
        _option(start, name, texts.question(name, start.hints[name]), groups.get(name, ""))
        for name in start.domains
    )


def _demand_texts(start: Start[Any], texts: OptionTexts) -> None:
    """Demand that every text is about an option or preset, and a value, that there is."""
    assert {*texts.titles, *texts.meanings} <= {*start.presets}, (
        "it describes a preset that does not exist"
    )
    grouped = [name for names in texts.groups.values() for name in names]
    assert len({*grouped}) == len(grouped), "an option is under two headings"
    assert {*grouped, *texts.questions} <= start.domains.keys(), (
        "it describes an option that does not exist"
    )
    for name, domain in start.domains.items():
        question = texts.question(name, start.hints[name])
        for word in question.answers:
            if not _can_be(domain, word):
                raise TypeError(f"{name}: {word} has an answer but is not a value of the option")
        for other, needed in question.needs.items():
            known = other in start.domains
            possible = known and all(_can_be(start.domains[other], word) for word in needed)
            assert possible, f"{name} needs a value that does not exist"


def _can_be(domain: Domain[object], word: str) -> bool:
    """Can an option be this word, or have it among several?"""
    item = domain.atoms[0].item if len(domain.atoms) == 1 else None
    return domain.read([word]) is not None or (item is not None and item.parse(word) is not None)


def _option(start: Start[Any], name: str, question: Question, group: str) -> Option:
    domain = start.domains[name]
    one = domain.atoms[0] if len(domain.atoms) == 1 else None
    listed = one.item if isinstance(one, Several) else one
    words = tuple(word for word, _ in listed.members) if listed else ()
    usual = {word: as_sentence(spoken(word)) for word in words}
    return Option(
        name=name,
        question=question.question,
        note=question.note,
        expected=domain.expected,
        presets={p: option_texts(rules)[name] for p, rules in start.rules.items()},
        answers={**usual, **question.answers},
        words=words,
        is_several=isinstance(one, Several),
        bounds=(one.low, one.high) if isinstance(one, Whole) else None,
        needs=question.needs,
        group=group,
    )
