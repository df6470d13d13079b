"""Parts of scenes as they are sent: looked up or made anew, they are the same."""

import json
from typing import Any

from ludex.server.presentation.scenes import Encoding, NumberedParts, Part, Reader, WholeParts
from ludex.table import Gesture, TablePlace, Zone


def zone(n: int) -> Zone:
    return TablePlace(f"zone{n}", "a place", n, 0, look="").holding()


def joined(parts: list[Part]) -> bytes:
    """What they are without anything that is remembered."""
    return b",".join(WholeParts(Encoding()).join([part]) for part in parts)


def test_parts_are_always_encoded_alike() -> None:
    parts = WholeParts(Encoding())
    scene = list[Part](zone(n) for n in range(20))
    assert parts.join(scene) == joined(scene)
    scene[3] = Gesture("pass", "Pass")
    parts.begin()
    assert parts.join(scene) == joined(scene)
    assert parts.join(scene) == joined(scene)
    assert parts.join([]) == b""


def test_parts_of_scenes_that_have_gone_are_never_mistaken_for_others() -> None:
    parts, lasting = WholeParts(Encoding()), [zone(n) for n in range(3)]
    for n in range(500):  # many of them get the place in memory of one that has gone
        scene: list[Part] = [*lasting, zone(n), zone(n + 1)]
        parts.begin()
        assert parts.join(scene) == joined(scene)


def test_a_part_has_the_same_number_when_it_comes_back() -> None:
    parts = NumberedParts(Encoding())
    seen = []
    for scene in ([zone(1), zone(2)], [zone(3)], [zone(3)], [zone(2), zone(1)]):
        parts.begin()
        seen.append(parts.join(scene))
    assert seen[0] == b"1,3"  # each after its place
    assert seen[3] == b"3,1"


def test_gestures_have_the_same_numbers_for_a_seat_that_moves_again() -> None:
    parts, gestures = NumberedParts(Encoding()), [Gesture("pass", "Pass"), Gesture("go", "Go")]
    for _ in range(4):
        parts.begin()
        assert parts.join_gestures(gestures) == b"0,1"


def told(reader: Reader, parts: NumberedParts) -> dict[str, Any]:
    return dict(json.loads(b"{%b}" % reader.parts_told(parts)[1:])["parts"])


def test_a_client_follows_from_scene_to_scene() -> None:
    parts, client = NumberedParts(Encoding()), Reader(Encoding())
    assert not client.can_follow(parts, is_made=False)
    known: list[Any] = []
    for n in range(6):
        assert n == 0 or client.can_follow(parts, is_made=False)
        parts.begin()
        gesture = Gesture(f"go({n})", "Go")
        numbers = [*parts.join([zone(n)]).split(b","), parts.join_gestures([gesture])]
        new = told(client, parts)
        assert new["from"] == len(known)
        known += new["list"]
        shown, done = (known[int(number)] for number in numbers)
        assert known[shown["place"]]["key"] == f"zone{n}"
        assert done["event"] == f"go({n})"


def test_two_clients_of_a_seat_follow_and_one_that_has_missed_a_scene_cannot() -> None:
    parts, first, second = NumberedParts(Encoding()), Reader(Encoding()), Reader(Encoding())
    for n in range(3):
        parts.begin()
        parts.join([zone(n)])
        assert told(first, parts) == told(second, parts)
        assert first.can_follow(parts, is_made=False)
        assert second.can_follow(parts, is_made=False)
    parts.begin()
    parts.join([zone(3)])
    assert second.can_follow(parts, is_made=True)
    assert not second.can_follow(parts, is_made=False)
    told(first, parts)
    parts.begin()
    parts.join([zone(4)])
    assert first.can_follow(parts, is_made=True)
    assert not second.can_follow(parts, is_made=True)
    assert second.can_follow(WholeParts(Encoding()), is_made=False)
