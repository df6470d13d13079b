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


USUAL_PIECE = {"turned": 0}
USUAL_PLACE = {"layout": "square", "look": "place", "region": "table", "span": 1.0, "seat": None}
USUAL_GESTURE: dict[str, Any] = {
    "pick": None, "drop": None, "choices": [], "amount": None, "prominent": False,
    "aside": False, "note": "", "along": "", "harmless": False,
}  # fmt: skip
"""The fields of parts that are not sent, unless something else is in them."""


def learn(known: dict[int, Any], told: dict[str, Any] | None) -> None:
    """Take up parts that are told: from a number on, or each with its number."""
    if told is None:
        return
    if told.get("from") == 0:
        known.clear()
    numbers = told.get("numbers") or range(told["from"], told["from"] + len(told["list"]))
    assert "numbers" in told or told["from"] == max(known, default=-1) + 1
    known.update(zip(numbers, told["list"], strict=True))


PASSING = ("clock", "released_in", "templates", "parts", "kinds")


def completed(message: dict[str, Any], last: dict[str, Any]) -> dict[str, Any]:
    """A message about a table with what it does not repeat of the one before."""
    lasting = {name: value for name, value in last.items() if name not in PASSING}
    whole = {**lasting, **message}
    if whole.get("beside"):
        whole["scene"] = {**message["scene"], "beside": whole["beside"]}
    return whole


class Listener:
    """Writes what it is told by number, as the browser does."""

    def __init__(self) -> None:
        self.templates: list[tuple[str, str]] = []
        self.parts: dict[int, Any] = {}
        self.kinds: dict[int, Any] = {}
        self.lasting: dict[str, Any] = {}

    def hear(self, message: dict[str, Any]) -> None:
        if told := message.get("templates"):
            assert told["from"] == len(self.templates)
            self.templates += map(tuple, told["list"])
        for known, told in ((self.parts, "parts"), (self.kinds, "kinds")):
            learn(known, message.get(told))

    def part(self, sent: Any) -> Any:
        """A part of a scene, told now or before; a zone as those are sent it who get it whole."""
        part = self.parts[sent] if isinstance(sent, int) else sent
        if isinstance(part, list):
            return part
        if "place" not in part:
            return {**USUAL_PIECE, **part}
        more = {k: v for k, v in part.items() if k != "place"}
        pieces = [*map(self.part, part["pieces"])]
        place = {**USUAL_PLACE, **self.parts[part["place"]]}
        whole = {"caption": "", "signs": [], "notes": [], **place, **more, "pieces": pieces}
        return {name: value for name, value in whole.items() if name != "seat"}

    def gestures(self, scene: dict[str, Any]) -> list[dict[str, Any]]:
        """The gestures of a scene, in words: told by number, or by a place and their kinds."""
        found = []
        for sent in scene["gestures"]:
            at, *kinds = sent if isinstance(sent, list) else (None, sent)
            for kind in kinds:
                gesture = {**USUAL_GESTURE, **(self.kinds[kind] if isinstance(kind, int) else kind)}
                found.append(self._worded(gesture, None if at is None else self.parts[at]))
        return found

    def _worded(self, gesture: dict[str, Any], place: dict[str, Any] | None) -> dict[str, Any]:
        words, amount = gesture["words"], gesture["amount"]
        if place is not None:
            number, *values = words
            here = [*holes(self.templates[number][1])].index("place")
            words = [number, *values[:here], place["label"], *values[here + 1 :]]
            event = gesture["event"].replace("{}", place["key"])
            gesture = {**gesture, "event": event, "drop": place["key"]}
        marks = [[self.text(name), number] for name, number in (amount or {}).get("marks", ())]
        return {
            **gesture,
            "words": self.text(words),
            "note": self.text(gesture["note"]),
            "choices": [self.text(word) for word in gesture["choices"]],
            "amount": amount and {**amount, "marks": marks},
        }

    def table(self, message: dict[str, Any]) -> dict[str, Any]:
        """The message as those hear it who get texts."""
        self.hear(message)
        self.lasting = message = completed(message, self.lasting)
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
            "gestures": self.gestures(scene),
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
