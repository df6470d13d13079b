"""Sentences as data that can be stored or sent: code, template, and what fills it."""

from collections.abc import Mapping

from ludex.kernel import Sentence, Written, as_sentence


def packed(text: str) -> dict[str, object]:
    """A sentence as data that can be stored or sent: code, template, and what fills it."""
    said = as_sentence(text)
    values = {
        hole: packed(value) if isinstance(value, Sentence) else value
        for hole, value in said.filled().items()
    }
    return {"code": said.code, "template": said.template, "values": values}


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
