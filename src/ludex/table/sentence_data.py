"""Sentences as data that can be stored or sent: code, template, and what fills it."""

from collections.abc import Mapping
from functools import lru_cache

from ludex.kernel import Sentence, Written, as_sentence
from ludex.kernel.texts.sentence import holes


def filled(sentence: Sentence) -> dict[str, int | str | Sentence]:
    """Return the values in the holes of a sentence, by the hole's own text."""
    return dict(zip(holes(sentence.template), fillings(sentence), strict=True))


def fillings(sentence: Sentence) -> list[int | str | Sentence]:
    """Return the values in the holes of a sentence, in their order."""
    values = sentence.values
    return [
        value
        if isinstance(value := values[name], (Sentence, int))
        and not spec
        and not isinstance(value, bool)
        else format(value, spec)
        for name, spec in _named(sentence.template)
    ]


@lru_cache(maxsize=1 << 12)
def _named(template: str) -> tuple[tuple[str, str], ...]:
    """The holes of a template, each as the name of its value and how that is written."""
    parted = (hole.partition(":") for hole in holes(template))
    return tuple((name, spec) for name, _, spec in parted)


def packed(text: str) -> dict[str, object]:
    """A sentence as data that can be stored or sent: code, template, and what fills it."""
    sentence = as_sentence(text)
    values = {
        hole: packed(value) if isinstance(value, Sentence) else value
        for hole, value in filled(sentence).items()
    }
    return {"code": sentence.code, "template": sentence.template, "values": values}


def unpacked(data: object) -> Sentence | None:
    """The sentence that was packed; None where it is none."""
    match data:
        case {"code": str(code), "template": str(template), "values": dict(given)}:
            return _unpacked(code, template, given)
        case _:
            return None


def _unpacked(code: str, template: str, given: Mapping[str, object]) -> Sentence | None:
    values: dict[str, object] = {}
    for hole, value in given.items():
        name, _, spec = hole.partition(":")
        if name in values and spec:
            continue  # written in two ways: the first is as good
        inner = unpacked(value) if isinstance(value, dict) else value
        if not isinstance(inner, int | str):
            return None
        values[name] = Written(inner) if spec else inner
    try:
        return Sentence(code, template, values)
    except (KeyError, ValueError, IndexError):
        return None
