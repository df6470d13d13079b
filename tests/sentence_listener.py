"""Sentences and parts of scenes that come as numbers, read as the browser reads them."""

import re
from collections.abc import Mapping
from typing import Any

from ludex.kernel.texts.sentence import holes

HOLE = re.compile(r"\{([^{}]*)\}")


def filled(hole: str, values: Mapping[str, str]) -> str:
    """What stands in a hole; of words for a grammatical person those for the third."""
    if "|" not in hole:
        return values[hole]
    name, _, forms = hole.partition(":")
    return forms.partition("|")[0].replace("*", values[name])


class Listener:
    """Writes what it is told by number, as the browser does."""

    def __init__(self) -> None:
        self.templates: list[tuple[str, str]] = []
        self.parts: list[Any] = []

    def hear(self, message: dict[str, Any]) -> None:
        if told := message.get("templates"):
            assert told["from"] == len(self.templates)
            self.templates += map(tuple, told["list"])
        if told := message.get("parts"):
            assert told["from"] in (0, len(self.parts))
            self.parts[told["from"] :] = told["list"]

    def part(self, sent: Any) -> Any:
        """A part of a scene, told now or before; a zone as those are sent it who get it whole."""
        part = self.parts[sent] if isinstance(sent, int) else sent
        if "place" not in part:
            return part
        place, more = self.parts[part["place"]], {k: v for k, v in part.items() if k != "place"}
        pieces = [*map(self.part, part["pieces"])]
        whole = {"caption": "", "signs": [], "notes": [], **place, **more, "pieces": pieces}
        return {name: value for name, value in whole.items() if name != "seat"}

    def table(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message as those hear it who get texts."""
        self.hear(message)
        return {
            **message,
            "scene": self.scene(message["scene"]),
            "log": [
                {
                    **e,
                    "words": self.text(e["words"]),
                    "told": [*map(self.text, e["told"])],
                    "did": e.get("did") and self.text(e["did"]),
                }
                for e in message["log"]
            ],
            "deal": message["deal"] and self.text(message["deal"]),
            "outcome": message["outcome"]
            and {
                **message["outcome"],
                "reason": self.text(message["outcome"]["reason"]),
                "text": self.text(message["outcome"]["text"]),
            },
        }

    def text(self, sent: Any) -> str:
        if not isinstance(sent, list):
            return str(sent)
        number, *values = sent
        _, template = self.templates[number]
        texts = dict(zip(holes(template), map(self.text, values), strict=True))
        return HOLE.sub(lambda found: filled(found[1], texts), template)

    def scene(self, scene: dict[str, Any]) -> dict[str, Any]:
        """The scene as those see it who get texts."""
        return {
            "zones": [
                {
                    **zone,
                    "label": self.text(zone["label"]),
                    "caption": self.text(zone["caption"]),
                    "notes": [*map(self.text, zone["notes"])],
                    "pieces": [
                        {**piece, "label": self.text(piece["label"])} for piece in zone["pieces"]
                    ],
                }
                for zone in map(self.part, scene["zones"])
            ],
            "gestures": [
                {
                    **gesture,
                    "words": self.text(gesture["words"]),
                    "note": self.text(gesture["note"]),
                    "choices": [self.text(word) for word in gesture["choices"]],
                    "amount": gesture["amount"]
                    and {
                        **gesture["amount"],
                        "marks": [
                            [self.text(words), number]
                            for words, number in gesture["amount"]["marks"]
                        ],
                    },
                }
                for gesture in map(self.part, scene["gestures"])
            ],
            "status": self.text(scene["status"]),
            "highlights": [
                [self.text(name), keys] for name, keys in map(self.part, scene["highlights"])
            ],
            **({"beside": self._beside(scene["beside"])} if "beside" in scene else {}),
        }

    def _beside(self, beside: dict[str, Any]) -> dict[str, Any]:
        return {
            **beside,
            "heading": self.text(beside["heading"]),
            "remark": self.text(beside["remark"]),
            "ahead": [{**a, "words": self.text(a["words"])} for a in beside["ahead"]],
            "results": [*map(self.text, beside["results"])],
            "plates": [
                {
                    **plate,
                    "name": self.text(plate["name"]),
                    "notes": [*map(self.text, plate["notes"])],
                }
                for plate in beside["plates"]
            ],
        }
