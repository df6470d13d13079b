"""Options of the rules as people are asked for them: the question, the answers, the presets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ludex.kernel import (
    Sentence,
    Several,
    Start,
    Whole,
    Written,
    as_sentence,
    joined,
    say,
)
from ludex.kernel.question import question_of, spoken
from ludex.kernel.start import expected, option_texts

NONE = "None of them"
"""The answer where several may be chosen and none is."""


@dataclass(frozen=True, slots=True)
class Option:
    """One field of the rules: what is asked, what it may be, what each preset says."""

    name: str
    question: Sentence
    note: Sentence
    """What the question leaves open, in a sentence; not every one needs it."""

    expected: str
    presets: Mapping[str, str]
    answers: Mapping[str, Sentence] = field(default_factory=dict)
    """What each value is in words; of numbers only those that mean more than their size."""

    words: tuple[str, ...] = ()
    """What it may be, where that is one of a few words, or some of them."""

    is_several: bool = False
    """Is it some of the words, and not one of them?"""

    bounds: tuple[int, int] | None = None
    """The smallest and the largest, where it is a whole number."""

    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other options by what they must be for it to matter, if it does not always."""

    group: str = ""
    """The heading that it stands under; nothing for one that is always in sight."""

    def explained(self) -> Sentence:
        """What is asked, and what may be written, with what that means."""
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
        told = joined((self.answers[word] for word in chosen), "; ")
        return told if chosen else as_sentence(NONE)


@cache
def options_of(start: Start[Any]) -> tuple[Option, ...]:
    """The options of a game, each with what it may be and what each preset says."""
    groups = {name: words for words, names in start.groups.items() for name in names}
    return tuple(_option(start, name, groups.get(name, "")) for name in start.domains)


def _option(start: Start[Any], name: str, group: str) -> Option:
    domain, asked = start.domains[name], question_of(start.hints[name], name)
    one = domain.atoms[0] if len(domain.atoms) == 1 else None
    listed = one.item if isinstance(one, Several) else one
    words = tuple(word for word, _ in listed.members) if listed else ()
    usual = {word: as_sentence(spoken(word)) for word in words}
    return Option(
        name=name,
        question=asked.question,
        note=asked.note,
        expected=expected(domain),
        presets={p: option_texts(rules)[name] for p, rules in start.rules.items()},
        answers={**usual, **asked.answers},
        words=words,
        is_several=isinstance(one, Several),
        bounds=(one.low, one.high) if isinstance(one, Whole) else None,
        needs=asked.needs,
        group=group,
    )
