"""A scene in the words of a language: every label, action and status."""

from collections.abc import Callable
from dataclasses import replace

from ludex.table import Gesture, Piece, Scene, Zone

Words = Callable[[str], str]


def translate_scene(scene: Scene, words: Words) -> Scene:
    """Return the same scene, said in other words."""
    if words is str:
        return scene
    return replace(
        scene,
        zones=tuple(_zone(zone, words) for zone in scene.zones),
        gestures=tuple(translate_gesture(gesture, words) for gesture in scene.gestures),
        status=words(scene.status),
        highlights=tuple((words(label), keys) for label, keys in scene.highlights),
        side_panel=replace(scene.side_panel, remark=words(scene.side_panel.remark)),
    )


def translate_gesture(gesture: Gesture, words: Words) -> Gesture:
    """Return a gesture, in other words."""
    choices = tuple(map(words, gesture.choices))
    return replace(gesture, words=words(gesture.words), choices=choices)


def _zone(zone: Zone, words: Words) -> Zone:
    pieces = tuple(_piece(piece, words) for piece in zone.pieces)
    caption = words(zone.caption) if zone.caption else zone.caption
    if zone.signs:
        caption = " ".join((caption, *zone.signs))
    label, look = words(zone.label), _look(zone, words)
    return replace(zone, label=label, caption=caption, pieces=pieces, look=look)


def _look(zone: Zone, words: Words) -> str:
    """Say in a word what an empty place is for."""
    kind, _, word = zone.look.partition(":")
    name = words(word or kind)
    return zone.look if zone.pieces or name == (word or kind) else f"{kind}:{name}"


def _piece(piece: Piece, words: Words) -> Piece:
    return replace(piece, label=words(piece.label))
