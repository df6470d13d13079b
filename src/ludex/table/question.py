"""The texts for the options and presets of a game.

A game in a folder keeps that in `table/options.toml`; one in a file may put it beside each option:

    first_player: Annotated[
        Literal["lower_card", "cut"],
        Question("Who begins?", lower_card="The lower reserve card", cut="A cut decides"),
    ] = "lower_card"

What a question leaves open is said in a sentence after it. A number is its own answer, but one
that means more than its size may have words: `Question("How many hands?", **{"0": "No end"})`. Yes
and no need none. Where there is nothing else to say, a text alone is the question. A question that
only some answers to another raise says so: `Question("How many points?").where(goal="points")`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Annotated, Self, get_args, get_origin

from ludex.kernel import Sentence, as_sentence


class Question:
    """A question about an option, a note to it, and answers by the written value."""

    def __init__(self, question: str, note: str = "", /, **answers: str) -> None:
        self.question, self.note = as_sentence(question), as_sentence(note)
        self.answers: Mapping[str, Sentence] = {
            word: as_sentence(answer) for word, answer in answers.items()
        }
        self.needs: Mapping[str, tuple[str, ...]] = {}

    def where(self, **needs: str | tuple[str, ...]) -> Self:
        """The same question, which arises only where other options are these words."""
        self.needs = {
            name: (word,) if isinstance(word, str) else word for name, word in needs.items()
        }
        return self


@dataclass(frozen=True, eq=False)
class OptionTexts:
    """The texts for options and presets, for people."""

    questions: Mapping[str, Question] = field(default_factory=dict)
    """The questions for options; for the others the annotation may give one."""

    titles: Mapping[str, str] = field(default_factory=dict)
    """The name that players give to a preset, where it differs from its own."""

    meanings: Mapping[str, str] = field(default_factory=dict)
    """The meaning of a preset, in a sentence; not every one needs it."""

    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Options that few players change, under a heading; the others stay in sight."""

    def question(self, name: str, hint: object) -> Question:
        """The question for an option with this annotation; its bare name where there is none."""
        notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        labels = (note for note in notes if isinstance(note, Question | str))
        found = self.questions.get(name) or next(labels, spoken(name))
        return Question(found) if isinstance(found, str) else found


def read_options(package: str) -> OptionTexts:
    """Return what `table/options.toml` of a package says."""
    text = files(package).joinpath("table", "options.toml").read_text("utf-8")
    found = tomllib.loads(text)
    questions = {
        name: Question(one["question"], one.get("note", ""), **one.get("answers", {})).where(
            **{other: tuple(words) for other, words in one.get("needs", {}).items()}
        )
        for name, one in found["questions"].items()
    }
    presets = found["presets"].items()
    return OptionTexts(
        questions,
        {name: one["title"] for name, one in presets if "title" in one},
        {name: one["meaning"] for name, one in presets if "meaning" in one},
        {heading: tuple(names) for heading, names in found["groups"].items()},
    )


def spoken(name: str) -> str:
    """A name as people write it: `heads_up` is Heads up."""
    plain = name.replace("_", " ").replace("-", " ")
    return plain[:1].upper() + plain[1:]
