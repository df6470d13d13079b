"""Questions: how an option of the rules is asked for, with an answer in words for each value.

    first_player: Annotated[
        Literal["lower_card", "cut"],
        Question("Who begins?", lower_card="The lower reserve card", cut="A cut decides"),
    ] = "lower_card"

What a question leaves open is said in a sentence after it. A number is its own answer, but one
that means more than its size may have words: `Question("How many hands?", **{"0": "No end"})`. Yes
and no need none. Where there is nothing else to say, a text alone is the question. A question that
only some answers to another raise says so: `Question("How many points?").where(goal="points")`.
"""

from collections.abc import Mapping
from typing import Annotated, Self, get_args, get_origin

from ludex.kernel.sentence import Sentence, as_sentence


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


def question_of(hint: object, name: str) -> Question:
    """The question in the annotation of an option; its bare name where there is none."""
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    for note in notes:
        if isinstance(note, Question):
            return note
        if isinstance(note, str):
            return Question(note)
    return Question(spoken(name))


def spoken(name: str) -> str:
    """A name as people write it: `heads_up` is Heads up."""
    plain = name.replace("_", " ").replace("-", " ")
    return plain[:1].upper() + plain[1:]
