"""Sentences in the store: as data, so that they can be said in any language later."""

import json

from ludex.kernel import Sentence, as_sentence, packed, unpacked
from ludex.parts.remembered import remembered


@remembered(most=256)  # where a game stands is mostly said in one of a few sentences
def stored(text: str) -> str:
    """Return the sentence as one line of JSON."""
    return json.dumps(packed(text), ensure_ascii=False, separators=(",", ":"))


def restored(line: str) -> Sentence:
    """Return the sentence that was stored."""
    return unpacked(json.loads(line)) or as_sentence(line)
