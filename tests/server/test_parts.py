"""Parts of scenes as bytes: looked up or made anew, they are the same."""

import pytest

from ludex.server.presentation import scenes
from ludex.server.presentation.scenes import Encoding, Part
from ludex.table import Gesture, TablePlace, Zone


def zone(n: int) -> Zone:
    return TablePlace(f"zone{n}", "a place", n, 0, look="").holding()


def joined(parts: list[Part]) -> bytes:
    """What they are without anything that is remembered."""
    return b",".join(Encoding().parts([part]) for part in parts)


def test_parts_are_always_encoded_alike() -> None:
    parts, scene = Encoding(), list[Part](zone(n) for n in range(20))
    assert parts.parts(scene) == joined(scene)
    scene[3] = Gesture("pass", "Pass")
    assert parts.parts(scene) == joined(scene)
    assert parts.parts(scene) == joined(scene)
    assert parts.parts([]) == b""


def test_what_has_been_forgotten_is_never_mistaken_for_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scenes, "PARTS", 8)
    parts = Encoding()
    lasting = [zone(n) for n in range(3)]
    for n in range(500):  # many of them get the place in memory of one that has gone
        scene: list[Part] = [*lasting, zone(n), zone(n + 1)]
        assert parts.parts(scene) == joined(scene)
