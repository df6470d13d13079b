"""How an option is asked for: a question, and for each value an answer in words.

    first_player: Annotated[
        Literal["lower_card", "cut"],
        Asked("Who begins?", lower_card="The lower reserve card", cut="A cut decides"),
    ] = "lower_card"

What a question leaves open is said in a sentence after it. A number is its own answer, but one
that means more than its size may have words: `Asked("How many hands?", **{"0": "No end"})`. Yes
and no need none. Where there is nothing else to say, a text alone is the question. A question
that only some answers to another raise says so: `Asked("How many points?").where(goal="points")`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, Self, get_args, get_origin

from ludex.kernel.atoms import Several, Whole
from ludex.kernel.domain import Domain
from ludex.kernel.sentence import Sentence, Written, as_sentence, joined, say

NONE: Final = "None of them"
"""The answer where several may be chosen and none is."""


class Asked:
    """A question to whoever sets up a game, a note to it, and answers by the written value."""

    def __init__(self, question: str, note: str = "", /, **answers: str) -> None:
        self.question, self.note = as_sentence(question), as_sentence(note)
        self.answers: Mapping[str, Sentence] = {
            word: as_sentence(answer) for word, answer in answers.items()
        }
        self.needs: Mapping[str, tuple[str, ...]] = {}

    def where(self, **needs: str | tuple[str, ...]) -> Self:
        """The same question, which arises only where other options are these words."""
        self.needs = {
            name: (word,) if isinstance(word, str) else word
            for name, word in needs.items()
        }
        return self


def asked_in(hint: object, name: str) -> Asked:
    """What the annotation of an option asks; its bare name where that says nothing."""
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    for note in notes:
        if isinstance(note, Asked):
            return note
        if isinstance(note, str):
            return Asked(note)
    return Asked(spoken(name))


def spoken(name: str) -> str:
    """A name as people write it: `heads_up` is Heads up."""
    plain = name.replace("_", " ").replace("-", " ")
    return plain[:1].upper() + plain[1:]


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


def option(
    name: str, hint: object, domain: Domain[object], presets: Mapping[str, str]
) -> Option:
    """An option of the rules, from what its annotation says."""
    asked = asked_in(hint, name)
    one = domain.atoms[0] if len(domain.atoms) == 1 else None
    listed = one.item if isinstance(one, Several) else one
    words = tuple(word for word, _ in listed.members) if listed else ()
    for word in asked.answers:
        if word not in words and domain.read([word]) is None:
            raise TypeError(f"{name}: an answer for {word}, which it cannot be")
    usual = {word: as_sentence(spoken(word)) for word in words}
    return Option(
        name=name,
        question=asked.question,
        note=asked.note,
        expected=expected(domain),
        presets=presets,
        answers={**usual, **asked.answers},
        words=words,
        is_several=isinstance(one, Several),
        bounds=(one.low, one.high) if isinstance(one, Whole) else None,
        needs=asked.needs,
    )


def expected(domain: Domain[object]) -> str:
    """What a value is written as: `a number from 1 to 8`."""
    one, *others = [atom.expected for atom in domain.atoms]
    return " ".join((one, *others)) if others else one
