"""A table for people who look on: as text, as pixels, or printed where they sit."""

import sys
from typing import Any, TypeVar

from ludex.kernel import Game, Seat
from ludex.table import scene_of

S = TypeVar("S")


def render(mode: str, game: Game[S], s: S, seat: Seat) -> Any:  # noqa: ANN401
    """Return what a seat sees of a state: a text, an array of pixels; `human` prints and gives nothing."""
    shown = game.view(s, seat)
    if mode == "rgb_array":
        from ludex.envs.pixels import draw_scene  # noqa: PLC0415 - needs Pillow

        return draw_scene(scene_of(game, s, seat), game.text(shown))
    text = f"{game.text(shown)}\n{game.status(shown)}"
    if mode == "ansi":
        return text
    sys.stdout.write(f"{text}\n\n")
    return None
