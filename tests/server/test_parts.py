"""Parts of scenes as they are sent: looked up or made anew, they are the same."""

import json
from typing import Any

from ludex.kernel import say
from ludex.server.presentation.encodings import Encoding, NumberedEncoding
from ludex.server.presentation.parts import NumberedParts, Part, WholeParts
from ludex.server.presentation.scenes import Reader
from ludex.table import Gesture, GestureKind, PlacedGesture, TablePlace, Zone


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
        assert parts.join_gestures(gestures, parts) == b"0,1"


def test_a_gesture_of_a_kind_is_the_numbers_of_its_place_and_its_kind() -> None:
    seen, parts = NumberedParts(Encoding()), NumberedParts(Encoding())
    north, east = (kind(way) for way in ("north", "east"))
    near, far = zone(1).place, zone(2).place
    seen.join([zone(1), zone(2)])  # 0 and 2 are the places, 1 and 3 what lies there
    at = ((north, near), (east, near), (east, far), (east, near))
    offered: list[Gesture | PlacedGesture] = [Gesture("pass", "Pass")]
    offered += [*(PlacedGesture(*one) for one in at)]
    assert parts.join_gestures(offered, seen) == b"0,[0,1,2],[2,2],[0,2]"
    assert json.loads(parts.encoded[1]) == {
        "event": "lay({},north)",
        "words": "Lay it on ",
        "pick": "tile",
    }


def kind(way: str) -> GestureKind:
    return GestureKind(f"lay({{}},{way})", say("lay", "Lay it on {place}", place=""), "tile")


def test_a_kind_at_a_place_is_a_gesture() -> None:
    gesture = kind("north").at(zone(1).place)
    assert (gesture.event, gesture.drop) == ("lay(zone1,north)", "zone1")
    assert gesture.words == "Lay it on a place"


def told(reader: Reader, parts: NumberedParts, known: dict[int, Any]) -> list[int]:
    """The numbers of what it is told."""
    news = reader.new_parts(b"parts", parts)
    if not news:
        return []
    said = json.loads(b"{%b}" % news[1:])["parts"]
    numbers = said.get("numbers") or [said["from"] + i for i in range(len(said["list"]))]
    known.update(zip(numbers, said["list"], strict=True))
    return list(numbers)


def test_a_client_follows_from_scene_to_scene() -> None:
    parts, client, known = NumberedParts(Encoding()), Reader(Encoding()), dict[int, Any]()
    for n in range(6):
        parts.begin()
        (shown,) = parts.join([zone(n)]).split(b",")
        assert told(client, parts, known) == [2 * n, 2 * n + 1]
        assert known[known[int(shown)]["place"]]["key"] == f"zone{n}"


def test_two_clients_of_a_seat_are_told_the_same() -> None:
    parts, first, second = NumberedParts(Encoding()), Reader(Encoding()), Reader(Encoding())
    for n in range(3):
        parts.begin()
        parts.join([zone(n)])
        assert told(first, parts, {}) == told(second, parts, {}) == [2 * n, 2 * n + 1]
        assert told(second, parts, {}) == []


def test_one_that_comes_late_or_misses_a_scene_is_told_what_it_sees_and_nothing_else() -> None:
    parts, lasting, absent = NumberedParts(Encoding()), Reader(Encoding()), Reader(Encoding())
    known = dict[int, Any]()
    for n in range(5):
        parts.begin()
        shown = [int(number) for number in parts.join([zone(n), zone(n + 1)]).split(b",")]
        told(lasting, parts, {})
        if n in (1, 3, 4):
            told(absent, parts, known)
            keys = [known[known[number]["place"]]["key"] for number in shown]
            assert keys == [f"zone{n}", f"zone{n + 1}"]
    assert [part["key"] for part in known.values() if "key" in part] == [
        f"zone{n}" for n in (1, 2, 3, 4, 5)
    ]
    parts.begin()
    parts.join([zone(0)])  # it has a number, which this client was never told
    assert len(told(absent, parts, known)) == 2


def test_a_numbered_client_is_sent_a_field_again_when_it_has_changed() -> None:
    plain, numbered = Reader(Encoding()), Reader(NumberedEncoding())
    for reader in (plain, numbered):
        assert [*reader.changed(b"a", b"b")] == [b"a", b"b"]
    assert [*plain.changed(b"a", b"c")] == [b"a", b"c"]
    assert [*numbered.changed(b"a", b"c")] == [b"c"]
