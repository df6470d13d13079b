"""The document's Play at the table: it reads a state and prints the tile that it lays.

It may print the tile alone, as Play does, or the whole state with it.
"""

from ludex.kernel import Unreadable

from ..rules.events import PlaceTile
from ..rules.state import State
from ..rules.tile_kinds import TileSet
from ..rules.tiles import Role
from .document import document_from
from .xml_state import (
    CannotRead,
    indented,
    parsed,
    reporting,
)


def shown_to_program(s: State) -> str | Unreadable:
    """Return the state as XML; it can write the document's own tiles only."""
    if s.rules.tiles is not TileSet.DOCUMENT:
        return Unreadable(
            ("the document's XML has no tiles of the base game: try --preset standard",)
        )
    return indented(document_from(s))


@reporting
def move_in(s: State, printed: str) -> PlaceTile:
    """Return the move that a program has printed."""
    whole = printed.strip()
    if not whole.startswith("<board"):
        whole = f"<board><terrain>{whole}</terrain></board>"
    tiles = parsed(whole).tiles
    new = [entry for entry in tiles if entry.at not in s.terrain.tiles]
    if not new and len(tiles) == 1:
        new = [*tiles]  # the guard says that there is a tile already
    if len(new) != 1:
        raise CannotRead(f"{len(new)} tiles are new in it, not one")
    ((turned, at, follower),) = new
    if turned.tile is not s.drawn:
        raise CannotRead(f"it lays a tile of type {turned.tile}, and {s.drawn} was drawn")
    return PlaceTile(at, turned.facing, follower.role if follower else Role.NONE)
