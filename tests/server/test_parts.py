"""Parts of scenes as bytes: looked up or made anew, they are the same."""

from msgspec.json import Encoder

from ludex.server.presentation.encoded_parts import EncodedParts, Part
from ludex.table import Gesture, Place, Zone

encode = Encoder().encode


def zone(n: int) -> Zone:
    return Place(f"zone{n}", "a place", n, 0, look="").holding()


def test_parts_are_encoded_once_and_always_alike() -> None:
    asked: list[object] = []

    def counted(part: object) -> bytes:
        asked.append(part)
        return encode(part)

    parts = EncodedParts(counted, most=1000)
    scene: list[Part] = [zone(n) for n in range(20)]
    first = parts.joined(scene)
    assert first == b",".join(map(encode, scene))
    scene[3] = Gesture("pass", "Pass")
    assert parts.joined(scene) == b",".join(map(encode, scene))
    assert parts.joined(scene) == b",".join(map(encode, scene))
    assert len(asked) == 21
    assert parts.joined([]) == b""


def test_what_has_been_forgotten_is_never_mistaken_for_another() -> None:
    parts = EncodedParts(encode, most=8)
    lasting = [zone(n) for n in range(3)]
    for n in range(2000):  # many of them get the place in memory of one that has gone
        scene = [*lasting, zone(n), zone(n + 1)]
        assert parts.joined(scene) == b",".join(map(encode, scene))
